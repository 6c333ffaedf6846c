"""Small corpora for the tests of studies."""

import math
from dataclasses import replace
from pathlib import Path

from hypothesis import strategies as st

from cwsdiag.dataset import ReadOptions, open_corpus, read
from cwsdiag.inputs import File, FileSet
from cwsdiag.study import Corpus, orders
from cwsdiag.training import gather
from tests import corpora as house

TOLERANCE = 1e-9
# F1 of eight systems on seven corpora, with their parts: facts of Fu et al. 2020, Table 2.
TABLE_2 = Path(__file__).parent / "table2_f1.csv"

# Two or three characters, so that the strings of words stand in other words and across them.
_words = st.text("中国𠮷", min_size=1, max_size=3)
_dense = st.lists(st.lists(_words, max_size=7), min_size=1, max_size=5).filter(any)
texts = st.one_of(_dense, house.corpora())


def text(sentences):
    return read(sentences, role="gold", options=ReadOptions())


def corpus_files(name, gold, training=None, dev=None, *, encoding=None, normalise=(), training_normalise=None):
    options = ReadOptions(encoding, normalise=normalise)
    files = FileSet.alike(options, gold=gold, training=training, dev=dev, name=name)
    if training_normalise is None:
        return files
    return files.with_file(File.of("training", training, replace(options, normalise=training_normalise)))


def training(corpus, strings=()):
    return gather(open_corpus(corpus, role="training", options=ReadOptions()), strings=strings)


def corpus(name, train, test, dev=None):
    return Corpus(
        name,
        None if train is None else training(train),
        text(test),
        None if dev is None else text(dev),
    )


def select_sources(target, sources, *, way="max", seed=0):
    """One order of sources."""
    (order,) = orders(target, sources, ways=(way,), seeds=1, seed=seed)
    return order


def read_words(path):
    return [line.split() for line in path.read_text(encoding="utf-8").split("\n")]


def lines(said):
    """Sentences between strokes: ``a b | c``."""
    return [sentence.split() for sentence in said.split("|")]


def close(mine, theirs, tolerance=TOLERANCE):
    if math.isnan(theirs):
        return math.isnan(mine)
    return abs(mine - theirs) <= tolerance


def tables_close(mine, theirs, tolerance=TOLERANCE):
    mine = [list(row) for row in mine]
    assert [len(row) for row in mine] == [len(row) for row in theirs]
    return all(
        close(a, b, tolerance) for row, other in zip(mine, theirs, strict=True) for a, b in zip(row, other, strict=True)
    )
