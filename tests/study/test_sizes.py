"""How large corpora are, counted by plain loops."""

import math

from hypothesis import given, settings

import cwsdiag
from cwsdiag.study import corpus_sizes
from tests.corpora import corpora, trainings
from tests.oracles.words import words_of


def counted(corpus):
    words = words_of(corpus)
    return {
        "sentences": sum(1 for sentence in corpus if sentence),
        "characters": sum(len(word) for word in words),
        "words": len(words),
        "types": len(set(words)),
    }


@settings(max_examples=40)
@given(corpora(), trainings)
def test_sizes_are_counted(gold, training):
    dataset = cwsdiag.load(gold=gold, training=training, systems={}, name="d")
    *first, test = corpus_sizes(dataset)
    assert {key: getattr(test, key) for key in counted(gold)} == counted(gold)
    assert (test.dataset, test.text, test.kind, test.encoding) == ("d", "test", "segmented", "utf-8")
    if training is None:
        assert first == [] and math.isnan(test.oov_rate)
        return
    (train,) = first
    running = isinstance(training, list)
    known = set(words_of(training)) if running else set(training)
    assert test.oov_rate == sum(word not in known for word in words_of(gold)) / len(words_of(gold))
    if running:
        wanted = counted(training)
    elif isinstance(training, dict):
        characters = sum(len(word) * count for word, count in training.items())
        wanted = {"sentences": None, "characters": characters, "words": sum(training.values()), "types": len(training)}
    else:
        wanted = {"sentences": None, "characters": None, "words": len(training), "types": len(training)}
    assert {key: getattr(train, key) for key in wanted} == wanted
    assert (train.text, math.isnan(train.oov_rate)) == ("train", True)
