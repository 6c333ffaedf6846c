"""A small dataset of four systems, and marks drawn at random."""

import random
import sqlite3
from contextlib import closing
from datetime import UTC, datetime

from cwsdiag.judging import Judgements
from cwsdiag.loading import load

_WORDS = ["我们", "喜欢", "分词", "他", "在", "北京大学", "学习", "今天", "天气", "很", "好", "。"]
NAMES = ["crf", "=lattice", "'quoted", "bert"]


def cut(sentence, draw, share):
    """The characters of a sentence with some boundaries more or less."""
    words = []
    for word in sentence:
        if words and draw.random() < share:
            words[-1] += word
        elif len(word) > 1 and draw.random() < share:
            words += [word[:1], word[1:]]
        else:
            words.append(word)
    return words


def dataset(sentences=30, seed=1, share=0.15, names=NAMES):
    draw = random.Random(seed)
    gold = [[draw.choice(_WORDS) for _ in range(draw.randint(2, 7))] for _ in range(sentences)]
    systems = {name: [cut(sentence, draw, share) for sentence in gold] for name in names}
    return load(gold=gold, systems=systems, name="small")


def clock():
    return datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def opened(folder):
    return Judgements(folder / "people.sqlite", clock=clock)


def drawn_marks(item, draw):
    """Marks of one sentence: one or more best, any number second."""
    keys = [candidate.key for candidate in item.candidates]
    marks = {key: mark for key in keys if (mark := draw.choice(["best", "second", None]))}
    return {**marks, draw.choice(keys): "best"}


def judge_all(kept, study, judge, seed, *, upto=None):
    draw = random.Random(seed)
    for item in study.to_judge[:upto]:
        kept.mark(study.name, judge, item.number, drawn_marks(item, draw))


def plain(study, judgements):
    """The study and what was said, as ``tests.oracles.judging`` takes them."""
    words = {candidate.key: " ".join(candidate.words) for item in study.items for candidate in item.candidates}
    sentences = [
        {system: " ".join(one.words) for one in item.candidates for system in one.systems} for item in study.items
    ]
    places = {item.number: place for place, item in enumerate(study.items)}
    said = {}
    for one in judgements:
        row = said.setdefault(one.judge, [None] * len(study.items))
        row[places[one.number]] = {words[key]: mark for key, mark in one.marks.items()}
    return sentences, said


def ask(path, query):
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(query).fetchall()
