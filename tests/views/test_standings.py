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

NUMBERS = ("recall", "precision", "f1", "oov_rate", "oov_recall", "iv_recall", "c_r", "c_p", "coverage")


def check_standings(frame, world, lines):
    groups = oracle.groups(world, lines)
    assert list(frame["name"]) == [name for group in groups for name in group]
    assert list(frame["group"]) == [number for number, group in enumerate(groups) for _ in group]
    for row in frame.to_dict("records"):
        wanted = score(world, row["name"])
        assert all(close(row[key], wanted[key]) for key in NUMBERS)
        assert (row["true_words"], row["test_words"]) == (wanted["gold_words"], wanted["words"])
        assert row["line"] == (row["name"] in lines)
        assert row["track"] == (None if row["line"] else world.tracks.get(row["name"]))


def check_pairs(frame, world, tests, lines):
    names = [name for group in oracle.groups(world, lines) for name in group]
    wanted = [(first, second) for first in names for second in names if first != second]
    assert [(row["first"], row["second"]) for row in frame.to_dict("records")] == wanted
    for row in frame.to_dict("records"):
        by_recall, by_precision = oracle.differs(world, row["first"], row["second"])
        assert (row["by_recall"], row["by_precision"]) == (by_recall, by_precision)
        assert row["differ"] == (by_recall or by_precision)
        check_test(row, world, tests)


def check_test(row, world, tests):
    """A pair has the numbers of its test, turned where the other system stands first; without one, of the bootstrap."""
    pair = (row["first"], row["second"])
    sign = 1 if pair in tests else -1
    test = tests.get(pair) or tests.get(pair[::-1])
    assert row["tested"] == (test is not None)
    if test is None:
        numbers = oracle.difference(world, *pair)
        assert all_close((row["f1"], row["f1_low"], row["f1_high"]), [100 * number for number in numbers])
        assert (row["verdict"], row["significant"]) == ("", False) and math.isnan(row["p"])
    if test is not None:
        f1 = test.scores["f1"]
        ends = (f1.low, f1.high) if sign > 0 else (-f1.high, -f1.low)
        assert all_close((row["f1"], row["f1_low"], row["f1_high"]), [100 * x for x in (sign * f1.difference, *ends)])
        assert (row["p"], row["verdict"], row["significant"]) == (
            f1.p_deciding, f1.verdict or "", f1.verdict == "significant",
        )  # fmt: skip


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
    tests = {(one.a, one.b): one for one in made}
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
        ("", "", False, "The bakeoff's rule tells x from y and z."),
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
    def one(name, words, found, low=0.1, high=0.9):
        value = found / words if words else math.nan
        return OovRecall(name, words, found, Interval(value, low, high))

    table = oov_table([one("crf", 40, 10), one(TOP, 40, 40), one("bert", 40, 30), one("none", 0, 0)])
    assert table["name"].tolist() == [TOP, "bert", "crf", "none"]
    assert table.iloc[1].tolist() == ["bert", 40, 30, 0.75, 0.1, 0.9]
    said = oov_sentence(table, lines=[TOP], dataset="news")
    assert said == ("Highest OOV recall on news: bert, 0.750 [0.100, 0.900] (30 of 40 OOV words).")
    few = oov_table([one("crf", 4, 1, math.nan, math.nan), one("hmm", 4, 1, math.nan, math.nan)])
    said = oov_sentence(few, lines=(), dataset="news")
    assert said == "Highest OOV recall on news: crf and hmm, 0.250 [no interval] (1 of 4 OOV words)."
    assert oov_sentence(oov_table([one(TOP, 4, 1)]), lines=[TOP], dataset="news") == ""
    assert oov_table([one("crf", 0, 0)]).empty and oov_table([]).empty
