"""Difficulty as an attribute like the others, wherever attributes are, once it is known."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cwsdiag
from cwsdiag.attributes import ATTRIBUTES, Attribute, Context, select
from cwsdiag.diagnosis.words import units_in
from cwsdiag.errors import SettingError
from cwsdiag.views.sentence import says
from cwsdiag.weights import of_committee
from tests.corpora import corpora, resegmented
from tests.oracles import balanced as oracle
from tests.oracles import words as word_oracle
from tests.oracles.attributes import DEFINED_ALWAYS, KEYS

GOLD = [["我们", "喜欢", "分词"], ["你", "好"]]
SYSTEM = [["我们", "喜", "欢", "分词"], ["你好"]]
# 0, 3, 10, 1 and 9 of ten members get the words wrong.
WEIGHTS = of_committee(np.arange(10)[:, None] < [0, 3, 10, 1, 9], committee="ten")


def dataset(weights=WEIGHTS, **options):
    return cwsdiag.load(gold=GOLD, systems={"s": SYSTEM}, training=GOLD, weights=weights, **options)


@given(corpora(), st.data())
def test_values_are_those_of_the_oracle(gold, data):
    system = data.draw(resegmented(gold))
    words = len(word_oracle.words_of(gold))
    wrong = np.array(data.draw(st.lists(st.booleans(), min_size=3 * words, max_size=3 * words))).reshape(3, words)
    loaded = cwsdiag.load(gold=gold, systems={"s": system}, weights=of_committee(wrong, committee="three"))
    of_gold = Context(loaded.gold, training=None, difficulty=loaded.difficulty)
    of_system = Context(loaded.systems[0], training=None, gold=of_gold)
    (attribute,) = select(["diff"])
    values = loaded.difficulty.values.tolist()
    assert attribute.values(of_gold).tolist() == values
    assert attribute.values(of_system).tolist() == oracle.difficulty_of_system_words(gold, system, values)


def test_it_is_listed_where_it_is_known_and_only_there():
    assert list(ATTRIBUTES) == [*KEYS, "wPos", "diff", "miss"]
    assert [one.key for one in select()] == [*KEYS]
    assert [one.key for one in select(difficulty=True)] == [*KEYS, "diff"]
    for weights, keys in ((None, [*KEYS]), (WEIGHTS, [*KEYS, "diff"])):
        diagnosis = cwsdiag.diagnose(dataset(weights), resamples=5)
        assert [one.attribute.key for one in diagnosis.attributes] == keys
        assert ("diff" in diagnosis.signature) == (weights is not None)


def test_asked_for_by_name_it_is_undefined_with_the_reason():
    diagnosis = cwsdiag.diagnose(dataset(None), attributes=["diff", "wLen"], resamples=5)
    found = diagnosis.attribute("diff")
    assert (found.size, found.undefined) == (0, "needs difficulties: no weights of the gold words are given")
    assert set(diagnosis.breakdown.attribute) == {"wLen"}


def test_it_needs_no_training_data():
    diagnosis = cwsdiag.diagnose(cwsdiag.load(gold=GOLD, weights=WEIGHTS), resamples=5)
    assert [one.attribute.key for one in diagnosis.attributes if not one.undefined] == [*DEFINED_ALWAYS, "diff"]


def test_breakdown_by_hand():
    frame = cwsdiag.diagnose(dataset(), attributes=["diff"], resamples=5, min_size=0).breakdown
    assert frame.label.tolist() == [
        "≤ 0.1", "(0.1, 0.2]", "(0.2, 0.3]", "(0.3, 0.4]", "(0.4, 0.5]", "(0.5, 0.6]", "(0.6, 0.7]", "(0.7, 0.8]",
        "(0.8, 0.9]", "> 0.9",
    ]  # fmt: skip
    # 喜 and 欢 have the 0.3 of 喜欢, 你好 the 0.9 of 好.
    assert frame.gold.tolist() == [2, 0, 1, 0, 0, 0, 0, 0, 1, 1]
    assert frame.predicted.tolist() == [1, 0, 2, 0, 0, 0, 0, 0, 1, 1]
    assert frame.matched.tolist() == [1, 0, 0, 0, 0, 0, 0, 0, 0, 1]
    assert cwsdiag.diagnose(dataset(), attributes=["diff"]).attribute("diff").mean == pytest.approx(2.3 / 5)


def test_words_behind_a_bucket():
    diagnosis = cwsdiag.diagnose(dataset(), attributes=["diff"], resamples=5)
    units = units_in(diagnosis, "diff", 2)
    assert [diagnosis.dataset.gold.surfaces()[word] for word in units.words.tolist()] == ["喜欢"]


def test_ways_of_cutting_it_do_no_harm_where_it_is_not_known():
    cut = cwsdiag.diagnose(dataset(), buckets="equal:2;diff=edges:0.5", resamples=5)
    assert cut.attribute("diff").size == 2
    bare = cwsdiag.diagnose(dataset(None), buckets="equal:2;diff=edges:0.5", resamples=5)
    assert [one.attribute.key for one in bare.attributes] == [*KEYS]
    with pytest.raises(SettingError, match="no attribute 'diff'"):
        cwsdiag.diagnose(dataset(), attributes=["wLen"], buckets="diff=edges:0.5")
    with pytest.raises(SettingError, match="no attribute 'nope'"):
        cwsdiag.diagnose(dataset(), buckets="nope=edges:0.5")


def test_the_words_of_a_sentence_say_their_difficulty():
    diagnosis = cwsdiag.diagnose(dataset(), resamples=5)
    (system,) = diagnosis.dataset.systems
    assert diagnosis.system_values(system.name)["diff"].tolist() == [0.0, 0.3, 0.3, 1.0, 0.9]
    for word, value in enumerate(["0.000", "0.300", "1.000"]):
        assert f"difficulty\t{value}" in says(diagnosis)(diagnosis.dataset.gold, word).split("\n")
    assert "difficulty\t0.300" in says(diagnosis)(system, 1).split("\n")


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
    assert easy.undefined_because(None, loaded.difficulty) == "needs training data"
    assert easy.undefined_because(loaded.training, loaded.difficulty) is None
    context = Context(loaded.gold, training=None, difficulty=loaded.difficulty)
    assert easy.values(context) == pytest.approx([1, 0.7, 0, 0.9, 0.1])
    with pytest.raises(SettingError, match="needs"):
        easy.values(Context(loaded.gold, training=None))


def test_skipped_stretches_disturb_nothing():
    loaded = cwsdiag.load(
        gold=GOLD, systems={"s": [["我们", "喜x", "分词"], ["你好"]]}, weights=WEIGHTS, mismatch="skip"
    )
    frame = cwsdiag.diagnose(loaded, attributes=["diff"], resamples=5).breakdown
    assert (frame.gold.sum(), frame.predicted.sum(), frame.matched.sum()) == (4, 3, 2)
