"""Nothing is lost, and what is damaged is said: a row a case."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from cwsdiag.board import Board
from tests import older
from tests.board.corpus import draft
from tests.trust.cases import SCORE, Case, run
from tests.trust.damage import damaged, good_judgements

if TYPE_CHECKING:
    from pathlib import Path

DIAGNOSE = SCORE.replace("score", "diagnose")
TWO = "--system a=a.txt --system b=gold.txt"


def board(folder: Path) -> Path:
    """A board of one task."""
    Board(folder / "lab.sqlite").add_task(draft(open_gold=True))
    return folder / "lab.sqlite"


def broken(folder: Path) -> None:
    """A board that lost a table."""
    good = board(folder).rename(folder / "good.sqlite")
    assert damaged(good, folder / "lab.sqlite", "DROP TABLE score")


def of_0_2_0(folder: Path) -> None:
    """A board of cwsdiag 0.2.0."""
    older.make("board", folder / "lab.sqlite")


def judged(folder: Path) -> None:
    """Judgements of two judges."""
    good_judgements(folder / "p")


def pipe(folder: Path) -> None:
    """A named pipe, which nobody writes to."""
    os.mkfifo(folder / "pipe")


def loop(folder: Path) -> None:
    """A link that points at itself."""
    (folder / "loop").symlink_to("loop")


CASES = [
    # kept: what is written, and what was.
    Case("a board that is not there", "board list --board lab.sqlite", 2, "there is no board"),
    Case("a board of 0 bytes", "board list --board b", 2, "it is empty", {"b": b""}),
    Case("judgements of 0 bytes", f"judge new n --gold gold.txt {TWO} --judgements j", 2, "it is empty", {"j": b""}),
    Case("a board that is a text", "board show a --board gold.txt", 2, "not a board, or it is damaged"),
    Case("a board that is a pipe", "board list --board pipe", 2, "a named pipe", before=pipe),
    Case("a board that lost a table", "board show news --board lab.sqlite", 2, "no such table: score", before=broken),
    Case(
        "asked what is wrong", "board check --board lab.sqlite", 1, "wrong: its table score is missing", before=broken
    ),
    Case("it is not copied over", "board backup gold.txt --board lab.sqlite", 2, "a file already", before=board),
    Case("a copy of it", "board backup copy.sqlite --board lab.sqlite", 0, "as it was at this moment", before=board),
    Case("a sound board", "board check --board lab.sqlite", 0, "task 1, .*\nnothing is wrong", before=board),
    Case("sound judgements", "judge check --judgements p", 0, "judgement 3, .*\nnothing is wrong", before=judged),
    Case("a board as judgements", "judge check --judgements lab.sqlite", 2, "of another program", before=board),
    Case(
        "an older board",
        "board check --board lab.sqlite",
        0,
        "version 4 of its tables, to be brought to",
        before=of_0_2_0,
    ),
    Case(
        "a link to itself",
        "separators --reference gold.txt --union loop",
        2,
        "loop: cannot be written: this link points at itself",
        before=loop,
    ),
    Case("a link to itself, read", "draw loop --sentences 1 -o x", 2, "loop: this link points at itself", before=loop),
    Case("a file in no folder", "separators --reference gold.txt --union no/out.txt", 2, "its folder is not there"),
    Case("tables in a file", f"{DIAGNOSE} --csv gold.txt", 2, "there is a file where a folder should be"),
    Case("results on a full disk", "results . -o /dev/full", 2, "/dev/full: cannot be written: the disk is full"),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_it_is_said(case: Case, tmp_path: Path) -> None:
    run(case, tmp_path)
