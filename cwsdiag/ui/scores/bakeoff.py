"""Scores of words as the bakeoffs have them: who is best, which systems differ, F over all corpora."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pandas as pd
import streamlit as st

from cwsdiag.baselines import LINES, clash
from cwsdiag.charts.bakeoff import CorpusScores
from cwsdiag.charts.matrices import MOST_BESIDE
from cwsdiag.charts.theme import HALF, PAGE
from cwsdiag.exhibits import bakeoff as exhibits
from cwsdiag.languages import _, lazy, translated
from cwsdiag.languages.visible import printable
from cwsdiag.report.bakeoff import OFFICIAL_SCRIPT, TWO_RULES
from cwsdiag.report.sighan import sighan_lines
from cwsdiag.ui.data import cached
from cwsdiag.ui.shell import leads, show, state, widgets
from cwsdiag.ui.shell.empty import NO_GOLD
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.work.progress import answer, wait_for_answer
from cwsdiag.ui.work.results import ask
from cwsdiag.views import standings
from cwsdiag.views.wording import differing_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.dataset import Dataset
    from cwsdiag.diagnosis.paired import PairedComparison
    from cwsdiag.ui.data.catalogue import DatasetEntry
    from cwsdiag.ui.shell.view import View
    from cwsdiag.ui.work.jobs import Job

_NO_SYSTEMS = lazy("This dataset has no prediction that can be used. Add the output of at least one segmenter.")
_FILES = {"score.txt": lazy("Summary"), "score-wording.txt": lazy("With every sentence")}
_ALL_PAIRS = "all"
# With more systems than this not every pair is tested unasked.
_ALL_TESTED = 3


def controls(view: View) -> None:
    """Draw what has every pair tested, and the scores in the official layout as files."""
    if len(view.look.systems) > _ALL_TESTED:
        state.bind(
            Key.PAIRS,
            st.toggle,
            value=_all_pairs(),
            to_text=lambda wanted: _ALL_PAIRS if wanted else None,
            label=_("Test every pair"),
            help=_("Each pair more makes all p-values larger: they are adjusted for the pairs tested."),
        )
    help = translated(OFFICIAL_SCRIPT)
    with st.popover(_("Official layout"), icon=":material/download:", type="tertiary", help=help):
        for name, label in list(_FILES.items())[: 1 if view.withholds_gold else 2]:
            data = partial(official, view.look.dataset, sentences=name != "score.txt")
            widgets.download(label, data=data, name=name, mime="text/plain", key=f"save {name}")


def official(dataset: Dataset, *, sentences: bool) -> str:
    """Return the scores in the layout of the official script, systems by their names."""
    names = [printable(system.name) for system in dataset.systems]
    lines = sighan_lines(dataset, sentences=sentences, gold_name=printable(dataset.name), test_names=names)
    return "".join(f"{line}\n" for line in lines)


def _all_pairs() -> bool:
    return state.choose(Key.PAIRS, [_ALL_PAIRS]) is not None


def part(view: View) -> None:
    """Draw the scores, which systems differ, F over all corpora, and OOV recall."""
    look, all_pairs = view.look, _all_pairs()
    ranked = standings.standings(look.bakeoff, lines=exhibits.lines(look))
    # For whoever looks at the same results.
    question = "bakeoff", exhibits.lines(look), all_pairs
    job: Job[Sequence[PairedComparison]] = ask(look, question, lambda: exhibits.verdicts_of(look, all_pairs=all_pairs))
    tests = answer(job)
    pairs = standings.pairs(look, ranked, tests or ())
    exhibit = show.exhibit(look, "bakeoff", exhibits.bakeoff(look, pairs=pairs))
    show.lead(exhibit)
    widgets.note(*differing_text(look.dataset, list(ranked["name"])))
    show.names_table(exhibit, key="bakeoff scores", lead=leads.to_system)
    _significance(view, pairs)
    if tests is None:
        wait_for_answer(job, "" if pairs.empty else _("The paired tests are under way …"))
    _corpora(view)
    if not standings.oov_table(look.oov_recalls).empty:
        show.chart(show.exhibit(look, "oov"), key="oov recall", title=_("OOV recall"))


def _significance(view: View, pairs: pd.DataFrame) -> None:
    """Draw which systems differ, as the bakeoff has it and by the paired test, and how the two rules differ."""
    look = view.look
    if pairs.empty:
        only = _("{system} is the only system, so there is nothing to compare it with.", system=look.systems[0])
        widgets.box("info", only)
        return
    beside = len(pairs["first"].unique()) <= MOST_BESIDE
    left, right = st.columns(2, gap="medium") if beside else (st.container(), st.container())
    size = HALF if beside else PAGE
    tested = int(pairs["tested"].sum()) // 2
    adjusted = _("p is adjusted for the pairs tested, {tested:,} of {pairs:,}.", tested=tested, pairs=len(pairs) // 2)
    with left:
        rule = show.exhibit(look, "bakeoff-rule", exhibits.by_rule(look, pairs=pairs))
        show.chart(rule, key="rule matrix", title=_("By the bakeoff's rule"), about=translated(TWO_RULES), size=size)
    with right:
        test = show.exhibit(look, "bakeoff-test", exhibits.by_test(look, pairs=pairs))
        about = adjusted if tested else ""
        show.chart(test, key="paired matrix", title=_("By the paired test, in points of F"), about=about, size=size)
    show.names_table(test, key="pairs table", lead=leads.to_pair)


def _corpora(view: View) -> None:
    """Draw F of all systems by corpus and track; a point leads to where the system fails there.

    The corpora are all datasets of the project that is open, of uploads their own, with BASE and TOP in each.
    """
    entries = view.siblings
    if view.entry is not None and not entries:
        entries = {view.entry.id: view.entry}
    corpora = [_corpus(entry, among=len(entries)) for entry in entries.values()]
    exhibit = show.exhibit(view.look, "corpora", exhibits.corpora(view.look, scores=corpora))
    lines = _("BASE and TOP are maximum matching with the words of the training data and with those of gold.")
    show.chart(
        exhibit,
        key="corpora",
        title=exhibit.content.title,
        about=lines,
        click=lambda mark: to_system(*mark),
    )


def _corpus(entry: DatasetEntry, *, among: int) -> CorpusScores:
    scores = cached.bakeoff(entry, among=among)
    if scores is None:
        return CorpusScores(entry.id, entry.files.name, pd.DataFrame(), translated(NO_GOLD))
    # A system of one's own may be called so; then the two lines are not there.
    own = clash(file.name for file in entry.files.systems)
    ranked = standings.standings(scores, lines=() if own else LINES)
    return CorpusScores(entry.id, entry.files.name, ranked, "" if len(ranked) else translated(_NO_SYSTEMS))


def to_system(dataset: str, name: str, line: bool) -> None:
    """In a callback: lead to where a system fails on a dataset; BASE and TOP become systems for that."""
    leads.to_system(name, dataset=dataset, **{"baselines": "on"} if line else {})
