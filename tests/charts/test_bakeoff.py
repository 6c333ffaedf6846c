"""The figures of the Bakeoff page, trace by trace."""

import pandas as pd

from cwsdiag.charts import theme
from cwsdiag.charts.matrices import ALIKE, pairs_chart
from cwsdiag.charts.rows import CorpusScores, corpora_chart
from cwsdiag.charts.theme import styles
from cwsdiag.frames import UNDEFINED
from tests.charts.drawn import on_page, opacities, written

NAN = float("nan")
HOSTILE = "<b>one</b>"
SYSTEMS = [HOSTILE, "two", "three"]
# How much of its colour a cell has that does not differ.
FAINT = 0.201


def pair(first, second, recall, precision, f1, **changes):
    by_recall, by_precision = abs(recall) > 1, abs(precision) > 1
    row = {"first": first, "second": second, "by_recall": by_recall, "by_precision": by_precision}
    row |= {"differ": by_recall or by_precision, "recall": recall, "recall_reach": 1.0}
    row |= {"precision": precision, "precision_reach": 1.0, "f1": f1, "f1_low": f1 - 2, "f1_high": f1 + 2}
    return row | {"tested": True, "p": 0.01, "verdict": "", "significant": abs(f1) > 2} | changes


# One way round.
PAIRS = pd.DataFrame(
    [
        pair(HOSTILE, "two", 3.0, 2.0, 2.5),
        pair(HOSTILE, "three", 0.5, 12.0, 11.96),
        pair("two", "three", 0.2, -0.4, -2.1),
    ]
)


def drawn(by_rule, rows, **roles):
    return on_page(pairs_chart, SYSTEMS, rows, by_rule=by_rule, roles=roles)


def of_pairs(values):
    """Those of the cells of PAIRS, of a table of three rows."""
    return [values[place] for place in (1, 2, 5)]


def test_rule_names_the_measures_that_are_apart_and_every_cell_is_a_target():
    figure = drawn(True, PAIRS, a="two", b=HOSTILE)
    texts, targets = written(figure), figure.data[0]
    assert (texts[0, 1], texts[0, 2], texts[1, 2]) == ("<b>R P</b>", "<b>P</b>", ALIKE)
    assert of_pairs(opacities(targets.marker.color)) == [1, 1, FAINT]
    assert of_pairs(targets.marker.line.width) == [0, 0, 3], "by the other rule otherwise"
    assert [tuple(data) for data in targets.customdata] == [(row, column) for row in SYSTEMS for column in SYSTEMS]
    assert targets.hovertext[0] == "<b>&lt;b&gt;one&lt;/b&gt;</b>"
    assert "precision: +12.0 points, half-widths sum to 1.0" in targets.hovertext[2]
    assert "recall: +0.5 points, half-widths sum to 1.0" in targets.hovertext[2]
    assert list(figure.layout.xaxis.ticktext) == ["1", "2", "3"]
    assert list(figure.layout.yaxis.ticktext) == [
        "&lt;b&gt;one&lt;/b&gt;  <b>B</b>  <b>1</b>",
        "two  <b>A</b>  <b>2</b>",
        "three  <b>3</b>",
    ]


def test_paired_test_gives_the_difference_with_its_sign_and_its_verdict():
    rows = PAIRS.assign(
        tested=[False, True, True],
        significant=[False, True, False],
        verdict=["", "significant", "too few"],
        p=[NAN, 0.01, NAN],
    )
    figure = drawn(False, rows)
    texts, targets = written(figure), figure.data[0]
    assert (texts[0, 1], texts[0, 2], texts[1, 2]) == ("+2.5", "<b>+12.0</b>", "−2.1")
    assert of_pairs(opacities(targets.marker.color)) == [0, 1, FAINT], "no ground where no test was made"
    assert of_pairs(targets.marker.line.width) == [0, 0, 0]
    untested, significant, few = of_pairs(targets.hovertext)
    assert untested.endswith("not tested") and few.endswith("too few units differ for a verdict")
    assert significant.endswith("95 % interval +10.0 to +14.0<br>significant: adjusted p 0.01")
    level = drawn(False, PAIRS.assign(significant=False))
    assert of_pairs(level.data[0].hovertext)[0].endswith("<br>not significant: adjusted p 0.01")
    for by_rule in (True, False):
        undefined = pd.DataFrame([pair("two", "three", NAN, NAN, NAN)])
        assert written(drawn(by_rule, undefined))[1, 2] == UNDEFINED


def corpus(key, name, *rows):
    frame = pd.DataFrame(rows, columns=["name", "track", "f1"], dtype=object).astype({"f1": float})
    frame[["recall", "precision"]], frame["oov_recall"] = 0.9, NAN
    return CorpusScores(key, name, frame.assign(line=frame["name"].isin(["BASE", "TOP"])))


PKU = corpus(
    *("project:pku", "<i>pku", ("own", "<b>own</b>", 0.9), ("two", "open", 0.96), ("none", None, 0.9)),
    *(("one", "closed", 0.95), ("another", "another", 0.9), ("TOP", None, 0.98)),
)
MSR = corpus("project:msr", "msr", ("one", None, 0.96), (HOSTILE, None, NAN), ("TOP", None, 0.99))


def test_points_stand_by_track_and_say_where_they_lead():
    assert list(PKU.groups) == ["closed", "open", "<b>own</b>", "another", None]
    names = ("one", "two", HOSTILE, "own", "none", "another")
    figure = on_page(
        corpora_chart,
        [PKU, MSR],
        styles=styles(dict.fromkeys(names, "#000001") | {"TOP": theme.GOLD}, {"a": "two"}),
    )
    drawn_of = {trace.customdata[0][1]: trace for trace in figure.data if trace.customdata is not None}
    assert [list(data) for data in drawn_of["one"].customdata] == [
        ["project:pku", "one", False],
        ["project:msr", "one", False],
    ]
    assert list(drawn_of["TOP"].customdata[0]) == ["project:pku", "TOP", True]
    assert (drawn_of["two"].marker.symbol, drawn_of["TOP"].marker.symbol) == ("circle", "line-ew-open")
    assert len({drawn_of[name].marker.symbol for name in ("one", "two", HOSTILE)}) == 3
    assert "on &lt;i&gt;pku</b>" in drawn_of["one"].hovertext[0]
    labels = [text.partition("<br>")[2] for text in figure.layout.xaxis.ticktext]
    assert labels[:5] == ["closed", "open", "&lt;b&gt;own&lt;/b&gt;", "another", "track not given"]
