"""``cwsdiag study --published``: scores of papers in rankings and tests, and pairs of systems that differ in a part."""

import pytest

from tests.cli.conftest import document
from tests.cli.test_study import FAST
from tests.cli.test_study_projects import RIGHT, TRAIN, WRONG, write  # noqa: F401

ROWS = """
[[study.published]]
system = "bert"
source = "a paper"
parts = { decoder = "crf" }
f1 = { a = 99.9, c = 12.34 }

[[study.published]]
system = "wrong"
source = "a paper"
parts = { decoder = "mlp" }
f1 = { a = 50, b = 60, d = 70 }
"""


def test_published_rows_count_only_when_asked_for(run, write):  # noqa: F811
    both = {"right": RIGHT, "wrong": WRONG}
    folder = write(dict.fromkeys("abc", (RIGHT, TRAIN, both)), ROWS)
    options = ("study", folder, "--json", "--within", *FAST)
    plain, asked = document(run(*options)), run(*options, "--published")
    assert "warning: published scores on d are left out" in asked.stderr
    asked = document(asked)
    assert plain["published"][1]["f1_per_cent"] == {"a": 50.0, "b": 60.0, "d": 70.0}
    assert [row["model"] for row in plain["model_means"]] == ["right", "wrong"]
    assert [row["model"] for row in asked["model_means"]] == ["right", "wrong", "bert", "wrong (a paper)"]
    assert asked["left_out_of_tests"] == ["bert", "wrong (a paper)"]
    assert plain["part_pairs"] == []
    (pair,) = asked["part_pairs"]
    assert (pair["part"], pair["first"], pair["second"]) == ("decoder", "bert", "wrong (a paper)")
    assert pair["gain"] == pytest.approx(-0.499)
    assert [row["best"] for row in asked["scores"] if row["dataset"] == "a"] == [True, False, False, False]
    assert asked["signature"].startswith(plain["signature"] + " | published:")
    assert "Published in a paper: bert and wrong (a paper)." in run(*options[:2], *options[3:], "--published").stdout


def test_a_project_of_published_scores_alone_must_be_asked_for(run, refused, files):
    (files / "project.toml").write_text(ROWS.replace("50,", "50.25,"), encoding="utf-8")
    assert "it holds nothing but published scores. Give --published." in refused("study", ".")
    text = run("study", ".", "--published").stdout
    assert "datasets: 0, models: 0, published: 2\n" in text and "50.25" in text, "to the last figure"
    found = document(run("study", ".", "--published", "--json"))
    assert (found["datasets"], found["across"], found["aided_diagnosis"]) == ([], None, [])
