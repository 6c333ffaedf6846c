"""How figures look: colours, sizes, and the form in which a system is drawn.

Here alone a colour of a result is written down.

Backgrounds are transparent and neutral parts a grey that reads on white and on near-black, so that a figure is right in
the light and in the dark theme; only its texts need to be told, by ``inked``.

A is a large circle and a solid line, B a large square and a dashed line, all others small marks and thin lines. None of
these forms says anything else in the same figure: a hollow mark is another score, or a bucket of few words, whoever's
it is; a diamond is the worst bucket.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from html import escape
from itertools import cycle
from typing import Literal

from cwsdiag.languages import translated
from cwsdiag.languages.visible import visible

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

    Beyond ten colours come again; ``cwsdiag.charts.theme`` tells those alike apart by form.

    Args:
        systems: names of all there are, hidden ones too, in the order that gives the colours.
        baselines: names of those that are BASE and TOP, which take no colour from the others. They come last.
    """
    known = dict.fromkeys(systems)
    own = [name for name in known if name not in baselines]
    return dict(zip(own, cycle(PALETTE))) | {name: BASELINE for name in known if name in baselines}


def axis_limits(values: Iterable[float], *, least: float = 0.01, of_scores: bool = True) -> list[float]:
    """Return the ends of an axis that fits the defined values.

    Args:
        values: any, NaN too.
        least: margin at either end.
        of_scores: whether no value is below 0 or above 1.
    """
    defined = [value for value in values if math.isfinite(value)]
    if not defined:
        return [0.0, 1.0]
    first, last = min(defined), max(defined)
    margin = max(least, 0.08 * (last - first))
    low, high = first - margin, last + margin
    return [max(0.0, low), min(1.0, high)] if of_scores else [low, high]


def plain(text: str) -> str:
    """Return a text that Plotly shows as it is, all of it to be seen: its labels and hover boxes read a kind of HTML.

    One that is lazy is said in the language of the moment; its lines stand under each other.
    """
    return escape(visible(translated(text), keep="\n"), quote=False).replace("\n", "<br>")


# Texts on a cell in the full colour of a system, and how much of a colour is left where an interval holds 0.
ON_COLOUR = "#FFFFFF"
LIGHTER = 0.4


def tint(colour: str, share: float) -> str:
    """Return so much of a colour, which is written ``#rrggbb``; the ground shows through the rest."""
    red, green, blue = bytes.fromhex(colour[1:])
    return f"rgba({red}, {green}, {blue}, {round(share, 4)})"


# Labels stand a little away from their axis.
AWAY = {"ticks": "outside", "ticklen": 8, "tickcolor": CLEAR}


@dataclass(frozen=True)
class Size:
    """One of the places that a chart is laid out for.

    Attributes:
        name: what it is called on the command line.
        width: in pixels, of which 96 are an inch; of a page about how wide it is.
        height: in pixels; None for as high as what is drawn needs.
        scale: how large things are, over how large they are on a page.
        text: the same of texts.
        least: the smallest text, in pixels.
        across: how many panels stand side by side.
        live: whether a pointer can ask for more, and click.
        legend: whether it says what marks mean: not where that stands beside it.
    """

    name: str
    width: float
    height: float | None = None
    scale: float = 1.0
    text: float = 1.0
    least: float = 10.0
    across: int = 5
    live: bool = False
    legend: bool = True

    def font(self, size: float) -> float:
        """Return how large a text is that has this size on a page."""
        return round(max(self.least, self.text * size), 2)

    def letters(self, page: int, *, fewest: int = 8) -> int:
        """Return how many half-width characters a name may have that may have this many on a page."""
        return max(fewest, round(page * min(1.0, self.width / self.text / PAGE.width)))


# 85 mm, 178 mm, and a screen; texts of at least 6.5 points in print, of a fortieth of the height on a slide.
PAGE = Size("page", 900, live=True)
# Half of a page, beside something else.
HALF = Size("page", 540, across=3, live=True)
# All panels in two rows, so that words stand below them; the panel of one attribute beside a table.
PANELS = Size("page", 1200, 330, live=True)
PANEL = Size("page", 400, 200, across=1, live=True, legend=False)
COLUMN = Size("column", 321, scale=0.72, text=0.74, least=8.7, across=2)
WIDE = Size("wide", 673, scale=0.78, text=0.78, least=8.7)
SLIDE = Size("slide", 1280, 720, scale=1.6, text=1.6, least=18.0)
SIZES: dict[str, Size] = {size.name: size for size in (PAGE, COLUMN, WIDE, SLIDE)}

SYMBOLS = {"a": "circle", "b": "square"}
DASHES = {"a": "solid", "b": "dash"}
# Of the others: where colours come again, the second of a colour has the second form and the second dash.
OTHER_SYMBOLS = ("circle", "triangle-right", "cross", "triangle-left")
OTHER_DASHES = ("solid", "dot", "dashdot", "longdashdot")


@dataclass(frozen=True)
class Style:
    """How one system is drawn, or what else has marks and lines of its own.

    Attributes:
        colour: its own, from the theme.
        symbol: the form of its marks.
        dash: of its lines. Intervals are solid, whoever's they are: a dashed one might end in a gap.
        role: ``a``, ``b``, or empty.
        size: of its marks, in pixels.
        width: of its lines, in pixels.
    """

    colour: str
    symbol: str = OTHER_SYMBOLS[0]
    dash: str = OTHER_DASHES[0]
    role: str = ""
    size: float = 10
    width: float = 1.8

    @property
    def letter(self) -> str:
        """The letter of A or B, which stands behind its name in a figure; nothing for the others."""
        return f" <b>{self.role.upper()}</b>" if self.role else ""


def styles(colours: Mapping[str, str], roles: Mapping[str, str] | None = None) -> dict[str, Style]:
    """Return how each system is drawn.

    Args:
        colours: by name, of all systems, shown or not, always in the same order: of those that have one colour, the
            order gives each its form.
        roles: names of the systems that are A and B, by ``a`` and ``b``.
    """
    role_of = {name: role for role, name in (roles or {}).items()}
    times: Counter[str] = Counter()
    by_name = {}
    for name, colour in colours.items():
        place = times[colour] % len(OTHER_SYMBOLS)
        times[colour] += 1
        if role := role_of.get(name):
            by_name[name] = Style(colour, SYMBOLS[role], DASHES[role], role, size=13, width=3)
        else:
            # What is not round has less of an area.
            by_name[name] = Style(colour, OTHER_SYMBOLS[place], OTHER_DASHES[place], size=12 if place else 10)
    return by_name
