"""The drawing of many sentences, element by element."""

import xml.etree.ElementTree as ET
from typing import Any

import pytest

from cwsdiag.charts import theme
from cwsdiag.charts.difficulty.sentence_rows import ROW, WIDTH, Role, rows_svg, svg_style
from cwsdiag.frames import HardSentence, HardWord

NAN = float("nan")
HOSTILE = "<img src=x onerror=alert(1)>&'\""
ROLES = {"a": Role("A", HOSTILE, "#0072B2"), "b": Role("B", "two", "#009E73")}


def word(text: str, d: float, a: str = "right", b: str = "wrong") -> HardWord:
    return HardWord(text, d, min(9, int(d * 10)), "3 of 10 members wrong", {"a": a, "b": b})


def sentence(number: int, *words: HardWord, **changes: Any) -> HardSentence:
    settings: dict[str, Any] = {"mean": 0.25, "got": {"a": 1.0, "b": NAN}} | changes
    return HardSentence(number, words, **settings)


def drawn(*rows: HardSentence, **changes: Any) -> ET.Element:
    settings: dict[str, Any] = {"roles": ROLES, "ground": "light", "title": "the town: 1 to 2 of 2"} | changes
    root = ET.fromstring(rows_svg(rows, **settings))
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
    return root


def row_of(root: ET.Element, number: int) -> ET.Element:
    (found,) = root.findall(f"g[@data-row='{number}']")
    return found


def texts(part: ET.Element) -> list[str]:
    return [element.text or "" for element in part.iter("text")]


def bars(part: ET.Element) -> list[ET.Element]:
    return [element for element in part.iter("rect") if element.get("class") == "d"]


def number(element: ET.Element, name: str) -> float:
    return float(element.attrib[name])


@pytest.mark.parametrize("opened", [None, 7])
def test_bars_are_as_high_and_as_dark_as_words_are_hard(opened: int | None) -> None:
    row = row_of(drawn(sentence(7, word("我们", 1.0), word("在", 0.0), word("京", 0.5)), opened=opened), 7)
    high, half = bars(row)
    # Drawn to a tenth of a unit; a word that is not hard has no bar.
    assert number(half, "height") == pytest.approx(number(high, "height") / 2, abs=0.1)
    assert (high.get("fill-opacity"), half.get("fill-opacity")) == ("1.00", "0.62")
    ends = {number(one, "y") + number(one, "height") for one in (high, half)}
    assert max(ends) - min(ends) < 0.11, "they stand on one line"
    # The axis goes from 0 to 1.
    ticks = {text: number(one, "y") for one in row.iter("text") if (text := one.text or "") in ("0", "1")}
    if opened is None:
        assert ticks["0"] - ticks["1"] == pytest.approx(number(high, "height"), abs=0.1)
    assert [text for text in texts(row) if text in ("我们", "在", "京")] == ["我们", "在", "京"]


def test_words_stand_beside_each_other_on_one_line() -> None:
    row = row_of(drawn(sentence(1, *[word("词" * (1 + n % 4), 0.3) for n in range(12)])), 1)
    spans = [(number(bar, "x"), number(bar, "x") + number(bar, "width")) for bar in bars(row)]
    assert all(end <= start for (_, end), (start, _) in zip(spans, spans[1:], strict=False))
    assert spans[-1][1] <= WIDTH - 54


def test_right_wrong_and_not_compared_differ_in_form() -> None:
    words = [word("一", 0.1, "right", "wrong"), word("二", 0.1, "wrong", "wrong"), word("三", 0.1, "off", "off")]
    row = row_of(drawn(sentence(1, *words)), 1)
    for colour, wrong, right in (("#0072B2", 1, 1), ("#009E73", 2, 0)):
        lines = {one.get("stroke-width"): one for one in row.iter("path") if one.get("stroke") == colour}
        assert lines["3.2"].attrib["d"].count("M") == wrong
        assert lines[".8"].attrib["d"].count("M") == right if right else ".8" not in lines
    assert [one.attrib["d"].count("M") for one in row.iter("path") if one.get("stroke-dasharray")] == [1, 1]


def test_tells_what_each_system_gets_of_a_sentence() -> None:
    root = drawn(sentence(29, word("我", 0.2), got={"a": 0.375, "b": NAN}))
    assert {"29", "mean .25", "A .38", "B –"} <= {*texts(row_of(root, 29))}
    opened = drawn(sentence(29, word("我", 0.2), got={"a": 0.375, "b": NAN}), opened=29)
    assert "Sentence 29: mean difficulty 0.25. Share of it that systems get: A .38, B –." in texts(row_of(opened, 29))


def test_what_a_corpus_says_stays_text() -> None:
    root = drawn(sentence(1, word(HOSTILE, 0.5), word("\x00\x1b￾", 1.0)), opened=1, title=HOSTILE, told="&amp;")
    assert HOSTILE in texts(row_of(root, 1)) and f"A = {HOSTILE}" in texts(root)
    assert f"{HOSTILE} &amp;" in " ".join(texts(root)), "the line under the rows"
    assert "\u2400\u241b\ufffd" in texts(row_of(root, 1)), "no file can hold what these stand for"
    assert {element.tag for element in root.iter()} <= {"svg", "title", "style", "rect", "g", "text", "path"}
    assert not any(name.startswith("on") for element in root.iter() for name in element.attrib)


def test_long_sentence_says_how_many_words_have_no_room_and_is_whole_when_opened() -> None:
    long = sentence(5, *[word("词语", 0.5) for _ in range(60)])
    root = drawn(long, sentence(6, word("我", 0.1)))
    shown = texts(row_of(root, 5)).count("词语")
    assert 20 < shown < 60 and f"… +{60 - shown}" in texts(row_of(root, 5))
    assert "… +9: words that have no room" in texts(root)
    opened = drawn(long, sentence(6, word("我", 0.1)), opened=5)
    assert texts(row_of(opened, 5)).count("词语") == 60
    assert "… +9: words that have no room" not in texts(opened)
    lines = {number(bar, "y") for bar in bars(row_of(opened, 5))}
    assert len(lines) > 1 and max(number(bar, "x") + number(bar, "width") for bar in bars(row_of(opened, 5))) <= WIDTH
    assert [one.get("data-word") for one in row_of(opened, 5).iter("g") if one.get("data-word")] == [
        str(place) for place in range(1, 61)
    ]


def test_long_sentence_shows_what_was_searched_for() -> None:
    words = [word("词语", 0.5) for _ in range(59)]
    row = row_of(drawn(sentence(5, *words, word("找到", 0.5), hits=frozenset({118, 119}))), 5)
    assert "找到" in texts(row) and "…" in texts(row)
    assert sum(one.get("class") == "t" for one in row.iter("rect")) == 2


def test_twelve_rows_fit_a_projector() -> None:
    rows = [sentence(n, *[word("词语", 0.5) for _ in range(80)]) for n in range(1, 13)]
    root = drawn(*rows, told="By the mean difficulty of their words; those with fewer than 5 words come last.")
    # As wide as the page is at 1280 pixels, where 490 of 720 are left under the controls.
    assert WIDTH == 910 and 12 * ROW == 468
    assert number(root, "height") < 530
    heights = [one.get("transform") for one in root.findall("g[@data-row]")]
    assert len({*heights}) == 12


def test_odd_words_take_no_more_than_their_line() -> None:
    root = drawn(sentence(1, word("w" * 400, 0.5), word("é́", 1.0)), opened=None)
    assert max(number(bar, "x") + number(bar, "width") for bar in bars(row_of(root, 1))) < WIDTH - 50
    whole = drawn(sentence(1, word("w" * 400, 0.5)), opened=1)
    assert max(number(bar, "x") + number(bar, "width") for bar in bars(row_of(whole, 1))) < WIDTH


def test_a_word_wider_than_its_line_is_squeezed_into_it() -> None:
    row = row_of(drawn(sentence(1, word("长" * 80, 0.5)), opened=1), 1)
    (long,) = [text for text in row.iter("text") if text.text == "长" * 80]
    (bar,) = bars(row)
    assert number(long, "textLength") < number(bar, "width") <= WIDTH


def test_styles_of_grounds() -> None:
    dark, light = svg_style("dark"), svg_style("light")
    assert theme.HARD["dark"] in dark and theme.INK["dark"] in dark
    assert theme.HARD["light"] in light
    root = drawn(sentence(1, word("我", 0.1)), ground="dark")
    assert [one.text for one in root.iter("style")] == [dark]
