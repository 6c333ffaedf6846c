"""The share of the other systems that miss a word, as an attribute of one system or of two, against plain loops."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cwsdiag
from cwsdiag.diagnosis import diagnose
from cwsdiag.errors import SettingError
from tests.corpora import corpora, resegmented
from tests.oracles import missed
from tests.oracles import words as words_oracle
from tests.oracles.balanced import difficulty_of_system_words
from tests.oracles.breakdown import counts_of_values
from tests.oracles.buckets import edge_buckets

GOLD = [["中国", "人民", "很", "好"]] * 12
CUT = [["中", "国", "人民", "很", "好"]] * 12
GLUED = [["中国", "人民", "很好"]] * 12
ALL = {"a": GOLD, "b": CUT, "c": GLUED, "d": CUT}
HALF = {"miss": "edges:0,0.5"}


def diagnosed(dataset, *systems):
    return diagnose(dataset, attributes=["miss"], buckets=HALF, systems=systems, resamples=5)


@settings(max_examples=60)
@given(corpora(), st.data())
def test_values_and_counts_are_those_of_plain_loops(gold, data):
    systems = {name: data.draw(resegmented(gold)) for name in "abcd"}
    dataset = cwsdiag.load(gold=gold, systems=systems)
    for looked_at in (["a"], ["c", "b"]):
        found = diagnosed(dataset, *looked_at)
        beside = [(words_oracle.spans(systems[name]), ()) for name in "abcd" if name not in looked_at]
        shares = missed.shares(gold, beside)
        assert found.systems == tuple(looked_at)
        assert found.attribute("miss").values.tolist() == shares
        for name in looked_at:
            own = difficulty_of_system_words(gold, systems[name], shares)
            counts = counts_of_values("wLen", gold, systems[name], shares, own, edge_buckets([0.0, 0.5]))
            got = np.stack(found.counts[name])[:, :, found.columns("miss")]
            assert got.transpose(1, 2, 0).tolist() == [[list(bucket) for bucket in sentence] for sentence in counts]


@pytest.mark.parametrize("systems", [None, ["a", "b", "c"]])
def test_it_is_of_one_system_or_of_two(systems):
    with pytest.raises(SettingError, match="of one system, or of two that are compared: name them"):
        diagnose(cwsdiag.load(gold=GOLD, systems=ALL), attributes=["wLen", "miss"], systems=systems, resamples=5)


def test_fewer_than_two_others_leave_it_undefined():
    dataset = cwsdiag.load(gold=GOLD, systems={name: ALL[name] for name in "abc"})
    found = diagnosed(dataset, "a", "b").attribute("miss")
    assert (found.size, found.undefined) == (0, "needs at least two systems beside those that are looked at")
    assert diagnosed(dataset, "a").attribute("miss").size == 3
