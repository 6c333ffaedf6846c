"""``cwsdiag findings``: proposed ones, as a file, and how kept ones stand."""

import json


def test_proposals_are_written_once_and_stand(run, project):
    proposed = json.loads(run("findings", ".", "--write", "--json").stdout)["findings"]
    assert (project / "findings.toml").exists()
    kept = json.loads(run("findings", ".", "--kept", "--json").stdout)["findings"]
    assert kept == proposed
    assert not any(one["changed"] or one["differs"] or one["problem"] for one in kept)
    assert "is there already" in run("findings", ".", "--write", code=2).output


def test_other_predictions_are_said_with_both_numbers(run, project):
    run("findings", ".", "--write")
    (project / "right.txt").write_text((project / "wrong.txt").read_text("utf-8"), encoding="utf-8")
    said = run("findings", ".", "--kept").stdout
    assert "its files have changed: system right" in said
    assert "f1: 1 when it was kept, " in said


def test_what_cannot_be_asked_is_said(run, project):
    assert "Give only one" in run("findings", ".", "--kept", "--write", code=2).output
    assert "findings.toml" in run("findings", ".", "--kept", code=2).output
    assert "no dataset 'none'" in run("findings", ".", "--dataset", "none", code=2).output


def test_words_of_private_gold_are_not_proposed(run, project):
    run("board", "add-task", "secret", "--gold", "gold.txt", "--few-sentences", "--board", "board.sqlite")
    path = project / "project.toml"
    path.write_text(f'board = "board.sqlite"\n{path.read_text("utf-8")}', encoding="utf-8")
    told = run("findings", ".")
    assert "private on the board" in told.stderr
    gold = (project / "gold.txt").read_text("utf-8").split()
    assert not [word for word in gold if len(word) > 1 and word in told.stdout]
    assert "gold:" not in told.stdout
    assert "gold:" in run("findings", ".", "--open-gold").stdout


def test_hostile_names_cannot_steer_the_terminal(run, project):
    note = 'note = "\\u001b[31mred"'
    (project / "findings.toml").write_text(f'[[finding]]\nkind = "scores"\n{note}\n', encoding="utf-8")
    assert "\x1b" not in run("findings", ".", "--kept").stdout
