"""BASE and TOP against plain loops."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cwsdiag
from cwsdiag.baselines import maximum_matching, with_baselines
from cwsdiag.errors import SettingError
from cwsdiag.text import text_of
from tests.corpora import cases, corpora, words
from tests.oracles import bakeoff as oracle
from tests.oracles.words import vocabulary


@given(corpora(), st.sets(words, max_size=12))
def test_cuts_are_those_of_the_oracle(corpus, dictionary):
    text, _ = text_of([word for sentence in corpus for word in sentence], [len(sentence) for sentence in corpus])
    ends = maximum_matching(text, dictionary).tolist()
    cut = [text.chars[start:end] for start, end in zip([0, *ends], ends, strict=False)]
    assert cut == [word for sentence in oracle.maximum_matching(corpus, dictionary) for word in sentence]


@given(cases())
def test_base_knows_the_training_words_and_top_those_of_gold(case):
    gold, systems, training = case
    dataset = with_baselines(cwsdiag.load(gold=gold, systems=systems, training=training))
    known = {"TOP": {word for sentence in gold for word in sentence}}
    if training is not None:
        known["BASE"] = vocabulary(training)
    assert [system.name for system in dataset.systems] == [*systems, *sorted(known)]
    for name, dictionary in known.items():
        expected = [word for sentence in oracle.maximum_matching(gold, dictionary) for word in sentence]
        assert dataset.system(name).surfaces() == expected


def test_no_word_crosses_a_sentence_end():
    dataset = with_baselines(cwsdiag.load(gold=[["中"], ["国"]], training=[["中国"]]))
    assert dataset.system("BASE").surfaces() == ["中", "国"]


def test_longest_word_that_fits_wins_even_where_that_is_wrong():
    dataset = with_baselines(cwsdiag.load(gold=[["研究", "生命"]], training={"研究", "研究生", "生命"}))
    assert dataset.system("BASE").surfaces() == ["研究生", "命"]
    assert dataset.system("TOP").surfaces() == ["研究", "生命"]


def test_names_of_systems_and_lines_must_differ():
    dataset = cwsdiag.load(gold=[["中国"]], systems={"TOP": [["中国"]]})
    with pytest.raises(SettingError, match="called TOP"):
        with_baselines(dataset)


def test_digest_tells_one_cut_from_another():
    one = with_baselines(cwsdiag.load(gold=[["中国"]], training=[["中"]]))
    other = with_baselines(cwsdiag.load(gold=[["中国"]], training=[["中国"]]))
    assert one.system("BASE").digest != other.system("BASE").digest
    assert one.system("TOP").digest == other.system("TOP").digest
