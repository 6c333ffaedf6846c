"""Whose a judge's name is, and what the owner of a file of judgements does to it."""

import pytest

from cwsdiag.errors import JudgingError
from cwsdiag.judging import Judgements, store
from tests.judging.corpus import ask, dataset, judge_all


def begun(kept, study, name, **who):
    """A judge who was let in and has judged a sentence."""
    entered, item = kept.enter(study.name, name, **who), study.to_judge[0]
    marks = {item.candidates[0].key: "best"}
    kept.mark(study.name, name, item.number, marks, holder=entered.holder, is_new=entered.is_new)
    return entered


def test_a_name_belongs_to_who_used_it_first(kept, study):
    li = begun(kept, study, " Li  Hua ")
    assert (li.name, li.is_new, len(li.code)) == ("Li Hua", True, 11)
    for said in (li.code, li.code.lower(), f" {li.code.replace('-', ' ')} "):
        again = kept.enter("first", "Li Hua", code=said)
        assert (again.holder, again.is_new, again.code) == (li.holder, False, "")
    with pytest.raises(JudgingError, match="Li Hua has judged this study before"):
        kept.enter("first", "Li Hua")
    zhao = begun(kept, study, "Zhao")
    with pytest.raises(JudgingError, match="this is not the code of Li Hua"):
        kept.enter("first", "Li Hua", code=zhao.code)
    assert li.code not in str(ask(kept.path, "SELECT * FROM judge")), "codes are stored hashed"


def test_who_signed_in_needs_no_code_and_has_the_name_alone(kept, study):
    li = begun(kept, study, "Li Hua", person="id 7")
    assert (li.is_new, li.code) == (True, "")
    assert kept.enter("first", "Li Hua", person="id 7").holder == li.holder
    with pytest.raises(JudgingError, match="Li Hua is the name of another judge"):
        kept.enter("first", "Li Hua", person="id 8")
    with pytest.raises(JudgingError, match="has judged this study before"):
        kept.enter("first", "Li Hua")
    # A code of before counts beside a sign-in, and no code is anybody's sign-in.
    zhao = begun(kept, study, "Zhao")
    assert kept.enter("first", "Zhao", code=zhao.code, person="id 7").holder == zhao.holder
    with pytest.raises(JudgingError):
        kept.enter("first", "Li Hua", code="id 7")


def test_a_name_whose_marks_came_otherwise_is_given_by_the_owner_alone(kept, study):
    judge_all(kept, study, "Li Hua", 1, upto=2)
    with pytest.raises(JudgingError, match="Li Hua has judged this study before"):
        kept.enter("first", "Li Hua")
    given = kept.new_code("first", "Li Hua")
    assert kept.enter("first", "Li Hua", code=given.code).holder == given.holder
    newer = kept.new_code("first", "Li Hua")
    with pytest.raises(JudgingError, match="not the code"):
        kept.enter("first", "Li Hua", code=given.code)
    number, key = study.to_judge[0].number, study.to_judge[0].candidates[0].key
    with pytest.raises(JudgingError, match="judges this study no more, or has another code"):
        kept.mark("first", "Li Hua", number, {key: "best"}, holder=given.holder)
    kept.mark("first", "Li Hua", number, {key: "best"}, holder=newer.holder)
    with pytest.raises(JudgingError, match="nobody judges this study under the name Zhao"):
        kept.new_code("first", "Zhao")


def test_a_study_takes_so_many_judges(kept, study, monkeypatch):
    monkeypatch.setattr(store, "MOST_JUDGES", 2)
    first, late = begun(kept, study, "a"), kept.enter("first", "late")
    begun(kept, study, "b")
    with pytest.raises(JudgingError, match="2 people judge this study already"):
        kept.enter("first", "c")
    item = study.to_judge[0]
    with pytest.raises(JudgingError, match="it takes no more"):
        kept.mark("first", "late", item.number, {item.candidates[0].key: "best"}, holder=late.holder, is_new=True)
    kept.enter("first", "a", code=first.code)
    kept.new("second", dataset(), sentences=5)
    kept.enter("second", "c")


def test_names_of_whom_nothing_is_heard_take_no_room(kept, study):
    """Two come under one new name: it is theirs who first judges a sentence, and of the other nothing is kept."""
    item = study.to_judge[0]
    first, second = item.candidates[0].key, item.candidates[1].key
    slow, fast = kept.enter("first", "Li Hua"), kept.enter("first", "Li Hua")
    assert ask(kept.path, "SELECT count(*) FROM judge") == [(0,)]
    kept.mark("first", "Li Hua", item.number, {first: "best"}, holder=fast.holder, is_new=True)
    with pytest.raises(JudgingError, match="Li Hua judges this study no more, or has another code"):
        kept.mark("first", "Li Hua", item.number, {second: "best"}, holder=slow.holder, is_new=True)
    assert [one.marks for one in kept.look("first")[1]] == [{first: "best"}]
    # Removed, the name is free again; but not for who goes on as if nothing were.
    kept.remove("first", "Li Hua")
    with pytest.raises(JudgingError, match="judges this study no more"):
        kept.mark("first", "Li Hua", item.number, {first: "best"}, holder=fast.holder)
    assert kept.enter("first", "Li Hua").is_new


def test_a_judge_is_removed_with_all_they_said_and_nothing_else(kept, study):
    kept.new("second", dataset(seed=2), sentences=10)
    for name in ("first", "second"):
        for number, judge in enumerate(("a", "b")):
            begun(kept, kept.study(name), judge)
            judge_all(kept, kept.study(name), judge, number)
    before = kept.look("first")
    count, copy = kept.remove("first", " a ")
    assert count == len(study.to_judge)
    assert {one.judge for one in kept.look("first")[1]} == {"b"}
    assert {one.judge for one in kept.look("second")[1]} == {"a", "b"}
    assert copy.name == "000001-20260102T030405Z-remove-judge.sqlite"
    assert repr(Judgements(copy, create=False).look("first")) == repr(before)


def test_the_oldest_study_is_shown_first_unless_one_is_chosen(kept, study):
    assert kept.first_shown() == "first"
    kept.new("second", dataset(), sentences=5)
    kept.new("third", dataset(), sentences=5)
    assert kept.first_shown() == "first"
    for name in ("third", "second"):
        kept.choose(name)
        assert kept.first_shown() == name
    kept.remove("second")
    assert kept.first_shown() == "first"
    with pytest.raises(JudgingError, match="no study 'second'"):
        kept.choose("second")
    assert Judgements(kept.path.with_name("empty.sqlite")).first_shown() is None
