"""The unit that resamples draw: chosen on pages, in the address, and offered where sentences are too small."""

from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from tests.app.conftest import html

RIGHT, WRONG = "我们 在 北京 学习 。\n", "我们 在 北 京 学习 。\n"
# Right and wrong together for 50 sentences: blocks of 25 tell what sentences do not.
RUNS = (RIGHT * 50 + WRONG * 50) * 10
REMARK = "Neighbouring sentences are right and wrong together"


def in_runs(project: Callable[..., Path]) -> Path:
    return project(gold=RIGHT * 1000, systems={"first": RUNS, "second": RIGHT * 999 + WRONG}, training=None)


@pytest.mark.parametrize("name", ["overview", "self_diagnosis"])
def test_too_narrow_intervals_are_said_and_a_button_draws_blocks(opened, project, name):
    app = opened(name, project=in_runs(project), system="first")
    assert REMARK in html(app)
    assert "unit" not in app.query_params
    (button,) = (one for one in app.button if one.key == "draw blocks")
    app = button.click().run()
    assert app.query_params["unit"] == "block:25"
    assert "unit:block:25" in app.code[-1].value
    assert REMARK not in html(app)


def test_an_address_says_the_unit_and_one_that_is_none_is_named(opened: Callable[..., AppTest], project):
    app = opened("overview", project=in_runs(project), unit="block:25")
    assert "unit:block:25" in app.code[-1].value
    app = opened("overview", project=in_runs(project), unit="paragraph")
    assert "unit:" not in app.code[-1].value
    assert "unit=paragraph" in html(app)


def test_the_choice_follows_the_address_and_makes_it(opened, project):
    app = opened("compare", project=in_runs(project))
    (choice,) = (one for one in app.segmented_control if one.label == "Resamples draw")
    assert choice.options == ["sentences", "blocks of 25 sentences"]
    app = choice.set_value("block:25").run()
    assert app.query_params["unit"] == "block:25"


def test_documents_can_be_drawn_where_they_are_known(opened, project, tmp_path):
    path = in_runs(project)
    (tmp_path / "ids.txt").write_text("".join(f"{line // 50}\n" for line in range(1000)), "utf-8")
    path.write_text(path.read_text("utf-8").replace("gold =", 'documents = "ids.txt"\ngold =', 1), "utf-8")
    app = opened("overview", project=path, unit="document")
    (choice,) = (one for one in app.segmented_control if one.label == "Resamples draw")
    assert (choice.options, choice.value) == (["sentences", "documents", "blocks of 25 sentences"], "document")
    assert "unit:document" in app.code[-1].value and "documents:" in app.code[-1].value


def test_documents_that_are_not_known_are_not_drawn_and_a_file_that_does_not_fit_is_said(opened, project, tmp_path):
    path = in_runs(project)
    assert "unit=document" in html(opened("overview", project=path, unit="document"))
    (tmp_path / "ids.txt").write_text("1\n2\n", "utf-8")
    path.write_text(path.read_text("utf-8").replace("gold =", 'documents = "ids.txt"\ngold =', 1), "utf-8")
    said = html(opened("data", project=path))
    assert "ids.txt cannot be used" in said and "2 document ids for the 1,000 sentences" in said
