"""Panels of buckets, of one system and of two: what is drawn is what the frames hold, in every lane."""

import math
from typing import Any

import pytest

from cwsdiag.charts import theme
from cwsdiag.charts.compare import Sides, extremes_chart, pair_chart
from cwsdiag.charts.panels import self_chart
from cwsdiag.charts.theme import PAGE, styles
from cwsdiag.frames import Panel

NAN = math.nan
BLUE, RED = theme.PALETTE[0], theme.PALETTE[1]
SIDES = Sides("<b>one</b>", "two", BLUE, RED)
SIGNIFICANT, NOT, FEW = "significant", "not significant", "too few"
# F1 of B, A − B in points, gold, and what the test says: every sign, significant or not, named or not, and undefined.
BUCKETS = [
    (0.80, -5.0, 100, SIGNIFICANT),
    (0.70, 1.0, 50, NOT),
    (0.60, 10.0, 40, SIGNIFICANT),
    (0.50, 30.0, 7, FEW),
    (NAN, NAN, 0, ""),
    (0.65, 0.0, 60, NOT),
]


def rows(key):
    total = sum(gold for _other, _difference, gold, _verdict in BUCKETS)
    return [
        {
            **{"attribute": key, "bucket": place, "label": f"<i>{place}", "tick": f"≤ <{place + 1}", "gold": gold},
            **{"share": gold / total, "named": gold >= 30, "predicted": gold, "matched": gold // 2},
            **{"f1_a": other + difference / 100, "low_a": other - 0.1, "high_a": other + 0.4},
            **{"f1_b": other, "low_b": other - 0.05, "high_b": other + 0.04},
            **{"f1": other, "f1_low": other - 0.05, "f1_high": other + 0.02, "precision": other, "recall": other},
            **{"cost": difference / 100, "cost_low": difference / 100 - 0.01, "cost_high": difference / 100 + 0.02},
            **{"difference": difference, "low": difference - 2, "high": difference + 3},
            **{"ahead": "a" if difference > 0 else "b" if difference < 0 else "", "why": ""},
            **{"p_adjusted": 0.012 if verdict == SIGNIFICANT else 0.6, "q": 0.1, "verdict": verdict},
        }
        for place, (other, difference, gold, verdict) in enumerate(BUCKETS)
    ]


def panel(key="wLen", **changes):
    settings: dict[str, Any] = {"title": f"<u>{key}", "unit": "words", "rows": rows(key)}
    settings |= {"worst": 0, "best": 2, "undefined": "", "costliest": 2}
    return Panel(key=key, **settings | changes)


UNDEFINED = panel("oDen", rows=[], worst=None, best=None, costliest=None, undefined="needs data")


def lane(spec, number):
    """The traces of a lane, over all panels."""
    shown = [one for one in spec["data"] if "yaxis" in one and one["x"] != [None]]
    return [one for one in shown if (int(one["yaxis"][1:] or 1) - 1) % 3 == number]


def targets(spec, number):
    """Where each target of a lane lies, and what a click on it asks for."""
    own = [one for one in lane(spec, number) if one.get("meta") == "target"]
    return [(x, *data) for one in own for x, data in zip(one["x"], one["customdata"], strict=True)]


def drawn(spec, number):
    """Bucket, height, form and colour of each mark of a lane."""
    found = set()
    for one in lane(spec, number):
        if one["type"] != "scatter" or one.get("mode") != "markers" or not one["marker"]["size"]:
            continue
        forms, inks = (
            value if isinstance(value, list) else [value] * len(one["x"])
            for value in (one["marker"]["symbol"], one["marker"]["color"])
        )
        marks = zip(one["x"], one["y"], forms, inks, strict=True)
        found |= {(round(x), round(y, 9), form, ink) for x, y, form, ink in marks if y == y}
    return found


def test_two_systems_stand_in_their_bucket_by_form_and_their_difference_under_them():
    spec = pair_chart([panel(), UNDEFINED], PAGE, sides=SIDES, small="few", hover={})
    known = [row for row in rows("wLen") if row["difference"] == row["difference"]]
    assert drawn(spec, 0) == {
        (row["bucket"], round(row[f"f1_{role}"], 9), form if row["named"] else f"{form}-open", ink)
        for row in known
        for role, form, ink in (("a", "circle", BLUE), ("b", "square", RED))
    }
    ahead = {row["bucket"]: BLUE if row["difference"] > 0 else RED for row in known if row["verdict"] == SIGNIFICANT}
    assert {(x, y, ink) for x, y, _form, ink in drawn(spec, 1)} == {
        (row["bucket"], row["difference"], ahead.get(row["bucket"], theme.GOLD)) for row in known
    }


def test_a_click_asks_for_what_its_lane_and_its_mark_say():
    spec = pair_chart([panel(), UNDEFINED], PAGE, sides=SIDES, small="few", hover={})
    assert targets(spec, 0) == [(place, "wLen", place, "") for place in range(6)]
    only = ["only_b", "only_a", "only_a", "only_a", "", ""]
    assert targets(spec, 1) == [(place, "wLen", place, what) for place, what in enumerate(only)]
    marks = [mark for one in lane(spec, 0) if one.get("meta") != "target" for mark in one.get("customdata", ())]
    assert marks == [["wLen", place, role] for role in "ab" for place in range(6)]


def test_one_system_has_scores_costs_and_shares_and_leads_on_everywhere():
    spec = self_chart([panel(), UNDEFINED], PAGE, colour=BLUE, small="few", hover={}, summary=False)
    frame = [row for row in rows("wLen") if row["f1"] == row["f1"]]
    assert {mark[:2] for mark in drawn(spec, 0)} == {(row["bucket"], round(row["f1"], 9)) for row in frame}
    worst = [mark[:2] for mark in drawn(spec, 0) if mark[2] == "diamond"]
    assert worst == [(0, 0.8)], "the worst has a form of its own"
    (costs,) = [one for one in lane(spec, 1) if one["type"] == "bar" and one.get("meta") != "target"]
    assert [y for y in costs["y"] if y == y] == pytest.approx([100 * row["cost"] for row in frame])
    full = [place for place, ink in zip(costs["x"], costs["marker"]["color"], strict=True) if ink == BLUE]
    assert full == [2], "the costliest is full"
    (shares,) = lane(spec, 2)
    assert shares["y"] == [row["share"] for row in rows("wLen")]
    for number in (0, 1):
        assert targets(spec, number) == [(place, "wLen", place) for place in range(6)]


def test_the_summary_has_the_worst_and_the_best_of_each_attribute():
    spec = self_chart([panel()], PAGE, colour=BLUE, small="few", hover={})
    assert {(0, 0.8, "diamond", theme.WORST), (0, 0.6, "circle", BLUE)} <= drawn(spec, 0)


def test_the_field_is_a_line_in_each_panel():
    shown = styles({"a": BLUE, "b": RED})
    field = {name: [panel(), panel("sLen")] for name in shown}
    spec = self_chart(
        [panel(), panel("sLen")], PAGE, colour=BLUE, small="few", hover={}, field=field, styles=shown, summary=False
    )
    lines = [one for one in lane(spec, 0) if one.get("mode") == "lines"]
    assert len(lines) == 4
    assert all(one["y"][:4] == [0.8, 0.7, 0.6, 0.5] for one in lines)


def test_extremes_are_the_lowest_and_the_highest_difference():
    spec = extremes_chart([panel(), panel("diff", apart=True)], PAGE, sides=SIDES, hover={})
    targets, *marks = (one for one in spec["data"] if not one["showlegend"])
    drawn_marks = [(one["x"], one["y"], one["marker"]["symbol"]) for one in marks]
    assert drawn_marks == [([10.0], [0], "circle"), ([-5.0], [1], "square")]
    assert [one["error_x"]["array"] for one in marks] == [[3], [3]]
    assert targets["customdata"] == [["wLen", 2, "only_a"], ["wLen", 0, "only_b"]]
    legend = [one["marker"]["color"] for one in spec["data"] if one["showlegend"]]
    assert legend == [BLUE, RED, theme.GOLD], "A, B, and what is not significant"
    assert spec["layout"]["yaxis"]["ticktext"] == ["&lt;u&gt;wLen &lt;i&gt;2", "&lt;u&gt;wLen &lt;i&gt;0"]
