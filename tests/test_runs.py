"""Models of several runs: what is loaded, their table, and two of them against each other, by plain loops."""

from random import Random

import numpy as np
import pytest

import cwsdiag
from cwsdiag.diagnosis import diagnose
from cwsdiag.diagnosis.runs import compare_runs
from cwsdiag.errors import SettingError
from tests.oracles import runs as oracle
from tests.views.worlds import close

SENTENCES, RESAMPLES, SEED = 8, 40, 3
GOLD = [["中国", "人民", "好"], ["我们", "在", "北京"], ["好", "天气"], ["他们", "都", "喜欢", "学习"]] * 2


def made(runs, seed):
    """So many ways to cut gold, each wrong in places of its own."""
    random = Random(seed)
    return [
        [[piece for word in line for piece in (word if random.random() < 0.3 else [word])] for line in GOLD]
        for _ in range(runs)
    ]


def diagnosed(dataset):
    return diagnose(dataset, attributes=[], resamples=RESAMPLES, seed=SEED)


def drawn():
    """How often each sentence is in each resample."""
    rows = np.random.default_rng(SEED).integers(0, SENTENCES, size=(RESAMPLES, SENTENCES)).tolist()
    return [[row.count(sentence) for sentence in range(SENTENCES)] for row in rows]


def chosen(of_a, of_b):
    """The runs of each draw: one less than there are, or the only one."""
    sides = [
        np.random.default_rng((SEED, stream)).integers(0, runs, size=(RESAMPLES, max(1, runs - 1))).tolist()
        for stream, runs in ((2, of_a), (3, of_b))
    ]
    return list(zip(*sides, strict=True))


def check(found, a, b, skipped=()):
    whole = [1] * SENTENCES
    first, second = ([oracle.counts_of(GOLD, run, skipped) for run in side] for side in (a, b))
    for mine, side in ((found.f1_a, first), (found.f1_b, second)):
        values = [oracle.f1(run, whole) for run in side]
        assert close(mine.mean, oracle.mean(values)) and close(mine.sd, oracle.sd(values))
        assert (mine.low, mine.high, mine.runs) == (min(values), max(values), len(side))
    assert close(found.difference, found.f1_a.mean - found.f1_b.mean)
    bounds = oracle.interval(first, second, drawn(), chosen(len(a), len(b)))
    assert close(found.low, bounds[0]) and close(found.high, bounds[1])
    assert close(found.share_of_runs, oracle.share_of_runs(first, second, drawn()))


@pytest.mark.parametrize(("of_a", "of_b"), [(3, 4), (5, 1), (2, 2), (1, 1)])
def test_two_models_are_those_of_plain_loops(of_a, of_b):
    a, b = made(of_a, 1), made(of_b, 2)
    found = compare_runs(diagnosed(cwsdiag.load(gold=GOLD, runs={"a": a, "b": b})), "a", "b")
    assert (found.systems_a, len(found.systems_b)) == (tuple(f"a #{run}" for run in range(1, of_a + 1)), of_b)
    assert (found.unit, found.units) == ("sentence", SENTENCES)
    check(found, a, b)


def test_what_one_run_leaves_out_counts_for_none():
    a, b = made(2, 7), made(2, 8)
    # The first run of a has another character in the fifth sentence, and is right elsewhere in it.
    broken = [*a[0][:4], ["中国", "X民", "好"], *a[0][5:]]
    dataset = cwsdiag.load(gold=GOLD, runs={"a": [broken, a[1]], "b": b}, mismatch="skip")
    (stretch,) = dataset.system("a #1").left_out.tolist()
    found = compare_runs(diagnosed(dataset), "a", "b")
    check(found, [[*a[0][:4], GOLD[4], *a[0][5:]], a[1]], b, [tuple(stretch)])


@pytest.mark.parametrize(
    ("systems", "runs"),
    [({"a": GOLD}, {"a": [GOLD]}), ({"a #1": GOLD}, {"a": [GOLD]})],
)
def test_names_are_different(systems, runs):
    with pytest.raises(SettingError, match="two systems are called"):
        cwsdiag.load(gold=GOLD, systems=systems, runs=runs)


def test_what_cannot_be_compared():
    diagnosis = diagnosed(cwsdiag.load(gold=GOLD, runs={"a": made(2, 1)}))
    for pair, named in ((("a", "a"), "itself"), (("a", "x"), "no system 'x'")):
        with pytest.raises(SettingError, match=named):
            compare_runs(diagnosis, *pair)
