"""Published scores beside measured ones, pairs of systems that differ in one part, and what a part brings."""

import csv
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cwsdiag
from cwsdiag.study import (
    PartPair,
    Published,
    ScoreTable,
    bucket_gains,
    left_aside,
    nothing_measured,
    pair_gains,
    published_signature,
    study,
    value_gains,
    with_published,
)
from tests.oracles import parts as oracle
from tests.study.helpers import TABLE_2, close

PAPER = "Fu et al. 2020, Table 2"
PARTS = ("character", "bigram", "encoder", "decoder")
# The pairs of the paper's Table 8, as the README of its tables names them.
TABLE_8 = {
    ("character", frozenset(("CrandBavgLstmCrf", "Cw2vBavgLstmCrf"))),
    ("encoder", frozenset(("Cw2vBavgCnnCrf", "Cw2vBavgLstmCrf"))),
    ("decoder", frozenset(("Cw2vBavgLstmMlp", "Cw2vBavgLstmCrf"))),
    ("character", frozenset(("CbertBnonLstmMlp", "CelmBnonLstmMlp"))),
    ("bigram", frozenset(("Cw2vBw2vLstmCrf", "Cw2vBavgLstmCrf"))),
    ("bigram", frozenset(("CbertBw2vLstmMlp", "CbertBnonLstmMlp"))),
}


def paper(path):
    """The published rows of the paper's Table 2."""
    with path.open(encoding="utf-8", newline="") as file:
        return [
            Published(
                row["system"],
                PAPER,
                tuple((key, float(score)) for key, score in row.items() if key not in ("system", *PARTS)),
                tuple((part, row[part]) for part in PARTS),
            )
            for row in csv.DictReader(file)
        ]


values = st.sampled_from("xyz")
declared = st.lists(
    st.one_of(
        st.just({}),
        st.fixed_dictionaries({"a": values, "b": values}),
        st.fixed_dictionaries({"a": values, "b": values, "c": values}),
    ),
    max_size=7,
).map(lambda every: {f"s{number}": parts for number, parts in enumerate(every)})


def said(pair):
    return pair.part, pair.first, pair.second


@settings(max_examples=60)
@given(declared)
def test_pairs_are_those_of_the_oracle(parts):
    table = ScoreTable(tuple(parts), (), np.empty((len(parts), 0)), parts=parts)
    found = [pair for gain in pair_gains(table) for pair in gain.pairs]
    assert sorted(map(said, found)) == sorted(oracle.one_part_pairs(parts))
    for pair in found:
        assert (pair.first_value, pair.second_value) == (parts[pair.first][pair.part], parts[pair.second][pair.part])


@st.composite
def tables(draw):
    parts = draw(declared)
    datasets = draw(st.integers(1, 6))
    scores = st.one_of(st.just(math.nan), st.floats(0, 1).map(lambda score: round(score, 4)))
    f1 = {name: draw(st.lists(scores, min_size=datasets, max_size=datasets)) for name in parts}
    names = tuple(f"d{place}" for place in range(datasets))
    return ScoreTable(tuple(parts), names, np.array(list(f1.values())).reshape(-1, datasets), parts=parts), f1


@settings(max_examples=60)
@given(tables())
def test_gains_are_those_of_the_oracle(drawn):
    table, f1 = drawn
    grouped = {}
    for gain in pair_gains(table):
        same(gain, oracle.gain([said(*gain.pairs)], f1))
        grouped.setdefault((gain.part, gain.first_value, gain.second_value), []).append(said(*gain.pairs))
    for gain in value_gains(table):
        pairs = grouped.pop((gain.part, gain.first_value, gain.second_value))
        assert list(map(said, gain.pairs)) == pairs
        same(gain, oracle.gain(pairs, f1))
    assert not grouped


def same(gain, wanted):
    mean = gain.mean
    assert all(
        close(mine, theirs, 1e-4) for mine, theirs in zip((mean.value, mean.low, mean.high), wanted, strict=False)
    )
    assert gain.datasets == wanted[3]


def test_published_systems_are_further_rows():
    rows = [
        Published("bert", "one", (("msr", 96.5), ("ctb", 97.0))),
        Published("lstm", "one", (("msr", 95.0), ("pku", 94.0)), (("decoder", "mlp"),)),
        Published("lstm", "two", (("pku", 93.5),)),
        Published("elsewhere", "one", (("ctb", 90.0),)),
    ]
    f1 = np.array([[0.9, 0.8], [0.7, math.nan]])
    measured = ScoreTable(("crf", "bert"), ("pku", "msr"), f1, parts={"crf": {"decoder": "crf"}})
    table = with_published(measured, rows)
    assert table.models == ("crf", "bert", "bert (one)", "lstm (one)", "lstm (two)")
    assert table.datasets == ("pku", "msr")
    assert np.array_equal(table.f1[:2], f1, equal_nan=True)
    assert np.array_equal(table.f1[2:], [[math.nan, 0.965], [0.94, 0.95], [0.935, math.nan]], equal_nan=True)
    assert table.sources == {"bert (one)": "one", "lstm (one)": "one", "lstm (two)": "two"}
    assert table.parts == {"crf": {"decoder": "crf"}, "lstm (one)": {"decoder": "mlp"}}
    assert (table.complete, left_aside(table, rows)) == (("crf", "lstm (one)"), ["ctb"])
    assert left_aside(table, rows[:1]) == ["ctb"]
    (gain,) = pair_gains(table)
    assert (said(*gain.pairs), gain.datasets) == (("decoder", "crf", "lstm (one)"), 2)
    assert gain.by_dataset == pytest.approx([0.04, 0.15])


def test_without_datasets_of_its_own_a_table_takes_those_of_papers():
    rows = [Published("a", "one", (("x", 90.0),)), Published("b", "one", (("y", 80.0), ("x", 85.0)))]
    table = with_published(nothing_measured().measured, rows)
    assert (table.models, table.datasets, left_aside(table, rows)) == (("a", "b"), ("x", "y"), [])
    assert np.array_equal(table.f1, [[0.9, math.nan], [0.85, 0.8]], equal_nan=True)
    assert published_signature("signed", []) == "signed"
    changed = [*rows[:1], Published("b", "one", (("y", 80.0), ("x", 85.1)))]
    assert published_signature("signed", rows) != published_signature("signed", changed)


GOLD = [["ab", "c"], ["d", "ef", "g"]] * 6
SPLIT = [["a", "b", "c"], ["d", "e", "f", "g"]] * 6


def test_where_a_part_brings_what():
    datasets = [
        cwsdiag.load(gold=GOLD, systems={"one": SPLIT, "two": GOLD}, name=name) for name in ("p", "q", "r", "s")
    ] + [cwsdiag.load(gold=GOLD, systems={"one": SPLIT}, name="t")]
    found = study(datasets, attributes=["wLen"], resamples=1, min_size=1, min_units=1)
    pairs = [PartPair("lexicon", "one", "two", "none", "large")]
    short, long = bucket_gains(found, pairs)
    # Words of one character: 18 of gold, 42 of the system, all 18 right; of two: none right.
    assert (short.attribute, short.bucket, short.buckets, short.datasets) == ("wLen", 0, 2, 4)
    assert short.mean.value == pytest.approx(1 - 2 * 18 / (18 + 42))
    assert (long.mean.value, long.mean.low, long.mean.high) == (1, 1, 1)
    assert math.isnan(long.by_dataset[4])
    hidden = study(datasets, attributes=["wLen"], resamples=1, min_size=15, min_units=1)
    assert [gain.datasets for gain in bucket_gains(hidden, pairs)] == [4, 0]


def test_parts_and_pairs_of_the_paper():
    rows = paper(TABLE_2)
    table = with_published(nothing_measured().measured, rows)
    gains = pair_gains(table)
    pairs = [pair for gain in gains for pair in gain.pairs]
    assert {(pair.part, frozenset((pair.first, pair.second))) for pair in pairs} == TABLE_8
    found = {(gain.first_value, gain.second_value): gain for gain in gains}
    # The mean of the paper's cells, by hand.
    assert 100 * found["crf", "mlp"].mean.value == pytest.approx(-(0.05 + 1.36 + 0.99 + 1.41 + 0.42 + 0.04 + 1.55) / 7)
    assert found["crf", "mlp"].mean.leaves_out_zero
    assert found["random", "word2vec"].mean.low <= 0 <= found["random", "word2vec"].mean.high
