"""What the page Study begins with, against plain loops over the words of several datasets."""

import math
from random import Random

import numpy as np
import pytest
from hypothesis import strategies as st

import cwsdiag
from cwsdiag.study import ScoreTable, study
from cwsdiag.study.statistics import friedman
from cwsdiag.views.across import (
    gaps_sentence,
    headline,
    mean_f1,
    study_order,
)
from tests.corpora import corpora, resegmented, trainings
from tests.oracles import study as oracle
from tests.oracles.attributes import CHAR_KEYS
from tests.oracles.attributes import KEYS as ATTRIBUTES
from tests.oracles.words import scores
from tests.views.worlds import NAMES, SEEDS, close, flipped, numbers_in, order_of, says, usual

PLACES = ("alpha", "beta", "gamma", "delta")
MIN_SIZE = 3
BUCKETS = 3


@st.composite
def several(draw):
    """Datasets of gold, training data and systems, of which some are not on all of them."""
    drawn = []
    for _ in range(draw(st.integers(1, 4))):
        if draw(st.booleans()):
            text = usual(draw(st.integers(0, 10**6)))
            gold, training, systems = text["gold"], text["training"], text["systems"]
        else:
            gold, training = draw(corpora()), draw(trainings)
            there = draw(st.lists(st.sampled_from(NAMES), unique=True, max_size=4))
            cuts = st.one_of(resegmented(gold), st.just(gold))
            systems = {name: draw(cuts) for name in there}
        drawn.append((gold, training, systems))
    return drawn


def usual_study(seed):
    """Two to four usual texts, all cut by the same systems but for a gap now and then."""
    random = Random(seed)
    drawn = []
    for _ in range(random.choice((2, 3, 3, 4))):
        text = usual(random.randrange(10**6))
        systems = {name: flipped(text["gold"], random.choice((0.05, 0.1, 0.2)), random) for name in NAMES}
        if random.random() < 0.2:
            del systems[random.choice(NAMES)]
        drawn.append((text["gold"], text["training"], systems))
    return drawn


def studied(drawn):
    datasets = [
        cwsdiag.load(gold=gold, training=training, systems=systems, name=name)
        for (gold, training, systems), name in zip(drawn, PLACES, strict=False)
    ]
    return study(datasets, resamples=1, min_size=MIN_SIZE, min_units=0, buckets=BUCKETS)


def table(drawn):
    """F1 of each system on each dataset, NaN where it is not; systems in order of first appearance."""
    names = list(dict.fromkeys(name for _, _, systems in drawn for name in systems))
    return {
        name: [scores(gold, systems[name])["f1"] if name in systems else math.nan for gold, _, systems in drawn]
        for name in names
    }


def ranked(f1):
    """Systems by mean F1 over what they have, those without gaps before the others; equals stay in order."""
    means = {name: oracle.mean_of_defined(row) for name, row in f1.items()}
    return sorted(f1, key=lambda name: (any(map(math.isnan, f1[name])), -means[name])), means


def check_headline(found, f1):
    first, second = headline(found)
    order, means = ranked(f1)
    whole = [name for name in order if not any(map(math.isnan, f1[name]))]
    assert study_order(found) == whole
    count = len(found.datasets)
    if not f1:
        assert "nothing to compare" in first and not second
    elif count == 1 and len({name for name in f1 if means[name] == means[order[0]]}) > 1:
        level = [name for name in order if means[name] == means[order[0]]]
        assert order_of(first, *NAMES) == (level if len(level) < 4 else [])
        assert "share the best F1 there" in first and f"{means[order[0]]:.3f}" in first
    elif count == 1:
        assert order_of(first, *NAMES) == [order[0]] and f"the highest F1 there, {means[order[0]]:.3f}" in first
    elif not whole:
        assert says(first, [(count, 0)]) and not order_of(first, *NAMES)
    elif len(whole) == 1:
        assert order_of(first, *NAMES) == whole and says(first, [(means[whole[0]], 3), (count, 0)])
    else:
        highest = [max(row[j] for row in f1.values() if not math.isnan(row[j])) for j in range(count)]
        holders = [sum(row[j] == highest[j] for row in f1.values()) for j in range(count)]
        mine = [j for j in range(count) if f1[whole[0]][j] == highest[j]]
        alone, shared = sum(holders[j] == 1 for j in mine), sum(holders[j] > 1 for j in mine)
        level = [name for name in whole if means[name] == means[whole[0]]]
        others = [name for name in whole if name not in level]
        among = [(len(whole), 0)] if len(whole) < len(f1) else []
        said = [*among, (means[whole[0]], 3), (count, 0)]
        ahead = 100 * (means[whole[0]] - means[others[0]]) if others else 0
        # A lead that would be written as 0.0 is less than the least that is written.
        said += [(ahead if ahead >= 0.05 else 0.1, 1)] if others else []
        if len(level) > 1:
            assert "share the best mean" in first
            said = ([(len(level), 0), (len(whole), 0)] if len(level) > 3 else []) + said
            assert order_of(first, *NAMES) == ([] if len(level) > 3 else level) + others[:1]
        else:
            assert order_of(first, *NAMES) == whole[:2]
            said += [(alone, 0), (count, 0)] + ([(shared, 0)] if shared else [])
        assert says(first, said)
        assert second.startswith("Systems")
        check_test(second, [[f1[name][j] for name in whole] for j in range(count)])


def check_test(sentence, rows):
    statistic, _ = oracle.friedman(rows)
    test = friedman(np.array(rows), treatments=["t"] * len(rows[0]), blocks=["b"] * len(rows)) if rows else None
    p = math.nan if test is None else test.p
    if math.isnan(p):
        assert "no Friedman test" in sentence and "χ²" not in sentence
        return
    told, _, tail = sentence.replace("χ²", "chi").rpartition("p = ")
    blocks, found = numbers_in(told)
    assert ("exact p = " in sentence) == (test.method == "exact") != ("by permutation" in sentence)
    assert blocks == len(rows) and close(found, statistic, 0.005 + 1e-9)
    assert math.isclose(float(tail.split(" ")[0].strip(".")), p, rel_tol=0.0051)
    assert ("more than chance" in sentence) == (p < 0.05) != ("by chance alone" in sentence)


def check_gaps(found, f1):
    sentence = gaps_sentence(found)
    lacking = {
        name: [place for place, value in zip(PLACES, row, strict=False) if math.isnan(value)]
        for name, row in f1.items()
        if any(map(math.isnan, row))
    }
    assert order_of(sentence, *NAMES) == list(lacking)
    for name, places in lacking.items():
        said = sentence.partition(f"{name} (")[2].partition(")")[0]
        assert order_of(said, *PLACES) == places


@pytest.mark.parametrize("seed", SEEDS[:12])
def test_a_study_of_usual_texts(seed):
    check(usual_study(seed))


def check(drawn):
    found, f1 = studied(drawn), table(drawn)
    order, means = ranked(f1)
    assert list(mean_f1(found)) == order
    assert all(close(mean_f1(found)[name], means[name]) for name in f1)
    check_headline(found, f1)
    check_gaps(found, f1)
    assert set(CHAR_KEYS) < {one.key for one in found.attributes} == set(ATTRIBUTES)


cells = st.one_of(st.sampled_from([0.5, 0.6, 0.7, math.nan]), st.floats(0, 1))


def test_a_lead_too_small_to_be_written_is_not_written_as_none() -> None:
    f1 = np.array([[0.9701, 0.95, 0.93], [0.97, 0.95, 0.93], [0.9, 0.8, 0.7]])
    said, _note = headline(ScoreTable(models=("one", "two", "three"), datasets=("a", "b", "c"), f1=f1))
    assert "less than 0.1 points ahead of two" in said
    assert "points ahead of two" in said and " 0.0 " not in said
