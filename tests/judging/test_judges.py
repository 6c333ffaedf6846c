"""Whose a judge's name is, and what the owner of a file of judgements does to it."""

import random
import sqlite3
from contextlib import closing

import pytest

from cwsdiag.errors import JudgingError
from cwsdiag.judging import Judgements, judges, schema
from cwsdiag.judging.health import examine
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
    monkeypatch.setattr(judges, "MOST", 2)
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


def test_a_damaged_mark_of_a_judge_is_said_and_lets_nobody_in(kept, study):
    begun(kept, study, "Li Hua")
    with closing(sqlite3.connect(kept.path)) as connection:
        connection.execute("UPDATE judge SET holder = x'00ff'")
        connection.commit()
    assert any("nobody can come back under that name" in said for said in examine(kept.path).problems)
    with pytest.raises(JudgingError, match="damaged"):
        kept.enter("first", "Li Hua", code="ABCDE-FGHJK")


def everything(kept):
    return {table: ask(kept.path, f"SELECT * FROM {table}") for table in schema_tables(kept)}


def schema_tables(kept):
    names = ask(kept.path, "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
    return [name for (name,) in names]


def test_a_judge_is_removed_with_all_they_said_and_nothing_else(kept, study):
    kept.new("second", dataset(seed=2), sentences=10)
    for name in ("first", "second"):
        for number, judge in enumerate(("a", "b")):
            begun(kept, kept.study(name), judge)
            judge_all(kept, kept.study(name), judge, number)
    before, said = everything(kept), kept.look("first", "a")[1]
    done = kept.remove("first", " a ")
    assert done.count == len(said)
    assert {one.judge for one in kept.look("first")[1]} == {"b"}
    assert {one.judge for one in kept.look("second")[1]} == {"a", "b"}
    assert [one.act for one in kept.backups()] == ["remove-judge"]
    assert kept.undo(done.backup).count == 0
    assert everything(kept) == before


def test_random_acts_are_taken_back_exactly(kept, study):
    """Whatever was removed: undoing in turn gives back all that was there before each act."""
    draw, history = random.Random(3), []
    for number in range(2):
        kept.new(f"s{number}", dataset(seed=number), sentences=6)
        for judge in "ab":
            begun(kept, kept.study(f"s{number}"), judge)
            judge_all(kept, kept.study(f"s{number}"), judge, number)
    for _ in range(4):
        names = [name for name in kept.names() if name != "first"]
        name = draw.choice(names)
        there = sorted({one.judge for one in kept.look(name)[1]})
        judge = draw.choice([*there, ""])
        expected = sum(one.judge == judge or not judge for one in kept.look(name)[1])
        before = everything(kept)
        done = kept.remove(name, judge)
        assert done.count == expected
        history.append((done.backup, before))
    for backup, before in reversed(history):
        kept.undo(backup)
        assert everything(kept) == before


def test_what_came_since_is_counted_and_kept_when_an_act_is_taken_back(kept, study):
    done = kept.remove("first")
    later = kept.new("later", dataset(), sentences=5)
    judge_all(kept, later, "a", 1)
    undone = kept.undo(done.backup)
    assert (kept.names(), undone.count) == (["first"], len(later.to_judge))
    kept.undo(undone.backup)
    assert kept.names() == ["later"]
    assert len(kept.look("later")[1]) == len(later.to_judge)


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


def test_a_file_of_version_1_is_brought_up_to_date(tmp_path):
    path = tmp_path / "old.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        for statement in schema.MIGRATIONS[0]:
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {schema.APPLICATION}")
        connection.execute("PRAGMA user_version = 1")
        connection.execute("INSERT INTO study VALUES (1, 'old', '2026-01-01T00:00:00+00:00', 'd', 'g', 0, 's', '')")
        connection.execute("INSERT INTO system VALUES (1, 0, 'x', 'd', 0.5, NULL), (1, 1, 'y', 'd', 0.5, NULL)")
        connection.execute("INSERT INTO sentence VALUES (1, 1, 0, 7)")
        connection.execute("INSERT INTO output VALUES (1, 0, '我们 好'), (1, 1, '我 们 好')")
        connection.execute("INSERT INTO judgement VALUES (1, 1, 'Li Hua', '2026-01-01T00:00:00+00:00')")
        connection.commit()
    kept = Judgements(path)
    assert kept.first_shown() == "old"
    assert len(kept.study("old").to_judge) == 1
    with pytest.raises(JudgingError, match="has judged this study before"):
        kept.enter("old", "Li Hua")
    assert kept.enter("old", "Zhao").is_new
