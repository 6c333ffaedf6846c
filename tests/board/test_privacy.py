"""Nothing that everybody can ask for tells gold's words, an e-mail address of a board of 0.2.0, or a key."""

import dataclasses
import hashlib
import re
from collections.abc import Mapping

import pytest

from cwsdiag.board import Board
from cwsdiag.errors import CwsdiagError
from cwsdiag.report import lab
from cwsdiag.report.documents import to_json
from cwsdiag.report.lab import board_verdicts
from tests.board.corpus import (
    GOLD,
    RAW,
    REFERENCE,
    TRAIN,
    ask,
    entry,
    hidden,
    keyed,
    numbered,
    private,
    source,
    weights_of,
)  # fmt: skip

EMAIL = "li.hua@example.org"
# Training data is public and short, so that it does not have these words side by side.
BOUNDARIES = {
    f"{first} {second}"
    for sentence in GOLD.splitlines()
    for first, second in zip(sentence.split(), sentence.split()[1:], strict=False)
    if f"{first} {second}" not in TRAIN
}


def texts_in(value):
    """Every text and all bytes in a value, at any depth, secret fields of dataclasses included."""
    if isinstance(value, bytes):
        yield value.decode("utf-8", "replace")
    elif isinstance(value, str):
        yield value
    elif dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            yield from texts_in(getattr(value, field.name))
    elif isinstance(value, Mapping):
        for pair in value.items():
            yield from texts_in(list(pair))
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from texts_in(item)


def public(board):
    """All that everybody can ask for, and all that the commands print of it."""
    tasks = board.tasks()
    yield tasks
    yield to_json([lab.task_row(task) for task in tasks])
    yield lab.tasks_lines(tasks)
    for task in tasks:
        table = board.table(task.name)
        yield from (table, [board.submission(line.id) for line in table], board.task(task.name))
        yield from (board.files(task.name, "raw")[0], board.files(task.name, "training"))
        if not task.sealed:
            yield board.material(task.name, [line.id for line in table], figures_only=True).weights
        document = lab.table_document(task, table, board_verdicts(board, task.name))
        yield to_json(document)
        yield lab.table_lines(task, table, document["pairs"])
        yield lab.csv_rows(table)


def weights_of_private(board, task):
    """Words with their places as they stand in a file of difficulties that nobody may see, and in no open one."""
    lines = board.material(task, owner=True).weights.data.decode().splitlines()[1:]
    places = {",".join(line.split(",")[:4]) for line in lines}
    found = {place for place in places if place not in board.files("two-dev", "weights")[0].data.decode()}
    assert len(found) > 100
    return found


@pytest.fixture
def board(tmp_path):
    made = Board(tmp_path / "board.sqlite")
    made.add_task(private())
    return made


def test_nothing_public_tells_a_secret(board):
    board.add_task(hidden("two", references=(source(REFERENCE),), split=0.2))
    by = keyed(board)
    for task in board.tasks():
        raw = board.files(task.name, "raw")[0].data.decode()
        board.submit(task.name, entry(description="x"), source(numbered(1, raw)), by=by)
    ask(board.path, "UPDATE submission SET email = ?", EMAIL)
    secrets = {EMAIL, by.key}
    secrets.update(digest for (digest,) in ask(board.path, "SELECT digest FROM access_key"))
    secrets.update(identity for (identity,) in ask(board.path, "SELECT identity FROM submission WHERE identity != ''"))
    secrets.update(weights_of_private(board, "two-test"))
    told = [text for value in public(board) for text in texts_in(value)]
    board.close("two-test")
    told += [text for value in public(board) for text in texts_in(value)]
    assert len(told) > 100 and len(BOUNDARIES) > 20
    for text in told:
        assert not [secret for secret in secrets if secret in text]
        assert not [words for words in BOUNDARIES if words in text]


def test_digests_do_not_tell_gold_and_difficulties(board):
    board.add_task(hidden())
    stored = board.material("weighted", owner=True).weights.data
    digests = [hashlib.sha256(data).hexdigest()[:12] for data in (GOLD.encode(), stored, weights_of())]
    task, line = board.task("weighted"), board.table("weighted")[0]
    for text in (task.signature, line.signature, line.digest):
        assert not [digest for digest in digests if digest in text]
    (mark,) = set(re.findall(r"weights:([0-9a-f]{12})\(seven\)", task.signature + line.signature))
    board.add_task(hidden("again"))
    again = board.task("again").signature
    assert again != task.signature and mark not in again


def test_errors_and_what_is_shown_while_debugging_do_not_tell_gold(board):
    by = keyed(board)
    told = [repr(board.material("news", owner=True))]
    for text in (GOLD.replace("学", "亇"), GOLD.replace(" ", "\n").replace("我", ""), RAW[:40], "𠮷" * 500):
        with pytest.raises(CwsdiagError) as refused:
            board.submit("news", entry(), source(text), by=by)
        told.append(str(refused.value))
    assert not [words for words in BOUNDARIES for text in told if words in text]
    assert by.key not in repr((by, board.submit("news", entry(), source(numbered(1)), by=by)))
