"""A small training text, a gold text, and a committee to make of them."""

import pytest

from cwsdiag.difficulty import CommitteeSettings, Perceptron
from tests.difficulty.corpus import many, segmentation


@pytest.fixture(scope="session")
def training():
    return segmentation(many(60))


@pytest.fixture(scope="session")
def gold():
    return segmentation(many(12, seed=1), "gold.txt")


@pytest.fixture
def few():
    return CommitteeSettings(members=6, seed=3)


@pytest.fixture
def learnt(monkeypatch):
    """What was learnt in this process: the training text, by its features, and the state of the random numbers."""
    seen = []
    learn = Perceptron.learn

    def spy(self, material, template, chosen, rng):
        seen.append((material.training.ids.tobytes(), rng.bit_generator.state["state"]["state"]))
        return learn(self, material, template, chosen, rng)

    monkeypatch.setattr(Perceptron, "learn", spy)
    return seen
