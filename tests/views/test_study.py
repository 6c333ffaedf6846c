"""What the page Study begins with, against plain loops over the words of several datasets."""

import math
from random import Random

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import cwsdiag
from cwsdiag.study import ScoreTable, study
from cwsdiag.study.statistics import friedman
from cwsdiag.views.across import (
    friedman_sentence,
    gaps_sentence,
    headline,
    mean_f1,
    small_buckets_sentence,
    some,
    study_order,
)
from tests.corpora import corpora, resegmented, trainings
from tests.oracles import study as oracle
from tests.oracles.attributes import CHAR_KEYS
from tests.oracles.attributes import KEYS as ATTRIBUTES
from tests.oracles.words import scores
from tests.oracles.world import World, defined, sharing, sizes
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


def check_small(found, drawn):
    worlds = sharing([World(gold, {}, training, [], number=BUCKETS) for gold, training, _ in drawn])
    for place in (None, *range(len(drawn))):
        sentence = small_buckets_sentence(found, place)
        for key, label in ((one.key, one.label) for one in found.attributes):
            held = [
                size
                for world in (worlds if place is None else [worlds[place]])
                if key in defined(world)
                for size in sizes(world, key)
            ]
            few = sum(size < MIN_SIZE for size in held)
            assert (f"{label} ({few} of {len(held)})" in sentence) == bool(few)
            assert few or f"{label} (" not in sentence
        assert not sentence or numbers_in(sentence)[0] == MIN_SIZE


@pytest.mark.parametrize("seed", SEEDS[:12])
def test_a_study_of_usual_texts(seed):
    check(usual_study(seed))


@settings(max_examples=15)
@given(several())
def test_a_study_of_odd_texts(drawn):
    f1 = table(drawn)
    _, means = ranked(f1)
    # Means of the same numbers in another order may differ by a rounding, and then decide.
    assume(all(f1[a] == f1[b] or not abs(means[a] - means[b]) <= 1e-12 for a in f1 for b in f1 if a != b))
    check(drawn)


def check(drawn):
    found, f1 = studied(drawn), table(drawn)
    order, means = ranked(f1)
    assert list(mean_f1(found)) == order
    assert all(close(mean_f1(found)[name], means[name]) for name in f1)
    check_headline(found, f1)
    check_gaps(found, f1)
    check_small(found, drawn)
    assert set(CHAR_KEYS) < {one.key for one in found.attributes} == set(ATTRIBUTES)


cells = st.one_of(st.sampled_from([0.5, 0.6, 0.7, math.nan]), st.floats(0, 1))


@given(st.integers(0, 5).flatmap(lambda width: st.lists(st.lists(cells, min_size=width, max_size=width), max_size=14)))
def test_a_friedman_test_is_said_as_it_came_out(rows):
    width = len(rows[0]) if rows else 0
    blocks = [f"row{chr(97 + place)}" for place in range(len(rows))]
    test = friedman(
        np.array(rows).reshape(len(rows), width), treatments=[f"t{place}" for place in range(width)], blocks=blocks
    )
    sentence = friedman_sentence(test, treatments="systems", blocks="datasets")
    said, _, dropped = sentence.partition(" Dropped for gaps: ")
    whole = [row for row in rows if not any(map(math.isnan, row))]
    check_test(said, whole)
    gaps = [name for name, row in zip(blocks, rows, strict=True) if row not in whole]
    if "χ²" in said:
        assert order_of(dropped, *blocks) == (gaps if len(gaps) <= 4 else [])
        assert len(gaps) <= 4 or numbers_in(dropped) == [len(gaps)]
    assert "treatments" not in said and "blocks" not in said


def test_many_names_are_counted():
    assert some([], "steps") == "0 steps" and some(["a"], "steps") == "a"
    assert some(list("abcd"), "steps") == "a, b, c and d" and some(list("abcde"), "steps") == "5 steps"


def test_a_system_with_a_gap_may_be_ahead_and_is_not_best():
    gold = [["ab", "c"], ["d"]]
    bad, worse = [["ab", "c"], ["d"]], [["a", "bc"], ["d"]]
    found = studied([(gold, None, {"north": worse, "south": bad, "east": gold}), (gold, None, {"north": worse})])
    assert order_of(headline(found)[0], *NAMES) == ["north"] and study_order(found) == ["north"]
    both = studied([(gold, None, {"north": worse, "south": bad}), (gold, None, {"north": worse, "south": worse})])
    assert "first on 1 of 2, level with another on 1." in headline(both)[0] and order_of(headline(both)[0], *NAMES) == [
        "south",
        "north",
    ]


def test_a_lead_too_small_to_be_written_is_not_written_as_none() -> None:
    f1 = np.array([[0.9701, 0.95, 0.93], [0.97, 0.95, 0.93], [0.9, 0.8, 0.7]])
    said, _note = headline(ScoreTable(models=("one", "two", "three"), datasets=("a", "b", "c"), f1=f1))
    assert "less than 0.1 points ahead of two" in said
    assert "points ahead of two" in said and " 0.0 " not in said
