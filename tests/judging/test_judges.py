"""Whose a judge's name is, and what the owner of a file of judgements does to it."""

import pytest

from cwsdiag.errors import JudgingError
from cwsdiag.judging import Judgements, store
from tests.judging.corpus import dataset, judge_all


def begun(kept, study, name, holder=""):
    """Let a judge in, who judges a sentence."""
    name, item = kept.enter(study.name, name, holder), study.to_judge[0]
    kept.mark(study.name, name, item.number, {item.candidates[0].key: "best"}, holder=holder)
    return name


def test_a_name_belongs_to_who_used_it_first(kept, study):
    assert begun(kept, study, " Li  Hua ", "one") == "Li Hua"
    assert kept.enter("first", "Li Hua", "one") == "Li Hua"
    item = study.to_judge[1]
    for refused in (
        lambda: kept.enter("first", "Li Hua", "another"),
        lambda: kept.mark("first", "Li Hua", item.number, {item.candidates[0].key: "best"}, holder="another"),
    ):
        with pytest.raises(JudgingError, match="Li Hua is somebody who judges this study in another browser"):
            refused()
    assert len(kept.look("first")[1]) == 1
    # At home people take turns under any name.
    assert begun(kept, study, "Li Hua") == "Li Hua"


def test_a_study_takes_so_many_judges(kept, study, monkeypatch):
    monkeypatch.setattr(store, "MOST_JUDGES", 2)
    for name in "ab":
        begun(kept, study, name, name)
    for asked in (lambda: kept.enter("first", "c", "c"), lambda: begun(kept, study, "c", "c")):
        with pytest.raises(JudgingError, match="2 people judge this study already, and it takes no more"):
            asked()
    kept.enter("first", "a", "a")


def test_a_judge_is_removed_with_all_they_said_and_nothing_else(kept, study):
    kept.new("second", dataset(seed=2), sentences=10)
    for name in ("first", "second"):
        for number, judge in enumerate(("a", "b")):
            judge_all(kept, kept.study(name), judge, number)
    before = kept.look("first")
    count, copy = kept.remove("first", " a ")
    assert (count, {one.judge for one in kept.look("first")[1]}) == (len(study.to_judge), {"b"})
    assert {one.judge for one in kept.look("second")[1]} == {"a", "b"}
    assert copy.name == "000001-20260102T030405Z-remove-judge.sqlite"
    assert repr(Judgements(copy, create=False).look("first")) == repr(before)


def test_the_oldest_study_is_shown_first_unless_one_is_chosen(kept, study):
    assert kept.first_shown() == "first"
    kept.new("second", dataset(), sentences=5)
    assert kept.first_shown() == "first"
    kept.choose("second")
    assert kept.first_shown() == "second"
    kept.remove("second")
    assert kept.first_shown() == "first"
    with pytest.raises(JudgingError, match="no study 'second'"):
        kept.choose("second")
    assert Judgements(kept.path.with_name("empty.sqlite")).first_shown() is None


def test_the_name_of_imported_marks_is_nobodys_until_the_owner_frees_it(kept, study):
    judge_all(kept, study, "Li Hua", 1, upto=2)
    marks = kept.look("first")[1]
    kept.remove("first", "Li Hua")
    kept.take("first", marks)
    with pytest.raises(JudgingError, match="in another browser"):
        kept.enter("first", "Li Hua", "one")
    kept.release("first", "Li Hua")
    assert begun(kept, study, "Li Hua", "one") == "Li Hua"
