"""The figure of the self-diagnosis, trace by trace."""

import json
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import pytest

from cwsdiag.charts import theme
from cwsdiag.charts.looks import Look
from cwsdiag.charts.panels import COST, F1, SHARE, panels_figure
from cwsdiag.frames import Panel

NAN = float("nan")
BLUE = "#0072B2"


def buckets(f1: list[float], gold: list[int], cost: list[float] | None = None) -> pd.DataFrame:
    rows: list[dict[str, Any]] = [
        {
            "bucket": place,
            "label": f"({place}, {place + 1}]",
            "tick": f"≤ {place + 1}",
            "gold": size,
            "predicted": size + 1,
            "matched": size // 2,
            "share": size / sum(gold),
            "precision": value,
            "recall": value,
            "f1": value,
            "f1_low": value - 0.05,
            "f1_high": value + 0.02,
            "cost": loss,
            "cost_low": loss - 0.004,
            "cost_high": loss + 0.007,
            "named": size >= 30,
        }
        for place, (value, size, loss) in enumerate(zip(f1, gold, cost or [0.01] * len(gold), strict=True))
    ]
    return pd.DataFrame(rows)


def panel(key: str = "wLen", **changes: Any) -> Panel:
    settings: dict[str, Any] = {
        "title": f"title of {key}",
        "unit": "words",
        "buckets": buckets([0.9, 0.7, NAN, 0.4], [100, 50, 0, 7], [0.03, 0.02, NAN, -0.01]),
        "worst": 1,
        "best": 0,
        "undefined": "",
        "costliest": 0,
    }
    return Panel(key=key, **settings | changes)


UNDEFINED = panel(
    "oDen", buckets=pd.DataFrame(), worst=None, best=None, costliest=None, undefined="needs training data"
)


def lane_of(trace: Any) -> int:
    return (int(trace.yaxis[1:] or 1) - 1) % 3


def targets(figure: go.Figure, lane: int) -> list[Any]:
    return [trace for trace in figure.data if trace.customdata is not None and lane_of(trace) == lane]


def data_of(figure: go.Figure, lane: int) -> list[list[Any]]:
    return [list(data) for trace in targets(figure, lane) for data in trace.customdata]


def scatters(figure: go.Figure, mode: str) -> list[Any]:
    return [trace for trace in figure.data if trace.type == "scatter" and trace.mode == mode]


def points(figure: go.Figure, form: str) -> list[tuple[float, float]]:
    """Return the F1 marks of a form that have intervals: those of buckets, not of the summary."""
    return [
        (x, y)
        for trace in scatters(figure, "markers")
        if trace.error_y.array is not None
        for x, y, symbol in zip(trace.x, trace.y, trace.marker.symbol, strict=True)
        if symbol == form
    ]


def costs(figure: go.Figure) -> list[Any]:
    """Return the bars of costs: those of the buckets, then those of the summary."""
    return [trace for trace in figure.data if trace.type == "bar" and lane_of(trace) == COST and not trace.customdata]


def everything(figure: go.Figure) -> Any:
    """Return all of a figure as a browser gets it."""

    def refuse(name: str) -> None:
        raise AssertionError(f"{name} is no JSON")

    return json.loads(figure.to_json(), parse_constant=refuse)


def test_every_bucket_leads_on_in_every_lane_and_so_does_the_summary() -> None:
    figure = panels_figure([panel(), panel("sLen", worst=0, costliest=1)], colour=BLUE)
    own = [[key, bucket] for key in ("wLen", "sLen") for bucket in range(4)]
    assert data_of(figure, F1) == [*own, ["wLen", 1], ["sLen", 0]]
    assert data_of(figure, COST) == [*own, ["wLen", 0], ["sLen", 1]], "a cost leads to what is costliest"
    assert data_of(figure, SHARE) == [*own, ["wLen", 1], ["sLen", 0]]
    for lane in (F1, COST, SHARE):
        (trace,) = targets(figure, lane)
        low, high = figure.layout[f"yaxis{lane + 1 if lane else ''}"].range
        assert (trace.base, set(trace.y)) == (low, {high - low}), "targets fill their lane"
        assert trace.marker.color == theme.CLEAR
    # Where a panel is told from the next, by the whole numbers of its axis.
    assert [int(x) for x in targets(figure, F1)[0].x] == [0] * 4 + [1] * 4 + [2, 3]


def test_share_is_a_strip_of_its_own() -> None:
    figure = panels_figure([panel()], colour=BLUE)
    (strip,) = (trace for trace in figure.data if lane_of(trace) == SHARE and not trace.customdata)
    assert list(strip.y[:4]) == pytest.approx([100 / 157, 50 / 157, 0, 7 / 157])
    assert set(strip.y[4:]) == {0}
    assert figure.layout.yaxis3.range == (0, 1)


def test_worst_bucket_differs_by_form_and_colour_and_small_ones_are_hollow() -> None:
    figure = panels_figure([panel()], colour=BLUE)
    (worst,) = points(figure, "diamond")
    (best,) = points(figure, "circle")
    assert (worst[1], best[1]) == (0.7, 0.9)
    assert best[0] < worst[0]
    hollow = points(figure, "circle-open")
    assert [y for _x, y in hollow] == pytest.approx([NAN, 0.4], nan_ok=True)
    marks = {trace.marker.symbol[0]: trace for trace in scatters(figure, "markers") if trace.error_y.array is not None}
    assert marks["diamond"].marker.color == marks["diamond"].error_y.color == theme.WORST
    assert marks["circle"].marker.color == marks["circle"].error_y.color == BLUE
    assert list(marks["diamond"].error_y.array) == pytest.approx([0.02])
    assert list(marks["diamond"].error_y.arrayminus) == pytest.approx([0.05])
    assert list(marks["circle"].marker.line.width) == [0, 2, 2]


def test_points_intervals_and_costs_stand_in_the_columns_of_their_buckets() -> None:
    figure = panels_figure([panel(), panel("sLen", worst=2)], colour=BLUE)
    (columns,) = targets(figure, F1)
    places = dict(zip(map(tuple, columns.customdata[:8]), columns.x, strict=False))
    marked = {x for form in ("diamond", "circle", "circle-open", "diamond-open") for x, _y in points(figure, form)}
    assert marked == set(places.values())
    assert points(figure, "diamond") == [(places["wLen", 1], 0.7)]
    assert [x for x, _y in points(figure, "diamond-open")] == [places["sLen", 2]]
    assert list(costs(figure)[0].x) == list(places.values())


def test_costs_are_bars_in_points_and_the_costliest_is_full() -> None:
    own, summed = costs(panels_figure([panel()], colour=BLUE))
    assert list(own.y) == pytest.approx([3, 2, NAN, -1], nan_ok=True)
    assert list(own.error_y.array) == pytest.approx([0.7, 0.7, NAN, 0.7], nan_ok=True)
    assert list(own.error_y.arrayminus) == pytest.approx([0.4, 0.4, NAN, 0.4], nan_ok=True)
    assert list(own.marker.color) == [BLUE, *["rgba(0, 114, 178, 0.4)"] * 3]
    assert list(summed.y) == pytest.approx([3])


def test_costs_of_characters_are_grey() -> None:
    figure = panels_figure([panel(), panel("cFre", by_character=True, unit="characters")], colour=BLUE)
    own, summed = costs(figure)
    light, grey = theme.lighter(BLUE), theme.lighter(theme.GOLD)
    assert list(own.marker.color) == [BLUE, light, light, light, theme.GOLD, grey, grey, grey]
    assert list(summed.marker.color) == [BLUE, theme.GOLD]
    (columns,) = targets(figure, COST)
    assert "costs +3.0 points of F1, 95 % interval +2.6 to +3.7" in columns.text[0]
    assert "costs +3.0 points of F1 of characters, 95 % interval +2.6 to +3.7" in columns.text[4]


def test_axes_hold_points_and_the_intervals_of_buckets_that_are_named() -> None:
    tiny = panel("sLen", buckets=buckets([0.8, 0.6], [100, 3], [0.01, 0.09]), worst=None)
    figure = panels_figure([panel(buckets=buckets([0.9, 0.7], [100, 50], [0.03, 0.02])), tiny], colour=BLUE)
    low, high = figure.layout.yaxis.range
    assert 0.55 < low < 0.6, "the point of a small bucket, not its interval"
    assert 0.92 < high < 1
    low, high = figure.layout.yaxis2.range
    assert -0.8 < low < 0
    assert 9 < high < 9.75, "nor that of its cost"
    alone = panels_figure([panel(buckets=buckets([0.9] * 2, [100] * 2, [-0.02] * 2))], colour=BLUE)
    assert alone.layout.yaxis2.range[0] < -2.4 < 0 < alone.layout.yaxis2.range[1], "0 is on every axis of costs"


def test_hover_says_what_stands_out_and_what_is_undefined() -> None:
    (columns,) = targets(panels_figure([panel(costliest=0, worst=1)], colour=BLUE), F1)
    first, second, third, fourth, _summary = columns.text
    assert first.startswith("<b>title of wLen (0, 1], the costliest bucket</b><br>")
    assert "F1 0.900, 95 % interval 0.850 to 0.920" in first
    assert "gold 100 (63.7%), system 101, matched 50" in first
    assert "the worst bucket</b>" in second
    assert "to be named</b>" in fourth.partition("<br>")[0]
    assert "<br>F1 –<br>precision –, recall –<br>" in third
    assert "nan" not in " ".join(columns.text)


def test_intervals_that_are_not_there_are_left_out_of_what_is_said() -> None:
    few = buckets([0.9], [40]).assign(f1_low=NAN, f1_high=NAN, cost_low=NAN, cost_high=NAN)
    (columns,) = targets(panels_figure([panel(buckets=few, worst=None, costliest=None)], colour=BLUE), F1)
    assert "F1 0.900<br>" in columns.text[0]
    assert "costs +1.0 points of F1" in columns.text[0]
    assert "interval" not in columns.text[0]
    assert "nan" not in columns.text[0]


def test_nothing_fades_after_a_click() -> None:
    figure = panels_figure([panel(), UNDEFINED], colour=BLUE)
    drawn = [trace for trace in figure.data if trace.type == "bar" or "markers" in trace.mode]
    assert len(drawn) == 10
    assert all(trace.unselected.marker.opacity == 1 for trace in drawn)


def test_nothing_defined_at_all() -> None:
    figure = panels_figure([UNDEFINED], colour=BLUE)
    assert figure.layout.yaxis.range == (0, 1)
    assert figure.layout.yaxis2.range == (-0.2, 0.2)
    texts = [note.text for note in figure.layout.annotations]
    assert "undefined: needs<br>training data" in texts
    assert data_of(figure, F1) == [["oDen", None]]
    everything(figure)


def test_one_bucket() -> None:
    figure = panels_figure([panel(buckets=buckets([0.9], [50]), worst=None, best=None, costliest=None)], colour=BLUE)
    assert [y for _x, y in points(figure, "circle")] == [0.9]
    assert data_of(figure, COST) == [["wLen", 0], ["wLen", None]]
    assert list(costs(figure)[0].marker.color) == [theme.lighter(BLUE)]
    assert list(costs(figure)[1].x) == []


def test_no_nan_reaches_the_browser() -> None:
    drawn = everything(panels_figure([panel(), UNDEFINED], colour=BLUE))
    assert len(drawn["data"]) == len(panels_figure([panel(), UNDEFINED], colour=BLUE).data)


def test_titles_and_labels_are_no_html() -> None:
    hostile = buckets([0.5, 0.6], [40, 50]).assign(label="<img src=x>", tick="<b>1</b>")
    figure = panels_figure([panel(title="<i>x</i>", buckets=hostile)], colour=BLUE)
    assert figure.layout.annotations[0].text == "<b>&lt;i&gt;x&lt;/i&gt;</b>"
    assert figure.layout.xaxis.ticktext[0] == "&lt;b&gt;1&lt;/b&gt;<br>40"
    for lane in (F1, COST, SHARE):
        said = " ".join(targets(figure, lane)[0].text)
        assert "&lt;img" in said
        assert "<img" not in said and "<i>" not in said


def test_the_summary_leads_from_worst_to_best_of_every_attribute() -> None:
    figure = panels_figure([panel(), UNDEFINED, panel("sLen", worst=3, best=1)], colour=BLUE)
    worst, best = (trace for trace in scatters(figure, "markers") if isinstance(trace.marker.symbol, str))
    assert (list(worst.y), worst.marker.symbol, worst.marker.color) == ([0.7, 0.4], "diamond", theme.WORST)
    assert (list(best.y), best.marker.symbol, best.marker.color) == ([0.9, 0.7], "circle", BLUE)
    (columns,) = targets(figure, F1)
    keys = [data[0] for data in columns.customdata]
    assert keys[-3:] == ["wLen", "oDen", "sLen"]
    assert list(worst.x) == list(best.x) == [columns.x[-3], columns.x[-1]]
    (line,) = scatters(figure, "lines")
    assert list(line.y) == [0.7, 0.9, None, 0.4, 0.7, None]
    assert list(line.x) == [columns.x[-3]] * 2 + [None] + [columns.x[-1]] * 2 + [None]
    assert "worst (1, 2]: F1 0.700<br>best (0, 1]: F1 0.900<br>gap 20.0 points" in columns.text[-3]
    assert columns.text[-3].endswith("costliest (0, 1]: 3.0 points")
    assert columns.text[-2] == "<b>title of oDen</b>"
    assert [list(data) for data in columns.customdata][-3:] == [["wLen", 1], ["oDen", None], ["sLen", 3]]
    assert list(figure.layout.xaxis.ticktext)[-3:] == ["wLen", "oDen", "sLen"]


def test_what_stands_apart_has_an_axis_of_its_own_and_is_not_in_the_summary() -> None:
    low = panel("diff", buckets=buckets([0.99, 0.5, 0.02], [50] * 3, [0.3] * 3), apart=True)
    alone, beside = (panels_figure(drawn, colour=BLUE) for drawn in ([panel()], [panel(), low]))
    assert beside.layout.yaxis.range == alone.layout.yaxis.range == beside.layout.yaxis7.range
    assert beside.layout.yaxis4.range == (0, 1)
    assert beside.layout.yaxis5.range[1] > 30 > beside.layout.yaxis2.range[1]
    assert beside.layout.yaxis4.showticklabels
    assert list(beside.layout.xaxis3.ticktext) == ["wLen"]
    only = panels_figure([low], colour=BLUE)
    assert data_of(only, F1) == [["diff", 0], ["diff", 1], ["diff", 2]]


FIELD = {
    "one": [panel(buckets=buckets([0.8, 0.3, 0.5, 0.1], [100, 50, 40, 7])), UNDEFINED, panel("sLen")],
    "two": [panel(), UNDEFINED, panel("sLen")],
}
LOOKS = {"one": Look("#111111", dash="dash", role="b"), "two": Look("#222222", dash="dot")}


def test_the_field_is_lines_broken_off_between_panels() -> None:
    figure = panels_figure([panel(), UNDEFINED, panel("sLen")], colour=BLUE, field=FIELD, looks=LOOKS)
    one, two, _summary = scatters(figure, "lines")
    assert list(one.y) == pytest.approx([0.8, 0.3, 0.5, 0.1, None, 0.9, 0.7, NAN, 0.4], nan_ok=True)
    (columns,) = targets(figure, F1)
    places = list(columns.x[:8])
    assert list(one.x) == list(two.x) == [*places[:4], None, *places[4:]]
    assert (one.line.color, one.line.dash) == ("#111111", "dash")
    assert (two.line.color, two.line.dash) == ("#222222", "dot")
    assert one.line.width >= 2 * two.line.width, "A and B are strong"
    assert {lane_of(one), lane_of(two)} == {F1}
    # Lines lie behind the marks of the system itself, and take no click from its buckets.
    order = list(figure.data)
    assert order.index(two) < min(map(order.index, scatters(figure, "markers")))
    assert one.customdata is None and one.hoverinfo == "skip"


def test_the_field_is_within_the_axis_where_buckets_can_be_named() -> None:
    figure = panels_figure([panel(), UNDEFINED, panel("sLen")], colour=BLUE, field=FIELD, looks=LOOKS)
    low, _high = figure.layout.yaxis.range
    assert 0.2 < low < 0.3, "the 0.1 of a small bucket is left out, its line goes on to the edge"
    apart = [panel(), panel("diff", apart=True)]
    field = {"one": [panel(), panel("diff", buckets=buckets([0.05] * 4, [50] * 4), apart=True)]}
    beside = panels_figure(apart, colour=BLUE, field=field, looks=LOOKS)
    assert beside.layout.yaxis.range[0] > 0.3
    assert beside.layout.yaxis4.range[0] < 0.05


def test_a_bucket_without_an_interval_is_told_without_one_and_one_in_few_units_with_why() -> None:
    rows = buckets([0.9, 0.7], [100, 50]).assign(few=["", "From few."])
    rows.loc[1, ["f1_low", "f1_high"]] = NAN
    (columns,) = targets(panels_figure([panel(buckets=rows)], colour=BLUE), F1)
    told, untold = columns.text[:2]
    assert "F1 0.900, 95 % interval" in told and "From few." not in told
    assert "F1 0.700<br>" in untold and "From few." in untold


def test_no_interval_is_no_bar_of_no_length() -> None:
    rows = buckets([0.9, 0.7], [100, 50])
    rows.loc[1, ["f1_low", "f1_high", "cost_low", "cost_high"]] = NAN
    figure = panels_figure([panel(buckets=rows)], colour=BLUE)
    bars = [trace.error_y for trace in figure.data if trace.error_y and trace.error_y.array is not None]
    ends = [end for one in bars for end in (one.array, one.arrayminus)]
    # The browser takes a null for 0, and what is not a number of an array for nothing.
    assert all(isinstance(end, np.ndarray) and end.dtype == float for end in ends)
    assert any(np.isnan(end).any() for end in ends)
