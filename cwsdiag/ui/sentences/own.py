"""A text of one's own, a part of Sentences: cut by the built-in segmenter, which learns from the training text once.

Systems that the project runs cut it too, for who may have them run.
"""

from __future__ import annotations

from concurrent.futures import wait
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

import pandas as pd
import streamlit as st

from cwsdiag.charts import theme
from cwsdiag.charts.ribbon import ribbon_svg
from cwsdiag.difficulty import cache_folder
from cwsdiag.difficulty.own import LONGEST, described, disagreement, member_cuts, typed_text
from cwsdiag.errors import SettingError
from cwsdiag.exhibits.exhibit import Content
from cwsdiag.frames import Titled
from cwsdiag.languages import _, lazy, n_, translated
from cwsdiag.output import Table
from cwsdiag.ui.data import catalogue
from cwsdiag.ui.shell import empty, show, state, tables, widgets
from cwsdiag.ui.work import commands, learning, progress, worker
from cwsdiag.ui.work.jobs import queue
from cwsdiag.ui.work.results import ask
from cwsdiag.views.columns import Column
from cwsdiag.views.ribbons import ribbon_of_cuts
from cwsdiag.views.sentence import said_of, value_text
from cwsdiag.views.wording import number, on_page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.difficulty import Segmenter
    from cwsdiag.project import File
    from cwsdiag.text import Floats, Segmentation, Text
    from cwsdiag.ui.shell.view import View
    from cwsdiag.ui.work.jobs import Job

_TYPED = "text of one's own"
_NO_TRAINING = lazy("A segmenter learns from segmented training text, which this dataset does not have.")
_DISAGREEMENT = Column(
    lazy("disagreement"), lazy("Share of the members of the committee that do not cut the word so."), format="score"
)


def draw(view: View) -> None:
    """Draw the box for the text, and how it is cut."""
    training = view.look.dataset.training
    file = None if view.entry is None or training is None or not training.has_text else view.entry.files.training
    systems = [system for system in commands.runnable(view.entry) if not system.hidden]
    if file is None and not systems:
        empty.empty_state(_NO_TRAINING, empty.to_files(lazy("Add training data")))
        return

    def typed_in() -> Text | None:
        return typed_text(st.session_state.get(_TYPED, ""), normalise=() if file is None else file.options.normalise)

    text, problem = None, ""
    try:
        text = typed_in()
    except SettingError as error:
        problem = on_page(error)

    def ask() -> None:
        with suppress(SettingError):  # said below the text
            if wanted := typed_in():
                if file is not None:
                    _learn(file)
                for system in systems:
                    commands.cut(system, wanted)

    def type_in(typed: str | None) -> None:
        for job in [] if text is None else [commands.of_text(system, text) for system in systems]:
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
            placeholder=_("Type or paste a text: the built-in segmenter cuts it.")
            if not systems
            else _("Type or paste a text: the systems that the project runs cut it."),
            max_chars=LONGEST,
            height=100,
        )
        st.button(_("Cut"), key="cut", icon=":material/content_cut:", on_click=ask)
    if problem:
        widgets.box("error", problem)
    if text is None:
        return
    cuts = _of_systems(systems, text)
    job: Job[Segmenter] | None = None if file is None else queue().find(_stamp(file))
    if file is not None and (job is None or job.state in ("stopped", "failed")):
        if job is not None:
            progress.ended(job, "passes")
        st.button(_("Learn"), key="learn", type="primary", on_click=_learn, args=(file,))
    elif job is not None and not job.done():
        progress.progress(job, "passes", key="own segmenter")
    elif job is not None:
        _cut(view, [job.result().cut(text), *cuts], job.result())
        return
    if cuts:
        _cut(view, cuts)


def _of_systems(systems: Sequence[File], text: Text) -> list[Segmentation]:
    """Return how systems cut a text, as far as they have; of the others draw how far they are, or why they failed."""
    jobs = [(system, job) for system in systems if (job := commands.of_text(system, text)) is not None]
    wait([job for _system, job in jobs], progress.PATIENCE)
    for place, (system, job) in enumerate(jobs):
        if not job.done():
            progress.watch(job, partial(commands.bar, job, system, key=f"cut {place}"))
        elif job.state == "failed":
            widgets.box("error", commands.problem(job, system), title=system.name)
    return [job.result() for _system, job in jobs if job.state == "done"]


def _stamp(file: File) -> tuple[str, str]:
    return "segmenter", file.stamp


def _learn(file: File) -> None:
    """In a callback: have the segmenter learnt, unless it is."""
    queue().put(_stamp(file), lambda job: worker.run(job, learning.segmenter, file, cache_folder()), total=0)


def _members(view: View, segmenter: Segmenter, cut: Segmentation) -> Job[Floats] | None:
    """Return the work on the disagreement of the committee that was made here; None where none was."""
    made = None if view.entry is None else catalogue.own_weights(view.entry).get("committee")
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
        Titled("", ribbon_of_cuts(cuts, sentence, view.look.colours, says, apart, _("disagreement of the committee")))
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
