"""Talk: the findings that were kept, one a slide, over the whole window, turned by keys; words open over them.

One component draws all of it and turns the slides by itself: the server sends those around the one that is shown, and
is asked again where one comes near that is not there yet, and for the words behind a mark.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import streamlit as st

from cwsdiag.errors import CwsdiagError
from cwsdiag.exhibits import made
from cwsdiag.findings import shown, slides
from cwsdiag.languages import _
from cwsdiag.ui.keeping import tray
from cwsdiag.ui.shell import navigation, state, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.talk import sizes
from cwsdiag.ui.talk.contents import as_set, content, failed, leads_to_words, rows, sentence
from cwsdiag.views.wording import on_page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.charts.theme import Ground
    from cwsdiag.exhibits import Exhibit
    from cwsdiag.findings import Slide
    from cwsdiag.ui.talk.contents import Content

_TRAY = "findings"
# How many slides before and behind the one that is shown are there before they are asked for.
_BEFORE, _BEHIND = 1, 2
_WIDGET, _PLOTLY = "stage", "plotly for the stage"
# Words over a slide: a margin around them, what is left for them, and how much of it a sentence takes at most.
_OVER_MARGIN, _OVER_PADDING = 40, 22
_OVER_ROOM = sizes.ROOM - 2 * _OVER_MARGIN
_OVER_HEIGHT = sizes.HEIGHT - 2 * (_OVER_MARGIN + _OVER_PADDING) - 3 * sizes.GAP
_MOST_OF_SENTENCE = 0.42
_HEIGHT = re.compile(r'viewBox="0 0 \S+ (\S+)"')
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
    widgets.page_head("talk")
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
    widgets.next_page(_TRAY, _("Findings"))


def _stage(every: Sequence[Slide], at: int) -> None:
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
            state.put(Key.SLIDE, str(place + 1) if place else None)

    near = {}
    for place in range(max(0, at - _BEFORE), min(len(every), at + _BEHIND + 1)):
        try:
            drawn = content(every[place], ground)
        except CwsdiagError as error:
            drawn = failed(every[place], on_page(error))
        # The first one goes without saying.
        near[str(place)] = {**drawn, "address": {Key.SLIDE: str(place + 1) if place else None}}
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
        on_leave_change=lambda: navigation.lead_to(_TRAY, slide=None),
    )


def _over(every: Sequence[Slide], ground: Ground) -> Content | None:
    """Return the words that were asked for in this run, if any, with what was made of them, and a sentence."""
    asked: Any = (st.session_state.get(_WIDGET) or {}).get("pick")
    # Where it comes from, anything could be written.
    if not isinstance(asked, Mapping) or not isinstance(asked.get("data"), list):
        return None
    if asked.get("place") not in range(len(every)):
        return None

    def title(text: str) -> Content:
        return as_set(sizes.fitted(text, ((34, 1), (28, 1), (24, 2), (21, 3)), _OVER_ROOM))

    try:
        words = words_behind(every[asked["place"]].exhibit, asked["data"])
        if words is None:
            return None
        table, head = words.table, title(words.content.title)
        height = _OVER_HEIGHT - head["height"]
        drawn = sentence(words, ground, width=_OVER_ROOM, height=_MOST_OF_SENTENCE * height)
        # A drawing takes no more than its lines need.
        taken = _HEIGHT.search(drawn.get("svg", ""))
        left = height - (float(taken[1]) if taken else 0.0)
        listed = None if table is None else rows(table, width=_OVER_ROOM, height=left)
        return {"title": head, "table": listed, "sentence": drawn, "token": asked["token"]}
    except CwsdiagError as error:
        return {"title": title(on_page(error)), "table": None, "sentence": {}, "token": asked["token"]}


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
