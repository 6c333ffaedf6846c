"""Sentences with the difficulty of their words, drawn for slides and for paper, element by element."""

import xml.etree.ElementTree as ET

import pytest

from cwsdiag.charts import theme
from cwsdiag.charts.difficulty.sentence_rows import Role
from cwsdiag.charts.drawn.hard_rows import hard_rows_svg
from cwsdiag.charts.drawn.sheets import COLUMN, WIDE, Sheet, slide
from cwsdiag.frames import HardSentence, HardWord
from cwsdiag.languages.visible import stand_in
from tests.charts.drawn.extents import outside, overlapping, parsed, sizes, texts

HOSTILE = "<img src=x onerror=alert(1)>&'\"]]>\x00"
ROLES = {"a": Role("A", "one", theme.PALETTE[0]), "b": Role("B", "two", theme.PALETTE[1])}


def word(text: str, d: float = 0.5, a: str = "right", b: str = "wrong") -> HardWord:
    return HardWord(text, d, min(9, int(d * 10)), "3 of 10 members wrong", {"a": a, "b": b})


def sentence(number: int, *words: HardWord, hits: frozenset[int] = frozenset()) -> HardSentence:
    return HardSentence(number, words, 0.25, {"a": 0.375, "b": float("nan")}, hits)


def drawn(*rows: HardSentence, sheet: Sheet | None = None, ground: theme.Ground = "light") -> ET.Element:
    return parsed(hard_rows_svg(rows, roles=ROLES, sheet=sheet or slide(), ground=ground, title="the hardest"))


def test_bars_are_as_high_and_as_dark_as_words_are_hard() -> None:
    root = drawn(sentence(7, word("我们", 1.0), word("在", 0.0), word("京", 0.5)), ground="dark")
    bars = [one for one in root.iter("rect") if one.get("fill") == theme.HARD["dark"]][:2]
    high, half = (float(one.attrib["height"]) for one in bars)
    assert half == pytest.approx(high / 2, abs=0.1)
    assert [one.get("fill-opacity") for one in bars] == ["1.00", "0.62"]
    feet = [float(one.attrib["y"]) + float(one.attrib["height"]) for one in bars]
    assert feet[0] == pytest.approx(feet[1], abs=0.11), "they stand on one line"


def test_right_wrong_and_not_compared_differ_in_form() -> None:
    words = [word("一", a="right", b="wrong"), word("二", a="wrong", b="off"), word("三", a="off", b="right")]
    group = next(one for one in drawn(sentence(1, *words)).iter("g") if one.get("data-row") == "1")
    for role in ROLES.values():
        widths = {float(one.attrib["stroke-width"]) for one in group.iter("path") if one.get("stroke") == role.colour}
        assert len(widths) == 2 and max(widths) > 3 * min(widths)
    assert len([one for one in group.iter("path") if one.get("stroke-dasharray")]) == 2
    assert {"1", "mean .25", "A .38", "B –"} <= {*texts(group)}


@pytest.mark.parametrize("sheet", [slide(1220, 500), slide(3840, 1500, of=2160), COLUMN, WIDE])
@pytest.mark.parametrize("length", [1, 60])
def test_rows_fit_their_sheet(sheet: Sheet, length: int) -> None:
    words = [word("词语" * (1 + place % 3), place % 4 / 3, "wrong", "off") for place in range(length)]
    root = drawn(*(sentence(1000 + place, *words) for place in range(12)), sheet=sheet)
    assert not outside(root)
    assert not overlapping(root)
    assert min(sizes(root)) >= sheet.least - 0.05
    shown = [said for said in texts(root) if said.startswith("1,0")]
    if sheet.height is None:
        assert len(shown) == 12 and texts(root).count("词语") == 12 * ((length + 2) // 3), "all of it"
        return
    assert float(root.attrib["viewBox"].split()[3]) <= sheet.height + 0.1
    assert f"and {12 - len(shown)} more sentences" in texts(root)
    assert ("… +9: words that have no room" in texts(root)) == (length == 60)


def test_whole_sentences_are_smaller_before_they_are_cut_and_what_was_searched_for_is_shown() -> None:
    fits = drawn(sentence(1, *[word("词语", 0.5) for _ in range(16)]))
    assert texts(fits).count("词语") == 16 and max(sizes(fits)) < 1.8 * 18
    long = [word("词语") for _ in range(59)] + [word("找到")]
    root = drawn(sentence(5, *long, hits=frozenset({118, 119})))
    assert "找到" in texts(root) and "…" in texts(root)
    assert len([one for one in root.iter("rect") if one.get("fill-opacity") == "0.32"]) == 2


def test_what_a_corpus_says_stays_text_and_paper_hides_nothing() -> None:
    shown = stand_in(HOSTILE)
    for sheet in (slide(), COLUMN):
        root = drawn(sentence(1, word(HOSTILE), word("w" * 400)), sheet=sheet)
        assert shown in texts(root)
        assert {one.tag for one in root.iter()} <= {"svg", "title", "rect", "g", "text", "path", "circle"}
        assert len([*root.iter("title")]) == (1 if sheet.filled else 2)
