"""Talk: the findings that were kept, one a slide, over the whole window, turned by keys; words open over them.

One component draws all of it and turns the slides by itself: the server sends those around the one that is shown, and
is asked again where one comes near that is not there yet, and for the words behind a mark. A slide is laid out for a
screen of 1280 × 720 and scaled to the one it is on; the component sets texts and tables as large as they have room.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import plotly.io
import streamlit as st

from cwsdiag.charts.layout import inked
from cwsdiag.charts.names import short_names
from cwsdiag.charts.sizes import SLIDE
from cwsdiag.errors import CwsdiagError
from cwsdiag.exhibits.registry import made
from cwsdiag.findings import shown, slides
from cwsdiag.languages import _, n_
from cwsdiag.ui.keeping import tray
from cwsdiag.ui.shell import state, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.views.look import Look
from cwsdiag.views.wording import on_page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.charts.theme import Ground
    from cwsdiag.exhibits.exhibit import Exhibit
    from cwsdiag.findings import Shown
    from cwsdiag.output.table import Table

    Content = dict[str, Any]

# How many slides before and behind the one that is shown are there before they are asked for.
_BEFORE, _BEHIND = 1, 2
_WIDGET, _PLOTLY = "stage", "plotly for the stage"
# In units of a screen of 1280 × 720, as stage.css has them: what is large on a slide, and its smallest type; a sentence
# among the words that open over a slide.
ROOM, LARGE, LEAST = 1192, 452, 18
_OVER_ROOM, _OVER_SENTENCE = 1112, 220
# Of a table on a slide, and characters of a cell.
_MOST_ROWS, _WIDEST_CELL = 8, 36
# What a click asks for that words can be shown of.
_OPTIONS = ("system", "other", "attribute", "bucket", "which", "shape", "cause")
_HERE = Path(__file__).parent
_draw = st.components.v2.component(
    "cwsdiag_stage",
    html='<div class="cw-stage" tabindex="-1"></div>',
    css=(_HERE / "stage.css").read_text("utf-8"),
    js=(_HERE / "stage.js").read_text("utf-8"),
    # Plotly draws nothing in a shadow: its style sheet stands in the document.
    isolate_styles=False,
)


def page() -> None:
    """Draw the page."""
    findings = tray.findings()
    every = slides(shown(findings, tray.looks()))
    if every:
        # In the address slides count from 1.
        places = [str(number) for number in range(1, len(every) + 1)]
        _stage(every, int(state.choose(Key.SLIDE, places, default="1") or 1) - 1)
        return
    if findings:
        widgets.lead(_("None of the findings can be shown any more."), _("Findings says why, for each of them."))
    else:
        widgets.lead(
            _("Nothing is pinned yet, so there is no talk."),
            _(
                "Pin a figure, a table, a sentence or a headline on its page: each becomes a slide, in the order of "
                "the findings."
            ),
        )


def _stage(every: Sequence[Shown], at: int) -> None:
    """Draw slides over the whole window.

    Args:
        every: all of them; at least one.
        at: the one that is shown first, from 0.
    """
    ground: Ground = "dark" if st.context.theme.type == "dark" else "light"

    def turned() -> None:
        # The stage made the address say so.
        place = st.session_state[_WIDGET]["at"]
        if isinstance(place, int) and 0 <= place < len(every):
            state.put(Key.SLIDE, str(place + 1))

    near = {
        str(place): {**content(every[place], ground), "address": {Key.SLIDE: str(place + 1)}}
        for place in range(max(0, at - _BEFORE), min(len(every), at + _BEHIND + 1))
    }
    if any("plotly" in one["large"] for one in near.values()):
        # The browser fetches Plotly with the first chart of Streamlit's own: one that nobody sees.
        st.html("<style>.st-key-plotly-for-the-stage { display: none; }</style>")
        empty = {"data": [{"type": "scatter"}], "layout": {"height": 10}}
        st.plotly_chart(empty, key=_PLOTLY, config={"staticPlot": True})
    keys = _(
        "Keys: arrows, Space and a clicker turn the slides, a number jumps, B blanks, S shows the note, F fills "
        "the screen, Esc leaves."
    )
    _draw(
        key=_WIDGET,
        data={
            "slides": near,
            "count": len(every),
            "at": at,
            "ground": ground,
            "over": _over(every, ground),
            # What the stage says by itself.
            "says": {
                "leave": _("Leave"),
                "full": _("Full screen"),
                "back": _("Back to the slide"),
                "coming": _("The words are on their way …"),
                "waiting": _("The slide is on its way …"),
                "note": _("Note"),
                "no_note": _("No note on this slide."),
                "keys": keys,
            },
        },
        on_at_change=turned,
        on_pick_change=lambda: None,
        on_leave_change=lambda: state.put(Key.SLIDE, None),
    )


def content(slide: Shown, ground: Ground) -> Content:
    """Return a slide as the component draws it.

    Args:
        slide: what is shown.
        ground: light or dark.
    """
    exhibit, large = slide.exhibit, {}
    of, size = exhibit.content, replace(SLIDE, width=ROOM, height=LARGE, live=True)
    if slide.large == "table" and exhibit.table is not None:
        large = rows(exhibit.table)
    elif slide.large == "ribbon":
        large = {"svg": exhibit.sentence_svg(ROOM, LEAST, ground, LARGE)}
    elif slide.large == "figure" and of.chart is not None:
        large = {"plotly": plotly.io.to_json(inked(of.chart(size), ground), validate=False)}
    elif slide.large == "figure" and of.svg is not None:
        large = {"svg": of.svg(ROOM, LEAST, ground, LARGE)}
    return {
        "title": slide.title,
        "sentence": of.sentence,
        "source": exhibit.source,
        "note": slide.finding.note,
        "large": large,
        "alive": leads_to_words(exhibit) and slide.large == "figure",
    }


def rows(table: Table) -> Content:
    """Return the first rows of a table, and how many there are beside them."""
    texts = [[_cut(cell) for cell in row] for row in table.cells(_MOST_ROWS)]
    beyond = len(table) - len(texts)
    return {
        "head": list(map(_cut, table.heads)),
        "rows": texts,
        "numbers": table.numbers,
        "more": n_("… and {n:,} more row", "… and {n:,} more rows", beyond) if beyond else "",
        "none": "" if texts else _("no rows"),
    }


def _cut(text: str) -> str:
    return short_names([text], _WIDEST_CELL)[0]


def leads_to_words(exhibit: Exhibit) -> bool:
    """Return whether a click on its marks opens words: not where gold is private."""
    return exhibit.content.click is not None and isinstance(exhibit.look, Look)


def _over(every: Sequence[Shown], ground: Ground) -> Content | None:
    """Return the words that were asked for in this run, if any, with what was made of them, and a sentence."""
    asked: Any = (st.session_state.get(_WIDGET) or {}).get("pick")
    # Where it comes from, anything could be written.
    if not isinstance(asked, Mapping) or not isinstance(asked.get("data"), list):
        return None
    if asked.get("place") not in range(len(every)):
        return None
    try:
        words = words_behind(every[asked["place"]].exhibit, asked["data"])
    except CwsdiagError as error:
        return {"title": on_page(error), "table": None, "sentence": None, "token": asked["token"]}
    if words is None:
        return None
    return {
        "title": words.content.title,
        "table": None if words.table is None else rows(words.table),
        "sentence": words.sentence_svg(_OVER_ROOM, LEAST, ground, _OVER_SENTENCE),
        "token": asked["token"],
    }


def words_behind(exhibit: Exhibit, mark: Sequence[Any]) -> Exhibit | None:
    """Return the words that the system of a mark gets wrong there; None where the mark is of none.

    Args:
        exhibit: of the slide.
        mark: the data behind what was clicked.

    Raises:
        SettingError: the mark is of nothing that there is.
    """
    click = exhibit.content.click
    target = click(mark) if click is not None and leads_to_words(exhibit) else None
    if target is None or "system" not in target[1]:
        return None
    options = {name: value for name, value in target[1].items() if name in _OPTIONS}
    # On a slide what is wrong is looked at, not all there is.
    if options.get("which") == "all":
        del options["which"]
    return made(exhibit.look, "words", options)
