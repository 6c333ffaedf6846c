"""The page Bakeoff against plain loops: systems by track, every two of them, who leads and from whom that differs."""

import math

import pytest

from cwsdiag.bakeoff import OovRecall
from cwsdiag.baselines import BASE, TOP, VOTE, with_baselines
from cwsdiag.inference import Interval
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
from tests.oracles.bakeoff import maximum_matching, vote
from tests.oracles.words import vocabulary, words_of
from tests.oracles.world import Cut, score
from tests.views.worlds import (
    NAMES,
    PLACE,
    SEEDS,
    Case,
    all_close,
    close,
    cut_of,
    order_of,
    says,
    usual_case,
)

NUMBERS = ("recall", "precision", "f1", "oov_rate", "oov_recall", "iv_recall", "c_r", "c_p", "coverage")
LINES = [BASE, TOP, VOTE]


def with_lines(case):
    """The case with BASE, TOP and VOTE as more systems."""
    gold, known = case.world.gold, vocabulary(case.world.training)
    dataset, cuts = with_baselines(case.dataset), list(case.world.systems.values())
    if known is not None:
        case.world.systems[BASE] = Cut(maximum_matching(gold, known))
    case.world.systems[TOP] = Cut(maximum_matching(gold, set(words_of(gold))))
    if len(cuts) > 2:
        is_whole = not any(cut.skipped for cut in cuts)
        words = vote(gold, [cut.words for cut in cuts])
        case.world.systems[VOTE] = Cut(words) if is_whole else cut_of(dataset, gold, VOTE)
    return Case(dataset, case.world)


def check_standings(frame, world):
    groups = oracle.groups(world, LINES)
    assert list(frame["name"]) == [name for group in groups for name in group]
    assert list(frame["group"]) == [number for number, group in enumerate(groups) for _ in group]
    for row in frame.to_dict("records"):
        wanted = score(world, row["name"])
        assert all(close(row[key], wanted[key]) for key in NUMBERS)
        assert (row["true_words"], row["test_words"]) == (wanted["gold_words"], wanted["words"])
        assert row["line"] == (row["name"] in LINES)
        assert row["track"] == (None if row["line"] else world.tracks.get(row["name"]))


def check_pairs(frame, world, tests):
    names = [name for group in oracle.groups(world, LINES) for name in group]
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


def check_leaders(found, world, tests):
    """Return for each leader its name and the other systems of its track."""
    wanted = []
    for group in oracle.groups(world, LINES)[:-1]:
        own = [name for name in group if not math.isnan(score(world, name)["f1"])]
        if own:
            wanted.append((own[0], own[1:]))
    assert len(found) == len(wanted)
    for leader, (best, others) in zip(found, wanted, strict=True):
        numbers = score(world, best)
        assert leader.others == tuple(others) and leader.best["track"] == world.tracks.get(best)
        level = tuple(name for name in others if score(world, name)["f1"] == numbers["f1"])
        assert leader.names == (best, *level)
        assert all(close(leader.best[key], numbers[key]) for key in NUMBERS)
        assert leader.best["true_words"] == numbers["gold_words"]
        alike = tuple(name for name in others if not any(oracle.differs(world, best, name)))
        assert leader.alike_by_rule == alike
        assert leader.alike_by_test == by_test(best, others, tests)
    return wanted


def by_test(best, others, tests):
    """The systems over which the test finds no significant lead; those that it could not look at among them."""
    return tuple(
        name for name in others if (best, name) not in tests or tests[best, name].scores["f1"].verdict != "significant"
    )


def check_sentence(found, wanted, world):
    sentence = bakeoff_sentence(found, dataset=PLACE)
    said = []
    for best, others in wanted:
        numbers = score(world, best)
        level = 1 + sum(score(world, name)["f1"] == numbers["f1"] for name in others)
        # Names up to three are listed, of more it is said how many they are.
        said += [(level, 0), (1 + len(others), 0)] if level > 3 else []
        said.append((numbers["f1"], 3))
    assert says(sentence, said)
    bests = [best for best, _ in wanted]
    alone = all(len(leader.names) == 1 for leader in found)
    assert not alone or order_of(sentence, *NAMES) == bests
    assert (sum(sentence.count(word) for word in (" leads ", " share ")) == 0) == all(
        not others for _, others in wanted
    )
    if found[0].best["track"]:
        assert f"the {found[0].best['track']} track of {PLACE}" in sentence


def test_without_the_paired_test_the_rule_alone_says_who_is_alike():
    leader = Leader({}, ("x",), ("y", "z"), alike_by_rule=("y",), alike_by_test=("z",))
    assert bakeoff_verdict(leader, tested=False) == "The bakeoff's rule does not tell x from y."
    assert bakeoff_verdict(leader).startswith("The bakeoff's rule does not tell x from y, the paired test not from z")


def check_verdict(leader, others, world, tests):
    """The verdict names those the leader does not differ from, by either rule, while they are few."""
    said = bakeoff_verdict(leader)
    if not others:
        assert said == ""
        return
    best = leader.names[0]
    alike = [name for name in others if not any(oracle.differs(world, best, name))]
    level = list(by_test(best, others, tests))
    untested = bakeoff_verdict(leader, tested=False)
    assert ("rule does not tell" in untested) == bool(alike)
    assert order_of(untested, *NAMES) == [best, *(alike or others)]
    if set(alike) == set(level):
        assert said.startswith("Neither the bakeoff's rule nor" if alike else "The bakeoff's rule and the paired")
    elif not level or not alike:
        assert said.startswith("The bakeoff's rule tells" if level else "The paired test tells")
    else:
        assert order_of(said.partition(", the paired test not from ")[2], *NAMES) == level
    assert order_of(said.partition(", the paired test not from ")[0], *NAMES) == [best, *(alike or level or others)]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_bakeoff_on_a_usual_text(seed):
    check(usual_case(seed, difficulty=False), baselines=seed % 3 == 0)


def check(case, *, baselines):
    case = with_lines(case) if baselines else case
    world = case.world
    look = case.look()
    ranked = standings(look.bakeoff, lines=LINES)
    check_standings(ranked, world)
    if not world.systems:
        return
    lines = [name for name in LINES if name in world.systems]
    made = look.bakeoff_verdicts(lines=tuple(lines))
    assert sorted((one.a, one.b) for one in made) == sorted(oracle.tested(world, lines))
    tests = {(one.a, one.b): one for one in made}
    found = pairs(look, ranked, made)
    if len(world.systems) > 1:
        check_pairs(found, world, tests)
        untold = pairs(look, ranked, ())
        assert not untold["tested"].any() and not untold["significant"].any()
    first = leaders(ranked, found)
    wanted = check_leaders(first, world, tests)
    if wanted:
        check_sentence(first, wanted, world)
        for leader, (_, others) in zip(first, wanted, strict=True):
            check_verdict(leader, others, world, tests)


def test_oov_recall_is_said_of_the_best_system_that_is_no_line():
    def one(name, words, found, low=0.1, high=0.9):
        value = found / words if words else math.nan
        return OovRecall(name, words, found, Interval(value, low, high))

    table = oov_table([one("crf", 40, 10), one(TOP, 40, 40), one("bert", 40, 30), one("none", 0, 0)])
    assert table["name"].tolist() == [TOP, "bert", "crf", "none"]
    assert table.iloc[1].tolist() == ["bert", 40, 30, 0.75, 0.1, 0.9]
    said = oov_sentence(table, lines=LINES, dataset="news")
    assert said == ("Highest OOV recall on news: bert, 0.750 (95 % interval 0.100 to 0.900; 30 of 40 OOV words).")
    few = oov_table([one("crf", 4, 1, math.nan, math.nan), one("hmm", 4, 1, math.nan, math.nan)])
    said = oov_sentence(few, lines=(), dataset="news")
    assert said == "Highest OOV recall on news: crf and hmm, 0.250 (1 of 4 OOV words)."
    assert oov_sentence(oov_table([one(TOP, 4, 1)]), lines=LINES, dataset="news") == ""
    assert oov_table([one("crf", 0, 0)]).empty and oov_table([]).empty
