"""The rules by which findings are proposed, against the same said in loops; and what they must never propose."""

from dataclasses import replace

import pytest

from cwsdiag.balanced import balance
from cwsdiag.diagnosis.audit import HIGH_RANK, corrected
from cwsdiag.exhibits.looks import ProjectLooks, look_of
from cwsdiag.findings import read_findings, to_text
from cwsdiag.findings.proposals import RULES, proposed
from cwsdiag.folders import sample_project
from cwsdiag.languages import speaking
from cwsdiag.loading import load
from cwsdiag.project import read_project
from cwsdiag.project.studies import load_study
from cwsdiag.views.look import LookKey


@pytest.fixture(scope="module")
def looks():
    return ProjectLooks(read_project(sample_project()))


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


def titles(found):
    return [one.title for one in found]


def test_a_significant_lead_is_said_as_one_and_no_other():
    clear = proposed(One(world({"a": range(2), "b": range(40)})))
    assert "a is best on" in clear[0].title
    level = proposed(One(world({"a": range(2), "b": range(1, 4)})))
    assert "are not told apart" in level[0].title
    alike = proposed(One(world({"a": range(2), "b": range(2)})))
    assert alike[0].title.startswith("F1 of all systems on")
    alone = proposed(One(world({"a": range(2)})))
    assert alone[0].title.startswith("F1 of all systems on")


def test_where_the_runner_up_wins_is_significant(looks):
    """Every proposed bucket has the runner-up ahead, with p of at most 0.05 in the comparison's own rows."""
    for name in looks.names:
        look = looks.look(LookKey(name))
        for one in proposed(looks, where=LookKey(name)):
            if one.kind != "compare":
                continue
            tested = look.tested(one.options["system"], one.options["other"])
            p = [
                bucket.f1.p_deciding
                for bucket in tested.buckets
                if bucket.attribute == one.options["attribute"] and bucket.f1.difference < 0
            ]
            assert min(p) <= 0.05
            assert one.numbers["p_adjusted"] <= 0.05


def test_two_systems_that_do_not_differ_are_no_finding_by_bucket():
    found = proposed(One(world({"a": range(2), "b": range(1, 4)})))
    assert "compare" not in kinds(found)


def test_the_hardest_sentence_is_that_of_most_misses(looks):
    for name in looks.names:
        look = looks.look(LookKey(name))
        [found] = [one for one in proposed(looks, where=LookKey(name)) if one.kind == "sentence"]
        dataset = look.dataset
        most, hardest = 0, None
        for number in range(len(dataset.gold.text.sentence_ends)):
            words = dataset.gold.sentence_words(number)
            if not 8 <= len("".join(words)) <= 60:
                continue
            missed = 0
            for system in dataset.systems:
                missed += len(spans(words) - spans(system.sentence_words(number)))
            if missed > most:
                most, hardest = missed, number
        assert found.options["sentence"] == str(hardest + 1)
        assert found.title == f"Sentence {hardest + 1} has most misses over {len(dataset.systems)} systems"
        assert found.numbers["wrong"] == most
        assert all(f"{system.name} gets " in found.headline for system in dataset.systems)


def test_with_one_system_the_hardest_sentence_is_its_own():
    [found] = [one for one in proposed(One(world({"a": range(2)}))) if one.kind == "sentence"]
    assert found.title == "Sentence 1 has most misses over 1 system"


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


def test_what_both_get_wrong_alike_is_counted(looks):
    look = looks.look(LookKey("news"))
    [found] = [one for one in proposed(looks, where=LookKey("news")) if one.options.get("which") == "both_wrong_alike"]
    dataset = look.dataset
    first, second = (dataset.system(found.options[key]) for key in ("system", "other"))
    ends = [{0, *system.word_ends.tolist()} for system in (first, second)]
    alike = 0
    for start, end in zip(dataset.gold.word_starts.tolist(), dataset.gold.word_ends.tolist(), strict=True):
        cuts = [cover(own, start, end) for own in ends]
        wrong = [cut != [start, end] for cut in cuts]
        alike += all(wrong) and cuts[0] == cuts[1]
    assert found.numbers["places"] == alike


def cover(ends, start, end):
    """The boundaries of the words of a system over a span, from where the first begins to where the last ends."""
    while start not in ends:
        start -= 1
    while end not in ends:
        end += 1
    return [place for place in range(start, end + 1) if place in ends]


def test_changed_ranks_and_differences_across_datasets_are_proposed_where_they_are_sure(looks):
    every = proposed(looks)
    for name in looks.names:
        look = looks.look(LookKey(name))
        sure = False
        if look.dataset.difficulty is not None:
            balanced = balance(look.dataset)
            scores = {one.name: one for one in balanced.scores}
            for pair in balanced.differences:
                one, other = scores[pair.first], scores[pair.second]
                turns = (one.f1 - other.f1) * (one.f_b - other.f_b) < 0
                apart = all(not found.low <= 0 <= found.high for found in (pair.f1, pair.f_b))
                sure |= turns and apart
        assert ("places" in kinds(one for one in every if one.where.dataset == name)) == sure
    study = load_study(read_project(sample_project()))
    assert kinds(every).count("across") == (study.models_test().p < 0.05)


def test_an_audit_of_gold_is_proposed_where_a_rank_is_high():
    dataset = world({"a": range(2)})
    assert "audit" not in kinds(proposed(One(dataset)))
    # One of sixty is cut otherwise, between the same words.
    slip = corrected(dataset.gold, {(2, 4, ("人", "民")): "wrong"})
    (found,) = (one for one in proposed(One(replace(dataset, gold=slip))) if one.kind == "audit")
    assert found.title == "1 place of gold is worth a look"
    assert found.headline == "1 place of gold is worth a look: 人 | 民, cut so in 1 of 60 places."
    assert found.numbers["rank"] > HIGH_RANK
    assert "audit" not in kinds(proposed(One(replace(dataset, gold=slip), private=True)))


def test_the_costliest_convention_of_the_two_best_is_proposed():
    gold = [[f"{number}", "月", "在", "北京", "。"] for number in range(1, 13)]
    one = [[f"{month}月", *rest] for month, _word, *rest in gold]
    two = [[f"{month}月", "在", "北", "京", "。"] for month, *_rest in gold]
    dataset = load(gold=gold, systems={"one": one, "two": two}, training=gold)
    [found] = [one for one in proposed(One(dataset)) if one.kind == "conventions"]
    # F1 of one is 2 × 36 / (60 + 48), and would be 1; that of two is 2 × 24 / 120, and would be 2 × 48 / 132.
    assert found.options == {"system": "one"}
    assert found.title == "one joins number and 月: a convention"
    assert found.numbers == pytest.approx({"conventions": 1, "points": 100 * (1 - 72 / 108)}, abs=1e-4)
    assert "conventions" not in kinds(proposed(One(dataset, private=True)))
    assert "conventions" not in kinds(proposed(One(load(gold=gold, systems={"one": gold}))))


def test_private_gold_is_in_no_proposal():
    dataset = world({"a": range(2), "b": range(40)})
    found = proposed(One(dataset, private=True))
    assert found
    assert not {"words", "sentence"} & {*kinds(found)}


def test_a_system_without_errors_loses_nothing():
    found = proposed(One(world({"a": range(0), "b": range(40)})))
    assert "self" not in kinds(found)
    assert any(one.kind == "sentence" for one in found)


def test_without_systems_there_is_nothing_to_say():
    assert proposed(One(world({}))) == []


def test_the_same_results_give_the_same_file(looks):
    first, second = (to_text(proposed(looks, where=LookKey("news"))) for _ in range(2))
    assert first == second
    assert len(read_findings(first)) >= 4


def test_titles_are_in_the_language_of_the_moment(looks):
    with speaking("zh"):
        found = proposed(looks, where=LookKey("news"))
    assert len(found) == len(proposed(looks, where=LookKey("news")))


def test_every_rule_says_what_it_is():
    """docs/report.md lists them in these words."""
    assert all(rule.__doc__ for rule in RULES)


def test_what_is_proposed_twice_is_one_twin_of_the_other(looks):
    first, second = (proposed(looks, where=LookKey("news")) for _ in range(2))
    for place, one in enumerate(first):
        renamed = replace(one, id="x", title="renamed", note="of somebody")
        assert [renamed.is_twin(other) for other in second] == [at == place for at in range(len(second))]
        assert not renamed.is_twin(replace(one, show="headline"))
