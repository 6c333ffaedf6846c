"""Panels of one system and of a pair, drawn for slides and for paper, element by element."""

import xml.etree.ElementTree as ET
from typing import Any

import pandas as pd
import pytest

from cwsdiag.charts import theme
from cwsdiag.charts.compare import Sides
from cwsdiag.charts.drawn.one_system import panels_svg
from cwsdiag.charts.drawn.sheets import COLUMN, WIDE, Sheet, slide
from cwsdiag.charts.drawn.two_systems import pair_svg
from cwsdiag.frames import Panel
from cwsdiag.languages import speaking
from cwsdiag.languages.visible import visible
from tests.charts.drawn.extents import outside, overlapping, parsed, sizes, texts

NAN = float("nan")
BLUE, RED = theme.PALETTE[0], theme.PALETTE[1]
HOSTILE = "<img src=x onerror=alert(1)>&'\"]]>\x00"
SMALL = "fewer than 30 gold units or 6 sentences"


def one_row(place: int, f1: float, cost: float, gold: int, total: int, tick: str) -> dict[str, Any]:
    return {
        "bucket": place,
        "label": tick,
        "tick": tick,
        "gold": gold,
        "predicted": gold + 1,
        "matched": gold // 2,
        "share": gold / total,
        "precision": f1,
        "recall": f1,
        "f1": f1,
        "f1_low": f1 - 0.05,
        "f1_high": f1 + 0.02,
        "cost": cost,
        "cost_low": cost - 0.004,
        "cost_high": cost + 0.007,
        "named": gold >= 30,
    }


def panel(key: str = "wLen", *, size: int = 4, tick: str = "≤ {}", **changes: Any) -> Panel:
    values = [(0.9, 0.03, 1000), (0.7, 0.02, 500), (NAN, NAN, 0), (0.4, -0.01, 7)]
    chosen = [values[place % 4] for place in range(size)]
    total = sum(gold for _, _, gold in chosen)
    rows = [one_row(at, f1, cost, gold, total, tick.format(at)) for at, (f1, cost, gold) in enumerate(chosen)]
    settings: dict[str, Any] = {"worst": 1, "best": 0, "costliest": 0, "undefined": "", "unit": "words"} | changes
    return Panel(key=key, title=settings.pop("title", key), buckets=pd.DataFrame(rows), **settings)


def undefined(key: str) -> Panel:
    return Panel(key, key, "words", pd.DataFrame(), None, None, "needs training data")


def drawn(*panels: Panel, sheet: Sheet | None = None, system: str = "crf") -> ET.Element:
    found = panels_svg(
        panels, system=system, colour=BLUE, small=SMALL, sheet=sheet or slide(), ground="light", title="crf on news"
    )
    return parsed(found)


def groups(root: ET.Element) -> list[ET.Element]:
    return [group for group in root.iter("g") if group.get("class") == "bucket"]


def filled(group: ET.Element, tag: str) -> list[ET.Element]:
    return [one for one in group.iter(tag) if one.get("pointer-events") is None]


def test_points_stand_as_high_as_f1_and_bars_as_high_as_costs() -> None:
    first, second, third, last = groups(drawn(panel()))
    (high,) = filled(first, "circle")
    (hollow,) = filled(last, "circle")
    (worst,) = [one for one in second.iter("path") if one.get("fill") == theme.WORST]
    assert "Z" in worst.attrib["d"], "a form of its own"
    assert hollow.get("fill") == "none" and hollow.get("stroke") == BLUE, "too small to be named"
    tall = float(hollow.attrib["cy"]) - float(high.attrib["cy"])
    corner = float(worst.attrib["d"][1:].split("L")[1].split()[1])
    assert corner - float(high.attrib["cy"]) == pytest.approx(0.2 / 0.5 * tall, abs=0.2), "0.9, 0.7 and 0.4"
    bars = [filled(group, "rect") for group in (first, second, last)]
    heights = [float(one[0].attrib["height"]) for one in bars]
    assert heights[1] == pytest.approx(2 / 3 * heights[0], abs=0.2)
    assert heights[2] == pytest.approx(1 / 3 * heights[0], abs=0.2)
    assert bars[0][0].get("fill-opacity") is None, "the costliest is full"
    assert bars[1][0].get("fill-opacity") == bars[2][0].get("fill-opacity") == "0.4"
    assert not filled(third, "circle") and not filled(third, "rect"), "nothing where nothing is defined"
    # The interval of the first goes from 0.85 to 0.92, of an axis on which 0.9 and 0.4 are so far apart.
    ends = next(one.attrib["d"] for one in first.iter("path") if one.get("stroke") == BLUE)
    low, high_end = (float(value) for value in ends[1:].split("M")[0].replace("V", " ").split()[1:])
    assert low - high_end == pytest.approx(0.07 / 0.5 * tall, abs=0.3)


def test_every_column_of_a_slide_says_which_it_is_and_is_told() -> None:
    root = drawn(panel("wLen"), panel("sLen"))
    asked = [(group.get("data-attribute"), group.get("data-bucket")) for group in groups(root)]
    assert asked == [(key, str(place)) for key in ("wLen", "sLen") for place in range(4)]
    for group in groups(root):
        (target,) = [one for one in group.iter("rect") if one.get("pointer-events") == "all"]
        assert float(target.attrib["height"]) > 300, "the whole column"
        assert group.get("role") == "button" and group.get("tabindex") == "0"
    title = groups(root)[1].findtext("title") or ""
    assert title.splitlines()[0] == "wLen ≤ 1, the worst bucket"
    assert "F1 0.700, 95 % interval 0.650 to 0.720" in title
    on_paper = drawn(panel(), sheet=COLUMN)
    assert not groups(on_paper), "nothing is hidden in what is printed"
    assert len([*on_paper.iter("title")]) == 1


def many(count: int, size: int = 4, **changes: Any) -> list[Panel]:
    return [panel(f"attribute {place}", size=size, **changes) for place in range(count)]


@pytest.mark.parametrize(
    ("sheet", "panels"),
    [
        (slide(1220, 560), many(7)),
        (slide(1220, 430), [*many(7), panel("difficulty", size=10, apart=True)]),
        (slide(), many(1, 9, tick="> 0.00{}")),
        (slide(3840, 1700, of=2160), [*many(4, 6), undefined("oDen"), undefined("wFre")]),
        (slide(1220, 500), many(2, title="a title that is far too long for its place " * 3)),
        (slide(), many(12)),
        (COLUMN, [*many(6, tick=".0{} to 0.12345"), panel("difficulty", size=10, apart=True)]),
        (COLUMN, many(1)),
        (WIDE, many(7)),
    ],
)
def test_nothing_stands_outside_or_on_another_and_no_type_is_too_small(sheet: Sheet, panels: list[Panel]) -> None:
    root = drawn(*panels, sheet=sheet, system="W" * 60)
    assert not outside(root)
    assert not overlapping(root)
    assert min(sizes(root)) >= sheet.least - 0.05
    if sheet.height is not None:
        assert float(root.attrib["viewBox"].split()[3]) <= sheet.height + 0.1


def test_labels_of_what_matters_stand_first_and_counts_where_there_is_room() -> None:
    alone = texts(drawn(panel()))
    assert {"≤ 0", "≤ 1", "≤ 2", "≤ 3", "1,000", "500", "7", "0.900", "0.700", "+3.0", "−1.0"} <= {*alone}
    assert "share of gold, counts below" in alone
    crowded = texts(drawn(*many(7, 9, tick="> 0.00{}", worst=4, costliest=8, best=0), sheet=slide(1220, 560)))
    assert crowded.count("> 0.004") == crowded.count("> 0.008") == crowded.count("> 0.000") == 7
    assert "> 0.003" not in crowded and "1,000" not in crowded
    assert "share of gold" not in " ".join(crowded), "rows of a slide are low: the strip leaves them its height"


def test_axes_and_legend_are_named_in_the_drawing() -> None:
    for sheet in (slide(), COLUMN, WIDE):
        said = texts(drawn(panel(), sheet=sheet, system="一个分词系统"))
        assert {"F1", "worst of its attribute", SMALL} <= {*said}
        assert "cost, points" in " ".join(said), "on a slide in two lines"
        assert any(one.startswith("一个分词系统: F1") for one in said)


def test_what_is_undefined_is_left_out_and_said() -> None:
    root = drawn(panel(), undefined("OOV density"), undefined("word frequency"))
    assert "undefined here: OOV density, word frequency" in texts(root)
    assert "undefined: needs training data" in " ".join(texts(drawn(undefined("oDen"))))


def test_what_stands_apart_has_an_axis_of_its_own() -> None:
    low = panel("difficulty", apart=True)
    root = drawn(panel("wLen"), low, sheet=WIDE)
    assert "difficulty (own axis)" in texts(root)
    ticks = [one for one in texts(root) if one in ("0.4", "0.6", "0.8")]
    assert len(ticks) >= 4, "numbers stand at both axes"


def test_what_files_say_stays_text() -> None:
    root = drawn(panel(title=HOSTILE, tick=HOSTILE), system=HOSTILE)
    shown = visible(HOSTILE)
    assert shown in texts(root)
    assert {one.tag for one in root.iter()} <= {"svg", "title", "rect", "g", "text", "path", "circle"}


def compared(key: str = "wLen") -> Panel:
    values = [(0.8, -5.0, 100, "significant"), (0.7, 1.0, 50, "not significant"), (0.6, 10.0, 40, "significant")]
    values.append((0.5, 30.0, 7, "too few"))
    rows = [
        {
            "attribute": key,
            "bucket": place,
            "label": f"≤ {place}",
            "tick": f"≤ {place}",
            "gold": gold,
            "share": gold / 197,
            "named": gold >= 30,
            "f1_a": other + difference / 100,
            "low_a": other + difference / 100 - 0.03,
            "high_a": other + difference / 100 + 0.02,
            "f1_b": other,
            "low_b": other - 0.05,
            "high_b": other + 0.04,
            "difference": difference,
            "low": difference - 2,
            "high": difference + 3,
            "ahead": "a" if difference > 0 else "b",
            "why": "",
            "p_adjusted": 0.01,
            "q": 0.01,
            "verdict": verdict,
        }
        for place, (other, difference, gold, verdict) in enumerate(values)
    ]
    return Panel(key, key, "words", pd.DataFrame(rows), worst=0, best=2, undefined="")


def pair(*panels: Panel, sheet: Sheet | None = None, a: str = "crf", b: str = "jieba") -> ET.Element:
    sides = Sides(a, b, BLUE, RED)
    found = pair_svg(panels, sides=sides, small=SMALL, sheet=sheet or slide(), ground="dark", title="crf and jieba")
    return parsed(found)


def test_significant_differences_have_the_colour_and_the_form_of_the_one_ahead() -> None:
    behind, level, ahead, few = groups(pair(compared()))
    assert [group.get("data-asks") for group in (behind, level, ahead, few)] == ["only_b", "only_a", "only_a", "only_a"]

    def marks(group: ET.Element) -> list[tuple[str, str | None]]:
        return [
            (one.tag, one.get("fill") if one.get("fill") != "none" else one.get("stroke"))
            for one in group.iter()
            if one.tag in ("circle", "rect") and one.get("pointer-events") is None and not one.get("fill-opacity")
        ]

    both = [("circle", BLUE), ("rect", RED)]
    assert marks(behind) == [*both, ("rect", RED)]
    assert marks(level) == [*both, ("circle", theme.GOLD)]
    assert marks(ahead) == [*both, ("circle", BLUE)]
    assert marks(few) == [*both, ("circle", theme.GOLD)]
    assert {one.get("fill") for one in few.iter("circle")} == {"none"}
    said = texts(pair(compared()))
    assert {"−5.0", "+1.0", "+10.0", "crf (A): F1 with its 95 % interval"} <= {*said}
    assert "A − B, points" in " ".join(said)
    assert "A − B in points: significant, in the colour of the one ahead" in said
    assert "A − B in points: not significant" in said


@pytest.mark.parametrize("sheet", [slide(1220, 500), COLUMN, WIDE])
def test_a_pair_fits_its_sheet(sheet: Sheet) -> None:
    with speaking("zh"):
        root = pair(*(compared(f"属性 {place}") for place in range(7)), sheet=sheet, a="很长的名字" * 12, b="W" * 60)
    assert not outside(root)
    assert not overlapping(root)
    assert min(sizes(root)) >= sheet.least - 0.05
    assert root.get("fill") == theme.INK["dark"]
