"""Attributes, buckets, breakdown, intervals and both diagnoses against plain loops over word lists."""

import math
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cwsdiag
from cwsdiag.diagnosis import diagnose
from cwsdiag.errors import SettingError
from cwsdiag.report.documents import diagnosis_document
from cwsdiag.resampling import resample_sums
from tests.corpora import cases
from tests.oracles import attributes as oracle_attributes
from tests.oracles import breakdown as oracle
from tests.oracles import buckets as oracle_buckets
from tests.oracles.attributes import CATEGORIES, KEYS

COUNTS = ("gold", "predicted", "matched")
RATES = ("precision", "recall", "f1")


def same(mine, theirs) -> bool:
    if mine is None or theirs is None:
        return mine is theirs
    if math.isnan(mine):
        return math.isnan(theirs)
    return abs(mine - theirs) <= 1e-12


def expected_values(gold, systems, training):
    """The values of gold's units (None) and of each system's, by attribute: no bucketing changes them."""
    return {
        (key, name): oracle_attributes.unit_values(key, gold, system, training)
        for key in KEYS
        for name, system in {None: None, **systems}.items()
    }


def check_against_oracle(gold, systems, training, dataset, *, numbers=(None,), min_size=30):
    values = expected_values(gold, systems, training)
    for number in numbers:
        check_bucketing(gold, systems, values, dataset, number=number, min_size=min_size)


def check_bucketing(gold, systems, values, dataset, *, number, min_size):
    diagnosis = diagnose(dataset, buckets=number, resamples=20, min_size=min_size, min_units=0, unit="sentence")
    document = diagnosis_document(diagnosis, [], all_pairs=True)
    found = {}
    for row in document["breakdown"]:
        found.setdefault((row["system"], row["attribute"]), []).append(row)
    expected = {}
    for key in KEYS:
        bucketed = diagnosis.attribute(key)
        of_gold = values[key, None]
        if of_gold is None:
            assert bucketed.buckets is None
            assert bucketed.undefined
            assert not any(attribute == key for _, attribute in found)
            continue
        if key in CATEGORIES:
            assert [bucketed.names[int(value)] for value in bucketed.values] == of_gold
            assert math.isnan(bucketed.mean)
        else:
            assert bucketed.values.tolist() == pytest.approx(of_gold, abs=1e-12)
            assert same(bucketed.mean, math.fsum(of_gold) / len(of_gold))
        if number is None:
            buckets = oracle_buckets.default_buckets(key, of_gold)
        else:
            buckets = oracle_buckets.equal_buckets(of_gold, number)
        for name, system in systems.items():
            counts = oracle.counts_of_values(key, gold, system, of_gold, values[key, name], buckets)
            rows = oracle.bucket_scores(counts)
            expected[name, key] = rows
            assert len(found[name, key]) == len(rows)
            for mine, theirs in zip(found[name, key], rows, strict=True):
                assert {k: mine[k] for k in COUNTS} == {k: theirs[k] for k in COUNTS}
                assert all(same(mine[k], theirs[k]) for k in RATES)
            check_intervals(diagnosis, counts, found[name, key])
    check_diagnoses(document, expected, systems, min_size)


@cache
def drawn(sentences):
    """How often each of so many sentences is in each of the resamples."""
    (weights,) = resample_sums([np.eye(sentences, dtype=np.int32)], resamples=20, seed=0)
    assert (weights.sum(axis=1) == sentences).all()
    return weights.astype(int).tolist()


def check_intervals(diagnosis, counts, rows):
    intervals = oracle.bootstrap_interval(counts, drawn(len(diagnosis.dataset.gold.text.sentence_ends)))
    for row, (low, high) in zip(rows, intervals, strict=True):
        assert same(row["f1_low"], low)
        assert same(row["f1_high"], high)


def check_diagnoses(document, expected, systems, min_size):
    for row in document["self_diagnosis"]:
        rows = expected.get((row["system"], row["attribute"]))
        theirs = {"worst": None, "best": None, "gap": None} if rows is None else oracle.self_diagnosis(rows, min_size)
        assert row["worst"] == theirs["worst"]
        assert row["best"] == theirs["best"]
        assert same(row["gap"], math.nan if theirs["gap"] is None else theirs["gap"])
    assert len(document["aided_diagnosis"]) == len(KEYS) * math.comb(len(systems), 2)
    f1 = {row["name"]: row["f1"] for row in document["systems"]}
    for row in document["aided_diagnosis"]:
        assert f1[row["better"]] >= f1[row["other"]]
        rows = [expected.get((row[side], row["attribute"])) for side in ("better", "other")]
        if rows[0] is None:
            assert row["lowest"]["bucket"] is None
            continue
        theirs = oracle.aided(*rows, min_size)
        for end in ("lowest", "highest"):
            bucket, difference = theirs[end] if theirs[end] is not None else (None, None)
            assert row[end]["bucket"] == bucket
            assert same(row[end]["difference"], difference)


@settings(max_examples=150)
@given(cases(), st.one_of(st.none(), st.integers(1, 5)), st.integers(0, 4))
def test_everything_is_as_the_oracle_has_it(case, number, min_size):
    gold, systems, training = case
    dataset = cwsdiag.load(gold=gold, systems=systems, training=training)
    check_against_oracle(gold, systems, training, dataset, numbers=[number], min_size=min_size)


@settings(max_examples=100)
@given(cases())
def test_a_matched_word_has_one_value_on_both_sides(case):
    gold, systems, training = case
    diagnosis = diagnose(cwsdiag.load(gold=gold, systems=systems, training=training), resamples=1)
    swapped = {
        name: cwsdiag.load(gold=gold, systems={"s": system}, training=training) for name, system in systems.items()
    }
    for name in systems:
        counts = diagnosis.counts[name]
        assert (counts.matched <= counts.gold).all()
        assert (counts.matched <= counts.system).all()
        alone = diagnose(swapped[name], resamples=1).counts["s"]
        assert np.array_equal(alone.matched, counts.matched)


def test_the_sample(sample):
    for name in ("news", "microblog"):
        spec = sample.dataset(name)
        # The oracle knows the seven attributes that need neither committee nor labels.
        plain = replace(spec, files=tuple(file for file in spec.files if file.role not in ("weights", "labels")))
        dataset = cwsdiag.load_dataset(plain)
        words = {system.name: read_words(system.path) for system in spec.systems}
        check_against_oracle(read_words(spec.gold.path), words, read_words(spec.training.path), dataset)


@pytest.mark.real_data
def test_five_systems_on_real_text(real_data):
    files = {path.stem: path for path in sorted((real_data / "systems").glob("*.txt"))}
    dataset = cwsdiag.load(gold=real_data / "test.txt", training=real_data / "train.txt", systems=files)
    words = {name: read_words(path) for name, path in files.items()}
    gold, training = (read_words(real_data / name) for name in ("test.txt", "train.txt"))
    check_against_oracle(gold, words, training, dataset, numbers=[None, 10])


def read_words(path):
    return [line.split() for line in path.read_text(encoding="utf-8").split("\n")]


@pytest.fixture(scope="module")
def sample():
    from cwsdiag.folders import sample_project

    return cwsdiag.read_project(sample_project())


def two_systems():
    gold = [["我们", "喜欢", "分词"], ["你", "好"]]
    return cwsdiag.load(gold=gold, systems={"a": gold, "b": [["我", "们", "喜欢", "分词"], ["你好"]]}, training=gold)


def test_the_better_system_comes_first_whatever_the_order():
    diagnosis = diagnose(two_systems())
    assert diagnosis.ordered("b", "a") == ("a", "b")
    assert {row.better for row in diagnosis.aided_diagnosis()} == {"a"}


def test_of_two_systems_with_the_same_f1_the_first_stays_first():
    gold = [["我们", "喜欢", "分词"], ["你", "好"]]
    # Other words are wrong, as many of them.
    systems = {"a": [["我", "们", "喜欢", "分词"], ["你", "好"]], "b": [["我们", "喜", "欢", "分词"], ["你", "好"]]}
    diagnosis = diagnose(cwsdiag.load(gold=gold, systems=systems), resamples=1, min_size=1, min_units=0)
    assert diagnosis.f1["a"][0] == diagnosis.f1["b"][0] < 1
    assert (diagnosis.ordered("a", "b"), diagnosis.ordered("b", "a")) == (("a", "b"), ("b", "a"))
    assert {(found.better, found.other) for found in diagnosis.aided_diagnosis()} == {("a", "b")}
    assert {(found.better, found.other) for found in diagnosis.aided_diagnosis([("b", "a")])} == {("b", "a")}


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
    assert len(frame[(frame.system == "a") & (frame.attribute == "wLen")]) == 4
    assert "<table" in cwsdiag.diagnose(two_systems())._repr_html_()


def test_results_do_not_depend_on_the_other_systems():
    together = diagnose(two_systems())
    alone = diagnose(cwsdiag.load(gold=[["我们", "喜欢", "分词"], ["你", "好"]],
                                  systems={"b": [["我", "们", "喜欢", "分词"], ["你好"]]},
                                  training=[["我们", "喜欢", "分词"], ["你", "好"]]))  # fmt: skip
    for name in ("values", "low", "high", "undefined_resamples"):
        mine, theirs = (getattr(found.intervals["b"], name) for found in (together, alone))
        assert np.array_equal(mine, theirs, equal_nan=True)


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ({"attributes": ["nope"]}, "nope"),
        ({"attributes": ["wLen", "wLen"]}, "twice"),
        ({"buckets": "nope"}, "nope"),
        ({"buckets": 0}, "0"),
        ({"buckets": {"zzz": "equal:3"}}, "zzz"),
        ({"resamples": 0}, "resamples"),
        ({"seed": -1}, "seed"),
        ({"min_size": -1}, "min_size"),
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
