"""What the built-in segmenter and a committee make of real text."""

import pytest

from cwsdiag.dataset import ReadOptions
from cwsdiag.difficulty import (
    CommitteeSettings,
    Crf,
    Perceptron,
    committee,
    mean_change,
    read_training_text,
    train_segmenter,
)
from cwsdiag.loading import load
from cwsdiag.matching import match


@pytest.fixture(scope="module")
def training(real_data):
    return read_training_text(real_data / "train.txt", options=ReadOptions())


@pytest.fixture(scope="module")
def gold(real_data):
    return load(gold=real_data / "test.txt").gold


def f1(gold, system):
    return 2 * match(gold, system).gold_hit.sum() / (len(gold) + len(system))


# A CRF learns for a minute here, and its numbers are held on small texts elsewhere.
@pytest.mark.parametrize("learner", [Perceptron(), pytest.param(Crf(), marks=pytest.mark.seldom)], ids=str)
def test_it_segments_well(training, gold, learner, real_data):
    (cut,) = train_segmenter(training, [gold.text], learner=learner)
    assert f1(gold, cut) >= 0.91


def test_a_committee_settles_as_it_grows(training, gold, real_data):
    made = committee(training, gold, CommitteeSettings(members=100))
    changes = mean_change(made.wrong)
    # On SXU, which has five times as much to learn from, they are .015, .011 and .007.
    assert changes[10] > changes[20] > changes[50]
    for size, elsewhere in ((10, 0.015), (20, 0.011), (50, 0.007)):
        assert elsewhere < changes[size] < 2.5 * elsewhere
    assert 0.1 < made.difficulty.mean() < 0.2
