"""What is too much, or not to be seen."""

import gzip
import re

import pytest

from cwsdiag.board.admission import FILE_BYTES
from cwsdiag.errors import BoardError, ReadError
from cwsdiag.formats import Source
from tests.board.corpus import RAW, entry, submit


def test_a_file_has_so_many_bytes_packed_and_unpacked(board):
    with pytest.raises(BoardError, match=r"20\.0 MB; the board accepts files of at most 20\.0 MB"):
        board.submit("news", entry(), Source.from_bytes("mine.txt", b" " * (FILE_BYTES + 1)))
    bomb = gzip.compress(RAW.encode() + b"\n" * FILE_BYTES)
    with pytest.raises(ReadError, match="unpacks to more"):
        board.submit("news", entry(), Source.from_bytes("bomb.gz", bomb))


@pytest.mark.parametrize(
    ("texts", "named"),
    [
        ({"system": " \u3000\t\n"}, "name of the system is missing"),
        ({"system": "x" * 81}, "81 characters; at most 80"),
        ({"description": "x" * 2001}, "description has 2,001"),
        ({"author": "a\u202eb"}, re.escape("U+202E, at position 2")),
        ({"description": "a\ud800"}, re.escape("U+D800")),
        ({"description": "a\u2028b"}, re.escape("U+2028")),
        ({"track": "ajar"}, "news has no ajar track. It has: closed, open"),
        ({"resources": "x" * 1001}, "text on the resources has 1,001"),
        ({"system": " base "}, "name of a baseline"),
    ],
)
def test_bad_texts_are_refused(board, texts, named):
    with pytest.raises(BoardError, match=named):
        submit(board, **texts)
    assert board.task("news").submissions == 0


@pytest.mark.parametrize("text", ["'; DROP TABLE submission; --", "a" * 79 + "𠮷"])
def test_other_texts_are_taken_as_they_are(board, text):
    assert submit(board, system=text).system == text
    assert len(board.table("news")) == 3


def test_names_that_look_the_same_are_the_same(board):
    submit(board, author="Jose\u0301")
    with pytest.raises(BoardError, match="this file is on the board already"):
        submit(board, author="Jos\u00e9")
