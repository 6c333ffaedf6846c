"""The examples: made from the sample, the same each time, and apart from what a user makes."""

from collections.abc import Callable
from pathlib import Path

import pytest

from cwsdiag import examples
from cwsdiag.board import Board
from cwsdiag.errors import ReadError
from cwsdiag.examples import STUDY, TASK
from cwsdiag.judging import Judgements, outcome


@pytest.fixture(autouse=True)
def user(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("CWSDIAG_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("CWSDIAG_DATA", str(tmp_path / "data"))
    return tmp_path


def test_the_board_has_one_open_task_with_three_submissions(user: Path) -> None:
    board = Board(examples.board(), create=False)
    (task,) = board.tasks()
    lines = board.table(TASK)
    assert (task.name, task.open_gold, task.submissions) == (TASK, True, 3)
    assert [line.system for line in lines if line.kind == "system"] == ["crf", "jieba", "maximum matching"]
    assert board.path.is_relative_to(user / "cache")
    assert not (user / "data").exists()


def test_the_study_was_finished_by_two_judges_under_its_two_rules() -> None:
    study, judgements = Judgements(examples.judgements(), create=False).look(STUDY)
    found = outcome(study, judgements)
    assert found.finished == ("judge 1", "judge 2")
    assert not found.unfinished
    assert 0 < found.kappa < 1
    given = {(one.judge, one.number): one.marks for one in judgements}
    for item in study.to_judge:
        by_key = {candidate.key: candidate for candidate in item.candidates}
        for judge in found.finished:
            assert sorted(given[judge, item.number].values()) == ["best", "second"]
        if item.number % 2:
            assert given["judge 1", item.number] == given["judge 2", item.number]
        else:
            (best,) = (key for key, mark in given["judge 2", item.number].items() if mark == "best")
            assert len(by_key[best].words) == min(len(candidate.words) for candidate in item.candidates)


@pytest.mark.parametrize("example", [examples.board, examples.judgements])
def test_it_is_made_once_and_the_same_again(example: Callable[[], Path]) -> None:
    path = example()
    state = path.stat()
    assert example() == path
    assert path.stat().st_mtime_ns == state.st_mtime_ns
    assert [file.name for file in path.parent.iterdir()] == [path.name], "nothing is left of the making"
    before = contents(path)
    path.unlink()
    assert contents(example()) == before


def contents(path: Path) -> object:
    if path.name.startswith("board"):
        board = Board(path, create=False)
        return board.tasks(), board.table(TASK)
    study, judgements = Judgements(path, create=False).look(STUDY)
    return study.created, study.signature, study.items, [one.marks for one in judgements]


def test_another_edition_takes_the_place_of_the_one_before(monkeypatch: pytest.MonkeyPatch) -> None:
    before = examples.board()
    monkeypatch.setattr(examples, "_EDITION", 99)
    assert examples.board() != before
    assert [file.name for file in before.parent.iterdir()] == [examples.board().name]


def test_where_it_cannot_be_made_it_is_said(user: Path) -> None:
    (user / "cache").write_text("a file", "utf-8")
    with pytest.raises(ReadError, match="The example cannot be made"):
        examples.board()
