"""Difficulty as an attribute like the others, wherever attributes are, once it is known."""

import numpy as np
import pytest

import cwsdiag
from cwsdiag.attributes import Attribute, Context
from cwsdiag.errors import SettingError
from cwsdiag.weights import of_committee
from tests.oracles.attributes import KEYS

GOLD = [["我们", "喜欢", "分词"], ["你", "好"]]
SYSTEM = [["我们", "喜", "欢", "分词"], ["你好"]]
# 0, 3, 10, 1 and 9 of ten members get the words wrong.
WEIGHTS = of_committee(np.arange(10)[:, None] < [0, 3, 10, 1, 9], committee="ten")


def dataset(weights=WEIGHTS, **options):
    return cwsdiag.load(gold=GOLD, systems={"s": SYSTEM}, training=GOLD, weights=weights, **options)


def test_ways_of_cutting_it_do_no_harm_where_it_is_not_known():
    cut = cwsdiag.diagnose(dataset(), buckets="equal:2;diff=edges:0.5", resamples=5)
    assert cut.attribute("diff").size == 2
    bare = cwsdiag.diagnose(dataset(None), buckets="equal:2;diff=edges:0.5", resamples=5)
    assert [one.attribute.key for one in bare.attributes] == [*KEYS]
    with pytest.raises(SettingError, match="no attribute 'diff'"):
        cwsdiag.diagnose(dataset(), attributes=["wLen"], buckets="diff=edges:0.5")


def test_attributes_of_ones_own_may_ask_for_it():
    easy = Attribute(
        key="easy",
        label="ease",
        description="How easy the word is.",
        formula="1 − d",
        unit="word",
        compute=lambda context: 1 - context.difficulty,
        needs=frozenset({"difficulty", "training counts"}),
    )
    loaded = dataset()
    assert easy.undefined_because(loaded.training) == "needs difficulties: no weights of the gold words are given"
    assert easy.undefined_because(loaded.training, loaded.difficulty) is None
    context = Context(loaded.gold, training=None, difficulty=loaded.difficulty)
    assert easy.values(context) == pytest.approx([1, 0.7, 0, 0.9, 0.1])
