"""Versions of a system: won and lost words and the line of F1, against brute force."""

import math
from dataclasses import asdict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cwsdiag
from cwsdiag.diagnosis import diagnose
from cwsdiag.diagnosis.paired import compare
from cwsdiag.diagnosis.versions import steps
from cwsdiag.errors import SettingError
from cwsdiag.views.versions import changed_words, step_sentence, versions_frame
from tests.corpora import corpora, resegmented
from tests.oracles.versions import changed, f1_of_length
from tests.oracles.words import spans

GOLD = [["我们", "喜欢", "分词"], ["他", "在", "北京大学", "学习"]] * 12
FIRST = [["我", "们", "喜欢", "分词"], ["他", "在", "北京", "大学", "学习"]] * 12
SECOND = [["我们", "喜欢", "分", "词"], ["他", "在", "北京大学", "学习"]] * 12


@st.composite
def versions_of(draw):
    gold = draw(corpora())
    return gold, [draw(resegmented(gold)) for _ in range(draw(st.integers(1, 3)))]


@given(versions_of())
@settings(max_examples=25)
def test_lines_and_words_are_those_of_brute_force(case):
    gold, versions = case
    dataset = cwsdiag.load(gold=gold, systems={str(number): one for number, one in enumerate(versions)})
    diagnosis = diagnose(dataset, attributes=["wLen"], buckets="edges:1,2", resamples=3)
    found = steps(diagnosis)
    assert [(step.before, step.after) for step in found] == [(str(n), str(n + 1)) for n in range(len(versions) - 1)]
    for step, before, after in zip(found, versions, versions[1:], strict=False):
        table = changed_words(diagnosis, step)
        expected = changed(gold, before, after)
        assert dict(zip(table["word"], zip(table["won"], table["lost"], strict=True), strict=True)) == expected
        assert list(table["won"] + table["lost"]) == sorted((sum(one) for one in expected.values()), reverse=True)
        assert (len(step.won), len(step.lost)) == tuple(map(sum, zip((0, 0), *expected.values(), strict=True)))
        assert step.compared == len(spans(gold))
        # A word that is won in one version is lost in the way back.
        assert not set(step.won) & set(step.lost)
    for part, length in ((("wLen", 0), 1), (("wLen", 1), 2)):
        for row, version in zip(versions_frame(diagnosis, part).to_dict("records"), versions, strict=True):
            counts = f1_of_length(gold, version, length)
            assert (row["gold"], row["predicted"], row["matched"]) == counts
            f1 = 2 * counts[2] / (counts[0] + counts[1]) if counts[0] + counts[1] else math.nan
            assert row["f1"] == pytest.approx(f1, nan_ok=True)


@pytest.fixture(scope="module")
def diagnosis():
    dataset = cwsdiag.load(gold=GOLD, systems={"1": FIRST, "2": SECOND, "3": SECOND})
    return diagnose(dataset, attributes=["wLen", "sLen"])


def test_a_step_is_tested_as_two_systems_are(diagnosis):
    """Differences, intervals and p are those of ``compare``; nothing changed from the second to the third."""
    found = steps(diagnosis)
    pairs = compare(diagnosis, [("2", "1"), ("3", "2")], buckets=False)
    for step, pair in zip(found, pairs, strict=True):
        assert asdict(step.difference) == pytest.approx(asdict(pair.scores["f1"]), nan_ok=True)
    assert found[0].difference.verdict == "significant"
    assert (found[1].difference.p_deciding, len(found[1].won), len(found[1].lost)) == (1.0, 0, 0)
    assert changed_words(diagnosis, found[1]).empty
    (step, _same) = found
    assert changed_words(diagnosis, step).to_dict("records") == [
        {"word": "我们", "won": 12, "lost": 0, "sentence": 1},
        {"word": "分词", "won": 0, "lost": 12, "sentence": 1},
        {"word": "北京大学", "won": 12, "lost": 0, "sentence": 2},
    ]
    said = step_sentence(step, unit="sentence", steps=2)
    assert said.startswith("From 1 to 2: 24 gold words won, 12 gold words lost; F1 changes by ")
    assert said.endswith(", significant (p = 9.77e-4, adjusted for 2 pairs).")


def test_a_bucket_of_words_alone(diagnosis):
    (long, _same) = steps(diagnosis, ("wLen", 3))
    assert changed_words(diagnosis, long)["word"].tolist() == ["北京大学"]
    assert (long.compared, long.difference.a, long.difference.b) == (12, 1.0, 0.0)
    assert long.difference.verdict == "too few"
    for part, message in ((("wLen", 9), "no bucket 9"), (("cFre", 0), "no attribute 'cFre'")):
        with pytest.raises(SettingError, match=message):
            steps(diagnosis, part)
    trained = cwsdiag.load(gold=GOLD, systems={"1": FIRST, "2": SECOND}, training=GOLD)
    with pytest.raises(SettingError, match="cFre is an attribute of characters"):
        steps(diagnose(trained, attributes=["cFre"]), ("cFre", 0))


def test_what_one_version_leaves_out_counts_for_none():
    left_out = [["我门", "喜欢", "分词"], *GOLD[1:]]
    dataset = cwsdiag.load(gold=GOLD, systems={"1": left_out, "2": GOLD}, mismatch="skip")
    (step,) = steps(diagnose(dataset, attributes=[]))
    assert (step.compared, len(step.won), len(step.lost)) == (len(spans(GOLD)) - 1, 0, 0)
