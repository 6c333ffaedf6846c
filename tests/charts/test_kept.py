"""Figures are drawn once, by all that they are drawn from, and what is kept stays as it was drawn."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import plotly.io
import pytest

from cwsdiag.charts import kept, theme
from cwsdiag.charts.kept import drawn_once, finished, stamp
from cwsdiag.languages import lazy, speaking
from tests.app.spoken import MARKED, marked


@dataclass(frozen=True, eq=False)
class Part:
    name: str
    values: Any


@dataclass(frozen=True)
class Same:
    name: str
    values: Any


def frame(*values: object) -> pd.DataFrame:
    return pd.DataFrame({"f1": values})


# Each pair looks alike to somebody who takes a shortcut.
DIFFERENT: list[tuple[object, object]] = [
    (1, 1.0),
    (1, True),
    (0.1, 0.1 + 1e-17 * 2),
    ("ab", ["a", "b"]),
    (["ab", "c"], ["a", "bc"]),
    ([1, [2]], [1, 2]),
    ("1", 1),
    (None, "None"),
    ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
    ({"a": "b"}, [["a", "b"]]),
    (np.array([1, 2]), np.array([[1, 2]])),
    (np.array([1, 2], dtype=np.int32), np.array([1, 2], dtype=np.int64)),
    (np.array(["a"], dtype=object), np.array(["b"], dtype=object)),
    (frame(1.0), frame(2.0)),
    (frame("语言"), frame("语 言")),
    (frame(1.0), frame(1.0).rename(columns={"f1": "precision"})),
    (pd.Series([1.0], index=["a"]), pd.Series([1.0], index=["b"])),
    (Part("a", frame(1.0)), Part("a", frame(2.0))),
    (Part("a", 1), Same("a", 1)),
    ({"a"}, {"b"}),
]


@pytest.mark.parametrize(("one", "other"), [pair for pair in DIFFERENT if repr(pair[0]) != repr(pair[1])])
def test_what_differs_has_another_stamp(one: object, other: object) -> None:
    assert stamp(one) != stamp(other)


@pytest.mark.parametrize(
    "make",
    [
        lambda: [1, 2.5, "语言", None, True, float("nan")],
        lambda: {"b": np.float64(0.5), "a": np.arange(3)},
        lambda: frame("".join(["语", "言"]), None),
        lambda: frame(float("nan"), 0.25),
        lambda: Part("a", (frame(1), {"x", "y", "z"})),
        lambda: Same("a", [Part("b", np.int64(3))]),
    ],
)
def test_equal_content_has_the_same_stamp_whatever_objects_it_is_in(make: Callable[[], object]) -> None:
    assert stamp(make()) == stamp(make())


@pytest.mark.parametrize("value", [object(), len, Enum("Colour", "RED").RED, 1j])  # type: ignore[attr-defined]
def test_what_cannot_be_gone_through_is_refused(value: object) -> None:
    with pytest.raises(TypeError, match="no figure is kept by"):
        stamp([value])


def test_a_figure_is_drawn_again_only_from_other_values() -> None:
    drawn: list[Part] = []

    @drawn_once
    def figure(part: Part, *, colour: str) -> go.Figure:
        drawn.append(part)
        trace = {"type": "bar", "y": part.values, "marker": {"color": colour}}
        return theme.figure([trace], height=100)

    first = figure(Part("a", [1, 2]), colour="red")
    assert figure(Part("a", [1, 2]), colour="red") is first
    assert figure(Part("a", [1, 3]), colour="red").data[0].y == (1, 3)
    assert figure(Part("a", [1, 2]), colour="blue").data[0].marker.color == "blue"
    assert len(drawn) == 3


def test_a_figure_is_kept_by_the_language_of_its_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    @drawn_once
    def figure(title: str) -> go.Figure:
        return theme.figure([], height=100, title=theme.plain(title))

    def titles() -> list[str]:
        return [figure(title).layout.title.text for title in (lazy("a <title>"), "a <title>")]

    assert titles() == ["a &lt;title&gt;"] * 2
    with marked(monkeypatch), speaking(MARKED):
        assert titles() == ["⟦a &lt;title&gt;⟧", "a &lt;title&gt;"]
    assert titles() == ["a &lt;title&gt;"] * 2
    assert stamp(lazy("a")) == stamp(lazy("a")) != stamp("a")


def test_only_the_latest_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "_drawn", kept._Latest[go.Figure](2))
    drawn: list[int] = []

    @drawn_once
    def figure(number: int) -> go.Figure:
        drawn.append(number)
        return go.Figure()

    for number in (1, 2, 1, 3, 1, 2):
        figure(number)
    assert drawn == [1, 2, 3, 2]


def test_what_is_shown_is_the_figure_with_its_texts_and_leaves_it_as_it_is() -> None:
    @drawn_once
    def figure() -> go.Figure:
        return theme.figure([{"type": "scatter", "x": [1], "y": [2], "textfont": {"size": 12}}], height=100)

    before = figure().to_dict()
    light, dark = (finished(figure(), ground) for ground in ("light", "dark"))
    assert figure().to_dict() == before
    assert finished(figure(), "light") is light
    assert light.to_dict()["layout"]["font"]["color"] == theme.INK["light"]
    assert dark.to_dict()["layout"]["font"]["color"] == theme.INK["dark"]
    # Plotly checks all of it here, and it is sent as it would be with that check.
    checked = go.Figure(dark.to_dict()).to_dict()
    assert plotly.io.from_json(plotly.io.to_json(dark.to_dict(), validate=False)).to_dict() == checked
