"""Difficulty in the dashboard: an attribute more on every page, once the project names weights."""

from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from tests.app.conftest import FIRST, GOLD, frames, html

Opened = Callable[..., AppTest]
Project = Callable[..., Path]

# A line for each of gold's 40 sentences of six words.
WEIGHTS = "0 0.1 0.2 0.45 1 0\n0.3 0 0.2 0 0.9 0\n" * 20


def weighed(path: Path, weights: str = WEIGHTS) -> Path:
    """The project with weights of its dataset."""
    (path.parent / "gold.weight").write_text(weights, "utf-8")
    text = path.read_text("utf-8")
    path.write_text(text.replace('gold = "gold.txt"', 'gold = "gold.txt"\nweights = "gold.weight"'), "utf-8")
    return path


@pytest.mark.parametrize("page", ["summary", "diagnosis", "sentences", "scores", "files"])
def test_every_page_takes_it(opened: Opened, project: Project, page: str) -> None:
    opened(page, project=weighed(project()))


def test_there_is_a_panel_more(opened: Opened, project: Project) -> None:
    path = project()
    assert "difficulty" not in html(opened("diagnosis", project=path))
    assert "difficulty" in html(opened("diagnosis", project=weighed(path)))


def test_a_link_to_a_bucket_of_it_holds_where_it_is_known(opened: Opened, project: Project) -> None:
    path = project()
    link = {"attribute": "diff", "bucket": "9", "buckets": "equal:3;diff=edges:0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9"}
    app = opened("diagnosis", project=path, **link)
    assert "not here: attribute=diff" in html(app)
    app = opened("diagnosis", project=weighed(path), **link)
    assert app.query_params["attribute"] == "diff"
    (words,) = (frame for frame in frames(app) if "word" in frame)
    assert words["word"].tolist() == ["语言学"]


def test_weights_that_do_not_fit_are_named_on_data_and_nothing_else_breaks(opened: Opened, project: Project) -> None:
    path = weighed(project(), WEIGHTS.replace("0.45 ", ""))
    app = opened("files", project=path)
    assert "This file cannot be used" in html(app)
    assert "gold.weight, line 1: 5 numbers for the 6 words" in html(app)
    assert str(path.parent) not in html(app)
    opened("diagnosis", project=path)


def test_hard_words_are_no_finding(opened: Opened, project: Project) -> None:
    """That segmenters get wrong what segmenters get wrong says nothing of this one."""
    drawn = html(opened("diagnosis", project=weighed(project(systems={"first": FIRST}))))
    lead = drawn.partition('class="cw-lead">')[2].partition("<details>")[0]
    assert "loses" in lead
    assert "difficulty" not in lead


def test_idioms_are_looked_for_in_chinese_alone(opened: Opened, project: Project) -> None:
    kana = {code: 0x3041 + code % 80 for code in range(0x4E00, 0xA000)}
    texts = [text.translate(kana) for text in (GOLD, FIRST)]
    app = opened("difficulty", project=weighed(project(gold=texts[0], systems={"first": texts[1]})), part="words")
    assert "Idioms of four characters are a kind of Chinese words, and this text is not Chinese." in html(app)
    assert not any("idioms" in frame for frame in frames(app))
