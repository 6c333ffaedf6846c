"""Before judging: which study, under which name; and how a study is made."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import streamlit as st

from cwsdiag.baselines import BASE, TOP
from cwsdiag.errors import CwsdiagError, JudgingError
from cwsdiag.judging import Judgements
from cwsdiag.judging.drawing import usable_sentences
from cwsdiag.judging.judges import Entered
from cwsdiag.judging.models import JUDGE_NAME, STUDY_NAME
from cwsdiag.judging.outcome import balanced_of
from cwsdiag.judging.store import judge_name
from cwsdiag.languages import _, lazy, n_, n_lazy, p_, translated
from cwsdiag.ui.data.board_entry import said
from cwsdiag.ui.host import client, sign_in, who
from cwsdiag.ui.host.tries import Tries
from cwsdiag.ui.judging import example, owner
from cwsdiag.ui.judging.seen import ON, first_open
from cwsdiag.ui.owning import entrance
from cwsdiag.ui.shell import doors, state, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.shell.view import current

if TYPE_CHECKING:
    from cwsdiag.dataset import Dataset
    from cwsdiag.ui.data.boards import Kept
    from cwsdiag.ui.judging.seen import Seen

NO_STUDY = lazy(
    "There is no study yet. Make one from the open dataset: sentences are drawn, and all systems' outputs kept."
)
_NO_STUDY_OF_OTHERS = lazy("There is no study yet. The owner of the judgements makes one.")
NOT_YOURS = lazy(
    "Studies are made and removed by the owner of the judgements alone, or with the commands cwsdiag judge new and "
    "cwsdiag judge remove."
)
_NO_DATASET = lazy("No dataset is open whose systems could be judged.")
_TOO_FEW = lazy("Judges choose between systems: the open dataset needs at least two of them.")
_PRIVATE = lazy("No study can be made of a task whose gold is private: judges would see what was submitted.")
_OFFICE = "office of studies"
_USUAL_SENTENCES = 40
# A class has one address: its pupils come at once. Whoever guesses codes has more of them before him than years.
_TRIES = Tries(60, 3600)


@dataclass
class _Office:
    """What a session has of making studies.

    Attributes:
        made: how many; with each the form is a new one.
        refusal: why the last one could not be made.
    """

    made: int = 0
    refusal: CwsdiagError | None = None


def page(seen: Seen) -> None:
    """Draw the way into a study, and the form for a new one."""
    if seen.study is None:
        _no_study(seen)
        return
    study = seen.study
    sentences = n_("{n:,} sentence", "{n:,} sentences", len(study.to_judge))
    remark = _(
        "For each you see the systems' segmentations, in random order and without names, and mark the best and the "
        "second best."
    )
    if agreed := len(study.items) - len(study.to_judge):
        more = _("All systems agree on {agreed:,} more, which are not shown.", agreed=agreed)
        remark = _("{said} {more}", said=remark, more=more)
    widgets.lead(
        _("{study}: {sentences} of {dataset} to judge.", study=study.name, sentences=sentences, dataset=study.dataset),
        remark,
    )
    _entrance(seen)
    st.button(_("Results"), key="results", icon=":material/leaderboard:", on_click=state.put, args=(Key.RESULTS, ON))
    another(seen)
    owner.office(seen)


def _no_study(seen: Seen) -> None:
    """Draw what makes the first study, or says who does."""
    if owner.may_make(seen.own):
        # The way to make one comes first: what it leads to is seen below.
        new_study(seen, translated(NO_STUDY))
        owner.last_outcome(seen)
        return
    overview = doors.to_page("overview", lazy("Compare systems by their scores"))
    doors.dead_end("judge", translated(_NO_STUDY_OF_OTHERS), example.way_back(), overview)
    entrance.become_owner("judging")


def another(seen: Seen) -> None:
    """Draw what makes a study beside the one that is looked at, for who may make one."""
    if owner.may_make(seen.own):
        label = _("Make a study of your own") if seen.file.is_example else _("Make another study")
        with st.expander(label, icon=":material/add:"):
            new_study(seen)


def choice(seen: Seen, *, width: int | Literal["stretch"] = "stretch") -> None:
    """Draw the choice of the study, as wide as it may be."""
    state.bind(
        Key.STUDY,
        st.selectbox,
        value=seen.id,
        label=_("Study"),
        options=list(seen.offered),
        format_func=seen.offered.__getitem__,
        width=width,
    )


def _entrance(seen: Seen) -> None:
    desk = seen.desk
    # At home whoever sits there goes on under any name, as people take turns; elsewhere names are their judges'.
    needs_code = not who.is_at_the_machine() and sign_in.person() is None
    left, right = st.columns([0.35, 0.65] if needs_code else 2, vertical_alignment="bottom")
    with left:
        choice(seen)
    with right, st.form("judge", border=False), st.container(horizontal=True, vertical_alignment="bottom"):
        given = st.text_input(
            _("Your name"),
            key="name of the judge",
            max_chars=JUDGE_NAME,
            help=_("Under the same name you go on where you stopped."),
        )
        code = ""
        if needs_code:
            code = st.text_input(
                _("Code, if you come back"),
                key="code of a judge who comes back",
                max_chars=40,
                help=_("The one that was shown when you first judged under this name."),
            )
        begin = st.form_submit_button(_("Judge"), type="primary", icon=":material/how_to_vote:")
    if begin:
        try:
            _begin(seen, given, code)
        except JudgingError as error:
            # Without where it was raised.
            desk.refusal = copy(error)
        else:
            st.rerun()
    if desk.refusal is not None:
        widgets.box("error", said(desk.refusal, seen.file.path))


def _begin(seen: Seen, given: str, code: str) -> None:
    """Let a judge in, if the name is new or theirs.

    Raises:
        JudgingError: the name is no good or somebody else's, or there were too many new ones from where they are.
    """
    desk, study, judge = seen.desk, seen.known.name, judge_name(given)
    entered = Entered(judge, "")
    if not who.is_at_the_machine():
        place, person = client.address(), sign_in.person()
        if minutes := _TRIES.begin(place):
            raise JudgingError(
                n_lazy(
                    "Too many names and codes were given from where you are. Try again in {n:,} minute.",
                    "Too many names and codes were given from where you are. Try again in {n:,} minutes.",
                    minutes,
                )
            )
        entered = seen.kept.enter(study, judge, code=code, person="" if person is None else person.id)
        if not entered.is_new:
            _TRIES.right(place)
    desk.study, desk.judge, desk.holder, desk.code = study, judge, entered.holder, entered.code
    desk.is_new, desk.refusal = entered.is_new, None
    desk.place = first_open(seen.known, seen.done(judge))


def new_study(seen: Seen, lacks: str = "") -> None:
    """Draw the form for a new study, or what is missing for one.

    Args:
        seen: what is looked at.
        lacks: what is said first where there is no study at all.
    """
    view = current()
    own, few = seen.own, view.results is not None and len(view.results.systems) < 2
    if own is not None and view.results is not None and not view.withholds_gold and not few:
        if lacks:
            doors.dead_end("judge", lacks, example.way_back())
        _form(own, seen, view.results.dataset)
        return
    # Submissions to a task whose gold is private are seen by their authors alone.
    missing = translated(_PRIVATE if view.withholds_gold else _TOO_FEW if few else _NO_DATASET)
    ways = (
        doors.baselines(view) if few else None,
        doors.to_files(lazy("Add predictions") if few else lazy("Add your own files")),
        doors.open_sample("judge", view),
        example.way_back(),
    )
    if lacks:
        doors.dead_end("judge", _("{said} {more}", said=lacks, more=missing), *ways)
    else:
        doors.here("judge", missing, *ways)


def _form(own: Kept, seen: Seen, dataset: Dataset) -> None:
    office: _Office = st.session_state.setdefault(_OFFICE, _Office())
    with st.form(f"study {office.made}", enter_to_submit=False):
        given = _fields(seen, dataset, office)
        wanted = st.form_submit_button(_("Make the study"), type="primary", icon=":material/add:")
    if wanted:
        try:
            # Asked again where something is done, whatever was drawn before.
            if not owner.may_make(own):
                raise JudgingError(NOT_YOURS)
            made = Judgements(own.ready(JudgingError)).new(dataset=dataset, f_b=balanced_of(dataset), **given)
        except CwsdiagError as error:
            # Without where it was raised.
            office.refusal = copy(error)
        else:
            office.made, office.refusal = office.made + 1, None
            state.put(Key.STUDY, own.id(made.name))
            st.rerun()
    if office.refusal is not None:
        why = said(office.refusal, own.path)
        widgets.box("error", why, title=_("No study was made. What you typed is still here."))


def _fields(seen: Seen, dataset: Dataset, office: _Office) -> dict[str, Any]:
    """Draw the fields; return what was given, by name."""

    def key(name: str) -> str:
        return f"{name} of the study {dataset.name} {office.made}"

    usable = len(usable_sentences(dataset))
    names = [system.name for system in dataset.systems]
    first, second, third = st.columns([0.5, 0.25, 0.25])
    free = dataset.name if dataset.name not in seen.offered else f"{dataset.name} {len(seen.offered) + 1}"
    return {
        "name": first.text_input(
            _("Name of the study"), value=free[:STUDY_NAME], key=key("name"), max_chars=STUDY_NAME
        ),
        "sentences": second.number_input(
            _("Sentences, of {usable:,}", usable=usable),
            1,
            max(usable, 1),
            max(min(usable, _USUAL_SENTENCES), 1),
            1,
            key=key("number"),
        ),
        "seed": third.number_input(
            _("Seed"), 0, None, 0, 1, key=key("seed"), help=_("The same one draws the same sentences.")
        ),
        "systems": st.multiselect(
            p_("of a study", "Systems"),
            names,
            default=[name for name in names if name not in (BASE, TOP)],
            placeholder=_("Choose some"),
            key=key("systems"),
        ),
    }
