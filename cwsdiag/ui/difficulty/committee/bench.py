"""The Committee page: what a committee is made from and how, and how far that is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.ui.difficulty.committee import settings as committee_settings
from cwsdiag.ui.difficulty.committee import work
from cwsdiag.ui.difficulty.committee.work import Material
from cwsdiag.ui.shell import private_gold, widgets
from cwsdiag.ui.shell.view import current
from cwsdiag.ui.work import progress
from cwsdiag.ui.work.kept import background_jobs

if TYPE_CHECKING:
    from collections.abc import Hashable

    from cwsdiag.difficulty import Committee, CommitteeSettings
    from cwsdiag.ui.shell.view import View
    from cwsdiag.ui.work.background import Job

_ASKED = "committees asked for"
_MOST_MEMBERS = 1000

NO_TRAINING = (
    "This dataset has no training data, and a committee has to learn from something: a segmented text, under the same "
    "criterion as gold. Add it on Data."
)
BAD_TRAINING = "The training data of this dataset cannot be used. Data says why."
WORD_LIST = (
    "{name}: this is a word list. Segmenters learn from segmented text: one sentence per line, blanks between words. "
    "Give such a file as training data on Data."
)


@dataclass(frozen=True, eq=False)
class Bench:
    """What the page works on.

    Attributes:
        view: the selection.
        material: training data and gold.
        settings: of the committee; None where they make no sense.
        problem: why not.
        job: the committee under these settings; None where nobody has asked for it.
    """

    view: View
    material: Material
    settings: CommitteeSettings | None
    problem: str
    job: Job[Committee] | None

    @property
    def made(self) -> Committee | None:
        """The committee, once it is made."""
        return self.job.result if self.job is not None and self.job.state == "done" else None

    @property
    def entry_id(self) -> str:
        """The name of the dataset in the address."""
        return "" if self.view.entry is None else self.view.entry.id

    @property
    def stamp(self) -> Hashable:
        """What the committee is found by."""
        return None if self.settings is None else work.committee_stamp(self.material, self.settings)


def bench(title: str) -> Bench | None:
    """Draw the head of the page, and say what to do where no committee can be made; then return None."""
    widgets.page_head(title)
    view = current()
    if view.withholds_gold:
        private_gold.page(view, what="The difficulties of words")
        return None
    material = _material(view)
    if isinstance(material, str):
        widgets.empty(material)
        return None
    settings, problem = committee_settings.settings()
    job = None
    if settings is not None:
        job = background_jobs().find(work.committee_stamp(material, settings))
    return Bench(view, material, settings, problem, job)


def _material(view: View) -> Material | str:
    """Return what a committee is made from, or why there is none."""
    if view.entry is None:
        return widgets.NO_DATA
    files = view.entry.files
    if view.results is None or files.gold is None:
        return widgets.NO_GOLD
    if files.training is None:
        return NO_TRAINING
    training = view.results.dataset.training
    if training is None:
        return BAD_TRAINING
    if not training.has_text:
        return WORD_LIST.format(name=files.training.name)
    return Material(files.training, files.gold, view.results.dataset.gold)


def controls(bench: Bench) -> None:
    """Draw the settings of the committee, and what has it made."""
    with (
        widgets.controls("committee"),
        st.container(horizontal=True, vertical_alignment="bottom", key="committee settings"),
    ):
        committee_settings.remembered(
            "members", st.number_input, label="K, members", min_value=1, max_value=_MOST_MEMBERS, width=130
        )
        with st.popover(
            committee_settings.label(), icon=":material/tune:", help="What members draw from, and how they learn."
        ):
            committee_settings.form()
        _button(bench)


def _button(bench: Bench) -> None:
    """Draw what has the committee made, or its difficulties used; nothing where both is so already."""
    job = bench.job
    if job is None or job.state in ("stopped", "failed"):
        label = "Make the committee" if job is None else "Go on" if job.state == "stopped" else "Try again"
    elif is_asked(bench) or bench.made is not None and in_use(bench):
        return
    else:
        label = "Use its difficulties"
    st.button(
        label,
        key="ask for the committee",
        type="primary",
        icon=":material/groups:",
        disabled=bench.settings is None,
        on_click=_ask,
        args=(bench,),
        help=committee_settings.CACHE_HELP,
    )


def _ask(bench: Bench) -> None:
    """In a callback: have the committee made, and its difficulties used by this session."""
    if bench.settings is not None:
        work.ask_committee(bench.material, bench.settings)
        st.session_state.setdefault(_ASKED, {})[bench.entry_id] = bench.stamp


def is_asked(bench: Bench) -> bool:
    """Return whether this session waits for the difficulties of the committee."""
    return bool(st.session_state.get(_ASKED, {}).get(bench.entry_id) == bench.stamp)


def answered(bench: Bench) -> None:
    """Take note that this session has what it waited for."""
    st.session_state.get(_ASKED, {}).pop(bench.entry_id, None)


def in_use(bench: Bench) -> bool:
    """Return whether the dataset has the difficulties of the committee."""
    weights = bench.view.known.dataset.difficulty
    return weights is not None and bench.made is not None and weights.committee == bench.made.name


def state_of(bench: Bench) -> None:
    """Show how far the committee is, why it is not there, or what else the server works on."""
    if bench.problem:
        widgets.box("error", bench.problem, title="There is no such committee")
    job = bench.job
    if job is None:
        busy = background_jobs().busy()
        if busy is not None:
            widgets.note("The server is busy with another run, for you or somebody else; this one would wait for it.")
    elif not job.is_over:
        progress.progress(job, "members", key="committee")
        widgets.note("You can use other pages meanwhile: it goes on, and this page shows it when you come back.")
    else:
        progress.ended(job, "members")
