"""The figures of the Bakeoff page, trace by trace."""

import re
from typing import Any

import pandas as pd

from cwsdiag.charts import theme
from cwsdiag.charts.matrices import ABSENT, ALIKE, paired_chart, rule_chart
from cwsdiag.charts.rows import CorpusScores, corpora_chart
from cwsdiag.charts.theme import styles
from tests.charts.drawn import on_page


def _on_page(chart, *data, **options):
    if chart in (rule_chart, paired_chart):
        options = {"roles": {}, **options}
    return on_page(chart, *data, **options)


NAN = float("nan")
HOSTILE = "<b>one</b>"


def pair(first: str, second: str, recall: float, precision: float, f1: float, **changes: Any) -> dict[str, Any]:
    row = {
        "first": first,
        "second": second,
        "by_recall": abs(recall) > 1,
        "by_precision": abs(precision) > 1,
        "differ": abs(recall) > 1 or abs(precision) > 1,
        "recall": recall,
        "recall_reach": 1.0,
        "precision": precision,
        "precision_reach": 1.0,
        "f1": f1,
        "f1_low": f1 - 2,
        "f1_high": f1 + 2,
        "tested": True,
        "p": 0.01 if abs(f1) > 2 else 0.21,
        "verdict": "significant" if abs(f1) > 2 else "not significant",
        "significant": abs(f1) > 2,
    }
    return row | changes


def both_ways(*rows: dict[str, Any]) -> pd.DataFrame:
    turned = []
    for row in rows:
        ends = {"f1_low": -row["f1_high"], "f1_high": -row["f1_low"]}
        signs = {key: -row[key] for key in ("recall", "precision", "f1")}
        turned += [row, row | signs | ends | {"first": row["second"], "second": row["first"]}]
    return pd.DataFrame(turned)


SYSTEMS = [HOSTILE, "two", "three"]
PAIRS = both_ways(
    pair(HOSTILE, "two", 3.0, 2.0, 2.5),
    pair(HOSTILE, "three", 0.5, 12.0, 11.96),
    pair("two", "three", 0.2, -0.4, -2.1),
)


def texts(figure: Any) -> dict[tuple[int, int], str]:
    return {
        (line, column): re.sub("</?span.*?>", "", text)
        for trace in figure.data
        if trace.type == "scatter" and trace.mode == "text"
        for line, column, text in zip(trace.y, trace.x, trace.text, strict=True)
        if text
    }


def grounds(figure: Any) -> list[list[str]]:
    """Return how much of its colour each cell has."""
    alphas = [float(colour[5:-1].rpartition(", ")[2]) for colour in figure.data[0].marker.color]
    words = ["none" if not alpha else "full" if alpha == 1 else "faint" for alpha in alphas]
    side = round(len(words) ** 0.5)
    return [words[row * side : (row + 1) * side] for row in range(side)]


def framed(figure: Any) -> set[tuple[int, int]]:
    side, widths = round(len(figure.data[0].x) ** 0.5), figure.data[0].marker.line.width
    return {divmod(place, side) for place, width in enumerate(widths) if width}


def test_rule_names_the_measures_that_are_apart() -> None:
    figure = _on_page(rule_chart, SYSTEMS, PAIRS)
    assert texts(figure) == {
        (0, 1): "<b>R P</b>",
        (1, 0): "<b>R P</b>",
        (0, 2): "<b>P</b>",
        (2, 0): "<b>P</b>",
        (1, 2): ALIKE,
        (2, 1): ALIKE,
    }
    assert grounds(figure) == [["none", "full", "full"], ["full", "none", "faint"], ["full", "faint", "none"]]


def test_paired_test_gives_the_difference_with_its_sign() -> None:
    figure = _on_page(paired_chart, SYSTEMS, PAIRS)
    shown = texts(figure)
    assert shown[0, 1] == "<b>+2.5</b>"
    assert shown[1, 0] == "<b>−2.5</b>"
    assert shown[0, 2] == "<b>+12.0</b>"
    assert "95 % interval −4.1 to −0.1<br>significant, adjusted p 0.01" in figure.data[0].hovertext[5]


def test_pairs_that_were_not_tested_have_no_ground_and_no_frame() -> None:
    untold = {"tested": False, "p": NAN, "verdict": "", "significant": False}
    rows = both_ways(
        pair("one", "two", 3.0, 2.0, 2.5, **untold),
        pair("one", "three", 3.0, 2.0, 1.0, verdict="too few"),
        pair("two", "three", 0.5, 0.5, 0.5),
    )
    figure = _on_page(paired_chart, ["one", "two", "three"], rows)
    assert grounds(figure) == [["none", "none", "faint"], ["none", "none", "faint"], ["faint", "faint", "none"]]
    assert texts(figure)[0, 1] == "+2.5"
    hover = figure.data[0].hovertext
    assert hover[1].endswith("not tested") and hover[2].endswith("too few units differ for a verdict")
    assert hover[5].endswith("not significant, adjusted p 0.21")
    for draw in (rule_chart, paired_chart):
        assert framed(_on_page(draw, ["one", "two", "three"], rows)) == {(0, 2), (2, 0)}


def test_every_cell_is_a_target_and_says_row_and_column() -> None:
    figure = _on_page(rule_chart, SYSTEMS, PAIRS, roles={"a": "two", "b": HOSTILE})
    targets = figure.data[0]
    assert [tuple(data) for data in targets.customdata] == [(row, column) for row in SYSTEMS for column in SYSTEMS]
    assert targets.hovertext[0] == "<b>&lt;b&gt;one&lt;/b&gt;</b>"
    assert "precision: +12.0 points, half-widths sum to 1.0: intervals are apart" in targets.hovertext[2]
    assert "recall: +0.5 points, half-widths sum to 1.0: intervals overlap" in targets.hovertext[2]
    assert list(figure.layout.yaxis.ticktext) == [
        "&lt;b&gt;one&lt;/b&gt;  <b>B</b>  <b>1</b>",
        "two  <b>A</b>  <b>2</b>",
        "three  <b>3</b>",
    ]
    assert list(figure.layout.xaxis.ticktext) == ["1", "2", "3"]


def test_undefined_pairs_are_no_difference() -> None:
    undefined = pd.DataFrame([pair("a", "b", NAN, NAN, NAN), pair("b", "a", NAN, NAN, NAN)])
    for draw in (rule_chart, paired_chart):
        assert set(texts(_on_page(draw, ["a", "b"], undefined)).values()) == {ABSENT}


def scores(*rows: tuple[str, str | None, float]) -> pd.DataFrame:
    return pd.DataFrame(
        [
            {
                "name": name,
                "track": track,
                "f1": f1,
                "recall": f1,
                "precision": f1,
                "oov_recall": NAN,
                "line": name in ("BASE", "TOP"),
            }
            for name, track, f1 in rows
        ]
    )


PKU = CorpusScores(
    "project:pku",
    "<i>pku",
    scores(("one", "closed", 0.95), ("two", "open", 0.96), ("TOP", None, 0.98), ("BASE", None, 0.87)),
)
MSR = CorpusScores("project:msr", "msr", scores(("one", None, 0.96), (HOSTILE, None, NAN), ("TOP", None, 0.99)))
COLOURS = {"one": "#000001", "two": "#000002", HOSTILE: "#000003", "BASE": theme.GOLD, "TOP": theme.GOLD}


def points(figure: Any) -> dict[str, Any]:
    return {trace.customdata[0][1]: trace for trace in figure.data if trace.customdata is not None}


def test_points_say_where_they_lead() -> None:
    drawn = points(_on_page(corpora_chart, [PKU, MSR], styles=styles(COLOURS, {"a": "two"})))
    assert [list(data) for data in drawn["one"].customdata] == [
        ["project:pku", "one", False],
        ["project:msr", "one", False],
    ]
    assert list(drawn["TOP"].customdata[0]) == ["project:pku", "TOP", True]
    assert drawn["two"].marker.symbol == "circle"
    assert drawn["TOP"].marker.symbol == drawn["BASE"].marker.symbol == "line-ew-open"
    assert len({drawn[name].marker.symbol for name in ("one", "two", HOSTILE)}) == 3
    assert "on &lt;i&gt;pku, closed" in drawn["one"].hovertext[0]


def test_tracks_stand_closed_first_and_their_names_are_no_html() -> None:
    tracks = ["<b>own</b>", "open", None, "closed", "another"]
    scores = dict.fromkeys(("f1", "recall", "precision"), 0.9) | {"oov_recall": NAN, "line": False}
    rows = [{"name": f"s{place}", **scores} for place in range(len(tracks))]
    corpus = CorpusScores("one", "one", pd.DataFrame(rows).assign(track=pd.Series(tracks, dtype=object)))
    assert list(corpus.groups) == ["closed", "open", "<b>own</b>", "another", None]
    figure = _on_page(corpora_chart, [corpus], styles=styles({row["name"]: "#000001" for row in rows}))
    labels = [text.partition("<br>")[2] for text in figure.layout.xaxis.ticktext]
    assert labels == ["closed", "open", "&lt;b&gt;own&lt;/b&gt;", "another", "track not given"]
