"""The parts of the Bakeoff page: the table of scores, which systems differ, F over all corpora, the official layout."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Any

import pandas as pd
import streamlit as st

from cwsdiag.bakeoff import RESAMPLES, SEED
from cwsdiag.baselines import BASE, TOP, clash
from cwsdiag.charts import theme
from cwsdiag.charts.bakeoff import CorpusScores
from cwsdiag.charts.matrices import ALIKE, MOST_BESIDE, letters
from cwsdiag.charts.sizes import HALF, PAGE
from cwsdiag.exhibits.bakeoff import bakeoff, by_rule, by_test, one_after_other, verdicts_of
from cwsdiag.exhibits.bakeoff import corpora as corpora_of
from cwsdiag.exhibits.bakeoff import lines as lines_of
from cwsdiag.frames import records, signed
from cwsdiag.languages import _, lazy, n_, p_, p_lazy, translated
from cwsdiag.languages.visible import printable
from cwsdiag.report.bakeoff import OFFICIAL_SCRIPT, TWO_RULES, bakeoff_signature
from cwsdiag.report.sighan import sighan_lines
from cwsdiag.ui.bakeoff.parts import WORDS, parts
from cwsdiag.ui.data import cached
from cwsdiag.ui.data.siblings import siblings
from cwsdiag.ui.shell import leads, show, state, tables, widgets
from cwsdiag.ui.shell.differing import differing_remark
from cwsdiag.ui.shell.empty import NO_GOLD
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.shell.unit_remark import unit_remark
from cwsdiag.ui.work.progress import answer, wait_for_answer
from cwsdiag.ui.work.results import ask
from cwsdiag.views import standings, wording
from cwsdiag.views.columns import BAKEOFF, BAKEOFF_PAIRS, COVERAGES
from cwsdiag.views.pairs.verdicts import MARK, verdict_said

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.dataset import Dataset
    from cwsdiag.diagnosis.paired import PairedComparison
    from cwsdiag.ui.data.catalogue import Entry
    from cwsdiag.ui.shell.view import View
    from cwsdiag.ui.work.jobs import Job

_NO_SYSTEMS = lazy("This dataset has no prediction that can be used. Add the output of at least one segmenter.")
# Characters that fit into the column of the system, and the width in pixels of the others: so all fit a projector.
_LONGEST_NAME = 30
_NARROW, _WIDE, _WIDEST = 54, 62, 128
_ALL_PAIRS = "all"
_MEASURES = ("precision", "recall", "oov_recall", "iv_recall")
_PAIR_COLUMNS = ("f1", "low", "high", "p", "verdict", *_MEASURES, "rule")


def table(ranked: pd.DataFrame) -> None:
    """Draw the scores of all systems, a track below the other; a click leads to where a system fails."""
    # Every second group of rows on a darker ground.
    order = sorted(set(ranked["group"].tolist()))
    ground = tables.grounds([theme.SHARE if order.index(group) % 2 else "" for group in ranked["group"]])
    tables.names_table(
        ranked,
        _columns(ranked),
        {"name": lazy("system")},
        key="bakeoff scores",
        lead=leads.to_system,
        longest=_LONGEST_NAME,
        styled=lambda rows: ground(rows.style),
        alt=_("Bakeoff scores of every system"),
    )


def _columns(ranked: pd.DataFrame) -> dict[str, Any]:
    """Return the columns under the names of the command line; those that say nothing here are left out."""
    left_out = {"name"}
    shorter = {"true_words": p_("column", "true"), "test_words": p_("column", "test")}
    if ranked["track"].isna().all():
        left_out.add("track")
    widths = {**dict.fromkeys(("track", "coverage", *shorter), _WIDE), "system_coverage": _WIDEST}
    left_out |= {key for key in COVERAGES if not (ranked[key] < 1).any()}
    return {
        key: tables.Shown(
            column.called(shorter.get(key) or translated(column.label)),
            width=widths.get(key, _NARROW),
        )
        for key, column in BAKEOFF.items()
        if key not in left_out
    }


def controls(view: View) -> None:
    """Draw the switch of BASE and TOP, and the scores in the layout of the official script."""
    with widgets.controls("bakeoff", in_a_row=True):
        widgets.baselines_toggle(view)
        layouts = {lazy("Summary"): False}
        if not view.withholds_gold:
            layouts[lazy("With every sentence")] = True
        for label, sentence_by_sentence in layouts.items():
            widgets.download(
                translated(label),
                data=partial(official, view.look.dataset, sentences=sentence_by_sentence),
                name="score-wording.txt" if sentence_by_sentence else "score.txt",
                mime="text/plain",
                key=f"save {label}",
                help=_("In the layout of the official script, one system after another."),
            )


def official(dataset: Dataset, *, sentences: bool) -> str:
    """Return the scores in the layout of the official script, systems by their names."""
    names = [printable(system.name) for system in dataset.systems]
    lines = sighan_lines(dataset, sentences=sentences, gold_name=printable(dataset.name), test_names=names)
    return "".join(f"{line}\n" for line in lines)


def significance(view: View, ranked: pd.DataFrame, pairs: pd.DataFrame, job: Job[Any] | None) -> None:
    """Draw which systems differ, as the bakeoff has it and by the paired test, and how the two rules differ.

    Args:
        view: what is looked at.
        ranked: the standings.
        pairs: every two systems in either order.
        job: the work on the tests, where they are not among the pairs yet.
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
    size = HALF if beside else PAGE
    rule, test = by_rule(view.look, pairs=pairs), by_test(view.look, pairs=pairs)
    with left:
        title, remark = _("By the bakeoff's rule"), _("R, P: which intervals are apart")
        exhibit = show.exhibit(view.look, "bakeoff-rule", rule)
        show.chart(exhibit, key="rule matrix", title=title, remark=remark, size=size)
    with right:
        title, remark = _("By the paired test"), _("F of row − column, in points")
        exhibit = show.exhibit(view.look, "bakeoff-test", test)
        show.chart(exhibit, key="paired matrix", title=title, remark=remark, size=size)
    tested = pairs[pairs["tested"]]
    count, every = len(tested) // 2, len(pairs) // 2
    widgets.note(one_after_other([translated(TWO_RULES), rule.remark, _adjusted(count, every) if count else ""]))
    if job is not None:
        wait_for_answer(job, "" if count else _("The paired tests are under way …"))
    with widgets.controls("pairs table"):
        if count < every:
            _every_pair(False)
        elif _wants_every_pair():
            _every_pair(True)
        _pairs_table(pairs, names)


def _adjusted(tested: int, every: int) -> str:
    """Say for which pairs p is adjusted."""
    if tested == every:
        return n_("p is adjusted for this {n:,} pair.", "p is adjusted for all {n:,} pairs.", tested)
    return n_(
        "p is adjusted for the {n:,} pair tested: the best of a track against each, and neighbours by rank.",
        "p is adjusted for the {n:,} pairs tested: the best of a track against each, and neighbours by rank.",
        tested,
    )


def _wants_every_pair() -> bool:
    return state.choose(Key.PAIRS, [_ALL_PAIRS]) is not None


def _every_pair(on: bool) -> None:
    """Draw the switch that has every two systems tested."""
    state.bind(
        Key.PAIRS,
        st.toggle,
        value=on,
        to_text=lambda wanted: _ALL_PAIRS if wanted else None,
        label=_("Test every pair"),
        help=_("Each pair more makes all p-values larger: they are adjusted for the pairs tested."),
    )


def _pairs_table(pairs: pd.DataFrame, names: Sequence[str]) -> None:
    """Draw each two systems once, the one before that stands further up."""
    place = {name: at for at, name in enumerate(names)}
    ahead = pairs["first"].map(place) < pairs["second"].map(place)
    once = pairs[ahead].reset_index(drop=True)
    rows = once.assign(
        low=once["f1_low"],
        high=once["f1_high"],
        verdict=[verdict_said(row["verdict"]) for row in records(once)],
        rule=[letters(row) or ALIKE for row in records(once)],
        **{score: once[f"{score}_difference"] for score in _MEASURES},
    )
    keys = [key for key in _PAIR_COLUMNS if key not in _MEASURES or rows[key].notna().any()]

    def drawn(row: int, column: str) -> tables.Drawn:
        said = signed(rows[column][row])
        return f"{said} {MARK}" if rows[f"{column}_significant"][row] else said, ""

    tables.names_table(
        rows,
        tables.columns(BAKEOFF_PAIRS, keys, verdict=110),
        {"first": lazy("system"), "second": p_lazy("the second system of a pair", "other")},
        key="pairs table",
        lead=leads.to_pair,
        longest=_LONGEST_NAME,
        styled=partial(tables.styled, columns=[key for key in keys if key in _MEASURES], drawn=drawn),
        alt=_("Every pair of systems, and their difference"),
    )


def oov_chart(view: View) -> None:
    """Draw OOV recall of every system; a row leads to the OOV words that the system misses."""
    exhibit = show.exhibit(view.look, "oov")
    if standings.oov_table(view.look.oov_recalls).empty:
        return
    remark = _("of gold words that are not in the training data")
    show.chart(exhibit, key="oov recall", title=_("OOV recall"), remark=remark)
    widgets.note(exhibit.content.sentence)


def chart(view: View) -> None:
    """Draw F of all systems by corpus and track; a point leads to where the system fails there."""
    found = corpora(view)
    exhibit = show.exhibit(view.look, "corpora", corpora_of(view.look, scores=found))
    show.chart(exhibit, key="corpora", title=exhibit.content.title, click=lambda mark: to_system(*mark))
    widgets.note(one_after_other(remarks(found)))


def corpora(view: View) -> list[CorpusScores]:
    """Return all datasets of the project that is open, of uploads their own, with BASE and TOP in each."""
    entries = siblings(view)
    if view.entry is not None and not entries:
        entries = {view.entry.id: view.entry}
    return [_corpus(entry, among=len(entries)) for entry in entries.values()]


def _corpus(entry: Entry, *, among: int) -> CorpusScores:
    scores = cached.bakeoff(entry, among=among)
    if scores is None:
        return CorpusScores(entry.id, entry.files.name, pd.DataFrame(), translated(NO_GOLD))
    # A system of one's own may be called so; then the two lines are not there.
    own = clash(file.name for file in entry.files.systems)
    ranked = standings.standings(scores, lines=() if own else (BASE, TOP))
    return CorpusScores(entry.id, entry.files.name, ranked, "" if len(ranked) else translated(_NO_SYSTEMS))


def remarks(found: Sequence[CorpusScores]) -> list[str]:
    """Say what BASE and TOP are, and what is missing in the chart."""
    said = [
        _(
            "BASE and TOP are maximum matching with the words of the training data and with those of gold. "
            "A click on a point: where that system fails there."
        )
    ]
    shown = [corpus for corpus in found if len(corpus.scores)]
    baseless = [corpus.name for corpus in shown if "BASE" not in corpus.scores["name"].tolist()]
    if baseless:
        said.append(_("No BASE without training data: {datasets}.", datasets=wording.listed(baseless)))
    return said


def to_system(dataset: str, name: str, line: bool) -> None:
    """In a callback: lead to where a system fails on a dataset; BASE and TOP become systems for that."""
    changes = {"baselines": "on"} if line else {}
    leads.to_system(name, dataset=dataset, **changes)


def _tests(view: View, *, all_pairs: bool) -> Job[list[PairedComparison]]:
    """Begin with the paired tests of the bakeoff, for whoever looks at the same results."""
    question = "bakeoff", lines_of(view.look), all_pairs
    return ask(view.look, question, lambda: verdicts_of(view.look, all_pairs=all_pairs))


def page() -> None:
    """Draw the page."""
    view = widgets.view_with_systems("bakeoff")
    if view is None:
        return
    parts(WORDS)
    lines = (BASE, TOP) if view.where.baselines else ()
    ranked = standings.standings(view.look.bakeoff, lines=lines)
    job = _tests(view, all_pairs=_wants_every_pair())
    found = answer(job)
    pairs = standings.pairs(view.look, ranked, found or ())
    show.lead(show.exhibit(view.look, "bakeoff", bakeoff(view.look, pairs=pairs)))
    differing_remark(view.look.dataset, list(ranked["name"]))
    table(ranked)
    controls(view)
    widgets.note(translated(OFFICIAL_SCRIPT))
    significance(view, ranked, pairs, job if found is None else None)
    # Those that are not known are no factors above anything.
    factors = [one.block_factor for one in found or () if one.block_factor > 0]
    unit_remark(view, max(factors, default=math.nan), of="systems")
    chart(view)
    oov_chart(view)
    widgets.signature_line(bakeoff_signature(view.look.dataset, resamples=RESAMPLES, seed=SEED, unit=view.look.unit))
