"""Sentences, a part of the page Difficulty: many at once, a row each, in an order, and one of them opened large.

The drawing is an SVG that ``cwsdiag.charts`` makes; a component shows it, and says what was clicked in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import streamlit as st

from cwsdiag.charts import theme
from cwsdiag.charts.ribbon import ribbon_svg
from cwsdiag.charts.sizes import PAGE
from cwsdiag.exhibits import Content
from cwsdiag.languages import _, language, n_, translated
from cwsdiag.ui.difficulty.words import to_word
from cwsdiag.ui.shell import leads, private_gold, show, state, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.views.hardness.scores import SHORT
from cwsdiag.views.hardness.sentences import HARDEST, MEMBERS, ORDERS, SYSTEMS, hard_ribbon, hard_words, ranked

if TYPE_CHECKING:
    from cwsdiag.charts.theme import Ground
    from cwsdiag.exhibits import Exhibit
    from cwsdiag.exhibits.exhibit import Drawing
    from cwsdiag.ui.shell.view import View
    from cwsdiag.views.hardness.scores import Hardness

# As many as one sees at once on a projector.
ROWS = 6


def controls(view: View) -> None:
    """Draw what orders the sentences, and the search among them."""
    if view.withholds_gold:
        return
    state.draw_input(
        f"order of rows {language()}",
        st.selectbox,
        value=_order(view),
        changed=lambda order: _choose(Key.BY, None if order == HARDEST else order),
        label=_("Order"),
        options=_orders(view),
        format_func=lambda order: translated(ORDERS[order]),
        label_visibility="collapsed",
        width=145,
    )
    state.draw_input(
        "search rows",
        st.text_input,
        value=state.get(Key.TEXT) or "",
        changed=lambda text: _choose(Key.TEXT, text),
        label=_("Search"),
        placeholder=_("Search"),
        icon=":material/search:",
        label_visibility="collapsed",
        width=150,
    )


def _choose(key: Key, value: str | None) -> None:
    """In a callback: show the first rows of another order or search."""
    state.put(key, value)
    _turn(0)


def part(view: View, hard: Hardness) -> None:
    """Draw some sentences, each whole, and what leads to the others."""
    if view.withholds_gold:
        private_gold.part(view, what=_("Sentences and their words"))
        return
    order, wanted = _order(view), state.get(Key.TEXT) or ""
    found = ranked(hard, order, view.roles, wanted=wanted)
    if not found:
        said = _("No sentence holds “{text}”. The search compares characters and ignores blanks.", text=wanted)
        widgets.box("info", said)
        return
    first = _first(found)
    title = _title(view, order, first, len(found), wanted)
    colours = view.role_colours
    sentences = [
        hard_ribbon(hard, view.roles, one, colours=colours, wanted=wanted) for one in found[first : first + ROWS]
    ]

    def drawn(width: float, type: float, ground: Ground, height: float | None) -> str:
        return ribbon_svg(sentences, width=width, type=type, ground=ground, title=title, height=height)

    with show.beside(_exhibit(view, order, first, title, drawn, wanted), "sentence rows"):
        widgets.note(f"{title} {_defined(order)}".strip())
    show.drawing(
        drawn(PAGE.width, 0.9 * theme.FONT_SIZE, show.ground(), None),
        key="sentence rows",
        on_row=lambda number: leads.to_sentence(int(number) - 1),
        on_word=lambda number: _to_word(view, hard, number),
    )
    _onward(first, len(found))


def _exhibit(view: View, order: str, first: int, title: str, drawn: Drawing, wanted: str) -> Exhibit:
    """Return what can be kept of the rows: the hardest can be pinned, all can be saved."""
    if order == HARDEST and not first and not wanted.strip():
        return show.exhibit(
            view.look, "hard-sentences", **dict(zip(("system", "other"), view.roles.values(), strict=False))
        )
    name = f"difficulty-of-sentences-{order}-{first + 1}"
    return show.alone("difficulty", name, Content(title, title, svg=drawn), view.look)


def _orders(view: View) -> list[str]:
    return [order for order in ORDERS if order != SYSTEMS or view.b is not None]


def _order(view: View) -> str:
    return state.choose(Key.BY, _orders(view), default=HARDEST) or HARDEST


def _first(found: tuple[int, ...]) -> int:
    """Return the place of the first sentence that is drawn: a multiple of how many are."""
    pages = {str(place + 1) for place in range(0, len(found), ROWS)}
    return int(state.choose(Key.FROM, pages, default="1") or "1") - 1


def _title(view: View, order: str, first: int, count: int, wanted: str) -> str:
    """Say which sentences stand in the rows."""
    said: dict[str, Any] = {
        "dataset": view.look.dataset.name,
        "first": first + 1,
        "last": min(first + ROWS, count),
        "order": translated(ORDERS[order]),
    }
    if wanted.strip():
        sentences = n_("{n:,} sentence that hold “{text}”", "{n:,} sentences that hold “{text}”", count, text=wanted)
    else:
        sentences = n_("{n:,} sentence", "{n:,} sentences", count)
    return _("{dataset}: {first:,} to {last:,} of {sentences}, {order}.", sentences=sentences, **said)


def _defined(order: str) -> str:
    """Say what an order goes by."""
    if order == HARDEST:
        return _("By the mean difficulty of their words; those with fewer than {least} words come last.", least=SHORT)
    if order == SYSTEMS:
        return _("By how many words just one of A and B gets right.")
    if order == MEMBERS:
        return _(
            "By how probable it is that one of two members of the committee gets a word and the other does not, mean "
            "of 2d(1 − d); those with fewer than {least} words come last.",
            least=SHORT,
        )
    return ""


def _to_word(view: View, hard: Hardness, place: str) -> None:
    """In a callback: lead to all places of a word of the opened sentence that are as hard."""
    sentence, _point, number = place.partition(".")
    word = hard_words(hard, view.roles, int(sentence) - 1)[int(number) - 1]
    to_word(word.word, word.interval)


def _turn(first: int) -> None:
    """In a callback: show other rows."""
    state.put(Key.FROM, str(first + 1) if first else None)


def _onward(first: int, count: int) -> None:
    """Draw what leads to other rows, and from the opened sentence to all that is known of it."""
    with widgets.controls("sentence rows"), st.container(horizontal=True, vertical_alignment="center"):
        steps = (("previous", _("Previous {n}", n=ROWS), -ROWS, "P"), ("next", _("Next {n}", n=ROWS), ROWS, "N"))
        for key, label, step, shortcut in steps:
            target = first + step
            st.button(
                label,
                key=f"{key} rows",
                shortcut=shortcut,
                disabled=not 0 <= target < count,
                on_click=_turn,
                args=(target,),
            )
        widgets.note(
            _("A click on a sentence opens it; one on a word: all its places, among the words that are as hard.")
        )
