"""A task: gold, references and weights as the board writes them, the raw text, BASE and TOP; and how it is scored."""

from __future__ import annotations

import hashlib
import secrets
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

import numpy as np

from cwsdiag.baselines import with_baselines
from cwsdiag.board.admission import checked, task_name
from cwsdiag.board.models import BoardFile, Role, TaskDraft, TaskFiles
from cwsdiag.dataset import Dataset, ReadOptions, open_corpus, read, with_weights
from cwsdiag.errors import AlignmentError, BoardError
from cwsdiag.formats import Source
from cwsdiag.formats.document import Document
from cwsdiag.inputs import File, FileSet
from cwsdiag.languages import lazy
from cwsdiag.loading import load_files
from cwsdiag.resampling import check_draw, random_order
from cwsdiag.signature import signature
from cwsdiag.text import Segmentation, frozen
from cwsdiag.weights import Weights, read_weights, weights_bytes

if TYPE_CHECKING:
    from cwsdiag.bakeoff import BakeoffScore
    from cwsdiag.balanced import BalancedScore

Scores = dict[str, float]
References = tuple[Segmentation, ...]
NewTask = tuple[dict[str, Any], list[tuple[Role, BoardFile]], list["Scored"]]
Method = Callable[[Dataset, References], Mapping[str, Scores]]

# Of a private gold: scores of fewer sentences tell single words.
LEAST_SENTENCES = 300
# How the files that the board writes itself are read: given, since a gold text may look like another format.
_OWN_OPTIONS = ReadOptions(encoding="utf-8", format="words")


def new_tasks(draft: TaskDraft) -> tuple[list[NewTask], BoardFile | None, tuple[str, ...]]:
    """Return the task of a draft, or the two of a split, with BASE and TOP scored on each; see ``Board.add_task``.

    Returns:
        The tasks, their training data, and what looks odd about the files.
    """
    gold = read(draft.gold, role="gold", options=draft.options)
    references: dict[str, Document] = {
        lazy("reference {number}, {file}", number=number, file=source.name): read(
            source, role="gold", options=draft.options
        )
        for number, source in enumerate(draft.references, start=2)
    }
    dataset = load_files(FileSet.alike(draft.options, gold=gold, systems=references), stop=True).whole
    weights = None
    if draft.weights is not None:
        weights = read_weights(draft.weights, dataset.gold)
        # Everybody sees it.
        weights = replace(weights, committee=checked("committee", weights.committee))
    training = None if draft.training is None else _training(draft.training, draft.options)
    texts = [sentence_lines(one) for one in (dataset.gold, *dataset.systems)]
    tasks = []
    for name, open_gold, sentences, note in _parts(draft, len(texts[0])):
        if len(sentences) < LEAST_SENTENCES and not (open_gold or draft.few_sentences):
            raise BoardError(
                lazy(
                    "{task} would have a private gold of {sentences:,} sentences; of fewer than {least} the scores "
                    "tell single words. Give a longer gold, ",
                    task=name,
                    sentences=len(sentences),
                    least=LEAST_SENTENCES,
                ),
                remedy="few sentences",
            )
        # What everybody sees of them.
        columns = {"name": name, "open_gold": open_gold, "mismatch": draft.mismatch, "split": note}
        cut = [[text[sentence] for sentence in sentences] for text in texts]
        own = None
        if weights is not None:
            words = np.isin(dataset.gold.sentence_ids, np.array(sentences))
            own = replace(
                weights,
                values=frozen(weights.values[words]),
                votes=None if weights.votes is None else frozen(weights.votes[words]),
                wrong=None if weights.wrong is None else frozen(weights.wrong[:, words]),
            )
        tasks.append(_new_task(columns, cut, training, own))
    return tasks, training, (*dataset.warnings, *dataset.oddities())


def _parts(draft: TaskDraft, sentences: int) -> list[tuple[str, bool, list[int], str]]:
    """Return what the tasks of a draft take of it: name, whether gold is open, sentences in order, and a note."""
    name = task_name(draft.name)
    if draft.split is None:
        return [(name, draft.open_gold, list(range(sentences)), "")]
    if not 0 < draft.split < 1 or sentences < 2:
        raise BoardError(
            lazy(
                "no split of {sentences:,} sentences with a share of {share:g} for {task}-dev: the share lies between "
                "0 and 1, and both parts need a sentence.",
                sentences=sentences,
                share=draft.split,
                task=name,
            )
        )
    check_draw(seed=draft.seed)
    wanted = min(max(round(draft.split * sentences), 1), sentences - 1)
    order = random_order(sentences, seed=draft.seed)
    note = f"of the {sentences:,} sentences of {name}, drawn with seed {draft.seed}"
    return [
        (task_name(f"{name}-{part}"), open_gold, sorted(drawn), f"{len(drawn):,} {note}")
        for part, open_gold, drawn in (("dev", True, order[:wanted]), ("test", draft.open_gold, order[wanted:]))
    ]


def _new_task(
    columns: dict[str, Any],
    texts: list[list[str]],
    training: BoardFile | None,
    weights: Weights | None,
) -> NewTask:
    """Return a task ready to be stored.

    Args:
        columns: those that it has before anything is scored.
        texts: lines of gold and of references.
        training: training data.
        weights: how hard its gold words are.
    """
    name, lines = columns["name"], texts[0]

    def mark(data: bytes) -> str:
        # A private one must not be known by its digest: who has nearly all words right could try out the rest on it.
        return hashlib.sha256(data).hexdigest() if columns["open_gold"] else secrets.token_hex(32)

    gold = text_file(f"{name}.gold.txt", lines)
    raw = text_file(f"{name}.raw.txt", [line.replace(" ", "") for line in lines])
    references = tuple(
        text_file(f"{name}.reference-{number}.txt", text) for number, text in enumerate(texts[1:], start=2)
    )
    files: list[tuple[Role, BoardFile]] = [("gold", gold), ("raw", raw)]
    files += [("reference", reference) for reference in references]
    material = TaskFiles(name, columns["mismatch"], mark(gold.data), gold, training, references)
    dataset, aligned = load(material, {})
    if weights is not None:
        # CSV is the only format for people that has all that is known.
        table = BoardFile(f"{name}.weights.csv", weights_bytes(weights, dataset.gold))
        files.append(("weights", table))
        material = replace(material, weights=table, weights_mark=mark(table.data))
        dataset, aligned = load(material, {})
    # The words of TOP say much about gold, so its digest may not stand in signatures either.
    baselines = tuple(replace(one, digest=material.gold_mark) for one in with_baselines(dataset).systems)
    columns |= {
        "gold_mark": material.gold_mark,
        "weights_mark": material.weights_mark,
        "sentences": len(lines),
        "words": len(dataset.gold),
        "characters": len(dataset.gold.text.chars),
        "committee": "" if weights is None else weights.committee,
        "signature": task_signature(dataset, aligned),
    }
    return columns, files, list(score(replace(dataset, systems=baselines), aligned).values())


def sentence_lines(segmentation: Segmentation) -> list[str]:
    """Return a segmentation as lines, one a sentence of its text, with a blank between words.

    A word that crosses the end of a sentence is cut there.
    """
    ends = np.union1d(segmentation.word_ends, segmentation.text.sentence_ends)
    cut = replace(segmentation, word_ends=frozen(ends))
    return [" ".join(cut.sentence_words(sentence)) for sentence in range(len(segmentation.text.sentence_ends))]


def text_file(name: str, lines: list[str]) -> BoardFile:
    """Return a file that the board writes itself."""
    return BoardFile(name, "".join(f"{line}\n" for line in lines).encode("utf-8", "surrogatepass"), _OWN_OPTIONS)


def _training(source: Source, options: ReadOptions) -> BoardFile:
    """Return training data as given, with how they are read."""
    data = b"".join(source.stored())
    stream = open_corpus(Source.from_bytes(source.name, data, limit=source.limit), role="training", options=options)
    # Where it lies on the owner's disk is nobody's business.
    name = PurePath(source.name).name
    return BoardFile(name, data, ReadOptions(stream.facts.encoding.codec, stream.facts.format, options.normalise))


@dataclass(frozen=True)
class Scored:
    """A prediction with its scores.

    Attributes:
        segmentation: its words on the task's text.
        scores: by names such as ``bakeoff.recall``; NaN where undefined.
        signature: of these scores.
    """

    segmentation: Segmentation
    scores: Scores
    signature: str


def load(files: TaskFiles, systems: Mapping[str, Document]) -> tuple[Dataset, References]:
    """Return the files of a task and predictions as a dataset, and the references beside its gold.

    Args:
        files: of the task.
        systems: predictions by name; none for the dataset of the task alone.

    Raises:
        InputError: a prediction has other characters than the task's text, where that is an error, or nothing of it is
            left to compare.
    """
    # By numbers, as a system may be called anything; keys no system can have, as texts are stripped of white space.
    references = {
        f" {number}": read(_source(file), role="gold", options=file.options)
        for number, file in enumerate(files.references)
    }
    # Gold is called as the task.
    texts = [File.of("gold", _source(files.gold, files.name), files.gold.options)]
    if files.training is not None:
        texts.append(File.of("training", _source(files.training), files.training.options))
    texts += [File.of("system", document, name=name) for name, document in {**references, **systems}.items()]
    try:
        dataset = load_files(FileSet(files.name, tuple(texts), files.mismatch), strings=False, stop=True).whole
    except AlignmentError as error:
        if error.remedy is None:
            raise
        # The board has none of the options that an alignment is mended by.
        raise AlignmentError(
            error.problem + lazy("Segment the raw text of {task} as it is.", task=files.name)
        ) from None
    aligned, predictions = dataset.systems[: len(references)], dataset.systems[len(references) :]
    dataset = replace(dataset, gold=replace(dataset.gold, digest=files.gold_mark), systems=predictions)
    if files.weights is not None:
        # Its digest would reveal gold to anyone who guesses segmentations.
        weights = replace(read_weights(_source(files.weights), dataset.gold), digest=files.weights_mark)
        dataset = with_weights(dataset, weights)
    return dataset, aligned


def read_file(file: BoardFile) -> Document:
    """Return a prediction that the board holds, read as it was when it came."""
    return read(_source(file), role="system", options=file.options)


def score(dataset: Dataset, references: References) -> dict[str, Scored]:
    """Score every system of a dataset by every method of ``METHODS``; nothing for a dataset without systems.

    Args:
        dataset: of a task, with predictions.
        references: beside its gold.
    """
    by_method = {name: method(dataset, references) for name, method in METHODS.items()}
    return {
        system.name: Scored(
            system,
            {
                f"{method}.{name}": value
                for method, scores in by_method.items()
                for name, value in scores.get(system.name, {}).items()
            },
            task_signature(replace(dataset, systems=(system,)), references),
        )
        for system in dataset.systems
    }


def task_signature(dataset: Dataset, references: References) -> str:
    """Return the signature of scores on a task; references, as private as gold, are counted in it only."""
    return signature(dataset, {"references": len(references)} if references else None)


def _source(file: BoardFile, name: str = "") -> Source:
    """Return the bytes of a file: what was taken in once is read again, whatever limits there are now."""
    # What gzip packs has at least a 1032nd of its size left.
    return Source.from_bytes(name or file.name, file.data, limit=1100 * (len(file.data) + 1))


def _bakeoff(dataset: Dataset, _references: References) -> dict[str, Scores]:
    from cwsdiag.bakeoff import score_bakeoff

    return {row.name: _fields(row, without=("name", "system_coverage")) for row in score_bakeoff(dataset)}


def _separators(dataset: Dataset, references: References) -> dict[str, Scores]:
    """Score separators against gold and, where there are references beside it, against both ends of what they allow.

    Systems that are not ``comparable`` have no such score.
    """
    from cwsdiag.separators import comparable, separator_distances

    scores: dict[str, Scores] = defaultdict(dict)
    distances = separator_distances((dataset.gold, *references), comparable(dataset.systems))
    rows = [("", row) for row in distances.scores]
    for ends in distances.ranges:
        rows += [("intersection.", ends.intersection), ("union.", ends.union)]
    for end, row in rows:
        for key in ("sub", "ins", "dels", "distance", "precision", "recall", "f1"):
            scores[row.name][f"{end}{'del' if key == 'dels' else key}"] = getattr(row, key)
    return scores


def _balanced(dataset: Dataset, _references: References) -> dict[str, Scores]:
    """Score by difficulty, where that is known; precision, recall and F1 without weights are those of the bakeoffs."""
    if dataset.difficulty is None:
        return {}
    from cwsdiag.balanced import score_balanced

    return {row.name: _fields(row, without=("name", "precision", "recall", "f1")) for row in score_balanced(dataset)}


def _fidelity(dataset: Dataset, _references: References) -> dict[str, Scores]:
    """Count how much of the text systems gave back, by sums alone; nothing of those that gave back all of it."""
    from cwsdiag.scores import score_systems

    differing = tuple(system for system in dataset.systems if system.differing is not None)
    return {
        row.name: {
            "coverage": row.coverage,
            "system_coverage": row.system_coverage,
            **{key: getattr(row.fidelity, key) for key in ("exact_sentences", "omitted", "added", "replaced")},
        }
        for row in score_systems(replace(dataset, systems=differing))
    }


def _fields(row: BakeoffScore | BalancedScore, *, without: Collection[str]) -> Scores:
    return {key: value for key, value in asdict(row).items() if key not in without}


# Name and function: of each system that has any, the scores by their names. A new method is a function and its line.
METHODS: dict[str, Method] = {
    "bakeoff": _bakeoff,
    "separators": _separators,
    "balanced": _balanced,
    "fidelity": _fidelity,
}
