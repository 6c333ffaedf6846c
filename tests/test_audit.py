"""The audit of gold: against plain loops, on planted errors, and what becomes of marks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cwsdiag
from cwsdiag.baselines import with_baselines
from cwsdiag.diagnosis.audit import audit, read_marks
from tests.corpora import resegmented
from tests.oracles import audit as oracle

WORDS = ["中", "国", "中国", "国中", "国人", "人", "中国人", "a"]
SENTENCES = st.lists(
    st.tuples(st.lists(st.sampled_from(WORDS), min_size=1, max_size=4), st.integers(1, 14)), min_size=1, max_size=6
)


@st.composite
def texts(draw):
    """Sentences that come several times each, so that some cuts are rare."""
    return [sentence for sentence, times in draw(SENTENCES) for _ in range(times)]


def listed(suspects):
    """Places as the oracle has them."""
    return sorted((one.start, one.end, one.gold, one.proposal, one.rank) for one in suspects)


def check(suspects, wanted):
    assert [one[:4] for one in listed(suspects)] == [one[:4] for one in sorted(wanted)]
    assert [one[4] for one in listed(suspects)] == pytest.approx([one[4] for one in sorted(wanted)], abs=1e-12)
    assert [one.rank for one in suspects] == sorted((one.rank for one in suspects), reverse=True)


@given(texts(), st.none() | texts(), st.data())
def test_places_are_what_loops_find(gold, training, data):
    # Nearly alike, so that all agree here and there.
    first = data.draw(resegmented(gold))
    systems = {"one": first, "two": first, "three": data.draw(st.sampled_from([first, data.draw(resegmented(gold))]))}
    found = audit(cwsdiag.load(gold=gold, systems=systems, training=training))
    check(found.strings, oracle.strings(gold))
    check(found.agreed, oracle.agreed(gold, list(systems.values())))
    if training is None:
        assert found.training is None
    else:
        check(found.training, oracle.training(gold, training))


def test_runs_of_a_model_have_one_voice_and_baselines_none():
    gold, other = [["就", "是"], ["他"]], [["就是"], ["他"]]
    systems = {"a": other, "b": other}
    assert audit(with_baselines(cwsdiag.load(gold=gold, systems=systems))).agreed is None
    files = {"c": [other, gold]}
    (one,) = audit(cwsdiag.load(gold=gold, systems=systems, runs=files)).agreed
    assert (one.systems, one.proposal) == (3, ("就是",))
    (one,) = audit(with_baselines(cwsdiag.load(gold=gold, systems=systems, runs=files))).agreed
    assert one.rank == pytest.approx(oracle.lower_bound(3, 3))


def test_two_proposals_for_one_place_are_marked_apart():
    gold = cwsdiag.load(gold=[["我们", "就", "是"]]).gold
    text = "start,end,gold,proposal,mark\n2,4,就 是,就是,right\n0,2,我们,我 们,right\n0,2,我们,我们,unclear\n"
    marks = read_marks(text, "marks.csv", gold)
    assert marks == {(2, 4, ("就是",)): "right", (0, 2, ("我", "们")): "right", (0, 2, ("我们",)): "unclear"}
