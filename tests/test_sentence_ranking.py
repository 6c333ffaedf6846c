"""Orders and searches against plain loops over words and spans."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cwsdiag.diagnosis import diagnose, sentence_ranking
from cwsdiag.loading import load
from tests.corpora import corpora, resegmented
from tests.oracles import words as oracle


@st.composite
def cases(draw):
    """Gold without empty sentences, and two other segmentations of it."""
    gold = [sentence for sentence in draw(corpora()) if sentence]
    return gold, draw(resegmented(gold)), draw(resegmented(gold))


@given(cases())
def test_errors_and_disagreement_of_every_sentence(case):
    gold, one, two = case
    dataset = load(gold=gold, systems={"one": one, "two": two})
    diagnosis = diagnose(dataset, resamples=1)
    counts = oracle.sentence_counts(gold, one)
    assert sentence_ranking.errors(diagnosis, "one").tolist() == [words - hits for words, _system, hits in counts]
    for sentence, (words, system, hits) in enumerate(counts):
        figures = sentence_ranking.figures(diagnosis, "one", sentence)
        assert (figures.gold, figures.wrong) == (words, words - hits)
        assert figures.f1 == pytest.approx(2 * hits / (words + system))
    just_one = oracle.match(gold, one) ^ oracle.match(gold, two)
    every = iter(oracle.spans(gold))
    wanted = [sum(next(every) in just_one for _word in sentence) for sentence in gold]
    assert sentence_ranking.disagreement(dataset, "one", "two").tolist() == wanted


@given(cases(), st.text("中国人 民a", min_size=1, max_size=4).filter(str.strip))
def test_search_finds_what_lies_within_a_sentence(case, wanted):
    texts, bare = ["".join(words) for words in case[0]], wanted.replace(" ", "")
    text = load(gold=case[0]).gold.text
    assert sentence_ranking.holding(text, wanted).tolist() == [bare in one for one in texts]
    places, start = [], 0
    for one in texts:
        places += [start + at for at in range(len(one)) if one.startswith(bare, at)]
        start += len(one)
    assert sentence_ranking.places_of(text, wanted) == places


def test_words_that_were_not_compared_count_nowhere():
    gold = [["我们", "在", "北京"], ["他", "喜欢", "秋天"]]
    one = [["我们", "在", "北", "京"], ["他", "喜", "X", "秋天"]]
    two = [["我们", "在北京"], ["他", "喜欢", "秋", "天"]]
    dataset = load(gold=gold, systems={"one": one, "two": two}, mismatch="skip")
    diagnosis = diagnose(dataset, resamples=1)
    figures = sentence_ranking.figures(diagnosis, "one", 1)
    assert figures.wrong == sentence_ranking.errors(diagnosis, "one")[1]
    assert sentence_ranking.disagreement(dataset, "one", "two").tolist() == [1, 1]
