"""Boards and judgements that are damaged: one message of our own, whatever is done with them; nothing is written."""

from __future__ import annotations

import random
import re
from functools import partial
from typing import TYPE_CHECKING

import pytest

from cwsdiag.board import health as board_health
from cwsdiag.errors import BoardError, CwsdiagError, JudgingError
from cwsdiag.judging import health as judging_health
from tests.board.corpus import ask
from tests.trust import damage

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def refused(uses: Callable[[], damage.Uses]) -> list[str]:
    """Do all that is done with a file, and return what was said; an error that is not our own goes through."""
    said = []
    try:
        found = uses()
    except CwsdiagError as error:
        return [str(error)]
    for use in found:
        try:
            use()
        except CwsdiagError as error:
            said.append(str(error))
    return said


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    path = tmp_path_factory.mktemp("good") / "board.sqlite"
    return path, damage.good_board(path)


@pytest.fixture(scope="module")
def judgements(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("good") / "people.sqlite"
    damage.good_judgements(path)
    return path


def test_nothing_is_wrong_with_good_files(board: tuple[Path, str], judgements: Path, tmp_path: Path) -> None:
    path, token = board
    assert board_health.examine(path).problems == judging_health.examine(judgements).problems == ()
    bad = tmp_path / "copy.sqlite"
    damage.copied(path, bad)
    assert refused(lambda: damage.board_uses(bad, token)) == []
    damage.copied(judgements, bad)
    assert refused(lambda: damage.judgements_uses(bad)) == []


def test_boards_with_anything_anywhere(board: tuple[Path, str], tmp_path: Path) -> None:
    (good, token), bad = board, tmp_path / "board.sqlite"
    for number, what in enumerate(damage.damages(good, bad)):
        found = board_health.examine(bad).problems
        # Writing takes most of the time.
        said = refused(partial(damage.board_uses, bad, token, writing=number % 5 == 0))
        # What is stumbled over in use is found by asking.
        assert found or "is damaged" not in "".join(said), what
        assert not what.startswith(("DROP", "ALTER")) or "is damaged" in "".join(said), what


def test_judgements_with_anything_anywhere(judgements: Path, tmp_path: Path) -> None:
    bad = tmp_path / "people.sqlite"
    for what in damage.damages(judgements, bad):
        found = judging_health.examine(bad).problems
        said = refused(lambda: damage.judgements_uses(bad))
        assert found or "is damaged" not in "".join(said), what


@pytest.mark.parametrize("kind", ["board", "judgements"])
def test_bytes_that_changed_on_the_disk(board: tuple[Path, str], judgements: Path, tmp_path: Path, kind: str) -> None:
    """Any byte of any page, a page of nothing, and a file that was cut."""
    good, bad = (board[0] if kind == "board" else judgements), tmp_path / "bad.sqlite"
    draw, content = random.Random(1), good.read_bytes()
    examine = board_health.examine if kind == "board" else judging_health.examine
    for _ in range(20):
        damage.copied(good, bad)
        changed = bytearray(content)
        place = draw.randrange(len(content))
        how = draw.choice(["byte", "page", "cut"])
        if how == "byte":
            changed[place : place + 8] = draw.randbytes(8)
        elif how == "page":
            changed[place // 4096 * 4096 : (place // 4096 + 1) * 4096] = bytes(4096)
        else:
            del changed[place:]
        bad.write_bytes(changed)
        uses = (lambda: damage.board_uses(bad, board[1])) if kind == "board" else lambda: damage.judgements_uses(bad)
        refused(uses)
        try:
            examine(bad)
        except (BoardError, JudgingError) as error:
            assert str(bad) in str(error)


@pytest.mark.parametrize(
    ("statements", "said"),
    [
        (("PRAGMA user_version = 0",), r"damaged: its tables have no version \(0\)"),
        (("PRAGMA user_version = -3",), r"damaged: its tables have no version \(-3\)"),
        (("PRAGMA user_version = 999",), "newer cwsdiag"),
        (("DROP TABLE score",), "damaged: its table score is missing"),
        (("ALTER TABLE task DROP COLUMN rules",), "the column rules of its table task is missing"),
        (("CREATE TRIGGER t AFTER INSERT ON score BEGIN DELETE FROM score; END",), "a trigger or a view"),
        (("PRAGMA foreign_keys = OFF", "DELETE FROM task"), "rows of its table .* belong to rows of task"),
    ],
)
def test_what_cannot_be_opened_is_left_as_it_is(
    board: tuple[Path, str], tmp_path: Path, statements: tuple[str, ...], said: str
) -> None:
    bad = tmp_path / "board.sqlite"
    assert damage.damaged(board[0], bad, *statements)
    before = bad.read_bytes()
    with pytest.raises(BoardError, match=said):
        damage.board_uses(bad, board[1])
    assert bad.read_bytes() == before
    assert list(tmp_path.iterdir()) == [bad]


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("UPDATE file SET packed = x'789c00'", "does not unpack"),
        ("UPDATE file SET packed = x'' WHERE id = 1", "file 1: the file .* does not unpack"),
        ("UPDATE submission SET digest = replace(digest, substr(digest, 1, 1), 'g')", "digest in it is no digest"),
        ("UPDATE submission SET file = 1 WHERE id = 3", "submission 3 is not that of its digest"),
        ("UPDATE submission SET created = '2026-01-02 03:04:05'", "created in it is no time"),
        ("UPDATE score SET value = 'much' WHERE submission = 3", "value in it is no number"),
        ("UPDATE task SET gold_mark = replace(gold_mark, substr(gold_mark, 1, 1), '_')", "is no digest"),
        ("UPDATE task_file SET role = 'prize' WHERE role = 'gold'", "CHECK constraint failed"),
        ("UPDATE task SET sentences = 31", "30 sentences and .* characters, not 31"),
        ("DELETE FROM secret", "its author's token is gone"),
        ("DELETE FROM score WHERE submission = 3", "submission 3: it has no scores"),
        (
            "INSERT INTO file SELECT 99, name, encoding, format, normalise, packed FROM file LIMIT 1",
            "belongs to no task",
        ),
    ],
)
def test_what_is_wrong_is_said(board: tuple[Path, str], tmp_path: Path, statement: str, said: str) -> None:
    bad = tmp_path / "board.sqlite"
    assert damage.damaged(board[0], bad, statement)
    before = bad.read_bytes()
    problems = board_health.examine(bad).problems
    assert any(re.search(said, problem) for problem in problems), problems
    assert bad.read_bytes() == before


def test_no_damaged_board_is_copied(board: tuple[Path, str], tmp_path: Path) -> None:
    from cwsdiag.board.schema import back_up

    bad, copy = tmp_path / "board.sqlite", tmp_path / "copy.sqlite"
    damage.copied(board[0], bad)
    root = ask(bad, "SELECT rootpage FROM sqlite_master WHERE name = 'submission'")[0][0]
    content = bytearray(bad.read_bytes())
    content[(root - 1) * 4096 : root * 4096] = bytes(4096)
    bad.write_bytes(content)
    with pytest.raises(BoardError, match="damaged and was not copied"):
        back_up(bad, copy)
    assert list(tmp_path.glob("*copy*")) == []
