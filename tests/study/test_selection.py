"""Selection of sources against Algorithm 1 read anew at every step, and what the built-in segmenter makes of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cwsdiag.difficulty import Perceptron, train_segmenter
from cwsdiag.errors import SettingError
from cwsdiag.study import WAYS, Curve, Order, orders, selection_curves, selection_test, way_curves
from tests.difficulty.corpus import many
from tests.oracles import study as oracle
from tests.oracles.words import scores
from tests.study.helpers import close, corpus, lines, select_sources, text, texts

FEW = Perceptron(passes=2)


@st.composite
def selections(draw):
    target = draw(texts)
    sources = {f"s{number}": draw(texts) for number in range(draw(st.integers(0, 4)))}
    return target, sources, draw(texts), draw(st.one_of(st.none(), texts))


def asked(target, sources, test, dev):
    made = corpus("target", target, test, dev)
    return made, [made, *(corpus(name, data, test) for name, data in sources.items())]


@given(selections(), st.sampled_from(WAYS), st.integers(0, 3))
def test_each_step_is_as_the_oracle_has_it(drawn, way, seed):
    target, sources, test, dev = drawn
    known = test if dev is None else dev
    found = select_sources(*asked(*drawn), way=way, seed=seed)
    assert sorted(found.sources) == sorted(sources)
    assert (found.target, found.way, found.seed) == ("target", way, seed if way == "random" else None)
    psi = oracle.psi_of_order(target, [sources[name] for name in found.sources], known)
    assert all(close(mine, theirs) for mine, theirs in zip(found.psi, psi, strict=True))
    if way == "random":
        return
    for step, chosen in enumerate(psi[1:]):
        data = [*target, *(sentence for name in found.sources[:step] for sentence in sources[name])]
        others = [oracle.psi(data + sources[name], known) for name in found.sources[step:]]
        assert close(chosen, max(others) if way == "max" else min(others))


TARGET, DEV = lines("a b | ab"), lines("ab c")


def test_of_equals_the_first():
    sources = {name: lines("ab | ab") for name in ("s3", "s1", "s2")}
    for way in ("max", "min"):
        assert select_sources(*asked(TARGET, sources, DEV, None), way=way).sources == ("s3", "s1", "s2")


def test_seeds_draw_different_orders_and_the_same_again():
    made = asked(TARGET, {f"s{number}": lines("x y") for number in range(6)}, DEV, None)
    drawn, again = ([select_sources(*made, way="random", seed=seed).sources for seed in range(8)] for _ in range(2))
    assert len(set(drawn)) > 4
    assert drawn == again


def test_the_target_and_those_without_running_text_are_passed_over():
    trainings = {"list": {"ab"}, "target": TARGET, "counts": {"ab": 3}, "none": None, "keeps": lines("ab | ab c")}
    sources = [corpus(name, data, DEV) for name, data in trainings.items()]
    for way in WAYS:
        assert select_sources(sources[1], sources, way=way).sources == ("keeps",)


def test_what_makes_no_sense():
    target = corpus("target", TARGET, DEV)
    for wrong in (corpus("target", None, DEV), corpus("target", {"ab": 1}, DEV)):
        with pytest.raises(SettingError, match="target"):
            select_sources(wrong, [target])
    with pytest.raises(SettingError, match="best"):
        select_sources(target, [], way="best")


def test_curves_are_train_segmenter_on_the_data_so_far():
    lists = {name: many(8, seed=number) for number, name in enumerate("tuab")}
    tests = {name: many(10, seed=number) for number, name in enumerate("tu", start=20)}
    made = [corpus(name, data, tests["t"]) for name, data in lists.items()]
    wanted = [one for target in made[:2] for one in orders(target, made, seeds=2)]
    segmented = [{name: text(data) for name, data in texts.items()} for texts in (lists, tests)]
    found = selection_curves(wanted, *segmented, template="F1", learner=FEW, seed=3, seeds=2)
    assert [(curve.order, curve.seed) for curve in found] == [
        (order, seed) for order in wanted for seed in ((3, 4) if order.seed is None else (order.seed,))
    ]
    for curve in found:
        test = tests[curve.order.target]
        for step, f1 in enumerate(curve.f1):
            here = {curve.order.target, *curve.order.sources[:step]}
            data = text([sentence for name in lists if name in here for sentence in lists[name]])
            (cut,) = train_segmenter(data, [text(test).text], template="F1", learner=FEW, seed=curve.seed)
            assert f1 == scores(test, [[*cut.surfaces()]])["f1"]
    # A way is the mean and the range of its seeds.
    ways = way_curves(found)
    assert [(one.target, one.name, one.runs) for one in ways] == [(target, way, 2) for target in "tu" for way in WAYS]
    for one in ways:
        own = [curve for curve in found if (curve.order.target, curve.order.way) == (one.target, one.name)]
        assert one.sources == (() if one.name == "random" else own[0].order.sources)
        for step, values in enumerate(zip(*(curve.f1 for curve in own), strict=True)):
            assert one.f1[step] == pytest.approx(sum(values) / len(values))
            assert (one.low[step], one.high[step]) == (min(values), max(values))


def curve(way, seed, *f1, target="t"):
    sources = tuple(f"s{number}" for number in range(len(f1) - 1))
    return Curve(Order(target, way, seed, sources, tuple(0.0 for _ in f1)), tuple(f1), seed or 0)


def test_ways_are_compared_over_the_steps_between_first_and_last_of_every_target():
    made = [
        curve("max", None, 0.5, 0.8, 0.9, 0.95),
        curve("min", None, 0.5, 0.6, 0.6, 0.95),
        curve("random", 0, 0.5, 0.7, 0.9, 0.95),
        curve("random", 1, 0.5, 0.9, 0.5, 0.95),
        *(curve(way, None, 0.1, f1, 0.9, target="u") for way, f1 in zip(WAYS, (0.9, 0.7, 0.75), strict=True)),
    ]
    found = selection_test(made)
    steps = [[0.8, 0.6, 0.8], [0.9, 0.6, 0.7], [0.9, 0.7, 0.75]]
    assert (found.treatments, len(found.blocks)) == (WAYS, 3)
    assert found.p == pytest.approx(oracle.ranking_p(steps))
    assert found.ranks.tolist() == pytest.approx(oracle.mean_ranks(steps))
    assert "blocks" in selection_test(made[:4]).undefined
