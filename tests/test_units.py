"""The unit that nobody chose: sentences, but documents or blocks where neighbours are right and wrong together."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cwsdiag
from cwsdiag.bakeoff import differences, oov_recalls
from cwsdiag.diagnosis import diagnose
from cwsdiag.diagnosis.paired import compare
from cwsdiag.diagnosis.runs import compare_runs
from cwsdiag.diagnosis.slices import slices
from cwsdiag.formats.source import Source
from cwsdiag.resampling import resample_sums
from tests.oracles import units as oracle
from tests.oracles.runs import counts_of

RIGHT, WRONG, OTHER = ["ab", "c"], ["a", "b", "c"], ["abc"]
RESAMPLES = 30
BLOCKS = "block:25"


@cache
def draw(units):
    """How often each unit is in each resample."""
    (times,) = resample_sums([np.eye(units, dtype=np.int32)], resamples=RESAMPLES, seed=0)
    return times.astype(int).tolist()


def check(gold, systems, ids=None):
    """Hold factors and units of all systems and pairs against plain loops; return the diagnosis."""
    given_ids = None if ids is None else Source.from_bytes("ids", "\n".join(ids).encode())
    dataset = cwsdiag.load(gold=gold, systems=systems, documents=given_ids)
    found = diagnose(dataset, attributes=["wLen"], resamples=RESAMPLES)
    tables = {name: counts_of(gold, system) for name, system in systems.items()}
    for of in [*((name,) for name in systems), tuple(systems)]:
        factor = oracle.block_factor([tables[name] for name in of], ids or [""] * len(gold), draw)
        assert found.block_factor(*of) == pytest.approx(factor, nan_ok=True)
        assert found.unit_of(*of) == oracle.automatic(factor, documents_known=ids is not None)
    return found


def same(one, other):
    """Whether two results are the same to the last digit."""
    return repr(one) == repr(other)


def holds_what_is_chosen(found):
    """Intervals and tests of each system and pair are those by its unit, had it been chosen."""
    chosen = {unit: diagnose(found.dataset, attributes=["wLen"], resamples=RESAMPLES, unit=unit)
              for unit in {*map(found.unit_of, found.systems), found.unit_of(*found.systems)}}  # fmt: skip
    for name in found.systems:
        by_hand = chosen[found.unit_of(name)]
        for kind in ("intervals", "costs"):
            assert same([*getattr(found, kind)[name]], [*getattr(by_hand, kind)[name]])
        assert same(slices(found, name), slices(by_hand, name))
    pair, unit = found.systems, found.unit_of(*found.systems)
    by_hand = chosen[unit]
    assert same([*found.differences(*pair)], [*by_hand.differences(*pair)])
    (tested,), (wanted,) = compare(found, [pair]), compare(by_hand, [pair])
    assert (tested.unit, tested.units) == (unit, len(found.starts(unit)))
    for mine, other in [*zip(tested.scores.values(), wanted.scores.values(), strict=True),
                        *((a.f1, b.f1) for a, b in zip(tested.buckets, wanted.buckets, strict=True))]:  # fmt: skip
        assert not mine.blocks_matter
        assert same(replace(mine, p_blocks=0), replace(other, p_blocks=0, blocks_matter=False))
        if unit == BLOCKS:
            assert same(mine.p_blocks, mine.p_adjusted)
    assert same(tested.scores["f1"].interval, found.differences(*pair)[0])


@st.composite
def texts(draw):
    """Forty documents and more of up to three sentences, which two systems get right and wrong together or not."""
    sizes = draw(st.lists(st.integers(1, 3), min_size=40, max_size=44))
    ids = [str(number) for number, size in enumerate(sizes) for _ in range(size)]
    systems = {}
    for name in ("one", "two"):
        kinds = draw(st.lists(st.sampled_from([RIGHT, WRONG, OTHER]), min_size=len(sizes), max_size=len(sizes)))
        alone = draw(st.lists(st.booleans(), min_size=len(ids), max_size=len(ids)))
        systems[name] = [RIGHT if own else kinds[int(id)] for id, own in zip(ids, alone, strict=True)]
    return [RIGHT] * len(ids), systems, ids


@settings(max_examples=25)
@given(texts())
def test_factor_and_unit_are_those_of_plain_loops(text):
    gold, systems, ids = text
    holds_what_is_chosen(check(gold, systems, ids))


def test_blocks_are_drawn_for_who_is_wrong_in_runs_and_not_for_the_other():
    found = check([RIGHT] * 1000, {"a": scattered(), "b": in_runs()})
    assert [found.unit_of(name) for name in found.systems] == ["sentence", BLOCKS]
    holds_what_is_chosen(found)


def in_runs(sentences=1000, *, seed=0, size=25):
    """A system that is wrong in runs of so many sentences."""
    bad = np.repeat(np.random.default_rng(seed).random(sentences // size) < 0.4, size)
    return [WRONG if one else RIGHT for one in bad.tolist()]


def scattered(sentences=1000, *, seed=1):
    """One that is wrong anywhere."""
    return in_runs(sentences, seed=seed, size=1)


def test_what_is_significant_by_sentences_alone_is_not_where_blocks_matter():
    dataset = cwsdiag.load(gold=[RIGHT] * 1000, systems={"a": in_runs(), "b": in_runs(seed=5)})
    found, blocks = (
        compare(diagnose(dataset, attributes=["wLen"], unit=unit), [("a", "b")])[0] for unit in ("sentence", BLOCKS)
    )
    f1 = found.scores["f1"]
    assert f1.p_adjusted <= 0.05 < f1.p_blocks == f1.p_deciding
    assert f1.verdict == "not significant"
    # Asked for by name the unit decides alone, and is the same test.
    assert blocks.scores["f1"].p == f1.p_blocks
    assert same([one.f1.p_adjusted for one in blocks.buckets], [one.f1.p_blocks for one in found.buckets])


def test_runs_bakeoffs_and_oov_recall_are_by_the_same_rule():
    gold = [RIGHT] * 1000
    runs = {"a": [in_runs(), in_runs(seed=5)], "b": [scattered(), scattered(seed=2)]}
    dataset = cwsdiag.load(gold=gold, runs=runs, training=Source.from_bytes("training", b"ab d\n"))
    found = diagnose(dataset, attributes=[], resamples=RESAMPLES)
    one = compare_runs(found, "a", "b")
    assert one.unit == BLOCKS and one.block_factor > 1.2
    assert same(replace(one, block_factor=0),
                replace(compare_runs(replace(found, unit=BLOCKS), "a", "b"), block_factor=0))  # fmt: skip
    by_hand = {unit: replace(found, unit=unit) for unit in ("sentence", BLOCKS)}
    for place, recall in enumerate(oov_recalls(found)):
        assert same(recall, oov_recalls(by_hand[found.unit_of(recall.name)])[place])
    pairs = differences(dataset, resamples=RESAMPLES)
    assert {pair.unit for pair in pairs} == {BLOCKS, "sentence"}
    for place, pair in enumerate(pairs):
        assert pair.unit == found.unit_of(pair.first, pair.second)
        assert same(pair, differences(dataset, resamples=RESAMPLES, unit=pair.unit)[place])
