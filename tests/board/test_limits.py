"""What is too much, too often, or not to be seen."""

import gzip
import re

import pytest

from cwsdiag.board import Board, Limits, Submitter
from cwsdiag.errors import BoardError, ReadError
from cwsdiag.formats import Source
from tests.board.corpus import RAW, draft, entry, numbered, source


@pytest.fixture
def limited(tmp_path, clock):
    """A board with a task and small limits."""

    def make(**limits):
        board = Board(tmp_path / "limited.sqlite", limits=Limits(**limits), clock=clock)
        board.add_task(draft())
        return board

    return make


def test_an_author_has_so_many_an_hour_for_each_task(limited, clock):
    board = limited(per_hour=2)
    board.add_task(draft("more"))
    keys = {name: board.add_key(name) for name in ("Li Hua", "Zhao")}

    def submit(number, task="news", author="Li Hua", **texts):
        board.submit(task, entry(author=author, **texts), source(numbered(number)), by=Submitter(key=keys[author]))

    submit(1)
    clock.wait(minutes=20)
    submit(2, system="other")
    with pytest.raises(BoardError, match="from 2026-01-02T04:04:05"):
        submit(3)
    submit(3, author="Zhao")
    submit(3, task="more")
    clock.wait(minutes=39, seconds=59)
    with pytest.raises(BoardError, match="within an hour"):
        submit(3)
    clock.wait(seconds=1)
    submit(3)
    with pytest.raises(BoardError, match="from 2026-01-02T04:24:05"):
        submit(4)


def test_what_was_refused_does_not_count(limited):
    board = limited(keyless_hour=1)
    with pytest.raises(BoardError):
        board.submit("news", entry(author=""), source(numbered(1)))
    board.submit("news", entry(), source(numbered(1)))


def test_a_task_takes_so_many(limited):
    board = limited(per_task=2)
    for number in (1, 2):
        board.submit("news", entry(), source(numbered(number)))
    with pytest.raises(BoardError, match="as many as it accepts"):
        board.submit("news", entry(author="Zhao"), source(numbered(3)))


def test_a_file_has_so_many_bytes_packed_and_unpacked(limited):
    size = len(numbered(1).encode())
    board = limited(file_bytes=size)
    board.submit("news", entry(), source(numbered(1)))
    with pytest.raises(BoardError, match="the board accepts files of at most"):
        board.submit("news", entry(), source(numbered(1) + " "))
    bomb = gzip.compress(RAW.encode() + b"\n" * 10 * size)
    assert len(bomb) < size
    with pytest.raises(ReadError, match="unpacks to more"):
        board.submit("news", entry(), Source.from_bytes("bomb.gz", bomb))


@pytest.mark.parametrize(
    ("texts", "named"),
    [
        ({"system": ""}, "name of the system is missing"),
        ({"system": "\u3000\t\n"}, "name of the system is missing"),
        ({"author": " "}, "author is missing"),
        ({"system": "x" * 81}, "81 characters; at most 80"),
        ({"author": "x" * 81}, "author has 81"),
        ({"email": "x@" + "y" * 253}, "e-mail address has 255"),
        ({"description": "x" * 2001}, "description has 2,001"),
        ({"system": "a\x00b"}, re.escape("U+0000, at position 2")),
        ({"author": "\x1b[31mred"}, re.escape("U+001B")),
        ({"system": "a\u202eb"}, re.escape("U+202E")),
        ({"system": "a\u200bb"}, re.escape("U+200B")),
        ({"description": "a\ud800"}, re.escape("U+D800")),
        ({"description": "a\u2028b"}, re.escape("U+2028")),
        ({"description": "a\x85b"}, re.escape("U+0085")),
        ({"email": "nobody"}, "not an e-mail address"),
        ({"email": "a b@c.d"}, "not an e-mail address"),
        ({"email": "@"}, "not an e-mail address"),
        ({"track": "ajar"}, "news has no ajar track. It has: closed, open"),
        ({"resources": "x" * 1001}, "text on the resources has 1,001"),
        ({"system": "TOP"}, "name of a baseline"),
        ({"system": " base "}, "name of a baseline"),
    ],
)
def test_bad_texts_are_refused(board, texts, named):
    with pytest.raises(BoardError, match=named):
        board.submit("news", entry(**texts), source(numbered(1)))
    assert board.task("news").submissions == 0


@pytest.mark.parametrize(
    "text", ["x" * 80, "分词器 １号", "'; DROP TABLE submission; --", "<b>fett</b>", "a" * 79 + "𠮷"]
)
def test_other_texts_are_taken_as_they_are(board, text):
    assert board.submit("news", entry(system=text), source(numbered(1))).submission.system == text
    assert len(board.table("news")) == 3


def test_names_that_look_the_same_are_the_same(board):
    board.submit("news", entry(author="Jose\u0301"), source(numbered(1)))
    with pytest.raises(BoardError, match="this file is on the board already"):
        board.submit("news", entry(author="Jos\u00e9"), source(numbered(1)))
