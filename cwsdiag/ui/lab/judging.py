"""Judging: which study, under which name, its sentences one after the other, its results; making one.

Judging, sentence after sentence: nothing here names a system or shows gold.
"""

from __future__ import annotations

import secrets
from copy import copy
from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from cwsdiag import examples
from cwsdiag.baselines import LINES
from cwsdiag.charts import theme
from cwsdiag.charts.ribbon import ribbon_svg
from cwsdiag.dataset import Dataset
from cwsdiag.errors import JudgingError
from cwsdiag.exhibits.judges import has_f_b, headline, people
from cwsdiag.judging import Item, Judgements, outcome, shown_order, to_csv
from cwsdiag.judging.models import BEST, JUDGE_NAME, SECOND, STUDY_NAME, by_judge, usable_sentences
from cwsdiag.judging.outcome import balanced_of
from cwsdiag.judging.store import holder_of
from cwsdiag.languages import _, lazy, n_, n_lazy, p_
from cwsdiag.report.difficulty import committee_note
from cwsdiag.report.lab import judges_text
from cwsdiag.ui import state
from cwsdiag.ui.data.boards import LabFile, said
from cwsdiag.ui.host import who
from cwsdiag.ui.lab.actions import Action, ActionOutcome, check_owner, field, form, owner, owns
from cwsdiag.ui.lab.session import ON, Choice, Judging, Session, begin_judging, judged_now, leave, look
from cwsdiag.ui.middleware import COOKIE
from cwsdiag.ui.shell import empty, show, widgets
from cwsdiag.ui.shell.view import current
from cwsdiag.ui.state import Key
from cwsdiag.views.ribbons import ribbon_of_way
from cwsdiag.views.wording import in_turn

# As on the page Sentences; R and C are taken by Streamlit.
BACK_KEY, NEXT_KEY = "P", "N"
# Best, second, neither, and round again.
_NEXT: dict[Choice, Choice] = {"neither": BEST, BEST: SECOND, SECOND: "neither"}
_KEYS = 9


def page(session: Session) -> None:
    """Draw the sentence where the judge stands, or thank them."""
    judging, total = session.judging, len(session.study.to_judge)
    if judging.place >= total:
        _thanks(judging, total)
        return
    item = session.study.to_judge[judging.place]
    if judging.marked != item.number:
        before = session.done(judging.judge).get(item.number)
        judging.marked, judging.marks = item.number, {} if before is None else dict(before.marks)
    _bar(session, item)
    if judging.refusal is not None:
        widgets.box("error", said(judging.refusal, session.file.path), title=_("This was not saved"))
    _candidates(session, item)
    widgets.note(
        _(
            "Mark the best and the second best; several may share a mark. Words that not all candidates share are "
            "shaded. On the keyboard: 1 to {keys} change a mark, {next} goes on, {back} back.",
            keys=_KEYS,
            next=NEXT_KEY,
            back=BACK_KEY,
        )
    )


def _bar(session: Session, item: Item) -> None:
    """Draw how far the judge has come and the buttons, in the same place for every sentence."""
    judging, total = session.judging, len(session.study.to_judge)
    left, right = st.columns([0.55, 0.45], vertical_alignment="center")
    with left:
        widgets.lead(
            _("Which is best? {place:,} of {total:,}", place=judging.place + 1, total=total),
            _("Judge: {judge}. What you have marked is kept when you go on.", judge=judging.judge),
        )
    with right, st.container(horizontal=True, horizontal_alignment="right"):
        st.button(
            _("Stop"),
            icon=":material/logout:",
            type="tertiary",
            key="stop",
            on_click=leave,
        )
        _back(judging)
        st.button(
            p_("sentence", "Next") if judging.place + 1 < total else _("Finish"),
            shortcut=NEXT_KEY,
            type="primary",
            key="next",
            disabled=BEST not in judging.marks.values(),
            help=_("Mark at least one as best to go on."),
            on_click=_store,
            args=(session, item),
        )
    st.progress(len(session.done(judging.judge)) / total)


def _back(judging: Judging) -> None:
    st.button(
        p_("sentence", "Back"),
        shortcut=BACK_KEY,
        key="back",
        disabled=not judging.place,
        on_click=_go,
        args=(judging, -1),
    )


def _candidates(session: Session, item: Item) -> None:
    """Draw the candidates of a sentence in the judge's order, each with its mark."""
    judging = session.judging
    candidates = shown_order(session.study, judging.judge, item)
    ways = [candidate.words for candidate in candidates]
    labels = {BEST: p_("mark", "Best"), SECOND: p_("mark", "Second"), "neither": "–"}

    def turn(key: str) -> None:
        judging.marks[key] = _NEXT[judging.marks.get(key, "neither")]

    for place, candidate in enumerate(candidates, start=1):
        key = candidate.key
        left, middle, right = st.columns([0.08, 0.69, 0.23], vertical_alignment="center")
        left.button(
            # The key stands beside it: “No. 1”.
            _("No.") if place <= _KEYS else _("No. {place}", place=place),
            key=f"candidate {place}",
            type="tertiary",
            shortcut=str(place) if place <= _KEYS else None,
            on_click=turn,
            args=(key,),
        )
        title, drawn = _("Candidate {place}", place=place), ribbon_of_way(candidate.words, ways)
        svg = ribbon_svg([drawn], width=640, type=theme.FONT_SIZE, ground=show.ground(), title=title)
        with middle:
            show.drawing(svg, key=f"candidate words {place}")
        state.draw_input(
            f"mark {item.number} {key}",
            right.segmented_control,
            value=judging.marks.get(key, "neither"),
            changed=partial(judging.marks.__setitem__, key),
            label=_("Mark of candidate {place}", place=place),
            options=list(labels),
            format_func=labels.__getitem__,
            required=True,
            label_visibility="collapsed",
        )


def _go(judging: Judging, step: int) -> None:
    judging.place, judging.refusal = judging.place + step, None


def _store(session: Session, item: Item) -> None:
    """In a callback: keep what was marked, and go on."""
    judging = session.judging
    marks = {key: choice for key, choice in judging.marks.items() if choice != "neither"}
    try:
        session.kept.mark(judging.study, judging.judge, item.number, marks, holder=judging.holder, again=judging.again)
    except JudgingError as error:
        # Without where it was raised.
        judging.refusal = copy(error)
        return
    judging.again = True
    _go(judging, 1)


def _thanks(judging: Judging, total: int) -> None:
    widgets.lead(
        _("Thank you, {judge}: you have judged all {total:,} sentences.", judge=judging.judge, total=total),
        _("You can go back and change your mind at any time."),
    )
    st.progress(1.0)
    with st.container(horizontal=True):
        _back(judging)
        st.button(_("Results"), key="results", icon=":material/leaderboard:", on_click=_result_rows)
        st.button(_("Another judge"), key="stop", icon=":material/person_add:", on_click=leave)


def _result_rows() -> None:
    leave()
    state.put(Key.RESULTS, ON)


_USUAL_SENTENCES = 40


def draw(own: LabFile | None, file: LabFile, row: Any) -> bool:
    """Draw a file of judgements; return whether it has a study.

    Args:
        own: the file in which studies are made; None where there is none.
        file: the one that is looked at.
        row: where the page has its choices.

    Raises:
        JudgingError: it cannot be used.
    """
    session = look(file)
    if session is None:
        return False
    if judged_now() == session.study.name and not file.is_example:
        # Nothing names a system.
        page(session)
        return True
    with row:
        state.bind(
            Key.STUDY,
            st.selectbox,
            value=session.study.name,
            label=_("Study"),
            options=list(reversed(session.names)),
            width=220,
            label_visibility="collapsed",
        )
    # Of the example results are all there is to see.
    if file.is_example or state.get(Key.RESULTS) == ON:
        _results(session, row)
    else:
        _before(session)
    if own is not None:
        if owns(own):
            with st.expander(_("Make a study"), icon=":material/add:"):
                new_study(own, () if file.is_example else session.names)
        if not file.is_example:
            with st.expander(_("Owner"), icon=":material/key:"):
                owner("judgements", file, partial(_actions, session))
    return True


def _before(session: Session) -> None:
    """Draw what is judged, and where a judge begins."""
    study = session.study
    sentences = n_("{n:,} sentence", "{n:,} sentences", len(study.to_judge))
    remark = _(
        "For each you see the systems' segmentations, in random order and without names, and mark the best and the "
        "second best."
    )
    if agreed := len(study.items) - len(study.to_judge):
        more = _("All systems agree on {agreed:,} more, which are not shown.", agreed=agreed)
        remark = in_turn(remark, more)
    widgets.lead(
        _("{study}: {sentences} of {dataset} to judge.", study=study.name, sentences=sentences, dataset=study.dataset),
        remark,
    )
    with st.form("judge", border=False), st.container(horizontal=True, vertical_alignment="bottom"):
        name = st.text_input(
            _("Your name"),
            key="name of the judge",
            max_chars=JUDGE_NAME,
            help=_("Under the same name you go on where you stopped, in this browser."),
            width=360,
        )
        begin = st.form_submit_button(_("Judge"), type="primary", icon=":material/how_to_vote:")
    if begin:
        try:
            holder = _holder()
            judge = session.kept.enter(study.name, name, holder)
        except JudgingError as error:
            widgets.box("error", said(error, session.file.path))
        else:
            begin_judging(session, judge, holder)
            st.rerun()
    st.button(_("Results"), key="results", icon=":material/leaderboard:", on_click=state.put, args=(Key.RESULTS, ON))


def _holder() -> str:
    """Return who judges: who signed in, else this browser; empty at home, where people take turns under any name."""
    if who.is_at_the_machine():
        return ""
    if (person := who.person()) is not None:
        return holder_of(f"person {person.id}")
    key = st.context.cookies.get(COOKIE) or st.session_state.setdefault("key of the judge", secrets.token_urlsafe())
    return holder_of(f"browser {key}")


def _results(session: Session, row: Any) -> None:
    """Draw the outcome of the study.

    Args:
        session: with the study.
        row: where the page has its choices.
    """
    study, is_example, look = session.study, session.file.is_example, current().found
    if look is not None and not study.fits(look.dataset):
        look = None
    result = outcome(study, session.judgements, f_b=None if look is None else balanced_of(look.dataset))
    with row:
        if not is_example:
            st.button(
                _("Back to judging"),
                key="door",
                icon=":material/arrow_back:",
                on_click=state.put,
                args=(Key.RESULTS, None),
            )
        widgets.download(
            _("All marks"),
            data=partial(to_csv, study, session.judgements),
            name="marks.csv",
            key="marks",
            help=_("One row per judge, sentence and system, as CSV."),
        )
    sentence, *about = headline(result)
    weights = None if look is None else look.dataset.difficulty
    about.append(judges_text(result))
    if has_f_b(result):
        about.append(committee_note(study.committee if weights is None else weights.committee))
    if is_example:
        sentence, about = _("Example: {said}", said=sentence), [examples.MARKED_BY_RULE, *about]
    widgets.lead(sentence, in_turn(*about))
    if not result.finished:
        return
    if look is None:
        content = replace(people(result, {}), source=study.dataset, click=None)
        exhibit = show.alone("lab", "judges", content)
    else:
        # Systems have the colours of all pages.
        content = people(result, current().colours)
        exhibit = show.exhibit(look, "judges", content, study=study.name)
    show.chart(exhibit, key="people", title=content.title)
    show.table(exhibit, key="scores by people")


def new_study(own: LabFile, names: Any) -> None:
    """Draw the form for a new study, or what is missing for one.

    Args:
        own: the file in which it is made.
        names: of the studies there.
    """
    view = current()
    missing = _("Judges choose between systems: open a dataset with at least two of them.")
    if view.withholds_gold:
        # Submissions to such a task are seen by their authors alone.
        missing = _("No study can be made of a task whose gold is private: judges would see what was submitted.")
    elif view.found is not None and len(view.found.systems) > 1:
        _form(own, names, view.found.dataset)
        return
    files = empty.to_files(lazy("Add your own files"))
    empty.empty_state(missing, empty.baselines(view), files, empty.open_sample(view))


def _form(own: LabFile, names: Any, dataset: Dataset) -> None:
    usable = len(usable_sentences(dataset))
    systems = [system.name for system in dataset.systems]
    form(
        f"study of {dataset.name}",
        own.path,
        (
            (
                field(
                    "name",
                    "text_input",
                    _("Name of the study"),
                    value=(dataset.name if dataset.name not in names else f"{dataset.name} {len(names) + 1}")[
                        :STUDY_NAME
                    ],
                ),
                field(
                    "sentences",
                    "number_input",
                    _("Sentences, of {usable:,}", usable=usable),
                    min_value=1,
                    max_value=max(usable, 1),
                    value=max(min(usable, _USUAL_SENTENCES), 1),
                ),
                field(
                    "seed",
                    "number_input",
                    _("Seed"),
                    min_value=0,
                    value=0,
                    help=_("The same one draws the same sentences."),
                ),
            ),
            (
                field(
                    "systems",
                    "multiselect",
                    p_("of a study", "Systems"),
                    options=systems,
                    default=[name for name in systems if name not in LINES],
                    placeholder=_("Choose some"),
                ),
            ),
        ),
        partial(_make, own, dataset),
        button=_("Make the study"),
        icon=":material/add:",
    )


def _make(own: LabFile, dataset: Dataset, values: dict[str, Any]) -> ActionOutcome:
    check_owner(own)
    study = Judgements(own.ready()).new(dataset=dataset, f_b=balanced_of(dataset), **values)
    state.put(Key.STUDY, study.name)
    return ActionOutcome("")


def _actions(session: Session, action: Action) -> None:
    """Draw what the owner does with the study, and with one of its judges."""
    study, kept = session.study.name, session.kept

    def remove(judge: str = "") -> ActionOutcome:
        removed, _copy = kept.remove(study, judge)
        if not judge:
            state.put(Key.STUDY, None)
        return ActionOutcome(n_lazy("Removed, with {n:,} judgement.", "Removed, with {n:,} judgements.", removed))

    def release() -> ActionOutcome:
        kept.release(study, judge)
        return ActionOutcome(lazy("{judge} can go on in another browser.", judge=judge))

    with st.container(horizontal=True, vertical_alignment="bottom"):
        action(
            _("Remove the study"),
            _("The study {study} goes, with all that its judges have said.", study=study),
            remove,
            key="remove the study",
            icon="delete",
        )
        if judges := list(by_judge(session.judgements)):
            # Their names come from strangers: what an option is called is drawn as it is.
            judge = st.selectbox(_("A judge"), judges, key="judge of the owner", width=260)
            action(
                _("Free the name"),
                _("Whoever comes next under the name {judge} goes on with it.", judge=judge),
                release,
                key="free the name",
                icon="lock_open",
            )
            action(
                _("Remove the judge"),
                _("All that {judge} has said in this study goes.", judge=judge),
                partial(remove, judge),
                key="remove the judge",
                icon="person_remove",
            )
