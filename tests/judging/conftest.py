"""A file of judgements with one study."""

import pytest

from tests.judging.corpus import dataset, opened


@pytest.fixture
def kept(tmp_path):
    return opened(tmp_path)


@pytest.fixture
def study(kept):
    return kept.new("first", dataset(), sentences=12, seed=3)
