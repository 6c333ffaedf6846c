"""The list of patterns on Diagnosis: whose they are, how one is chosen, and what is said where there is none."""

from tests.app.conftest import FIRST, GOLD, SECOND, html, places, table

CROSSED = "我们 在 北 京学习 语言学 。\n他 喜欢 北 京 的 秋天 。\n" * 20


def patterns(opened, project, **link):
    link = {"system": "crossing", "other": "second", "list": "patterns"} | link
    return opened("diagnosis", project=project(systems={"crossing": CROSSED, "second": SECOND}), **link)


def chosen(app):
    return places(app)["word"], places(app)["chosen"]


def test_patterns_stand_in_place_of_words(opened, project):
    app = patterns(opened, project)
    assert table(app, "places").to_numpy().tolist() == [
        ["北京 | 学习", "北 | 京学习", 20, 80, "not in training"],
        ["北京", "北 | 京", 20, 60, "北京 10×"],
    ]
    # 240 gold words and 260 of the system, of which 20 × 3 and 20 × 4 are missed or wrong.
    assert "2 patterns of crossing in 40 places: 28.0 of 28.0 points that its F1 lacks." in html(app)
    assert chosen(app) == ("北京 | 学习", "1.3")
    assert places(app)["told"] == "A convention: so in 20 of 20 places of gold. Not in the training text."
    assert table(patterns(opened, project, of="b", text="秋"), "places").iloc[0, 0] == "秋天"
    none = opened("diagnosis", project=project(systems={"gold again": GOLD, "first": FIRST}), list="patterns")
    assert "gold again gets all of these words right." in html(none)


def test_the_chosen_pattern_is_in_the_address(opened, project):
    assert chosen(patterns(opened, project, pattern="北京 → 北 京", place="4.3")) == ("北京", "4.3")
    app = patterns(opened, project, pattern="北京 → 北 京", place="3.3", form="b:北 | 京")
    assert chosen(app) == ("北京", "2.3")
    assert "not here: form=b:北 | 京 and place=3.3" in html(app), "B has it right there; 3.3 is of the other pattern"
    app = patterns(opened, project, pattern="x")
    assert places(app)["word"] == "北京 | 学习"
    assert "not here: pattern=x" in html(app)
