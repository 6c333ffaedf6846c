"""``cwsdiag gate``: its exit codes, its summary, what it refuses."""

import json

import pytest

from tests.cli.conftest import GOLD, WRONG

PROJECT = '[[dataset]]\nname = "news"\ngold = "gold.txt"\nsystem = [{ name = "crf", prediction = "crf.txt" }]\n'
GATE = ("gate", "--baseline", "results.json", "project.toml")


@pytest.fixture
def kept(run, files):
    """A project of a system that was right everywhere when the baseline was written."""
    (files / "gold.txt").write_text(GOLD * 40, encoding="utf-8")
    (files / "crf.txt").write_text(GOLD * 40, encoding="utf-8")
    (files / "project.toml").write_text(PROJECT, encoding="utf-8")
    run("results", "project.toml", "-o", "results.json")
    return files


def test_nothing_changed(run, kept):
    text = run(*GATE).stdout
    assert text.startswith("## cwsdiag gate: passed, 1 check\n")
    assert "| news | crf | all words | 1.0000 | 1.0000 | 0.00 | −0.20 | – | the same in every sentence |" in text


def test_worse_than_allowed(run, kept):
    (kept / "crf.txt").write_text(WRONG * 40, encoding="utf-8")
    result = run(*GATE, "--bucket", "wLen:≥4", "--bucket", "wLen:1:0.9", code=1)
    assert "failed, 2 of 3 checks worse than allowed" in result.stdout
    run(*GATE, "--max-drop", "0.5")
    document = json.loads(run(*GATE, "--json", code=1).stdout)
    assert (document["failed"], document["tests"], len(document["checks"])) == (True, 1, 1)
    (check,) = document["checks"]
    assert (check["outcome"], check["untested"], check["limit"]["drop"]) == ("worse", None, 0.002)
    assert check["difference"]["verdict"] == "significant"


def test_what_cannot_be_told(run, kept):
    (kept / "project.toml").write_text(PROJECT.replace('"crf",', '"bert",'), encoding="utf-8")
    result = run(*GATE, code=2)
    assert "system 'crf' of dataset 'news' is in results.json and not in the project" in result.stderr
    assert "New, not in the baseline: system bert of dataset news" in result.stdout
    (kept / "project.toml").write_text(PROJECT, encoding="utf-8")
    for options, message in [
        (("--max-drop", "-1"), "a drop is a share from 0 to 1"),
        (("--bucket", "wLen"), "write ATTRIBUTE:LABEL"),
        (("--bucket", "wLen:1:x"), "'x' is no number"),
        (("--bucket", "label:genre:news:0.1"), "of 'label:genre' there"),
    ]:
        assert message in run(*GATE, *options, code=2).stderr


def test_the_test_is_by_blocks_where_changes_come_in_runs_whatever_unit_the_baseline_had(run, files):
    wrong = [False, True, False, False, True, False, True, False, False, False] * 4
    lines = ["我 们 好\n" if bad else "我们 好\n" for bad in wrong for _ in range(25)]
    (files / "gold.txt").write_text("我们 好\n" * 1000, encoding="utf-8")
    (files / "crf.txt").write_text("我们 好\n" * 1000, encoding="utf-8")
    (files / "project.toml").write_text(PROJECT, encoding="utf-8")
    run("results", "project.toml", "--unit", "block:5", "-o", "results.json")
    (files / "crf.txt").write_text("".join(lines), encoding="utf-8")
    (check,) = json.loads(run(*GATE, "--json", code=1).stdout)["checks"]
    assert check["unit"] == "block:25" and check["difference"]["differing_units"] == 12
    assert check["difference"]["p"] == check["difference"]["p_blocks"]
    assert "by swaps of blocks of 25 sentences calls it significant" in run(*GATE, code=1).stdout
