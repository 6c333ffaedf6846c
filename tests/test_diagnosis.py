"""Attributes, buckets, breakdown, intervals and both diagnoses against plain loops over word lists."""

import math
from types import SimpleNamespace

import pytest

import cwsdiag
from cwsdiag.diagnosis import diagnose
from cwsdiag.errors import SettingError
from tests.test_mismatch_skip import check_diagnosis


def check(gold, systems, training):
    dataset = cwsdiag.load(gold=gold, systems=systems, training=training)
    words = {name: SimpleNamespace(corpus=read_words(path), skipped=()) for name, path in systems.items()}
    check_diagnosis(dataset, words, read_words(gold), read_words(training))


def test_two_systems_on_real_text(real_data):
    files = {name: real_data / "systems" / f"{name}.txt" for name in ("crf-f2-full", "thulac")}
    check(real_data / "test.txt", files, real_data / "train.txt")


def read_words(path):
    return [line.split() for line in path.read_text(encoding="utf-8").split("\n")]


def two_systems():
    gold = [["我们", "喜欢", "分词"], ["你", "好"]]
    return cwsdiag.load(gold=gold, systems={"a": gold, "b": [["我", "们", "喜欢", "分词"], ["你好"]]}, training=gold)


def test_small_buckets_are_hidden_and_never_named():
    diagnosis = diagnose(two_systems(), min_size=30)
    assert all(found.worst is None and math.isnan(found.gap) for found in diagnosis.self_diagnosis())
    assert ("wLen", 0, "gold") in diagnosis.hidden()
    # Large enough, and in two sentences.
    assert ("wLen", 0, "units") in diagnose(two_systems(), min_size=0, min_units=3).hidden()
    assert diagnose(two_systems(), min_size=0, min_units=0).hidden() == []


def test_breakdown_is_a_frame_with_a_row_for_every_bucket():
    frame = cwsdiag.diagnose(two_systems()).breakdown
    assert list(frame.columns[:4]) == ["system", "attribute", "bucket", "label"]
    assert "<table" in cwsdiag.diagnose(two_systems())._repr_html_()


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ({"attributes": ["nope"]}, "nope"),
        ({"attributes": ["wLen", "wLen"]}, "twice"),
        ({"buckets": "nope"}, "nope"),
        ({"buckets": {"zzz": "equal:3"}}, "zzz"),
        ({"resamples": 0}, "resamples"),
        ({"seed": -1}, "seed"),
        ({"min_units": -1}, "min_units"),
    ],
)
def test_settings_that_make_no_sense_are_named(settings, named):
    with pytest.raises(SettingError, match=named):
        diagnose(two_systems(), **settings)


def test_arrays_of_results_cannot_be_changed():
    diagnosis = diagnose(two_systems())
    for array in (diagnosis.f1["a"], diagnosis.counts["a"].gold, diagnosis.attribute("wLen").values):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1
