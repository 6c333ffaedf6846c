"""Colours and the manner of all figures: the only place where a colour of a result is written down.

Backgrounds are transparent and neutral parts a grey that reads on white and on near-black, so that a figure is right in
the light and in the dark theme; only its texts need to be told, by ``inked``.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal

from cwsdiag.languages import translated
from cwsdiag.languages.visible import visible

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

Ground = Literal["light", "dark"]

# The colours of .streamlit/config.toml, safe for colour-blind eyes, in the order in which systems get them. None is
# grey: that is gold's, and that of BASE and TOP, which are told by their marks.
PALETTE = (
    "#0072B2",
    "#D55E00",
    "#009E73",
    "#CC79A7",
    "#E69F00",
    "#56B4E9",
    "#BA009E",
    "#965028",
    "#AEA454",
    "#8F4FE0",
)
# What the pages themselves are drawn in, and those of what is no system: datasets, templates, ways to choose.
ACCENT = PALETTE[0]
OTHERS = PALETTE[2:]
BASELINE = "#6B7280"
GOLD = "#7D8894"
LABEL = "#5B6672"
WARNING = "#C98500"
# Not the colour of any system: what a finding is marked with, always together with a form of its own.
WORST = "#D81B60"
# From light to dark, on either theme.
SHARE = "rgba(125, 136, 148, 0.22)"
STRIP = "rgba(125, 136, 148, 0.6)"
FAINT = "rgba(125, 136, 148, 0.35)"
CLEAR = "rgba(0, 0, 0, 0)"
# The ground of what leaves the page.
PAPER = "#FFFFFF"
# How hard a word is: the harder, the more of it, from next to nothing; light on dark, dark on light.
HARD = {"light": "#6A2C91", "dark": "#C79BF2"}

# Texts, as in .streamlit/config.toml.
INK = {"light": "#1B2733", "dark": "#E6EDF3"}
HOVER_GROUND = {"light": "#FFFFFF", "dark": "#1B242E"}
# What leaves a page is measured in the fonts that machines have of their own: that of the page is on the page alone.
OWN_FONTS = "'Noto Sans CJK SC', 'Noto Sans SC', 'PingFang SC', 'Microsoft YaHei', sans-serif"
FONT = f"'Source Sans', {OWN_FONTS}"

FONT_SIZE = 13
SMALL = 11


def system_colours(systems: Iterable[str], *, baselines: Collection[str] = ()) -> dict[str, str]:
    """Return the colour of each system: its own, whichever of them are shown, hidden, or chosen as A and B.

    Beyond ten colours come again; ``cwsdiag.charts.styles`` tells those alike apart by form.

    Args:
        systems: names of all there are, hidden ones too, in the order that gives the colours.
        baselines: names of those that are BASE and TOP, which take no colour from the others. They come last.
    """
    known = dict.fromkeys(systems)
    colours = {
        name: PALETTE[place % len(PALETTE)]
        for place, name in enumerate([name for name in known if name not in baselines])
    }
    return colours | {name: BASELINE for name in known if name in baselines}


def axis_limits(values: Iterable[float], *, least: float = 0.01, low: float = 0.0, high: float = 1.0) -> list[float]:
    """Return the ends of an axis that fits the defined values, of scores if nothing else is said.

    Args:
        values: any, NaN too.
        least: margin at either end.
        low: what no value is below.
        high: what no value is above.
    """
    defined = [value for value in values if math.isfinite(value)]
    if not defined:
        return [0.0, 1.0]
    first, last = min(defined), max(defined)
    margin = max(least, 0.08 * (last - first))
    return [max(low, first - margin), min(high, last + margin)]


def plain(text: str) -> str:
    """Return a text that Plotly shows as it is, all of it to be seen: its labels and hover boxes read a kind of HTML.

    One that is lazy is said in the language of the moment.
    """
    return visible(translated(text), keep="\n").replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


# Texts on a cell in the full colour of a system, and how much of a colour is left where an interval holds 0.
ON_COLOUR = "#FFFFFF"
LIGHTER = 0.4


def tint(colour: str, share: float) -> str:
    """Return so much of a colour, which is written ``#rrggbb``; the ground shows through the rest."""
    parts = ", ".join(str(int(colour[place : place + 2], 16)) for place in (1, 3, 5))
    return f"rgba({parts}, {round(share, 4)})"


# Labels stand a little away from their axis.
AWAY = {"ticks": "outside", "ticklen": 8, "tickcolor": CLEAR}
# Of axes of what is no score.
UNBOUNDED = {"low": -math.inf, "high": math.inf}
