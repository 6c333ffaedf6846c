"""The figures of two systems beside each other, trace by trace."""

import json
from typing import Any

import pandas as pd
import plotly.graph_objects as go
import pytest

from cwsdiag.charts import theme
from cwsdiag.charts.compare import DIFFERENCE, F1, SHARE, Sides, difference_limits, f1_limits, pair_figure
from cwsdiag.charts.extremes import extremes_figure
from cwsdiag.frames import Panel, signed

NAN = float("nan")
BLUE, RED = theme.PALETTE[0], theme.PALETTE[1]
SIDES = Sides("<b>one</b>", "two", BLUE, RED)
SIGNIFICANT, NOT, FEW = "significant", "not significant", "too few"

# F1 of B, A − B in points, gold, and what the test says: every sign, significant or not, named or not, and undefined.
Bucket = tuple[float, float, int, str]
BUCKETS: list[Bucket] = [
    (0.80, -5.0, 100, SIGNIFICANT),
    (0.70, 1.0, 50, NOT),
    (0.60, 10.0, 40, SIGNIFICANT),
    (0.50, 30.0, 7, FEW),
    (NAN, NAN, 0, ""),
    (0.65, 0.0, 60, NOT),
]


def buckets(key: str, rows: list[Bucket] | None = None) -> pd.DataFrame:
    chosen = BUCKETS if rows is None else rows
    return pd.DataFrame(
        [
            {
                "attribute": key,
                "bucket": place,
                "label": f"({place}, {place + 1}]",
                "tick": f"≤ {place + 1}",
                "gold": gold,
                "share": gold / max(1, sum(row[2] for row in chosen)),
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
                "ahead": "a" if difference > 0 else "b" if difference < 0 else "",
                "why": "" if gold >= 30 and difference == difference else "too few gold words to be named",
                "p_adjusted": 0.012 if verdict == SIGNIFICANT else 0.6,
                "q": 0.004 if verdict == SIGNIFICANT else 0.5,
                "verdict": verdict,
            }
            for place, (other, difference, gold, verdict) in enumerate(chosen)
        ]
    )


def panel(key: str = "wLen", rows: list[Bucket] | None = None, **changes: Any) -> Panel:
    settings: dict[str, Any] = {
        "title": f"title of {key}",
        "unit": "words",
        "buckets": buckets(key, rows),
        "worst": 0,
        "best": 2,
        "undefined": "",
    }
    return Panel(key=key, **settings | changes)


def swapped(panel: Panel) -> Panel:
    """Return a panel as it is when A and B change places."""
    frame = panel.buckets
    new = frame.assign(
        **{
            f"{name}_{role}": frame[f"{name}_{other}"] for name in ("f1", "low", "high") for role, other in ("ab", "ba")
        },
        difference=-frame["difference"],
        low=-frame["high"],
        high=-frame["low"],
        ahead=frame["ahead"].map({"a": "b", "b": "a", "": ""}),
    )
    return Panel(panel.key, panel.title, panel.unit, new, panel.best, panel.worst, "")


UNDEFINED = panel("oDen", [], buckets=pd.DataFrame(), worst=None, best=None, undefined="needs data")


def lane_of(trace: Any) -> int:
    return (int(trace.yaxis[1:] or 1) - 1) % 3


def targets(figure: go.Figure, lane: int) -> list[Any]:
    return [trace for trace in figure.data if trace.type == "bar" and trace.customdata and lane_of(trace) == lane]


def marks(figure: go.Figure, lane: int) -> list[Any]:
    """Return the marks of a lane: of A and of B, or of the differences those not significant, then the others."""
    return [trace for trace in figure.data if trace.type == "scatter" and trace.mode and lane_of(trace) == lane]


def data_of(trace: Any) -> list[list[Any]]:
    return [list(data) for data in trace.customdata]


def everything(figure: go.Figure) -> Any:
    """Return all of a figure as a browser gets it."""

    def refuse(name: str) -> None:
        raise AssertionError(f"{name} is no JSON")

    return json.loads(figure.to_json(), parse_constant=refuse)


def test_a_click_asks_for_what_its_lane_and_its_mark_say() -> None:
    figure = pair_figure([panel(), UNDEFINED], sides=SIDES)
    for lane in (F1, SHARE):
        (columns,) = targets(figure, lane)
        assert data_of(columns) == [["wLen", place, ""] for place in range(6)], "all words of the bucket"
    (columns,) = targets(figure, DIFFERENCE)
    assert data_of(columns) == [
        ["wLen", 0, "only_b"],
        ["wLen", 1, "only_a"],
        ["wLen", 2, "only_a"],
        ["wLen", 3, "only_a"],
        ["wLen", 4, ""],
        ["wLen", 5, ""],
    ]
    a, b = marks(figure, F1)
    assert data_of(a) == [["wLen", place, "a"] for place in range(6)]
    assert data_of(b) == [["wLen", place, "b"] for place in range(6)]
    assert all(trace.customdata is None and trace.hoverinfo == "skip" for trace in marks(figure, DIFFERENCE))
    assert all(trace.unselected.marker.opacity == 1 for trace in figure.data), "nothing fades after a click"


def test_targets_fill_their_lane_and_lie_under_the_marks() -> None:
    figure = pair_figure([panel()], sides=SIDES)
    order = list(figure.data)
    for lane, axis in ((F1, "yaxis"), (DIFFERENCE, "yaxis2"), (SHARE, "yaxis3")):
        (columns,) = targets(figure, lane)
        low, high = figure.layout[axis].range
        assert columns.base == low
        assert list(columns.y) == pytest.approx([high - low] * 6)
        assert columns.marker.color == theme.CLEAR
        assert sum(columns.width) == pytest.approx(0.9)
        assert order.index(columns) < min(map(order.index, marks(figure, F1)))


def test_a_and_b_stand_beside_each_other_in_their_bucket_by_colour_and_form() -> None:
    figure = pair_figure([panel()], sides=SIDES)
    a, b = marks(figure, F1)
    (columns,) = targets(figure, F1)
    for left, middle, right, width in zip(a.x, columns.x, b.x, columns.width, strict=True):
        assert middle - width / 2 < left < middle < right < middle + width / 2
        assert middle - left == pytest.approx(right - middle)
    assert list(a.y) == pytest.approx([0.75, 0.71, 0.70, 0.80, NAN, 0.65], nan_ok=True)
    assert list(b.y) == pytest.approx([0.80, 0.70, 0.60, 0.50, NAN, 0.65], nan_ok=True)
    assert (set(a.marker.color), a.error_y.color) == ({BLUE}, BLUE)
    assert (set(b.marker.color), b.error_y.color) == ({RED}, RED)
    solid = [True, True, True, False, False, True]
    assert list(a.marker.symbol) == ["circle" if one else "circle-open" for one in solid]
    assert list(b.marker.symbol) == ["square" if one else "square-open" for one in solid]
    assert list(a.marker.line.width) == [0 if one else 2 for one in solid]
    assert list(a.error_y.array) == pytest.approx([0.02] * 4 + [NAN, 0.02], nan_ok=True)
    assert list(a.error_y.arrayminus) == pytest.approx([0.03] * 4 + [NAN, 0.03], nan_ok=True)
    assert list(b.error_y.array) == pytest.approx([0.04] * 4 + [NAN, 0.04], nan_ok=True)
    assert list(b.error_y.arrayminus) == pytest.approx([0.05] * 4 + [NAN, 0.05], nan_ok=True)


def test_a_difference_that_is_significant_has_colour_and_form_of_the_system_ahead() -> None:
    figure = pair_figure([panel()], sides=SIDES)
    others, marked = marks(figure, DIFFERENCE)
    assert list(marked.y) == [-5, 10]
    assert list(marked.marker.color) == [RED, BLUE], "below 0 B is ahead"
    assert list(marked.marker.symbol) == ["square", "circle"]
    assert list(others.y) == pytest.approx([1, 30, NAN, 0], nan_ok=True)
    assert set(others.marker.color) == {theme.GOLD}
    assert list(others.marker.symbol) == ["circle", "circle-open", "circle-open", "circle"]
    assert min(marked.marker.size) > max(others.marker.size)
    assert list(marked.error_y.arrayminus) == [2, 2]
    assert list(others.error_y.array) == pytest.approx([3, 3, NAN, 3], nan_ok=True)
    (columns,) = targets(figure, DIFFERENCE)
    assert (list(marked.x), list(others.x)) == (
        [columns.x[place] for place in (0, 2)],
        [columns.x[place] for place in (1, 3, 4, 5)],
    )


def test_a_marked_bucket_of_few_words_is_hollow_too() -> None:
    figure = pair_figure([panel(rows=[(0.5, -9.0, 20, SIGNIFICANT)])], sides=SIDES)
    _others, marked = marks(figure, DIFFERENCE)
    assert list(marked.marker.symbol) == ["square-open"]
    assert list(marked.marker.line.color) == [RED]


@pytest.mark.parametrize("verdict", [NOT, FEW, ""])
def test_nothing_is_marked_that_the_test_does_not_say(verdict: str) -> None:
    figure = pair_figure([panel(rows=[(0.5, 9.0, 200, verdict), (0.5, -9.0, 200, verdict)])], sides=SIDES)
    others, marked = marks(figure, DIFFERENCE)
    assert (len(marked.x), len(others.x)) == (0, 2), "an interval that leaves out 0 marks nothing"
    assert set(others.marker.color) == {theme.GOLD}


def test_swap_changes_every_sign_and_whose_each_mark_is() -> None:
    swap = Sides(SIDES.b, SIDES.a, SIDES.colour_b, SIDES.colour_a)
    one, other = pair_figure([panel()], sides=SIDES), pair_figure([swapped(panel())], sides=swap)
    (a, b), (new_a, new_b) = marks(one, F1), marks(other, F1)
    assert list(a.y) == pytest.approx(list(new_b.y), nan_ok=True)
    assert list(b.y) == pytest.approx(list(new_a.y), nan_ok=True)
    assert set(a.marker.color) == set(new_b.marker.color)
    assert "square" in new_b.marker.symbol, "B is a square, whoever it is"
    for before, after in zip(marks(one, DIFFERENCE), marks(other, DIFFERENCE), strict=True):
        assert [-value for value in before.y] == pytest.approx(list(after.y), nan_ok=True)
        assert list(before.error_y.array) == pytest.approx(list(after.error_y.arrayminus), nan_ok=True)
        assert list(before.marker.color) == list(after.marker.color), "the system ahead keeps its colour"
    roles = {"only_a": "only_b", "only_b": "only_a", "": ""}
    (before,), (after,) = targets(one, DIFFERENCE), targets(other, DIFFERENCE)
    assert [[*data[:2], roles[data[2]]] for data in before.customdata] == data_of(after)
    assert "A − B: −5.0 points, 95 % interval −7.0 to −2.0" in before.text[0]
    assert "A − B: +5.0 points, 95 % interval +2.0 to +7.0" in after.text[0]


def test_hover_says_both_scores_the_difference_and_what_may_be_said_of_it() -> None:
    (columns,) = targets(pair_figure([panel()], sides=SIDES), F1)
    ahead, level, _third, few, undefined, same = (text.split("<br>") for text in columns.text)
    assert ahead == [
        "<b>title of wLen (0, 1]</b>",
        "A &lt;b&gt;one&lt;/b&gt;: F1 0.750, 95 % interval 0.720 to 0.770",
        "B two: F1 0.800, 95 % interval 0.750 to 0.840",
        "A − B: −5.0 points, 95 % interval −7.0 to −2.0",
        "significant: p = 0.0120 adjusted for all buckets, q = 0.004",
        "gold words 100 (38.9%)",
    ]
    assert level[4] == "not significant: p = 0.600 adjusted for all buckets, q = 0.5"
    assert few[4:] == [
        "too few sentences differ for a verdict",
        "gold words 7 (2.7%)",
        "too few gold words to be named",
    ]
    assert undefined == ["<b>title of wLen (4, 5]</b>", "gold words 0 (0.0%)", "too few gold words to be named"]
    assert same[3] == "A − B: 0.0 points, 95 % interval −2.0 to +3.0"


def test_one_system_alone_may_be_undefined_and_intervals_may_be_missing() -> None:
    frame = buckets("wLen", [(0.8, 4.0, 50, "")]).assign(f1_b=NAN, difference=NAN, low_a=NAN, high_a=NAN)
    figure = pair_figure([panel(buckets=frame)], sides=SIDES)
    said = targets(figure, F1)[0].text[0]
    assert "F1 0.840<br>gold" in said
    assert "B two" not in said and "A − B" not in said and "nan" not in said
    few = buckets("wLen", [(0.8, 4.0, 50, FEW)]).assign(**dict.fromkeys(("low", "high", "low_b", "high_b"), NAN))
    said = targets(pair_figure([panel(buckets=few)], sides=SIDES), F1)[0].text[0]
    assert "B two: F1 0.800<br>A − B: +4.0 points<br>too few sentences" in said
    everything(pair_figure([panel(buckets=few)], sides=SIDES))


def test_axes_hold_every_point_and_the_intervals_that_count() -> None:
    low, high = f1_limits([panel()])
    # The lowest point is that of a bucket of few words; its interval would reach to 0.45.
    assert 0.45 < low < 0.5
    assert 0.84 < high < 0.88
    low, high = difference_limits([panel()])
    assert -11 < low < -7
    assert 30 < high < 33.5, "the point of a small bucket is there, its interval may go beyond"
    assert difference_limits([panel(rows=[(0.5, 8.0, 50, NOT)])])[0] < 0, "0 is on every axis"
    figure = pair_figure([panel(), UNDEFINED], sides=SIDES)
    assert list(figure.layout.yaxis.range) == pytest.approx(f1_limits([panel()]))
    assert list(figure.layout.yaxis2.range) == pytest.approx(difference_limits([panel()]))
    assert [figure.layout[name].zeroline for name in ("yaxis", "yaxis2", "yaxis3")] == [False, True, False]


@pytest.mark.parametrize("rows", [[], [(NAN, NAN, 0, "")] * 2])
def test_axes_without_values(rows: list[Bucket]) -> None:
    few = panel(rows=rows, worst=None, best=None)
    assert difference_limits([few]) == [-0.5, 0.5]
    assert f1_limits([few]) == [0, 1]
    everything(pair_figure([few], sides=SIDES))
    everything(extremes_figure([few], sides=SIDES))


def test_what_stands_apart_has_axes_of_its_own() -> None:
    far = panel("diff", [(0.05, 60.0, 50, NOT)], apart=True)
    alone, beside = (pair_figure(drawn, sides=SIDES) for drawn in ([panel()], [panel(), far]))
    for axis in ("yaxis", "yaxis2"):
        assert beside.layout[axis].range == alone.layout[axis].range
    assert beside.layout.yaxis5.range[1] > 60 > alone.layout.yaxis2.range[1]
    assert beside.layout.yaxis4.range[0] == 0
    assert data_of(targets(beside, DIFFERENCE)[1]) == [["diff", 0, "only_a"]]


def test_shares_are_a_strip_of_their_own() -> None:
    figure = pair_figure([panel()], sides=SIDES)
    (strip,) = (trace for trace in figure.data if lane_of(trace) == SHARE and not trace.customdata)
    assert list(strip.y) == pytest.approx([gold / 257 for _b, _d, gold, _v in BUCKETS])


def test_nothing_defined_at_all() -> None:
    figure = pair_figure([UNDEFINED], sides=SIDES)
    assert not [trace for trace in figure.data if trace.customdata]
    assert "undefined: needs data" in [note.text for note in figure.layout.annotations]
    assert not [value for trace in extremes_figure([UNDEFINED], sides=SIDES).data for value in trace.x]
    everything(figure)


def test_no_nan_reaches_the_browser() -> None:
    everything(pair_figure([panel(), UNDEFINED], sides=SIDES))
    everything(extremes_figure([panel(), UNDEFINED], sides=SIDES))


def test_names_and_labels_are_no_html() -> None:
    hostile = panel(buckets=buckets("x").assign(label="<img>", tick="<img>", why="<img>"), title="<img>")
    for figure in (pair_figure([hostile], sides=SIDES), extremes_figure([hostile], sides=SIDES)):
        written = str(figure.to_dict())
        assert "<img>" not in written
        assert "&lt;img&gt;" in written
        assert "<b>one" not in written
        assert "&lt;b&gt;one" in written


def ends_of(figure: go.Figure) -> Any:
    """The marks of the extremes."""
    (found,) = (trace for trace in figure.select_traces({"type": "scatter"}) if trace.mode == "markers")
    return found


def test_extremes_are_marks_on_a_line_in_the_colour_and_form_of_the_system_ahead() -> None:
    figure = extremes_figure([UNDEFINED, panel()], sides=SIDES)
    found = ends_of(figure)
    assert (list(found.x), list(found.y)) == ([1, 1], [10, -5])
    assert list(found.marker.color) == [BLUE, RED]
    assert list(found.marker.symbol) == ["circle", "square"]
    (joined,) = (trace for trace in figure.select_traces({"type": "scatter"}) if trace.mode == "lines")
    assert (joined.x[:2], joined.y[:2]) == ((1, 1), (-5, 10))
    above, below = (trace for trace in figure.select_traces({"type": "scatter"}) if trace.mode == "text")
    assert (above.text[0], below.text[0]) == ("≤ 3<br><b>+10.0</b>", "<b>−5.0</b><br>≤ 1")
    assert above.y[0] > 10 and below.y[0] < -5
    highest, lowest = (trace for trace in figure.data if trace.type == "bar")
    assert (data_of(highest), data_of(lowest)) == ([["wLen", 2, "only_a"]], [["wLen", 0, "only_b"]])
    # They meet between the two, and reach to the ends of the axis.
    assert highest.base[0] == lowest.base[0] == 2.5
    ends = [trace.base[0] + trace.y[0] for trace in (lowest, highest)]
    assert ends == pytest.approx(list(figure.layout.yaxis.range))
    assert list(figure.layout.xaxis.ticktext) == ["oDen", "wLen"]
    assert "significant: p" in highest.text[0]


def test_extremes_that_are_not_significant_are_hollow() -> None:
    level = panel(rows=[(0.5, -4.0, 50, NOT), (0.5, 2.0, 50, FEW), (0.5, 8.0, 50, SIGNIFICANT)])
    found = ends_of(extremes_figure([level], sides=SIDES))
    assert dict(zip(found.y, found.marker.symbol, strict=True)) == {8: "circle", -4: "square-open"}


def test_labels_of_extremes_stand_at_their_marks_where_both_are_on_one_side() -> None:
    ahead = panel(rows=[(0.5, 4.0, 50, NOT), (0.5, 6.0, 50, NOT), (0.5, 9.0, 50, NOT)])
    above, below = (
        trace
        for trace in extremes_figure([ahead], sides=SIDES).select_traces({"type": "scatter"})
        if trace.mode == "text"
    )
    assert above.y[0] > 9
    assert 3 < below.y[0] < 4


def test_one_bucket_is_drawn_once() -> None:
    for difference, only, which in ((4.0, "only_a", 0), (-4.0, "only_b", 1)):
        single = panel(rows=[(0.5, difference, 50, NOT)], worst=0, best=0)
        figure = extremes_figure([single], sides=SIDES)
        assert list(ends_of(figure).y) == [difference]
        targets_of = [trace for trace in figure.data if trace.type == "bar"]
        assert data_of(targets_of[which]) == [["wLen", 0, only]] and len(targets_of[1 - which].x) == 0
        low, high = figure.layout.yaxis.range
        assert abs(targets_of[which].y[0]) == pytest.approx(high - low), "the whole column is clicked"
    figure = pair_figure([panel(rows=[(0.5, 4.0, 50, NOT)], worst=0, best=0)], sides=SIDES)
    assert [len(trace.x) for trace in marks(figure, F1)] == [1, 1]


def test_extremes_leave_out_what_stands_apart() -> None:
    figure = extremes_figure([panel(), panel("diff", apart=True), panel("sLen")], sides=SIDES)
    assert list(figure.layout.xaxis.ticktext) == ["wLen", "sLen"]
    assert {data[0] for trace in figure.data if trace.customdata for data in trace.customdata} == {"wLen", "sLen"}


def test_differences_have_their_sign() -> None:
    assert [signed(value) for value in (1.25, -1.26, 0.0, -0.01, 0.04)] == ["+1.2", "−1.3", "0.0", "0.0", "0.0"]
