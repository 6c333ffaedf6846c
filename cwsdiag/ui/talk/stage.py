"""The stage: slides over the whole window, turned by keys, with words that open over them.

One component draws all of it and turns the slides by itself: the server sends those around the one that is shown, and
is asked again where one comes near that is not there yet, and for the words behind a mark.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import streamlit as st

from cwsdiag.errors import CwsdiagError
from cwsdiag.languages import _
from cwsdiag.ui.shell import state
from cwsdiag.ui.talk import sizes
from cwsdiag.ui.talk.contents import as_set, content, failed, rows, sentence
from cwsdiag.ui.talk.words import words_behind
from cwsdiag.views.wording import on_page

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cwsdiag.charts.theme import Ground
    from cwsdiag.exhibits import Exhibit
    from cwsdiag.findings import Slide
    from cwsdiag.ui.talk.contents import Content

# How many slides before and behind the one that is shown are there before they are asked for.
_BEFORE, _BEHIND = 1, 2
_WIDGET = "stage"
_PLOTLY = "plotly for the stage"
# Words over a slide: a margin around them, what is left for them, and how much of it a sentence takes at most.
_OVER_MARGIN, _OVER_PADDING = 40, 22
_OVER_ROOM = sizes.ROOM - 2 * _OVER_MARGIN
_OVER_HEIGHT = sizes.HEIGHT - 2 * (_OVER_MARGIN + _OVER_PADDING) - 3 * sizes.GAP
_MOST_OF_SENTENCE = 0.42
_HEIGHT = re.compile(r'viewBox="0 0 \S+ (\S+)"')
_HERE = Path(__file__).parent
_draw = st.components.v2.component(
    "cwsdiag_stage",
    html='<div class="cw-stage" tabindex="-1"></div>',
    css=(_HERE / "stage.css").read_text("utf-8"),
    js=(_HERE / "stage.js").read_text("utf-8"),
    # Plotly draws nothing in a shadow: its style sheet stands in the document.
    isolate_styles=False,
)
_HIDDEN = "<style>.st-key-plotly-for-the-stage { display: none; }</style>"


@dataclass(frozen=True)
class Play:
    """What a stage shows.

    Attributes:
        slides: all of them; at least one.
        at: the one that is shown first, from 0.
        leave: in a callback, what leaving does.
        address: what the address says of each slide: texts by key, None for what it does not say.
    """

    slides: Sequence[Slide]
    at: int
    leave: Callable[[], None]
    address: Callable[[int], Mapping[str, str | None]]


def stage(play: Play) -> None:
    """Draw slides over the whole window."""
    ground: Ground = "dark" if st.context.theme.type == "dark" else "light"
    first, last = max(0, play.at - _BEFORE), min(len(play.slides), play.at + _BEHIND + 1)
    near = {str(place): _content(play, place, ground) for place in range(first, last)}
    if any("plotly" in one["large"] for one in near.values()):
        _fetch_plotly()
    _draw(
        key=_WIDGET,
        data={
            "slides": near,
            "count": len(play.slides),
            "at": play.at,
            "ground": ground,
            "over": _over(play, ground),
            "says": _says(),
        },
        on_at_change=lambda: _on_at(play),
        on_pick_change=lambda: None,
        on_leave_change=play.leave,
    )


def _content(play: Play, place: int, ground: Ground) -> Content:
    slide = play.slides[place]
    try:
        made = content(slide, ground)
    except CwsdiagError as error:
        made = failed(slide, on_page(error))
    return {**made, "address": play.address(place)}


def _fetch_plotly() -> None:
    """Make the browser fetch Plotly, which comes with the first chart of Streamlit's own: one that nobody sees."""
    st.html(_HIDDEN)
    st.plotly_chart({"data": [{"type": "scatter"}], "layout": {"height": 10}}, key=_PLOTLY, config={"staticPlot": True})


def _on_at(play: Play) -> None:
    """In a callback: go where the person went; the stage made the address say so."""
    place = st.session_state[_WIDGET]["at"]
    if isinstance(place, int) and 0 <= place < len(play.slides):
        for key, value in play.address(place).items():
            state.put(state.Key(key), value)


def _over(play: Play, ground: Ground) -> Content | None:
    """Return the words that were asked for in this run, if any."""
    asked: Any = (st.session_state.get(_WIDGET) or {}).get("pick")
    # Where it comes from, anything could be written.
    if not isinstance(asked, Mapping) or not isinstance(asked.get("data"), list):
        return None
    if asked.get("place") not in range(len(play.slides)):
        return None
    try:
        words = words_behind(play.slides[asked["place"]].exhibit, asked["data"])
        told = None if words is None else _words(words, ground)
    except CwsdiagError as error:
        told = {"title": _title(on_page(error)), "table": None, "sentence": {}}
    return None if told is None else {**told, "token": asked["token"]}


def _words(words: Exhibit, ground: Ground) -> Content:
    """Return words with what was made of them, and a sentence that has one."""
    table, title = words.table, _title(words.content.title)
    height = _OVER_HEIGHT - title["height"]
    drawn = sentence(words, ground, width=_OVER_ROOM, height=_MOST_OF_SENTENCE * height)
    left = height - _drawn_height(drawn)
    return {
        "title": title,
        "table": None if table is None else rows(table, width=_OVER_ROOM, height=left),
        "sentence": drawn,
    }


def _drawn_height(drawn: Content) -> float:
    """Return how high a drawing is; it takes no more than its lines need."""
    found = _HEIGHT.search(drawn.get("svg", ""))
    return 0.0 if found is None else float(found[1])


def _title(text: str) -> Content:
    return as_set(sizes.fitted(text, ((34, 1), (28, 1), (24, 2), (21, 3)), _OVER_ROOM))


def _says() -> dict[str, str]:
    """Return what the stage says by itself."""
    return {
        "leave": _("Leave"),
        "full": _("Full screen"),
        "back": _("Back to the slide"),
        "coming": _("The words are on their way …"),
        "waiting": _("The slide is on its way …"),
        "note": _("Note"),
        "no_note": _("No note on this slide."),
        "keys": _(
            "Keys: arrows, Space and a clicker turn the slides, a number jumps, B blanks, S shows the note, F fills "
            "the screen, Esc leaves."
        ),
    }
