"""Difficulty: which words are hard, are there members enough to say so, would more training data help?

The address says which committee is meant; it is made, or found where somebody had it made, by a click in this session.
Stamps say what is in the files, so whoever asks for the same shares it. The committee behind the difficulties in use
need not have been made here: a table of difficulties says which members were wrong. At the end stands the learning
curve, which is learnt from the same training data: the built-in segmenter after 20, 50, 80 and 100 % of it.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from cwsdiag.charts.committee import learning_chart
from cwsdiag.charts.theme import HALF
from cwsdiag.difficulty import (
    CURVE_SEEDS,
    TEMPLATES,
    Committee,
    CommitteeSettings,
    Learner,
    cache_folder,
    committee,
    curve_seeds,
    learning_curve,
)
from cwsdiag.exhibits import committee as exhibits
from cwsdiag.exhibits.difficulty import word_kinds
from cwsdiag.exhibits.exhibit import Content, Exhibit
from cwsdiag.formats.base import language_of
from cwsdiag.languages import _, lazy, n_
from cwsdiag.output import Table
from cwsdiag.project import File
from cwsdiag.report.difficulty import NO_WEIGHTS, ONE_COMMITTEE, curve_rows, seed_rows, sentences_learnt
from cwsdiag.text import Segmentation, frozen
from cwsdiag.ui import state
from cwsdiag.ui.data import catalogue
from cwsdiag.ui.difficulty import files
from cwsdiag.ui.shell import leads, navigation, private_gold, progress, show, widgets
from cwsdiag.ui.shell.in_place import in_place
from cwsdiag.ui.shell.view import View, current
from cwsdiag.ui.state import Key
from cwsdiag.ui.work import worker
from cwsdiag.ui.work.results import Job, queue
from cwsdiag.ui.work.worker import learnt, place
from cwsdiag.views.columns import LEARNING_CURVE
from cwsdiag.views.committee import F_B, committee_name, learning_sentence, own_kind_sentence
from cwsdiag.views.hardness import ALL_EQUAL, hardness
from cwsdiag.views.look import PrivateLook
from cwsdiag.views.wording import in_turn, number, on_page, template_name
from cwsdiag.weights import of_committee, weights_bytes

# What segmenters make of gold's text, by share of the training data, in the order of the seeds.
Curve = Mapping[float, tuple[Segmentation, ...]]

NO_TRAINING = lazy(
    "This dataset has no training data, and a committee has to learn from something: a segmented text, under the same "
    "criterion as gold. Add it on Files."
)
_BAD_TRAINING = lazy("The training data of this dataset cannot be used. Files says why.")
_NO_MEMBERS = lazy(
    "Whether these difficulties would still move with a larger committee is not known: their file does not say which "
    "members were wrong."
)
_NO_SYSTEMS = lazy("No system is shown here, so nobody is scored yet. A committee needs gold and training data alone.")
_ASKED_FOR, _SAMPLE = "committees asked for", "words drawn of a committee"
# By its ending, a format of difficulties: what it is called, its media type, what it holds.
_FORMATS = {
    ".csv": ("CSV", lazy("One row per gold word, with the members that got it wrong.")),
    ".weight": (".weight", lazy("The difficulty of each word, a line per sentence.")),
    ".weight_c": (".weight_c", lazy("The difficulty of each character, a line per sentence.")),
}


@dataclass(frozen=True, eq=False)
class CommitteeWork:
    """What a committee is made from, and how far it is.

    Attributes:
        view: the selection.
        training: the file that members learn from; None where there is none that they can.
        lacks: what is missing then.
        stamp: says what is in the files of training data and gold, and how they are read.
        is_named: whether the dataset has a file of difficulties: its project names one, or somebody uploaded it.
        learner: what members are learnt by.
        problem: says that it is not installed; empty where it is.
        settings: of the committee that is meant; None where none is, or it cannot be learnt.
    """

    view: View
    training: File | None
    lacks: str
    stamp: tuple[str, ...]
    is_named: bool
    learner: Learner
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


def committee_work(view: View) -> CommitteeWork:
    """Return what a committee of a dataset is made from."""
    entry, (training, lacks) = view.opened, _training(view)
    in_use = catalogue.own_weights(entry).get("committee")
    is_named = entry.files.weights is not None if in_use is None else in_use.instead
    named, chosen = files.named(), None
    learner, problem = files.learner_named(named.get("learner", files.USUAL.learner.name))
    is_meant = training is not None and (named or not is_named or view.look.dataset.difficulty is None)
    if is_meant and not problem:
        chosen = CommitteeSettings(**{**named, "learner": learner})
    stamp = tuple(file.stamp for file in (training, entry.files.gold) if file is not None)
    return CommitteeWork(view, training, lacks, stamp, is_named, learner, problem, chosen)


def _asked_for() -> set[Hashable]:
    """Return the stamps of the committees that were asked for by clicks in this session."""
    stamps: set[Hashable] = st.session_state.setdefault(_ASKED_FOR, set())
    return stamps


def _training(view: View) -> tuple[File | None, str]:
    """Return what members learn from, or why there is nothing."""
    file, training = view.opened.files.training, view.look.dataset.training
    if file is None:
        return None, NO_TRAINING
    if training is None:
        return None, _BAD_TRAINING
    if training.has_text:
        return file, ""
    return None, _(
        "{name}: this is a word list. Segmenters learn from segmented text: one sentence per line, blanks between "
        "words. Give such a file as training data on Files.",
        name=file.name,
    )


def settle(work: CommitteeWork) -> None:
    """Give the dataset the difficulties that the address means; where that changes them, the page is drawn anew."""
    if st.session_state.pop(files.CHANGED, False):
        st.rerun()
    own, made = catalogue.own_weights(work.view.opened), work.made
    in_use = own.get("committee")
    if in_use is not None and in_use.stamp == work.committee_stamp:
        return
    if made is not None:
        data = weights_bytes(of_committee(made.wrong, committee=made.name), work.view.look.dataset.gold)
        file = File.uploaded("gold", f"committee of {len(made.members)}.csv", data)
        own["committee"] = catalogue.SessionCommittee(file, work.committee_stamp, work.is_named)
    elif in_use is not None:
        own.pop("committee", None)
    else:
        return
    st.rerun()


def form(work: CommitteeWork) -> None:
    """Draw what makes difficulties, loads them from a file and saves those in use."""
    look = work.view.look
    weights = look.dataset.difficulty
    if work.training is None:
        widgets.box("info", work.lacks)
        widgets.next_page("files", _("Add training data"))
    else:
        members = None if weights is None else weights.members
        files.controls(work.is_named and (members or files.USUAL.members) or None)
        _button(work)
        if work.problem:
            widgets.box("error", work.problem)
    files.uploader(work.view)
    if weights is None:
        return
    widgets.note(_("In use: {name}", name=committee_name(weights.committee, weights.members)))
    with st.container(horizontal=True):
        for ending, (label, help) in _FORMATS.items():
            data, name = partial(weights_bytes, weights, look.dataset.gold, ending), f"difficulty{ending}"
            widgets.download(label, data=data, name=name, key=f"save {ending}", help=help)


def _button(work: CommitteeWork) -> None:
    """Draw what has the committee made; nothing where it is there, under way, or where none is meant."""
    job, chosen = work.job, work.settings
    if (chosen is None and not work.problem) or (job is not None and job.state not in ("stopped", "failed")):
        return

    def ask() -> None:
        if chosen is None:
            return
        # A file of difficulties that cannot be used must not be covered up: the address says which committee does.
        if work.is_named:
            state.put(Key.MEMBERS, str(chosen.members))
        make, gold = partial(committee, where=place(), cache=cache_folder()), work.view.look.dataset.gold
        _asked_for().add(work.committee_stamp)
        queue().put(
            work.committee_stamp,
            lambda job: worker.run(job, learnt, make, work.training, gold, chosen),
            total=chosen.members,
        )

    st.button(
        _("Make difficulties"),
        key="ask for the committee",
        type="primary",
        icon=":material/groups:",
        disabled=chosen is None,
        on_click=ask,
    )


def committee_part(work: CommitteeWork) -> None:
    """Draw whether the committee is large enough, as one may quote it; before there is one, what makes it."""
    look = work.view.look
    weights = look.dataset.difficulty
    if weights is None:
        _without(work)
        return
    mean, name = number(float(weights.values.mean())), committee_name(weights.committee, weights.members)
    remark = _("Mean difficulty {mean}. Committee: {name}.", mean=mean, name=name)
    if work.view.a is None:
        widgets.note(_NO_SYSTEMS)
    if weights.wrong is None:
        widgets.lead(_NO_MEMBERS, remark)
        return
    sample, made = st.session_state.setdefault(_SAMPLE, 0), work.made
    is_alone = not exhibits.changes(look)
    widgets.lead(exhibits.enough(look), in_turn(exhibits.ALONE if is_alone else "", remark))
    left, right = st.columns(2, gap="medium")
    with left:
        if not is_alone:
            title = _("Does difficulty still move?")
            show.chart(show.exhibit(look, "change"), key="mean change", title=title, size=HALF)
        exhibit = show.exhibit(look, "members", exhibits.members(look, drawn=None if made is None else made.members))
        show.chart(exhibit, key="members", title=_("What each member scores"), size=HALF)
    with right:
        show.chart(
            show.exhibit(look, "growth", seed=str(sample)),
            key="growth",
            title=_("Difficulty as it grows"),
            click=lambda mark: leads.to_sentence(int(mark[0]) - 1),
            size=HALF,
        )
        draw = partial(st.session_state.__setitem__, _SAMPLE, sample + 1)
        st.button(_("Other words"), key="other words", icon=":material/casino:", type="tertiary", on_click=draw)
        show.table(exhibit, key="members table", height=200, member=66, score=84, template=92, ratio=70)


def _without(work: CommitteeWork) -> None:
    """Say what the page answers once difficulties are known, and let a committee or a file say them."""
    look, weights = work.view.look, work.view.opened.files.weights
    said = n_(
        "How hard is the {n:,} gold word of {dataset}? Its difficulty is the share of a committee of segmenters that "
        "gets it wrong.",
        "How hard is each of the {n:,} gold words of {dataset}? Its difficulty is the share of a committee of "
        "segmenters that gets it wrong.",
        len(look.dataset.gold),
        dataset=look.name,
    )
    widgets.lead(said, F_B)
    if weights is not None and (problem := catalogue.loaded(work.view.opened).problems.get(weights.part)):
        widgets.box("error", on_page(problem), title=_("The file of difficulties cannot be used"))
    with widgets.controls("make difficulties"):
        form(work)


_SHARES = (0.2, 0.5, 0.8, 1.0)


def learning_part(work: CommitteeWork) -> None:
    """Draw what has the curve made, how far that is, the curve."""
    training, learner, gold = work.training, work.learner, work.view.look.dataset.gold
    if training is None:
        widgets.box("info", work.lacks)
        return
    about = _("The built-in segmenter learns from 20, 50, 80 and 100 % of it.")
    if work.problem:
        widgets.box("error", work.problem)
    widgets.lead(_("Would more training data help?"), about)
    with widgets.controls("curve", in_a_row=True):
        template = st.segmented_control(
            _("Template"),
            TEMPLATES,
            default="F2",
            key="curve template",
            format_func=template_name,
            required=True,
            label_visibility="collapsed",
        )
        stamp = ("curve", *work.stamp, template, learner)
        job: Job[Curve] | None = queue().find(stamp)
        if job is None or job.state in ("stopped", "failed"):
            total = len(_SHARES) * len(_seeds(learner))
            curve = partial(learning_curve, shares=_SHARES, template=template, learner=learner, where=worker.place())

            def ask() -> None:
                queue().put(stamp, lambda job: worker.run(job, learnt, curve, training, gold), total=total)

            icon = ":material/show_chart:"
            st.button(_("Learn"), key="ask for the curve", icon=icon, disabled=bool(work.problem), on_click=ask)
    if job is not None:
        progress.progress(job, key="curve")
        if job.state == "done":
            _curve(work.view.look, job.result(), learner)


def _seeds(learner: Learner) -> range:
    return curve_seeds(learner, seed=0, seeds=CURVE_SEEDS)


def _curve(look: PrivateLook, curve: Curve, learner: Learner) -> None:
    dataset = look.dataset
    # Whoever asked for the curve first had gold's text as another object.
    systems = tuple(
        Segmentation(one.name, dataset.gold.text, frozen(one.word_ends)) for every in curve.values() for one in every
    )
    available = 0 if dataset.training is None else dataset.training.sentences
    alone = replace(dataset, systems=systems, tracks={})
    rows = curve_rows(seed_rows(alone, sentences_learnt(_SHARES, available), _seeds(learner)))
    about: list[str] = [NO_WEIGHTS]
    if dataset.difficulty is not None:
        committee = dataset.difficulty.committee
        about = [_("Committee: {name}.", name=committee_name(committee)), ONE_COMMITTEE, own_kind_sentence(committee)]
    content = Content(
        _("Learning curve"),
        learning_sentence(rows, words=len(dataset.gold), draws=learner.draws),
        in_turn(*about),
        chart=lambda size: learning_chart(rows, size),
        table=lambda: Table(pd.DataFrame([{**row, "share": 100 * row["share"]} for row in rows]), LEARNING_CURVE),
    )
    exhibit = show.alone("difficulty", "learning", content, look)
    show.lead(exhibit)
    show.chart(exhibit, key="learning curve", click=lambda mark: None)
    show.table(exhibit, key="learning table")


_NAMES = {"words": lazy("Words"), "committee": lazy("Committee"), "learning": lazy("Learning curve")}
# Where parts of 0.2.0 are.
_MOVED: dict[str, tuple[str, dict[str, str]]] = {
    "scores": ("scores", {"part": "balanced"}),
    "rows": ("sentences", {"order": "hardest"}),
    "sentence": ("sentences", {"order": "hardest"}),
}
_PRIVATE = lazy(
    "Your own difficulties are not accepted here: if they gave weight to a single word, they would reveal which "
    "systems got it right."
)


def page() -> None:
    """Draw the page."""
    if (moved := _MOVED.get(state.get(Key.PART) or "")) is not None:
        state.put(Key.PART, None)
        navigation.lead_to(moved[0], **moved[1])
        navigation.follow()
    here = current()
    # Gold and training data are enough for a committee.
    without_systems = here.found is not None and here.a is None and not here.withholds_gold
    view = here if without_systems else widgets.view_with_systems()
    if view is not None:
        _difficulty(view)


@in_place
def _difficulty(view: View) -> None:
    look, work = view.look, None if view.withholds_gold else committee_work(view)
    if work is not None:
        settle(work)
    weights = look.dataset.difficulty
    if work is None and weights is None:
        private_gold.page(view, what=_("The difficulties of words"))
        widgets.note(_PRIVATE)
        return
    is_there = work is not None, weights is not None and view.a is not None
    names = {key: name for key, name in _NAMES.items() if is_there[key == "words"]}
    with widgets.controls("difficulty", in_a_row=True):
        part = widgets.segments(Key.PART, names, label=_("View"))
        if work is not None and weights is not None:
            with st.popover(_("Difficulties"), icon=":material/scale:", type="tertiary"):
                form(work)
    if work is not None and (job := work.job) is not None:
        progress.progress(job, key="committee")
    if part == "words":
        _words(view)
    elif work is not None and part == "learning":
        learning_part(work)
    elif work is not None:
        committee_part(work)


# The ten intervals, for when the address has attributes cut in another way.
_TENTHS = "diff=edges:0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9"


def to_words(interval: int) -> None:
    """In a callback: lead to the words in an interval of difficulty, which is cut into ten."""
    cut, notation = dict[str, str](), state.get(Key.BUCKETS)
    if notation is not None:
        others = [way for way in notation.split(";") if not way.startswith("diff=")]
        cut["buckets"] = ";".join([*others, _TENTHS])
    leads.to_words("diff", interval, **cut)


def _words(view: View) -> None:
    """Draw who gets hard words right, and which kinds of words are hard; a click on an interval leads to its words."""
    look = view.look
    hard = show.exhibit(look, "hard-words")
    widgets.lead(hard.content.sentence)
    if hardness(look).all_equal:
        widgets.box("warning", ALL_EQUAL)
    is_chinese = language_of(look.dataset.gold.text.chars) is None
    idioms, whose = files.idioms(view) if is_chinese else (None, "")
    text = _("Idioms of four characters are a kind of Chinese words, and this text is not Chinese.")
    if idioms is not None:
        count = n_("{n:,} word", "{n:,} words", len(idioms))
        text = _("Idioms: words of four characters in {list}, {words}.", list=whose, words=count)
    if look.dataset.training is None:
        text = in_turn(text, _("Without training data no word is OOV."))
    left, right = st.columns([0.57, 0.43], gap="medium")
    with left:
        _figure(hard, _("Who gets the hard ones?"), key="accuracy")
    with right:
        kinds = show.exhibit(look, "word-kinds", word_kinds(look, idioms=idioms))
        _figure(kinds, _("Which words are hard?"), key="kinds", about=text)
        if idioms is not None:
            files.idioms_control(view)


def _figure(exhibit: Exhibit, title: str, *, key: str, about: str = "") -> None:
    """Draw a chart, and its numbers, a row an interval of difficulty, closed at first."""

    def click(mark: Sequence[Any]) -> None:
        to_words(int(mark[0]))

    show.chart(exhibit, key=f"{key} by difficulty", title=title, about=about, click=click, size=HALF)
    with widgets.controls(f"{key} table"), st.expander(_("As a table")):
        show.table(exhibit, key=f"{key} table", lead=to_words, label=90)
