"""A text of one's own, a part of Sentences: cut by the built-in segmenter, which learns from the training text once."""

from __future__ import annotations

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
from cwsdiag.output.table import Table
from cwsdiag.ui.data import catalogue
from cwsdiag.ui.shell import empty, show, state, tables, widgets
from cwsdiag.ui.work import learning, progress, worker
from cwsdiag.ui.work.jobs import queue
from cwsdiag.ui.work.results import ask
from cwsdiag.views.columns import Column
from cwsdiag.views.ribbons import ribbon_alone
from cwsdiag.views.sentence import said_of, value_said
from cwsdiag.views.wording import number, on_page

if TYPE_CHECKING:
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
    file = None if view.entry is None else view.entry.files.training
    if file is None or training is None or not training.has_text:
        empty.empty_state(_NO_TRAINING, empty.to_files(lazy("Add training data")))
        return
    kept = st.session_state.get(_TYPED, "")

    def type_in(typed: str | None) -> None:
        st.session_state[_TYPED] = typed or ""
        if (typed or "").strip():
            _learn(file)

    with widgets.controls("own text", in_a_row=True):
        state.draw_input(
            "type a text",
            st.text_area,
            value=kept,
            changed=type_in,
            label=_("Text"),
            label_visibility="collapsed",
            placeholder=_("Type or paste a text: the built-in segmenter cuts it."),
            max_chars=LONGEST,
            height=100,
        )
        st.button(_("Cut"), key="cut", icon=":material/content_cut:")
    try:
        text = typed_text(kept, normalise=file.options.normalise)
    except SettingError as error:
        widgets.box("error", on_page(error))
        return
    if text is None:
        return
    job: Job[Segmenter] | None = queue().find(_stamp(file))
    if job is None or job.state in ("stopped", "failed"):
        if job is not None:
            progress.ended(job, "passes")
        st.button(_("Learn"), key="learn", type="primary", on_click=_learn, args=(file,))
    elif not job.done():
        progress.progress(job, "passes", key="own segmenter")
    else:
        _cut(view, job.result(), text)


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


def _cut(view: View, segmenter: Segmenter, text: Text) -> None:
    """Draw how a text is cut, and what its words are like."""
    training = view.look.dataset.training
    cut = segmenter.cut(text)
    known, work = described(cut, training), _members(view, segmenter, cut)
    apart = None if work is None else progress.answer(work)

    def says(_segmentation: Segmentation, word: int) -> str:
        lines = said_of(known, cut, word)
        return lines if apart is None else f"{lines}\n{_('disagreement')}\t{number(float(apart[word]))}"

    title = n_(
        "The built-in segmenter, which has learnt from {training}, makes {n:,} word of it.",
        "The built-in segmenter, which has learnt from {training}, makes {n:,} words of it.",
        len(cut),
        training="" if training is None else training.name,
    )
    ribbons = [
        Titled("", ribbon_alone(cut, sentence, segmenter.name, says, apart, _("disagreement of the committee")))
        for sentence in range(len(text.sentence_ends))
    ]
    surfaces = cut.surfaces()
    frame = pd.DataFrame({"word": list(surfaces)})
    columns = {"word": Column(lazy("word"))}
    if apart is not None:
        frame["disagreement"], columns["disagreement"] = apart, _DISAGREEMENT
    for attribute, values, names in known:
        frame[attribute.key] = [value_said(attribute, values, names, cut, word) for word in range(len(cut))]
        columns[attribute.key] = Column(translated(attribute.title), widgets.meaning(attribute))

    def drawn(width: float, type: float, ground: Any, height: float | None) -> str:
        return ribbon_svg(ribbons, width=width, type=type, ground=ground, title=title, height=height)

    content = Content(_("A text of one's own"), title, svg=drawn, table=lambda: Table(frame, columns))
    exhibit = show.alone("sentences", "own-text", content, view.look)
    with show.beside(exhibit, "own"):
        widgets.lead(title)
    show.drawing(drawn(900, theme.FONT_SIZE * 1.2, show.ground(), None), key="own ribbon")
    tables.table(frame, tables.columns(columns, word=110), key="own words", alt=title)
    if work is not None and (not work.done() or work.state == "failed"):
        progress.wait_for_answer(work, _("The members of the committee cut it …"))
