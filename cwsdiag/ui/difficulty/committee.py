"""Committee, a part of the page Difficulty: how hard is each word, and are there members enough to say so?

The address says which committee is meant; it is made, or found where somebody had it made, by a click in this session.
Stamps say what is in the files, so whoever asks for the same shares it. The committee behind the difficulties in use
need not have been made here: a table of difficulties says which members were wrong.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.charts.sizes import HALF
from cwsdiag.difficulty import CommitteeSettings, cache_folder, committee
from cwsdiag.exhibits import committee as exhibits
from cwsdiag.languages import _, lazy, n_
from cwsdiag.project import File
from cwsdiag.ui.data import catalogue
from cwsdiag.ui.difficulty import learning
from cwsdiag.ui.difficulty import settings as committee_settings
from cwsdiag.ui.difficulty.making import learnt
from cwsdiag.ui.shell import leads, show, state, widgets
from cwsdiag.ui.shell.empty import NO_GOLD
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.work import progress, worker
from cwsdiag.ui.work.jobs import queue
from cwsdiag.ui.work.worker import place
from cwsdiag.views.committee import ENOUGH, F_B, committee_said
from cwsdiag.views.wording import number
from cwsdiag.weights import of_committee, weights_bytes

if TYPE_CHECKING:
    from collections.abc import Hashable

    from cwsdiag.difficulty import Committee, Learner
    from cwsdiag.ui.shell.view import View
    from cwsdiag.ui.work.jobs import Job
    from cwsdiag.weights import Weights

NO_TRAINING = lazy(
    "This dataset has no training data, and a committee has to learn from something: a segmented text, under the same "
    "criterion as gold. Add it on Files."
)
_BAD_TRAINING = lazy("The training data of this dataset cannot be used. Files says why.")
_NO_MEMBERS = lazy(
    "Whether these difficulties would still move with a larger committee is not known: their file does not say which "
    "members were wrong. A committee of one's own shows it."
)
_ASKED_FOR, _SAMPLE = "committees asked for", "words drawn of a committee"
# By its ending, a format of difficulties: what it is called, its media type, what it holds.
_FORMATS = {
    ".csv": ("CSV", "text/csv", lazy("One row per gold word, with the members that got it wrong.")),
    ".weight": (".weight", "text/plain", lazy("The difficulty of each word, a line per sentence.")),
    ".weight_c": (".weight_c", "text/plain", lazy("The difficulty of each character, a line per sentence.")),
}


@dataclass(frozen=True, eq=False)
class Bench:
    """What a committee is made from, and how far it is.

    Attributes:
        view: the selection.
        training: the file that members learn from; None where there is none that they can.
        lacks: what is missing then.
        stamp: says what is in the files of training data and gold, and how they are read.
        is_named: whether the dataset has a file of difficulties: its project names one, or somebody uploaded it.
        learner: what members are learnt by; None where that is not installed.
        problem: says so then.
        settings: of the committee that is meant; None where none is, or without a learner.
    """

    view: View
    training: File | None
    lacks: str
    stamp: tuple[str, ...]
    is_named: bool
    learner: Learner | None
    problem: str
    settings: CommitteeSettings | None

    @property
    def committee_stamp(self) -> Hashable:
        """What the committee is found by; None where none is meant."""
        return None if self.settings is None else ("committee", *self.stamp, self.settings)

    @property
    def job(self) -> Job[Committee] | None:
        """The committee under these settings; None where it was not asked for in this session."""
        return queue().find(self.committee_stamp) if self.committee_stamp in _asked_for() else None

    @property
    def made(self) -> Committee | None:
        """The committee, once it is made."""
        job = self.job
        return job.result() if job is not None and job.state == "done" else None


def bench(view: View) -> Bench:
    """Return what a committee of a dataset is made from."""
    entry = view.entry
    training, lacks = _training(view)
    gold = None if entry is None else entry.files.gold
    in_use = None if entry is None else catalogue.own_weights(entry).get("committee")
    is_named = in_use.instead if in_use is not None else entry is not None and entry.files.weights is not None
    named, chosen = committee_settings.named(), None
    learner, problem = committee_settings.learner_named(named.get("learner", committee_settings.USUAL.learner.name))
    is_meant = training is not None and (named or not is_named or view.look.dataset.difficulty is None)
    if is_meant and learner is not None:
        chosen = CommitteeSettings(**{**named, "learner": learner})
    stamp = tuple(file.stamp for file in (training, gold) if file is not None)
    return Bench(view, training, lacks, stamp, is_named, learner, problem, chosen)


def _asked_for() -> set[Hashable]:
    """Return the stamps of the committees that were asked for by clicks in this session."""
    stamps: set[Hashable] = st.session_state.setdefault(_ASKED_FOR, set())
    return stamps


def _training(view: View) -> tuple[File | None, str]:
    """Return what members learn from, or why there is nothing."""
    files = None if view.entry is None else view.entry.files
    if files is None or files.gold is None or view.found is None:
        return None, NO_GOLD
    if files.training is None:
        return None, NO_TRAINING
    training = view.found.dataset.training
    if training is None:
        return None, _BAD_TRAINING
    if training.has_text:
        return files.training, ""
    return None, _(
        "{name}: this is a word list. Segmenters learn from segmented text: one sentence per line, blanks between "
        "words. Give such a file as training data on Files.",
        name=files.training.name,
    )


def settle(bench: Bench) -> None:
    """Give the dataset the difficulties that the address means; where that changes them, the page is drawn anew."""
    entry, made = bench.view.entry, bench.made
    if entry is None:
        return
    own = catalogue.own_weights(entry)
    in_use = own.get("committee")
    if in_use is not None and in_use.stamp == bench.committee_stamp:
        return
    if made is not None:
        data = weights_bytes(of_committee(made.wrong, committee=made.name), bench.view.look.dataset.gold)
        file = File.uploaded("gold", f"committee of {len(made.members)}.csv", data)
        own["committee"] = catalogue.Committee(file, bench.committee_stamp, bench.is_named)
    elif in_use is not None:
        own.pop("committee", None)
    else:
        return
    st.rerun()


def lead(bench: Bench) -> None:
    """Say whether the committee is large enough, as one may quote it; before there is one, what it would be."""
    look = bench.view.look
    weights = look.dataset.difficulty
    if weights is None:
        words = n_("{n:,} gold word", "{n:,} gold words", len(look.dataset.gold))
        widgets.lead(
            _(
                "How hard is each of the {words} of {dataset}? Its difficulty is the share of a committee of "
                "segmenters that gets it wrong.",
                words=words,
                dataset=look.name,
            ),
            F_B,
        )
        return
    mean, name = number(float(weights.values.mean())), committee_said(weights.committee)
    remark = _("Mean difficulty {mean}. Committee: {name}.", mean=mean, name=name)
    widgets.lead(_NO_MEMBERS if weights.wrong is None else exhibits.enough(look), remark)


def part(bench: Bench) -> None:
    """Draw the part: what the committee is made from, how far that is, what of its difficulties."""
    look = bench.view.look
    weights = look.dataset.difficulty
    if bench.training is None:
        widgets.box("info", bench.lacks)
        with st.container(key="to training data"):
            widgets.next_page("files", _("Add training data"))
    else:
        members = None if weights is None else weights.members
        with (
            widgets.controls("committee"),
            st.container(horizontal=True, vertical_alignment="bottom", key="committee settings"),
        ):
            in_use = (members or committee_settings.USUAL.members) if bench.is_named else None
            committee_settings.controls(committee_settings.named(), in_use=in_use)
            button(bench)
        state_of(bench)
    if weights is not None and weights.wrong is not None:
        _results(bench, weights)
    if bench.training is not None:
        learning.part(look, bench.training, bench.stamp, bench.learner)
    # No system has a part in these numbers.


def button(bench: Bench) -> None:
    """Draw what has the committee made; nothing where it is there, under way, or where none is meant."""
    job = bench.job
    if (bench.settings is None and bench.learner) or (job is not None and job.state not in ("stopped", "failed")):
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
    )


def _ask(bench: Bench) -> None:
    """In a callback: have the committee made; the address must say so where another file is named."""
    settings, gold, training = bench.settings, bench.view.look.dataset.gold, bench.training
    if settings is None:
        return
    # A file of difficulties that cannot be used must not be covered up.
    if bench.is_named:
        state.put(Key.MEMBERS, str(settings.members))
    make = partial(committee, where=place(), cache=cache_folder())
    _asked_for().add(bench.committee_stamp)
    queue().put(
        bench.committee_stamp,
        lambda job: worker.run(job, learnt, make, training, gold, settings),
        total=settings.members,
    )


def state_of(bench: Bench) -> None:
    """Show how far the committee is, why it is not there, or what else the server works on."""
    if bench.problem:
        widgets.box("error", bench.problem)
    job = bench.job
    if bench.settings is None or job is None:
        return
    if not job.done():
        progress.progress(job, "members", key="committee")
        widgets.note(_("You can use other pages meanwhile: it goes on, and this page shows it when you come back."))
    elif job.state != "done":
        progress.ended(job, "members")


def _results(bench: Bench, weights: Weights) -> None:
    """Draw how difficulty settles as the committee grows, what members score, and the difficulties as files."""
    look, sample, made = bench.view.look, st.session_state.setdefault(_SAMPLE, 0), bench.made
    left, right = st.columns([0.6, 0.4], gap="medium")
    with left:
        show.chart(
            show.exhibit(look, "growth", seed=str(sample)),
            key="growth",
            title=_("Difficulty as it grows"),
            remark=_("a random word of each interval; a click: its sentence"),
            click=lambda mark: leads.to_sentence(int(mark[0]) - 1),
            size=HALF,
        )
    with right:
        title = _("Does it still move?")
        if exhibits.changes(look):
            exhibit = show.exhibit(look, "change")
            remark = _("large enough below the dashed line, {least}", least=number(ENOUGH, 2))
            show.chart(exhibit, key="mean change", title=title, remark=remark, size=HALF)
            widgets.note(exhibit.content.remark)
        else:
            widgets.heading(title)
            widgets.box("info", exhibits.ALONE)
    exhibit = show.exhibit(look, "members", exhibits.members(look, drawn=None if made is None else made.members))
    left, right = st.columns([0.6, 0.4], gap="medium")
    with left:
        remark = _("by template") if made else ""
        show.chart(exhibit, key="members", title=_("What each member scores"), remark=remark, size=HALF)
        widgets.note(exhibit.content.sentence)
    with right:
        show.table(exhibit, key="members table", height=250, member=66, score=84, template=92, ratio=70)
    with widgets.controls("onward", in_a_row=True):
        draw = partial(st.session_state.__setitem__, _SAMPLE, sample + 1)
        st.button(_("Other words"), key="other words", icon=":material/casino:", on_click=draw)
        for ending, (label, mime, help) in _FORMATS.items():
            data = partial(weights_bytes, weights, look.dataset.gold, ending)
            name = f"difficulty{ending}"
            widgets.download(label, data=data, name=name, mime=mime, key=f"save {ending}", help=help)
    if made is not None:
        widgets.note(_("These are the difficulties of {dataset} on all pages of your session.", dataset=look.name))
