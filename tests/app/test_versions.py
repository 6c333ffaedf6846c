"""Versions of a system on the page One system: where it has some, what is shown, where clicks lead."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.app.conftest import FIRST, GOLD, SECOND, html

PROJECT = """
[[dataset]]
name = "news"
gold = "gold.txt"
system = [
    { name = "crf", version = "1.9", prediction = "first.txt" },
    { name = "crf", version = "1.10", prediction = "second.txt" },
    { name = "crf", version = "<b>2</b>", prediction = "gold.txt" },
    { name = "other", prediction = "first.txt" },
]
"""


@pytest.fixture
def project(tmp_path):
    for name, text in (("gold", GOLD), ("first", FIRST), ("second", SECOND)):
        (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")
    (tmp_path / "project.toml").write_text(PROJECT, encoding="utf-8")
    return tmp_path / "project.toml"


def words_of(app: AppTest):
    (table,) = (one.value for one in app.dataframe if "won" in one.value.columns)
    return table.to_dict("records")


def test_versions_of_a_system(opened, project):
    app = opened("self_diagnosis", project=project, system="crf")
    assert "From version to version" in html(app)
    assert "From 1.10 to &lt;b&gt;2&lt;/b&gt;: 40 gold words won, 0 gold words lost" in html(app)
    assert words_of(app) == [
        {"word": "北京", "won": 20, "lost": 0, "sentence": 1},
        {"word": "秋天", "won": 20, "lost": 0, "sentence": 2},
    ]
    app = opened("self_diagnosis", project=project, system="crf", version="1.10", versions_of="wLen:2")
    assert "From 1.9 to 1.10: 20 gold words won, 0 gold words lost" in html(app)
    assert words_of(app) == [{"word": "语言学", "won": 20, "lost": 0, "sentence": 1}]
    app.selectbox(key="choose versions_of").set_value("all").run()
    assert "versions_of" not in app.query_params
    assert "From 1.9 to 1.10: 20 gold words won, 40 gold words lost" in html(app)


def test_a_system_without_versions_has_no_such_part(opened, project):
    app = opened("self_diagnosis", project=project, system="other")
    assert "From version to version" not in html(app)


def test_a_version_that_cannot_be_read_is_said(opened, project):
    (project.parent / "first.txt").write_text("完全 不同\n", encoding="utf-8")
    app = opened("self_diagnosis", project=project, system="crf")
    assert "The versions cannot be compared" in html(app)
