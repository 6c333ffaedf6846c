"""The example board and the example study of judges: made from the sample, each in a file of its own.

They lie in the cache folder, apart from all that a user makes, and can be made again at any time.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from itertools import accumulate
from pathlib import Path
from typing import Any

import cwsdiag
from cwsdiag.board import Board, Entry, TaskDraft
from cwsdiag.difficulty import cache_folder
from cwsdiag.errors import ReadError
from cwsdiag.files import private_folder, sample_project
from cwsdiag.judging import Judgements
from cwsdiag.judging.models import BEST, SECOND
from cwsdiag.judging.outcome import balanced_of
from cwsdiag.languages import lazy
from cwsdiag.project import load_dataset, read_project

TASK = "news"
STUDY = "news, marked by rule"
# Boards keep texts in English.
RULES = lazy(
    "An example, made from the sample data of cwsdiag. Its gold may be seen, and its three submissions are systems "
    "of the sample."
)
MARKED_BY_RULE = lazy(
    "Nobody judged these sentences: the marks follow two rules. Judge 1 marks what is nearest to gold by F1; judge 2 "
    "does so in sentences of odd number, and in the others marks what has the fewest words."
)
_MADE = datetime(2026, 1, 1, 12, tzinfo=UTC)
# Raised when another sample, or the same, is to give another example.
_EDITION = 6
_SENTENCES = 30
# What the submissions say, by the name of the system in the sample.
_ENTRIES = {
    "crf": Entry("crf", "Li Hua", "closed", description="a CRF, trained on the training data of the task"),
    "maximum matching": Entry("maximum matching", "王小明", "closed", description="the words of the training data"),
    "jieba": Entry("jieba", "Zhang San", "open", description="a dictionary of its own"),
}


def board() -> Path:
    """Return the file of the example board, made where there is none.

    Raises:
        ReadError: it cannot be made.
    """
    return _example("board", Board.version, _make_board)


def judgements() -> Path:
    """Return the file of the example study, made where there is none.

    Raises:
        ReadError: it cannot be made.
    """
    return _example("judgements", Judgements.version, _make_judgements)


def _example(name: str, version: int, make: Callable[[Path], None]) -> Path:
    # Another place for another program, another edition, and other tables; those of before go.
    path = cache_folder() / "examples" / f"{name}-{cwsdiag.__version__}-{_EDITION}-{version}.sqlite"
    if path.exists():
        return path
    try:
        with tempfile.TemporaryDirectory(dir=private_folder(path.parent), prefix=".") as folder:
            new = Path(folder) / path.name
            make(new)
            for old in path.parent.glob(f"{name}-*.sqlite*"):
                with suppress(OSError):  # another server may have it open
                    old.unlink(missing_ok=True)
            # Others see all of it or nothing. SQLite has put everything into it when the last connection closed.
            os.replace(new, path)
    except OSError as error:
        where = error.filename or path.parent
        raise ReadError(
            lazy("The example cannot be made: {path}: {reason}.", path=where, reason=error.strerror)
        ) from None
    return path


def _make_board(path: Path) -> None:
    files, board = read_project(sample_project()).dataset(TASK), Board(path, clock=lambda: _MADE)
    given: dict[str, Any] = {file.role: file.source() for file in files.of("gold", "training", "weights")}
    board.add_task(TaskDraft(TASK, **given, rules=RULES, open_gold=True))
    for system in files.systems:
        if system.name in _ENTRIES:
            board.submit(TASK, _ENTRIES[system.name], system.source())


def _make_judgements(path: Path) -> None:
    dataset = load_dataset(read_project(sample_project()).dataset(TASK))
    systems = [system.name for system in dataset.systems if system.name in _ENTRIES]
    judgements = Judgements(path, clock=lambda: _MADE)
    study = judgements.new(STUDY, dataset, sentences=_SENTENCES, systems=systems, f_b=balanced_of(dataset))
    for item in study.to_judge:
        gold = _cuts(dataset.gold.sentence_words(item.number - 1))
        nearest = sorted(item.candidates, key=lambda candidate: -_nearness(_cuts(candidate.words), gold))
        fewest = sorted(nearest, key=lambda candidate: len(candidate.words))
        for judge, order in (("judge 1", nearest), ("judge 2", nearest if item.number % 2 else fewest)):
            judgements.mark(study.name, judge, item.number, {order[0].key: BEST, order[1].key: SECOND})


def _cuts(words: Sequence[str]) -> set[tuple[int, int]]:
    """Return the words of a sentence as pairs of where they begin and end."""
    ends = list(accumulate(map(len, words)))
    return set(zip([0, *ends], ends, strict=False))


def _nearness(words: set[tuple[int, int]], gold: set[tuple[int, int]]) -> float:
    """Return F1 of the words of a sentence."""
    return 2 * len(words & gold) / (len(words) + len(gold))
