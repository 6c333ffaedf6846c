"""The gate against brute force, on what it cannot test, on files that are none, and on names that are Markdown."""

import json
import math
import re
from copy import deepcopy
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cwsdiag
from cwsdiag.errors import CwsdiagError, FormatError, SettingError
from cwsdiag.report.gate import Limit, gate, gate_document, gate_lines, read_results
from cwsdiag.report.results import SCHEMA, project_results, results_json
from cwsdiag.views.look import Look, PrivateLook

SENTENCE = ["我们", "喜欢", "分词", "在", "北京大学"]
WORSE = ["我", "们", "喜欢", "分词", "在", "北京大学"]
WORST = ["我", "们", "喜欢", "分词", "在", "北京", "大学"]
TRAIN = [["我们", "在", "北京"], ["喜欢", "学习", "分词"]]
ALL = Limit(0.002)


def dataset(prediction, *, name="news", system="crf", training=TRAIN, **others):
    gold = [SENTENCE] * len(prediction)
    return cwsdiag.load(gold=gold, systems={system: prediction}, training=training, name=name, **others)


@pytest.fixture
def kept(tmp_path):
    def keep(one, kind=Look):
        path = tmp_path / "results.json"
        path.write_text(results_json(project_results([kind(one)])), encoding="utf-8")
        return read_results(path)

    return keep


def f1(pairs):
    """F1 of pairs of gold and system words, sentence by sentence, by loops."""
    matched = total = 0
    for gold, system in pairs:
        spans = []
        for words in (gold, system):
            start, own = 0, set()
            for word in words:
                own.add((start, start + len(word)))
                start += len(word)
            spans.append(own)
        matched += len(spans[0] & spans[1])
        total += len(gold) + len(system)
    return 2 * matched / total


def test_scores_and_p_are_those_of_brute_force(kept):
    before = [SENTENCE] * 12 + [WORSE] * 3
    now = [WORSE] * 5 + [WORST] * 2 + [SENTENCE] * 5 + [WORSE] * 2 + [SENTENCE]
    (check,) = gate(kept(dataset(before)), [dataset(now)], [ALL]).checks
    assert check.before == pytest.approx(f1([(SENTENCE, one) for one in before]))
    assert check.now == pytest.approx(f1([(SENTENCE, one) for one in now]))
    seen = check.now - check.before
    differing = [place for place in range(15) if before[place] != now[place]]
    far = 0
    for swapped in product([False, True], repeat=len(differing)):
        ours, theirs = list(now), list(before)
        for place, swap in zip(differing, swapped, strict=True):
            if swap:
                ours[place], theirs[place] = theirs[place], ours[place]
        difference = f1([(SENTENCE, one) for one in ours]) - f1([(SENTENCE, one) for one in theirs])
        far += abs(difference) >= abs(seen) - 1e-12
    assert check.difference.p_deciding == pytest.approx(far / 2 ** len(differing))
    assert (check.difference.difference, check.difference.differing_units) == (pytest.approx(seen), len(differing))


@pytest.mark.parametrize(
    ("before", "now", "limit", "outcome"),
    [
        ([SENTENCE] * 20, [SENTENCE] * 20, 0.0, "held"),
        ([WORSE] * 20, [SENTENCE] * 20, 0.0, "held"),
        ([SENTENCE] * 20, [WORSE] * 10 + [SENTENCE] * 10, 0.5, "held"),
        ([SENTENCE] * 20, [WORSE] * 10 + [SENTENCE] * 10, 0.002, "worse"),
        ([SENTENCE] * 20, [WORSE] * 5 + [SENTENCE] * 15, 0.002, "too few"),
        ([WORSE] * 4 + [SENTENCE] * 16, [SENTENCE] * 4 + [WORSE] * 6 + [SENTENCE] * 10, 0.002, "chance"),
    ],
)
def test_outcomes(kept, before, now, limit, outcome):
    found = gate(kept(dataset(before)), [dataset(now)], [Limit(limit)])
    assert [check.outcome for check in found.checks] == [outcome]
    assert found.failed == (outcome == "worse")


def test_a_bucket_is_found_by_its_label_and_cut_where_it_was(kept):
    old, new = dataset([SENTENCE] * 40), dataset([WORSE] * 40)
    look = kept(old)
    limits = [Limit(0.0, "wLen", ">=4"), Limit(0.0, "wLen", "≥ 4"), Limit(0.0, "wLen", " 2 ")]
    long, two = gate(look, [new], limits).checks
    assert (long.limit.label, long.now, long.outcome) == ("≥ 4", 1.0, "held")
    assert (two.limit.label, two.before, two.outcome) == ("2", 1.0, "worse")
    with pytest.raises(SettingError, match=r"no bucket '9' of 'wLen' there\. Available: 1, 2, 3, ≥ 4"):
        gate(look, [new], [Limit(0.0, "wLen", "9")])
    with pytest.raises(SettingError, match=r"of 'nonsense' there\. Available: wLen, "):
        gate(look, [new], [Limit(0.0, "nonsense", "9")])
    with pytest.raises(SettingError, match=r"news: wFre is undefined now"):
        gate(look, [dataset([WORSE] * 40, training=None)], [Limit(0.0, "wFre", "0")])


def test_where_the_drop_alone_decides(kept):
    old, new = dataset([SENTENCE] * 8), dataset([WORSE] + [SENTENCE] * 7)
    assert gate(kept(old), [new], [ALL]).checks[0].outcome == "too few"
    private = gate(kept(old, kind=PrivateLook), [new], [ALL])
    other = gate(kept(old), [dataset([WORSE] + [SENTENCE] * 8)], [ALL])
    for found, why in ((private, "no counts"), (other, "other gold")):
        (check,) = found.checks
        assert (check.untested, check.difference, check.outcome) == (why, None, "worse")
        assert "the drop alone decides" in "\n".join(gate_lines(found))
    trained = dataset([WORSE] + [SENTENCE] * 7, training=[["我们", "我们", "分词"]])
    checks = gate(kept(old), [trained], [ALL, Limit(0.0, "wFre", "0")]).checks
    assert [check.untested for check in checks] == [None, "other words"]
    left_out = dataset([["我门", *SENTENCE[1:]]] + [SENTENCE] * 7, mismatch="skip")
    assert gate(kept(old), [left_out], [ALL]).checks[0].untested == "other words"


def test_names_stay_text_in_markdown(kept):
    hostile = "a|b `c` <img src=x onerror=alert(1)> [x](http://e.org) *d* www.e.org\n# e"
    one = dataset([SENTENCE] * 2, name=hostile, system=hostile)
    lines = list(gate_lines(gate(kept(one), [one], [ALL])))
    row = next(line for line in lines if line.startswith("| a"))
    assert row.count("|") - row.count(r"\|") == 10
    for sign in ("<", "`", r"\[x", r"\*d", "://", r"www\.e"):
        assert not any(re.search(rf"(?<!\\){sign}", line) for line in lines), sign
    assert r"\n# e" in row.replace("\\\\", "\\")
    assert gate_document(gate(kept(one), [one], [ALL]))["checks"][0]["dataset"] == hostile


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "the file is empty"),
        ("{", "this is no results.json"),
        ("[" * 100_000, "this is no results.json"),
        ("{}", "missing required field `schema`"),
        ('{"schema": 0}', "Expected `int` >= 1 - at `.*schema`"),
        ('{"schema": true}', "Expected `int`, got `bool` - at `.*schema`"),
        (f'{{"schema": {SCHEMA + 1}}}', f"schema {SCHEMA + 1}, and this version of cwsdiag reads those up to {SCHEMA}"),
        ('{"schema": 1, "cwsdiag": "1", "datasets": [{}]}', "missing required field `name` - at `.*datasets"),
    ],
)
def test_files_that_are_none(tmp_path, content, message):
    path = tmp_path / "results.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(CwsdiagError, match=message) as caught:
        read_results(path)
    assert len(str(caught.value).splitlines()) == 1


@pytest.fixture(scope="module")
def document():
    return json.loads(results_json(project_results([Look(dataset([SENTENCE, WORSE]))])))


def refused(damaged, folder):
    """What is said of a document that is no results.json, in a line."""
    (folder / "results.json").write_text(json.dumps(damaged), encoding="utf-8")
    with pytest.raises(FormatError) as caught:
        read_results(folder / "results.json")
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_name_that_stands_twice_is_refused(document, tmp_path):
    one = document["datasets"][0]
    assert "has a name twice" in refused(document | {"datasets": [one, one]}, tmp_path)
    assert "has a name twice" in refused(document | {"datasets": [one | {"systems": 2 * one["systems"]}]}, tmp_path)


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("systems", 0, "f1"), 1.5, "<= 1.0 - at `$.datasets[0].systems[0].f1`"),
        (("systems", 0, "f1"), math.nan, ">= 0.0 - at `$.datasets[0].systems[0].f1`"),
        (("systems", 0, "f1"), "0.9", "got `str` - at `$.datasets[0].systems[0].f1`"),
        (("breakdown", 0, "f1"), -0.1, ">= 0.0 - at `$.datasets[0].breakdown[0].f1`"),
        (
            ("attributes", 0, "buckets", 0, "upper"),
            math.nan,
            "attributes[0].buckets[0].upper`",
        ),
        (("attributes", 0, "buckets", 0, "upper"), None, "upper must rise"),
        (("counts", 0, "gold", 0), 5.9, "Expected `int`, got `float` - at `$.datasets[0].counts[0].gold[0]`"),
        (("counts", 0, "gold", 0), -1, "Expected `int` >= 0"),
        (("counts", 0, "gold", 0), 1 << 40, "Expected `int` <= 2147483647"),
        (("counts", 0, "matched", 0), 6, "matched must be at most gold and predicted"),
        (("counts", 0, "buckets", 0, "matched", 0), 6, "matched must be at most gold and predicted"),
        (("counts", 0, "gold"), [5], "this is no results.json"),
        (("systems",), {}, "Expected `array`, got `object` - at `$.datasets[0].systems`"),
        (("name",), None, "Expected `str`, got `null` - at `$.datasets[0].name`"),
    ],
)
def test_a_value_that_cannot_be_is_refused(document, tmp_path, path, value, message):
    damaged = deepcopy(document)
    place = damaged["datasets"][0]
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    assert message in refused(damaged, tmp_path)


_JUNK = st.sampled_from([None, -1, 1e308, 10**400, True, math.nan, "", "x", [], {}, [[]], 0.5, 3])


@given(data=st.data())
@settings(max_examples=60)
def test_damaged_files_are_refused_or_read(document, tmp_path_factory, data):
    damaged = deepcopy(document)
    place = damaged
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = data.draw(st.sampled_from(keys))
        inside = place[key]
        if not isinstance(inside, (dict, list)) or not inside or data.draw(st.booleans()):
            break
        place = inside
    if data.draw(st.booleans()):
        del place[key]
    else:
        place[key] = data.draw(_JUNK)
    path = tmp_path_factory.mktemp("damaged") / "results.json"
    path.write_text(json.dumps(damaged), encoding="utf-8")
    try:
        found = read_results(path)
    except FormatError:
        return
    for one in found.content.datasets:
        assert all(row.f1 is None or 0 <= row.f1 <= 1 for row in [*one.systems, *one.breakdown])
        for system in one.counts or ():
            for counts in (system, *system.buckets):
                gold, predicted, matched = counts.array()
                assert (matched <= np.minimum(gold, predicted)).all() and (matched >= 0).all()
