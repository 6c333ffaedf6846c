"""Making a task: gold, references and weights as the board writes them, the raw text, a split, BASE and TOP."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

import numpy as np

from cwsdiag.baselines import with_baselines
from cwsdiag.board.files import OWN_OPTIONS, bytes_of, store
from cwsdiag.board.models import BoardFile, Entry, Identity, Task
from cwsdiag.board.notes import DESCRIPTIONS
from cwsdiag.board.records import find_task, insert_submission
from cwsdiag.board.schema import BOARD
from cwsdiag.board.scoring import TaskFiles, load, score, task_signature, with_difficulty
from cwsdiag.board.texts import LONGEST, checked_times, checked_tracks, lines, one_line, task_name
from cwsdiag.dataset import ReadOptions, open_corpus, read
from cwsdiag.errors import BoardError
from cwsdiag.formats import Source
from cwsdiag.languages import lazy
from cwsdiag.loading import DatasetFiles, load_files
from cwsdiag.resampling import check_draw, drawn_order
from cwsdiag.text import frozen
from cwsdiag.weights import read_weights
from cwsdiag.weights.table import columns_of, csv_bytes

if TYPE_CHECKING:
    import sqlite3
    from pathlib import Path

    from cwsdiag.board.models import Split, TaskDraft
    from cwsdiag.board.scoring import Scored
    from cwsdiag.formats import Document
    from cwsdiag.text import Bools, Segmentation
    from cwsdiag.weights import Weights

    Columns = dict[str, Any]

# Of a private gold: scores of fewer sentences tell single words.
LEAST_SENTENCES = 300


def add_tasks(path: Path, draft: TaskDraft, split: Split | None, *, created: str) -> list[Task]:
    """Make a task, or two of a split, and score BASE and TOP on each; see ``Board.add_task``."""
    opens, closes = checked_times(draft.opens, draft.closes)
    tracks = checked_tracks(draft.tracks)
    rules = lines(draft.rules, lazy("text of the rules"), LONGEST["rules"])
    common = {"created": created, "tracks": ",".join(tracks), "opens": opens, "closes": closes, "rules": rules}
    gold, references, odd = _segmentations(draft)
    weights = None if draft.weights is None else _weights(draft.weights, gold)
    training = None if draft.training is None else _training(draft.training, draft)
    texts = [sentence_lines(one) for one in (gold, *references)]
    new = []
    for columns, sentences in _parts(draft, split, len(texts[0])):
        cut = [[text[sentence] for sentence in sentences] for text in texts]
        of_part = None if weights is None else _cut(weights, np.isin(gold.sentence_ids, np.array(sentences)))
        new.append(_new_task({**common, **columns, "mismatch": draft.mismatch}, cut, training, of_part))
    with BOARD.transaction(path, write=True) as connection:
        # Both parts of a split have the same training file.
        shared = [] if training is None else [("training", store(connection, training))]
        for columns, files, baselines in new:
            _insert(connection, columns, files, shared, tracks, baselines)
        return [replace(find_task(connection, columns["name"], created)[1], warnings=odd) for columns, *_files in new]


def sentence_lines(segmentation: Segmentation) -> list[str]:
    """Return a segmentation as lines, one a sentence of its text, with a blank between words.

    A word that crosses the end of a sentence is cut there.
    """
    ends = np.union1d(segmentation.word_ends, segmentation.text.sentence_ends)
    cut = replace(segmentation, word_ends=frozen(ends))
    return [" ".join(cut.sentence_words(sentence)) for sentence in range(len(segmentation.text.sentence_ends))]


def _segmentations(draft: TaskDraft) -> tuple[Segmentation, tuple[Segmentation, ...], tuple[str, ...]]:
    """Return gold, the references on its text, and what is odd about them."""
    gold = read(draft.gold, role="gold", options=draft.options)
    references: dict[str, Document] = {
        lazy("reference {number}, {file}", number=number, file=source.name): read(
            source, role="gold", options=draft.options
        )
        for number, source in enumerate(draft.references, start=2)
    }
    dataset = load_files(DatasetFiles.alike(draft.options, gold=gold, systems=references), stop=True).whole
    return dataset.gold, dataset.systems, (*dataset.warnings, *dataset.oddities())


def _training(source: Source, draft: TaskDraft) -> BoardFile:
    """Return training data as given, with how they are read."""
    data, options = bytes_of(source), draft.training_options or draft.options
    stream = open_corpus(Source.from_bytes(source.name, data, limit=source.limit), role="training", options=options)
    # Where it lies on the owner's disk is nobody's business.
    name = PurePath(source.name).name
    return BoardFile(name, data, ReadOptions(stream.encoding.codec, stream.reader.key, options.normalise))


def _weights(source: Source, gold: Segmentation) -> Weights:
    """Return how hard the gold words of a draft are."""
    weights = read_weights(source, gold)
    # Everybody sees it.
    committee = one_line(weights.committee, lazy("name of the committee"), LONGEST["committee"])
    return replace(weights, committee=committee)


def _cut(weights: Weights, words: Bools) -> Weights:
    """Return the difficulties of some of the gold words."""
    return replace(
        weights,
        values=frozen(weights.values[words]),
        votes=None if weights.votes is None else frozen(weights.votes[words]),
        wrong=None if weights.wrong is None else frozen(weights.wrong[:, words]),
    )


def _parts(draft: TaskDraft, split: Split | None, sentences: int) -> list[tuple[Columns, list[int]]]:
    """Return what the tasks of a draft take of it: columns of their own, and sentences of gold, in order."""
    name = task_name(draft.name)
    if split is None:
        parts, note = [(name, list(range(sentences)), draft.open_gold)], ""
    else:
        if not 0 < split.dev < 1 or sentences < 2:
            raise BoardError(
                lazy(
                    "no split of {sentences:,} sentences with a share of {share:g} for {task}-dev: the share lies "
                    "between 0 and 1, and both parts need a sentence.",
                    sentences=sentences,
                    share=split.dev,
                    task=name,
                )
            )
        check_draw(seed=split.seed)
        wanted = min(max(round(split.dev * sentences), 1), sentences - 1)
        order = drawn_order(sentences, seed=split.seed)
        dev, test = sorted(order[:wanted]), sorted(order[wanted:])
        parts = [(task_name(f"{name}-dev"), dev, True), (task_name(f"{name}-test"), test, draft.open_gold)]
        note = f" of the {sentences:,} sentences of {name}, drawn with seed {split.seed}"
    for part, drawn, open_gold in parts:
        if len(drawn) < LEAST_SENTENCES and not (open_gold or draft.few_sentences):
            raise BoardError(
                lazy(
                    "{task} would have a private gold of {sentences:,} sentences; of fewer than {least} the scores "
                    "tell single words. Give a longer gold, ",
                    task=part,
                    sentences=len(drawn),
                    least=LEAST_SENTENCES,
                ),
                remedy="few sentences",
            )
    return [
        ({"name": part, "open_gold": open_gold, "split": note and f"{len(drawn):,}{note}"}, drawn)
        for part, drawn, open_gold in parts
    ]


def _new_task(
    columns: Columns, texts: list[list[str]], training: BoardFile | None, weights: Weights | None
) -> tuple[Columns, dict[str, list[BoardFile]], dict[str, Scored]]:
    """Return a task ready to be stored: its columns, the files of its own by role, and its baselines.

    Args:
        columns: those that it has before anything is scored.
        texts: lines of gold and of references.
        training: training data.
        weights: how hard its gold words are.
    """
    name = columns["name"]
    gold = _file(f"{name}.gold.txt", texts[0])
    references = [_file(f"{name}.reference-{number}.txt", text) for number, text in enumerate(texts[1:], start=2)]
    raw = _file(f"{name}.raw.txt", [line.replace(" ", "") for line in texts[0]])
    files = {"gold": [gold], "raw": [raw], "reference": references}

    def mark(data: bytes) -> str:
        # A private one must not be known by its digest: who has nearly all words right could try out the rest on it.
        return hashlib.sha256(data).hexdigest() if columns["open_gold"] else secrets.token_hex(32)

    columns |= {"gold_mark": mark(gold.data), "weights_mark": ""}
    task = TaskFiles(name, columns["gold_mark"], gold, training, references, mismatch=columns["mismatch"])
    dataset, aligned = load(task, {})
    if weights is not None:
        # CSV is the only format for people that has all that is known.
        table = BoardFile(f"{name}.weights.csv", csv_bytes(columns_of(weights, dataset.gold)))
        files["weights"] = [table]
        columns["weights_mark"] = mark(table.data)
        dataset = with_difficulty(dataset, table, columns["weights_mark"])
    # The words of TOP say much about gold, so its digest may not stand in signatures either.
    baselines = tuple(replace(one, digest=columns["gold_mark"]) for one in with_baselines(dataset).systems)
    columns |= {
        "sentences": len(texts[0]),
        "words": len(dataset.gold),
        "characters": len(dataset.gold.text.chars),
        "committee": "" if weights is None else weights.committee,
        "signature": task_signature(dataset, aligned),
    }
    return columns, files, score(replace(dataset, systems=baselines), aligned)


def _file(name: str, text: list[str]) -> BoardFile:
    return BoardFile(name, "".join(f"{line}\n" for line in text).encode("utf-8", "surrogatepass"), OWN_OPTIONS)


def _insert(
    connection: sqlite3.Connection,
    columns: Columns,
    files: dict[str, list[BoardFile]],
    shared: list[tuple[str, int]],
    tracks: dict[str, str],
    baselines: dict[str, Scored],
) -> None:
    """Store a task with its files, those it shares (by number) and its baselines."""
    if connection.execute("SELECT 1 FROM task WHERE name = :name", columns).fetchone():
        raise BoardError(
            lazy("there is a task {name!r} on this board already. Give this one another name.", name=columns["name"])
        )
    places = ", ".join(f":{column}" for column in columns)
    query = f"INSERT INTO task ({', '.join(columns)}) VALUES ({places}) RETURNING id"
    (task,) = connection.execute(query, columns).fetchone()
    connection.executemany(
        "INSERT INTO track_rule (task, track, rule) VALUES (?, ?, ?)",
        [(task, track, rule) for track, rule in tracks.items() if rule],
    )
    numbers = [(role, store(connection, file)) for role, several in files.items() for file in several]
    connection.executemany(
        "INSERT INTO task_file (task, role, position, file) VALUES (?, ?, ?, ?)",
        [(task, role, position, file) for position, (role, file) in enumerate(numbers + shared)],
    )
    for name, scored in baselines.items():
        insert_submission(
            connection,
            task,
            kind="baseline",
            # A baseline is of no track: what stands here is not stored.
            entry=Entry(name, "cwsdiag", "", description=str(DESCRIPTIONS[name])),
            scored=scored,
            file=_file(f"{columns['name']}.{name}.txt", sentence_lines(scored.segmentation)),
            created=columns["created"],
            who=Identity(),
        )
