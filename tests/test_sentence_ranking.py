"""Orders and searches against plain loops over words and spans."""

import random

import pytest

from cwsdiag.diagnosis import diagnose, sentence_ranking
from cwsdiag.loading import load

CHARACTERS = "天地人大小中国一二三𠮷"


def cut(sentence, rng, probability):
    words, word = [], ""
    for character in sentence:
        word += character
        if rng.random() < probability:
            words.append(word)
            word = ""
    return [*words, word] if word else words


def spans_by_sentence(sentences):
    """The spans of the words of each sentence, in the whole text."""
    found, place = [], 0
    for words in sentences:
        spans = set()
        for word in words:
            spans.add((place, place + len(word)))
            place += len(word)
        found.append(spans)
    return found


@pytest.fixture(params=range(4))
def corpora(request):
    rng = random.Random(request.param)
    texts = ["".join(rng.choices(CHARACTERS, k=rng.randint(1, 12))) for _ in range(40)]
    return [[cut(text, rng, probability) for text in texts] for probability in (0.5, 0.6, 0.4)]


@pytest.fixture
def dataset(corpora):
    gold, one, two = corpora
    return load(gold=gold, systems={"one": one, "two": two})


def test_errors_and_figures_of_every_sentence(corpora, dataset):
    gold, one, _ = map(spans_by_sentence, corpora)
    diagnosis = diagnose(dataset, resamples=1)
    assert sentence_ranking.errors(diagnosis, "one").tolist() == [len(g - s) for g, s in zip(gold, one, strict=True)]
    for sentence, (g, s) in enumerate(zip(gold, one, strict=True)):
        figures = sentence_ranking.figures(diagnosis, "one", sentence)
        assert (figures.gold, figures.wrong) == (len(g), len(g - s))
        assert figures.f1 == pytest.approx(2 * len(g & s) / (len(g) + len(s)))


def test_disagreement_counts_words_that_just_one_has(corpora, dataset):
    gold, one, two = map(spans_by_sentence, corpora)
    wanted = [len(g & (s ^ t)) for g, s, t in zip(gold, one, two, strict=True)]
    assert sentence_ranking.disagreement(dataset, "one", "two").tolist() == wanted


def test_search_finds_what_lies_within_a_sentence(corpora, dataset):
    texts = ["".join(words) for words in corpora[0]]
    text = dataset.gold.text
    for wanted in ("天", "天地", "𠮷", "天 地", "人大", texts[7], "zzz", texts[3] + texts[4]):
        bare = wanted.replace(" ", "")
        assert sentence_ranking.holding(text, wanted).tolist() == [bare in one for one in texts]
        places, start = [], 0
        for one in texts:
            places += [start + at for at in range(len(one)) if one[at : at + len(bare)] == bare]
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
