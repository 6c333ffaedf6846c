"""The places of panels, lanes and buckets, apart from what is drawn in them."""

from itertools import combinations, pairwise
from typing import Any

import pandas as pd
import plotly.graph_objects as go
import pytest

from cwsdiag.charts import grid, theme
from cwsdiag.charts.grid import Lane, Sheet
from cwsdiag.frames import Panel

HEIGHTS = (100, 60, 24)


def limits(panels: Any) -> list[float]:
    """Return the ends of a lane: from 0 to the largest value of the panels it is given."""
    return [0.0, max((row["value"] for panel in panels for row in panel.rows), default=1.0)]


LANES = [
    Lane("upper", HEIGHTS[0], limits, tickformat=".1f"),
    Lane("middle", HEIGHTS[1], lambda panels: [-1.0, 1.0], zero=True),
    grid.share_lane(),
]


def panel(key: str = "wLen", size: int = 3, *, value: float = 1.0, **changes: Any) -> Panel:
    rows = [
        {"tick": f"≤ {place}", "gold": 1000 * (place + 1), "share": 1 / size, "value": value, "bucket": place}
        for place in range(size)
    ]
    settings: dict[str, Any] = {
        "title": f"title of {key}",
        "unit": "words",
        "buckets": pd.DataFrame(rows),
        "worst": None,
        "best": None,
        "undefined": "",
    }
    return Panel(key=key, **settings | changes)


def undefined(key: str = "oDen", **changes: Any) -> Panel:
    return panel(key, 0, undefined="needs training data of its own", **changes)


def several(count: int) -> list[Panel]:
    return [panel(f"a{number}") for number in range(count)]


def axis(figure: go.Figure, name: str) -> Any:
    """Return an axis by how a trace names it."""
    return figure.layout[f"{name[0]}axis{name[1:]}"]


def boxes(panels: list[Panel]) -> list[tuple[float, float, float, float]]:
    """Return left, right, bottom and top of every lane of every panel in the figure, from its axes."""
    sheet = Sheet(panels, LANES)
    figure = sheet.figure()
    found = []
    for block in sheet.blocks:
        left, right = axis(figure, block.x).domain
        low, high = axis(figure, block.x).range
        for place in range(len(block.panels)):
            # The last takes what is left of its block.
            end = high if place == len(block.panels) - 1 else place + 1
            sides = [left + (right - left) * (at - low) / (high - low) for at in (place, end)]
            found += [(*sides, *axis(figure, name).domain) for name in block.y]
    return found


@pytest.mark.parametrize("count", range(1, 13))
@pytest.mark.parametrize(("apart", "summed"), [((), False), ((0, 5, 6), False), ((3, 8), True)])
def test_panels_do_not_overlap(count: int, apart: tuple[int, ...], summed: bool) -> None:
    panels = [panel(f"a{place}", apart=place in apart) for place in range(count - summed)]
    panels += [panel("")] * summed
    found = boxes(panels)
    assert len(found) == len(LANES) * count
    for left, right, bottom, top in found:
        assert 0 <= left < right <= 1 + 1e-9
        assert 0 <= bottom < top <= 1 + 1e-9
    for (l1, r1, b1, t1), (l2, r2, b2, t2) in combinations(found, 2):
        assert r1 <= l2 + 1e-9 or r2 <= l1 + 1e-9 or t1 <= b2 + 1e-9 or t2 <= b1 + 1e-9


@pytest.mark.parametrize(
    ("count", "across"), [(1, 1), (4, 4), (5, 4), (7, 4), (8, 4), (9, 5), (10, 5), (11, 4), (12, 4)]
)
def test_four_stand_side_by_side_but_five_where_that_saves_a_row(count: int, across: int) -> None:
    found = boxes(several(count))[:: len(LANES)]
    assert sum(box[3] == found[0][3] for box in found) == across
    assert found[0][1] - found[0][0] == pytest.approx(1 / (5 if across == 5 else 4))


@pytest.mark.parametrize(("apart", "across"), [(False, 4), (True, 5)])
def test_crowded_panels_leave_no_room_for_five(apart: bool, across: int) -> None:
    crowded = panel("wLen", grid.MOST_UPRIGHT + 1, apart=apart)
    found = boxes([*several(8), crowded])[:: len(LANES)]
    assert sum(box[3] == found[0][3] for box in found) == across


def test_lanes_lie_under_each_other_with_their_heights_in_every_row() -> None:
    sheet = Sheet(several(6), LANES)
    figure = sheet.figure()
    assert len(sheet.blocks) == 2
    before = 1.0
    for block in sheet.blocks:
        ends = [axis(figure, name).domain for name in block.y]
        for (low, high), height in zip(ends, HEIGHTS, strict=True):
            assert (high - low) * figure.layout.height == pytest.approx(height)
            assert high < before
            before = low
        assert axis(figure, block.x).anchor == block.y[-1], "labels stand under the lowest lane"
    # Room for titles above the first lane, and for labels under the last.
    assert (1 - axis(figure, "y").domain[1]) * figure.layout.height >= theme.FONT_SIZE
    assert before * figure.layout.height >= 2 * theme.SMALL


def test_buckets_divide_their_panel_evenly_and_stay_within_it() -> None:
    (block,) = Sheet([panel("a", 1), undefined(), panel("b", 4)], LANES).blocks
    assert [(column.panel.key, column.row["bucket"]) for column in block.columns] == [
        ("a", 0),
        *(("b", place) for place in range(4)),
    ]
    alone, *rest = block.columns
    assert (alone.place, alone.width) == (pytest.approx(0.5), pytest.approx(0.9))
    assert {round(column.width, 9) for column in rest} == {0.225}
    assert [column.place for column in rest] == pytest.approx([2.1625, 2.3875, 2.6125, 2.8375])
    for left, right in pairwise(block.columns):
        assert left.place + left.width / 2 <= right.place - right.width / 2 + 1e-9


def test_only_what_is_of_no_attribute_takes_the_rest_of_its_row() -> None:
    for key, wide in (("", 3), ("wLen", 2)):
        sheet = Sheet([*several(5), panel(key, 2)], LANES)
        block = sheet.blocks[-1]
        assert axis(sheet.figure(), block.x).range == (0, wide + (key == ""))
        assert block.columns[-1].place == pytest.approx(1.05 + 0.75 * (wide - 0.1) if key == "" else 1.725)
    (whole,) = Sheet([*several(3), panel("", 2)], LANES).blocks
    assert whole.columns[-1].width == pytest.approx(0.45)


def test_panels_share_axes_and_one_that_stands_apart_has_its_own() -> None:
    panels = [panel("a", value=3), panel("far", value=50, apart=True), panel("b", value=7), panel("c", value=2)]
    sheet = Sheet(panels, LANES)
    figure = sheet.figure()
    assert [[one.key for one in block.panels] for block in sheet.blocks] == [["a"], ["far"], ["b", "c"]]
    assert [axis(figure, block.y[0]).range for block in sheet.blocks] == [(0, 7), (0, 50), (0, 7)]
    assert [block.limits[0] for block in sheet.blocks] == [[0, 7], [0, 50], [0, 7]]
    names = [block.x for block in sheet.blocks] + [name for block in sheet.blocks for name in block.y]
    assert len(set(names)) == 3 * (1 + len(LANES))
    texts = [note.text for note in figure.layout.annotations]
    assert texts[:2] == ["<b>title of a</b>", "<b>title of far (own axis)</b>"]
    # Whoever reads a panel finds its scale to the left, and no other one between.
    assert [axis(figure, block.y[0]).showticklabels for block in sheet.blocks] == [True, True, True]


def test_numbers_and_titles_of_axes_stand_once_a_row() -> None:
    sheet = Sheet([*several(4), panel("e"), panel("far", apart=True)], LANES)
    figure = sheet.figure()
    titles = [[axis(figure, name).title.text for name in block.y] for block in sheet.blocks]
    assert titles == [["upper", "middle", ""], ["upper", "middle", ""], ["", "", ""]]
    assert [[axis(figure, name).showticklabels for name in block.y] for block in sheet.blocks] == [
        [True, True, False]
    ] * 3
    first, _second, own = (axis(figure, block.x).domain for block in sheet.blocks)
    assert first[0] == 0
    assert own[0] > 0.25, "its numbers stand where it would begin"


def test_lanes_have_their_format_and_their_line_at_zero() -> None:
    figure = Sheet([panel()], LANES).figure()
    assert figure.layout.yaxis.tickformat == ".1f"
    assert [figure.layout[name].zeroline for name in ("yaxis", "yaxis2", "yaxis3")] == [False, True, False]
    assert figure.layout.yaxis2.zerolinecolor == theme.GOLD
    assert figure.layout.yaxis3.range == (0, 1)
    assert figure.layout.yaxis3.showgrid is False


def test_lines_part_the_panels_of_a_block() -> None:
    sheet = Sheet(several(6), LANES)
    figure = sheet.figure()
    for block, places in zip(sheet.blocks, ([1, 2, 3], [1]), strict=True):
        lines = [shape for shape in figure.layout.shapes if shape.xref == block.x]
        assert [(line.x0, line.x1) for line in lines] == [(place, place) for place in places]
        for line in lines:
            assert (line.yref, line.y0, line.y1) == (
                "paper",
                axis(figure, block.y[-1]).domain[0],
                axis(figure, block.y[0]).domain[1],
            )


def test_labels_hold_bucket_and_count_and_slant_only_where_crowded() -> None:
    many = panel("many", grid.MOST_UPRIGHT + 1)
    sheet = Sheet([*several(4), many, panel("far", 2, apart=True)], LANES)
    figure = sheet.figure()
    first, second, own = (axis(figure, block.x) for block in sheet.blocks)
    assert list(first.ticktext[:3]) == ["≤ 0<br>1,000", "≤ 1<br>2,000", "≤ 2<br>3,000"]
    assert list(second.ticktext) == [f"≤ {place}" for place in range(6)]
    assert (first.tickangle, second.tickangle, own.tickangle) == (0, -60, 0)
    for block, drawn in zip(sheet.blocks, (first, second, own), strict=True):
        assert list(drawn.tickvals) == [column.place for column in block.columns]
        assert len(drawn.ticktext) == len(block.columns)
    assert [column.crowded for column in sheet.blocks[1].columns] == [True] * 6
    assert not any(column.crowded for column in sheet.blocks[0].columns)
    # Slanting labels need more room, under their row only.
    lowest = [axis(figure, block.y[-1]).domain[0] * figure.layout.height for block in sheet.blocks]
    assert lowest[1] == lowest[2] > 40
    upright = Sheet([*several(4), panel("few", grid.MOST_UPRIGHT)], LANES).figure()
    assert figure.layout.height - upright.layout.height == pytest.approx(lowest[1] - grid._TICKS)


def test_long_labels_of_five_panels_in_a_row_take_two_lines() -> None:
    long = panel("long", 4)
    long.buckets["tick"] = ["0", "≤ .0047", "S 23–24", "&lt; 1"]
    sheet = Sheet([*several(8), long], LANES)
    figure = sheet.figure()
    drawn = axis(figure, sheet.blocks[-1].x)
    assert list(drawn.ticktext[-4:]) == [
        "\u00a0<br>0<br>1,000",
        "≤<br>.0047<br>2,000",
        "S 23–<br>24<br>3,000",
        "&amp;lt;<br>1<br>4,000",
    ]
    assert list(axis(figure, sheet.blocks[0].x).ticktext[:2]) == ["≤<br>0<br>1,000", "≤<br>1<br>2,000"]
    assert figure.layout.height - Sheet(several(9), LANES).figure().layout.height == 2 * grid._LINE
    assert grid.labels(long)[2] == "S 23–24<br>3,000"


def test_a_panel_of_no_attribute_has_no_counts_and_is_never_crowded() -> None:
    sheet = Sheet([panel(""), panel("", 9)], LANES)
    assert grid.labels(sheet.blocks[0].panels[0]) == ["≤ 0", "≤ 1", "≤ 2"]
    assert axis(sheet.figure(), "x").tickangle == 0
    assert not sheet.blocks[0].columns[-1].crowded


def test_targets_fill_their_lane_and_shares_do_not_touch() -> None:
    (block,) = Sheet([panel("a"), panel("b", 2)], LANES).blocks
    trace = block.targets(1, [[one.panel.key, one.row["bucket"]] for one in block.columns], ["?"] * 5)
    assert (trace["xaxis"], trace["yaxis"]) == ("x", "y2")
    assert (trace["base"], set(trace["y"])) == (-1, {2})
    assert trace["customdata"][3] == ["b", 0]
    edges = [(at - wide / 2, at + wide / 2) for at, wide in zip(trace["x"], trace["width"], strict=True)]
    assert edges[0][0] == pytest.approx(0.05)
    assert edges[-1][1] == pytest.approx(1.95)
    assert edges[0][1] == pytest.approx(edges[1][0])
    strip = grid.shares(block, 2)
    assert strip["yaxis"] == "y3"
    assert strip["y"] == pytest.approx([1 / 3] * 3 + [1 / 2] * 2)
    assert all(0.5 * wide < drawn < wide for wide, drawn in zip(trace["width"], strip["width"], strict=True))


def test_undefined_panels_say_why_in_their_empty_place() -> None:
    sheet = Sheet([panel("a"), undefined(), panel("b")], LANES)
    figure = sheet.figure()
    (reason,) = (note for note in figure.layout.annotations if note.text.startswith("undefined"))
    assert reason.text == "undefined: needs<br>training data of its own"
    assert (reason.xref, reason.x, reason.yref) == ("x", 1.5, "y domain")
    assert "<b>title of oDen</b>" in [note.text for note in figure.layout.annotations]
    assert not [at for at in figure.layout.xaxis.tickvals if 1 < at < 2]


def test_an_undefined_panel_that_stands_apart_claims_no_axis_of_its_own() -> None:
    sheet = Sheet([panel("a", value=4), undefined(apart=True)], LANES)
    figure = sheet.figure()
    assert axis(figure, sheet.blocks[1].y[0]).range == (0, 4)
    assert not axis(figure, sheet.blocks[1].y[0]).showticklabels
    assert "<b>title of oDen</b>" in [note.text for note in figure.layout.annotations]
    assert [trace.xaxis for trace in figure.data] == ["x2"], "it needs a trace, or its axes are not drawn"


def test_nothing_defined_at_all() -> None:
    figure = Sheet([undefined("a"), undefined("b")], LANES).figure()
    assert figure.layout.yaxis.range == (0, 1)
    assert sum(note.text.startswith("undefined") for note in figure.layout.annotations) == 2
    assert len(figure.data) == 1


def test_a_panel_without_buckets_that_is_not_undefined_is_empty() -> None:
    (block,) = Sheet([panel("a", 2), panel("none", 0), panel("b", 1)], LANES).blocks
    assert [column.panel.key for column in block.columns] == ["a", "a", "b"]


def test_titles_meanings_reasons_and_labels_are_no_html() -> None:
    hostile = panel("a", 1, title="<i>x</i>", meaning="<u>y</u>")
    hostile.buckets["tick"] = "<s>z</s>"
    figure = Sheet([hostile, undefined("b", title="<img>")], LANES).figure()
    title, other, reason = figure.layout.annotations
    assert (title.text, title.hovertext) == ("<b>&lt;i&gt;x&lt;/i&gt;</b>", "&lt;u&gt;y&lt;/u&gt;")
    assert other.text == "<b>&lt;img&gt;</b>"
    assert list(figure.layout.xaxis.ticktext) == ["&lt;s&gt;z&lt;/s&gt;<br>1,000"]
    angry = Sheet([panel("b", 0, undefined="<b> missing")], LANES).figure().layout.annotations[-1]
    assert "&lt;b&gt; missing" in angry.text
    assert reason.text.startswith("undefined")


def test_intervals_reach_from_the_value_to_their_ends() -> None:
    (block,) = Sheet([panel("a", 2)], LANES).blocks
    for column, (value, low, high) in zip(block.columns, [(0.5, 0.4, 0.8), (2.0, 1.5, 2.25)], strict=True):
        column.row.update(f=value, f_low=low, f_high=high)
    found = grid.intervals(block.columns, ("f", "f_low", "f_high"), "red", thickness=3)
    assert found["array"] == pytest.approx([0.3, 0.25])
    assert found["arrayminus"] == pytest.approx([0.1, 0.5])
    assert (found["symmetric"], found["color"], found["thickness"]) == (False, "red", 3)
