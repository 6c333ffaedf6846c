"""Sentences: what happened here? A list beside the sentence that is chosen, in place; or a text of one's own.

A text of one's own, a part of Sentences: cut by the built-in segmenter, which learns from the training text once.

Systems that the project runs cut it too, for who may have them run.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import wait
from dataclasses import dataclass
from functools import partial
from string import ascii_lowercase
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from cwsdiag.charts import theme
from cwsdiag.charts.ribbon import ribbon_svg
from cwsdiag.diagnosis import sentence_ranking
from cwsdiag.diagnosis.audit import Suspect
from cwsdiag.difficulty import Segmenter, cache_folder
from cwsdiag.difficulty.committees import LONGEST, described, disagreement, member_cuts, typed_text
from cwsdiag.errors import SettingError
from cwsdiag.exhibits import places
from cwsdiag.exhibits.exhibit import Content
from cwsdiag.languages import _, language, lazy, n_, p_, translated
from cwsdiag.output import Table
from cwsdiag.project import File
from cwsdiag.text import Floats, Places, Segmentation, Text
from cwsdiag.ui import commands, state
from cwsdiag.ui.data import catalogue
from cwsdiag.ui.shell import empty, leads, private_gold, progress, show, tables, widgets
from cwsdiag.ui.shell.in_place import in_place
from cwsdiag.ui.shell.view import View
from cwsdiag.ui.state import Key
from cwsdiag.ui.work import worker
from cwsdiag.ui.work.results import Job, ask, queue
from cwsdiag.views.columns import Column
from cwsdiag.views.ribbons import ribbon_of_cuts
from cwsdiag.views.sentence import (
    AUDIT,
    DISAGREEMENT,
    HARDEST,
    MEMBERS,
    ORDERS,
    TEXT,
    place_of,
    ranked,
    said_of,
    sentence_weights,
    value_text,
    word_at,
)
from cwsdiag.views.wording import number, on_page

OF_GOLD, OWN = "gold", "own"
_PARTS = {OF_GOLD: lazy("Sentences"), OWN: lazy("Your own text")}
# Of the list on a page of it: all are seen, so that the one that is chosen always is.
ROWS = 14
# Of the drawing, in pixels; rows times characters of one that is large.
_WIDTH, _ROOM = 720, 100
# Of systems beside A and B.
_ROLES = ascii_lowercase[2:]
_FAIL = lazy("Share of systems that miss a word, mean over the sentence. It stands in where no difficulties are known.")


@dataclass(frozen=True, eq=False)
class _Walk:
    """What one can go through, and where one stands.

    Attributes:
        order: of ``ORDERS``.
        wanted: the text that sentences hold, empty for all.
        sentences: their indices, in order; of places of gold those of each.
        suspects: the places of gold, where these are gone through.
        rank: place of what is shown in the order, from 0; None where it is not among them.
        shown: index of the sentence that is shown; None for none.
        word: the gold word that is marked; None for none.
    """

    order: str
    wanted: str
    sentences: Places
    suspects: Sequence[Sequence[Suspect]]
    rank: int | None
    shown: int | None
    word: int | None

    def go(self, view: View, rank: int) -> None:
        """In a callback: show another."""
        gold = view.look.dataset.gold
        state.put(Key.SENTENCE, str(self.sentences[rank] + 1))
        state.put(Key.PLACE, place_of(gold, _first_word(gold, self.suspects[rank])) if self.suspects else None)


def page() -> None:
    """Draw the page."""
    view = widgets.view_with_systems()
    if view is None:
        return
    if view.withholds_gold:
        private_gold.page(view, what=_("Sentences"))
    else:
        _page(view)


@in_place
def _page(view: View) -> None:
    with widgets.controls("sentence", in_a_row=True):
        part = widgets.segments(Key.PART, _PARTS, label=_("View"))
        if part == OF_GOLD:
            work = ask(view.look, "audit", lambda: view.open.audit)
            result = progress.answer(work)
            suspects: Sequence[Sequence[Suspect]] = () if result is None else result.places
            walk = _walk(view, suspects)
            _controls(view, walk)
    if part == OWN:
        draw(view)
        return
    # Its style sheet puts them beside each other: columns would be more parts, each of which takes its time.
    with st.container(key="sentences"):
        _list(view, walk)
        _detail(view, walk, suspects)
    if result is None:
        under_way = _("Looking through gold …") if walk.order == AUDIT else ""
        progress.wait_for_answer(work, under_way)


def _orders(view: View) -> dict[str, str]:
    there: dict[str, str] = dict(ORDERS)
    if view.b is None:
        del there[DISAGREEMENT]
    if view.look.dataset.difficulty is None:
        there[HARDEST] = lazy("most systems fail")
        del there[MEMBERS]
    return there


def _walk(view: View, suspects: Sequence[Sequence[Suspect]]) -> _Walk:
    """Return the selected way through the sentences, and the selected sentence."""
    gold, wanted = view.look.dataset.gold, state.get(Key.TEXT) or ""
    order = state.choose(Key.ORDER, _orders(view)) or HARDEST
    holding = sentence_ranking.holding(gold.text, wanted)
    if order == AUDIT:
        # Two proposals for one place are one stop: its detail has both.
        first = {alike[0].start: alike for alike in reversed(suspects) if holding[alike[0].sentence]}
        suspects = [alike for alike in suspects if first.get(alike[0].start) is alike]
        sentences: Places = np.array([alike[0].sentence for alike in suspects], dtype=np.intp)
    else:
        suspects, sentences = (), ranked(view.look, order, *view.roles.values())
        sentences = sentences[holding[sentences]]
    word = word_at(gold, state.get(Key.PLACE) or "")
    if word is None:
        state.correct(Key.PLACE, None)
    asked = state.choose(Key.SENTENCE, map(str, range(1, len(holding) + 1)))
    sentence = int(asked) - 1 if asked is not None else None if word is None else int(gold.sentence_ids[word])
    ranks = np.flatnonzero(sentences == sentence).tolist()
    if sentence is None or (not ranks and wanted.strip()):
        sentence, ranks = (int(sentences[0]), [0]) if len(sentences) else (None, [])
        if suspects and word is None:
            word = _first_word(gold, suspects[0])
    if word is not None and gold.sentence_ids[word] != sentence:
        # Another page has it, where it may still be looked for.
        word = None
    if word is not None and suspects:
        ranks = [rank for rank in ranks if _first_word(gold, suspects[rank]) == word] or ranks
    return _Walk(order, wanted, sentences, suspects, next(iter(ranks), None), sentence, word)


def _first_word(gold: Segmentation, alike: Sequence[Suspect]) -> int:
    return int(np.searchsorted(gold.word_ends, np.int32(alike[0].start), side="right"))


def _controls(view: View, walk: _Walk) -> None:
    """Draw what orders and searches, and what leads from sentence to sentence."""
    names = _orders(view)

    def reorder(order: str) -> None:
        state.put(Key.ORDER, None if order == HARDEST else order)
        # Who asks for the worst wants to see it; who asks for the text's own order, what stands around this one.
        if order != TEXT:
            state.put(Key.SENTENCE, None)
            state.put(Key.PLACE, None)

    def go_to_number(number: int | None) -> None:
        if number is not None:
            # Any sentence can be asked for by its number: the search must not stand in the way.
            if number - 1 not in walk.sentences:
                state.put(Key.TEXT, None)
            state.put(Key.SENTENCE, str(number))
            state.put(Key.PLACE, None)

    state.draw_input(
        f"choose order {language()}",
        st.selectbox,
        value=walk.order,
        changed=reorder,
        label=_("Order"),
        label_visibility="collapsed",
        options=list(names),
        format_func=lambda order: translated(names[order]),
        width=180,
    )
    state.bind(
        Key.TEXT,
        st.text_input,
        value=walk.wanted,
        label=_("Search"),
        label_visibility="collapsed",
        placeholder=_("Search /"),
        icon=":material/search:",
        width=170,
    )
    state.draw_input(
        "choose sentence",
        st.number_input,
        value=None if walk.shown is None else walk.shown + 1,
        changed=go_to_number,
        label=_("Sentence"),
        label_visibility="collapsed",
        width=130,
        min_value=1,
        max_value=len(view.look.dataset.gold.text.sentence_ends),
        step=1,
    )
    there = range(len(walk.sentences))
    before, after = (-1, -1) if walk.rank is None else (walk.rank - 1, walk.rank + 1)
    # On the keyboard; R and C are taken by Streamlit.
    for label, key, rank in ((_("Previous"), "K", before), (p_("sentence", "Next"), "J", after)):
        st.button(
            label, key=f"go by {key}", shortcut=key, disabled=rank not in there, on_click=walk.go, args=(view, rank)
        )
    others, more = _more(view)
    state.bind(
        Key.MORE,
        st.multiselect,
        value=more,
        to_text=view.places_of,
        label=_("More systems"),
        label_visibility="collapsed",
        options=others,
        max_selections=len(_ROLES),
        placeholder=_("More systems") if others else _("there are no others"),
        disabled=not others,
        width=230,
    )


def _more(view: View) -> tuple[list[str], list[str]]:
    """Return the systems beside A and B, and those of them that are chosen."""
    others = [name for name in view.look.systems if name not in view.roles.values()]
    return others, [name for name in view.systems_at(Key.MORE) if name in others]


def _list(view: View, walk: _Walk) -> None:
    """Draw the page of the list on which the shown sentence stands."""
    count, look, dataset = len(walk.sentences), view.look, view.look.dataset
    if not count:
        nowhere = _("No sentence holds “{text}”. The search compares characters and ignores blanks.", text=walk.wanted)
        widgets.box("info", nowhere if walk.wanted.strip() else _("No place of gold is worth a look."))
        return
    first = (walk.rank or 0) // ROWS * ROWS
    chosen = walk.sentences[first : first + ROWS]
    columns = {"sentence": Column(lazy("no."), lazy("Number of the sentence."), format="count")}
    if walk.suspects:
        frame = pd.DataFrame(places.audit_rows(dataset.gold, walk.suspects[first : first + ROWS]))
        columns |= {key: places.AUDIT_COLUMNS[key] for key in ("gold", "proposal", "why")}
    else:
        frame = pd.DataFrame({"sentence": chosen + 1, "weight": sentence_weights(look)[chosen]})
        frame["text"] = list(map(dataset.gold.text.sentence, chosen.tolist()))
        columns["text"] = Column(lazy("text"))
        for role, name in view.roles.items():
            frame[role] = sentence_ranking.errors(look.diagnosis, name)[chosen]
            meaning = _("Words that {system} gets wrong.", system=widgets.plain(name))
            columns[role] = Column(role.upper(), meaning, format="count")
        columns["weight"] = Column(lazy("systems fail"), _FAIL, format="score")
        if dataset.difficulty is not None:
            meaning = lazy("Mean difficulty of its words, from 0 to 1.")
            columns["weight"] = Column(lazy("difficulty"), meaning, format="score")
    tables.choosing_table(
        frame,
        tables.columns(columns, gold=90, proposal=90),
        key=f"sentences {walk.order}",
        chosen=None if walk.rank is None else walk.rank - first,
        lead=lambda row: walk.go(view, first + row),
        alt=_("Sentences in this order"),
    )
    with widgets.controls("list", in_a_row=True):
        widgets.note(_place(walk))
        if dataset.difficulty is None and dataset.training is not None:
            widgets.next_page("difficulty", _("Make difficulties (about 1 minute)"), icon=None)
        for step, side, label in ((-ROWS, "left", _("Previous {n}", n=ROWS)), (ROWS, "right", _("Next {n}", n=ROWS))):
            st.button(
                "",
                key=f"list {side}",
                icon=f":material/keyboard_double_arrow_{side}:",
                help=label,
                type="tertiary",
                disabled=not 0 <= first + step < count,
                on_click=walk.go,
                args=(view, first + step),
            )
        if walk.suspects:
            show.menu(show.exhibit(look, "audit"), key="audit")


def _place(walk: _Walk) -> str:
    """Say where a sentence stands among those one can go through."""
    count, wanted = len(walk.sentences), walk.wanted
    if walk.suspects:
        things = n_("{n:,} place", "{n:,} places", count)
    elif wanted.strip():
        things = n_("{n:,} sentence that hold “{text}”", "{n:,} sentences that hold “{text}”", count, text=wanted)
    else:
        things = n_("{n:,} sentence", "{n:,} sentences", count)
    if walk.rank is None:
        return things
    return _("{place:,} of {sentences}.", place=walk.rank + 1, sentences=things)


def _detail(view: View, walk: _Walk, suspects: Sequence[Sequence[Suspect]]) -> None:
    """Draw the sentence that is shown."""
    if walk.shown is None:
        return
    look, gold = view.open, view.look.dataset.gold
    _others, more = _more(view)
    # A, B, and those chosen beside them.
    roles = dict(zip(_ROLES, more, strict=False))
    options = {"sentence": str(walk.shown + 1), **view.pair}
    if walk.word is not None:
        options["place"] = place_of(gold, walk.word)
    content = places.sentence(look, **options, more=roles, wanted=walk.wanted, suspects=suspects, short=True)
    with show.beside(show.exhibit(look, "sentence", content, **options), "lead"):
        widgets.lead(content.sentence, places.audit(look).remark if walk.suspects else "")
    first = int(np.searchsorted(gold.sentence_ids, np.int32(walk.shown)))
    # Large where there is room for it.
    room = (1 + len(view.pair) + len(more)) * len(gold.text.sentence(walk.shown))
    type = theme.FONT_SIZE * (1.3 if room <= _ROOM else 1.0)
    show.drawing(
        "" if content.svg is None else content.svg(_WIDTH, type, show.ground(), None),
        key="ribbon",
        on_word=lambda number: leads.to_words(word=gold.surfaces()[first + number - 1]),
    )


_TYPED = "text of one's own"
_NO_TRAINING = lazy("A segmenter learns from segmented training text, which this dataset does not have.")
_DISAGREEMENT = Column(
    lazy("disagreement"), lazy("Share of the members of the committee that do not cut the word so."), format="score"
)


def draw(view: View) -> None:
    """Draw the box for the text, and how it is cut."""
    training = view.look.dataset.training
    file = None if training is None or not training.has_text else view.opened.files.training
    systems = [system for system in commands.runnable(view.opened) if not system.hidden]
    if file is None and not systems:
        empty.empty_state(_NO_TRAINING, empty.to_files(lazy("Add training data")))
        return

    text, problem = _typed(file)

    def ask() -> None:
        wanted, _problem = _typed(file)
        if wanted is not None:
            if file is not None:
                learn = partial(worker.learnt, worker.segmenter)
                queue().put(_stamp(file), lambda job: worker.run(job, learn, file, cache_folder()), total=0)
            for system in systems:
                commands.cut(system, wanted)

    def type_in(typed: str | None) -> None:
        for job in [] if text is None else [commands.job_of(system, text) for system in systems]:
            if job is not None and not job.done():
                job.stop()
        st.session_state[_TYPED] = typed or ""
        ask()

    with widgets.controls("own text", in_a_row=True):
        state.draw_input(
            "type a text",
            st.text_area,
            value=st.session_state.get(_TYPED, ""),
            changed=type_in,
            label=_("Text"),
            label_visibility="collapsed",
            placeholder=_("Type or paste a text."),
            max_chars=LONGEST,
            height=100,
        )
        st.button(_("Cut"), key="cut", icon=":material/content_cut:", on_click=ask)
    if problem:
        widgets.box("error", problem)
    if text is None:
        return
    cuts = _of_systems(systems, text)
    segmenter: Segmenter | None = None
    if file is not None and (job := queue().find(_stamp(file))) is not None:
        progress.progress(job, key="own segmenter")
        if job.state == "done":
            segmenter = job.result()
            cuts = [segmenter.cut(text), *cuts]
    if cuts:
        _cut(view, cuts, segmenter)


def _typed(file: File | None) -> tuple[Text | None, str]:
    """Return the text that was typed, read as the training data is, or why it cannot be cut."""
    try:
        normalise = () if file is None else file.options.normalise
        return typed_text(st.session_state.get(_TYPED, ""), normalise=normalise), ""
    except SettingError as error:
        return None, on_page(error)


def _of_systems(systems: Sequence[File], text: Text) -> list[Segmentation]:
    """Return how systems cut a text, as far as they have; of the others draw how far they are, or why they failed."""
    jobs = [(system, job) for system in systems if (job := commands.job_of(system, text)) is not None]
    wait([job for _system, job in jobs], progress.PATIENCE)
    for place, (system, job) in enumerate(jobs):
        if not job.done():
            progress.watch(job, partial(commands.bar, job, system, key=f"cut {place}"))
        elif job.state == "failed":
            widgets.box("error", commands.problem(job, system), title=system.name)
    return [job.result() for _system, job in jobs if job.state == "done"]


def _stamp(file: File) -> tuple[str, str]:
    return "segmenter", file.stamp


def _members(view: View, segmenter: Segmenter, cut: Segmentation) -> Job[Floats] | None:
    """Return the work on the disagreement of the committee that was made here; None where none was."""
    made = catalogue.own_weights(view.opened).get("committee")
    job = None if made is None else queue().find(made.stamp)
    if job is None or job.state != "done":
        return None
    committee, folder = job.result(), worker.place().shared_cache or cache_folder()
    # Texts and committees differ: each has its own answer.
    question = ("disagreement", committee.digest, cut.text.chars, cut.text.sentence_ends.tobytes())
    return ask(view.look, question, lambda: disagreement(cut, [*member_cuts(committee, segmenter, cut.text, folder)]))


def _cut(view: View, cuts: Sequence[Segmentation], segmenter: Segmenter | None = None) -> None:
    """Draw how a text is cut, and what the words of the first are like, which is the segmenter where there is one."""
    training, cut = view.look.dataset.training, cuts[0]
    every = {one: described(one, training) for one in cuts}
    known, work = every[cut], None if segmenter is None else _members(view, segmenter, cut)
    apart = None if work is None else progress.answer(work)

    def says(one: Segmentation, word: int) -> str:
        lines = said_of(every[one], one, word)
        more = "" if apart is None or one is not cut else f"\n{_('disagreement')}\t{number(float(apart[word]))}"
        return lines + more

    title = (
        n_("{system} makes {n:,} word of it.", "{system} makes {n:,} words of it.", len(cut), system=cut.name)
        if segmenter is None
        else n_(
            "The built-in segmenter, which has learnt from {training}, makes {n:,} word of it.",
            "The built-in segmenter, which has learnt from {training}, makes {n:,} words of it.",
            len(cut),
            training="" if training is None else training.name,
        )
    )
    ribbons = [
        ribbon_of_cuts(cuts, sentence, view.look.colours, says, apart, _("disagreement of the committee"))
        for sentence in range(len(cut.text.sentence_ends))
    ]
    surfaces = cut.surfaces()
    frame = pd.DataFrame({"word": list(surfaces)})
    columns = {"word": Column(lazy("word"))}
    if apart is not None:
        frame["disagreement"], columns["disagreement"] = apart, _DISAGREEMENT
    for attribute, values, names in known:
        frame[attribute.key] = [value_text(attribute, values, names, cut, word) for word in range(len(cut))]
        columns[attribute.key] = Column(translated(attribute.title), widgets.meaning(attribute))

    def drawn(width: float, type: float, ground: Any, height: float | None) -> str:
        return ribbon_svg(ribbons, width=width, type=type, ground=ground, title=title, height=height)

    content = Content(_("A text of one's own"), title, svg=drawn, table=lambda: Table(frame, columns))
    exhibit = show.alone("sentences", "own-text", content, view.look)
    with show.beside(exhibit, "own"):
        widgets.lead(title)
    show.drawing(drawn(900, theme.FONT_SIZE * 1.2, show.ground(), None), key="own ribbon")
    if len(cuts) > 1:
        widgets.note(_("Filled: words that not all of them make. The table is of the first."))
    tables.table(frame, tables.columns(columns, word=110), key="own words", alt=title)
    if work is not None and (not work.done() or work.state == "failed"):
        progress.wait_for_answer(work, _("The members of the committee cut it …"))
