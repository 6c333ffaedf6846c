"""The parts of the Bakeoff page: the table of scores, which systems differ, F over all corpora, the official layout."""

from __future__ import annotations

import math
from functools import partial, reduce
from typing import TYPE_CHECKING, Any

import pandas as pd
import streamlit as st

from cwsdiag.bakeoff import RESAMPLES, SEED
from cwsdiag.baselines import BASE, TOP, clash
from cwsdiag.charts import theme
from cwsdiag.charts.bakeoff import CorpusScores, corpora_figure
from cwsdiag.charts.significance import ALIKE, MOST_BESIDE, letters, paired_figure, rule_figure
from cwsdiag.exhibits.bakeoff import Bakeoff, OovRecalls
from cwsdiag.frames import records, signed
from cwsdiag.languages import _, lazy, n_, p_, p_lazy, translated
from cwsdiag.languages.visible import printable
from cwsdiag.report.bakeoff_text import OFFICIAL_SCRIPT, TWO_RULES, bakeoff_signature
from cwsdiag.report.sighan import sighan_lines
from cwsdiag.ui.bakeoff.parts import WORDS, parts
from cwsdiag.ui.data import cached
from cwsdiag.ui.data.siblings import siblings
from cwsdiag.ui.shell import leads, state, tables, widgets
from cwsdiag.ui.shell.differing import differing_remark
from cwsdiag.ui.shell.empty import NO_GOLD
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.shell.unit_remark import unit_remark
from cwsdiag.ui.work.progress import answer, wait_for_answer
from cwsdiag.ui.work.results import ask
from cwsdiag.views import standings, wording
from cwsdiag.views.columns import BAKEOFF, BAKEOFF_PAIRS, COVERAGES
from cwsdiag.views.pairs.verdicts import MARK, verdict_said
from cwsdiag.views.standings import bakeoff_sentence, bakeoff_verdict, oov_sentence, rules_sentence
from cwsdiag.views.wording import number

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cwsdiag.dataset import Dataset
    from cwsdiag.diagnosis.paired import PairedComparison
    from cwsdiag.ui.data.catalogue import Entry
    from cwsdiag.ui.shell.view import View
    from cwsdiag.ui.work.jobs import Job
    from cwsdiag.views.results import Results

_NO_SYSTEMS = lazy("This dataset has no prediction that can be used. Add the output of at least one segmenter.")
# Characters that fit into the column of the system, and the width in pixels of the others: so all fit a projector.
_LONGEST_NAME = 30
_NARROW, _WIDE, _WIDEST = 54, 62, 128
_ALL_PAIRS = "all"
_MEASURES = ("precision", "recall", "oov_recall", "iv_recall")
_PAIR_COLUMNS = ("f1", "low", "high", "p", "verdict", *_MEASURES, "rule")


def headline(view: View, ranked: pd.DataFrame, pairs: pd.DataFrame, *, tested: bool) -> tuple[str, str]:
    """Return what the page shows as one may quote it, and, where there are several tracks, who differs from whom."""
    dataset, found = view.known.dataset.name, standings.leaders(ranked, pairs)
    if ranked["line"].all():
        return _lines(ranked, dataset), ""
    if not found:
        return _("No system has a word that could be compared, so there is no score."), ""
    lead = bakeoff_sentence(found, dataset=dataset)
    if len(found) == 1:
        leader = found[0]
        if len(leader.names) == 1:
            return _one_after_other([lead, bakeoff_verdict(leader, tested=tested)]), ""
        return _one_after_other([lead, bakeoff_verdict(leader, subject=leader.names[0], tested=tested)]), ""
    verdicts = (bakeoff_verdict(leader, subject=leader.names[0], tested=tested) for leader in found)
    return lead, _one_after_other(verdicts)


def _lines(ranked: pd.DataFrame, dataset: str) -> str:
    """Say what BASE and TOP have where there is nothing else."""
    one, *more = records(ranked)[::-1]
    name, f1 = one["name"], number(one["f1"])
    if not more:
        return _(
            "{name} has F {f1} on {dataset}. There is no system to stand between them.",
            name=name,
            f1=f1,
            dataset=dataset,
        )
    return _(
        "{name} has F {f1} and {other} has F {other_f1} on {dataset}. There is no system to stand between them.",
        name=name,
        f1=f1,
        other=more[0]["name"],
        other_f1=number(more[0]["f1"]),
        dataset=dataset,
    )


def _one_after_other(sentences: Iterable[str]) -> str:
    """Return sentences as a text, those that say nothing left out."""
    return reduce(
        lambda said, more: _("{said} {more}", said=said, more=more) if said else more, filter(None, sentences), ""
    )


def table(ranked: pd.DataFrame, *, exhibit: Bakeoff) -> None:
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
        exhibit=exhibit,
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
                data=partial(official, view.known.dataset, sentences=sentence_by_sentence),
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
    with left:
        widgets.heading(_("By the bakeoff's rule"), _("R, P: which intervals are apart"))
        _matrix(rule_figure(names, pairs, roles=view.roles), "rule matrix")
    with right:
        widgets.heading(_("By the paired test"), _("F of row − column, in points"))
        _matrix(paired_figure(names, pairs, roles=view.roles), "paired matrix")
    tested = pairs[pairs["tested"]]
    # A pair stands there in either order.
    count, every = len(tested) // 2, len(pairs) // 2
    st.html(_legend(every=count == every))
    if count:
        apart = int((tested["differ"] != tested["significant"]).sum()) // 2
        widgets.note(_one_after_other([translated(TWO_RULES), rules_sentence(count, apart), _adjusted(count, every)]))
    else:
        widgets.note(translated(TWO_RULES))
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


def _legend(*, every: bool) -> str:
    """Return the HTML of what the marks of both squares mean; ``every``: whether every pair was tested."""
    untested = ('<span class="cw-key off"></span>', _("without a ground: not tested"))
    marks = (
        (f'<span class="cw-key" style="background:{theme.LABEL}"></span>', _("the two differ; significant")),
        ('<span class="cw-key share"></span>', _("{mark} they do not; not significant, or too few", mark=ALIKE)),
        *(() if every else (untested,)),
        (
            f'<span class="cw-key" style="border:2.5px solid {theme.WORST}"></span>',
            _("the other rule says otherwise"),
        ),
    )
    told = "".join(f"<span>{mark} {meaning}</span>" for mark, meaning in marks)
    click = _("Click a cell: both on Two systems.")
    return f'<div class="cw-legend">{told}<span>{click}</span></div>'


def _matrix(figure: Any, key: str) -> None:
    widgets.leading_chart(
        figure,
        key=key,
        lead=lambda data: leads.to_pair(*data),
        alt=_("Which pairs of systems differ; the table below holds the same numbers"),
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


def to_missed_oov(name: str, *, withheld: bool) -> None:
    """In a callback: lead to the OOV words that a system misses; to its figures where no word may be shown."""
    if withheld:
        leads.to_system(name)
    else:
        leads.to_words(of="a", cause="oov", system=name)


def oov_chart(view: View, *, lines: Sequence[str]) -> None:
    """Draw OOV recall of all systems with intervals, where there is an OOV word; a click leads to those missed."""
    found = standings.oov_table(view.known.oov_recalls)
    if found.empty:
        return
    exhibit = OovRecalls(view.scene)
    widgets.heading(_("OOV recall"), _("of gold words that are not in the training data"))
    widgets.leading_chart(
        exhibit.chart(roles=view.roles),
        key="oov recall",
        lead=lambda data: to_missed_oov(data[0], withheld=view.withholds_gold),
        alt=_("OOV recall of every system with its 95 % interval"),
        exhibit=exhibit,
        redrawn=partial(exhibit.chart, roles=view.roles),
    )
    widgets.note(oov_sentence(found, lines=lines, dataset=view.known.dataset.name))


def chart(view: View) -> None:
    """Draw F of all systems on every corpus of the project, between BASE and TOP."""
    widgets.heading(_("F by corpus and track"))
    found = corpora(view)
    widgets.leading_chart(
        corpora_figure(found, colours=view.colours, roles=view.roles),
        key="corpora",
        lead=lambda data: to_system(*data),
        alt=_("F of all systems by corpus and track, with BASE and TOP"),
    )
    widgets.note(_one_after_other(remarks(found)))


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


def _tests(results: Results, lines: Sequence[str], *, all_pairs: bool) -> Job[list[PairedComparison]]:
    """Return the work on the paired tests."""
    return ask(
        results,
        ("bakeoff", tuple(lines), all_pairs),
        lambda: results.bakeoff_verdicts(lines=lines, all_pairs=all_pairs),
    )


def page() -> None:
    """Draw the page."""
    view = widgets.view_with_systems("bakeoff")
    if view is None:
        return
    parts(WORDS)
    lines = (BASE, TOP) if view.baselines else ()
    ranked = standings.standings(view.known.bakeoff, lines=lines)
    job = _tests(view.known, lines, all_pairs=_wants_every_pair())
    found = answer(job)
    pairs = standings.pairs(view.known, ranked, found or ())
    exhibit = Bakeoff(view.scene)
    widgets.lead(*headline(view, ranked, pairs, tested=bool(found)), exhibit=exhibit)
    differing_remark(view.known.dataset, list(ranked["name"]))
    table(ranked, exhibit=exhibit)
    controls(view)
    widgets.note(translated(OFFICIAL_SCRIPT))
    significance(view, ranked, pairs, job if found is None else None)
    # Those that are not known are no factors above anything.
    factors = [one.block_factor for one in found or () if one.block_factor > 0]
    unit_remark(view, max(factors, default=math.nan), of="systems")
    chart(view)
    oov_chart(view, lines=lines)
    widgets.signature_line(bakeoff_signature(view.known.dataset, resamples=RESAMPLES, seed=SEED, unit=view.known.unit))
