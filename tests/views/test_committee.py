"""What is said about committees."""

import numpy as np
import pytest

from cwsdiag.views.committee import (
    change_sentence,
    committee_name,
    halves_sentence,
    members_sentence,
    own_kind_sentence,
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
    assert committee_name(name) == said


def test_members_are_counted_once():
    assert committee_name("crf K=5 seed=0", 5) == "crf K=5 seed=0"
    assert committee_name("mine.weight", 5) == "mine.weight (5 members)"
    assert committee_name("mine.weight", 1) == "mine.weight (1 member)"


def test_a_committee_doubles():
    assert change_sentence({5: 0.03, 10: 0.0234}).startswith("From 10 to 20 members difficulty changes by 0.023 ")


def test_halves():
    r = np.array([0.8, 0.9, 1.0, np.nan])
    said = halves_sentence(r, members=7)
    assert said.startswith(
        "Pearson's r of difficulty in two random halves of the committee, 3 members each: median 0.900"
    )
    assert "95 % of 3 random splits in [0.805, 0.995]" in said
    assert halves_sentence(np.array([np.nan]), members=2).endswith("1 member each: undefined.")


def test_what_members_score():
    said = members_sentence(np.array([0.8, 0.9, 0.85]))
    assert said.startswith("The 3 members get 0.800 to 0.900 of the gold words right, 0.850 on average: ")
    one = members_sentence(np.array([0.8]))
    assert one == "The 1 member gets 0.800 of the gold words right: 1 less the mean difficulty."


def test_own_kind():
    assert own_kind_sentence("crf K=2 seed=0").startswith(
        "A committee of CRFs is hard on systems of its own kind: they"
    )
    unknown = "If the members of the committee are perceptrons or CRFs, it is hard on systems of that kind: they"
    assert own_kind_sentence("mine.weight").startswith(unknown)
