"""What is said of the differences of ranked systems: on which test it rests, and in which words."""

import math
from dataclasses import replace

import pytest

from cwsdiag.baselines import with_baselines
from cwsdiag.diagnosis.paired import compare
from cwsdiag.exhibits.overview import lead_remark, lead_sentence
from cwsdiag.views.look import Look
from cwsdiag.views.pairs import beside_best, between, judged, judged_cell
from tests.views.worlds import SEEDS, case_of, usual_case

GOLD = [["ab", "c"]] * 40
WORSE = [["a", "b", "c"]]


def results_of(**wrong):
    """Systems that split a word in the first so many of forty sentences."""
    return case_of(GOLD, {name: WORSE * places + GOLD[places:] for name, places in wrong.items()}).look()


@pytest.mark.parametrize("seed", SEEDS[::2])
def test_verdicts_are_those_of_the_whole_comparison(seed):
    """The best against each and neighbours by rank, from the counts that buckets are compared by."""
    case = usual_case(seed, difficulty=False)
    look = Look(with_baselines(case.dataset))
    f1 = {name: look.diagnosis.f1[name][0] for name in look.systems if name != "VOTE"}
    lines = [name for name in ("BASE", "TOP") if name in f1]
    ranked = sorted((name for name in f1 if name not in lines), key=lambda name: -f1[name])
    ranked = [name for name in ranked if not math.isnan(f1[name])] + sorted(lines, key=lambda name: -f1[name])
    pairs = [(ranked[0], other) for other in ranked[1:]]
    pairs += [(ranked[place], ranked[place + 1]) for place in range(1, len(ranked) - 1)]
    found = look.verdicts()
    assert [(one.a, one.b) for one in found] == pairs
    if look.diagnosis.unit == "sentence" and not any(one.exact for one in found):
        whole = compare(look.diagnosis, pairs)
        assert [repr(one.scores) for one in found] == [repr(one.scores) for one in whole]


@pytest.mark.parametrize(
    ("wrong", "said", "behind"),
    [
        ({"a": 0, "b": 8}, "significant (p = 0.00781)", " (p = 0.00781)."),
        ({"a": 0, "b": 5}, "too few sentences differ for a verdict", "; too few sentences differ for a verdict."),
        # The largest of three is not changed by adjusting it.
        ({"a": 0, "b": 6, "c": 20}, "significant (p = 0.0312)", " (p = 0.0312)."),
        (
            {"a": 0, "b": 6, "c": 7},
            "not significant (p = 0.0625, adjusted for 3 pairs)",
            "; not significant (p = 0.0625, adjusted for 3 pairs).",
        ),
    ],
)
def test_a_lead_is_said_with_its_verdict(wrong, said, behind):
    look = results_of(**wrong)
    found = look.verdicts()
    verdict = between(found, "a", "b")
    assert judged(verdict) == said
    assert lead_sentence(look.lead, verdict) == f"{lead_sentence(look.lead).removesuffix('.')}{behind}"
    remark = lead_remark(look.lead, verdict, dataset="x", words=80)
    assert ("adjusted for 3 pairs of systems" in remark) == ("c" in wrong)
    assert between(found, "b", "a") is None


def test_what_stands_behind_the_ranking():
    look = results_of(a=0, b=8, c=5)
    table = beside_best(look.ranking, look.verdicts())
    f1 = table.set_index("name")["f1"]
    assert table["name"].tolist() == ["a", "c", "b"]
    assert math.isnan(table["to_best"][0]) and table["verdict"][0] == "–"
    assert table["to_best"][1:].tolist() == pytest.approx([100 * (f1[name] - f1["a"]) for name in ("c", "b")])
    assert table["verdict"][1:].tolist() == ["too few differ", "0.0234 *"]


def test_a_lead_that_is_none_over_the_words_compared_for_both_says_so():
    look = results_of(a=0, b=8)
    (found,) = look.verdicts()
    turned = replace(found.scores["f1"], difference=-0.01, low=-0.02, high=0.01)
    verdict = replace(found, scores={**found.scores, "f1": turned})
    assert lead_sentence(look.lead, verdict).startswith(
        "a has the highest F1, but is −1.0 points from b over the words compared for both (p"
    )
    assert "[−2.0, 1.0]" in lead_remark(look.lead, verdict, dataset="x", words=80)
    undefined = replace(turned, difference=math.nan)
    assert (judged_cell(undefined), judged(replace(found, scores={"f1": undefined}))) == ("–", "undefined")


def test_units_and_parts_of_the_words_have_their_own_reasons():
    look = results_of(a=0, b=5)
    (found,) = look.verdicts()
    assert judged(replace(found, unit="block:2")) == "too few block:2 differ for a verdict"
    many = replace(found.scores["f1"], differing_units=6)
    assert judged(replace(found, scores={"f1": many})) == "too few words for a verdict"
