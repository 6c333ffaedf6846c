"""What a committee is made from and how, how far that is, and whether the dataset has its difficulties.

The address says which committee is meant; it is made, or found where somebody had it made, by a click in this session.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.languages import _, lazy, translated
from cwsdiag.ui.data import own_weights
from cwsdiag.ui.data.files import File
from cwsdiag.ui.data.own_weights import InUse
from cwsdiag.ui.difficulty.committee import settings as committee_settings
from cwsdiag.ui.difficulty.committee import work
from cwsdiag.ui.difficulty.committee.files import weights_bytes
from cwsdiag.ui.difficulty.committee.work import Material
from cwsdiag.ui.shell import state, widgets
from cwsdiag.ui.shell.empty import NO_GOLD
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.work import progress
from cwsdiag.ui.work.jobs import queue
from cwsdiag.weights import of_committee

if TYPE_CHECKING:
    from collections.abc import Hashable

    from cwsdiag.difficulty import Committee, CommitteeSettings
    from cwsdiag.ui.difficulty.committee.settings import Asked
    from cwsdiag.ui.shell.view import View
    from cwsdiag.ui.work.jobs import Job

NO_TRAINING = lazy(
    "This dataset has no training data, and a committee has to learn from something: a segmented text, under the same "
    "criterion as gold. Add it on Files."
)
_ASKED_FOR = "committees asked for"
BAD_TRAINING = lazy("The training data of this dataset cannot be used. Files says why.")


@dataclass(frozen=True, eq=False)
class Bench:
    """What the page works on.

    Attributes:
        view: the selection.
        material: training data and gold; None where there is nothing to learn from.
        lacks: what is missing then.
        said: what the address says of a committee.
        given: whether the dataset has a file of difficulties: its project names one, or somebody uploaded it.
        settings: of the committee that is meant; None where none is, or where they make no sense.
        problem: why they make none.
        job: the committee under these settings; None where it was not asked for in this session.
    """

    view: View
    material: Material | None
    lacks: str
    said: Asked
    given: bool
    settings: CommitteeSettings | None
    problem: str
    job: Job[Committee] | None

    @property
    def made(self) -> Committee | None:
        """The committee, once it is made."""
        return self.job.result() if self.job is not None and self.job.state == "done" else None

    @property
    def stamp(self) -> Hashable:
        """What the committee is found by."""
        if self.settings is None or self.material is None:
            return None
        return work.committee_stamp(self.material, self.settings)

    @property
    def is_refused(self) -> bool:
        """Whether there is a file of difficulties that cannot be used; a committee must not cover that up."""
        return self.given and self.view.look.dataset.difficulty is None


def bench(view: View) -> Bench:
    """Return what the page works on."""
    entry = view.entry
    material = _material(view)
    lacks = material if isinstance(material, str) else ""
    known = None if isinstance(material, str) else material
    in_use = None if entry is None else own_weights.committee_of(entry)
    given = in_use.instead if in_use is not None else entry is not None and entry.files.weights is not None
    said = committee_settings.asked()
    chosen, problem, job = None, "", None
    if known is not None and (said or not given or view.look.dataset.difficulty is None):
        chosen, problem = committee_settings.settings(said)
    if known is not None and chosen is not None:
        stamp = work.committee_stamp(known, chosen)
        job = queue().find(stamp) if stamp in _asked_for() else None
    return Bench(view, known, lacks, said, given, chosen, problem, job)


def _asked_for() -> set[Hashable]:
    """Return the stamps of the committees that were asked for by clicks in this session."""
    stamps: set[Hashable] = st.session_state.setdefault(_ASKED_FOR, set())
    return stamps


def _material(view: View) -> Material | str:
    """Return what a committee is made from, or why there is none."""
    files = None if view.entry is None else view.entry.files
    if files is None or files.gold is None or view.found is None:
        return translated(NO_GOLD)
    if files.training is None:
        return translated(NO_TRAINING)
    training = view.found.dataset.training
    if training is None:
        return translated(BAD_TRAINING)
    if not training.has_text:
        return _(
            "{name}: this is a word list. Segmenters learn from segmented text: one sentence per line, blanks between "
            "words. Give such a file as training data on Files.",
            name=files.training.name,
        )
    return Material(files.training, files.gold, view.found.dataset.gold)


def settle(bench: Bench) -> None:
    """Give the dataset the difficulties that the address means; where that changes them, the page is drawn anew."""
    entry = bench.view.entry
    if entry is None:
        return
    in_use = own_weights.committee_of(entry)
    if bench.made is None or bench.material is None:
        if in_use is not None and in_use.stamp != bench.stamp:
            own_weights.forget_committee(entry)
            st.rerun()
        return
    if in_use is not None and in_use.stamp == bench.stamp:
        return
    weights = of_committee(bench.made.wrong, committee=bench.made.name)
    data = weights_bytes(weights, bench.material.words, ".csv")
    file = File.uploaded("gold", f"committee of {len(bench.made.members)}.csv", data)
    own_weights.use_committee(entry, InUse(file, bench.stamp, bench.given))
    st.rerun()


def controls(bench: Bench) -> None:
    """Draw the settings of the committee, and what has it made."""
    weights = bench.view.look.dataset.difficulty
    known = None if weights is None else weights.members
    in_use = (known or committee_settings.USUAL.members) if bench.given else None
    with (
        widgets.controls("committee"),
        st.container(horizontal=True, vertical_alignment="bottom", key="committee settings"),
    ):
        committee_settings.members(bench.said, in_use=in_use)
        with st.popover(
            committee_settings.label(bench.said, given=bench.given),
            icon=":material/tune:",
            help=_("What members draw from, and how they learn."),
        ):
            committee_settings.form(bench.said)
        button(bench)


def button(bench: Bench) -> None:
    """Draw what has the committee made; nothing where it is there, under way, or where none is meant."""
    job = bench.job
    is_meant = bench.settings is not None or bench.problem
    if not is_meant or (job is not None and job.state not in ("stopped", "failed")):
        return
    label = _("Make the committee") if job is None else _("Go on") if job.state == "stopped" else _("Try again")
    st.button(
        label,
        key="ask for the committee",
        type="primary",
        icon=":material/groups:",
        disabled=bench.settings is None,
        on_click=_ask,
        args=(bench,),
        help=translated(committee_settings.CACHE_HELP),
    )


def _ask(bench: Bench) -> None:
    """In a callback: have the committee made; the address must say so where another file is named."""
    if bench.is_refused and not bench.said:
        state.put(Key.MEMBERS, str(committee_settings.USUAL.members))
    if bench.settings is None or bench.material is None:
        return
    _asked_for().add(bench.stamp)
    work.ask_committee(bench.material, bench.settings)


def state_of(bench: Bench) -> None:
    """Show how far the committee is, why it is not there, or what else the server works on."""
    if bench.problem:
        widgets.box("error", bench.problem, title=_("There is no such committee"))
    job = bench.job
    if bench.settings is None:
        return
    if job is None:
        settings = committee_settings.settings_said(bench.settings)
        widgets.note(_("Not made yet: {settings}.", settings=settings))
    elif not job.done():
        progress.progress(job, "members", key="committee")
        widgets.note(_("You can use other pages meanwhile: it goes on, and this page shows it when you come back."))
    elif bench.made is None:
        progress.ended(job, "members")
