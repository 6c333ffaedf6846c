"""Files are read within a limit, and written whole or not at all."""

from __future__ import annotations

import errno
import gzip
import os
import socket
import stat
from pathlib import Path

import pytest

from cwsdiag import files
from cwsdiag.errors import LIMIT_VARIABLE, BoardError, ReadError, SettingError
from cwsdiag.formats import Source


@pytest.mark.parametrize("text", ["0", "-1", "1.5", "1_0", "٣", "1000001", "9" * 5000])
def test_a_limit_that_is_none(monkeypatch, text):
    monkeypatch.setenv(LIMIT_VARIABLE, text)
    with pytest.raises(SettingError, match=r"a whole number of megabytes from 1 to 1,000,000\.$") as caught:
        files.limit()
    assert len(str(caught.value)) < 150


def test_what_may_be_read_and_written(tmp_path, monkeypatch):
    path = tmp_path / "rules.txt"
    path.write_bytes(b"12345")
    with monkeypatch.context() as small:
        small.setattr(files, "limit", lambda: 5)
        assert files.read_whole(path) == b"12345"
        small.setattr(files, "limit", lambda: 4)
        with pytest.raises(BoardError, match=r"^rules: 0.0 MB, more than the limit of 0.0 MB.*CWSDIAG_MAX_MB"):
            files.read_whole(path, name="rules", error=BoardError)
    # Whoever may everything is asked as anybody else.
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(ReadError, match="cannot be written: no permission"):
        files.save(path, b"after")
    assert files.read_whole(path) == b"12345"


def test_what_is_no_file(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with socket.socket(socket.AF_UNIX) as served:
        served.bind(str(tmp_path / "socket"))
        for name, said in (
            (".", "this is a folder"),
            ("pipe", "this is a named pipe"),
            ("socket", "this is a device or a socket"),
            ("/dev/zero", "this is a device or a socket"),
            ("missing", "there is no such file"),
            ("x" * 5000, "the name is too long"),
            ("nul\0", "this is no name of a file"),
            ("lone \udcff surrogate", "there is no such file"),
        ):
            with pytest.raises(ReadError, match=said):
                files.read_whole(tmp_path / name)


def test_what_grows_while_it_is_read_has_its_limit(monkeypatch):
    monkeypatch.setattr(files, "limit", lambda: 5)
    reading, writing = os.pipe()
    os.write(writing, b"123456")
    os.close(writing)
    with pytest.raises(ReadError, match="more than the limit"):
        files.read_whole(f"/dev/fd/{reading}")
    os.close(reading)


def test_what_is_written_replaces_what_was_there_with_its_permissions(tmp_path):
    path = tmp_path / "out.csv"
    files.save(path, "词\r\n")
    assert path.read_bytes() == "词\r\n".encode()
    path.chmod(0o640)
    files.save(path, b"new")
    assert (path.read_bytes(), stat.S_IMODE(path.stat().st_mode)) == (b"new", 0o640)
    link = tmp_path / "link"
    link.symlink_to(path)
    files.save(link, b"through it")
    assert link.is_symlink()
    assert path.read_bytes() == b"through it"


def test_what_is_written_lies_under_a_new_name_that_only_readers_of_the_old_one_may_read(tmp_path, monkeypatch):
    path, fsync, names = tmp_path / "out.csv", os.fsync, set[str]()

    def look(descriptor):
        (new,) = set(tmp_path.iterdir()) - {path}
        names.add(new.name)
        assert stat.S_IMODE(new.stat().st_mode) == rights
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", look)
    umask = os.umask(0o027)
    try:
        for rights in (0o640, 0o600, 0o666):
            if path.exists():
                path.chmod(rights)
            files.save(path, b"secret")
            assert stat.S_IMODE(path.stat().st_mode) == rights
    finally:
        os.umask(umask)
    assert len(names) == 3


def test_what_lies_under_the_new_name_is_never_written_through(tmp_path, monkeypatch):
    other = tmp_path / "other.csv"
    other.write_bytes(b"mine")
    monkeypatch.setattr(os, "urandom", bytes)
    trap = tmp_path / ("." + "00" * 8)
    trap.symlink_to(other)
    with pytest.raises(ReadError, match="cannot be written"):
        files.save(tmp_path / "out.csv", b"gone")
    assert (trap.is_symlink(), other.read_bytes()) == (True, b"mine")


@pytest.mark.parametrize(
    ("number", "said"),
    [(errno.ENOSPC, "the disk is full"), (errno.EDQUOT, "full"), (errno.EFBIG, "larger than files may be here")],
)
def test_a_full_disk_leaves_what_was_there(tmp_path, monkeypatch, number, said):
    path = tmp_path / "out.csv"
    path.write_bytes(b"before")

    def full(_descriptor):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", full)
    for target in (path, tmp_path / "new.csv"):
        with pytest.raises(ReadError, match=f"cannot be written: .*{said}"):
            files.save(target, b"after")
    assert [found.name for found in tmp_path.iterdir()] == ["out.csv"]
    assert path.read_bytes() == b"before"


def test_a_device_is_written_to():
    files.save("/dev/null", b"gone")
    assert not Path("/dev/null").is_file()
    with pytest.raises(ReadError, match="the disk is full"):
        files.save("/dev/full", b"more")


def test_texts_of_any_size(tmp_path, monkeypatch):
    monkeypatch.setenv(LIMIT_VARIABLE, "1")
    large = tmp_path / "large.txt"
    large.write_bytes("我们 喜欢\n".encode() * 100_000)
    packed = tmp_path / "packed.gz"
    packed.write_bytes(gzip.compress(large.read_bytes()))
    with pytest.raises(ReadError, match="1.4 MB, more than the limit of 1.0 MB"):
        Source.from_path(large)
    assert sum(map(len, Source.from_path(large, any_size=True).chunks())) == 1_400_000
    with pytest.raises(ReadError, match="unpacks to more than the limit of 1.0 MB"):
        list(Source.from_path(packed, any_size=True).chunks())
