"""The unit that resamples draw: by itself, chosen in the settings of all pages, and in the address."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.app.conftest import html

RIGHT, WRONG = "我们 在 北京 学习 。\n", "我们 在 北 京 学习 。\n"
# Right and wrong together for 50 sentences: blocks of 25 tell what sentences do not.
RUNS = (RIGHT * 50 + WRONG * 50) * 10
REMARK = "Neighbouring sentences are right and wrong together"


def in_runs(project: Callable[..., Path]) -> Path:
    return project(gold=RIGHT * 1000, systems={"first": RUNS, "second": RIGHT * 999 + WRONG}, training=None)


def provenance(app) -> str:
    """The signature behind the ⋯ of all pages."""
    return app.code[0].value


def settings_of(app):
    """The same page with its settings open."""
    app.session_state["settings"] = True
    return app.run()


def choice(app):
    (found,) = (one for one in app.segmented_control if one.label == "Intervals and tests draw")
    return found


@pytest.mark.parametrize("name", ["overview", "self_diagnosis", "compare"])
def test_blocks_are_drawn_where_neighbours_are_right_and_wrong_together_and_the_i_says_so(opened, project, name):
    app = opened(name, project=in_runs(project), system="first")
    assert REMARK in html(app)
    assert "unit" not in app.query_params
    assert REMARK not in html(opened(name, project=in_runs(project), system="first", unit="sentence"))


def test_the_choice_follows_the_address_and_makes_it(opened, project):
    app = settings_of(opened("self_diagnosis", project=in_runs(project)))
    assert (choice(app).value, choice(app).options) == ("auto", ["automatic", "sentences", "blocks of 25 sentences"])
    assert "unit:block:25+sentence" in provenance(app)
    app = choice(app).set_value("sentence").run()
    assert app.query_params["unit"] == "sentence"
    app = settings_of(app)
    assert choice(app).value == "sentence" and "unit:" not in provenance(app)
    app = choice(app).set_value("auto").run()
    assert "unit" not in app.query_params


def test_documents_are_drawn_where_they_are_known_and_a_file_that_does_not_fit_is_said(opened, project, tmp_path):
    path = in_runs(project)
    assert "unit=document" in html(opened("overview", project=path, unit="document")), "is not here"
    (tmp_path / "ids.txt").write_text("".join(f"{line // 50}\n" for line in range(1000)), "utf-8")
    path.write_text(path.read_text("utf-8").replace("gold =", 'documents = "ids.txt"\ngold =', 1), "utf-8")
    app = settings_of(opened("self_diagnosis", project=path, system="first"))
    assert choice(app).options == ["automatic", "sentences", "documents", "blocks of 25 sentences"]
    assert "unit:document" in provenance(app) and "documents:" in provenance(app)
    (tmp_path / "ids.txt").write_text("1\n2\n", "utf-8")
    said = html(opened("data", project=path))
    assert "This file cannot be used</b>ids.txt: 2 document ids for the 1,000 sentences" in said
