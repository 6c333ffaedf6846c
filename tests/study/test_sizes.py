"""How large corpora are, counted by plain loops."""

import math

from hypothesis import given, settings

import cwsdiag
from cwsdiag.study import corpus_sizes
from tests.corpora import corpora, trainings
from tests.oracles.words import scores, words_of
from tests.study.helpers import close


def counted(corpus):
    found = scores(corpus, corpus)
    return {key: found[key] for key in ("sentences", "characters", "words")} | {"types": len(set(words_of(corpus)))}


@settings(max_examples=40)
@given(corpora(), trainings)
def test_sizes_are_counted(gold, training):
    dataset = cwsdiag.load(gold=gold, training=training, systems={}, name="d")
    *first, test = corpus_sizes(dataset)
    assert {key: getattr(test, key) for key in counted(gold)} == counted(gold)
    assert (test.dataset, test.text, test.kind, test.encoding) == ("d", "test", "segmented", "utf-8")
    assert close(test.oov_rate, scores(gold, gold, training)["oov_rate"], 0)
    if training is None:
        assert first == []
        return
    (train,) = first
    if isinstance(training, list):
        wanted = counted(training)
    elif isinstance(training, dict):
        characters = sum(len(word) * count for word, count in training.items())
        wanted = {"sentences": None, "characters": characters, "words": sum(training.values()), "types": len(training)}
    else:
        wanted = {"sentences": None, "characters": None, "words": len(training), "types": len(training)}
    assert {key: getattr(train, key) for key in wanted} == wanted
    assert (train.text, math.isnan(train.oov_rate)) == ("train", True)
