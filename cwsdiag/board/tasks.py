"""Making a task: gold, references and weights as the board writes them, the raw text, a split, BASE and TOP."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

import numpy as np

from cwsdiag.baselines import with_baselines
from cwsdiag.board.admission import checked, task_name
from cwsdiag.board.models import BoardFile, TaskFiles
from cwsdiag.board.scoring import load, score, task_signature
from cwsdiag.dataset import ReadOptions, open_corpus, read
from cwsdiag.errors import BoardError
from cwsdiag.formats import Source
from cwsdiag.inputs import FileSet
from cwsdiag.languages import lazy
from cwsdiag.loading import load_files
from cwsdiag.resampling import check_draw, random_order
from cwsdiag.text import frozen
from cwsdiag.weights import read_weights, weights_bytes

if TYPE_CHECKING:
    from cwsdiag.board.models import Role, Split, TaskDraft
    from cwsdiag.board.scoring import Scored
    from cwsdiag.formats.document import Document
    from cwsdiag.text import Segmentation
    from cwsdiag.weights import Weights

    # The columns of its row; its files with their roles, without training data; BASE and TOP with their scores.
    NewTask = tuple[dict[str, Any], list[tuple[Role, BoardFile]], list[Scored]]

# Of a private gold: scores of fewer sentences tell single words.
LEAST_SENTENCES = 300
# How the files that the board writes itself are read: given, since a gold text may look like another format.
_OWN_OPTIONS = ReadOptions(encoding="utf-8", format="words")


def new_tasks(draft: TaskDraft, split: Split | None) -> tuple[list[NewTask], BoardFile | None, tuple[str, ...]]:
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
    for name, open_gold, sentences, note in _parts(draft, split, len(texts[0])):
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


def _parts(draft: TaskDraft, split: Split | None, sentences: int) -> list[tuple[str, bool, list[int], str]]:
    """Return what the tasks of a draft take of it: name, whether gold is open, sentences in order, and a note."""
    name = task_name(draft.name)
    if split is None:
        return [(name, draft.open_gold, list(range(sentences)), "")]
    if not 0 < split.dev < 1 or sentences < 2:
        raise BoardError(
            lazy(
                "no split of {sentences:,} sentences with a share of {share:g} for {task}-dev: the share lies between "
                "0 and 1, and both parts need a sentence.",
                sentences=sentences,
                share=split.dev,
                task=name,
            )
        )
    check_draw(seed=split.seed)
    wanted = min(max(round(split.dev * sentences), 1), sentences - 1)
    order = random_order(sentences, seed=split.seed)
    note = f"of the {sentences:,} sentences of {name}, drawn with seed {split.seed}"
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
