"""Making a task: gold and weights as the board writes them, the raw text, BASE and TOP."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

import numpy as np

from cwsdiag.baselines import with_baselines
from cwsdiag.board.models import BoardFile, Material
from cwsdiag.board.scoring import load, score
from cwsdiag.board.texts import checked, task_name
from cwsdiag.dataset import ReadOptions, open_corpus, read
from cwsdiag.formats import Source
from cwsdiag.languages import lazy
from cwsdiag.loading import DatasetFiles, load_files
from cwsdiag.signature import signature
from cwsdiag.text import frozen
from cwsdiag.weights import read_weights
from cwsdiag.weights.files import weights_bytes

if TYPE_CHECKING:
    from cwsdiag.board.models import Role, TaskDraft
    from cwsdiag.board.scoring import Scored
    from cwsdiag.text import Segmentation

# Of a private gold: scores of fewer sentences tell single words.
LEAST_SENTENCES = 300
# How the files that the board writes itself are read: given, since a gold text may look like another format.
_OWN_OPTIONS = ReadOptions(encoding="utf-8", format="words")


@dataclass(frozen=True)
class NewTask:
    """A task ready to be stored.

    Attributes:
        columns: of its row.
        files: with their roles.
        baselines: BASE and TOP with their scores.
        warnings: what looks odd about the files.
    """

    columns: dict[str, Any]
    files: list[tuple[Role, BoardFile]]
    baselines: list[Scored]
    warnings: tuple[str, ...]


def new_task(draft: TaskDraft) -> NewTask:
    """Return the task of a draft, with BASE and TOP scored on it; see ``Board.add_task``."""
    gold = read(draft.gold, role="gold", options=draft.options)
    dataset = load_files(DatasetFiles.alike(draft.options, gold=gold), stop=True).whole
    warnings = [*dataset.warnings, *dataset.oddities()]
    name, lines = task_name(draft.name), sentence_lines(dataset.gold)
    if len(lines) < LEAST_SENTENCES and not draft.open_gold:
        warnings.append(
            lazy(
                "{task} has a private gold of {sentences:,} sentences; of fewer than {least} the scores tell single "
                "words. A longer gold hides more.",
                task=name,
                sentences=len(lines),
                least=LEAST_SENTENCES,
            )
        )

    def mark(data: bytes) -> str:
        # A private one must not be known by its digest: who has nearly all words right could try out the rest on it.
        return hashlib.sha256(data).hexdigest() if draft.open_gold else secrets.token_hex(32)

    own, raw = text_file(f"{name}.gold.txt", lines), [line.replace(" ", "") for line in lines]
    files: list[tuple[Role, BoardFile]] = [("gold", own), ("raw", text_file(f"{name}.raw.txt", raw))]
    weights, table = None, None
    if draft.weights is not None:
        weights = read_weights(draft.weights, dataset.gold)
        # Everybody sees it.
        weights = replace(weights, committee=checked("committee", weights.committee))
        # CSV is the only format for people that has all that is known.
        table = BoardFile(f"{name}.weights.csv", weights_bytes(weights, dataset.gold))
        files.append(("weights", table))
    training = None if draft.training is None else _training(draft.training, draft.options)
    if training is not None:
        files.append(("training", training))
    gold_mark, weights_mark = mark(own.data), "" if table is None else mark(table.data)
    dataset = load(Material(name, draft.mismatch, gold_mark, own, training, table, weights_mark), {})
    # The words of TOP say much about gold, so its digest may not stand in signatures either.
    baselines = tuple(replace(one, digest=gold_mark) for one in with_baselines(dataset).systems)
    columns = {
        "name": name,
        "open_gold": draft.open_gold,
        "mismatch": draft.mismatch,
        "gold_mark": gold_mark,
        "weights_mark": weights_mark,
        "sentences": len(lines),
        "words": len(dataset.gold),
        "characters": len(dataset.gold.text.chars),
        "committee": "" if weights is None else weights.committee,
        "signature": signature(dataset),
    }
    return NewTask(columns, files, [*score(replace(dataset, systems=baselines)).values()], tuple(warnings))


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
