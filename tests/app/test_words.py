"""The words of Diagnosis: filters, conditions, order and columns; what a link restores, and what is said of nothing."""

import re
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.app.conftest import FIRST, GOLD, SECOND, Opened, Project, drawings, frames, html, places, visit

BOTH = {"system": "crossing", "other": "second"}


def table(app: AppTest) -> Any:
    return next(frame for frame in frames(app) if "wrong_a" in frame)


def lead(app: AppTest) -> str:
    """Return what is looked at, and how many of it are wrong."""
    return next(part for part in html(app).split("\n") if "cw-word" in part)


def widget(app: AppTest, key: str) -> Any:
    return next(
        one for one in [*app.selectbox, *app.multiselect, *app.button, *app.get("button_group")] if one.key == key
    )


def with_options(app: AppTest) -> AppTest:
    """Open what is chosen seldom."""
    app.session_state["options"] = True
    return app.run()


def options(app: AppTest, key: str) -> list[str]:
    return list(widget(app, key).options)


def test_without_b_only_what_makes_sense_is_offered(opened: Opened, project: Project) -> None:
    app = opened("diagnosis", project=project(systems={"only": FIRST}), show="only_b")
    assert "not here: show=only_b" in html(app)
    assert table(app)["word"].tolist()[0] == "语言学"


def test_filters_say_how_many_words_they_leave(opened: Opened, project: Project) -> None:
    app = opened("diagnosis", project=project(), attribute="wLen", bucket="1")
    # Of 120 words of two characters B cuts 北京 and 秋天 wrong, A none.
    assert options(app, "choose show") == [
        "all  ·  120",
        "wrong in A  ·  0",
        "right in A  ·  120",
        "only A right  ·  40",
        "only B right  ·  0",
        "both right  ·  80",
        "wrong alike  ·  0",
        "wrong differently  ·  0",
        "wrong in all  ·  0",
    ]


def test_conditions_of_a_link_are_restored_and_what_does_not_exist_is_dropped(opened: Opened, project: Project) -> None:
    app = opened(
        "diagnosis", project=project(), attribute="wLen", bucket="1", where="wFre:0,none:1,sLen:99,x,sLen:0,wFre:1"
    )
    assert "not here: where=" in html(app)
    with_options(app)
    assert widget(app, "choose where").value == ["wFre:0", "sLen:0"]
    assert "words with word length 2, word frequency 0 and sentence length ≤ 9" in lead(app)


def test_nothing_left_leads_back(opened: Opened, project: Project) -> None:
    app = opened("diagnosis", project=project(), attribute="wLen", bucket="1", text="<b>**x**")
    assert "No word passes the filters" in html(app)
    widget(app, "clear").click().run()
    assert "text" not in app.query_params
    assert len(table(app)) == 5


# 北京 is crossed and 学习 merged by a word that training has not, 语言学 is split and OOV.
CROSSING = "我们 在 北 京学习 语言 学 。\n他 喜欢 北京 的 秋天 。\n" * 20


@pytest.mark.parametrize(
    ("link", "words", "said"),
    [
        (
            {"of": "a"},
            ["北京", "学习", "语言学"],
            ">all words (A: wrong)<small>60 words, wrong: A 60, B 20<",
        ),
        ({"shape": "crossed", "of": "b"}, [], ">all words (B: crossed)<small>0 words, wrong: A 0, B 0<"),
        (
            {"cause": "new_word", "where": "wLen:1", "show": "only_b", "text": "学"},
            ["学习"],
            ">words with word length 2 (A: new word in the answer)<small>40 words, wrong: A 40, B 20<",
        ),
        (
            {"attribute": "cCon", "cause": "oov"},
            ["语言学"],
            ">all words (A: OOV)<small>60 characters, wrong: A 40, B 0<",
        ),
    ],
)
def test_errors_of_a_kind(opened: Opened, project: Project, link: dict[str, str], words: list[str], said: str) -> None:
    app = opened("diagnosis", project=project(systems={"crossing": CROSSING, "second": SECOND}), **BOTH, **link)
    assert said in lead(app)
    assert {key: app.query_params[key] for key in link} == link
    if words:
        assert sorted(table(app)["word"]) == sorted(words)
    else:
        assert "No word passes the filters" in html(app)
        widget(app, "clear").click().run()
        assert not {"shape", "of", "cause"} & set(app.query_params)


def test_causes_need_training(opened: Opened, project: Project) -> None:
    app = opened("diagnosis", project=project(training=None), cause="oov", shape="split")
    assert "not here: cause=oov" in html(app)
    assert table(app)["word"].tolist() == ["语言学"]
    with_options(app)
    assert (widget(app, "choose cause").disabled, widget(app, "choose shape").disabled) == (True, False)
    assert "Causes need training data" in widget(app, "choose cause").help
    app = opened("diagnosis", project=project(systems={"only": FIRST}), of="b", shape="torn")
    assert "not here: of=b and shape=torn" in html(app)


def test_values_of_attributes_are_columns(opened: Opened, project: Project) -> None:
    app = with_options(opened("diagnosis", project=project(), attribute="all"))
    assert "value_wLen" not in table(app)
    widget(app, "choose columns").set_value(["wLen", "sLen", "wCls"]).run()
    row = table(app).query("word == '北京'").iloc[0]
    assert (row["value_wLen"], row["value_sLen"], row["value_wCls"]) == (2, 10, "Han characters")
    visit(app, "overview")
    visit(app, "diagnosis")
    assert "value_sLen" in table(app), "kept across pages"


def test_places_are_lines_that_lead_to_their_sentence(opened: Opened, project: Project) -> None:
    app = opened("diagnosis", project=project(), system="second", word="北京")
    drawn = places(app)
    assert (drawn["word"], drawn["counted"], len(drawn["lines"])) == ("北京", "40 places", 40)
    first, second = drawn["lines"][:2]
    assert [first["id"], second["id"], drawn["chosen"]] == ["1.3", "3.3", "1.3"], "where A is wrong, then the others"
    assert "system=second" in drawn["address"]
    assert drawn["address"].endswith("sentence=")
    assert first["made"] == "A: 北 | 京 (split, new word in the answer); B: not wrong"
    assert "place" not in app.query_params, "the first is shown, of which the address says nothing"
    (svg,) = drawings(app)
    assert re.findall('font-weight="700">(.*?)</text>', svg) == ["北京"]


def test_the_chosen_place_is_in_the_address(opened: Opened, project: Project) -> None:
    app = opened("diagnosis", project=project(), word="北京", place="4.3")
    assert (places(app)["chosen"], app.query_params["place"]) == ("4.3", "4.3")
    (svg,) = drawings(app)
    assert "他 喜欢 北京 的 秋天" in svg
    for wrong in ("4.2", "4.³"):
        app = opened("diagnosis", project=project(), word="北京", place=wrong)
        assert places(app)["chosen"] == "1.3", wrong
        assert f"not here: place={wrong}" in html(app)


def test_a_label_of_sentences_is_a_condition(opened: Opened, project: Project) -> None:
    path = project()
    sentences = len(GOLD.strip().split("\n"))
    (path.parent / "labels.csv").write_text("genre\n" + "news\n" + "web\n" * (sentences - 1), encoding="utf-8")
    path.write_text(
        path.read_text("utf-8").replace('gold = "gold.txt"', 'gold = "gold.txt"\nlabels = "labels.csv"'), "utf-8"
    )
    app = opened("diagnosis", project=path, where="label:genre:1")
    assert app.query_params["where"] == "label:genre:1"
    assert table(app)["count"].sum() == len(GOLD.split("\n")[0].split())
