"""The figures of the Committee page, trace by trace."""

from typing import Any

import plotly.graph_objects as go
import pytest

from cwsdiag.charts import theme
from cwsdiag.charts.committee import (
    BALANCED,
    PLAIN,
    GrowthLine,
    change_chart,
    growth_chart,
    learning_chart,
    members_chart,
)
from cwsdiag.charts.theme import PAGE


def _on_page(chart, *data, **options):
    """The chart as Plotly takes it, laid out for a page."""
    spec = chart(*data, size=PAGE, **options)
    # Entries of the legend are traces without a place.
    return go.Figure(spec | {"data": [one for one in spec["data"] if not one["showlegend"]]})


NAN = float("nan")
HOSTILE = "<b>字</b>"


def line(word: str, *values: float, sentence: int = 1) -> GrowthLine:
    return GrowthLine(word, sentence, "<i>在", "学习", values)


def targets(figure: Any) -> list[Any]:
    return [trace for trace in figure.data if trace.customdata is not None]


def labels(figure: Any) -> list[str]:
    return [trace.text[0] for trace in figure.data if trace.mode == "text"]


def test_a_line_a_word_that_says_where_it_leads() -> None:
    figure = _on_page(growth_chart, [line("学", 0, 0, 0), line(HOSTILE, 1, 0.5, 1 / 3, sentence=1204)])
    easy, hard = targets(figure)
    assert list(easy.x) == [1, 2, 3]
    assert list(hard.y) == [1, 0.5, 1 / 3]
    assert [list(data) for data in hard.customdata] == [[1204]] * 3
    where = "&lt;i&gt;在<b>&lt;b&gt;字&lt;/b&gt;</b>学习<br>sentence 1,204<br>difficulty"
    assert list(hard.hovertext[:2]) == [f"{where} 1.000 for 1 member", f"{where} 0.500 for 2 members"]
    assert "markers" in hard.mode and hard.marker.color == theme.CLEAR, "lines alone cannot be clicked"
    assert "&lt;b&gt;字" in labels(figure)[1] and "<b>0.33</b>" in labels(figure)[1]
    assert list(figure.layout.xaxis.range) == [1, 3]


def test_a_committee_of_one_is_points() -> None:
    figure = _on_page(growth_chart, [line("学", 1.0)])
    assert targets(figure)[0].marker.color != theme.CLEAR
    assert list(figure.layout.xaxis.range) == [0, 1]


def test_labels_of_lines_that_end_together_stay_apart() -> None:
    figure = _on_page(growth_chart, [line(str(number), 0.5, 0.5) for number in range(10)])
    heights = [trace.y[0] for trace in figure.data if trace.mode == "text"]
    pixels = figure.layout.height - 60
    assert min(b - a for a, b in zip(heights, heights[1:], strict=False)) * pixels >= 16.9
    assert min(heights) >= 0
    assert max(heights) <= 1


def test_nothing_to_draw() -> None:
    assert not _on_page(growth_chart, []).data


def test_changes_under_the_line_differ_by_form_too() -> None:
    figure = _on_page(change_chart, {1: 0.1, 10: 0.02, 50: 0.014}, enough=0.02)
    line, *points = figure.data
    assert list(line.y) == [point.y[0] for point in points] == [0.1, 0.02, 0.014]
    assert [point.marker.symbol for point in points] == ["diamond", "diamond", "circle"]
    assert list(figure.layout.xaxis.ticktext) == ["1<br>→ 2", "10<br>→ 20", "50<br>→ 100"]
    assert figure.layout.shapes[0].y0 == 0.02
    assert figure.layout.yaxis.range[1] > 0.1


def test_small_changes_leave_the_line_in_sight() -> None:
    assert _on_page(change_chart, {1: 0.0}, enough=0.02).layout.yaxis.range[1] > 0.02


def test_members_stand_by_template_each_row_with_its_mean() -> None:
    drawn = [("template 2", 0.9), ("template 1", 0.7), ("template 1", 0.8), ("template 2", NAN)]
    figure = _on_page(
        members_chart,
        [{"member": at, "template": name, "ratio": 10, "score": score} for at, (name, score) in enumerate(drawn)],
    )
    first, second = targets(figure)
    assert (list(first.x), list(second.x[:1])) == ([0.7, 0.8], [0.9])
    assert [data[0] for data in first.customdata] == [1, 2]
    assert first.marker.symbol != second.marker.symbol
    assert (
        first.hovertext[1]
        == "<b>member 2</b><br>0.800 of the gold words right<br>template 1, 10 % of the training sentences"
    )
    means = [trace for trace in figure.data if trace.mode == "lines"]
    assert [list(mean.x) for mean in means] == [[pytest.approx(0.75)] * 2, [pytest.approx(0.9)] * 2]
    assert list(figure.layout.yaxis.ticktext) == ["template 1", "template 2"]
    low, high = figure.layout.xaxis.range
    assert low < 0.7 and high > 0.9


def test_members_of_whom_only_the_score_is_known() -> None:
    figure = _on_page(members_chart, [{"member": at, "score": at / 50} for at in range(50)])
    (marks,) = targets(figure)
    assert all(abs(y) < 0.4 for y in marks.y)
    assert marks.hovertext[0] == "<b>member 0</b><br>0.000 of the gold words right"


def rows(**changes: float) -> list[dict[str, float]]:
    scores = {"precision": 0.9, "recall": 0.8, "f1": 0.85, "p_b": 0.6, "r_b": 0.5, "f_b": 0.55, **changes}
    ranges = {key + end: value + by for key, value in scores.items() for end, by in (("_min", -0.02), ("_max", 0.01))}
    return [{"share": share, "sentences": round(4000 * share), "seeds": 5, **scores, **ranges} for share in (0.2, 1.0)]


def test_learning_has_six_lines_in_two_colours() -> None:
    figure = _on_page(learning_chart, rows())
    drawn = {trace.name: trace for trace in targets(figure)}
    assert list(drawn) == ["F1", "P", "R", "balanced F", "p_b", "r_b"]
    assert {name: trace.line.color for name, trace in drawn.items() if trace.line.dash == "solid"} == {
        "F1": PLAIN,
        "balanced F": BALANCED,
    }
    assert len({(trace.line.color, trace.line.dash) for trace in drawn.values()}) == 6
    assert list(drawn["F1"].x) == [20, 100]
    said = "<b>F1 0.850, 0.830 to 0.860 over 5 seeds</b><br>20 % of the training data, 800 sentences"
    assert drawn["F1"].hovertext[0] == said
    ranged = {name: trace.error_y for name, trace in drawn.items() if trace.error_y.array is not None}
    assert set(ranged) == {"F1", "balanced F"}
    assert ranged["F1"].array == pytest.approx([0.01] * 2) and ranged["F1"].arrayminus == pytest.approx([0.02] * 2)
    assert list(figure.layout.xaxis.ticktext) == ["20 %", "100 %"]
    low, high = figure.layout.yaxis.range
    assert low < 0.48 and high > 0.91


@pytest.mark.parametrize("missing", [("p_b", "r_b", "f_b"), ("f_b",)])
def test_what_is_undefined_has_no_line_and_no_name(missing: tuple[str, ...]) -> None:
    figure = _on_page(learning_chart, rows(**dict.fromkeys(missing, NAN)))
    undefined = {"balanced F" if key == "f_b" else key for key in missing}
    assert {trace.name for trace in targets(figure)} == {"F1", "P", "R", "balanced F", "p_b", "r_b"} - undefined
    assert len(labels(figure)) == 6 - len(missing)
