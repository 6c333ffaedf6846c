"""Systems by difficulty, drawn for slides and for paper: accuracy by interval, and the ranking by two scores."""

import math
import xml.etree.ElementTree as ET

import pytest

from cwsdiag.charts import theme
from cwsdiag.charts.difficulty.lines import SystemLine
from cwsdiag.charts.difficulty.ranks import Standing
from cwsdiag.charts.drawn.accuracy import accuracy_svg
from cwsdiag.charts.drawn.scores import worth_svg
from cwsdiag.charts.drawn.sheets import COLUMN, WIDE, Sheet, slide
from cwsdiag.charts.drawn.slopes import slopes_svg
from cwsdiag.charts.looks import looks
from tests.charts.drawn.extents import outside, overlapping, parsed, sizes, texts

NAN = float("nan")
SHEETS = [slide(1220, 500), slide(3840, 1500, of=2160), COLUMN, WIDE]
SHARES = [40.0, 20.0, 0.0, *[5.0] * 6, 10.0]


def names_of(count: int) -> list[str]:
    return [
        "crf",
        "<b>two</b>",
        *(f"一个很长的名字 with-a-crf-layer-{place:02}-of-50-seeds" for place in range(count)),
    ][:count]


def accuracy(count: int, sheet: Sheet | None = None) -> ET.Element:
    names = names_of(count)
    drawn_as = looks(theme.system_colours(names), {"a": "crf", "b": "<b>two</b>"})
    lines = [
        SystemLine(name, drawn_as[name], tuple(NAN if at == 2 else 1 - 0.1 * at for at in range(10))) for name in names
    ]
    found = accuracy_svg(
        lines,
        labels=[f"interval {at}" for at in range(10)],
        words=[10 * (at + 1) for at in range(10)],
        shares=SHARES,
        sheet=sheet or slide(),
        ground="light",
        title="who gets the hard words",
    )
    return parsed(found)


def test_lines_go_through_their_values_and_on_where_there_are_none() -> None:
    root = accuracy(1)
    (line,) = [one for one in root.iter("path") if one.get("stroke") == theme.PALETTE[0]]
    points = [tuple(map(float, pair.split())) for pair in line.attrib["d"][1:].split("L")]
    assert len(points) == 9, "nothing at the third interval"
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in zip(points, points[1:], strict=False)]
    wide, high = steps[0]
    for at, step in enumerate(steps):
        times = 2 if at == 1 else 1
        assert step == pytest.approx((times * wide, times * high), abs=0.3)
    columns = [one for one in root.iter("rect") if one.get("fill-opacity") == "0.25"][:10]
    tall = [float(one.attrib["height"]) for one in columns]
    # 10 % of the words are as high as an accuracy of 0.1.
    for share, column in zip(SHARES, tall, strict=True):
        assert column == pytest.approx(high * share / 10, abs=0.3)
    asked = [one.get("data-interval") for one in root.iter("g") if one.get("class") == "interval"]
    assert asked == [str(at) for at in range(10)]
    titles = [one.text or "" for one in root.iter("title")]
    assert "difficulty interval 1, 20 words\ncrf: 0.900" in titles


def standing(
    name: str, f1: float, f_b: float, places: tuple[int | None, int | None], committee: tuple[float, float] = (NAN, NAN)
) -> Standing:
    drawn_as = looks(theme.system_colours([name]))[name]
    return Standing(name, drawn_as, f1, f_b, f_b - 0.01, f_b + 0.01, *committee, *places)


def test_both_scores_stand_on_one_axis_with_both_intervals() -> None:
    standings = [standing("crf", 0.9, 0.7, (1, 1), (0.66, 0.76)), standing("none", 0.8, NAN, (2, None))]
    root = parsed(worth_svg(standings, sheet=slide(), ground="light", title="worth"))
    first, second = (one for one in root.iter("g") if one.get("class") == "system")
    hollow, full = first.iter("circle")
    f1, f_b = (float(one.attrib["cx"]) for one in (hollow, full))
    assert hollow.get("fill") == "none" and full.get("fill") == theme.PALETTE[0]
    step = (f1 - f_b) / 0.2
    committee = next(one for one in first.iter("path") if one.get("stroke") == theme.GOLD)
    low, high = committee.attrib["d"][1:].split()[0], committee.attrib["d"].split("H")[1]
    assert float(low) == pytest.approx(f_b - 0.04 * step, abs=0.3)
    assert float(high) == pytest.approx(f_b + 0.06 * step, abs=0.3)
    assert "0.700" in texts(first) and "balanced F undefined" in texts(second)
    assert len([*second.iter("circle")]) == 1, "its F1"
    assert {"F1", "score", "95 % interval of f_b over committees"} <= {*texts(root)}
    assert "over committees 0.660 to 0.760" in (first.findtext("title") or "")


def test_lines_join_places_and_are_thick_where_these_differ() -> None:
    standings = [
        standing("second", 0.8, 0.7, (2, 1)),
        standing("first", 0.9, 0.6, (1, 2)),
        standing("third", 0.7, 0.5, (3, 3)),
        standing("none", 0.6, NAN, (4, None)),
    ]
    root = parsed(slopes_svg(standings, sheet=slide(), ground="dark", title="ranks"))
    groups = {one.get("data-system"): one for one in root.iter("g") if one.get("class") == "system"}
    assert list(groups) == ["first", "second", "third"]
    ends = {}
    for name, group in groups.items():
        line = next(group.iter("path"))
        first, last = line.attrib["d"][1:].split("L")
        ends[name] = float(first.split()[1]), float(last.split()[1]), float(line.attrib["stroke-width"])
    row = ends["second"][0] - ends["first"][0]
    assert row > 0 and ends["third"][0] - ends["second"][0] == pytest.approx(row, abs=0.2)
    assert ends["second"][1] == pytest.approx(ends["first"][0], abs=0.1), "second by F1, first by balanced F"
    assert ends["first"][1] == pytest.approx(ends["second"][0], abs=0.1)
    assert ends["third"][0] == ends["third"][1] and ends["third"][2] < ends["first"][2] == ends["second"][2]
    assert texts(groups["first"]) == ["0.900", "first", "0.600", "first"]
    assert {"by F1", "by balanced F"} <= {*texts(root)} and "none" not in texts(root)
    assert "balanced F 0.600, place 2" in (groups["first"].findtext("title") or "")


@pytest.mark.parametrize("sheet", SHEETS)
@pytest.mark.parametrize("count", [1, 2, 50])
def test_any_number_of_systems_fits(sheet: Sheet, count: int) -> None:
    names = names_of(count)
    standings = [
        standing(name, 0.9 - place / 100, math.sin(place) / 10 + 0.5, (place + 1, place % 7 + 1))
        for place, name in enumerate(names)
    ]
    rankings = (drawing(standings, sheet=sheet, ground="light", title="ranks") for drawing in (slopes_svg, worth_svg))
    for root in (accuracy(count, sheet), *map(parsed, rankings)):
        assert not outside(root)
        assert not overlapping(root)
        assert min(sizes(root)) >= sheet.least - 0.05
        assert ("and 40 more systems" in texts(root)) == (sheet.is_slide and count == 50)
        if sheet.height is not None:
            assert float(root.attrib["viewBox"].split()[3]) <= sheet.height + 0.1
