"""What is too much, or not to be seen."""

import gzip
import re

import pytest

from cwsdiag.board.admission import FILE_BYTES
from cwsdiag.errors import BoardError, ReadError
from cwsdiag.formats import Source
from tests.board.corpus import RAW, entry, numbered, source


def test_a_file_has_so_many_bytes_packed_and_unpacked(board):
    with pytest.raises(BoardError, match=r"20\.0 MB; the board accepts files of at most 20\.0 MB"):
        board.submit("news", entry(), Source.from_bytes("mine.txt", b" " * (FILE_BYTES + 1)))
    bomb = gzip.compress(RAW.encode() + b"\n" * FILE_BYTES)
    with pytest.raises(ReadError, match="unpacks to more"):
        board.submit("news", entry(), Source.from_bytes("bomb.gz", bomb))


@pytest.mark.parametrize(
    ("texts", "named"),
    [
        ({"system": ""}, "name of the system is missing"),
        ({"author": " \u3000\t\n"}, "author is missing"),
        ({"system": "x" * 81}, "81 characters; at most 80"),
        ({"description": "x" * 2001}, "description has 2,001"),
        ({"system": "a\x00b"}, re.escape("U+0000, at position 2")),
        ({"author": "a\u202eb"}, re.escape("U+202E")),
        ({"description": "a\ud800"}, re.escape("U+D800")),
        ({"description": "a\u2028b"}, re.escape("U+2028")),
        ({"track": "ajar"}, "news has no ajar track. It has: closed, open"),
        ({"resources": "x" * 1001}, "text on the resources has 1,001"),
        ({"system": " base "}, "name of a baseline"),
    ],
)
def test_bad_texts_are_refused(board, texts, named):
    with pytest.raises(BoardError, match=named):
        board.submit("news", entry(**texts), source(numbered(1)))
    assert board.task("news").submissions == 0


@pytest.mark.parametrize("text", ["分词器 １号", "'; DROP TABLE submission; --", "<b>fett</b>", "a" * 79 + "𠮷"])
def test_other_texts_are_taken_as_they_are(board, text):
    assert board.submit("news", entry(system=text), source(numbered(1))).submission.system == text
    assert len(board.table("news")) == 3


def test_names_that_look_the_same_are_the_same(board):
    board.submit("news", entry(author="Jose\u0301"), source(numbered(1)))
    with pytest.raises(BoardError, match="this file is on the board already"):
        board.submit("news", entry(author="Jos\u00e9"), source(numbered(1)))
