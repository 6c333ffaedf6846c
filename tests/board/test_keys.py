"""Who hands in: keys, sign-in, names that are somebody's, and the owner's key."""

import pytest

from cwsdiag.board import Submitter
from cwsdiag.errors import BoardError
from tests.board.corpus import entry, numbered, source


def submit(board, number=1, author="Li Hua", **by):
    return board.submit("news", entry(author=author), source(numbered(number)), by=Submitter(**by)).submission


def test_a_key_says_whose_a_submission_is(board):
    key = board.add_key("Li Hua")
    assert key.startswith("cws_") and len(key) > 40
    for number, author in enumerate(("", "Li Hua", " li  hua", "ＬＩ ＨＵＡ")):
        line = submit(board, number, author, key=f" {key}\n", signed_in="somebody")
        assert (line.author, line.known_by) == ("Li Hua", "key")
    with pytest.raises(BoardError, match="this key is that of Li Hua"):
        submit(board, 9, "Zhao", key=key)
    (made,) = board.keys()
    assert (made.name, made.created, made.submissions) == ("Li Hua", "2026-01-02T03:04:05+00:00", 4)


def test_nobody_else_has_the_name_of_a_key(board):
    key, other = board.add_key("Li Hua"), board.add_key("Zhao")
    for author in ("LI HUA", "LiHua", "Ｌi Ｈua", "li\u3000hua"):
        for by in ({}, {"signed_in": "li@example.org"}):
            with pytest.raises(BoardError, match="need the key of that name"):
                submit(board, author=author, **by)
    board.revoke_key("li hua")
    with pytest.raises(BoardError, match="need the key of that name"):
        submit(board)
    for wrong in (key, other + "x", "\ud800", key.upper()):
        with pytest.raises(BoardError, match="is wrong, or was revoked"):
            submit(board, key=wrong)
    assert submit(board, author="", key=other).author == "Zhao"


def test_a_revoked_key_is_followed_by_another_of_the_same_name(board, clock):
    first = board.add_key("Li Hua")
    line = submit(board, key=first)
    with pytest.raises(BoardError, match="has a key already"):
        board.add_key("li hua")
    for _ in range(2):
        board.revoke_key("Li Hua")
        clock.wait(hours=1)
    assert board.keys()[0].revoked == "2026-01-02T03:04:05+00:00", "the first time counts"
    second = board.add_key("Li Hua")
    submit(board, 2, key=second)
    assert [(one.name, one.revoked, one.submissions) for one in board.keys()] == [("Li Hua", "", 2)]  # noqa: SIM118
    assert board.submission(line.id).known_by == "key"
    with pytest.raises(BoardError, match=r"no key of 'Wang' on this board\. Available: Li Hua"):
        board.revoke_key("Wang")
    for name, named in ((" ", "the name is missing"), ("\ud800", "invisible"), ("x" * 81, "81")):
        with pytest.raises(BoardError, match=named):
            board.add_key(name)


def test_who_signed_in_is_known_and_keeps_the_name(board):
    line = submit(board, author="Li Hua", signed_in="li@example.org")
    assert (line.author, line.known_by) == ("Li Hua", "sign-in")
    submit(board, 2, author="li hua", signed_in="li@example.org")
    for by in ({}, {"signed_in": "zhao@example.org"}):
        with pytest.raises(BoardError, match="name of somebody who signed in"):
            submit(board, 3, **by)


def test_nothing_that_is_stored_is_a_key_or_an_identity(board):
    keys = [board.add_key("Li Hua"), board.owner_key()]
    submit(board, key=keys[0])
    submit(board, 2, author="x", signed_in="zhao@example.org")
    stored = b"".join(file.read_bytes() for file in board.path.parent.iterdir())
    for secret in (*keys, "zhao@example.org"):
        assert secret.encode() not in stored
    shown = repr((board.keys(), Submitter(key=keys[0], signed_in="zhao@example.org")))
    assert not [secret for secret in (*keys, "zhao@example.org") if secret in shown]


def test_the_owners_key_is_given_once(board):
    assert not board.is_owner_key("")
    key = board.owner_key()
    assert key is not None and board.owner_key() is None
    assert board.is_owner_key(key) and board.is_owner_key(f" {key}\n")
    for wrong in (key[:-1], "\ud800", board.add_key("Li Hua")):
        assert not board.is_owner_key(wrong)
    with pytest.raises(BoardError, match="is wrong, or was revoked"):
        submit(board, key=key)
    renewed = board.owner_key(renew=True)
    assert board.is_owner_key(renewed) and not board.is_owner_key(key)
