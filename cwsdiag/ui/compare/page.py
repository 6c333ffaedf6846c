"""The parts of the page Two systems: how figures are read, what leads where, the words that one system alone gets."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.figures import theme
from cwsdiag.figures.compare import Sides, differences_figure
from cwsdiag.figures.extremes import MOST_LABELLED, extremes_figure, heatmap_figure
from cwsdiag.languages import _, lazy, n_
from cwsdiag.ui.shell import bucket_editor, doors, leads, legends, private_gold, state, tables, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.views.columns import DIFFERENCES, WORDS, Column
from cwsdiag.views.comparison import alike_sentence, compare_remark, compare_sentence, comparison
from cwsdiag.views.results import left_aside
from cwsdiag.views.units import small_said

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cwsdiag.ui.shell.view import View
    from cwsdiag.views.comparison import Comparison

_WIDTHS = {"title": 150, "label": 116}


def swap(view: View) -> None:
    """In a callback: make A of B and B of A."""
    state.put(Key.SYSTEM, view.b)
    state.put(Key.OTHER, view.a)


def to_words(attribute: str | None, bucket: int | None, ahead: str, word: str | None = None) -> None:
    """Lead to the words that the system ahead gets right and the other wrong; to all where none is ahead."""
    leads.to_words(attribute or None, bucket, show=f"only_{ahead}" if ahead else None, word=word)


def legend(found: Comparison, colours: Mapping[str, str], *, small: str) -> None:
    """Say what is subtracted from what, and explain the marks of the figures.

    Args:
        found: the comparison.
        colours: of the systems, by name.
        small: which buckets are not named; see ``small_said``.
    """
    better, other = (f"{name} ({found.role(name).upper()})" for name in (found.better, found.other))
    above = colours[found.better]
    ahead = legends.system(found.role(found.better), _("above 0: {system} is ahead", system=better), colour=above)
    behind = legends.system(found.role(found.other), _("below: {system}", system=other), colour=colours[found.other])
    difference = _("F1 difference in points:")
    one = _("a bucket")
    extremes = _(
        "{highest_mark} highest, {lowest_mark} lowest of its attribute",
        highest_mark=f'<span class="cw-key mark" style="color:{above}; font-size:1.3em; line-height:0">▲</span>',
        lowest_mark='<span class="cw-key mark worst">▼</span>',
    )
    share = _("share of gold")
    click = _("Click a bucket: the words that only the one ahead gets right.")
    st.html(
        f'<div class="cw-legend"><span>{difference}</span>{ahead}{behind}'
        f'<span><span class="cw-key mark" style="color:{theme.GOLD}">●</span> {one}</span>'
        f"<span>{extremes}</span>"
        f'<span><span class="cw-key mark">○</span> {escape(small)}</span>'
        f'<span><span class="cw-key share"></span> {share}</span>'
        f"<span>{click}</span></div>"
    )


def figures(found: Comparison, colours: Mapping[str, str]) -> None:
    """Draw the differences: panels, the extremes of each attribute, and all of them as a heatmap."""
    sides = Sides(found.better, found.other, colours[found.better], colours[found.other])
    widgets.leading_chart(
        differences_figure(found.panels, found.whole, sides=sides),
        key="differences",
        lead=lambda data: to_words(*data[:3]),
        alt=_(
            "F1 of {better} minus F1 of {other} by bucket; the table below holds the same numbers",
            better=found.better,
            other=found.other,
        ),
    )
    widest = max((len(panel.buckets) for panel in found.panels), default=0)
    left, right = st.columns([0.54, 0.46], gap="medium") if widest <= MOST_LABELLED else (st.container(),) * 2
    with left:
        widgets.heading(_("Lowest and highest"), _("of each attribute, in points"))
        widgets.leading_chart(
            extremes_figure(found.panels, sides=sides),
            key="extremes",
            lead=lambda data: to_words(*data[:3]),
            alt=_("The lowest and the highest difference of each attribute"),
        )
    with right:
        widgets.heading(_("All differences"), _("in points"))
        widgets.leading_chart(
            heatmap_figure(found.panels, sides=sides),
            key="heatmap",
            lead=lambda data: to_words(*data[:3]),
            alt=_("The difference of every bucket of every attribute as colour"),
        )
    widgets.note(
        _(
            "Faint, and not bold in the cells: the interval holds 0. "
            "A dash: undefined, or too few gold units to be named."
        )
    )


def only_right(found: Comparison) -> None:
    """Draw what only A and what only B gets right, by word type."""
    for column, role, loser in zip(st.columns(2, gap="medium"), "ab", "ba", strict=True):
        words = found.won[role]
        count = n_("{n:,} gold word", "{n:,} gold words", int(words["count"].sum()))
        name = _("Only {system} ({role}) gets right", system=found.systems[role], role=role.upper())
        with column:
            widgets.heading(name, count)
            if words.empty:
                widgets.note(
                    _(
                        "{other} gets right every gold word that {system} gets right.",
                        other=found.systems[loser],
                        system=found.systems[role],
                    )
                )
                continue
            _words(found, role, loser)


def _words(found: Comparison, role: str, loser: str) -> None:
    words = found.won[role]
    often = _("How often {right} gets it right and {wrong} wrong.", right=role.upper(), wrong=loser.upper())
    columns = {
        "word": tables.column(WORDS["word"], width=110),
        "count": tables.column(Column(_("count"), often, format="count"), width=70),
        "made": tables.column(
            Column(
                _("{system} made of it", system=loser.upper()),
                _("What {system} made of the word most often there.", system=loser.upper()),
            )
        ),
    }
    tables.leading_table(
        words,
        columns,
        key=f"only {role}",
        lead=lambda row: to_words(None, None, role, words["word"][row]),
        alt=_("Words that only {system} gets right, most frequent first", system=found.systems[role]),
    )


def table(found: Comparison) -> None:
    """Draw all buckets with both scores and their difference."""
    rows = found.table
    widgets.heading(
        _("Every bucket"),
        _("difference: {better} minus {other}, in points", better=found.better, other=found.other),
    )
    tables.leading_table(
        rows,
        tables.columns(DIFFERENCES, **_WIDTHS),
        key="differences table",
        lead=lambda row: to_words(rows["attribute"][row], rows["bucket"][row], rows["ahead"][row]),
        alt=_("Every bucket with both scores and their difference"),
    )


def page() -> None:
    """Draw the page."""
    view = widgets.view_with_systems("compare", term=_("aided diagnosis"))
    if view is None:
        return
    if view.a is None or view.b is None:
        lacks = _(
            "Comparing needs two systems, and {name} is the only one that can be used here. "
            "Add the output of another segmenter on the same text.",
            name=view.a,
        )
        ways = (doors.to_files(lazy("Add another system")), doors.baselines(view), doors.open_sample("compare", view))
        doors.dead_end("compare", lacks, *ways)
        return
    results = view.known
    found = comparison(results, view.a, view.b)
    name = results.dataset.name
    if found.alike:
        widgets.lead(alike_sentence(found.overall, dataset=name))
    else:
        widgets.lead(
            compare_sentence(found.overall, found.finding, dataset=name),
            compare_remark(found.finding, least=results.least) + left_aside(results.diagnosis),
        )
    left, right = st.columns([0.85, 0.15], vertical_alignment="center")
    with left:
        if not found.alike:
            legend(found, view.colours, small=small_said(results.diagnosis))
    with right, widgets.controls("compare"):
        st.button(
            _("Swap"),
            icon=":material/swap_horiz:",
            help=_("A and B change places. Differences stay the better system minus the other."),
            on_click=swap,
            args=(view,),
        )
    if not found.alike:
        _parts(view, found)
    widgets.signature_line(results.diagnosis.signature)


def _parts(view: View, found: Comparison) -> None:
    """Draw all below the sentence, of two systems that differ at all."""
    figures(found, view.colours)
    with widgets.controls("buckets"):
        bucket_editor.editor(view)
    if view.withholds_gold:
        private_gold.part(view, what=_("Words that only one of the two gets right"))
    else:
        only_right(found)
    with widgets.controls("differences table"):
        table(found)
    for remark in view.known.bucket_notes:
        widgets.note(remark)
