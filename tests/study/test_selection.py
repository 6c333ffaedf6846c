"""Selection of sources against Algorithm 1 read anew at every step, and what the built-in segmenter makes of it."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cwsdiag.difficulty import Cancelled, Perceptron, train_segmenter
from cwsdiag.errors import SettingError
from cwsdiag.parallel import Where
from cwsdiag.study import WAYS, Curve, Order, orders, select_sources, selection_curves, selection_test, way_curves
from tests.difficulty.corpus import many
from tests.oracles import study as oracle
from tests.oracles.words import scores, words_of
from tests.study.helpers import close, corpus, lines, text, texts

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


@settings(max_examples=25)
@given(selections())
def test_max_begins_highest_min_lowest_and_all_end_alike(drawn):
    target, sources, *_ = drawn
    found = orders(*asked(*drawn), seeds=3)
    assert [one.name for one in found] == ["max", "min", "random 0", "random 1", "random 2"]
    most, least = found[:2]
    for one in found:
        assert one.psi[0] == most.psi[0]
        assert close(one.psi[-1], most.psi[-1])
        if sources:
            assert least.psi[1] - 1e-9 <= one.psi[1] <= most.psi[1] + 1e-9
        assert one == select_sources(*asked(*drawn), way=one.way, seed=one.seed or 0)


# The target cuts 'ab'; one source keeps it, one cuts it always, one has nothing to do with it.
TARGET, DEV = lines("a b | ab"), lines("ab c")
SOURCES = {"cuts": lines("a b | a b"), "keeps": lines("ab | ab c"), "other": lines("x y")}


def test_by_hand():
    most = select_sources(*asked(TARGET, SOURCES, DEV, None), way="max")
    assert (most.sources, most.name) == (("keeps", "other", "cuts"), "max")
    assert most.psi == pytest.approx([25, 87.5, 87.5, 75])
    least = select_sources(*asked(TARGET, SOURCES, DEV, None), way="min")
    assert least.sources == ("cuts", "other", "keeps")
    assert least.psi == pytest.approx([25, 12.5, 12.5, 75])
    assert oracle.select(TARGET, SOURCES, DEV, "max") == (list(most.sources), list(most.psi))
    assert oracle.select(TARGET, SOURCES, DEV, "min") == (list(least.sources), list(least.psi))


@pytest.mark.parametrize("way", ["max", "min"])
def test_of_equals_the_first(way):
    sources = {name: lines("ab | ab") for name in ("s3", "s1", "s2")}
    assert select_sources(*asked(TARGET, sources, DEV, None), way=way).sources == ("s3", "s1", "s2")


def test_the_development_text_decides_and_not_the_test_text():
    found = select_sources(*asked(TARGET, SOURCES, lines("a b"), DEV), way="max")
    assert found.sources[0] == "keeps"
    assert select_sources(*asked(TARGET, SOURCES, lines("a b"), None), way="max").sources[0] == "cuts"


def test_seeds_draw_different_orders_and_the_same_again():
    sources = {f"s{number}": SOURCES["other"] for number in range(6)}
    made = asked(TARGET, sources, DEV, None)
    drawn = [select_sources(*made, way="random", seed=seed).sources for seed in range(8)]
    assert len(set(drawn)) > 4
    assert drawn == [select_sources(*made, way="random", seed=seed).sources for seed in range(8)]


def test_the_target_and_those_without_running_text_are_passed_over():
    target = corpus("target", TARGET, DEV)
    sources = [
        corpus("list", {"ab"}, DEV),
        target,
        corpus("counts", {"ab": 3}, DEV),
        corpus("none", None, DEV),
        corpus("keeps", SOURCES["keeps"], DEV),
    ]
    for way in WAYS:
        assert select_sources(target, sources, way=way).sources == ("keeps",)
    assert select_sources(target, [], way="max").sources == ()


def test_what_makes_no_sense():
    target = corpus("target", TARGET, DEV)
    for wrong in (corpus("target", None, DEV), corpus("target", {"ab": 1}, DEV)):
        with pytest.raises(SettingError, match="target"):
            select_sources(wrong, [target])
    with pytest.raises(SettingError, match="best"):
        select_sources(target, [], way="best")


def sentences(segmented):
    return [segmented.sentence_words(number) for number in range(len(segmented.text.sentence_ends))]


@pytest.fixture(scope="module")
def learnt():
    trainings = {name: text(many(8, seed=number)) for number, name in enumerate(("t", "a", "b", "c"))}
    test = text(many(10, seed=20))
    made = [corpus(name, sentences(data), sentences(test)) for name, data in trainings.items()]
    return trainings, test, orders(made[0], made, seeds=2)


def test_curves_are_train_segmenter_on_the_data_so_far(learnt):
    trainings, test, wanted = learnt
    told = []
    asked = {"template": "F1", "learner": FEW, "seed": 3, "seeds": 2}
    found = selection_curves(wanted, trainings, {"t": test}, **asked, progress=lambda *said: told.append(said))
    made = [(order, seed) for order in wanted for seed in ((3, 4) if order.seed is None else (order.seed,))]
    assert [(curve.order, curve.seed) for curve in found] == made
    for curve in found:
        for step, f1 in enumerate(curve.f1):
            here = {curve.order.target, *curve.order.sources[:step]}
            data = text([one for name in trainings if name in here for one in sentences(trainings[name])])
            (cut,) = train_segmenter(data, [test.text], template="F1", learner=FEW, seed=curve.seed)
            assert f1 == scores(sentences(test), [words_of([list(cut.surfaces())])])["f1"]
    distinct = {(frozenset(order.sources[:step]), seed) for order, seed in made for step in range(4)}
    assert told[-1] == (len(distinct), len(distinct))


def test_curves_of_a_seed_begin_and_end_alike(learnt):
    trainings, test, wanted = learnt
    found = selection_curves(wanted, trainings, {"t": test}, learner=FEW, seeds=2)
    assert {len(curve.f1) for curve in found} == {4}
    for seed in (0, 1):
        own = [curve.f1 for curve in found if curve.seed == seed]
        assert len(own) == 3
        assert len({f1[0] for f1 in own}) == len({f1[-1] for f1 in own}) == 1
    assert len({curve.f1 for curve in found}) > 1


def test_a_way_is_the_mean_and_the_range_of_its_seeds(learnt):
    trainings, test, wanted = learnt
    curves = selection_curves(wanted, trainings, {"t": test}, learner=FEW, seeds=3)
    found = way_curves(curves)
    assert [(one.target, one.name, one.runs) for one in found] == [("t", "max", 3), ("t", "min", 3), ("t", "random", 2)]
    assert [one.sources for one in found] == [wanted[0].sources, wanted[1].sources, ()]
    for one in found:
        own = [curve.f1 for curve in curves if curve.order.way == one.name]
        for step in range(4):
            values = [f1[step] for f1 in own]
            assert one.f1[step] == pytest.approx(sum(values) / len(values))
            assert (one.low[step], one.high[step]) == (min(values), max(values))
    assert way_curves([]) == []


def test_models_of_curves_are_kept(learnt, tmp_path, monkeypatch):
    trainings, test, wanted = learnt
    found = selection_curves(wanted, trainings, {"t": test}, learner=FEW, cache=tmp_path)

    def never(*args, **kwargs):
        raise AssertionError("learnt again")

    monkeypatch.setattr("cwsdiag.difficulty.Perceptron.learn", never)
    assert selection_curves(wanted, trainings, {"t": test}, learner=FEW, cache=tmp_path) == found


def test_curves_can_be_stopped(learnt):
    trainings, test, wanted = learnt
    told = []
    with pytest.raises(Cancelled) as caught:
        selection_curves(
            wanted,
            trainings,
            {"t": test},
            learner=FEW,
            where=Where(jobs=1),
            progress=lambda *said: told.append(said),
            cancelled=lambda: len(told) >= 2,
        )
    assert len(told) == 2
    # Of the two longest sets, five seeds each.
    assert (caught.value.done, told[-1][0]) == (10, 10)


def curve(way, seed, *f1):
    sources = tuple(f"s{number}" for number in range(len(f1) - 1))
    return Curve(Order("t", way, seed, sources, tuple(0.0 for _ in f1)), tuple(f1), seed or 0)


def test_ways_are_compared_over_the_steps_between_first_and_last():
    made = [
        curve("max", None, 0.5, 0.8, 0.9, 0.9, 0.95),
        curve("min", None, 0.5, 0.6, 0.6, 0.7, 0.95),
        curve("random", 0, 0.5, 0.7, 0.7, 0.9, 0.95),
        curve("random", 1, 0.5, 0.9, 0.7, 0.6, 0.95),
    ]
    found = selection_test(made)
    steps = [[0.8, 0.6, 0.8], [0.9, 0.6, 0.7], [0.9, 0.7, 0.75]]
    statistic, p = oracle.friedman(steps)
    assert found.treatments == ("max", "min", "random")
    assert len(found.blocks) == 3
    assert (found.statistic, found.p_chi2) == pytest.approx((statistic, p))
    assert found.p == pytest.approx(oracle.ranking_p(steps))
    assert found.ranks.tolist() == pytest.approx(oracle.mean_ranks(steps))


def test_curves_too_few_for_a_test():
    short = [curve("max", None, 0.5, 0.8, 0.9), curve("min", None, 0.5, 0.7, 0.9), curve("random", 0, 0.5, 0.6, 0.9)]
    assert math.isnan(selection_test(short).p)
    assert "blocks" in selection_test(short).undefined
    assert math.isnan(selection_test(short[:2]).p)


def test_several_targets_are_blocks_of_their_own():
    def of(target, way, seed, *f1):
        made = curve(way, seed, *f1)
        return Curve(Order(target, way, seed, made.order.sources, made.order.psi), made.f1, made.seed)

    table = np.random.default_rng(0).random((4, 3)).round(3)
    made = []
    for number, target in enumerate("tu"):
        for way, column in zip(WAYS, table[2 * number : 2 * number + 2].T, strict=True):
            made.append(of(target, way, 0 if way == "random" else None, 0.1, *column, 0.9))
    found = selection_test(made)
    assert len(found.blocks) == 4
    assert (found.statistic, found.p_chi2) == pytest.approx(oracle.friedman(table.tolist()))


def test_random_orders_that_did_as_max_did_share_its_rank():
    f1 = [0.5, *(np.random.default_rng(0).random(20)), 0.9]
    low = [value - 0.01 for value in f1]
    made = [curve("max", None, *f1), curve("min", None, *low), *(curve("random", seed, *f1) for seed in range(5))]
    assert selection_test(made).ranks.tolist() == [1.5, 3, 1.5]
