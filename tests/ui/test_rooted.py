"""Paths under the server's folder: what can be named, and that nothing else can."""

import os

import pytest

from cwsdiag.errors import ReadError
from cwsdiag.inputs import File, real_path
from cwsdiag.ui.files import uploads


@pytest.fixture
def root(tmp_path):
    """A folder to serve, beside a secret; links lead out of it and to a place inside."""
    folder = tmp_path / "root"
    (folder / "sub").mkdir(parents=True)
    (tmp_path / "secret.txt").write_text("秘密\n", "utf-8")
    (tmp_path / "root-secret").mkdir()
    (tmp_path / "root-secret" / "s.txt").write_text("秘密\n", "utf-8")
    (folder / "gold.txt").write_text("我们 在\n", "utf-8")
    (folder / "sub" / "own.seg.txt").write_text("我们 在\n", "utf-8")
    (folder / ".hidden").write_text("x", "utf-8")
    (folder / "out.txt").symlink_to(tmp_path / "secret.txt")
    (folder / "up").symlink_to(tmp_path)
    (folder / "inside.txt").symlink_to(folder / "sub" / "own.seg.txt")
    (folder / "loop").symlink_to(folder / "loop")
    os.mkfifo(folder / "pipe")
    return folder


def test_files_below_are_offered_and_found(root):
    assert uploads.offered(root) == ["gold.txt", "inside.txt", "sub/own.seg.txt"]
    assert real_path(root, "sub/own.seg.txt") == root / "sub" / "own.seg.txt"
    assert real_path(root, "./sub//own.seg.txt") == root / "sub" / "own.seg.txt"
    assert uploads.path_problem(root, "inside.txt") == ""


@pytest.mark.parametrize(
    "name",
    [
        "../secret.txt", "sub/../../secret.txt", "sub/../gold.txt", "..", "../root-secret/s.txt", "..\\secret.txt",
        "/etc/passwd", "//etc/passwd", "\\etc\\passwd", "C:\\secret.txt", "c:secret.txt", "\\\\host\\share",
        "out.txt", "up/secret.txt", "up/root-secret/s.txt", "loop", "loop/x", "pipe", "sub", ".", "", "  ",
        "%2e%2e/secret.txt", "..%2fsecret.txt", "%2e%2e%2fsecret.txt", "%252e%252e/secret.txt", "．．/secret.txt",
        "~/secret.txt", "$HOME", "gold.txt\0", "\0", "gold.txt/x", "file:///etc/passwd", "x" * 5000,
        "\ud800", "none.txt",
    ],
)  # fmt: skip
def test_nothing_else_can_be_named(root, name):
    with pytest.raises(ReadError) as error:
        real_path(root, name)
    message = str(error.value)
    assert str(root) not in message, "where the folder lies is nobody's business"
    assert len(message) < 400
    assert message.isprintable()


def test_no_more_are_offered_than_a_list_can_show(root, monkeypatch):
    monkeypatch.setattr(uploads, "MOST_OFFERED", 2)
    assert uploads.offered(root) == ["gold.txt", "inside.txt"]


def test_messages_name_the_path_from_the_folder(root):
    (root / "sub" / "empty.txt").touch()
    with pytest.raises(ReadError) as error:
        File.under(root, "sub/empty.txt", "gold").source()
    assert str(error.value).startswith("sub/empty.txt: the file is empty")


def test_link_that_takes_the_place_of_an_opened_file_is_not_followed(root, tmp_path):
    file = File.under(root, "gold.txt", "gold")
    (root / "gold.txt").unlink()
    (root / "gold.txt").symlink_to(tmp_path / "secret.txt")
    with pytest.raises(ReadError, match="no such file under"):
        file.source()
