"""The page Sentences: what happened here? The way from sentence to sentence, the sentence, and its words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import streamlit as st

from cwsdiag.diagnosis import sentence_ranking
from cwsdiag.languages import _, n_, p_, translated
from cwsdiag.ui.shell import leads, private_gold, show, state, tables, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.views.columns import WORDS, Column
from cwsdiag.views.hardness import HARDEST, hardness
from cwsdiag.views.ribbons import ribbon_of
from cwsdiag.views.sentence import SentenceWords

if TYPE_CHECKING:
    from cwsdiag.ui.shell.view import View

_ERRORS, _DISAGREEMENT, _TEXT = "errors", "disagreement", "text"


@dataclass(frozen=True)
class Walk:
    """The sentences one can go through, and where one stands.

    Attributes:
        order: what they are ordered by: ``errors``, ``disagreement``, ``text`` or ``hardest``.
        wanted: the text they hold, empty for all.
        sentences: their indices, in order.
        chosen: the index of the one that is shown; None where no sentence holds the text.
    """

    order: str
    wanted: str
    sentences: tuple[int, ...]
    chosen: int | None

    @property
    def rank(self) -> int:
        """Place of the shown sentence, from 0."""
        return 0 if self.chosen is None else self.sentences.index(self.chosen)

    def beside(self, step: int) -> int | None:
        """Return the sentence so many places on, None beyond the ends."""
        place = self.rank + step
        return self.sentences[place] if self.chosen is not None and 0 <= place < len(self.sentences) else None


def page() -> None:
    """Draw the page."""
    view = widgets.view_with_systems()
    if view is None:
        return
    if view.withholds_gold:
        private_gold.page(view, what=_("Sentences"))
        return
    look, walk = view.look, _walk(view)
    _controls(view, walk)
    if walk.chosen is None:
        said = _("No sentence holds “{text}”. The search compares characters and ignores blanks.", text=walk.wanted)
        widgets.box("info", said)
    else:
        more = [name for name in view.systems_at(Key.MORE) if name not in view.roles.values()]
        # A, B, and those chosen beside them as c, d, and so on.
        names = dict(view.roles)
        for place, name in enumerate(more, start=len(names)):
            names[chr(ord("a") + place) if place < 26 else f"s{place + 1}"] = name
        systems = {role: look.dataset.system(name) for role, name in names.items()}
        words = SentenceWords(look.diagnosis, walk.chosen, systems)
        exhibit = show.exhibit(look, "sentence", sentence=str(walk.chosen + 1), **view.pair)
        with show.beside(exhibit, "lead"):
            widgets.lead(exhibit.content.sentence, _place(walk))
        _ribbon(view, walk, words)
        _further(view, words, more)


def _walk(view: View) -> Walk:
    """Return the selected way through the sentences, and the selected sentence."""
    look, wanted = view.look, state.get(Key.TEXT) or ""
    order = state.choose(Key.ORDER, _orders(view)) or _ERRORS
    text = look.dataset.gold.text
    if order == _ERRORS:
        ranked = sentence_ranking.most_first(sentence_ranking.errors(look.diagnosis, view.roles["a"]))
    elif order == _DISAGREEMENT:
        ranked = sentence_ranking.most_first(sentence_ranking.disagreement(look.dataset, *view.roles.values()))
    elif order == HARDEST:
        ranked = np.array(hardness(look).hardest)
    else:
        ranked = np.arange(len(text.sentence_ends))
    sentences = tuple(ranked[sentence_ranking.holding(text, wanted)[ranked]].tolist())
    # In the address sentences count from 1.
    first = str(sentences[0] + 1) if sentences else None
    chosen = state.choose(Key.SENTENCE, {str(sentence + 1) for sentence in sentences}, default=first)
    return Walk(order, wanted, sentences, None if chosen is None else int(chosen) - 1)


def _orders(view: View) -> dict[str, str]:
    names = {_ERRORS: _("errors of A"), _DISAGREEMENT: _("disagreement"), _TEXT: _("text order")}
    if view.b is None:
        del names[_DISAGREEMENT]
    return names if view.look.dataset.difficulty is None else names | {HARDEST: _("difficulty")}


def _controls(view: View, walk: Walk) -> None:
    """Draw what leads from sentence to sentence."""
    names, shown = _orders(view), None if walk.chosen is None else walk.chosen + 1

    def go(sentence: int) -> None:
        state.put(Key.SENTENCE, str(sentence + 1))

    def reorder(order: str) -> None:
        state.put(Key.ORDER, order)
        # Who asks for the worst wants to see it; who asks for the text's own order, what stands around this one.
        state.put(Key.SENTENCE, None if shown is None or order != _TEXT else str(shown))

    def go_to_number(number: int | None) -> None:
        if number is not None:
            # Any sentence can be asked for by its number: the search must not stand in the way.
            if number - 1 not in walk.sentences:
                state.put(Key.TEXT, None)
            go(number - 1)

    with widgets.controls("sentence"), st.container(horizontal=True, vertical_alignment="bottom"):
        state.draw_input(
            "choose order",
            st.segmented_control,
            value=walk.order,
            changed=reorder,
            label=_("Order"),
            options=list(names),
            format_func=names.__getitem__,
            required=True,
            width="content",
            help=_("Disagreement: gold words that just one of A and B gets right.") if view.b is not None else None,
        )
        state.bind(
            Key.TEXT,
            st.text_input,
            value=walk.wanted,
            label=_("Search"),
            placeholder=_("sentences that hold …"),
            icon=":material/search:",
            width=180,
        )
        state.draw_input(
            "choose sentence",
            st.number_input,
            value=shown,
            changed=go_to_number,
            label=_("Sentence"),
            width=110,
            min_value=1,
            max_value=len(view.look.dataset.gold.text.sentence_ends),
            step=1,
        )
        # On the keyboard; R and C are taken by Streamlit.
        buttons = [
            (_("Previous"), "previous", "P", walk.beside(-1)),
            (p_("sentence", "Next"), "next", "N", walk.beside(1)),
        ]
        widgets.steps(buttons, go)


def _place(walk: Walk) -> str:
    """Say where a sentence stands among those one can go through."""
    count, wanted = len(walk.sentences), walk.wanted
    sentences = n_("{n:,} sentence", "{n:,} sentences", count)
    if wanted.strip():
        sentences = n_("{n:,} sentence that hold “{text}”", "{n:,} sentences that hold “{text}”", count, text=wanted)
    return _("{place:,} of {sentences}.", place=walk.rank + 1, sentences=sentences)


def _ribbon(view: View, walk: Walk, words: SentenceWords) -> None:
    """Draw the sentence, large, with what its rows and marks mean."""
    gold, dataset = words.gold, view.look.dataset
    drawn = ribbon_of(
        gold,
        words.systems,
        words.sentence,
        hits=sentence_ranking.hits_of(gold.text, walk.wanted),
        colours={role: view.colours[system.name] for role, system in words.systems.items()},
        says=words.says,
        weights=dataset.difficulty,
    )
    title = _("Sentence {number:,} of {dataset}", number=words.sentence + 1, dataset=dataset.name)
    show.ribbon(drawn, title=title, key="ribbon", large=True)


def _further(view: View, words: SentenceWords, more: list[str]) -> None:
    """Draw what is behind the sentence: more rows, the values of its words, and the way on to each of them."""
    table = words.frame()
    others = [name for name in view.look.systems if name not in view.roles.values()]

    with widgets.controls("words"):
        state.bind(
            Key.MORE,
            st.multiselect,
            value=more,
            to_text=view.places_of,
            label=_("More systems"),
            options=others,
            placeholder=_("a row for each") if others else _("there are no others"),
            disabled=not others,
        )
        columns = {"word": tables.Shown(WORDS["word"], width=100, pinned=len(words.systems) > 3)}
        for role in words.systems:
            side = role.upper()
            meaning = _("What {system} made of it: ✓ right, ✗ wrong, – not compared.", system=side)
            columns[role] = tables.Shown(Column(side, meaning), width=90)
        for attribute in (one.attribute for one in words.attributes):
            label, meaning = widgets.plain(translated(attribute.label)), widgets.meaning(attribute)
            value = Column(attribute.key, _("{attribute}: {meaning}", attribute=label, meaning=meaning))
            columns[attribute.key] = tables.Shown(value, width=120 if attribute.unit == "char" else 62)
        tables.table(
            table,
            columns,
            key="words of the sentence",
            lead=lambda row: leads.to_words(word=table["word"][row]),
            alt=_("Words of the sentence"),
        )
        widgets.note(_("A click on a row leads to all places of its word."))
