"""The rules by which findings are proposed, against the same said in loops; and what they must never propose."""

from dataclasses import replace

import pytest

from cwsdiag.diagnosis.audit import HIGH_RANK, corrected
from cwsdiag.exhibits.looks import look_of
from cwsdiag.findings import read_findings, to_text
from cwsdiag.findings.proposals import proposed
from cwsdiag.loading import load
from cwsdiag.study.statistics import ScoreTable
from cwsdiag.views.look import LookKey


class One:
    """Looks of a single dataset."""

    names = ("made",)

    def __init__(self, dataset, *, private=False):
        look = look_of(dataset, LookKey("made"))
        self._look = look.private if private else look

    def look(self, where):
        return self._look


def world(systems, *, sentences=60):
    """Gold of two-character words; a system cuts the words of the sentences that it fails on in two."""
    gold = [["中国", "人民", "生活", "美好", "。"] for _ in range(sentences)]
    made = {
        name: [[*"".join(words)] if number in fails else words for number, words in enumerate(gold)]
        for name, fails in systems.items()
    }
    return load(gold=gold, systems=made, training=[["中国", "人民", "生活", "美好", "。"]] * 3)


def kinds(found):
    return [one.kind for one in found]


def test_where_the_runner_up_wins_is_significant(looks):
    """Every proposed bucket has the runner-up ahead, with p of at most 0.05 in the comparison's own rows."""
    for one in proposed(looks):
        if one.kind != "compare":
            continue
        tested = looks.look(one.where).tested(one.options["system"], one.options["other"])
        p = [
            bucket.f1.p_deciding
            for bucket in tested.buckets
            if bucket.attribute == one.options["attribute"] and bucket.f1.difference < 0
        ]
        assert min(p) <= 0.05
        assert one.numbers["p_adjusted"] <= 0.05


def test_the_hardest_sentence_is_that_of_most_misses(looks):
    for name in looks.names:
        look = looks.look(LookKey(name))
        [found] = [one for one in proposed(looks, where=LookKey(name)) if one.kind == "sentence"]
        dataset = look.dataset
        missed = {}
        for number in range(len(dataset.gold.text.sentence_ends)):
            words = dataset.gold.sentence_words(number)
            if 8 <= len("".join(words)) <= 60:
                made = [spans(system.sentence_words(number)) for system in dataset.systems]
                missed[number] = sum(len(spans(words) - own) for own in made)
        hardest = max(missed, key=missed.get)
        assert found.options["sentence"] == str(hardest + 1)
        assert found.title == f"Sentence {hardest + 1} has most misses over {len(dataset.systems)} systems"
        assert found.numbers["wrong"] == missed[hardest]


def test_a_title_names_the_bucket_of_its_headline(looks):
    named = [one for one in proposed(looks) if " at words with " in one.title or " at new words" in one.title]
    assert {"self", "words"} <= {*kinds(named)}
    for one in named:
        bucket = one.title.partition(" at ")[2].partition(" on ")[0]
        if one.kind == "compare":
            pair = looks.look(one.where).pair(one.options["system"], one.options["other"])
            assert bucket == (pair.buckets.behind if pair.role == "a" else pair.buckets.ahead)[0].where
        else:
            assert bucket in one.headline


def spans(words):
    place, found = 0, set()
    for word in words:
        found.add((place, place + len(word)))
        place += len(word)
    return found


def test_an_audit_of_gold_is_proposed_where_a_rank_is_high():
    dataset = world({"a": range(2)})
    assert "audit" not in kinds(proposed(One(dataset)))
    # One of sixty is cut otherwise, between the same words.
    slip = corrected(dataset.gold, {(2, 4, ("人", "民")): "wrong"})
    (found,) = (one for one in proposed(One(replace(dataset, gold=slip))) if one.kind == "audit")
    assert found.title == "1 place of gold is worth a look"
    assert found.headline == "1 place of gold is worth a look: 人 | 民, other cut 人民 (gold: 人民 59×, 人 | 民 1×)."
    assert found.numbers["rank"] > HIGH_RANK
    assert "audit" not in kinds(proposed(One(replace(dataset, gold=slip), private=True)))


def test_the_costliest_convention_of_the_two_best_is_proposed():
    gold = [[f"{number}", "月", "在", "北京", "。"] for number in range(1, 13)]
    one = [[f"{month}月", *rest] for month, _word, *rest in gold]
    two = [[f"{month}月", "在", "北", "京", "。"] for month, *_rest in gold]
    dataset = load(gold=gold, systems={"one": one, "two": two}, training=gold)
    [found] = [one for one in proposed(One(dataset)) if one.kind == "conventions"]
    # F1 of one is 2 × 36 / (60 + 48), and would be 1; that of two is 2 × 24 / 120, and would be 2 × 48 / 132.
    assert (found.options, found.title) == ({"system": "one"}, "one joins number and 月: a convention")
    assert found.numbers == pytest.approx({"conventions": 1, "points": 100 * (1 - 72 / 108)}, abs=1e-4)
    assert "conventions" not in kinds(proposed(One(dataset, private=True)))


@pytest.mark.parametrize("p", [0.01, 0.2])
def test_that_systems_differ_over_datasets_is_proposed_where_friedmans_test_says_so(looks, monkeypatch, p):
    real = ScoreTable.models_test
    monkeypatch.setattr(ScoreTable, "models_test", lambda study: replace(real(study), p_adjusted=p))
    assert ("across" in kinds(proposed(looks))) == (p < 0.05)


def test_private_gold_is_in_no_proposal():
    dataset = world({"a": range(2), "b": range(40)})
    found = proposed(One(dataset, private=True))
    assert found
    assert not {"words", "sentence"} & {*kinds(found)}


def test_the_same_results_give_the_same_file(looks):
    first, second = (to_text(proposed(looks, where=LookKey("news"))) for _ in range(2))
    assert first == second
    assert len(read_findings(first)) >= 4
