"""The list of patterns on the page Words: whose they are, how one is chosen, and what is said where there is none."""

import re
from typing import Any

from streamlit.testing.v1 import AppTest

from tests.app.conftest import FIRST, GOLD, SECOND, Opened, Project, drawings, frames, html, places

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
    drawn = places(app)
    assert (drawn["word"], drawn["counted"], drawn["chosen"]) == ("北京 | 学习", "20 places", "1.3")
    assert drawn["told"] == "A convention: so in 20 of 20 places of gold. Not in the training text."
    (svg,) = drawings(app)
    assert re.findall('font-weight="700">(.*?)</text>', svg) == ["北京", "学习"], "all gold words of the pattern"
    assert rows(patterns(opened, project, of="b", text="秋"))[0][0] == "秋天"


def test_the_chosen_pattern_is_in_the_address(opened: Opened, project: Project) -> None:
    app = patterns(opened, project, pattern="北京 → 北 京", place="4.3")
    assert (places(app)["word"], places(app)["chosen"]) == ("北京", "4.3")
    app = patterns(opened, project, pattern="北京 → 北 京", place="3.3", form="b:北 | 京")
    assert (places(app)["word"], places(app)["chosen"]) == ("北京", "2.3")
    assert "not here: form=b:北 | 京 and place=3.3" in html(app), "B has it right there; 3.3 is of the other pattern"
    app = patterns(opened, project, pattern="x")
    assert places(app)["word"] == "北京 | 学习"
    assert "not here: pattern=x" in html(app)


def test_no_error_is_no_pattern(opened: Opened, project: Project) -> None:
    app = opened("diagnosis", project=project(systems={"gold again": GOLD, "first": FIRST}), list="patterns")
    assert "gold again gets all of these words right." in html(app)
