"""Committee, a part of the page Difficulty: how hard is each word, and are there members enough to say so?

The address says which committee is meant; it is made, or found where somebody had it made, by a click in this session.
Stamps say what is in the files, so whoever asks for the same shares it. The committee behind the difficulties in use
need not have been made here: a table of difficulties says which members were wrong.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import streamlit as st

from cwsdiag.charts.sizes import HALF
from cwsdiag.difficulty import cache_folder, half_correlations
from cwsdiag.exhibits import committee as exhibits
from cwsdiag.languages import _, lazy, n_, translated
from cwsdiag.project import File
from cwsdiag.signature import signature
from cwsdiag.ui.data import catalogue
from cwsdiag.ui.difficulty import learning
from cwsdiag.ui.difficulty import settings as committee_settings
from cwsdiag.ui.difficulty.making import make_committee
from cwsdiag.ui.shell import leads, show, state, widgets
from cwsdiag.ui.shell.empty import NO_GOLD
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.work import progress, worker
from cwsdiag.ui.work.jobs import queue
from cwsdiag.ui.work.results import kept
from cwsdiag.ui.work.worker import place
from cwsdiag.views.committee import ENOUGH, committee_said, enough_sentence
from cwsdiag.views.wording import UNDEFINED, number
from cwsdiag.weights import of_committee, weights_bytes

if TYPE_CHECKING:
    from collections.abc import Hashable

    from cwsdiag.difficulty import Committee, CommitteeSettings
    from cwsdiag.text import Bools
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
_ASKED_FOR = "committees asked for"
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
        named: the settings that the address names.
        is_named: whether the dataset has a file of difficulties: its project names one, or somebody uploaded it.
        settings: of the committee that is meant; None where none is, or where they make no sense.
        problem: why they make none.
    """

    view: View
    training: File | None
    lacks: str
    stamp: tuple[str, ...]
    named: dict[str, Any]
    is_named: bool
    settings: CommitteeSettings | None
    problem: str

    @property
    def job(self) -> Job[Committee] | None:
        """The committee under these settings; None where it was not asked for in this session."""
        found = self.committee_stamp
        return queue().find(found) if found is not None and found in _asked_for() else None

    @property
    def made(self) -> Committee | None:
        """The committee, once it is made."""
        job = self.job
        return job.result() if job is not None and job.state == "done" else None

    @property
    def committee_stamp(self) -> Hashable:
        """What the committee is found by; None where none is meant."""
        return None if self.settings is None else ("committee", *self.stamp, self.settings)


def bench(view: View) -> Bench:
    """Return what a committee of a dataset is made from."""
    entry = view.entry
    training, lacks = _training(view)
    gold = None if entry is None else entry.files.gold
    in_use = None if entry is None else catalogue.own_weights(entry).get("committee")
    is_named = in_use.instead if in_use is not None else entry is not None and entry.files.weights is not None
    named, settings, problem = committee_settings.asked(), None, ""
    if training is not None and (named or not is_named or view.look.dataset.difficulty is None):
        settings, problem = committee_settings.settings_of(named)
    stamp = tuple(file.stamp for file in (training, gold) if file is not None)
    return Bench(view, training, lacks, stamp, named, is_named, settings, problem)


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
    dataset = bench.view.look.dataset
    weights, words = dataset.difficulty, len(dataset.gold)
    if weights is None:
        widgets.lead(
            _(
                "How hard is each of the {words} of {dataset}? Its difficulty is the share of a committee of "
                "segmenters that gets it wrong.",
                words=n_("{n:,} gold word", "{n:,} gold words", words),
                dataset=dataset.name,
            ),
            _(
                "Each member learns from a random part of {source}. Balanced F (f_b), p_b and r_b weight every word "
                "by its difficulty.",
                source=_("segmented text") if bench.training is None else bench.training.name,
            ),
        )
        return
    remark = _(
        "Mean difficulty {mean}. Committee: {name}.",
        mean=number(float(weights.values.mean())) if words else UNDEFINED,
        name=committee_said(weights.committee),
    )
    sentence: str = _NO_MEMBERS
    if weights.wrong is not None:
        changes = _changes(weights, weights.wrong)
        sentence = enough_sentence(changes, members=len(weights.wrong), words=words, dataset=dataset.name)
    widgets.lead(sentence, remark)


def part(bench: Bench) -> None:
    """Draw the part: what the committee is made from, how far that is, what of its difficulties."""
    look = bench.view.look
    weights = look.dataset.difficulty
    if bench.training is None:
        widgets.box("info", bench.lacks)
        with st.container(key="to training data"):
            widgets.next_page("data", _("Add training data"))
    else:
        members = None if weights is None else weights.members
        with (
            widgets.controls("committee"),
            st.container(horizontal=True, vertical_alignment="bottom", key="committee settings"),
        ):
            usual = members or committee_settings.USUAL.members
            committee_settings.controls(bench.named, in_use=usual if bench.is_named else None)
            button(bench)
        state_of(bench)
    if weights is not None and weights.wrong is not None:
        _results(bench, weights, weights.wrong)
    if bench.training is not None:
        learning.part(look, bench.training, bench.stamp)
    # No system has a part in these numbers.
    widgets.signature_line(signature(replace(look.dataset, systems=())))


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
    settings, gold = bench.settings, bench.view.look.dataset.gold
    # A file of difficulties that cannot be used must not be covered up.
    if bench.is_named and bench.view.look.dataset.difficulty is None and not bench.named:
        state.put(Key.MEMBERS, str(committee_settings.USUAL.members))
    if settings is None:
        return

    def work(job: Job[Committee]) -> Committee:
        made = worker.run(job, make_committee, bench.training, gold, settings, cache_folder(), place())
        # What comes from another process has a text of its own: words are compared with gold's.
        return replace(made, text=gold.text)

    _asked_for().add(bench.committee_stamp)
    queue().put(bench.committee_stamp, work, total=settings.members)


def state_of(bench: Bench) -> None:
    """Show how far the committee is, why it is not there, or what else the server works on."""
    if bench.problem:
        widgets.box("error", bench.problem, title=_("There is no such committee"))
    if bench.settings is None:
        return
    job = bench.job
    if job is None:
        said = committee_settings.settings_said(bench.settings)
        widgets.note(_("Not made yet: {settings}.", settings=said))
    elif not job.done():
        progress.progress(job, "members", key="committee")
        widgets.note(_("You can use other pages meanwhile: it goes on, and this page shows it when you come back."))
    elif job.state != "done":
        progress.ended(job, "members")


def _changes(weights: Weights, wrong: Bools) -> dict[int, float]:
    return kept("server", "mean changes", weights.digest, lambda: exhibits.changes(wrong))


def _results(bench: Bench, weights: Weights, wrong: Bools) -> None:
    """Draw how difficulty settles as the committee grows, what members score, and the difficulties as files."""
    look, memory = bench.view.look, committee_settings.memory()
    left, right = st.columns([0.6, 0.4], gap="medium")
    with left:
        show.chart(
            show.exhibit(look, "growth", seed=str(memory["sample"])),
            key="growth",
            title=_("Difficulty as it grows"),
            remark=_("a random word of each interval; a click: its sentence"),
            click=lambda mark: leads.to_sentence(int(mark[0]) - 1),
            size=HALF,
        )
    with right:
        title = _("Does it still move?")
        if changes := _changes(weights, wrong):
            halves = kept("server", "halves of committees", weights.digest, lambda: half_correlations(wrong))
            content = exhibits.change(look, found=changes, halves=halves)
            remark = _("large enough below the dashed line, {least}", least=number(ENOUGH, 2))
            exhibit = show.exhibit(look, "change", content)
            show.chart(exhibit, key="mean change", title=title, remark=remark, size=HALF)
            widgets.note(content.remark)
        else:
            widgets.heading(title)
            widgets.box("info", _("A committee of one has no smaller committee to be compared with."))
    made = bench.made
    content = exhibits.members(look, drawn=None if made is None else made.members)
    exhibit = show.exhibit(look, "members", content)
    left, right = st.columns([0.6, 0.4], gap="medium")
    with left:
        remark = _("by template") if made else ""
        show.chart(exhibit, key="members", title=_("What each member scores"), remark=remark, size=HALF)
        widgets.note(content.sentence)
    with right:
        show.table(exhibit, key="members table", height=250, member=66, score=84, template=92, ratio=70)
    with widgets.controls("onward", in_a_row=True):
        draw = partial(memory.__setitem__, "sample", memory["sample"] + 1)
        st.button(_("Other words"), key="other words", icon=":material/casino:", on_click=draw)
        for ending, (label, mime, help) in _FORMATS.items():
            data = partial(weights_bytes, weights, look.dataset.gold, ending)
            name = f"difficulty{ending}"
            widgets.download(label, data=data, name=name, mime=mime, key=f"save {ending}", help=help)
    if made is not None:
        name = look.dataset.name
        widgets.note(_("These are the difficulties of {dataset} on all pages of your session.", dataset=name))
