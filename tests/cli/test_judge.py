"""``cwsdiag judge``: from an empty folder to scores, and what it says when something is wrong."""

import csv
import io
import json
from pathlib import Path

import pytest

from cwsdiag.judging import Judgements
from tests.judging.corpus import judge_all

FILE = Path("people.sqlite")
COPIES = Path("people.sqlite.backups")
WHERE = ("--judgements", FILE)
SYSTEMS = ("--system", "right=right.txt", "--system", "wrong=wrong.txt", "--system", "third=third.txt")
THIRD = "我们喜欢 分词\n他在 北京大学 学习\n"


@pytest.fixture
def judge(run, files):
    """``judge(…)`` runs the command on a folder with three systems; the study ``s`` has both sentences."""
    (files / "third.txt").write_text(THIRD, encoding="utf-8")

    def call(*arguments, code=0):
        return run("judge", *arguments, *WHERE, code=code)

    call("new", "s", "--gold", "gold.txt", *SYSTEMS, "--sentences", 2, "--seed", 4)
    return call


@pytest.fixture
def judged(judge):
    """The same, judged by two who have finished and one who has not."""
    kept = Judgements(FILE)
    study = kept.study("s")
    for number, name in enumerate(("Li Hua", "=1+1")):
        judge_all(kept, study, name, number)
    judge_all(kept, study, "half", 1, upto=1)
    return judge


def test_f_b_by_hand(judged):
    given = ("--f-b", "right=0.9", "--f-b", "wrong=0.1", "--f-b", "third=0.5")
    document = json.loads(judged("scores", "s", *given, "--json").stdout)
    assert {row["name"]: row["f_b"] for row in document["systems"]} == {"right": 0.9, "wrong": 0.1, "third": 0.5}
    assert [one["measure"] for one in document["correlations"]] == ["f1", "f_b"]
    assert "it is hard on systems of that kind" in judged("scores", "s", *given).stdout
    for wrong, said in (("right=x", "Write NAME=VALUE"), ("hmm=1", "no system hmm")):
        assert said in judged("scores", "s", "--f-b", wrong, code=2).stderr


def test_marks_go_out_and_come_in(judged, run, files):
    judged("export", "s", "-o", "marks.csv")
    text = (files / "marks.csv").read_text(encoding="utf-8")
    assert judged("export", "s").stdout == text
    assert {row["judge"] for row in csv.DictReader(io.StringIO(text))} == {"Li Hua", "'=1+1", "half"}
    assert judged("import", "s", "marks.csv").stdout == "0 judgements imported, 0 replaced, 5 already here\n"
    other = ("--judgements", "other.sqlite")
    run("judge", "new", "s", "--gold", "gold.txt", *SYSTEMS, "--sentences", 2, "--seed", 4, *other)
    taken = run("judge", "import", "s", "marks.csv", *other).stdout
    assert taken == "5 judgements imported, 0 replaced, 0 already here\n"
    assert run("judge", "scores", "s", *other).stdout == judged("scores", "s").stdout


def test_what_cannot_be_done_is_said(judge, run):
    gold = ("--gold", "gold.txt")
    assert "a study 's' already" in judge("new", "s", *gold, *SYSTEMS, "--sentences", 2, code=2).stderr
    assert "Give a number from 1 to 2" in judge("new", "t", *gold, *SYSTEMS, code=2).stderr
    for command in ("scores", "export", "remove"):
        assert "no study 'x' in this file. Available: s." in judge(command, "x", code=2).stderr
    assert "nobody judges" in judge("remove", "s", "--judge", "x", "--yes", code=2).stderr
    missing = run("judge", "list", "--judgements", "none.sqlite", code=2).stderr
    assert "there is no file of judgements" in missing
    assert "cannot be written" in judge("export", "s", "-o", "no folder/marks.csv", code=2).stderr
    assert "Remove the study s, 0 judgements?" in judge("remove", "s", code=1).stdout
    assert Judgements(FILE).names() == ["s"] and not [*COPIES.iterdir()], "what was not done leaves no copy"


def test_a_judge_or_a_study_is_removed(judged):
    assert judged("remove", "s", "--judge", "half", "--yes").stdout.startswith("1 judgements removed.")
    assert {one.judge for one in Judgements(FILE).look("s")[1]} == {"Li Hua", "=1+1"}
    assert judged("remove", "s", "--yes").stdout.startswith("4 judgements removed.")
    assert "cwsdiag judge new" in judged("list").stdout
    assert [len(Judgements(copy).look("s")[1]) for copy in sorted(COPIES.iterdir())] == [5, 4]


def test_a_name_is_freed_and_the_study_shown_first_is_chosen(judged):
    kept = Judgements(FILE)
    item = kept.study("s").to_judge[0]
    kept.mark("s", "Zhao", item.number, {item.candidates[0].key: "best"}, holder="one browser")
    judged("release", "s", "Zhao")
    assert kept.enter("s", "Zhao", "another") == "Zhao"
    judged("new", "later", "--gold", "gold.txt", *SYSTEMS, "--sentences", 1)
    assert judged("choose", "later").stdout == "later is shown first.\n"
    assert kept.first_shown() == "later"
