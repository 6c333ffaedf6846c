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


def listed(training):
    """What a word list tells: with counts as a dictionary, without as a set."""
    if isinstance(training, dict):
        characters = sum(len(word) * count for word, count in training.items())
        return {"characters": characters, "words": sum(training.values()), "types": len(training)}
    return {"characters": None, "words": len(training), "types": len(training)}


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
    running = not isinstance(training, (dict, set, frozenset))
    known = set(words_of(training)) if running else set(training)
    unknown = sum(word not in known for word in words_of(gold))
    assert test.oov_rate == unknown / len(words_of(gold))
    wanted = {**counted(training)} if running else {"sentences": None, **listed(training)}
    assert {key: getattr(train, key) for key in wanted} == wanted
    assert (train.text, math.isnan(train.oov_rate)) == ("train", True)


def test_the_encoding_is_that_of_the_file(tmp_path):
    (tmp_path / "gold.txt").write_bytes("中国 人民\n".encode("gb18030"))
    dataset = cwsdiag.load(gold=tmp_path / "gold.txt", systems={}, encoding="gb18030")
    assert [size.encoding for size in corpus_sizes(dataset)] == ["gb18030"]
