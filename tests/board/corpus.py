"""A small corpus for boards, and segmentations of it by number."""

import itertools
import random
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta

import numpy as np

import cwsdiag
from cwsdiag.board import Board, Entry, Submitter, TaskDraft
from cwsdiag.formats import Source
from cwsdiag.weights import of_committee, weights_bytes

_WORDS = ["我们", "喜欢", "分词", "他", "在", "北京大学", "学习", "今天", "天气", "很", "好", "。", "中国", "人民"]
_DRAW = random.Random(1)
SENTENCES = [[_DRAW.choice(_WORDS) for _ in range(_DRAW.randint(4, 9))] for _ in range(30)]


def written(sentences):
    return "".join(" ".join(sentence) + "\n" for sentence in sentences)


GOLD = written(SENTENCES)
RAW = GOLD.replace(" ", "")
# Another way that counts as right.
REFERENCE = GOLD.replace("北京大学", "北京 大学").replace("中国 人民", "中国人民")
TRAIN = written(SENTENCES[:5]).replace("北京大学", "北京 大学")


def numbered(number, raw=RAW):
    """A segmentation of ``raw``, another for each number."""
    draw = random.Random(number)
    return "".join(
        "".join(char if char == "\n" or draw.random() < 0.5 else f"{char} " for char in line)
        for line in raw.splitlines(keepends=True)
    )


def source(text, name="file.txt"):
    return Source.from_bytes(name, text.encode())


def draft(name="news", **changes):
    """A draft with open gold."""
    given = {"gold": source(GOLD, "gold.txt"), "training": source(TRAIN, "train.txt"), "open_gold": True}
    return TaskDraft(name=name, **{**given, **changes})


def private(name="news", **changes):
    """A draft with private gold."""
    return draft(name, **{"open_gold": False, "few_sentences": True, **changes})


def keyed(board, name="Li Hua"):
    """Somebody with a key."""
    return Submitter(key=board.add_key(name))


def entry(system="crf", author="Li Hua", track="closed", **texts):
    return Entry(system=system, author=author, track=track, **texts)


def weights_of(gold=GOLD, *, committee="seven", members=7):
    """What a committee says of gold, as the bytes of a CSV file; who is wrong where is drawn."""
    words = cwsdiag.load(gold=source(gold)).gold
    wrong = np.random.default_rng(1).random((members, len(words))) < 0.4
    return weights_bytes(of_committee(wrong, committee=committee), words)


def weighted(name="weighted", *, file="difficulty.csv", **changes):
    """A draft with open gold and difficulties."""
    return draft(name, **{"weights": Source.from_bytes(file, weights_of()), **changes})


def hidden(name="weighted", **changes):
    """A draft with difficulties and private gold."""
    return weighted(name, **{"open_gold": False, "few_sentences": True, **changes})


class Clock:
    """A clock that is set by hand."""

    def __init__(self):
        self.now = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)

    def __call__(self):
        return self.now

    def wait(self, **much):
        self.now += timedelta(**much)


def ask(path, query, *values):
    """What the tables of a board hold, whatever its public functions say."""
    with closing(sqlite3.connect(path)) as connection, connection:
        return connection.execute(query, values).fetchall()


def check_whole(path):
    """Fail where the file is damaged or holds part of a submission; return the public tables of all tasks."""
    assert ask(path, "PRAGMA integrity_check") == [("ok",)]
    assert ask(path, "PRAGMA foreign_key_check") == []
    board = Board(path, create=False)
    tables = [board.table(task.name) for task in board.tasks()]
    lines = list(itertools.chain.from_iterable(tables))
    assert len({tuple(line.scores) for line in lines}) <= 1, "some submissions have other scores than the rest"
    assert all(line.scores for line in lines)
    assert {(line.id,) for line in lines} == set(ask(path, "SELECT DISTINCT submission FROM score"))
    used = "SELECT file FROM submission UNION SELECT file FROM task_file"
    assert set(ask(path, "SELECT id FROM file")) == set(ask(path, used))
    return tables
