"""Judging, sentence after sentence: nothing here names a system or shows gold."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.errors import JudgingError
from cwsdiag.judging import shown_order
from cwsdiag.judging.models import BEST, SECOND
from cwsdiag.languages import _, p_
from cwsdiag.ui.data.board_entry import said
from cwsdiag.ui.judging.seen import ON
from cwsdiag.ui.shell import ribbon, state, widgets
from cwsdiag.ui.shell.state import Key

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.judging import Candidate, Item, Mark
    from cwsdiag.ui.judging.seen import Desk, Seen

# As on the page Sentences; R and C are taken by Streamlit.
BACK_KEY, NEXT_KEY = "P", "N"
_NEITHER = "neither"
_CYCLE: dict[str | None, Mark | None] = {None: BEST, BEST: SECOND, SECOND: None}
_KEYS = 9


def page(seen: Seen) -> None:
    """Draw the sentence where the judge stands, or thank them."""
    desk, total = seen.desk, len(seen.known.to_judge)
    if desk.place >= total:
        _thanks(seen)
        return
    item = seen.known.to_judge[desk.place]
    here = (desk.study, desk.judge, item.number)
    if desk.marked != here:
        before = seen.done(desk.judge).get(item.number)
        desk.marked, desk.marks = here, {} if before is None else dict(before.marks)
    _bar(seen, item)
    if desk.code:
        _code(desk)
    if desk.refusal is not None:
        widgets.box("error", said(desk.refusal, seen.file.path), title=_("This was not saved"))
    _candidates(desk, item, shown_order(seen.known, desk.judge, item))
    widgets.note(
        _(
            "Mark the best and the second best; several may share a mark. Words that not all candidates share are "
            "shaded. On the keyboard: 1 to {keys} change a mark, {next} goes on, {back} back.",
            keys=_KEYS,
            next=NEXT_KEY,
            back=BACK_KEY,
        )
    )


def _bar(seen: Seen, item: Item) -> None:
    """Draw how far the judge has come and the buttons, in the same place for every sentence."""
    desk, total = seen.desk, len(seen.known.to_judge)
    left, right = st.columns([0.55, 0.45], vertical_alignment="center")
    with left:
        widgets.lead(
            _("Which is best? {place:,} of {total:,}", place=desk.place + 1, total=total),
            _("Judge: {judge}. What you have marked is kept when you go on.", judge=desk.judge),
        )
    with right, st.container(horizontal=True, horizontal_alignment="right"):
        st.button(
            _("Stop"),
            icon=":material/logout:",
            type="tertiary",
            key="stop",
            on_click=desk.leave,
            help=_("Come back with the same name and your code to go on where you stopped."),
        )
        st.button(
            p_("sentence", "Back"),
            shortcut=BACK_KEY,
            key="back",
            disabled=not desk.place,
            on_click=_go,
            args=(desk, -1),
        )
        st.button(
            p_("sentence", "Next") if desk.place + 1 < total else _("Finish"),
            shortcut=NEXT_KEY,
            type="primary",
            key="next",
            disabled=BEST not in desk.marks.values(),
            help=_("Mark at least one as best to go on."),
            on_click=_store,
            args=(seen, item),
        )
    st.progress(len(seen.done(desk.judge)) / total)


def _code(desk: Desk) -> None:
    """Show the code that a new judge comes back with, until they have kept it."""
    with st.container(border=True, key="code of the judge"), st.container(horizontal=True, vertical_alignment="center"):
        st.code(desk.code, language=None, width="content")
        widgets.note(
            _(
                "Your code, shown this once: with your name and it you go on where you stopped, and nobody else judges "
                "in your name."
            )
        )
        st.button(_("I have kept it"), key="code kept", icon=":material/check:", on_click=_forget, args=(desk,))


def _forget(desk: Desk) -> None:
    desk.code = ""


def _candidates(desk: Desk, item: Item, candidates: Sequence[Candidate]) -> None:
    ways = [candidate.words for candidate in candidates]
    for place, candidate in enumerate(candidates, start=1):
        number, words, marks = st.columns([0.08, 0.69, 0.23], vertical_alignment="center")
        with number:
            st.button(
                # The key stands beside it: “No. 1”.
                _("No.") if place <= _KEYS else _("No. {place}", place=place),
                key=f"candidate {place}",
                type="tertiary",
                shortcut=str(place) if place <= _KEYS else None,
                on_click=_change,
                args=(desk, candidate),
            )
        with words:
            st.html(ribbon.way(candidate.words, ways, label=_("Candidate {place}", place=place)))
        with marks:
            _marks(desk, item, candidate, _("Mark of candidate {place}", place=place))


def _marks(desk: Desk, item: Item, candidate: Candidate, label: str) -> None:
    name = f"mark {item.number} {candidate.key}"
    # Set before every run: it shows what the desk has, wherever that was changed.
    st.session_state[name] = desk.marks.get(candidate.key, _NEITHER)

    def chosen() -> None:
        given = st.session_state[name]
        _put(desk, candidate, None if given == _NEITHER else given)

    labels = {BEST: p_("mark", "Best"), SECOND: p_("mark", "Second"), _NEITHER: "–"}
    st.segmented_control(
        label,
        list(labels),
        format_func=labels.__getitem__,
        key=name,
        on_change=chosen,
        required=True,
        label_visibility="collapsed",
    )


def _change(desk: Desk, candidate: Candidate) -> None:
    """In a callback: best, second, neither, and round again."""
    _put(desk, candidate, _CYCLE[desk.marks.get(candidate.key)])


def _put(desk: Desk, candidate: Candidate, mark: Mark | None) -> None:
    if mark is None:
        desk.marks.pop(candidate.key, None)
    else:
        desk.marks[candidate.key] = mark


def _go(desk: Desk, step: int) -> None:
    desk.place, desk.refusal = desk.place + step, None


def _store(seen: Seen, item: Item) -> None:
    """In a callback: keep what was marked, and go on."""
    desk = seen.desk
    try:
        seen.kept.mark(desk.study, desk.judge, item.number, desk.marks, holder=desk.holder, is_new=desk.is_new)
    except JudgingError as error:
        # Without where it was raised.
        desk.refusal = copy(error)
        return
    desk.is_new = False
    _go(desk, 1)


def _thanks(seen: Seen) -> None:
    desk, total = seen.desk, len(seen.known.to_judge)
    widgets.lead(
        _("Thank you, {judge}: you have judged all {total:,} sentences.", judge=desk.judge, total=total),
        _("You can go back and change your mind at any time."),
    )
    st.progress(1.0)
    with st.container(horizontal=True):
        st.button(p_("sentence", "Back"), shortcut=BACK_KEY, key="back", on_click=_go, args=(desk, -1))
        st.button(_("Results"), key="results", icon=":material/leaderboard:", on_click=_results, args=(desk,))
        st.button(_("Another judge"), key="stop", icon=":material/person_add:", on_click=desk.leave)


def _results(desk: Desk) -> None:
    desk.leave()
    state.put(Key.RESULTS, ON)
