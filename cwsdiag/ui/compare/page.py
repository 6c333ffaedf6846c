"""Two systems: how they stand beside each other, what of that is significant, what both make of the same words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import streamlit as st

from cwsdiag.charts import theme
from cwsdiag.exhibits.two_systems import Compare, Extremes, PairKinds
from cwsdiag.languages import _, lazy, translated
from cwsdiag.languages.visible import escape
from cwsdiag.ui.compare import against, agreement, words
from cwsdiag.ui.shell import bucket_editor, empty, leads, legends, private_gold, state, tables, widgets
from cwsdiag.ui.shell.differing import differing_remark
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.shell.unit_remark import unit_remark
from cwsdiag.ui.work.progress import answer, wait_for_answer
from cwsdiag.ui.work.results import ask
from cwsdiag.views.buckets import left_aside
from cwsdiag.views.columns import ALL_WORDS, DIFFERENCES
from cwsdiag.views.pairs.comparison import alike_sentence, compare_remark, compare_sentence, comparison, paired_test
from cwsdiag.views.units import small_said

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cwsdiag.ui.shell.view import View
    from cwsdiag.views.pairs.comparison import Comparison

_WIDTHS = {"title": 150, "label": 116}
# With more than two systems: A and B, or all against A.
_PAIR, _BASE = "pair", "base"
_PARTS = {_PAIR: lazy("A and B"), _BASE: lazy("all against A")}


def swap(view: View) -> None:
    """In a callback: make A of B and B of A."""
    state.put(Key.SYSTEM, view.b)
    state.put(Key.OTHER, view.a)


def to_words(asked: list[Any]) -> None:
    """In a callback: lead to what a click on a bucket asks for; see ``pair_figure``."""
    attribute, bucket, what = asked
    if what in ("a", "b"):
        leads.to_words(attribute, bucket, of=what)
    else:
        leads.to_words(attribute, bucket, show=what or None)


def to_errors(asked: list[Any]) -> None:
    """In a callback: lead to the errors of a kind; see ``pair_kinds_figure``."""
    of, kind, role = asked
    leads.to_words(of=role, **{of: kind})


def legend(found: Comparison, colours: Mapping[str, str], *, small: str) -> None:
    """Say which mark is whose, and explain the marks of the figures.

    Args:
        found: the comparison.
        colours: of the systems, by name.
        small: which buckets are not named; see ``small_said``.
    """
    systems = "".join(
        legends.system(role, f"{name} ({role.upper()})", colour=colours[name]) for role, name in found.systems.items()
    )
    grey = _("A − B: not significant")
    marked = _("in a system's colour: significant, it is ahead")
    share = _("share of gold, counts below")
    click = _("Click a mark: that system's errors. The difference: what only one gets right. Elsewhere: the words.")
    st.html(
        f'<div class="cw-legend">{systems}'
        f'<span><span class="cw-key mark" style="color:{theme.GOLD}">●</span> {grey}</span>'
        f"<span>{marked}</span>"
        f'<span><span class="cw-key mark">○</span> {escape(small)}</span>'
        f'<span><span class="cw-key strip"></span> {share}</span>'
        f"<span>{click}</span></div>"
    )


def figures(view: View, found: Comparison) -> None:
    """Draw both systems by bucket, what both make of the words, the extremes of each attribute, errors by kind."""
    a, b = found.systems["a"], found.systems["b"]
    buckets, ends, kinds = (of(view.scene, system=a, other=b) for of in (Compare, Extremes, PairKinds))
    widgets.leading_chart(
        buckets.chart(found=found),
        key="differences",
        lead=to_words,
        exhibit=buckets,
        alt=_("F1 of {a} and of {b} by bucket, and their difference; the table below holds the same numbers", a=a, b=b),
    )
    left, right = st.columns([0.5, 0.5], gap="medium")
    with left:
        agreement.boxes(found)
        widgets.heading(_("Lowest and highest A − B"), _("of each attribute, in points"))
        widgets.leading_chart(
            ends.chart(found=found),
            key="extremes",
            exhibit=ends,
            lead=to_words,
            alt=_("The lowest and the highest difference of each attribute"),
        )
        widgets.note(_("Hollow: not significant after adjustment for all buckets."))
    with right:
        widgets.heading(_("Errors by kind"), _("gold words missed, share of each system's errors"))
        widgets.leading_chart(
            kinds.chart(found=found),
            key="kinds",
            exhibit=kinds,
            lead=to_errors,
            alt=_("Gold words that A and B miss, by shape and by cause"),
        )
        scores(found)


def scores(found: Comparison) -> None:
    """Draw the scores over all words, with what the test says of each."""
    rows = found.scores
    if rows.empty:
        return
    widgets.heading(_("All words"), _("A − B in points, p of the paired test; * significant"))
    tables.table(rows, tables.columns(ALL_WORDS), key="all words", alt=_("Scores of A and B over all words"))


def table(view: View, found: Comparison) -> None:
    """Draw all buckets with both scores and their difference."""
    rows = found.table
    widgets.heading(_("Every bucket"), _("differences and costs in points"))

    def lead(row: int) -> None:
        ahead = rows["ahead"][row]
        to_words([rows["attribute"][row], rows["bucket"][row], f"only_{ahead}" if ahead else ""])

    tables.leading_table(
        rows,
        tables.columns(DIFFERENCES, **_WIDTHS),
        key="differences table",
        lead=lead,
        alt=_("Every bucket with both scores and their difference"),
        exhibit=Compare(view.scene, system=found.systems["a"], other=found.systems["b"]),
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
        ways = (empty.to_files(lazy("Add another system")), empty.baselines(view), empty.open_sample("compare", view))
        empty.empty_state(lacks, *ways)
        return
    if len(view.known.systems) > 2:
        part = state.choose(Key.PART, _PARTS) or _PAIR
        names = {name: translated(label) for name, label in _PARTS.items()}
        with widgets.controls("compared"):
            widgets.segments(Key.PART, names, part, label=_("What is compared"), default=_PAIR)
        if part == _BASE:
            against.part(view, view.a)
            return
    _pair(view, view.a, view.b)


def _pair(view: View, a: str, b: str) -> None:
    """Draw A and B beside each other."""
    results = view.known
    # One test for both ways round.
    first, second = sorted((a, b))
    work = ask(results, ("pair", first, second), lambda: paired_test(results, first, second))
    tested = answer(work)
    if tested is not None:
        view.scene.told(tested)
    found, name = comparison(results, a, b, tested=tested), results.dataset.name
    exhibit = Compare(view.scene, system=a, other=b)
    if found.alike:
        widgets.lead(alike_sentence(found.overall, dataset=name), exhibit=exhibit)
    else:
        widgets.lead(
            compare_sentence(found.overall, found.buckets, dataset=name),
            compare_remark(found) + left_aside(results.diagnosis),
            exhibit=exhibit,
        )
    differing_remark(results.dataset, [a, b])
    left, right = st.columns([0.85, 0.15], vertical_alignment="center")
    with left:
        if not found.alike:
            legend(found, view.colours, small=small_said(results.diagnosis))
    with right, widgets.controls("compare"):
        st.button(
            _("Swap"),
            icon=":material/swap_horiz:",
            help=_("A and B change places, and differences their sign."),
            on_click=swap,
            args=(view,),
        )
    if not found.alike:
        _parts(view, found)
    widgets.signature_line(results.diagnosis.signature)
    if found.tested is None:
        wait_for_answer(work)


def _parts(view: View, found: Comparison) -> None:
    """Draw all below the sentence, of two systems that differ at all."""
    figures(view, found)
    if found.tested is not None:
        unit_remark(view, found.tested.block_factor, of="difference")
    with widgets.controls("buckets"):
        bucket_editor.editor(view)
    if view.withholds_gold:
        private_gold.part(view, what=_("Words that only one of the two gets right"))
    else:
        words.only_right(found)
    with widgets.controls("differences table"):
        table(view, found)
    for remark in view.known.bucket_notes:
        widgets.note(remark)
