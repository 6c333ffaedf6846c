import gzip
import os
import threading

import pytest

from cwsdiag.errors import LIMIT_VARIABLE, ReadError
from cwsdiag.formats import Source

CONTENT = "我们 喜欢 中文\n".encode() * 50


def test_a_file_gives_its_bytes_in_pieces_and_again(tmp_path):
    path = tmp_path / "gold.txt"
    path.write_bytes(CONTENT)
    source = Source.from_path(path)
    assert (source.name, source.size, source.packed) == (str(path), len(CONTENT), "")
    pieces = list(source.chunks(7))
    assert b"".join(pieces) == CONTENT == b"".join(source.chunks())
    assert {len(piece) for piece in pieces[:-1]} == {7}
    assert source.head(10) == CONTENT[:10]
    assert source.head(10**6) == CONTENT
    path.unlink()
    with pytest.raises(ReadError, match="there is no such file"):
        list(source.chunks())


def test_an_empty_file_is_refused(tmp_path):
    (tmp_path / "empty.txt").touch()
    with pytest.raises(ReadError, match="empty.txt: the file is empty"):
        Source.from_path(tmp_path / "empty.txt")
    with pytest.raises(ReadError, match="upload.txt: the file is empty"):
        Source.from_bytes("upload.txt", b"")


@pytest.mark.parametrize("size", [1, 100, 1 << 20])
@pytest.mark.parametrize(
    "packed",
    [
        gzip.compress(CONTENT[:100], mtime=0) + gzip.compress(CONTENT[100:], mtime=0),
        gzip.compress(CONTENT, mtime=0) + bytes(512),
    ],
    ids=["two members", "padded"],
)
def test_gzip_is_unpacked(packed, size):
    source = Source.from_bytes("gold.txt", packed)
    pieces = list(source.chunks(size))
    assert source.packed == "gzip"
    assert b"".join(pieces) == CONTENT
    assert all(0 < len(piece) <= size for piece in pieces)
    assert source.head(20) == CONTENT[:20]


@pytest.mark.parametrize(
    ("packed", "problem"),
    [
        (gzip.compress(CONTENT, mtime=0)[:-9], "damaged gzip file .Compressed file ended"),
        (gzip.compress(CONTENT, mtime=0)[:10] + b"\xff" * 40, "damaged gzip file"),
        (gzip.compress(CONTENT, mtime=0) + b"more", "damaged gzip file"),
        (gzip.compress(b"", mtime=0), "unpacks to nothing"),
    ],
)
def test_damaged_gzip(packed, problem):
    with pytest.raises(ReadError, match=problem) as error:
        list(Source.from_bytes("gold.gz", packed).chunks())
    assert str(error.value).startswith("gold.gz: ")


def test_gzip_that_unpacks_to_too_much_is_refused_early():
    bomb = Source.from_bytes("bomb.gz", gzip.compress(bytes(10_000_000)), limit=1_000_000)
    given = 0
    with pytest.raises(ReadError, match=f"unpacks to more than the limit of 1.0 MB.*{LIMIT_VARIABLE}"):
        for piece in bomb.chunks(100_000):
            given += len(piece)
    assert given <= 1_000_000


def test_names_are_safe_to_print(tmp_path):
    assert Source.from_bytes("a\x1b[31m\udcff.txt", CONTENT).name == r"a\x1b[31m\udcff.txt"
    with pytest.raises(ReadError, match=r"a\\nb.txt: there is no such file"):
        Source.from_path(tmp_path / "a\nb.txt")


def test_too_large_is_refused_before_reading(tmp_path):
    path = tmp_path / "huge.txt"
    with path.open("wb") as file:
        file.truncate(300_000_000)
    with pytest.raises(ReadError, match=f"300 MB, more than the limit of 200 MB.*{LIMIT_VARIABLE}"):
        Source.from_path(path)
    with pytest.raises(ReadError, match="more than the limit"):
        Source.from_bytes("upload", b"12345", limit=4)


@pytest.mark.skipif(not os.path.exists("/dev/fd"), reason="no names for what is open")
def test_a_pipe_of_the_shell_can_be_read_again():
    reading, writing = os.pipe()
    writer = threading.Thread(target=lambda: (os.write(writing, CONTENT), os.close(writing)))
    writer.start()
    source = Source.from_path(f"/dev/fd/{reading}")
    writer.join()
    os.close(reading)
    assert b"".join(source.chunks()) == CONTENT == b"".join(source.chunks())
