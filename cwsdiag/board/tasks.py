"""Making a task: gold, references and weights as the board writes them, the raw text, a split, BASE and TOP."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.baselines import with_baselines
from cwsdiag.board.difficulties import cut_difficulties, read_difficulties, written_difficulties
from cwsdiag.board.files import OWN_OPTIONS, PackedFile, bytes_of, keep
from cwsdiag.board.limits import checked_times, checked_tracks, lines, task_name
from cwsdiag.board.models import BoardFile, Entry, Task
from cwsdiag.board.notes import DESCRIPTIONS, split_note
from cwsdiag.board.records import find_task, insert_submission
from cwsdiag.board.schema import transaction
from cwsdiag.board.scoring import Scored, TaskFiles, load, score, task_signature, with_difficulty
from cwsdiag.dataset import ReadOptions, open_corpus, read
from cwsdiag.errors import BoardError
from cwsdiag.formats import Source
from cwsdiag.languages import lazy
from cwsdiag.loading import DatasetFiles, load_files
from cwsdiag.resampling import check_draw, drawn_order
from cwsdiag.training import gather

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from cwsdiag.align import Mismatch
    from cwsdiag.board.limits import Limits
    from cwsdiag.board.models import Split, TaskDraft
    from cwsdiag.formats import Document
    from cwsdiag.text import Segmentation
    from cwsdiag.training import TrainingStats
    from cwsdiag.weights import Weights

_AUTHOR = "cwsdiag"


@dataclass(frozen=True)
class _Part:
    """What one task takes of a draft: sentences of gold, in order."""

    name: str
    sentences: Sequence[int]
    open_gold: bool
    split: str = ""
    held_back: float = 0.0
    held_back_seed: str = ""


@dataclass(frozen=True)
class _Said:
    """What the owner says of a task, or of both parts of a split, as it is stored."""

    mismatch: Mismatch
    rules: str
    tracks: tuple[str, ...]
    track_rules: Mapping[str, str]
    opens: str
    closes: str
    created: str
    keyless: bool


@dataclass(frozen=True)
class _Made:
    """A task ready to be stored; ``files`` are those of its own, by role."""

    part: _Part
    mark: str
    weights_mark: str
    committee: str
    signature: str
    sizes: tuple[int, int, int]
    files: tuple[tuple[str, PackedFile], ...]
    baselines: tuple[tuple[Scored, PackedFile], ...]


def add_tasks(path: Path, draft: TaskDraft, split: Split | None, *, limits: Limits, created: str) -> list[Task]:
    """Make a task, or two of a split, and score BASE and TOP on each.

    Args:
        path: of the board.
        draft: what to make it from.
        split: None for one task with all sentences.
        limits: what is too long.
        created: now, as stored.

    Raises:
        BoardError: the name is taken or no good, there is no track, or too few sentences to split.
        InputError: a file cannot be read, a reference has other characters than gold, or weights do not fit gold.
    """
    draft = replace(
        draft,
        name=task_name(draft.name, limits.task),
        rules=lines(draft.rules, lazy("text of the rules"), limits.rules),
    )
    tracks, track_rules = checked_tracks(draft.tracks, draft.track_rules, limits)
    times = checked_times(draft.opens, draft.closes)
    said = _Said(draft.mismatch, draft.rules, tuple(tracks), track_rules, *times, created, draft.keyless)
    gold, references, odd = _segmentations(draft)
    packed, training = (None, None) if draft.training is None else _training(draft.training, draft)
    weights = read_difficulties(draft.weights, gold, limits)
    parts = _parts(draft, split, len(gold.text.sentence_ends))
    for part in parts:
        task_name(part.name, limits.task)
    made = [_make(part, gold, references, training, weights, draft.mismatch) for part in parts]
    with transaction(path, write=True) as connection:
        # Both parts of a split have the same training file.
        shared = [] if packed is None else [("training", keep(connection, packed))]
        for one in made:
            _insert(connection, one, shared, said)
        return [replace(find_task(connection, one.part.name, created)[1], warnings=odd) for one in made]


def written(segmentation: Segmentation, sentences: Sequence[int] | None = None) -> bytes:
    """Return a segmentation as a file in UTF-8: a line a sentence of its text, a blank between words.

    Args:
        segmentation: what to write. A word that crosses the end of a sentence is cut there.
        sentences: those to write; None for all.
    """
    text = segmentation.text
    ends = np.union1d(segmentation.word_ends, text.sentence_ends).tolist()
    by_sentence: list[list[str]] = [[] for _sentence in text.sentence_ends]
    starts = [0, *ends]
    for start, end, sentence in zip(starts, ends, text.sentences_at(np.array(ends) - 1).tolist(), strict=False):
        by_sentence[sentence].append(text.chars[start:end])
    chosen = range(len(by_sentence)) if sentences is None else sentences
    return "".join(" ".join(by_sentence[sentence]) + "\n" for sentence in chosen).encode("utf-8", "surrogatepass")


def _segmentations(draft: TaskDraft) -> tuple[Segmentation, tuple[Segmentation, ...], tuple[str, ...]]:
    """Return gold, the references on its text, and what is odd about them."""
    gold = read(draft.gold, role="gold", options=draft.options)
    references: dict[str, Document] = {
        lazy("reference {number}, {file}", number=number, file=source.name): read(
            source, role="gold", options=draft.options
        )
        for number, source in enumerate(draft.references, start=2)
    }
    files = DatasetFiles.alike(draft.options, gold=gold, systems=references)
    dataset = load_files(files, stop=True).whole
    return dataset.gold, dataset.systems, (*dataset.warnings, *dataset.oddities())


def _training(source: Source, draft: TaskDraft) -> tuple[PackedFile, TrainingStats]:
    """Return training data as given, with how it was read, and what was read."""
    data, options = bytes_of(source), draft.training_options or draft.options
    stream = open_corpus(Source.from_bytes(source.name, data, limit=source.limit), role="training", options=options)
    stats = gather(stream, characters=False)
    told = ReadOptions(stream.encoding.codec, stream.format, options.normalise)
    # Where it lies on the owner's disk is nobody's business.
    return PackedFile.of(BoardFile(PurePath(source.name).name, data, told)), stats


def _parts(draft: TaskDraft, split: Split | None, sentences: int) -> list[_Part]:
    """Return what the tasks of a draft take of it; a part whose gold is private holds sentences back."""
    parts = _cut(draft, split, sentences)
    share = draft.held_back
    if share == 0:
        return parts
    if not 0 < share < 1:
        raise BoardError(lazy("the share that is held back is {share:g}: give one from 0 and below 1.", share=share))
    if draft.open_gold:
        raise BoardError(lazy("sentences are held back of a private gold alone: leave one of the two out."))
    if min(len(part.sentences) for part in parts if not part.open_gold) < 2:
        raise BoardError(lazy("of a single sentence none can be held back. Give a longer gold."))
    seed = secrets.randbits(128) if draft.held_back_seed is None else draft.held_back_seed
    return [part if part.open_gold else replace(part, held_back=share, held_back_seed=str(seed)) for part in parts]


def _cut(draft: TaskDraft, split: Split | None, sentences: int) -> list[_Part]:
    if split is None:
        return [_Part(draft.name, range(sentences), draft.open_gold)]
    if not 0 < split.dev < 1 or sentences < 2:
        raise BoardError(
            lazy(
                "no split of {sentences:,} sentences with a share of {share:g} for {task}-dev: the share lies between "
                "0 and 1, and both parts need a sentence.",
                sentences=sentences,
                share=split.dev,
                task=draft.name,
            )
        )
    check_draw(seed=split.seed)
    wanted = min(max(round(split.dev * sentences), 1), sentences - 1)
    order = drawn_order(sentences, seed=split.seed)
    dev, test = sorted(order[:wanted]), sorted(order[wanted:])

    def note(part: Sequence[int]) -> str:
        return split_note(len(part), sentences, draft.name, split.seed)

    return [
        _Part(f"{draft.name}-dev", dev, True, note(dev)),
        _Part(f"{draft.name}-test", test, draft.open_gold, note(test)),
    ]


def _make(
    part: _Part,
    gold: Segmentation,
    references: tuple[Segmentation, ...],
    training: TrainingStats | None,
    weights: Weights | None,
    mismatch: Mismatch,
) -> _Made:
    """Write the files of a part, and score its baselines."""
    own_gold = _own(f"{part.name}.gold.txt", written(gold, part.sentences))
    own_references = [
        _own(f"{part.name}.reference-{number}.txt", written(reference, part.sentences))
        for number, reference in enumerate(references, start=2)
    ]
    raw = "".join(gold.text.sentence(sentence) + "\n" for sentence in part.sentences).encode("utf-8", "surrogatepass")
    mark = _mark(part, own_gold)
    task = TaskFiles(
        part.name, mark, own_gold, None, own_references, mismatch=mismatch, held_back=part.held_back,
        held_back_seed=part.held_back_seed,
    )  # fmt: skip
    dataset, aligned = load(task, {}, training=training)
    files = [("gold", own_gold), ("raw", _own(f"{part.name}.raw.txt", raw))]
    files += [("reference", reference) for reference in own_references]
    weights_mark = ""
    if weights is not None:
        cut = cut_difficulties(weights, gold, part.sentences)
        own_weights = written_difficulties(cut, dataset.gold, f"{part.name}.weights.csv")
        weights_mark = _mark(part, own_weights)
        dataset = with_difficulty(dataset, own_weights, weights_mark)
        files.append(("weights", own_weights))
    lines_to_beat = with_baselines(dataset).systems
    # The words of TOP say much about gold, so its digest may not stand in signatures either.
    baselines = replace(dataset, systems=tuple(replace(line, digest=mark) for line in lines_to_beat))
    scored = score(baselines, aligned, task.held(len(part.sentences)))
    return _Made(
        part=part,
        mark=mark,
        weights_mark=weights_mark,
        committee="" if dataset.difficulty is None else dataset.difficulty.committee,
        signature=task_signature(dataset, aligned),
        sizes=(len(part.sentences), len(dataset.gold), len(dataset.gold.text.chars)),
        files=tuple((role, PackedFile.of(file)) for role, file in files),
        baselines=tuple(
            (line, PackedFile.of(_own(f"{part.name}.{name}.txt", written(line.segmentation))))
            for name, line in scored.items()
        ),
    )


def _mark(part: _Part, file: BoardFile) -> str:
    """Return what stands for gold, or for a file that tells how gold cuts the text, in signatures.

    A private one must not be known by its digest: who has nearly all words right could try the rest out on it.
    """
    return hashlib.sha256(file.data).hexdigest() if part.open_gold else secrets.token_hex(32)


def _own(name: str, data: bytes) -> BoardFile:
    return BoardFile(name, data, OWN_OPTIONS)


def _insert(connection: sqlite3.Connection, made: _Made, shared: Sequence[tuple[str, int]], said: _Said) -> None:
    """Store a task with its files, those it shares (by number) and its baselines."""
    part = made.part
    if connection.execute("SELECT 1 FROM task WHERE name = ?", (part.name,)).fetchone():
        raise BoardError(
            lazy("there is a task {name!r} on this board already. Give this one another name.", name=part.name)
        )
    cursor = connection.execute(
        "INSERT INTO task (name, created, tracks, opens, closes, rules, open_gold, mismatch, split, sentences, words, "
        "characters, gold_mark, weights_mark, committee, signature, keyless, held_back, held_back_seed) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (part.name, said.created, ",".join(said.tracks), said.opens, said.closes, said.rules, part.open_gold,
         said.mismatch, part.split, *made.sizes, made.mark, made.weights_mark, made.committee, made.signature,
         said.keyless, part.held_back, part.held_back_seed),
    )  # fmt: skip
    assert cursor.lastrowid is not None
    task = cursor.lastrowid
    connection.executemany(
        "INSERT INTO track_rule (task, track, rule) VALUES (?, ?, ?)",
        [(task, track, said.track_rules[track]) for track in said.tracks if track in said.track_rules],
    )
    files = [(role, keep(connection, file)) for role, file in made.files] + list(shared)
    connection.executemany(
        "INSERT INTO task_file (task, role, position, file) VALUES (?, ?, ?, ?)",
        [(task, role, position, file) for position, (role, file) in enumerate(files)],
    )
    for line, file in made.baselines:
        name = line.segmentation.name
        # A baseline is of no track: what stands here is not stored.
        entry = Entry(system=name, author=_AUTHOR, track="closed", description=str(DESCRIPTIONS[name]))
        insert_submission(connection, task, kind="baseline", entry=entry, scored=line, file=file, created=said.created)
