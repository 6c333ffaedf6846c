"""Orders and searches against plain loops over words and spans."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cwsdiag.diagnosis import diagnose, sentence_ranking
from cwsdiag.loading import load
from tests.corpora import corpora
from tests.oracles import words as oracle
from tests.test_mismatch_skip import cases, loaded


@given(cases())
def test_errors_and_disagreement_of_every_sentence(case):
    """Words that were not compared count nowhere."""
    dataset, left = loaded(case)
    assume(dataset is not None)
    gold, one, two = case[0], left["one"], left["two"]
    diagnosis = diagnose(dataset, attributes=[], resamples=1)
    counts = oracle.sentence_counts(gold, one.corpus, one.skipped)
    assert sentence_ranking.errors(diagnosis, "one").tolist() == [words - hits for words, _system, hits in counts]
    for sentence, (words, system, hits) in enumerate(counts):
        figures = sentence_ranking.figures(diagnosis, "one", sentence)
        assert (figures.gold, figures.wrong) == (words, words - hits)
        assert figures.f1 == pytest.approx(oracle.ratio(2 * hits, words + system), nan_ok=True)
    just_one = oracle.match(gold, one.corpus) ^ oracle.match(gold, two.corpus)
    skipped = [*one.skipped, *two.skipped]
    apart = iter([span in just_one and oracle.outside(span, skipped) for span in oracle.spans(gold)])
    wanted = [sum(next(apart) for _word in sentence) for sentence in oracle.sentences_of(gold)]
    assert sentence_ranking.disagreement(dataset, "one", "two").tolist() == wanted


@given(corpora(), st.text("中国人 民a", min_size=1, max_size=4).filter(str.strip))
def test_search_finds_what_lies_within_a_sentence(gold, wanted):
    texts, bare = ["".join(words) for words in gold if words], wanted.replace(" ", "")
    text = load(gold=gold).gold.text
    assert sentence_ranking.holding(text, wanted).tolist() == [bare in one for one in texts]
    places, start = [], 0
    for one in texts:
        places += [start + at for at in range(len(one)) if one.startswith(bare, at)]
        start += len(one)
    assert sentence_ranking.places_of(text, wanted) == places
