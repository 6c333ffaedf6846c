"""The Bakeoff page: the table of scores, which systems differ, F over all corpora, the official layout."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pandas as pd
import streamlit as st

from cwsdiag.baselines import BASE, LINES, clash
from cwsdiag.charts import theme
from cwsdiag.charts.bakeoff import CorpusScores
from cwsdiag.charts.matrices import MOST_BESIDE
from cwsdiag.charts.sizes import HALF, PAGE
from cwsdiag.exhibits import bakeoff as exhibits
from cwsdiag.frames import signed
from cwsdiag.languages import _, lazy, translated
from cwsdiag.languages.visible import printable
from cwsdiag.report.bakeoff import OFFICIAL_SCRIPT, TWO_RULES
from cwsdiag.report.sighan import sighan_lines
from cwsdiag.ui.data import cached
from cwsdiag.ui.shell import leads, show, state, tables, widgets
from cwsdiag.ui.shell.empty import NO_GOLD
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.work.progress import answer, wait_for_answer
from cwsdiag.ui.work.results import ask
from cwsdiag.views import standings, wording
from cwsdiag.views.columns import BAKEOFF, BAKEOFF_PAIRS
from cwsdiag.views.fidelity import differing_said
from cwsdiag.views.pairs import MARK

if TYPE_CHECKING:
    from cwsdiag.dataset import Dataset
    from cwsdiag.ui.data.catalogue import Entry
    from cwsdiag.ui.shell.view import View
    from cwsdiag.ui.work.jobs import Job

_NO_SYSTEMS = lazy("This dataset has no prediction that can be used. Add the output of at least one segmenter.")
PARTS = {"bakeoff": lazy("Words"), "separators": lazy("Boundaries")}
# Characters that fit into the column of the system, and the width in pixels of the others: so all fit a projector.
_LONGEST_NAME = 30
_WIDTHS = {**dict.fromkeys(BAKEOFF, 54), **dict.fromkeys(("track", "coverage", "true_words", "test_words"), 70)}
_WIDTHS["system_coverage"] = 128
_ALL_PAIRS = "all"


def parts(shown: str) -> None:
    """Draw the choice of words, or of the boundaries between them; ``shown`` is the one that is open."""
    with widgets.controls("parts of bakeoff"):
        widgets.segments(Key.PART, PARTS, shown, label=_("What is scored"), default="bakeoff")


def page() -> None:
    """Draw the page."""
    view = widgets.view_with_systems()
    if view is None:
        return
    look = view.look
    parts("bakeoff")
    ranked = standings.standings(look.bakeoff, lines=LINES if view.where.baselines else ())
    all_pairs = state.choose(Key.PAIRS, [_ALL_PAIRS]) is not None
    # For whoever looks at the same results.
    question = "bakeoff", exhibits.lines(look), all_pairs
    job = ask(look, question, lambda: exhibits.verdicts_of(look, all_pairs=all_pairs))
    verdicts = answer(job)
    pairs = standings.pairs(look, ranked, verdicts or ())
    exhibit = show.exhibit(look, "bakeoff", exhibits.bakeoff(look, pairs=pairs))
    show.lead(exhibit)
    widgets.note(*differing_said(look.dataset, list(ranked["name"])))
    # A track below the other: every second group of rows on a darker ground.
    groups = ranked["group"].rank(method="dense")
    ground = tables.grounds([theme.SHARE if group % 2 == 0 else "" for group in groups])
    best = tables.bold(exhibit.table.emphasis if exhibit.table else {})
    show.names_table(
        exhibit,
        key="bakeoff scores",
        lead=leads.to_system,
        longest=_LONGEST_NAME,
        styled=lambda rows: best(ground(rows.style)),
        widths=_WIDTHS,
    )
    with widgets.controls("bakeoff", in_a_row=True):
        widgets.baselines_toggle(view)
        for label, sentences in ((lazy("Summary"), False), (lazy("With every sentence"), True)):
            if sentences and view.withholds_gold:
                continue
            widgets.download(
                label,
                data=partial(official, look.dataset, sentences=sentences),
                name="score-wording.txt" if sentences else "score.txt",
                mime="text/plain",
                key=f"save {label}",
                help=_("In the layout of the official script, one system after another."),
            )
    widgets.note(OFFICIAL_SCRIPT)
    _significance(view, ranked, pairs, job if verdicts is None else None, all_pairs=all_pairs)
    _corpora(view)
    exhibit = show.exhibit(look, "oov")
    if not standings.oov_table(look.oov_recalls).empty:
        remark = _("of gold words that are not in the training data")
        show.chart(exhibit, key="oov recall", title=_("OOV recall"), remark=remark)
        widgets.note(exhibit.content.sentence)


def official(dataset: Dataset, *, sentences: bool) -> str:
    """Return the scores in the layout of the official script, systems by their names."""
    names = [printable(system.name) for system in dataset.systems]
    lines = sighan_lines(dataset, sentences=sentences, gold_name=printable(dataset.name), test_names=names)
    return "".join(f"{line}\n" for line in lines)


def _significance(
    view: View, ranked: pd.DataFrame, pairs: pd.DataFrame, job: Job[Any] | None, *, all_pairs: bool
) -> None:
    """Draw which systems differ, as the bakeoff has it and by the paired test, and how the two rules differ.

    Args:
        view: what is looked at.
        ranked: the standings.
        pairs: every two systems in either order.
        job: the work on the tests, where they are not among the pairs yet.
        all_pairs: whether every two systems are tested.
    """
    names = ranked["name"].tolist()
    if pairs.empty:
        widgets.box(
            "info",
            _(
                "{name} is the only system, so there is nothing to compare it with. Add the output of another "
                "segmenter on Files, or switch BASE and TOP on.",
                name=names[0],
            ),
        )
        return
    beside = len(names) <= MOST_BESIDE
    left, right = st.columns(2, gap="medium") if beside else (st.container(), st.container())
    size, rule = HALF if beside else PAGE, exhibits.by_rule(view.look, pairs=pairs)
    with left:
        title, remark = _("By the bakeoff's rule"), _("R, P: which intervals are apart")
        exhibit = show.exhibit(view.look, "bakeoff-rule", rule)
        show.chart(exhibit, key="rule matrix", title=title, remark=remark, size=size)
    with right:
        title, remark = _("By the paired test"), _("F of row − column, in points")
        exhibit = show.exhibit(view.look, "bakeoff-test", exhibits.by_test(view.look, pairs=pairs))
        show.chart(exhibit, key="paired matrix", title=title, remark=remark, size=size)
    tested, every = int(pairs["tested"].sum()) // 2, len(pairs) // 2
    adjusted = _("p is adjusted for the pairs tested, {tested:,} of {pairs:,}.", tested=tested, pairs=every)
    widgets.note(TWO_RULES, rule.remark, adjusted if tested else "")
    if job is not None:
        wait_for_answer(job, "" if tested else _("The paired tests are under way …"))
    with widgets.controls("pairs table"):
        if tested < every or all_pairs:
            state.bind(
                Key.PAIRS,
                st.toggle,
                value=tested == every,
                to_text=lambda wanted: _ALL_PAIRS if wanted else None,
                label=_("Test every pair"),
                help=_("Each pair more makes all p-values larger: they are adjusted for the pairs tested."),
            )
        _pairs_table(pairs, names)


def _pairs_table(pairs: pd.DataFrame, names: list[str]) -> None:
    """Draw each two systems once, the one before that stands further up."""
    rows = exhibits.pair_rows(pairs, names)
    measures = [key for key in exhibits.MEASURES if rows[key].notna().any()]

    def drawn(row: int, column: str) -> tables.Drawn:
        said = signed(rows[column][row])
        return f"{said} {MARK}" if rows[f"{column}_significant"][row] else said, ""

    tables.names_table(
        rows,
        tables.columns(BAKEOFF_PAIRS, ("f1", "low", "high", "p", "verdict", *measures, "rule"), verdict=110),
        tables.OF_PAIR,
        key="pairs table",
        lead=leads.to_pair,
        longest=_LONGEST_NAME,
        styled=partial(tables.styled, columns=measures, drawn=drawn),
        alt=_("Every pair of systems, and their difference"),
    )


def _corpora(view: View) -> None:
    """Draw F of all systems by corpus and track; a point leads to where the system fails there.

    The corpora are all datasets of the project that is open, of uploads their own, with BASE and TOP in each.
    """
    entries = view.siblings
    if view.entry is not None and not entries:
        entries = {view.entry.id: view.entry}
    corpora = [_corpus(entry, among=len(entries)) for entry in entries.values()]
    exhibit = show.exhibit(view.look, "corpora", exhibits.corpora(view.look, scores=corpora))
    show.chart(exhibit, key="corpora", title=exhibit.content.title, click=lambda mark: to_system(*mark))
    baseless = [one.name for one in corpora if len(one.scores) and BASE not in one.scores["name"].tolist()]
    widgets.note(
        _(
            "BASE and TOP are maximum matching with the words of the training data and with those of gold. "
            "A click on a point: where that system fails there."
        ),
        _("No BASE without training data: {datasets}.", datasets=wording.listed(baseless)) if baseless else "",
    )


def _corpus(entry: Entry, *, among: int) -> CorpusScores:
    scores = cached.bakeoff(entry, among=among)
    if scores is None:
        return CorpusScores(entry.id, entry.files.name, pd.DataFrame(), translated(NO_GOLD))
    # A system of one's own may be called so; then the two lines are not there.
    own = clash(file.name for file in entry.files.systems)
    ranked = standings.standings(scores, lines=() if own else LINES)
    return CorpusScores(entry.id, entry.files.name, ranked, "" if len(ranked) else translated(_NO_SYSTEMS))


def to_system(dataset: str, name: str, line: bool) -> None:
    """In a callback: lead to where a system fails on a dataset; BASE and TOP become systems for that."""
    changes = {"baselines": "on"} if line else {}
    leads.to_system(name, dataset=dataset, **changes)
