"""The lowest and the highest difference of each attribute, drawn for slides and for paper."""

import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest

from cwsdiag.charts import theme
from cwsdiag.charts.compare import Sides
from cwsdiag.charts.drawn.extremes import extremes_svg
from cwsdiag.charts.drawn.sheets import COLUMN, WIDE, Sheet, slide
from cwsdiag.frames import Panel
from tests.charts.drawn.extents import outside, overlapping, parsed, sizes, texts
from tests.charts.drawn.test_panels import HOSTILE, compared, undefined

BLUE, RED = theme.PALETTE[0], theme.PALETTE[1]


def drawn(*panels: Panel, sheet: Sheet | None = None, a: str = "crf") -> ET.Element:
    sides = Sides(a, "jieba", BLUE, RED)
    return parsed(extremes_svg(panels, sides=sides, sheet=sheet or slide(), ground="light", title="extremes"))


def groups(root: ET.Element) -> list[ET.Element]:
    return [group for group in root.iter("g") if group.get("class") == "bucket"]


def mark(group: ET.Element) -> ET.Element:
    return next(one for one in group if one.tag in ("circle", "rect") and one.get("pointer-events") is None)


def test_ends_stand_where_their_difference_is_in_the_form_of_the_one_ahead() -> None:
    highest, lowest = groups(drawn(compared()))
    assert (highest.get("data-bucket"), lowest.get("data-bucket")) == ("2", "0")
    assert (highest.get("data-asks"), lowest.get("data-asks")) == ("only_a", "only_b")
    assert (mark(highest).tag, mark(highest).get("fill")) == ("circle", BLUE)
    assert (mark(lowest).tag, mark(lowest).get("fill")) == ("rect", RED)
    assert texts(highest) == ["≤ 2", "+10.0"] and texts(lowest) == ["≤ 0", "−5.0"]
    root = drawn(compared())
    ticks = {one.text: float(one.attrib["y"]) for one in root.iter("text") if one.text in ("0", "5", "10")}
    step = ticks["0"] - ticks["5"]
    low = float(mark(lowest).attrib["y"]) + float(mark(lowest).attrib["height"]) / 2
    assert low - float(mark(highest).attrib["cy"]) == pytest.approx(3 * step, abs=0.5), "15 points apart"


def test_what_is_not_significant_is_hollow_and_the_legend_says_it() -> None:
    few = replace(compared(), best=3)
    assert mark(groups(drawn(few))[0]).get("fill") == "none"
    assert "hollow: not significant after adjustment" in texts(drawn(few))
    assert "hollow: not significant after adjustment" not in texts(drawn(compared()))


def test_one_bucket_alone_is_one_end() -> None:
    assert len(groups(drawn(replace(compared(), worst=2)))) == 1


def test_attributes_have_their_keys_where_titles_have_no_room() -> None:
    panels = [replace(compared(f"key{place}"), title="character consistency") for place in range(7)]
    assert "consistency" in texts(drawn(*panels))
    assert "key3" in texts(drawn(*panels, sheet=COLUMN)) and "consistency" not in texts(drawn(*panels, sheet=COLUMN))


@pytest.mark.parametrize("sheet", [slide(1220, 500), slide(3840, 1500, of=2160), COLUMN, WIDE])
def test_extremes_fit_their_sheet(sheet: Sheet) -> None:
    panels = [replace(compared(f"k{place}"), title="a title of some length") for place in range(7)]
    root = drawn(*panels, undefined("x"), replace(compared("d"), apart=True), sheet=sheet, a=HOSTILE + "W" * 60)
    assert not outside(root)
    assert not overlapping(root)
    assert min(sizes(root)) >= sheet.least - 0.05
    assert len(groups(root)) == (0 if sheet.filled else 14), "what stands apart is left out"
    if sheet.height is not None:
        assert float(root.attrib["viewBox"].split()[3]) <= sheet.height + 0.1


def test_nothing_compared_leaves_an_axis() -> None:
    assert "A − B, points" in texts(drawn(undefined("x")))
