"""Sentences on studies, criteria, committees and difficulty come from the catalogue, whoever asked for them first."""

import numpy as np
import pytest

from cwsdiag.languages import speaking
from cwsdiag.study import Fit, Matrix, Order, distances, draw_map, relations
from cwsdiag.views import across, committee, criteria
from cwsdiag.views import hardness as difficulty
from cwsdiag.views import hardness as hard_sentences
from tests.app.spoken import MARKED, marked, outside
from tests.views.test_study import studied, usual_study
from tests.views.worlds import PLACE, SEEDS, usual_case

PSI = np.array([[90.0, 70.0, 66.0], [71.0, 88.0, 60.0], [50.0, 61.0, 93.0]])
NAMES = ("alpha", "beta", "gamma")


def of_study(found):
    yield from across.headline(found)
    yield across.gaps_sentence(found)
    for place in (None, 0):
        yield across.small_buckets_sentence(found, place)
        for measure in across.MEASURES:
            yield from across.models_finding(found, measure, place)
    yield from across.datasets_finding(found)
    yield from across.friedman_finding(found.dataset_tests, [])
    yield from across.fails_finding(found)
    yield from across.ahead_finding(found, *found.models[:2])
    for row in found.dataset_tests:
        for test in row:
            yield across.why_undefined(test, treatments="buckets", blocks="systems")
            yield across.friedman_sentence(test, treatments="buckets", blocks="systems")
            yield across.some(test.blocks * 5, "systems")


def of_criteria():
    for size in (1, 2, 3):
        names, values = NAMES[:size], PSI[:size, :size]
        yield from criteria.consistency_finding(Matrix(names, values))
        yield from criteria.transfer_finding(relations(values, values / 100, names), "crf")
        drawn = draw_map(distances(values), names)
        yield from criteria.maps_finding(drawn, drawn)
    yield criteria.sources_finding(Order("alpha", "max", None, ("beta", "gamma"), (50.0, 60.0, 55.0)))
    yield criteria.sources_finding(Order("alpha", "max", None, ("beta",), (50.0, 40.0)))
    near = Fit("alpha", 52.6, 50.0, 55.0, 0.85, 61.6, 70.0, 0.0, 0.0, 0.0)
    for behind in ((0.0, -1.0, 1.0), (1.0, -1.0, 3.0), (2.0, 1.0, 3.0)):
        yield from criteria.fit_finding([near, Fit("beta", 50.6, 49.0, 53.0, 0.63, 64.5, 70.0, *behind)], "mine", 1)
    yield from criteria.fit_finding([near], "mine", 2)


def of_committees():
    yield committee.committee_name("crf K=5 seed=0 F1,F2 10,20 % on a.txt 0123456789ab", 5)
    yield committee.committee_name("mine.weight", 5)
    for changes in ({}, {2: 0.1}, {2: 0.01}, {2: float("nan")}):
        yield committee.enough_sentence(changes, members=4, dataset="alpha")
        if changes:
            yield committee.change_sentence(changes)
    for values in ([0.8, 0.9], [np.nan]):
        yield committee.halves_sentence(np.array(values), members=4)
    yield committee.own_kind_sentence("crf K=2")


def of_difficulty(hard):
    yield difficulty.balanced_sentence(hard, dataset=PLACE)
    yield difficulty.hard_words_sentence(hard, dataset=PLACE)
    yield hard_sentences.hard_sentences_sentence(hard, dataset=PLACE)
    yield difficulty.correlation_sentence(hard.correlation)
    yield difficulty.committee_sentence(hard.scores, hard.weights)
    if hard.swaps:
        yield difficulty.swaps_sentence(hard.swaps)
        yield difficulty.swaps_sentence(hard.swaps * 5)
    if hard.halves is not None:
        yield difficulty.halves_sentence(hard.halves.r, len(hard.scores))
    yield from filter(None, difficulty.pair_table(hard)["verdict"])


def check(monkeypatch, said):
    """Nothing but names stands outside the catalogue, and who reads English later reads English."""
    before = list(said())
    with marked(monkeypatch), speaking(MARKED):
        assert not [text for text in said() if set(outside(text)) - set("0123456789,.; ")]
    assert list(said()) == before
    assert not any("⟦" in text for text in before)


@pytest.mark.parametrize("seed", range(3))
def test_of_studies(monkeypatch, seed):
    found = studied(usual_study(seed))
    check(monkeypatch, lambda: of_study(found))


def test_of_criteria_and_committees(monkeypatch):
    check(monkeypatch, of_criteria)
    check(monkeypatch, of_committees)


@pytest.mark.parametrize("seed", SEEDS[:4])
def test_of_difficulty(monkeypatch, seed):
    hard = difficulty.Hardness(usual_case(seed, difficulty=True).dataset)
    check(monkeypatch, lambda: of_difficulty(hard))
