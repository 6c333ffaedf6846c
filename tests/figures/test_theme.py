"""Colours and what all figures have in common."""

import tomllib
from pathlib import Path

import plotly.graph_objects as go
import pytest

from cwsdiag.figures import theme

CONFIG = Path(__file__).parents[2] / ".streamlit" / "config.toml"


def test_palette_is_that_of_the_pages() -> None:
    settings = tomllib.loads(CONFIG.read_text("utf-8"))["theme"]
    for ground in ("light", "dark"):
        assert settings[ground]["chartCategoricalColors"] == [theme.A, theme.B, *theme.OTHERS]
        assert settings[ground]["textColor"] == theme.INK[ground]
    assert settings["font"] == theme.FONT


def test_a_and_b_have_their_colours_and_the_others_keep_theirs() -> None:
    systems = [f"system {number}" for number in range(10)]
    first = theme.system_colours(systems, a="system 0", b="system 1")
    second = theme.system_colours(systems, a="system 5", b="system 0")
    assert (first["system 0"], first["system 1"]) == (theme.A, theme.B)
    assert (second["system 5"], second["system 0"]) == (theme.A, theme.B)
    untouched = [name for name in systems if name not in ("system 0", "system 1", "system 5")]
    assert [first[name] for name in untouched] == [second[name] for name in untouched]
    assert not {theme.A, theme.B} & {first[name] for name in untouched}


def test_figures_have_no_ground_of_their_own() -> None:
    figure = theme.inked(theme.base_figure(go.Figure(), height=200), "dark")
    assert figure.layout.paper_bgcolor == figure.layout.plot_bgcolor == theme.CLEAR
    assert figure.layout.font.color == theme.INK["dark"]


@pytest.mark.parametrize(
    ("values", "limits"),
    [
        ([], [0.0, 1.0]),
        ([float("nan")], [0.0, 1.0]),
        ([0.8, float("nan"), 0.9], [0.79, 0.91]),
        ([0.0, 1.0], [0.0, 1.0]),
        ([0.005, 0.995], [0.0, 1.0]),
        ([0.7], [0.69, 0.71]),
    ],
)
def test_axis_fits_the_values(values: list[float], limits: list[float]) -> None:
    assert theme.axis_limits(values) == pytest.approx(limits)


def test_texts_are_shown_as_they_are() -> None:
    assert theme.plain('<a href="x">&amp;</a>') == '&lt;a href="x"&gt;&amp;amp;&lt;/a&gt;'
