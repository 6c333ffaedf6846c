"""Sentences, two parts of the page Difficulty: many at once, a row each; one, with the difficulty of its words.

The drawing of rows is an SVG that ``cwsdiag.charts`` makes; a component shows it, and says what was clicked in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd
import streamlit as st

from cwsdiag.charts import theme
from cwsdiag.charts.ribbon import ribbon_svg
from cwsdiag.charts.sizes import PAGE
from cwsdiag.exhibits.exhibit import Content
from cwsdiag.languages import _, language, n_, translated
from cwsdiag.ui.difficulty.words import to_words
from cwsdiag.ui.shell import leads, private_gold, show, state, tables, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.views.columns import WORDS, Column
from cwsdiag.views.hardness import HARDEST, MEMBERS, ORDERS, SHORT, SYSTEMS, hard_ribbon, hard_words, ranked
from cwsdiag.views.wording import number, ordinal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.charts.theme import Ground
    from cwsdiag.frames import HardWord
    from cwsdiag.ui.shell.view import View
    from cwsdiag.views.hardness import Hardness

# As many as one sees at once on a projector.
ROWS = 6
_MARKS = {"right": "✓", "wrong": "✗", "off": "–"}


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
    remarks = {
        HARDEST: _(
            "By the mean difficulty of their words; those with fewer than {least} words come last.", least=SHORT
        ),
        SYSTEMS: _("By how many words just one of A and B gets right."),
        MEMBERS: _(
            "By how probable it is that one of two members of the committee gets a word and the other does not, mean "
            "of 2d(1 − d); those with fewer than {least} words come last.",
            least=SHORT,
        ),
    }
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
        widgets.note(title, remarks.get(order, ""))

    def on_word(place: str) -> None:
        sentence, _point, word = place.partition(".")
        _to_word(hard_words(hard, roles, int(sentence) - 1)[int(word) - 1])

    show.drawing(
        drawn(PAGE.width, 0.9 * theme.FONT_SIZE, show.ground(), None),
        key="sentence rows",
        on_row=lambda row: leads.to_sentence(int(row) - 1),
        on_word=on_word,
    )
    with widgets.controls("sentence rows", in_a_row=True):
        before = first - ROWS if first else None
        after = first + ROWS if first + ROWS < count else None
        widgets.steps(
            [
                (_("Previous {n}", n=ROWS), "previous rows", "P", before),
                (_("Next {n}", n=ROWS), "next rows", "N", after),
            ],
            lambda first: state.put(Key.FROM, str(first + 1) if first else None),
        )
        widgets.note(
            _("A click on a sentence opens it; one on a word: all its places, among the words that are as hard.")
        )


def part(view: View, hard: Hardness) -> None:
    """Draw the chosen sentence, the hardest where none is, with the way to harder and easier ones."""
    if view.withholds_gold:
        private_gold.part(view, what=_("Sentences and their words"))
        return
    order = hard.hardest
    sentence = int(state.choose(Key.SENTENCE, {str(one + 1) for one in order}) or order[0] + 1) - 1
    rank = order.index(sentence)
    said = {
        "sentences": n_("{n:,} sentence", "{n:,} sentences", len(order)),
        "mean": number(float(hard.sentence_means[sentence]), 2),
    }
    title = _("Sentence {n:,}", n=sentence + 1)
    if rank:
        said["place"] = ordinal(rank + 1)
        place = _("{place} hardest of {sentences}: mean difficulty {mean}", **said)
    else:
        place = _("hardest of {sentences}: mean difficulty {mean}", **said)
    widgets.heading(title, place)
    drawn = hard_ribbon(hard, view.roles, sentence, colours=view.role_colours).ribbon
    show.ribbon(drawn, title=f"{title}, {place}", key="hard sentence drawing", large=True)

    def go(sentence: int) -> None:
        state.put(Key.SENTENCE, str(sentence + 1))

    def changed(chosen: int | None) -> None:
        if chosen is not None:
            go(chosen - 1)

    with widgets.controls("hard sentence"), st.container(horizontal=True, vertical_alignment="bottom"):
        harder, easier = (order[at] if 0 <= at < len(order) else None for at in (rank - 1, rank + 1))
        widgets.steps(
            [
                (_("Hardest"), "sentence hardest", "H", order[0] if rank else None),
                (_("Harder"), "sentence harder", "P", harder),
                (_("Less hard"), "sentence less hard", "N", easier),
            ],
            go,
        )
        state.draw_input(
            "choose hard sentence",
            st.number_input,
            value=sentence + 1,
            changed=changed,
            label=_("Sentence"),
            min_value=1,
            max_value=len(order),
            step=1,
            width=110,
            help=_(
                "Ordered by the mean difficulty of their words; those with fewer than {least} words come last.",
                least=SHORT,
            ),
        )
        widgets.next_page("sentence", _("What all systems made of it"))
    with widgets.controls("hard words"):
        _words_table(hard_words(hard, view.roles, sentence), list(view.roles))


def _words_table(words: Sequence[HardWord], roles: Sequence[str]) -> None:
    """Draw the words as a table, closed at first; a click leads to all places of a word in its interval."""
    frame = pd.DataFrame(
        {
            "word": [one.word for one in words],
            "difficulty": [one.difficulty for one in words],
            "votes": [one.votes or None for one in words],
            **{role: [_MARKS[one.verdicts[role]] for one in words] for role in roles},
        }
    )
    columns: dict[str, Any] = {key: WORDS[key] for key in ("word", "difficulty", "votes") if frame[key].notna().any()}
    columns |= {role: Column(role.upper()) for role in roles}
    with st.expander(_("Words of the sentence")):
        tables.table(
            frame,
            tables.columns(columns, **{"word": 110, "votes": 190, **dict.fromkeys(roles, 60)}),
            key="hard words",
            lead=lambda row: _to_word(words[row]),
            alt=_("Words of the sentence with their difficulty"),
        )
        widgets.note(_("A click on a word: all its places, among the words that are as hard."))


def _to_word(word: HardWord) -> None:
    """In a callback: lead to all places of a word, among the words that are as hard."""
    to_words(word.interval, word.word)
