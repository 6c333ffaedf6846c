"""``cwsdiag results``: the document of a project, in a file or printed."""

import json

PROJECT = """
[[dataset]]
name = "news"
gold = "gold.txt"
train = "train.txt"
system = [{ name = "right", prediction = "right.txt" }, { name = "wrong", prediction = "wrong.txt" }]

[[dataset]]
name = "without systems"
gold = "gold.txt"
"""


def test_all_datasets_of_a_project(run, files):
    (files / "project.toml").write_text(PROJECT, encoding="utf-8")
    assert run("results", "project.toml", "-o", "results.json").stdout == ""
    written = (files / "results.json").read_bytes()
    assert run("results", ".", "--out", "again.json").exit_code == 0
    assert (files / "again.json").read_bytes() == written
    document = json.loads(written)
    assert [(one["name"], len(one["systems"])) for one in document["datasets"]] == [("news", 2), ("without systems", 0)]
    cut = json.loads(run("results", ".", "--buckets", "2", "--unit", "block:2").stdout)["datasets"][0]
    assert (cut["unit"], cut["units"], len(cut["attributes"][0]["buckets"])) == ("block:2", 1, 2)


def test_what_it_refuses(run, files):
    (files / "project.toml").write_text(PROJECT, encoding="utf-8")
    assert "cannot be written" in run("results", ".", "-o", "no/where.json", code=2).stderr
    (files / "project.toml").write_text(
        '[[study.published]]\nsystem = "a"\nsource = "b"\nf1 = { news = 90 }\n', encoding="utf-8"
    )
    assert "nothing but published scores" in run("results", ".", code=2).stderr
