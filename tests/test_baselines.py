"""BASE and TOP against plain loops."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cwsdiag
from cwsdiag.baselines import LINES, oracle_recall, voters, with_baselines, without_vote
from cwsdiag.diagnosis.paired import reported_pairs
from cwsdiag.diagnosis.runs import contestants
from cwsdiag.errors import SettingError
from cwsdiag.views.look import Look
from tests.corpora import cases, resegmented
from tests.oracles import bakeoff as oracle
from tests.oracles.words import vocabulary


def test_names_of_systems_and_lines_must_differ():
    dataset = cwsdiag.load(gold=[["中国"]], systems={"TOP": [["中国"]]})
    with pytest.raises(SettingError, match="called TOP"):
        with_baselines(dataset)


@given(cases(), st.data())
def test_base_top_vote_and_oracle_are_those_of_plain_loops(case, data):
    gold, systems, training = case
    systems |= {name: data.draw(resegmented(gold)) for name in ("another", "one more")}
    dataset = with_baselines(cwsdiag.load(gold=gold, systems=systems, training=training))
    assert [one.name for one in voters(dataset)] == list(systems)
    # BASE knows the training words, TOP those of gold.
    wanted = {"TOP": oracle.maximum_matching(gold, {word for sentence in gold for word in sentence})}
    if training is not None:
        wanted["BASE"] = oracle.maximum_matching(gold, vocabulary(training))
    wanted["VOTE"] = oracle.vote(gold, list(systems.values()))
    assert [system.name for system in dataset.systems] == [*systems, *sorted(wanted)]
    for name, corpus in wanted.items():
        assert dataset.system(name).surfaces() == [word for sentence in corpus for word in sentence]
    assert oracle_recall(dataset) == oracle.oracle_recall(gold, list(systems.values()))


def test_of_several_runs_the_first_has_a_vote():
    gold = [["ab", "cd"]]
    dataset = cwsdiag.load(gold=gold, systems={"a": gold}, runs={"m": [[["abcd"]], gold], "n": [[["a", "b", "cd"]]]})
    assert [one.name for one in voters(with_baselines(dataset))] == ["a", "m #1", "n #1"]


def test_a_system_that_leaves_out_a_stretch_has_no_vote_there():
    gold = [["ab", "cd", "ef"]]
    systems = {"a": [["ab", "XX", "ef"]], "b": [["ab", "c", "d", "ef"]], "c": [["a", "b", "c", "YY", "f"]]}
    dataset = with_baselines(cwsdiag.load(gold=gold, systems=systems, mismatch="skip"))
    vote = dataset.system("VOTE")
    assert [dataset.system(name).left_out.tolist() for name in "abc"] == [[[2, 4]], [], [[2, 6]]]
    assert vote.surfaces() == ["ab", "c", "d", "ef"] and not len(vote.left_out)


def test_vote_has_no_part_in_tests():
    """The others are ranked, tested and set against each other as without it."""
    rng = Random(1)
    gold = [["ab", "c", "de"] for _ in range(60)]
    systems = {
        name: [["ab", "c", "d", "e"] if rng.random() < share else ["ab", "c", "de"] for _ in gold]
        for name, share in {"a": 0.1, "b": 0.3, "c": 0.5}.items()
    }
    dataset = with_baselines(cwsdiag.load(gold=gold, systems=systems))
    plain, voted = Look(without_vote(dataset)), Look(dataset)
    assert voted.systems == [*plain.systems, "VOTE"] and voted.best_first[-1] in LINES
    assert voted.contenders == plain.contenders and voted.lead == plain.lead
    assert reported_pairs(voted.diagnosis, all_pairs=True) == reported_pairs(plain.diagnosis, all_pairs=True)
    assert contestants(dataset) == contestants(without_vote(dataset))
