"""The page Bakeoff against plain loops: systems by track, every two of them, who leads and from whom that differs."""

import math

import pytest

from cwsdiag.bakeoff import OovRecall, verdicts
from cwsdiag.baselines import TOP
from cwsdiag.inference import Interval
from cwsdiag.views.look import bakeoff_table
from cwsdiag.views.standings import (
    Leader,
    bakeoff_sentence,
    bakeoff_verdict,
    leaders,
    oov_sentence,
    oov_table,
    pairs,
    standings,
)
from tests.oracles import standings as oracle
from tests.oracles.world import score
from tests.views.worlds import (
    SEEDS,
    all_close,
    close,
    usual_case,
)


def check_standings(frame, world, lines):
    """Who stands where; scores of a bakeoff are held in tests/test_mismatch_skip.py."""
    groups = oracle.groups(world, lines)
    assert list(frame["name"]) == [name for group in groups for name in group]
    assert list(frame["group"]) == [number for number, group in enumerate(groups) for _ in group]
    for row in frame.to_dict("records"):
        assert row["line"] == (row["name"] in lines)
        assert row["track"] == (None if row["line"] else world.tracks.get(row["name"]))


def check_pairs(frame, world, tests, lines):
    names = [name for group in oracle.groups(world, lines) for name in group]
    wanted = [(first, second) for first in names for second in names if first != second]
    assert [(row["first"], row["second"]) for row in frame.to_dict("records")] == wanted
    for row in frame.to_dict("records"):
        assert row["differ"] == any(oracle.differs(world, row["first"], row["second"]))
        check_test(row, world, tests)


def check_test(row, world, tests):
    """A pair has the numbers of its test; without one, those of the bootstrap."""
    pair = (row["first"], row["second"])
    assert row["tested"] == (pair in tests)
    if row["tested"]:
        f1 = tests[pair].scores["f1"]
        numbers, verdict = (f1.difference, f1.low, f1.high), f1.verdict or ""
        assert row["p"] == f1.p_deciding
    else:
        numbers, verdict = oracle.difference(world, *pair), ""
        assert math.isnan(row["p"])
    assert all_close((row["f1"], row["f1_low"], row["f1_high"]), [100 * number for number in numbers])
    assert (row["verdict"], row["significant"]) == (verdict, verdict == "significant")


def check_leaders(found, world, tests, lines):
    wanted = []
    for group in oracle.groups(world, lines)[:-1]:
        own = [name for name in group if not math.isnan(score(world, name)["f1"])]
        if own:
            wanted.append((own[0], tuple(own[1:])))
    assert [(leader.names[0], leader.others) for leader in found] == wanted
    for leader, (best, others) in zip(found, wanted, strict=True):
        f1 = score(world, best)["f1"]
        assert close(leader.best["f1"], f1) and leader.best["track"] == world.tracks.get(best)
        assert leader.names[1:] == tuple(name for name in others if score(world, name)["f1"] == f1)
        assert leader.alike_by_rule == tuple(name for name in others if not any(oracle.differs(world, best, name)))
        # The test finds no significant lead over those that it could not look at, either.
        significant = [pair for pair, one in tests.items() if one.scores["f1"].verdict == "significant"]
        assert leader.alike_by_test == tuple(name for name in others if (best, name) not in significant)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_bakeoff_on_a_usual_text(seed):
    case = usual_case(seed, difficulty=False)
    world, look = case.world, case.look()
    # Any system may stand for BASE and TOP, which have no track.
    lines = [name for name in world.systems if name not in world.tracks][: seed % 3]
    ranked = standings(bakeoff_table(look.dataset), lines=lines)
    check_standings(ranked, world, lines)
    made = verdicts(look.diagnosis, lines=tuple(lines))
    assert sorted((one.a, one.b) for one in made) == sorted(oracle.tested(world, lines))
    tests = {(one.a, one.b): one for test in made for one in (test, test.turned)}
    found = pairs(look, ranked, made)
    if len(world.systems) > 1:
        check_pairs(found, world, tests, lines)
        untold = pairs(look, ranked, ())
        assert not untold["tested"].any() and not untold["significant"].any()
    check_leaders(leaders(ranked, found), world, tests, lines)


def leader(track, *names, others=(), by_rule=(), by_test=()):
    return Leader({"track": track, "f1": 0.9}, names, (*names[1:], *others), by_rule, by_test)


@pytest.mark.parametrize(
    ("found", "said"),
    [
        ([leader("closed", "x", others="y")], "x leads the closed track of news with F 0.900."),
        ([leader(None, "x")], "The highest F on news is 0.900, of x."),
        (
            [leader("open", "x", "y"), leader(None, *"abcd", others="e")],
            "The highest F on the open track of news is 0.900, of x and y. The highest F on the systems without a "
            "track is 0.900, of 4 of 5 systems.",
        ),
    ],
)
def test_who_leads_is_said_of_each_track(found, said):
    assert bakeoff_sentence(found, dataset="news") == said


@pytest.mark.parametrize(
    ("by_rule", "by_test", "tested", "said"),
    [
        ("y", "z", False, "The bakeoff's rule does not tell x from y."),
        ("", "z", False, "The bakeoff's rule tells x from y and z."),
        ("y", "", True, "The bakeoff's rule does not tell x from y. The paired test tells x from y and z."),
        ("", "z", True, "The bakeoff's rule tells x from y and z. The paired test does not tell x from z."),
    ],
)
def test_the_verdict_names_those_the_leader_is_not_told_from(by_rule, by_test, tested, said):
    one = leader(None, "x", others="yz", by_rule=tuple(by_rule), by_test=tuple(by_test))
    assert bakeoff_verdict(one, tested=tested) == said


def test_a_leader_alone_on_its_track_needs_no_verdict():
    assert bakeoff_verdict(leader(None, "x")) == ""


def test_oov_recall_is_said_of_the_best_system_that_is_no_line():
    def one(name, words, found):
        value = found / words if words else math.nan
        return OovRecall(name, words, found, Interval(value, 0.1, 0.9))

    table = oov_table([one("crf", 40, 10), one(TOP, 40, 40), one("a", 40, 30), one("none", 0, 0), one("b", 40, 30)])
    assert table["name"].tolist() == [TOP, "a", "b", "crf", "none"]
    assert table.iloc[1].tolist() == ["a", 40, 30, 0.75, 0.1, 0.9]
    said = oov_sentence(table, lines=[TOP], dataset="news")
    assert said == "Highest OOV recall on news: a and b, 0.750 [0.100, 0.900] (30 of 40 OOV words)."
    assert oov_sentence(oov_table([one(TOP, 4, 1)]), lines=[TOP], dataset="news") == ""
    assert oov_table([one("crf", 0, 0)]).empty and oov_table([]).empty
