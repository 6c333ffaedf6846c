"""Sentences, a part of the page Difficulty: many at once, a row each, in an order, and one of them opened large.

The drawing is an SVG that ``cwsdiag.charts`` makes; a component shows it, and says what was clicked in it.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import streamlit as st

from cwsdiag.charts.difficulty.sentence_rows import Role, rows_svg
from cwsdiag.charts.drawn.hard_rows import hard_rows_svg
from cwsdiag.charts.names import short_by_name
from cwsdiag.languages import _, language, n_, translated
from cwsdiag.ui.difficulty.words import to_word
from cwsdiag.ui.keeping import offers
from cwsdiag.ui.keeping.offers import Offer
from cwsdiag.ui.shell import leads, private_gold, state, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.views.hardness.scores import SHORT
from cwsdiag.views.hardness.sentences import HARDEST, MEMBERS, ORDERS, SYSTEMS, hard_sentence, hard_words, ranked

if TYPE_CHECKING:
    from cwsdiag.charts.theme import Ground
    from cwsdiag.ui.shell.view import View
    from cwsdiag.views.hardness.scores import Hardness

# As many as one sees at once on a projector.
ROWS = 12
_WIDGET = "rows of sentences"
_LONGEST_NAME = 26
_HERE = Path(__file__).parent
_draw = st.components.v2.component(
    "cwsdiag_sentence_rows",
    html='<div class="rows"></div>',
    css=(_HERE / "rows.css").read_text("utf-8"),
    js=(_HERE / "rows.js").read_text("utf-8"),
)


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
    """Draw a row for each of twelve sentences, and what leads to the others."""
    if view.withholds_gold:
        private_gold.part(view, what=_("Sentences and their words"))
        return
    order, wanted = _order(view), state.get(Key.TEXT) or ""
    found = ranked(hard, order, view.roles, wanted=wanted)
    if not found:
        said = _("No sentence holds “{text}”. The search compares characters and ignores blanks.", text=wanted)
        widgets.box("info", said)
        return
    opened = _opened(found)
    first = _first(found, opened)
    shown = found[first : first + ROWS]
    short = short_by_name(tuple(view.roles.values()), _LONGEST_NAME)
    roles = {role: Role(role.upper(), short[name], view.colours[name]) for role, name in view.roles.items()}
    ground: Ground = "dark" if st.context.theme.type == "dark" else "light"
    sentences = [hard_sentence(hard, view.roles, one, wanted=wanted) for one in shown]
    title = _title(view, order, first, len(found), wanted)
    offers.offer(
        Offer(
            f"difficulty-of-sentences-{order}-{first + 1}",
            "figure",
            title,
            place=".st-key-sentence-rows",
            drawing=lambda sheet: hard_rows_svg(sentences, roles=roles, sheet=sheet, ground="light", title=title),
        )
    )
    with st.container(key="sentence rows"):
        _draw(
            key=_WIDGET,
            data={
                "svg": rows_svg(
                    sentences,
                    roles=roles,
                    ground=ground,
                    title=title,
                    told=_defined(order),
                    opened=None if opened is None else opened + 1,
                ),
            },
            on_row_change=lambda: _on_row(first),
            on_word_change=lambda: _on_word(view, hard),
        )
    _onward(first, len(found), opened)


def _orders(view: View) -> list[str]:
    return [order for order in ORDERS if order != SYSTEMS or view.b is not None]


def _order(view: View) -> str:
    return state.choose(Key.BY, _orders(view), default=HARDEST) or HARDEST


def _opened(found: tuple[int, ...]) -> int | None:
    """Return the sentence that is large, where the address says one that is among those to be shown."""
    chosen = state.choose(Key.SENTENCE, {str(sentence + 1) for sentence in found})
    return None if chosen is None else int(chosen) - 1


def _first(found: tuple[int, ...], opened: int | None) -> int:
    """Return the place of the first row: that of the rows with the large sentence, else what the address says."""
    pages = {str(place + 1) for place in range(0, len(found), ROWS)}
    chosen = state.choose(Key.FROM, pages, default="1") or "1"
    return int(chosen) - 1 if opened is None else found.index(opened) // ROWS * ROWS


def _title(view: View, order: str, first: int, count: int, wanted: str) -> str:
    """Say which sentences stand in the rows."""
    said: dict[str, Any] = {
        "dataset": view.known.dataset.name,
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


def _on_row(first: int) -> None:
    """In a callback: open the row that was clicked, or close it where it is open; the others stay."""
    clicked = str(st.session_state[_WIDGET]["row"])
    opened = state.get(Key.SENTENCE) == clicked
    _turn(first)
    state.put(Key.SENTENCE, None if opened else clicked)


def _on_word(view: View, hard: Hardness) -> None:
    """In a callback: lead to all places of a word of the opened sentence that are as hard."""
    sentence, _point, number = str(st.session_state[_WIDGET]["word"]).partition(".")
    word = hard_words(hard, view.roles, int(sentence) - 1)[int(number) - 1]
    to_word(word.word, word.interval)


def _turn(first: int) -> None:
    """In a callback: show other rows."""
    state.put(Key.FROM, str(first + 1) if first else None)
    state.put(Key.SENTENCE, None)


def _onward(first: int, count: int, opened: int | None) -> None:
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
        if opened is None:
            widgets.note(_("A click on a row opens its sentence."))
        else:
            st.button(
                _("What all systems made of sentence {n:,}", n=opened + 1),
                key="to the sentence",
                icon=":material/arrow_forward:",
                type="tertiary",
                on_click=leads.to_sentence,
                args=(opened,),
            )
            widgets.note(_("A click on a word: all its places, among the words that are as hard."))
