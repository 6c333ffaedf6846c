"""The examples: made from the sample, the same each time, and apart from what a user makes."""

import pytest

from cwsdiag import examples
from cwsdiag.board import Board
from cwsdiag.errors import ReadError
from cwsdiag.examples import STUDY, TASK
from cwsdiag.judging import Judgements, outcome


@pytest.fixture(autouse=True)
def user(monkeypatch, tmp_path):
    monkeypatch.setenv("CWSDIAG_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("CWSDIAG_DATA", str(tmp_path / "data"))
    return tmp_path


def test_the_study_was_finished_by_two_judges_under_its_two_rules():
    study, judgements = Judgements(examples.judgements(), create=False).look(STUDY)
    found = outcome(study, judgements)
    assert found.finished == ("judge 1", "judge 2")
    assert not found.unfinished
    assert 0 < found.kappa < 1


def test_the_board_is_made_once_the_same_again_and_another_in_its_place(user, monkeypatch):
    path = examples.board()
    board, made = Board(path, create=False), path.stat().st_mtime_ns
    lines = [line.system for line in board.table(TASK) if line.kind == "system"]
    assert lines == ["crf", "jieba", "maximum matching"]
    assert path.is_relative_to(user / "cache") and not (user / "data").exists()
    assert (examples.board(), path.stat().st_mtime_ns) == (path, made)
    assert [file.name for file in path.parent.iterdir()] == [path.name], "nothing is left of the making"
    before = board.table(TASK)
    monkeypatch.setattr(examples, "_EDITION", 99)
    other = examples.board()
    assert other != path and [file.name for file in path.parent.iterdir()] == [other.name]
    assert Board(other, create=False).table(TASK) == before, "from the same data the same again"


def test_where_it_cannot_be_made_it_is_said(user):
    (user / "cache").write_text("a file", "utf-8")
    with pytest.raises(ReadError, match="The example cannot be made"):
        examples.board()
