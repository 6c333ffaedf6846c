"""The ribbon, element by element: one drawing for page, slide and paper."""

import random
import xml.etree.ElementTree as ET
from collections import Counter

import pytest

from cwsdiag.charts import theme
from cwsdiag.charts.ribbon import NARROW, advance, ribbon_svg
from cwsdiag.frames import Ribbon, RibbonRow, RibbonWord
from cwsdiag.languages.visible import visible

HOSTILE = "<img src=x onerror=alert(1)>&'\"]]>\x00\ud800"


def word(start, end, state="right", **more):
    settings = {"opens": True, "closes": True} | more
    return RibbonWord(start, end, state=state, **settings)


def one_a_word(chars, state="right"):
    return tuple(word(place, place + 1, state) for place in range(len(chars)))


def ribbon(chars, *rows, **more):
    gold = RibbonRow("gold", "gold", "gold", one_a_word(chars))
    settings = {"breaks": tuple(range(len(chars) + 1))} | more
    return Ribbon(chars, (gold, *rows), **settings)


def row(role, words, name="crf"):
    return RibbonRow(role.upper(), role, name, words, theme.PALETTE[ord(role) - ord("a")])


def drawn(*ribbons, width=780, height=None, ground="light"):
    root = ET.fromstring(ribbon_svg(ribbons, width=width, type=15, height=height, ground=ground, title="Sentence 1"))
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
    return root


def groups(root):
    return [group for group in root.iter("g") if (group.get("class") or "").startswith("word")]


def texts(root):
    return [one.text or "" for one in root.iter("text")]


def corners(root):
    """Left and right ends of texts as wide as theirs may be."""
    for group in root.iter("g"):
        moved = float((group.get("transform") or "translate(0 0)")[10:-1].split()[0])
        for one in group.findall("text"):
            xs, size = [float(x) for x in one.attrib["x"].split()], float(one.attrib["font-size"])
            half = len(one.text or "") * size if len(xs) == 1 else size
            start = xs[0] - (half / 2 if one.get("text-anchor") == "middle" else 0)
            yield moved + start, moved + xs[-1] + size / 2


def test_right_wrong_and_not_compared_differ_in_form_and_not_only_in_colour():
    made = (
        word(0, 1),
        word(1, 3, "wrong", missed=(2,)),
        word(3, 4, "wrong", extra=True),
        word(4, 5, "off"),
        word(5, 6, "lacking"),
    )
    root = drawn(ribbon("我们在北京的", row("a", made)))
    states = Counter((group.get("class") or "").split()[1] for group in groups(root))
    assert states == {"right": 7, "wrong": 2, "off": 1, "lacking": 1}
    for group in groups(root):
        state = (group.get("class") or "").split()[1]
        paths = [*group.iter("path")]
        outlines = [one for one in paths if one.get("stroke-dasharray") and one.get("stroke") == theme.INK["light"]]
        stripes = [one for one in paths if one.get("stroke-opacity") == "0.4"]
        assert bool(stripes) == (state == "wrong"), "stripes are seen in grey, too"
        assert all(one.attrib["d"].count("M") > 1 for one in stripes)
        assert bool(outlines) == (state in ("off", "lacking"))
    boxes = [one for group in groups(root) for one in group.iter("rect")]
    extra = [one for one in boxes if one.get("rx") and one.get("fill") == theme.PALETTE[0]]
    missed = [one for one in root.iter("path") if one.get("stroke-dasharray") and one.get("stroke") == theme.PALETTE[0]]
    assert len(missed) == 1 and len(extra) == 2 + 1, "the boundary, and two boxes of its colour"
    assert {"wrong word", "boundary gold lacks", "gold boundary missed", "not compared", "A = crf"} <= {*texts(root)}


def test_it_reads_row_by_row_with_wrong_words_named():
    made = (word(0, 2), word(2, 3, "wrong"), word(3, 4, "lacking"), word(4, 5, "off"))
    (said,) = drawn(ribbon("我们在北京", row("a", made, name="one"))).iter("desc")
    assert said.text == "gold: 我 们 在 北 京\none: 我们 在 (wrong) 北 (lacking) 京 (not compared)"


@pytest.mark.parametrize("width", [312, 654, 1280])
def test_it_wraps_all_rows_together_and_is_never_cut(width):
    rng = random.Random(7)
    chars = "".join(rng.choice("我们在北京学习") for _ in range(700))
    pairs = tuple(word(place, place + 2, "wrong") for place in range(0, 700, 2))
    root = drawn(ribbon(chars, row("a", pairs), breaks=tuple(range(0, 701, 2))), width=width)
    lines: dict[str, list[tuple[str, str]]] = {"gold": [], "A": []}
    for group in groups(root):
        (said,) = group.iter("text")
        of = "gold" if group.get("data-word") else "A"
        lines[of] += [(char, x) for char, x in zip(said.text or "", said.attrib["x"].split(), strict=True)]
    for of in lines.values():
        assert "".join(char for char, _ in of) == chars
    assert lines["gold"] == lines["A"], "each character has one column in all rows"
    steps = {round(float(b) - float(a), 1) for (_, a), (_, b) in zip(lines["A"], lines["A"][1:], strict=False)}
    assert len({step for step in steps if step > 0}) <= 2, "columns are equal"
    assert all(left >= 0 and right <= width for left, right in corners(root))


def test_a_height_holds_it_and_type_is_as_large_as_it_allows():
    def size(*ribbons, height):
        root = drawn(*ribbons, width=1180, height=height)
        assert float(root.attrib["viewBox"].split()[3]) <= height
        return max(float(one.attrib["font-size"]) for one in root.iter("text") if " " in one.attrib["x"] + " ")

    short, long, longest = (size(ribbon("我们" * times), height=430) for times in (2, 40, 1500))
    assert short > long > 20 > longest
    several = drawn(*[ribbon("我们在北京" * 40)] * 9, width=1180, height=430)
    kept = sum(char == "我" for said in texts(several) for char in said) // 40
    assert 1 <= kept < 9, "whole ones, and as many as there is room for"


def test_what_a_corpus_says_stays_text_and_cannot_be_seen_is_named():
    chars = "<b>&\u0301\u200d\x1b"
    root = drawn(ribbon(chars, row("a", one_a_word(chars), name=HOSTILE), notes=(HOSTILE,)))
    said = texts(root)
    for char in "<b>&\u0301":
        assert said.count(char) == 2
    assert "\x1b" not in said and "\ufffd" not in said
    titles = [one.text for one in root.iter("title")]
    assert {"U+0301 COMBINING ACUTE ACCENT", "U+200D ZERO WIDTH JOINER", "U+001B"} <= {*titles}
    shown = visible(HOSTILE)
    assert shown in titles and shown in said and f"A = {shown}" in said
    assert {one.tag for one in root.iter()} <= {"svg", "title", "desc", "rect", "g", "text", "path", "circle"}


def test_bars_are_as_high_and_as_dark_as_words_are_hard():
    hard = (word(0, 1, difficulty=1.0), word(1, 3, difficulty=0.5), word(3, 4, difficulty=0.0))
    gold = RibbonRow("gold", "gold", "gold", hard)
    for ground in ("light", "dark"):
        root = drawn(Ribbon("我们在京", (gold,), (0, 1, 3, 4)), ground=ground)
        bars = [one for one in root.iter("rect") if one.get("fill") == theme.HARD[ground]]
        high, half = bars[:2]
        assert float(high.attrib["height"]) == pytest.approx(2 * float(half.attrib["height"]), abs=0.11)
        assert (high.get("fill-opacity"), half.get("fill-opacity")) == ("1.00", "0.62")
        assert len(bars) == 3, "two words and the key"
        assert root.get("fill") == theme.INK[ground]


def test_combining_characters_take_no_room():
    assert [advance(char) for char in "中Ａa\u0301"] == [1.0, 1.0, NARROW, 0.0]
