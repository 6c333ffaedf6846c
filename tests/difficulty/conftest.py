"""A small training text, a gold text, and a committee to make of them."""

import pytest

from cwsdiag.difficulty import CommitteeSettings
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
