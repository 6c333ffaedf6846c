"""Sentences, a part of the page Difficulty: some at once, each with the difficulty of its words.

The drawing is an SVG that ``cwsdiag.charts`` makes; a component shows it, and says what was clicked in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import streamlit as st

from cwsdiag.charts import theme
from cwsdiag.charts.ribbon import ribbon_svg
from cwsdiag.charts.sizes import PAGE
from cwsdiag.exhibits.exhibit import Content
from cwsdiag.languages import _, language, lazy, n_, translated
from cwsdiag.ui.difficulty.words import to_words
from cwsdiag.ui.shell import leads, private_gold, show, state, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.views.hardness import HARDEST, MEMBERS, ORDERS, SYSTEMS, hard_ribbon, ranked

if TYPE_CHECKING:
    from cwsdiag.charts.theme import Ground
    from cwsdiag.ui.shell.view import View
    from cwsdiag.views.hardness import Hardness

# As many as one sees at once on a projector.
ROWS = 6
_REMARKS = {
    HARDEST: lazy("By the mean difficulty of their words; those with fewer than five words come last."),
    SYSTEMS: lazy("By how many words just one of A and B gets right."),
    MEMBERS: lazy(
        "By how probable it is that one of two members of the committee gets a word and the other does not, mean of "
        "2d(1 − d); those with fewer than five words come last."
    ),
}


def rows_controls(view: View) -> None:
    """Draw what orders the rows, and the search among them."""
    if view.withholds_gold:
        return

    def choose(key: Key, value: str | None) -> None:
        state.put(key, value)
        state.put(Key.FROM, None)

    orders = _orders(view)
    state.draw_input(
        f"order of rows {language()}",
        st.selectbox,
        value=state.choose(Key.BY, orders) or HARDEST,
        changed=lambda order: choose(Key.BY, None if order == HARDEST else order),
        label=_("Order"),
        options=orders,
        format_func=lambda order: translated(ORDERS[order]),
        label_visibility="collapsed",
        width=145,
    )
    state.draw_input(
        "search rows",
        st.text_input,
        value=state.get(Key.TEXT) or "",
        changed=lambda text: choose(Key.TEXT, text),
        label=_("Search"),
        placeholder=_("Search"),
        icon=":material/search:",
        label_visibility="collapsed",
        width=150,
    )


def _orders(view: View) -> list[str]:
    return [order for order in ORDERS if order != SYSTEMS or view.b is not None]


def rows_part(view: View, hard: Hardness) -> None:
    """Draw some sentences, each whole, and what leads to the others."""
    if view.withholds_gold:
        private_gold.part(view, what=_("Sentences and their words"))
        return
    look, roles = view.look, view.roles
    order, wanted = state.choose(Key.BY, _orders(view)) or HARDEST, state.get(Key.TEXT) or ""
    every = ranked(hard, order, roles, wanted=wanted)
    count = len(every)
    if not every:
        said = _("No sentence holds “{text}”. The search compares characters and ignores blanks.", text=wanted)
        widgets.box("info", said)
        return
    first = int(state.choose(Key.FROM, {str(place + 1) for place in range(0, count, ROWS)}) or 1) - 1
    if wanted.strip():
        said = n_("{n:,} sentence that hold “{text}”", "{n:,} sentences that hold “{text}”", count, text=wanted)
    else:
        said = n_("{n:,} sentence", "{n:,} sentences", count)
    title = _(
        "{dataset}: {first:,} to {last:,} of {sentences}, {order}.",
        dataset=look.dataset.name,
        first=first + 1,
        last=min(first + ROWS, count),
        sentences=said,
        order=translated(ORDERS[order]),
    )
    colours = view.role_colours
    sentences = [hard_ribbon(hard, roles, one, colours=colours, wanted=wanted) for one in every[first : first + ROWS]]

    def drawn(width: float, type: float, ground: Ground, height: float | None) -> str:
        return ribbon_svg(sentences, width=width, type=type, ground=ground, title=title, height=height)

    # The hardest can be pinned, all can be saved.
    if order == HARDEST and not first and not wanted.strip():
        exhibit = show.exhibit(look, "hard-sentences", **view.pair)
    else:
        name = f"difficulty-of-sentences-{order}-{first + 1}"
        exhibit = show.alone("difficulty", name, Content(title, title, svg=drawn), look)
    with show.beside(exhibit, "sentence rows"):
        widgets.note(title, _REMARKS.get(order, ""))

    def on_word(place: str) -> None:
        """Lead to all places of a word, among the words that are as hard."""
        sentence, _point, number = place.partition(".")
        word = int(np.searchsorted(hard.gold.sentence_ids, int(sentence) - 1)) + int(number) - 1
        to_words(int(hard.weights.intervals()[word]), hard.gold.surfaces()[word])

    show.drawing(
        drawn(PAGE.width, 0.9 * theme.FONT_SIZE, show.ground(), None),
        key="sentence rows",
        on_row=lambda row: leads.to_sentence(int(row) - 1),
        on_word=on_word,
    )
    with widgets.controls("sentence rows", in_a_row=True):
        buttons = [
            (_("Previous {n}", n=ROWS), "previous rows", "P", first - ROWS if first else None),
            (_("Next {n}", n=ROWS), "next rows", "N", first + ROWS if first + ROWS < count else None),
        ]
        widgets.steps(buttons, lambda first: state.put(Key.FROM, str(first + 1) if first else None))
        widgets.note(
            _("A click on a sentence opens it; one on a word: all its places, among the words that are as hard.")
        )
