"""The figures of two systems beside each other, trace by trace."""

from typing import Any

import numpy as np
import pandas as pd
import pytest

from cwsdiag.figures import theme
from cwsdiag.figures.compare import Sides, difference_limits, differences_figure, signed
from cwsdiag.figures.extremes import ABSENT, DEEPEST, extremes_figure, heatmap_figure
from cwsdiag.frames import Panel

NAN = float("nan")
SIDES = Sides("<b>one</b>", "two", theme.PALETTE[1], theme.PALETTE[0])


def buckets(key: str, differences: list[float], gold: list[int]) -> pd.DataFrame:
    rows = [
        {
            "attribute": key,
            "bucket": place,
            "label": f"({place}, {place + 1}]",
            "tick": f"≤ {place + 1}",
            "gold": size,
            "share": size / sum(gold),
            "named": size >= 30,
            "f1_better": 0.8,
            "f1_other": 0.8 - value / 100,
            "difference": value,
            "low": value - 2,
            "high": value + 3,
            "ahead": "b" if value > 0 else "a" if value < 0 else "",
            "holds_zero": value - 2 <= 0 <= value + 3,
            "why": "" if size >= 30 and value == value else "too few",
        }
        for place, (value, size) in enumerate(zip(differences, gold, strict=True))
    ]
    return pd.DataFrame(rows)


def panel(key: str = "wLen", **changes: Any) -> Panel:
    settings: dict[str, Any] = {
        "title": "word length",
        "unit": "words",
        "buckets": buckets(key, [-5.0, 1.0, 10.0, 30.0, NAN], [100, 50, 40, 7, 0]),
        "worst": 0,
        "best": 2,
        "undefined": "",
    }
    return Panel(key=key, **settings | changes)


UNDEFINED = panel("oDen", title="OOV density", buckets=pd.DataFrame(), worst=None, best=None, undefined="needs data")
WHOLE = panel("", title="all words", buckets=buckets("", [2.0], [197]), worst=None, best=None)


def named(figure: Any, **wanted: Any) -> list[Any]:
    return [trace for trace in figure.data if all(getattr(trace, key, None) == value for key, value in wanted.items())]


def test_every_column_is_a_target_that_says_who_is_ahead() -> None:
    figure = differences_figure([panel(), UNDEFINED], WHOLE, sides=SIDES)
    targets = [trace for trace in figure.data if trace.customdata is not None]
    assert [[list(data) for data in trace.customdata] for trace in targets] == [
        [["wLen", 0, "a"], ["wLen", 1, "b"], ["wLen", 2, "b"], ["wLen", 3, "b"], ["wLen", 4, ""]],
        [["", 0, "b"]],
    ]
    for trace in targets:
        assert set(trace.y) == {1}
        assert trace.width == 1


def test_extremes_have_form_and_colour_of_their_own_and_small_buckets_are_hollow() -> None:
    figure = differences_figure([panel()], WHOLE, sides=SIDES)
    between, highest, lowest = [trace for trace in figure.data if trace.type == "scatter" and trace.xaxis == "x"]
    assert (list(lowest.x), lowest.marker.color, list(lowest.marker.symbol)) == ([0], theme.WORST, ["triangle-down"])
    assert (list(highest.x), highest.marker.color, list(highest.marker.symbol)) == (
        [2],
        theme.PALETTE[1],
        ["triangle-up"],
    )
    assert list(between.x) == [1, 3, 4]
    assert list(between.marker.symbol) == ["circle", "circle-open", "circle-open"]
    assert (lowest.y[0], lowest.error_y.array[0], lowest.error_y.arrayminus[0]) == (-5, 3, 2)


def test_one_axis_for_all_panels_holds_zero_and_the_intervals_that_count() -> None:
    figure = differences_figure([panel(), UNDEFINED], WHOLE, sides=SIDES)
    axes = [figure.layout[f"yaxis{number}"] for number in ("", "3", "5")]
    assert len({axis.range for axis in axes}) == 1
    low, high = axes[0].range
    assert low < -7
    assert 30 < high < 36, "the point of a small bucket is there, its interval may go beyond"
    assert [axis.zeroline for axis in axes] == [True, False, True]


@pytest.mark.parametrize("differences", [[], [NAN, NAN]])
def test_axis_without_differences(differences: list[float]) -> None:
    few = panel(buckets=buckets("x", differences, [50] * len(differences)), worst=None, best=None)
    assert difference_limits([few]) == [-0.5, 0.5]
    for figure in (heatmap_figure([few], sides=SIDES), extremes_figure([few], sides=SIDES)):
        assert all(value is None for trace in named(figure, type="heatmap") for value in np.ravel(trace.z))


def test_names_and_labels_are_no_html() -> None:
    hostile = panel(buckets=buckets("x", [1.0, 2.0], [50, 50]).assign(label="<img>", tick="<img>"), worst=0, best=1)
    for figure in (
        differences_figure([hostile], WHOLE, sides=SIDES),
        heatmap_figure([hostile], sides=SIDES),
        extremes_figure([hostile], sides=SIDES),
    ):
        written = str(figure.to_dict())
        assert "<img>" not in written
        assert "<b>one" not in written
        assert "&lt;b&gt;one" in written


def test_heatmap_has_the_same_limits_for_all_and_leaves_out_what_is_not_named() -> None:
    figure = heatmap_figure([panel(), UNDEFINED], sides=SIDES)
    sure, unsure = named(figure, type="heatmap")
    assert [list(row) for row in sure.z] == [[-5, None, 10, None, None], [None] * 5]
    assert [list(row) for row in unsure.z] == [[None, 1, None, None, None], [None] * 5]
    assert {(trace.zmin, trace.zmax) for trace in (sure, unsure)} == {(-10 / DEEPEST, 10 / DEEPEST)}
    assert (sure.opacity, unsure.opacity) == (1, theme.LIGHTER)
    assert sure.colorscale == unsure.colorscale
    assert sure.colorscale[0][1] == "rgba(0, 114, 178, 1)", "below 0 stands the colour of the other system"
    assert [note.text for note in figure.layout.annotations] == ["undefined: needs data"]


def test_heatmap_is_clicked_on_invisible_marks() -> None:
    figure = heatmap_figure([panel(), UNDEFINED], sides=SIDES)
    (marks,) = named(figure, mode="markers")
    assert [list(data) for data in marks.customdata][:2] == [["wLen", 0, "a"], ["wLen", 1, "b"]]
    assert marks.marker.opacity == 0
    assert "too few" in marks.text[3]
    assert len(marks.x) == 5


def test_heatmap_numbers() -> None:
    (written,) = named(heatmap_figure([panel()], sides=SIDES), mode="text")
    texts = [text.rpartition("<br>")[2] for text in written.text]
    assert texts == ["▼ <b>−5.0</b>", "+1.0", "▲ <b>+10.0</b>", ABSENT, ABSENT]


def test_extremes_are_bars_from_zero_with_bucket_and_points() -> None:
    figure = extremes_figure([UNDEFINED, panel()], sides=SIDES)
    highest, lowest, *ends = named(figure, type="bar")
    assert (list(highest.x), list(highest.y), highest.marker.color) == ([1], [10], theme.PALETTE[1])
    assert (list(lowest.x), list(lowest.y), lowest.marker.color) == ([1], [-5], theme.WORST)
    assert lowest.marker.pattern.shape == "/"
    above, below = named(figure, mode="text")
    assert (above.text[0], below.text[0]) == ("≤ 3<br><b>+10.0</b>", "<b>−5.0</b><br>≤ 1")
    assert [list(end.customdata[0]) for end in ends] == [["wLen", 2, "b"], ["wLen", 0, "a"]]


def test_one_bucket_is_drawn_once() -> None:
    single = panel(buckets=buckets("x", [4.0], [50]), worst=0, best=0)
    highest, lowest, *_ = named(extremes_figure([single], sides=SIDES), type="bar")
    assert (len(highest.x), len(lowest.x)) == (0, 1)


def test_differences_have_their_sign() -> None:
    assert [signed(value) for value in (1.25, -1.26, 0.0, -0.01, 0.04)] == ["+1.2", "−1.3", "0.0", "0.0", "0.0"]
