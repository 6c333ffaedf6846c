"""The Sentence page and the ribbon: orders, search, links, more systems, and what each word says."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from cwsdiag.charts import theme
from cwsdiag.diagnosis import diagnose
from cwsdiag.loading import load
from cwsdiag.views.sentence import SentenceWords
from tests.app.conftest import drawings, html
from tests.oracles.attributes import DEFINED_ALWAYS

Opened = Callable[..., AppTest]
Project = Callable[..., Path]

GOLD = "我们 在 北京 。\n他 喜欢 秋天 。\n北京 的 秋天 。\n他 在 学习 。\n"
A = "我们 在 北京 。\n他 喜 欢 秋 天 。\n北 京 的 秋天 。\n他 在 学习 。\n"
B = "我们 在 北 京 。\n他 喜欢秋天 。\n北京的 秋天 。\n他 在 学习 。\n"
C = "我们在 北京 。\n他 喜欢 秋天 。\n北京 的 秋天 。\n他 在 学 习 。\n"

PAIR = {"system": "first", "other": "second"}


@pytest.fixture
def small(project: Project) -> Path:
    return project(gold=GOLD, systems={"first": A, "second": B, "third": C})


def shown(app: AppTest) -> str | None:
    """Return the number of the sentence that is shown."""
    number = app.number_input[0].value
    return None if number is None else f"{number:.0f}"


def said(app: AppTest, key: str) -> str | None:
    """Return what the address says; AppTest gives a list until the page has written it."""
    value = app.query_params.get(key)
    return value[0] if isinstance(value, list) else value


def button(app: AppTest, label: str) -> Any:
    return next(one for one in app.button if one.label == label)


def orders(app: AppTest) -> Any:
    return next(one for one in app.get("button_group") if one.key == "choose order")


def walked(app: AppTest) -> list[str | None]:
    """Return the sentences that one comes by when going on to the end."""
    numbers = [shown(app)]
    while not button(app, "Next").disabled:
        button(app, "Next").click().run()
        numbers.append(shown(app))
    return numbers


@pytest.mark.parametrize(
    ("order", "numbers"),
    [("errors", ["2", "3", "1", "4"]), ("disagreement", ["1", "3", "2", "4"]), ("text", ["1", "2", "3", "4"])],
)
def test_next_goes_through_the_order_and_previous_back(
    opened: Opened, small: Path, order: str, numbers: list[str]
) -> None:
    app = opened("sentence", project=small, **PAIR, order=order)
    assert walked(app) == numbers
    button(app, "Previous").click().run()
    assert shown(app) == numbers[-2]
    assert said(app, "order") == order


def test_first_is_the_one_with_most_errors_and_says_so(opened: Opened, small: Path) -> None:
    text = html(opened("sentence", project=small, **PAIR))
    assert (
        "Sentence 2 of own: first gets 2 of 4 words wrong (F1 0.400); second gets 2 of 4 words wrong (F1 0.571);"
    ) in text
    assert "1 of 4 sentences." in text


@pytest.mark.parametrize("sentence", ["0", "5", "-1", "x", "1.0", "02", "９"])
def test_invalid_number_falls_back_to_the_first_of_the_order(opened: Opened, small: Path, sentence: str) -> None:
    assert shown(opened("sentence", project=small, **PAIR, sentence=sentence)) == "2"


def test_invalid_order_falls_back_to_errors(opened: Opened, small: Path) -> None:
    assert orders(opened("sentence", project=small, **PAIR, order="beauty")).value == "errors"


def test_choosing_an_order_goes_to_its_first_but_text_order_stays(opened: Opened, small: Path) -> None:
    app = opened("sentence", project=small, **PAIR, sentence="4")
    orders(app).set_value("disagreement").run()
    assert shown(app) == "1"
    button(app, "Next").click().run()
    orders(app).set_value("text").run()
    assert (shown(app), said(app, "order")) == ("3", "text")


def test_search_goes_by_characters_and_a_number_leaves_it(opened: Opened, small: Path) -> None:
    app = opened("sentence", project=small, **PAIR, sentence="1", text="秋 天")
    assert (shown(app), "1 of 2 sentences that hold “秋 天”." in html(app)) == ("2", True)
    assert walked(app) == ["2", "3"]
    app.number_input[0].set_value(4).run()
    assert (shown(app), "text" in app.query_params) == ("4", False)


def test_search_without_a_hit_says_so_and_keeps_the_controls(opened: Opened, small: Path) -> None:
    app = opened("sentence", project=small, **PAIR, text="<b>没有")
    assert "No sentence holds “&lt;b&gt;没有”" in html(app)
    assert shown(app) is None
    app.text_input[0].set_value("").run()
    assert shown(app) == "2"


def test_more_systems_get_a_row_and_a_colour_of_their_own(opened: Opened, small: Path) -> None:
    app = opened("sentence", project=small, **PAIR, sentence="1")
    assert app.multiselect[0].options == ["third"]
    app.multiselect[0].set_value(["third"]).run()
    (svg,) = drawings(app)
    # A square whose corners are rounder than half of it: a circle.
    circle = '<rect [^>]*width="12.84" height="12.84" rx="6.76" fill="#[0-9A-F]{6}"/>'
    assert re.search(f"<g><title>third</title>{circle}<text [^>]*>C</text></g>", svg)
    assert ">C = third</text>" in svg


def test_colours_stay_with_the_systems_whichever_of_them_are_a_and_b(opened: Opened, small: Path) -> None:
    expected = dict(zip(("first", "second", "third"), theme.PALETTE, strict=False))
    for a, b, more in (("first", "second", "3"), ("third", "first", "2")):
        (svg,) = drawings(opened("sentence", project=small, sentence="1", system=a, other=b, more=more))
        labels = re.findall(r'<title>(\w+)[^<]*</title><[^>]*fill="(#[0-9A-F]{6})"/><text [^>]*>[ABC]</text>', svg)
        assert dict(labels) == expected


def test_the_words_of_the_sentence_are_a_table(opened: Opened, small: Path) -> None:
    app = opened("sentence", project=small, **PAIR, sentence="3", text="北京", order="text")
    assert app.dataframe[0].value["word"].tolist() == ["北京", "的", "秋天", "。"]


def test_one_system_has_no_disagreement(opened: Opened, project: Project) -> None:
    path = project(gold=GOLD, systems={"first": A})
    app = opened("sentence", project=path, order="disagreement")
    assert orders(app).value == "errors"
    assert orders(app).options == ["errors of A", "text order"]
    assert app.multiselect[0].disabled


def test_one_sentence_equal_to_gold(opened: Opened, project: Project) -> None:
    app = opened("sentence", project=project(gold="我们 在 北京 。\n", systems={"same": "我们 在 北京 。\n"}))
    assert "Sentence 1 of own: same gets 0 of 4 words wrong (F1 1.000)." in html(app)
    assert button(app, "Next").disabled
    assert button(app, "Previous").disabled


def test_nothing_loaded(opened: Opened) -> None:
    assert "No data is open" in html(opened("sentence"))


def test_table_says_what_each_system_made_of_each_word() -> None:
    gold, a = [["我们", "在", "北京"], ["他"]], [["我们", "在北", "京"], ["他"]]
    dataset = load(gold=gold, systems={"one": a}, training=[["北京", "在"], ["北京"]])
    words = SentenceWords(diagnose(dataset, resamples=1), 0, {"a": dataset.system("one")})
    frame = words.frame()
    assert frame["word"].tolist() == ["我们", "在", "北京"]
    assert frame["a"].tolist() == ["✓", "✗ 在北", "✗ 在北 | 京"]
    assert frame["wLen"].tolist() == ["2", "1", "2"]
    assert frame["oDen"].tolist() == ["0.200"] * 3
    assert frame["cCon"].tolist() == ["0.000 0.000", "1.000", "1.000 1.000"]


def test_wrong_words_say_their_own_values_and_undefined_attributes_are_silent() -> None:
    gold, a = [["我们", "在", "北京"]], [["我们", "在北", "京"]]
    dataset = load(gold=gold, systems={"one": a})
    words = SentenceWords(diagnose(dataset, resamples=1), 0, {"a": dataset.system("one")})
    said = words.says(dataset.system("one"), 2).split("\n")
    assert len(said) == len(DEFINED_ALWAYS)
    assert {"word length\t1", "sentence length\t5"} <= set(said)


def test_left_out_words_are_off_in_the_table() -> None:
    gold, a = [["我们", "在", "北京"]], [["我们", "在", "北X"]]
    dataset = load(gold=gold, systems={"one": a}, mismatch="skip")
    systems = {"a": dataset.system("one")}
    words = SentenceWords(diagnose(dataset, resamples=1), 0, systems)
    assert words.frame()["a"].tolist() == ["✓", "✓", "–"]
