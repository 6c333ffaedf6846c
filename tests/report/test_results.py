"""``results.json``: what it holds against brute force and against its page of the documents."""

import json
import re
from math import inf
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings

import cwsdiag
from cwsdiag.diagnosis.paired import compare
from cwsdiag.report.documents import comparison_document, to_json
from cwsdiag.report.results import SCHEMA, project_results, results_json
from cwsdiag.views.look import Look, PrivateLook
from tests.corpora import cases
from tests.oracles.breakdown import sentence_counts
from tests.oracles.buckets import Interval

DOCS = Path(__file__).parents[2] / "docs" / "report.md"
GOLD = [["我们", "喜欢", "分词"], ["他", "在", "北京大学", "学习", "2026年"]] * 8
WRONG = [["我", "们", "喜欢", "分词"], ["他", "在", "北京", "大学", "学习", "2026年"]] * 8
TRAIN = [["我们", "在", "北京"], ["他", "喜欢", "学习", "分词"]]


def written(*datasets, kind=Look, **settings):
    return json.loads(results_json(project_results([kind(one) for one in datasets], **settings)))


@pytest.fixture(scope="module")
def document():
    """A dataset of all that a document has a key for, and one of as little as there can be."""
    full = cwsdiag.load(
        gold=GOLD,
        systems={"right": GOLD},
        runs={"often": [WRONG, GOLD]},
        training=TRAIN,
        name="full",
    )
    bare = cwsdiag.load(gold=GOLD, name="bare")
    return written(full, bare)


def keys_of(value, place="results"):
    """Each place of a document with each of its keys; numbers in lists have none."""
    if isinstance(value, list):
        for one in value:
            yield from keys_of(one, f"{place}[]")
    elif isinstance(value, dict):
        for key, one in value.items():
            yield place, key
            yield from keys_of(one, key if place == "results" else f"{place}.{key}")


def told():
    """The same as the page of the documents tells: a key with a point lies one level deeper."""
    place = ""
    for line in DOCS.read_text(encoding="utf-8").partition("\n## results.json\n")[2].splitlines():
        if line.startswith("### "):
            place = line.removeprefix("### ")
        elif place and line.startswith("`"):
            for key in re.findall(r"`([^`]+)`", line.split(" | ")[0]):
                *inner, name = key.split(".")
                yield ".".join([place, *inner]), name


def test_every_key_is_told_and_nothing_else(document, tmp_path):
    # The difference of a score is told once for all six.
    alike = r"(datasets\[\]\.comparisons\[\])\.(f1_no_punctuation|precision|recall|oov_recall|iv_recall)$"
    found = {(re.sub(alike, r"\1.f1", place), key) for place, key in keys_of(document)}
    (tmp_path / "half.weight").write_text(
        "".join(" ".join(["0.5"] * len(line)) + "\n" for line in GOLD), encoding="utf-8"
    )
    (tmp_path / "ids.txt").write_text("a\nb\n" * 8, encoding="utf-8")
    (tmp_path / "labels.csv").write_text("genre\n" + "a\nb\n" * 8, encoding="utf-8")
    tables = {"weights": "half.weight", "documents": "ids.txt", "labels": "labels.csv"}
    others = cwsdiag.load(gold=GOLD, name="others", **{key: tmp_path / file for key, file in tables.items()})
    found |= set(keys_of(written(others)))
    assert found == set(told())


def test_the_schema_is_told(document):
    assert document["schema"] == SCHEMA
    assert f"\n{SCHEMA} | " in DOCS.read_text(encoding="utf-8")


@given(cases())
@hypothesis_settings(max_examples=8)
def test_counts_a_sentence_are_those_of_brute_force(case):
    gold, systems, training = case
    dataset = cwsdiag.load(gold=gold, systems=systems, training=training, name="generated")
    (found,) = written(dataset)["datasets"]
    buckets = {one["key"]: [interval(**bucket) for bucket in one["buckets"]] for one in found["attributes"]}
    for counts in found["counts"]:
        system = systems[counts["system"]]
        same(counts, [row[0] for row in sentence_counts("wLen", gold, system, None, [Interval(-inf, inf)])])
        for own in counts["buckets"]:
            if own["attribute"] in ("wLen", "sLen"):
                expected = sentence_counts(own["attribute"], gold, system, None, buckets[own["attribute"]])
                same(own, [row[own["bucket"]] for row in expected])


def interval(lower, upper, **_others):
    lower, upper = -inf if lower is None else lower, inf if upper is None else upper
    return Interval(lower, upper, single=lower == upper)


def same(counts, expected):
    """Brute force ends with the last sentence that has a word."""
    found = list(zip(counts["gold"], counts["predicted"], counts["matched"], strict=True))
    assert found == expected + [(0, 0, 0)] * (len(found) - len(expected))


def test_comparisons_have_the_buckets_that_compare_tells(document):
    full = cwsdiag.load(gold=GOLD, systems={"right": GOLD}, runs={"often": [WRONG, GOLD]}, training=TRAIN, name="full")
    diagnosis = cwsdiag.diagnose(full)
    for row in document["datasets"][0]["comparisons"]:
        (told,) = compare(diagnosis, [(row["a"], row["b"])])
        wanted = json.loads(to_json(comparison_document(told, diagnosis, ())))
        assert row["tested"] == wanted["tested"] > 0
        assert row["buckets"] == wanted["buckets"]


def test_counts_sum_to_scores_and_breakdown(document):
    full = document["datasets"][0]
    rows = {(row["system"], row["attribute"], row["bucket"]): row for row in full["breakdown"]}
    for counts, system in zip(full["counts"], full["systems"], strict=True):
        assert [sum(counts[key]) for key in ("gold", "predicted", "matched")] == [
            system[key] for key in ("gold_words", "words", "matched")
        ]
        for own in counts["buckets"]:
            row = rows.pop((counts["system"], own["attribute"], own["bucket"]))
            assert [sum(own[key]) for key in ("gold", "predicted", "matched")] == [
                row[key] for key in ("gold", "predicted", "matched")
            ]
    assert not rows


def test_private_gold_leaves_no_counts(document):
    dataset = cwsdiag.load(gold=GOLD, systems={"wrong": WRONG}, name="task")
    open_one, private = written(dataset), written(dataset, kind=PrivateLook)
    assert open_one["datasets"][0].pop("counts")
    assert private["datasets"][0].pop("counts") is None
    assert open_one == private


def test_the_same_bytes_each_time_and_a_row_a_line():
    def text():
        dataset = cwsdiag.load(gold=GOLD, systems={"wrong": WRONG}, training=TRAIN, name="a")
        return results_json(project_results([Look(dataset)]))

    once = text()
    assert once == text()
    assert once.endswith("}\n")
    assert '\n     "matched": [2,4' in once
    assert json.loads(results_json(project_results([]))) == {
        "schema": SCHEMA, "cwsdiag": cwsdiag.__version__, "datasets": [],
    }  # fmt: skip
