"""``results.json``: what it holds against brute force and against its page of the documents."""

import json
from math import inf

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings

import cwsdiag
from cwsdiag.report.results import SCHEMA, project_results, results_json
from cwsdiag.views.look import Look, PrivateLook
from tests.corpora import cases
from tests.oracles.breakdown import sentence_counts
from tests.oracles.buckets import Interval

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
