"""The parts of the page Sentences: the way from sentence to sentence, the sentence, and its words."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import streamlit as st

from cwsdiag.diagnosis import sentence_ranking
from cwsdiag.frames import GOLD
from cwsdiag.languages import _, n_, p_, translated
from cwsdiag.languages.visible import visible
from cwsdiag.ui.shell import leads, private_gold, state, tables, widgets
from cwsdiag.ui.shell import show as shell
from cwsdiag.ui.shell.state import Key
from cwsdiag.views.columns import WORDS, Column
from cwsdiag.views.ribbons import ribbon_of
from cwsdiag.views.sentence import SentenceWords
from cwsdiag.views.wording import number, ordinal

if TYPE_CHECKING:
    from cwsdiag.exhibits import Exhibit
    from cwsdiag.ui.shell.view import View

ERRORS, DISAGREEMENT, TEXT = "errors", "disagreement", "text"
# On the keyboard; R and C are taken by Streamlit.
PREVIOUS_KEY, NEXT_KEY = "P", "N"
_ORDER_WIDGET, _NUMBER_WIDGET = "choose order", "choose sentence"
_WORD_WIDGET = "explore word"
_RIBBON = "ribbon"


@dataclass(frozen=True)
class Walk:
    """The sentences one can go through, and where one stands.

    Attributes:
        order: what they are ordered by: ``errors``, ``disagreement`` or ``text``.
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


def walk(view: View) -> Walk:
    """Return the selected way through the sentences, and the selected sentence."""
    orders = {ERRORS, TEXT} if view.b is None else {ERRORS, DISAGREEMENT, TEXT}
    order = state.choose(Key.ORDER, orders, default=ERRORS) or ERRORS
    wanted = state.get(Key.TEXT) or ""
    known = view.look
    text = known.dataset.gold.text
    if order == ERRORS:
        ranked = sentence_ranking.most_first(sentence_ranking.errors(known.diagnosis, view.roles["a"]))
    elif order == DISAGREEMENT:
        ranked = sentence_ranking.most_first(sentence_ranking.disagreement(known.dataset, *view.roles.values()))
    else:
        ranked = np.arange(len(text.sentence_ends))
    found = tuple(ranked[sentence_ranking.holding(text, wanted)[ranked]].tolist())
    # In the address sentences count from 1.
    options = {str(sentence + 1) for sentence in found}
    chosen = state.choose(Key.SENTENCE, options, default=str(found[0] + 1) if found else None)
    return Walk(order, wanted, found, None if chosen is None else int(chosen) - 1)


def controls(view: View, walk: Walk) -> None:
    """Draw what leads from sentence to sentence."""
    total = len(view.look.dataset.gold.text.sentence_ends)
    with widgets.controls("sentence"), st.container(horizontal=True, vertical_alignment="bottom"):
        _order_control(view, walk)
        _search(walk)
        _number(walk, total)
        steps = {"previous": (_("Previous"), -1, PREVIOUS_KEY), "next": (p_("sentence", "Next"), 1, NEXT_KEY)}
        for key, (label, step, shortcut) in steps.items():
            target = walk.beside(step)
            st.button(
                label,
                key=key,
                shortcut=shortcut,
                disabled=target is None,
                on_click=_go,
                args=(target,),
            )


def _order_control(view: View, walk: Walk) -> None:
    names = {ERRORS: _("errors of A"), DISAGREEMENT: _("disagreement"), TEXT: _("text order")}
    if view.b is None:
        del names[DISAGREEMENT]

    def changed(order: str) -> None:
        state.put(Key.ORDER, order)
        # Who asks for the worst wants to see it; who asks for the text's own order, what stands around this one.
        stays = walk.chosen if order == TEXT else None
        state.put(Key.SENTENCE, None if stays is None else str(stays + 1))

    state.draw_input(
        _ORDER_WIDGET,
        st.segmented_control,
        value=walk.order,
        changed=changed,
        label=_("Order"),
        options=list(names),
        format_func=names.__getitem__,
        required=True,
        width="content",
        help=_("Disagreement: gold words that just one of A and B gets right.") if view.b is not None else None,
    )


def _search(walk: Walk) -> None:
    state.bind(
        Key.TEXT,
        st.text_input,
        value=walk.wanted,
        label=_("Search"),
        placeholder=_("sentences that hold …"),
        icon=":material/search:",
        width=200,
    )


def _number(walk: Walk, total: int) -> None:
    def changed(given: int | None) -> None:
        if given is not None:
            # Any sentence can be asked for by its number: the search must not stand in the way.
            if given - 1 not in walk.sentences:
                state.put(Key.TEXT, None)
            _go(given - 1)

    shown = None if walk.chosen is None else walk.chosen + 1
    limits = {"min_value": 1, "max_value": total, "step": 1}
    state.draw_input(
        _NUMBER_WIDGET, st.number_input, value=shown, changed=changed, label=_("Sentence"), width=110, **limits
    )


def _go(sentence: int | None) -> None:
    if sentence is not None:
        state.put(Key.SENTENCE, str(sentence + 1))


def _more(view: View) -> list[str]:
    """Return the systems beside A and B that the address names."""
    return [name for name in view.systems_at(Key.MORE) if name not in view.roles.values()]


def _role(place: int) -> str:
    return chr(ord("a") + place) if place < 26 else f"s{place + 1}"


def headline(view: View, walk: Walk, sentence: int) -> tuple[str, str]:
    """Return the sentence's figures as one may quote them, and its place in the order."""
    dataset = view.look.dataset
    gold = int(np.count_nonzero(dataset.gold.sentence_ids == sentence))
    made = {role: _made(view, name, sentence, gold) for role, name in view.roles.items()}
    facts: dict[str, Any] = {
        "number": sentence + 1,
        "dataset": dataset.name,
        "words": n_("{n:,} gold word", "{n:,} gold words", gold),
    }
    if "b" in made:
        quotable = _("Sentence {number:,} of {dataset}, {words}: {a}; {b}.", **facts, **made)
    else:
        quotable = _("Sentence {number:,} of {dataset}, {words}: {a}.", **facts, **made)
    return quotable, _place(view, walk)


def _made(view: View, name: str, sentence: int, gold: int) -> str:
    """Say how many words of a sentence a system gets wrong, of how many where not all of them were compared."""
    figures = sentence_ranking.figures(view.look.diagnosis, name, sentence)
    wrong, f1 = figures.wrong, number(figures.f1)
    if figures.gold == gold:
        return _("{name} gets {wrong:,} wrong (F1 {f1})", name=name, wrong=wrong, f1=f1)
    return _(
        "{name} gets {wrong:,} of {compared:,} compared wrong (F1 {f1})",
        name=name,
        wrong=wrong,
        compared=figures.gold,
        f1=f1,
    )


def _place(view: View, walk: Walk) -> str:
    """Say where a sentence stands among those one can go through."""
    place, count, wanted = ordinal(walk.rank + 1), len(walk.sentences), walk.wanted
    if wanted.strip():
        sentences = n_("{n:,} sentence that hold “{text}”", "{n:,} sentences that hold “{text}”", count, text=wanted)
    else:
        sentences = n_("{n:,} sentence", "{n:,} sentences", count)
    if walk.order == TEXT:
        return _("{place} of {sentences} in the order of the text.", place=place, sentences=sentences)
    if walk.order == ERRORS:
        return _("{place} of {sentences} by errors of {name}.", place=place, sentences=sentences, name=view.a)
    return _(
        "{place} of {sentences} by disagreement of {a} and {b}.", place=place, sentences=sentences, a=view.a, b=view.b
    )


def sentence_words(view: View, sentence: int) -> SentenceWords:
    """Return the words of a sentence with their values, for A, B, and those chosen beside them as c, d, and so on."""
    more = {_role(place): name for place, name in enumerate(_more(view), start=len(view.roles))}
    systems = {role: view.look.dataset.system(name) for role, name in {**view.roles, **more}.items()}
    return SentenceWords(view.look.diagnosis, sentence, systems)


def show(view: View, walk: Walk, words: SentenceWords) -> None:
    """Draw the sentence, large, with what its rows and marks mean."""
    gold, systems = words.gold, words.systems
    colours = {role: view.colours[system.name] for role, system in systems.items()}
    width = len("".join(walk.wanted.split()))
    hits = {place + offset for place in sentence_ranking.places_of(gold.text, walk.wanted) for offset in range(width)}
    weights = view.look.dataset.difficulty
    drawn = ribbon_of(gold, systems, words.sentence, hits=hits, colours=colours, says=words.says, weights=weights)
    rows = [
        row if row.role in (GOLD, *view.roles) else replace(row, name=_wrong(view, row.name, words))
        for row in drawn.rows
    ]
    drawn = replace(drawn, rows=tuple(rows))
    title = _("Sentence {number:,} of {dataset}", number=words.sentence + 1, dataset=view.look.dataset.name)
    shell.ribbon(drawn, title=title, key=_RIBBON, large=True)


def _wrong(view: View, name: str, words: SentenceWords) -> str:
    wrong = sentence_ranking.figures(view.look.diagnosis, name, words.sentence).wrong
    return _("{name} · {n:,} wrong", name=name, n=wrong)


def _exhibit(view: View, sentence: int) -> Exhibit:
    systems = dict(zip(("system", "other"), view.roles.values(), strict=False))
    return shell.exhibit(view.look, "sentence", sentence=str(sentence + 1), **systems)


def further(view: View, words: SentenceWords) -> None:
    """Draw what is behind the sentence: more rows, the values of its words, and the way on to each of them."""
    table = words.frame()

    with widgets.controls("words"):
        left, right = st.columns([0.6, 0.4])
        with left:
            _more_systems(view)
        with right:
            _explore_word(table["word"].tolist())
        tables.leading_table(
            table,
            _columns(words),
            key="words of the sentence",
            lead=lambda row: leads.to_words(word=table["word"][row]),
            alt=_("Words of the sentence"),
        )
        widgets.note(_("A click on a row leads to all places of its word."))


def _more_systems(view: View) -> None:
    others = [name for name in view.look.systems if name not in view.roles.values()]
    state.bind(
        Key.MORE,
        st.multiselect,
        value=_more(view),
        to_text=view.places_of,
        label=_("More systems"),
        options=others,
        placeholder=_("a row for each") if others else _("there are no others"),
        disabled=not others,
    )


def _explore_word(words: list[str]) -> None:
    def changed(word: str | None) -> None:
        if word is not None:
            leads.to_words(word=word)

    state.draw_input(
        _WORD_WIDGET,
        st.selectbox,
        value=None,
        changed=changed,
        label=_("All places of a word"),
        options=list(dict.fromkeys(words)),
        format_func=visible,
        placeholder=_("a word of this sentence"),
    )


def _columns(words: SentenceWords) -> dict[str, Any]:
    columns = {"word": tables.Shown(WORDS["word"], width=100, pinned=len(words.systems) > 3)}
    for role in words.systems:
        made = Column(
            role.upper(), _("What {system} made of it: ✓ right, ✗ wrong, – not compared.", system=role.upper())
        )
        columns[role] = tables.Shown(made, width=90)
    for one in words.attributes:
        attribute = one.attribute
        meaning = _("{attribute}: {meaning}", attribute=translated(attribute.label), meaning=widgets.meaning(attribute))
        value = Column(attribute.key, meaning)
        # A value a character stands where the characters do.
        alignment, width = ("left", 120) if attribute.unit == "char" else ("right", 62)
        columns[attribute.key] = tables.Shown(value, width=width, alignment=alignment)
    return columns


def page() -> None:
    """Draw the page."""
    view = widgets.view_with_systems("sentence")
    if view is None:
        return
    if view.withholds_gold:
        private_gold.page(view, what=_("Sentences"))
        return
    found = walk(view)
    controls(view, found)
    if found.chosen is None:
        widgets.box(
            "info",
            _("No sentence holds “{text}”. The search compares characters and ignores blanks.", text=found.wanted),
        )
    else:
        words = sentence_words(view, found.chosen)
        with shell.beside(_exhibit(view, found.chosen), "lead"):
            widgets.lead(*headline(view, found, found.chosen))
        show(view, found, words)
        further(view, words)
    widgets.signature_line(view.look.diagnosis.signature)
