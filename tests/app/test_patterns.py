"""The list of patterns on the page Words: whose they are, how one is chosen, and what is said where there is none."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.app.conftest import FIRST, GOLD, SECOND, drawings, frames, html, places

Opened = Callable[..., AppTest]
Project = Callable[..., Path]

CROSSED = "我们 在 北 京学习 语言学 。\n他 喜欢 北 京 的 秋天 。\n" * 20
SYSTEMS = {"crossing": CROSSED, "second": SECOND}
LINK = {"system": "crossing", "other": "second", "list": "patterns"}


def rows(app: AppTest) -> list[list[Any]]:
    return [list(row) for frame in tables(app) for row in frame.itertuples(index=False)]


def tables(app: AppTest) -> list[Any]:
    return [one for one in frames(app) if "places" in one]


def patterns(opened: Opened, project: Project, **link: str) -> AppTest:
    return opened("diagnosis", project=project(systems=SYSTEMS), **{**LINK, **link})


def test_patterns_stand_in_place_of_words(opened: Opened, project: Project) -> None:
    app = patterns(opened, project)
    assert rows(app) == [
        ["北京 | 学习", "北 | 京学习", 20, 80, "not in training"],
        ["北京", "北 | 京", 20, 60, "北京 10×"],
    ]
    # 240 gold words and 260 of the system, of which 20 × 3 and 20 × 4 are missed or wrong.
    assert "2 patterns of crossing in 40 places: 28.0 of 28.0 points that its F1 lacks." in html(app)
    assert not [box for box in app.selectbox if box.key == "choose sort"], "always the most costly first"
    drawn = places(app)
    assert (drawn["word"], drawn["counted"], drawn["chosen"]) == ("北京 | 学习", "20 places", "1.3")
    assert drawn["told"] == "A convention: so in 20 of 20 places of gold. Not in the training text."
    assert "crossing makes 北 | 京学习 of 北京 | 学习 (20 of 20): " in html(app)
    assert drawn["lines"][0]["span"] == [3, 7]
    assert drawn["lines"][0]["made"] == (
        "A: 北 | 京学习 (crossed, new word in the answer; merged, new word in the answer); "
        "B: 北 | 京 | 学习 (split, new word in the answer)"
    )
    assert [system["forms"] for system in drawn["systems"]] == [
        [{"text": "北 | 京学习", "places": 20}],
        [{"text": "北 | 京 | 学习", "places": 20}],
    ]
    (svg,) = drawings(app)
    assert re.findall('font-weight="700">(.*?)</text>', svg) == ["北京", "学习"], "all gold words of the pattern"


@pytest.mark.parametrize(
    ("link", "gold", "note"),
    [
        ({"of": "b"}, ["北京", "秋天"], "2 patterns of second in 40 places: 23.1 of 23.1 points that its F1 lacks."),
        ({"shape": "crossed"}, ["北京 | 学习"], "1 pattern of crossing in 20 places: "),
        (
            {"show": "only_b"},
            ["北京 | 学习", "北京"],
            "2 patterns of crossing in 40 places: 28.0 of 28.0 points that its F1 lacks.",
        ),
        ({"attribute": "wLen", "bucket": "1", "text": "京 学"}, ["北京 | 学习"], "1 pattern of crossing in 20 places"),
        ({"text": "学 习"}, [], "No pattern passes the filters."),
        ({"text": "北 京学习"}, ["北京 | 学习"], "1 pattern of crossing in 20 places: "),
        ({"attribute": "wLen", "bucket": "2"}, [], "crossing gets all of these words right."),
        ({"cause": "oov"}, [], "No pattern passes the filters."),
    ],
)
def test_patterns_of_a_selection(
    opened: Opened, project: Project, link: dict[str, str], gold: list[str], note: str
) -> None:
    app = patterns(opened, project, **link)
    assert note in html(app)
    assert [row[0] for row in rows(app)] == gold


def test_the_chosen_pattern_is_in_the_address(opened: Opened, project: Project) -> None:
    app = patterns(opened, project, pattern="北京 → 北 京", place="4.3")
    assert (places(app)["word"], places(app)["chosen"]) == ("北京", "4.3")
    app = patterns(opened, project, pattern="北京 → 北 京", place="3.3", form="b:北 | 京")
    assert (places(app)["word"], places(app)["chosen"]) == ("北京", "2.3")
    assert "not here: form=b:北 | 京 and place=3.3" in html(app), "B has it right there; 3.3 is of the other pattern"
    for wrong in ("北京 → 北京", "x", " → "):
        app = patterns(opened, project, pattern=wrong)
        assert places(app)["word"] == "北京 | 学习"
        assert f"not here: pattern={wrong}" in html(app)
    app = opened("diagnosis", project=project(), list="letters")
    assert "not here: list=letters" in html(app)


def test_the_lists_change_by_one_click(opened: Opened, project: Project) -> None:
    app = opened("diagnosis", project=project(systems=SYSTEMS), system="crossing", other="second", attribute="all")
    (lists,) = [one for one in app.get("button_group") if one.key == "choose list"]
    assert list(lists.options) == ["words", "patterns"]
    lists.set_value("patterns").run()
    assert app.query_params["list"] == "patterns"
    assert rows(app)[0][0] == "北京 | 学习"


def test_without_a_training_text_nothing_is_said_of_it(opened: Opened, project: Project) -> None:
    for training in (None, "北京\n学习\n"):
        app = opened("diagnosis", project=project(systems=SYSTEMS, training=training), **LINK)
        assert rows(app)[0][:4] == ["北京 | 学习", "北 | 京学习", 20, 80]
        assert ("training" in tables(app)[0]) is (training is not None and len(rows(app)[0]) == 5)


def test_no_error_is_no_pattern(opened: Opened, project: Project) -> None:
    app = opened("diagnosis", project=project(systems={"gold again": GOLD, "first": FIRST}), list="patterns")
    assert "gold again gets all of these words right." in html(app)


def test_a_literal_pattern_is_drawn_under_the_one_with_classes(opened: Opened, project: Project) -> None:
    dates = "".join(f"{number} 月 在 北京\n" for number in range(1, 6))
    files = project(gold=dates, systems={"joined": dates.replace(" 月", "月")}, training=dates)
    app = opened("diagnosis", project=files, list="patterns")
    assert [row[:3] for row in rows(app)] == [["⟨number⟩ | 月", "⟨number⟩月", 5]]
    drawn = places(app)
    assert drawn["counted"] == "5 places"
    assert drawn["systems"][0]["forms"] == [{"text": f"{number}月", "places": 1} for number in range(1, 6)]
    app = opened("diagnosis", project=files, list="patterns", pattern="3 月 → 3月")
    assert (places(app)["word"], places(app)["counted"]) == ("3 | 月", "1 place")
    app = opened("diagnosis", project=files, list="patterns", pattern="number 月 → number月", form="a:4月")
    assert [line["sentence"] for line in places(app)["lines"]] == ["4"]
