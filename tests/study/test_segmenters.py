"""Segmenters that learn side by side against the serial way: joined lists of words, one segmenter after the other."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cwsdiag.difficulty import Cancelled, Perceptron, digest_of, learning_curve, train_segmenter
from cwsdiag.matching import match
from cwsdiag.parallel import Where
from cwsdiag.scores import score
from cwsdiag.study import WAYS, built_in_transfer, orders, selection_curves, training_sets
from cwsdiag.study.transfer import joined
from tests.difficulty.corpus import many, segmentation, sentences_of
from tests.study.helpers import corpus, text

FEW = Perceptron(passes=2)
NAMES = ("a", "b", "c", "d")


@settings(max_examples=25)
@given(st.lists(sentences_of(), min_size=1, max_size=4))
def test_joined_texts_are_the_text_of_all_their_words(parts):
    found = joined([segmentation(part) for part in parts])
    wanted = segmentation([sentence for part in parts for sentence in part])
    assert digest_of(found) == digest_of(wanted)
    assert list(found.surfaces()) == list(wanted.surfaces())
    assert found.sentence_ids.tolist() == wanted.sentence_ids.tolist()


@pytest.fixture(scope="module")
def world():
    trainings = {name: text(many(8, seed=number)) for number, name in enumerate(NAMES)}
    tests = {name: text(many(6, seed=number + 20)) for number, name in enumerate(NAMES)}
    lists = {name: [one.sentence_words(n) for n in range(8)] for name, one in trainings.items()}
    corpora = [corpus(name, lists[name], [["我们"]]) for name in NAMES]
    return trainings, tests, [one for target in corpora for one in orders(target, corpora, ways=WAYS, seeds=2)]


@pytest.fixture
def learnt(monkeypatch):
    """What was learnt: the sentences of the training text, by their ends, and the template."""
    seen = []
    before = Perceptron.learn

    def count(learner, material, template, chosen, rng):
        seen.append((material.training.ids.tobytes(), rng.bit_generator.state["state"]["state"]))
        return before(learner, material, template, chosen, rng)

    monkeypatch.setattr(Perceptron, "learn", count)
    return seen


def test_each_set_is_learnt_once_for_all_targets_and_ways(world, learnt):
    trainings, tests, wanted = world
    told = []
    how = {"where": Where(jobs=2), "progress": lambda *said: told.append(said)}
    selection_curves(wanted, trainings, tests, learner=FEW, seeds=2, **how)
    sets = training_sets(wanted, learner=FEW, seeds=2)
    steps = {frozenset((one.target, *one.sources[:n])) for one in wanted for n in range(len(NAMES))}
    assert {names for names, _ in sets} == steps
    # All four together are asked for by each target: once a seed.
    assert len(learnt) == len(set(learnt)) == len(sets) < sum(2 * len(NAMES) for one in wanted)
    assert told[-1] == (len(sets), len(sets))
    # What is stopped in the middle says how far it came.
    del learnt[:], told[:]
    with pytest.raises(Cancelled) as caught:
        selection_curves(wanted, trainings, tests, learner=FEW, seeds=2, **how, cancelled=lambda: len(told) >= 3)
    assert told[-1][0] == caught.value.done == len(learnt) < len(sets)


def test_transfers_are_train_segmenter_and_a_score_and_kept_under_the_same_keys(world, learnt, tmp_path):
    trainings, tests, wanted = world
    tests = {**tests, "test only": text(many(5, seed=14))}
    asked, told = {"template": "F1", "learner": FEW, "cache": tmp_path}, []
    u = [
        [
            score(match(test, cut), None).f1
            for test, cut in zip(
                tests.values(),
                train_segmenter(data, [one.text for one in tests.values()], seed=1, **asked),
                strict=True,
            )
        ]
        for data in trainings.values()
    ]
    assert len(learnt) == len(NAMES)
    found = built_in_transfer(trainings, tests, seed=1, **asked, progress=lambda *said: told.append(said))
    assert (found.names, found.u[:4].tolist(), np.isnan(found.u[4]).all()) == (tuple(tests), u, True)
    assert told[-1] == (4, 4)
    assert len(learnt) == len(NAMES), "kept by train_segmenter"
    assert built_in_transfer(trainings, tests, template="F1", learner=FEW, seed=1).u[:4].tolist() == u
    del learnt[:]
    selection_curves(wanted, trainings, tests, seed=0, seeds=2, **asked)
    # Of the sets those of one name and this seed are there.
    assert len(learnt) == len(training_sets(wanted, learner=FEW, seeds=2)) - len(NAMES)


def test_a_learning_curve_is_train_segmenter_on_the_first_sentences():
    training, gold = segmentation(many(20)), segmentation(many(5, seed=1))
    shares, told = (1.0, 0.1, 0.5), []
    asked = {"template": "F2", "learner": FEW}
    curve = learning_curve(
        training, gold, shares=shares, seeds=2, where=Where(jobs=2), progress=lambda *said: told.append(said), **asked
    )
    assert list(curve) == list(shares)
    for share, seed in product(shares, range(2)):
        (wanted,) = train_segmenter(training, [gold.text], sentences=share, seed=seed, **asked)
        assert curve[share][seed].word_ends.tolist() == wanted.word_ends.tolist()
        assert curve[share][seed].text is gold.text
    assert told == [(done, 6) for done in range(1, 7)]
