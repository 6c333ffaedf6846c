"""From version to version: F1 of each, and the words that were won and lost with one; where a system has several."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.errors import CwsdiagError
from cwsdiag.exhibits.versions import Versions
from cwsdiag.languages import _, n_, translated
from cwsdiag.ui.shell import leads, state, tables, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.views.columns import CHANGED_WORDS
from cwsdiag.views.versions import changed_words
from cwsdiag.views.wording import bucket_said, on_page

if TYPE_CHECKING:
    from cwsdiag.diagnosis import Diagnosis
    from cwsdiag.diagnosis.versions import Part, Step
    from cwsdiag.ui.shell.view import View

_ALL_WORDS = "all"


def part(view: View, system: str) -> None:
    """Draw the versions of a system; nothing where it has one, or where gold is private."""
    entry = view.entry
    if entry is None or view.withholds_gold or all(file.name != system for file in entry.files.older):
        return
    widgets.heading(_("From version to version"))
    whole = Versions(view.scene, system=system)
    try:
        diagnosis = whole.diagnosis
    except CwsdiagError as error:
        widgets.box("warning", on_page(error), title=_("The versions cannot be compared"))
        return
    chosen = _chosen_part(diagnosis)
    version = state.choose(Key.VERSION, diagnosis.systems[1:])
    options = {"version": version, "attribute": chosen and chosen[0], "bucket": chosen and str(chosen[1])}
    exhibit = Versions(view.scene, system=system, **{key: value for key, value in options.items() if value})
    widgets.said(exhibit.headline)
    widgets.leading_chart(
        exhibit.chart(),
        key="versions",
        lead=lambda data: _look_at(data[0], diagnosis),
        alt=_("F1 of each version with its 95 % interval; a click on one shows the words that it won and lost"),
        exhibit=exhibit,
    )
    _words(diagnosis, exhibit.step, newest=exhibit.step.after == diagnosis.systems[-1], system=system)
    with widgets.controls("where versions come from"):
        widgets.note(diagnosis.signature)


def _chosen_part(diagnosis: Diagnosis) -> Part:
    """Let the person choose which gold words are looked at: all of them, or those of a bucket."""
    offered: dict[str, tuple[Part, str]] = {_ALL_WORDS: (None, _("all words"))}
    for bucketed in diagnosis.attributes:
        if bucketed.buckets is None or bucketed.attribute.unit != "word":
            continue
        for bucket, label in enumerate(bucketed.buckets.labels):
            key, title = bucketed.attribute.key, translated(bucketed.attribute.label)
            said = _("{attribute}: {bucket}", attribute=title, bucket=bucket_said(label))
            offered[f"{key}:{bucket}"] = ((key, bucket), said)
    value = state.choose(Key.VERSIONS_OF, offered, default=_ALL_WORDS) or _ALL_WORDS
    with widgets.controls("versions"):
        state.bind(
            Key.VERSIONS_OF,
            st.selectbox,
            value=value,
            default=_ALL_WORDS,
            label=_("F1 over"),
            options=list(offered),
            format_func=lambda name: offered[name][1],
            width=320,
        )
    return offered[value][0]


def _look_at(version: str, diagnosis: Diagnosis) -> None:
    """In a callback: show what came with a version; of the first nothing is known, so what came with the next."""
    names = diagnosis.systems
    wanted = names[1] if version == names[0] else version
    state.put(Key.VERSION, None if wanted == names[-1] else wanted)


def _words(diagnosis: Diagnosis, step: Step, *, newest: bool, system: str) -> None:
    words = changed_words(diagnosis, step)
    if words.empty:
        widgets.note(_("No gold word was won or lost."))
        return
    remark = _("a click leads to a sentence with the word")
    if not newest:
        remark = _("a click leads to a sentence with the word, as the newest version has it")
    widgets.heading(
        _("Words won and lost with {version}", version=step.after),
        n_("{n:,} word, {remark}", "{n:,} words, {remark}", len(words), remark=remark),
    )
    tables.leading_table(
        words,
        tables.columns(CHANGED_WORDS, word=160),
        key="words won and lost",
        lead=lambda row: leads.to_sentence(int(words["sentence"][row]) - 1, system=system, order=None),
        alt=_("Words won and lost with a version, those with the most changes first"),
    )
