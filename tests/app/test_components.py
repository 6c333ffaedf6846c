"""Parts of systems and published scores on pages: Systems with its part Components, and Files."""

from html import unescape

import pytest

from tests.app.conftest import html, table, visit, ways

PUBLISHED = """
[[study.published]]
system = "bert"
source = "A. Author 2020"
parts = { method = "bert" }
f1 = { own = 99.12, elsewhere = 90 }

[[study.published]]
system = "elmo"
source = "A. Author 2020"
parts = { method = "elmo" }
f1 = { own = 97.5, elsewhere = 88 }
"""


def test_published_scores_are_shown_and_count_when_asked_for(opened, shown, project):
    path = project()
    path.write_text(path.read_text("utf-8") + '\nparts = { method = "crf" }\n' + PUBLISHED, "utf-8")
    app = opened("datasets", project=path)
    assert app.dataframe[0].value.iloc[:, 0].tolist() == ["first", "second", "mean"]
    assert "published:" not in shown[-1].signature
    asked = opened("datasets", project=path, published="on")
    found, text = asked.dataframe[0].value, unescape(html(asked))
    assert found.iloc[:2, 0].tolist() == ["bert", "elmo"] and found["own"].tolist()[:2] == [0.9912, 0.975]
    assert "Published in A. Author 2020: bert and elmo." in text
    assert "Published scores on elsewhere are left out" in text
    assert "published:" in shown[-1].signature
    pairs = opened("datasets", project=path, published="on", part="components")
    # "second" is said to be made of a method, as the published ones are.
    assert table(pairs, "pairs")["pairs"].tolist() == [1, 1, 1]


def test_a_project_of_published_scores_alone(opened, tmp_path):
    path = tmp_path / "project.toml"
    path.write_text(PUBLISHED, "utf-8")
    app = opened("datasets", project=path)
    assert table(app, "elsewhere")["elsewhere"].tolist()[:2] == [0.9, 0.88]
    assert "holds published scores and no texts" in html(app)
    pairs = opened("datasets", project=path, part="components")
    assert table(pairs, "gain")["gain"].tolist() == [pytest.approx((97.5 - 99.12 + 88 - 90) / 2)]
    for page in ("summary", "files", "scores"):
        there = opened(page, project=path)
        assert "Something went wrong" not in html(there), page
        assert page == "files" or ways(there)[0] == "See the published scores"


def test_files_says_what_a_system_is_made_of(opened, sample):
    app = opened("files", project=sample, dataset="microblog")
    boxes = [area for area in app.text_area if area.label == "Made of"]
    assert boxes[0].value == "method = CRF\nknowledge = training data", "said on another dataset"
    boxes[2].set_value("method = matching\n nonsense \nknowledge = own dictionary").run()
    visit(app, "datasets")
    assert table(app, "method  ")["method  "].tolist()[:4] == ["CRF", "rules and CRF", "matching", "matching"]
    visit(app, "files")
    assert [area.value for area in app.text_area if area.label == "Made of"][2] == (
        "method = matching\nknowledge = own dictionary"
    )
