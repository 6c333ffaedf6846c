"""What is said of the units that are drawn."""

from dataclasses import replace

import pytest

import cwsdiag
from cwsdiag.diagnosis import diagnose
from cwsdiag.views.wording import few_remark, resampled_text, small_text, together_text
from tests.test_units import RIGHT, in_runs, scattered


@pytest.mark.parametrize(("units", "said"), [(5, "fewer than 6"), (6, "From 6 sentences"), (49, "From 49 "), (50, "")])
def test_few_units_are_said(units, said):
    assert said in few_remark(units) and bool(few_remark(units)) == bool(said)


@pytest.fixture(scope="module")
def diagnosis():
    """Of one system that is wrong in runs, and one that is wrong anywhere."""
    dataset = cwsdiag.load(gold=[RIGHT] * 1000, systems={"runs": in_runs(), "scattered": scattered()})
    return diagnose(dataset, attributes=[])


def test_it_is_said_why_blocks_are_drawn_and_nothing_where_sentences_are(diagnosis):
    factor = diagnosis.block_factor("runs")
    assert together_text(diagnosis, "runs") == (
        " Neighbouring sentences are right and wrong together: by blocks of 25, standard errors are "
        f"{factor:.1f} times as large. So intervals are by blocks of 25 sentences."
    )
    assert together_text(diagnosis, "scattered") == ""


@pytest.mark.parametrize("unit", ["sentence", "block:25"])
def test_no_reason_is_given_for_a_unit_that_was_chosen(diagnosis, unit):
    assert together_text(replace(diagnosis, unit=unit), "runs") == ""


def test_what_is_resampled_is_said_once_or_for_each(diagnosis):
    assert resampled_text(diagnosis, ["runs"]) == "40 blocks of 25 sentences"
    assert resampled_text(diagnosis, ["scattered"]) == "1,000 sentences"
    assert diagnosis.unit_of("runs", "scattered") == "block:25"
    assert resampled_text(diagnosis, ["runs", "scattered"]) == (
        "40 blocks of 25 sentences for runs and the difference and 1,000 sentences for scattered"
    )
    assert resampled_text(replace(diagnosis, unit="block:2"), ["runs", "scattered"]) == "500 blocks of 2 sentences"
    assert resampled_text(diagnosis, []) == "1,000 sentences"


def test_what_a_bucket_needs_is_in_the_unit_of_its_systems(diagnosis):
    assert small_text(diagnosis, "runs") == "under 30 gold units or 10 blocks of 25 sentences"
    assert small_text(diagnosis, "scattered") == small_text(diagnosis) == "under 30 gold units or 10 sentences"
