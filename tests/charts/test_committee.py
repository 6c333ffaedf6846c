"""The figures of the Committee page, trace by trace."""

import pytest

from cwsdiag.charts import theme
from cwsdiag.charts.committee import (
    GrowthLine,
    growth_chart,
    learning_chart,
    members_chart,
)
from tests.charts.drawn import on_page

NAN = float("nan")
HOSTILE = "<b>字</b>"


def line(word, *values, sentence=1):
    return GrowthLine(word, sentence, "<i>在", "学习", values)


def targets(figure):
    return [trace for trace in figure.data if trace.customdata is not None]


def labels(figure):
    return [text for trace in figure.data if trace.mode == "text" for text in trace.text]


def test_a_line_a_word_that_says_where_it_leads():
    figure = on_page(growth_chart, [line("学", 0, 0, 0), line(HOSTILE, 1, 0.5, 1 / 3, sentence=1204)])
    easy, hard = targets(figure)
    assert list(easy.x) == [1, 2, 3]
    assert list(hard.y) == [1, 0.5, 1 / 3]
    assert [list(data) for data in hard.customdata] == [[1204]] * 3
    where = "&lt;i&gt;在<b>&lt;b&gt;字&lt;/b&gt;</b>学习<br>sentence 1,204<br>difficulty"
    assert list(hard.hovertext[:2]) == [f"{where} 1.000 for 1 member", f"{where} 0.500 for 2 members"]
    assert "markers" in hard.mode and hard.marker.color == theme.CLEAR, "lines alone cannot be clicked"
    assert "&lt;b&gt;字" in labels(figure)[1] and "<b>0.33</b>" in labels(figure)[1]


def test_labels_of_lines_that_end_together_stay_apart():
    figure = on_page(growth_chart, [line(str(number), 0.5, 0.5) for number in range(10)])
    heights = [y for trace in figure.data if trace.mode == "text" for y in trace.y]
    pixels = figure.layout.height - 60
    assert min(b - a for a, b in zip(heights, heights[1:], strict=False)) * pixels >= 16.9
    assert min(heights) >= 0 and max(heights) <= 1


def test_members_stand_by_template_each_row_with_its_mean():
    drawn = [("template 2", 0.9), ("template 1", 0.7), ("template 1", 0.8), ("template 2", NAN)]
    figure = on_page(
        members_chart,
        [{"member": at, "template": name, "ratio": 10, "score": score} for at, (name, score) in enumerate(drawn)],
    )
    first, second = targets(figure)
    assert (list(first.x), list(second.x[:1])) == ([0.7, 0.8], [0.9])
    assert [data[0] for data in first.customdata] == [1, 2]
    assert first.marker.symbol != second.marker.symbol
    assert first.hovertext[1].startswith("<b>member 2</b><br>0.800 of the gold words right<br>template 1, 10 %")
    means = [trace for trace in figure.data if trace.mode == "lines"]
    assert [list(mean.x) for mean in means] == [[pytest.approx(0.75)] * 2, [pytest.approx(0.9)] * 2]


def rows(**changes):
    scores = {"precision": 0.9, "recall": 0.8, "f1": 0.85, "p_b": 0.6, "r_b": 0.5, "f_b": 0.55, **changes}
    ranges = {key + end: value + by for key, value in scores.items() for end, by in (("_min", -0.02), ("_max", 0.01))}
    return [{"share": share, "sentences": round(4000 * share), "seeds": 5, **scores, **ranges} for share in (0.2, 1.0)]


def test_what_is_undefined_has_no_line_and_no_name():
    figure = on_page(learning_chart, rows(p_b=NAN, f_b=NAN))
    assert {trace.name for trace in targets(figure)} == {"F1", "P", "R", "r_b"}
    assert len(labels(figure)) == 4
