"""Two systems: how they stand beside each other, what of that is significant, what both make of the same words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import streamlit as st

from cwsdiag.charts.sizes import HALF
from cwsdiag.exhibits.two_systems import compare, extremes, pair_kinds
from cwsdiag.languages import _, lazy, translated
from cwsdiag.ui.compare import against, agreement, words
from cwsdiag.ui.shell import bucket_editor, empty, leads, private_gold, show, state, tables, widgets
from cwsdiag.ui.shell.differing import differing_remark
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.shell.unit_remark import unit_remark
from cwsdiag.ui.work.progress import answer, wait_for_answer
from cwsdiag.ui.work.results import ask
from cwsdiag.views.buckets import bucket_notes
from cwsdiag.views.columns import ALL_WORDS
from cwsdiag.views.pairs.comparison import score_table
from cwsdiag.views.pairs.pair import Pair

if TYPE_CHECKING:
    from cwsdiag.ui.shell.view import View

_WIDTHS: dict[str, Any] = {"title": 150, "label": 116}
# With more than two systems: A and B, or all against A.
_PAIR, _BASE = "pair", "base"
_PARTS = {_PAIR: lazy("A and B"), _BASE: lazy("all against A")}


def swap(view: View) -> None:
    """In a callback: make A of B and B of A."""
    state.put(Key.SYSTEM, view.b)
    state.put(Key.OTHER, view.a)


def figures(view: View, found: Pair) -> None:
    """Draw the charts of the two, each leads to words."""
    a, b, tested = found.systems["a"], found.systems["b"], found.tested is not None
    buckets, ends, kinds = (
        show.exhibit(view.look, kind, content(view.look, a, b, tested=tested), system=a, other=b)
        for kind, content in (("compare", compare), ("extremes", extremes), ("pair-kinds", pair_kinds))
    )
    show.chart(buckets, key="differences")
    left, right = st.columns([0.5, 0.5], gap="medium")
    with left:
        agreement.boxes(found)
        title, remark = _("Lowest and highest A − B"), _("of each attribute, in points")
        show.chart(ends, key="extremes", title=title, remark=remark, size=HALF)
    with right:
        remark = _("gold words missed, share of each system's errors")
        show.chart(kinds, key="kinds", title=_("Errors by kind"), remark=remark, size=HALF)
        scores(found)


def scores(found: Pair) -> None:
    """Draw the scores over all words, with what the test says of each."""
    rows = score_table(found)
    if rows.empty:
        return
    widgets.heading(_("All words"), _("A − B in points, p of the paired test; * significant"))
    tables.table(rows, tables.columns(ALL_WORDS), key="all words", alt=_("Scores of A and B over all words"))


def table(view: View, found: Pair) -> None:
    """Draw every bucket with both scores and their difference; a row leads to words."""
    buckets, names = [row for panel in found.panels for row in panel.rows], found.systems
    widgets.heading(_("Every bucket"), _("differences and costs in points"))

    def lead(row: int) -> None:
        one, ahead = buckets[row], buckets[row]["ahead"]
        leads.to_words(one["attribute"], one["bucket"], show=f"only_{ahead}" if ahead else None)

    content = compare(view.look, names["a"], names["b"], tested=found.tested is not None)
    exhibit = show.exhibit(view.look, "compare", content, system=names["a"], other=names["b"])
    show.table(exhibit, key="differences table", lead=lead, **_WIDTHS)


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
    if len(view.look.systems) > 2:
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
    look = view.look
    # One test for both ways round.
    work = ask(look, ("pair", *sorted((a, b))), lambda: look.tested(a, b))
    tested = answer(work) is not None
    found = look.pair(a, b, tested=tested)
    show.lead(show.exhibit(look, "compare", compare(look, a, b, tested=tested), system=a, other=b))
    differing_remark(look.dataset, [a, b])
    with widgets.controls("compare", in_a_row=True):
        st.button(
            _("Swap"),
            icon=":material/swap_horiz:",
            help=_("A and B change places, and differences their sign."),
            on_click=swap,
            args=(view,),
        )
    if not found.alike:
        _parts(view, found)
    widgets.signature_line(look.diagnosis.signature)
    if found.tested is None:
        wait_for_answer(work)


def _parts(view: View, found: Pair) -> None:
    """Draw all below the sentence, of two systems that differ at all."""
    figures(view, found)
    if found.tested is not None:
        unit_remark(view, found.tested.block_factor, of="difference")
    with widgets.controls("buckets"):
        bucket_editor.editor(view)
    if view.withholds_gold:
        private_gold.part(view, what=_("Words that only one of the two gets right"))
    else:
        words.only_right(view.open, found)
    with widgets.controls("differences table"):
        table(view, found)
    for remark in bucket_notes(view.look.diagnosis):
        widgets.note(remark)
