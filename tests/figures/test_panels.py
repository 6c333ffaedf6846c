"""The figure of the self-diagnosis, trace by trace."""

from typing import Any

import pandas as pd
import plotly.graph_objects as go
import pytest

from cwsdiag.figures import theme
from cwsdiag.figures.grid import COLUMNS
from cwsdiag.figures.panels import SUMMARY, panels_figure
from cwsdiag.frames import Panel

NAN = float("nan")


def buckets(f1: list[float], gold: list[int]) -> pd.DataFrame:
    rows: list[dict[str, Any]] = [
        {
            "label": f"({place}, {place + 1}]",
            "tick": f"≤ {place + 1}",
            "gold": size,
            "predicted": size,
            "matched": size // 2,
            "share": size / sum(gold),
            "precision": value,
            "recall": value,
            "f1": value,
            "f1_low": value - 0.05,
            "f1_high": value + 0.02,
            "named": size >= 30,
        }
        for place, (value, size) in enumerate(zip(f1, gold, strict=True))
    ]
    return pd.DataFrame(rows)


def panel(key: str = "wLen", **changes: Any) -> Panel:
    settings: dict[str, Any] = {
        "title": "word length",
        "unit": "words",
        "buckets": buckets([0.9, 0.7, NAN], [100, 50, 0]),
        "worst": 1,
        "best": 0,
        "undefined": "",
    }
    return Panel(key=key, **settings | changes)


def panel_traces(figure: go.Figure) -> list[Any]:
    return [trace for trace in figure.data if trace.meta != SUMMARY]


UNDEFINED = panel(
    "oDen", title="OOV density", buckets=pd.DataFrame(), worst=None, best=None, undefined="needs training data"
)


def test_every_bucket_is_a_column_of_full_height_that_knows_what_it_is() -> None:
    figure = panels_figure([panel(), panel("sLen")], colour="#0072B2")
    targets = [trace for trace in panel_traces(figure) if trace.type == "bar" and trace.customdata is not None]
    assert [[list(data[:2]) for data in trace.customdata] for trace in targets] == [
        [["wLen", 0], ["wLen", 1], ["wLen", 2]],
        [["sLen", 0], ["sLen", 1], ["sLen", 2]],
    ]
    for trace in targets:
        assert list(trace.y) == [1, 1, 1]
        assert trace.width == 1
        assert figure.layout[f"yaxis{trace.yaxis[1:]}"].range == (0, 1)


def test_shares_lie_behind_points_on_their_own_axis() -> None:
    figure = panels_figure([panel()], colour="#0072B2")
    shares = panel_traces(figure)[0]
    assert shares.type == "bar"
    assert list(shares.y) == pytest.approx([2 / 3, 1 / 3, 0])
    assert shares.yaxis == panel_traces(figure)[-1].yaxis != panel_traces(figure)[1].yaxis


def test_worst_bucket_differs_by_form_and_colour_and_small_ones_are_hollow() -> None:
    figure = panels_figure([panel()], colour="#0072B2")
    others, worst = (trace for trace in panel_traces(figure) if trace.type == "scatter")
    assert (list(worst.x), list(worst.y), list(worst.marker.symbol)) == ([1], [0.7], ["diamond"])
    assert worst.marker.color == worst.error_y.color == theme.WORST
    assert (list(others.x), list(others.marker.symbol)) == ([0, 2], ["circle", "circle-open"])
    assert others.marker.color == "#0072B2"
    assert list(worst.error_y.arrayminus) == pytest.approx([0.05])
    assert list(worst.error_y.array) == pytest.approx([0.02])


def test_all_panels_share_one_axis_that_fits_the_buckets_that_are_named() -> None:
    tiny = panel("sLen", buckets=buckets([0.8, 0.85], [100, 3]), worst=None)
    figure = panels_figure([panel(), tiny], colour="#0072B2")
    assert figure.layout.yaxis.range == figure.layout.yaxis3.range
    low, high = figure.layout.yaxis.range
    assert low < 0.65 < 0.92 < high < 1


def test_ticks_hold_bucket_and_count() -> None:
    figure = panels_figure([panel()], colour="#0072B2")
    assert list(figure.layout.xaxis.ticktext) == ["≤ 1<br>100", "≤ 2<br>50", "≤ 3<br>0"]


def test_many_buckets_have_slanting_labels_without_counts() -> None:
    figure = panels_figure([panel(buckets=buckets([0.9] * 6, [50] * 6))], colour="#0072B2")
    assert figure.layout.xaxis.tickangle == -60
    assert figure.layout.xaxis.ticktext[0] == "≤ 1"


def test_undefined_attribute_is_an_empty_place_with_the_reason() -> None:
    figure = panels_figure([panel(), UNDEFINED], colour="#0072B2")
    texts = [annotation.text for annotation in figure.layout.annotations]
    assert "<b>OOV density</b>" in texts
    assert "undefined: needs<br>training data" in texts
    assert figure.layout.yaxis3.showgrid is False
    assert sum(trace.xaxis == "x2" for trace in panel_traces(figure)) == 1


def test_nothing_defined_at_all() -> None:
    figure = panels_figure([UNDEFINED], colour="#0072B2")
    assert figure.layout.yaxis.range == (0, 1)


def test_titles_and_labels_are_no_html() -> None:
    hostile = buckets([0.5], [40]).assign(label="<img src=x>", tick="<b>1</b>")
    figure = panels_figure([panel(title="<i>x</i>", buckets=hostile, worst=None)], colour="#0072B2")
    assert figure.layout.annotations[0].text == "<b>&lt;i&gt;x&lt;/i&gt;</b>"
    assert figure.layout.xaxis.ticktext[0] == "&lt;b&gt;1&lt;/b&gt;<br>40"
    assert "<img" not in panel_traces(figure)[-1].text[0]


@pytest.mark.parametrize("count", [1, 4, 5, 7, 9])
def test_panels_do_not_overlap(count: int) -> None:
    figure = panels_figure([panel(f"a{number}") for number in range(count)], colour="#0072B2")
    boxes = []
    for number in range(count):
        x = figure.layout["xaxis" + (str(number + 1) if number else "")].domain
        y = figure.layout["yaxis" + (str(2 * number + 1) if number else "")].domain
        assert 0 <= x[0] < x[1] <= 1
        assert 0 <= y[0] < y[1] <= 1
        boxes.append((x, y))
    for left, right in zip(boxes, boxes[1:], strict=False):
        same_line = left[1] == right[1]
        assert left[0][1] < right[0][0] if same_line else right[1][1] < left[1][0]
    assert sum(box[1] == boxes[0][1] for box in boxes) == min(count, COLUMNS)


def test_the_summary_leads_from_worst_to_best_of_every_attribute() -> None:
    figure = panels_figure([panel(), UNDEFINED, panel("sLen")], colour="#0072B2")
    lines, worst, best, targets = [trace for trace in figure.data if trace.meta == SUMMARY]
    assert list(worst.x) == list(best.x) == list(targets.x) == [0, 2]
    assert (list(worst.y), list(best.y)) == ([0.7, 0.7], [0.9, 0.9])
    assert list(lines.y) == [0.7, 0.9, None, 0.7, 0.9, None]
    assert worst.marker.symbol != best.marker.symbol
    assert [list(data) for data in targets.customdata] == [["wLen", 1], ["sLen", 1]]
    assert "gap 20.0 points" in targets.text[0]


def test_what_stands_apart_has_an_axis_of_its_own_and_is_not_in_the_summary() -> None:
    low = panel("diff", buckets=buckets([0.99, 0.5, 0.02], [50] * 3), apart=True)
    alone, beside = (panels_figure(drawn, colour="#0072B2") for drawn in ([panel()], [panel(), low]))
    assert beside.layout.yaxis.range == alone.layout.yaxis.range
    own = beside.layout.yaxis3
    assert own.range[0] == 0 and own.range[1] == 1 and own.showticklabels
    assert len(beside.layout.xaxis3.ticktext) == 1
    summary = [trace for trace in beside.data if trace.meta == SUMMARY and trace.type == "bar"]
    assert [data[0] for trace in summary for data in trace.customdata] == ["wLen"]
