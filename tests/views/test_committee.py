"""What is said about committees."""

import numpy as np
import pytest

from cwsdiag.difficulty import Member
from cwsdiag.views.committee import (
    committee_said,
    halves_sentence,
    members_frame,
    members_sentence,
    own_kind_sentence,
    segmenter_kind_sentence,
)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (
            "crf K=5 seed=0 F1,F2,F3 10,20,30 % on a.txt 0123456789ab",
            "crf K=5 seed=0; templates 1, 2 and 3; 10, 20 and 30 % of a.txt; committee 0123456789ab",
        ),
        (
            "crf K=5 seed=0 F2 12.5 % on F1 F3.txt 0123456789ab",
            "crf K=5 seed=0; template 2; 12.5 % of F1 F3.txt; committee 0123456789ab",
        ),
        ("crf K=5 seed=0 F2 10 % on a.txt", "crf K=5 seed=0; template 2; 10 % of a.txt"),
        ("F1.weight", "F1.weight"),
    ],
)  # fmt: skip
def test_lists_of_a_name_are_told_apart(name, said):
    assert committee_said(name) == said


def test_members_are_counted_once():
    assert committee_said("crf K=5 seed=0", 5) == "crf K=5 seed=0"
    assert committee_said("mine.weight", 5) == "mine.weight (5 members)"
    assert committee_said("mine.weight", 1) == "mine.weight (1 member)"


def test_halves():
    r = np.array([0.8, 0.9, 1.0, np.nan])
    said = halves_sentence(r, members=7)
    assert said.startswith(
        "Pearson's r of difficulty in two random halves of the committee, 3 members each: median 0.900"
    )
    assert "95 % of 3 random splits in [0.805, 0.995]" in said
    assert "is undefined" in halves_sentence(np.array([np.nan]), members=2)
    assert halves_sentence(r, members=1) == ""


def test_what_members_score():
    said = members_sentence(np.array([0.8, 0.9, 0.85]))
    assert said.startswith("The 3 members get 0.800 to 0.900 of the gold words right, 0.850 on average: ")
    assert members_sentence(np.array([0.8])) == "The one member gets 0.800 of the gold words right."
    assert members_sentence(np.array([np.nan])) == "Gold has no words, so members have no scores."
    drawn = [Member(0, "F2", 10, 5), Member(1, "F1", 30, 15)]
    assert members_frame(np.array([0.8, 0.9]), drawn).to_dict("records") == [
        {"member": 0, "template": "template 2", "ratio": 10, "sentences": 5, "score": 0.8},
        {"member": 1, "template": "template 1", "ratio": 30, "sentences": 15, "score": 0.9},
    ]
    assert list(members_frame(np.array([0.8])).columns) == ["member", "score"]


def test_own_kind():
    assert own_kind_sentence("crf K=2 seed=0").startswith("A committee of CRFs is hard on systems of its own kind")
    unknown = "If the members of the committee are perceptrons or CRFs, it is hard on systems of that kind: they"
    assert own_kind_sentence("mine.weight").startswith(unknown)
    said = own_kind_sentence("perceptron K=2", concerned=("a", "b"))
    assert said.endswith("That concerns a and b.")
    assert own_kind_sentence("x", others=("BASE",)).endswith(
        "It does not concern BASE, which is maximum matching. What the other systems are made of is not known here."
    )


@pytest.mark.parametrize(
    ("committee", "learner", "end"),
    [
        ("crf K=2", "crf", " That concerns the built-in segmenter."),
        (
            "crf K=2",
            "perceptron",
            " own kind. That does not concern the built-in segmenter, which is a perceptron here.",
        ),
        ("perceptron K=2", "crf", " own kind. That does not concern the built-in segmenter, which is a CRF here."),
        ("mine.weight", "crf", " that kind. That may concern the built-in segmenter, which is a CRF here."),
    ],
)
def test_a_committee_concerns_a_segmenter_that_learnt_as_its_members_did(committee, learner, end):
    assert segmenter_kind_sentence(committee, learner=learner).endswith(end)
