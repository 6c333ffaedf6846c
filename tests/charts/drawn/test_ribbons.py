"""Ribbons drawn for slides and for paper, element by element."""

import random
import xml.etree.ElementTree as ET
from collections import Counter

import pytest

from cwsdiag.charts import theme
from cwsdiag.charts.drawn.ribbons import ribbon_svg
from cwsdiag.charts.drawn.sheets import COLUMN, WIDE, Sheet, slide
from cwsdiag.frames import Ribbon, RibbonRow, RibbonWord
from cwsdiag.languages.visible import visible
from tests.charts.drawn.extents import boxes, outside, overlapping, parsed, sizes, texts

HOSTILE = "<img src=x onerror=alert(1)>&'\"]]>\x00\ud800"
NAN = float("nan")


def word(start: int, end: int, state: str = "right", **more: object) -> RibbonWord:
    settings = {"opens": True, "closes": True} | more
    return RibbonWord(start, end, state=state, **settings)  # type: ignore[arg-type]


def one_a_word(chars: str, state: str = "right") -> tuple[RibbonWord, ...]:
    return tuple(word(place, place + 1, state) for place in range(len(chars)))


def ribbon(chars: str, *rows: RibbonRow, **more: object) -> Ribbon:
    gold = RibbonRow("gold", "gold", "gold", one_a_word(chars))
    settings = {"breaks": tuple(range(len(chars) + 1))} | more
    return Ribbon(chars, (gold, *rows), **settings)  # type: ignore[arg-type]


def row(role: str, words: tuple[RibbonWord, ...], name: str = "crf") -> RibbonRow:
    return RibbonRow(role.upper(), role, name, words, theme.PALETTE[ord(role) - ord("a")])


def drawn(one: Ribbon, sheet: Sheet | None = None, ground: theme.Ground = "light") -> ET.Element:
    return parsed(ribbon_svg(one, sheet=sheet or slide(), ground=ground, title="Sentence 1"))


def words(root: ET.Element) -> list[ET.Element]:
    return [group for group in root.iter("g") if (group.get("class") or "").startswith("word")]


def test_right_wrong_and_not_compared_differ_in_form_and_not_only_in_colour() -> None:
    made = (
        word(0, 1),
        word(1, 3, "wrong", missed=(2,)),
        word(3, 4, "wrong", extra=True),
        word(4, 5, "off"),
        word(5, 6, "lacking"),
    )
    root = drawn(ribbon("我们在北京的", row("a", made)))
    states = Counter((group.get("class") or "").split()[1] for group in words(root))
    assert states == {"right": 7, "wrong": 2, "off": 1, "lacking": 1}
    for group in words(root):
        state = (group.get("class") or "").split()[1]
        paths = [*group.iter("path")]
        outlines = [one for one in paths if one.get("stroke-dasharray") and one.get("stroke") == theme.INK["light"]]
        stripes = [one for one in paths if one.get("stroke-opacity") == "0.4"]
        assert bool(stripes) == (state == "wrong"), "stripes are seen in grey, too"
        assert bool(outlines) == (state in ("off", "lacking"))
    extra = [one for one in root.iter("rect") if one.get("rx") and one.get("fill") == theme.PALETTE[0]]
    missed = [one for one in root.iter("path") if one.get("stroke-dasharray") and one.get("stroke") == theme.PALETTE[0]]
    assert len(extra) == len(missed) == 1
    said = texts(root)
    for entry in ("wrong word", "boundary gold lacks", "gold boundary missed", "not compared", "characters it lacks"):
        assert entry in said
    assert "A = crf" in said


def test_a_legend_says_nothing_of_what_does_not_occur() -> None:
    said = texts(drawn(ribbon("我们", row("a", one_a_word("我们")))))
    assert "A = crf" in said and "wrong word" not in said and "not compared" not in said


def test_rows_stand_on_equal_columns_and_break_together() -> None:
    rng = random.Random(7)
    chars = "".join(rng.choice("我们在北京学习") for _ in range(70))
    pairs = tuple(word(place, place + 2, "wrong") for place in range(0, 70, 2))
    for sheet in (slide(), COLUMN, WIDE):
        root = drawn(ribbon(chars, row("a", pairs), breaks=tuple(range(0, 71, 2))), sheet)
        begins: dict[str, list[float]] = {}
        for group in words(root):
            (said,) = group.iter("text")
            for place, x in enumerate(said.attrib["x"].split()):
                begins.setdefault(str(int(group.attrib["data-start"]) + place), []).append(float(x))
        assert len(begins) == 70
        assert all(max(xs) - min(xs) < 0.11 for xs in begins.values()), "each character has one column in all rows"
        steps = {round(float(begins[str(p + 1)][0]) - float(begins[str(p)][0]), 0) for p in range(0, 70, 2)}
        assert len(steps) <= 2, "columns are equal"


@pytest.mark.parametrize(
    ("sheet", "length"),
    [
        (slide(), 1),
        (slide(1220, 430), 500),
        (slide(3840, 1600, of=2160), 23),
        (COLUMN, 1),
        (COLUMN, 500),
        (WIDE, 60),
    ],
)
def test_nothing_stands_outside_and_no_type_is_too_small(sheet: Sheet, length: int) -> None:
    chars = "".join("我们在北京，Ab1𠀀"[place % 10] for place in range(length))
    wrong = row("a", one_a_word(chars, "wrong"), name="一个名字很长的分词系统" * 3 + "-base-model-v2 (fine-tuned)")
    other = row("b", one_a_word(chars, "off"), name="W" * 60)
    root = drawn(ribbon(chars, wrong, other, notes=("A wrote: " + "词 " * 200,)), sheet)
    assert not outside(root)
    assert length > 60 or not overlapping(root)
    assert min(sizes(root)) >= sheet.least - 0.05
    if sheet.height is not None:
        assert float(root.attrib["viewBox"].split()[3]) <= sheet.height


def test_type_is_as_large_as_a_sentence_allows_and_has_its_size_on_paper() -> None:
    short, long = (max(sizes(drawn(ribbon("我们" * times)))) for times in (2, 40))
    assert short == 4 * 18 and 1.25 * 18 <= long < short
    assert max(sizes(drawn(ribbon("我们"), COLUMN))) == max(sizes(drawn(ribbon("我们" * 200), COLUMN))) == 11


def test_a_long_sentence_is_cut_around_what_the_eye_is_to_find() -> None:
    chars = "我们在北京" * 100
    root = drawn(ribbon(chars, row("a", one_a_word(chars)), aim=(250, 252)))
    shown = {int(group.attrib["data-start"]) for group in words(root)}
    assert {250, 251} < shown and 100 < len(shown) < 400
    assert shown == set(range(min(shown), max(shown) + 1))
    assert abs((min(shown) + max(shown)) / 2 - 251) < 40, "as much before as behind"
    assert texts(root).count("…") == 4, "at both ends of both rows"
    assert f"… characters {min(shown) + 1} to {max(shown) + 1} of 500" in texts(root)
    bold = [said for said in root.iter("text") if said.get("font-weight")]
    assert [said.text for said in bold] == [chars[250], chars[251]]
    from_the_beginning = {int(group.attrib["data-start"]) for group in words(drawn(ribbon(chars)))}
    assert 0 in from_the_beginning and 499 not in from_the_beginning
    whole = drawn(ribbon(chars), COLUMN)
    assert "…" not in texts(whole) and len(words(whole)) == 500


def test_a_word_that_goes_on_is_open() -> None:
    crossing = row("a", (word(0, 2, opens=False, closes=False),))
    root = drawn(ribbon("我们", crossing))
    outlines = {group.attrib["class"]: next(group.iter("path")).attrib["d"] for group in words(root)}
    whole = next(words(root)[0].iter("path")).attrib["d"]
    assert whole.endswith("Z") and "Q" in whole
    goes_on = next(words(root)[-1].iter("path")).attrib["d"]
    assert "Q" not in goes_on and "V" not in goes_on, outlines


def test_what_a_corpus_says_stays_text_and_cannot_be_seen_is_named() -> None:
    chars = "<b>&\u0301\u200d\x1b"
    named = row("a", one_a_word(chars), name=HOSTILE)
    root = drawn(ribbon(chars, named, notes=(HOSTILE,)))
    said = texts(root)
    for char in "<b>&\u0301":
        assert said.count(char) == 2
    assert "\x1b" not in said and "\ufffd" not in said
    titles = [one.text for one in root.iter("title")]
    assert {"U+0301 COMBINING ACUTE ACCENT", "U+200D ZERO WIDTH JOINER", "U+001B"} <= {*titles}
    shown = visible(HOSTILE)
    assert shown in titles and shown in said and f"A = {shown}" in said
    assert {one.tag for one in root.iter()} <= {"svg", "title", "rect", "g", "text", "path", "circle"}


def test_bars_are_as_high_and_as_dark_as_words_are_hard() -> None:
    hard = (word(0, 1, difficulty=1.0), word(1, 3, difficulty=0.5), word(3, 4, difficulty=0.0))
    gold = RibbonRow("gold", "gold", "gold", hard)
    for ground in ("light", "dark"):
        root = drawn(Ribbon("我们在京", (gold,), (0, 1, 3, 4)), ground=ground)  # type: ignore[arg-type]
        bars = [one for one in root.iter("rect") if one.get("fill") == theme.HARD[ground] and one.get("fill-opacity")]  # type: ignore[index]
        high, half = bars[:2]
        assert float(high.attrib["height"]) == pytest.approx(2 * float(half.attrib["height"]), abs=0.1)
        assert (high.get("fill-opacity"), half.get("fill-opacity")) == ("1.00", "0.62")
        assert len(bars) == 3, "two words and the key"
        assert root.get("fill") == theme.INK[ground]  # type: ignore[index]


def test_ground_is_drawn_on_paper_only() -> None:
    one = ribbon("我们")
    filled = [element.get("fill") for element, box in boxes(drawn(one, COLUMN)) if box[:2] == (0, 0)]
    assert filled[0] == "#FFFFFF"
    assert not [1 for _, box in boxes(drawn(one)) if box[2] == 1280]


def test_hits_are_underlined() -> None:
    root = drawn(ribbon("我们在", hits=frozenset({1})))
    lines = [one for group in words(root) for one in group.iter("path") if one.attrib["d"].count("h") == 1]
    assert len(lines) == 1
