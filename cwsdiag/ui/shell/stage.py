"""Slides as one component draws them: beside their list, or presented over the window, turned by keys.

The component turns the slides by itself: the server sends those around the one that is shown, is told of each turn and
asked for the words behind a mark. A slide is laid out for a screen of 1280 × 720 and scaled to the place that it has;
the component sets texts and tables as large as they have room.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import plotly.io
import streamlit as st

from cwsdiag.charts.layout import inked, short_names
from cwsdiag.charts.theme import SLIDE, Ground
from cwsdiag.errors import CwsdiagError
from cwsdiag.exhibits.exhibit import Exhibit
from cwsdiag.exhibits.registry import made
from cwsdiag.findings import Lost, Shown
from cwsdiag.languages import _, lazy, n_
from cwsdiag.output import Table
from cwsdiag.views.look import Look
from cwsdiag.views.wording import on_page

Content = dict[str, Any]

# How many slides before and behind the one that is shown are there before they are asked for; behind one that the list
# asks for, which has pictures of all.
_BEFORE, _BEHIND = 1, 2
# In units of a screen of 1280 × 720, as stage.css has them: what is large on a slide, below a sentence and without one,
# and its smallest type, which is read where the screen is 480 pixels wide; a sentence among the words over a slide.
ROOM, LARGE, LARGEST, LEAST = 1192, 446, 552, 24
_OVER_ROOM, _OVER_SENTENCE = 1112, 220
_SIZE = replace(SLIDE, width=ROOM, least=LEAST, live=True)
# Of a table on a slide, and characters of a cell.
_MOST_ROWS, _WIDEST_CELL = 8, 36
# What a click asks for that words can be shown of.
_OPTIONS = ("system", "other", "attribute", "bucket", "which", "shape", "cause")
# What is large on a slide, as people call it.
FORMS = {"figure": lazy("chart"), "table": lazy("table"), "ribbon": lazy("example"), "headline": lazy("sentence")}
_HERE = Path(__file__).parent
_draw = st.components.v2.component(
    "cwsdiag_stage",
    html='<div class="cw-stage"><ol class="list"></ol><div class="screen"><div class="inner">'
    '<span class="count"></span><aside class="note"></aside><div class="over"></div><div class="controls"></div>'
    '</div><div class="blank"></div></div></div>',
    css=(_HERE / "stage.css").read_text("utf-8"),
    js=(_HERE / "stage.js").read_text("utf-8"),
    # Plotly draws nothing in a shadow: its style sheet stands in the document.
    isolate_styles=False,
)


def stage(
    every: Sequence[Shown | Lost],
    at: int,
    ground: Ground,
    *,
    key: str,
    presenting: bool,
    on_leave: Callable[[], None] = lambda: None,
    on_turn: Callable[[int], None] = lambda _place: None,
    on_move: Callable[[int, int], None] = lambda _place, _to: None,
) -> None:
    """Draw slides; what is behind their marks opens over them.

    Args:
        every: all of them, in their order; at least one.
        at: the place of the one that is shown, from 0.
        ground: light or dark.
        key: of the stage on its page.
        presenting: whether they are shown over the whole window; else beside the list of all.
        on_leave: in a callback: presenting is over.
        on_turn: in a callback: what another slide that is shown does, given its place.
        on_move: in a callback: what moving a slide does, given where it was and will be.
    """

    def event(name: str) -> Any:
        return st.session_state[key][name]

    # What is told late can be of slides that are gone.
    def turned() -> None:
        if event("at") < len(every):
            on_turn(event("at"))

    def moved() -> None:
        if max(event("move")) < len(every):
            on_move(*event("move"))

    near, asked = [*range(at - _BEFORE, at + _BEHIND + 1)], st.session_state.get(key) or {}
    if (further := asked.get("further")) is not None:
        near += range(further, further + _BEHIND + 1)
    slides = {every[n].finding.id: content(every[n], ground) for n in {*near} & {*range(len(every))}}
    if any("plotly" in one["large"] for one in slides.values()):
        # The browser fetches Plotly with the first chart of Streamlit's own: one that nobody sees.
        empty = {"data": [{"type": "scatter"}], "layout": {"height": 10}}
        st.plotly_chart(empty, key="plotly for the stage", config={"staticPlot": True})
    _draw(
        key=key,
        data={
            "slides": slides,
            "listed": [_listed(one) for one in every],
            "at": at,
            "ground": ground,
            "presenting": presenting,
            "over": _over(every, ground, asked.get("pick")),
            # What the stage says by itself.
            "says": {
                "leave": _("Leave"),
                "full": _("Full screen"),
                "back": _("Back to the slide"),
                "coming": _("The words are on their way …"),
                "waiting": _("The slide is on its way …"),
                "note": _("Note"),
                "no_note": _("No note on this slide."),
                "order": _("Drag it, or press Alt and an arrow, to move it."),
                "keys": _("Arrows turn slides, B blanks, S shows the note, F fills the screen, Esc leaves."),
            },
        },
        on_at_change=turned,
        on_move_change=moved,
        on_pick_change=lambda: None,
        on_further_change=lambda: None,
        on_leave_change=on_leave,
    )


def _listed(one: Shown | Lost) -> Content:
    """Return what stands of a slide in the list."""
    if isinstance(one, Lost):
        return {"id": one.finding.id, "title": one.finding.title, "kind": _("cannot be shown")}
    return {"id": one.finding.id, "title": one.title, "kind": "" if one.standing.is_same else _("changed")}


def content(slide: Shown | Lost, ground: Ground) -> Content:
    """Return a slide as the component draws it.

    Args:
        slide: what is shown; of one that is lost, why.
        ground: light or dark.
    """
    shared = {"note": slide.finding.note, "large": {}, "alive": False, "source": ""}
    if isinstance(slide, Lost):
        return {**shared, "title": slide.finding.title, "sentence": on_page(slide.problem)}
    exhibit, large = slide.on_slide, {}
    of = exhibit.content
    # What the title says is not said again.
    sentence = "" if slide.title == of.assertion and slide.large != "headline" else of.sentence
    high = LARGE if sentence else LARGEST
    if slide.large == "table" and exhibit.table is not None:
        large = rows(exhibit.table)
    elif slide.large == "ribbon":
        large = {"svg": exhibit.sentence_svg(ROOM, LEAST, ground, high)}
    elif slide.large == "figure" and of.chart is not None:
        chart = of.chart(replace(_SIZE, height=high))
        large = {"plotly": plotly.io.to_json(inked(chart, ground), validate=False)}
    elif slide.large == "figure" and of.svg is not None:
        large = {"svg": of.svg(ROOM, LEAST, ground, high)}
    return {
        **shared,
        "title": slide.title,
        "sentence": sentence,
        "source": exhibit.source,
        "large": large,
        "alive": leads_to_words(exhibit) and slide.large == "figure",
    }


def rows(table: Table) -> Content:
    """Return the first rows of a table, and how many there are beside them."""
    texts = [[_cut(cell) for cell in row] for row in table.cells(_MOST_ROWS)]
    beyond = len(table) - len(texts)
    more = n_("… and {n:,} more row", "… and {n:,} more rows", beyond) if beyond else "" if texts else _("no rows")
    return {"head": list(map(_cut, table.heads)), "rows": texts, "numbers": table.numbers, "more": more}


def _cut(text: str) -> str:
    return short_names([text], _WIDEST_CELL)[0]


def leads_to_words(exhibit: Exhibit) -> bool:
    """Return whether a click on its marks opens words: not where gold is private."""
    return exhibit.content.click is not None and isinstance(exhibit.look, Look)


def _over(every: Sequence[Shown | Lost], ground: Ground, asked: Any) -> Content | None:
    """Return the words that were asked for in this run, if any, with what was made of them, and a sentence."""
    slide = asked and next((one for one in every if one.finding.id == asked["id"]), None)
    if not isinstance(slide, Shown):
        return None
    try:
        words = words_behind(slide.exhibit, asked["data"])
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
