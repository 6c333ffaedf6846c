"""Two systems: how they stand beside each other, what of that is significant, what both make of the same words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd
import streamlit as st

from cwsdiag.charts.sizes import HALF
from cwsdiag.exhibits.against import OVERALL, differences, line_said
from cwsdiag.exhibits.exhibit import MISSED
from cwsdiag.exhibits.two_systems import compare, extremes, pair_kinds
from cwsdiag.languages import _, lazy, n_
from cwsdiag.ui.shell import empty, leads, private_gold, show, state, tables, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.work.progress import answer, wait_for_answer
from cwsdiag.ui.work.results import ask
from cwsdiag.views.buckets import bucket_notes
from cwsdiag.views.columns import ALL_WORDS
from cwsdiag.views.fidelity import differing_said
from cwsdiag.views.pairs import score_table

if TYPE_CHECKING:
    from cwsdiag.exhibits.exhibit import Exhibit
    from cwsdiag.ui.shell.view import View
    from cwsdiag.views.pairs import Pair

_WIDTHS: dict[str, Any] = {"title": 150, "label": 116}
# With more than two systems: A and B, or all against A.
_PAIR, _BASE = "pair", "base"
_PARTS = {_PAIR: lazy("A and B"), _BASE: lazy("all against A")}


def page() -> None:
    """Draw the page."""
    view = widgets.view_with_systems()
    if view is None:
        return
    if view.a is None or view.b is None:
        lacks = _(
            "Comparing needs two systems, and {name} is the only one that can be used here. "
            "Add the output of another segmenter on the same text.",
            name=view.a,
        )
        ways = (empty.to_files(lazy("Add another system")), empty.baselines(view), empty.open_sample(view))
        empty.empty_state(lacks, *ways)
        return
    part = _PAIR
    if len(view.look.systems) > 2:
        part = state.choose(Key.PART, _PARTS) or _PAIR
        with widgets.controls("compared"):
            widgets.segments(Key.PART, _PARTS, part, label=_("What is compared"), default=_PAIR)
    if part == _BASE:
        _against(view, view.a)
    else:
        beside = view.beside("ab")
        _pair(beside, view.a, view.b, {} if beside is view else {MISSED: "ab"})


def _against(view: View, base: str) -> None:
    """Draw how all other systems differ from one; a cell leads to the words behind it."""
    look = view.look
    work = ask(look, ("against", base), lambda: look.against(base))
    if answer(work) is None:
        under_way = _("{n} systems are being tested against {base} …", n=len(look.systems) - 1, base=base)
        wait_for_answer(work, under_way, draw=widgets.lead)
        return
    names = {line.key: line_said(line) for line in differences(look, base).lines}
    order = state.choose(Key.SORT, names) or OVERALL
    exhibit = show.exhibit(look, "against", system=base, **({} if order == OVERALL else {"sort": order}))
    show.lead(exhibit)
    with widgets.controls("against"):
        state.bind(
            Key.SORT,
            st.selectbox,
            value=order,
            default=OVERALL,
            label=_("Columns by"),
            options=list(names),
            format_func=names.__getitem__,
            width=320,
        )
    show.chart(exhibit, key="against")
    widgets.note(_("Grey numbers: too few sentences or words for a verdict. Kinds of errors have no test."))


def _pair(view: View, a: str, b: str, added: dict[str, str]) -> None:
    """Draw A and B beside each other; ``added`` is a further option of what has buckets."""
    look = view.look
    # One test for both ways round.
    work = ask(look, ("pair", *sorted((a, b))), lambda: look.tested(a, b))
    tested = answer(work) is not None
    pair = look.pair(a, b, tested=tested)
    buckets, ends, kinds = (
        show.exhibit(look, kind, content(look, a, b, tested=tested), system=a, other=b, **more)
        for kind, content, more in (
            ("compare", compare, added),
            ("extremes", extremes, added),
            ("pair-kinds", pair_kinds, {}),
        )
    )
    show.lead(buckets)
    widgets.note(*differing_said(look.dataset, [a, b]))

    def swap() -> None:
        state.put(Key.SYSTEM, b)
        state.put(Key.OTHER, a)

    with widgets.controls("compare", in_a_row=True):
        help = _("A and B change places, and differences their sign.")
        st.button(_("Swap"), icon=":material/swap_horiz:", help=help, on_click=swap)
        widgets.missed_by_others(view, "ab")
    if not pair.alike:
        show.chart(buckets, key="differences")
        left, right = st.columns([0.5, 0.5], gap="medium")
        with left:
            _agreement(pair)
            title, remark = _("Lowest and highest A − B"), _("of each attribute, in points")
            show.chart(ends, key="extremes", title=title, remark=remark, size=HALF)
        with right:
            remark = _("gold words missed, share of each system's errors")
            show.chart(kinds, key="kinds", title=_("Errors by kind"), remark=remark, size=HALF)
            # Room is short beside the other figure: p must be seen.
            short = {"f1_no_punctuation": _("F1, no punct.")}
            rows = [row | {"label": short.get(row["score"], row["label"])} for row in score_table(pair)]
            if rows:
                title = _("All words")
                widgets.heading(title, _("A − B in points, p of the paired test; * significant"))
                tables.table(pd.DataFrame(rows), tables.columns(ALL_WORDS, label=98), key="all words", alt=title)
        _buckets(view, pair, buckets)
    if pair.tested is None:
        wait_for_answer(work)


def _buckets(view: View, pair: Pair, exhibit: Exhibit) -> None:
    """Draw the words that only one of the two gets right, and every bucket as a table, whose rows lead to words."""
    if pair.tested is not None:
        widgets.unit_remark(view, pair.tested.block_factor)
    if view.withholds_gold:
        private_gold.part(view, what=_("Words that only one of the two gets right"))
    else:
        _only_right(view)
    rows = [row for panel in pair.panels for row in panel.rows]

    def lead(row: int) -> None:
        one, ahead = rows[row], rows[row]["ahead"]
        leads.to_words(one["attribute"], one["bucket"], show=f"only_{ahead}" if ahead else None)

    with widgets.controls("differences table"):
        widgets.heading(_("Every bucket"), _("differences and costs in points"))
        show.table(exhibit, key="differences table", lead=lead, **_WIDTHS)
    for remark in bucket_notes(view.look.diagnosis):
        widgets.note(remark)


def _agreement(pair: Pair) -> None:
    """Draw how many gold words both get right, only one of them, and both wrong, alike or differently.

    Each count is a click away from its words.
    """
    counts = {
        show: getattr(pair.agreement, show)
        for show in ("both_right", "only_a", "only_b", "both_wrong_alike", "both_wrong_differently")
    }
    total = sum(counts.values())
    widgets.heading(_("What both make of the words"), n_("{n:,} gold word", "{n:,} gold words", total))

    def box(show: str, beside: str = "") -> None:
        count = counts[show]
        st.button(
            f"**{count:,}** :small[{beside or f'{count / (total or 1):.1%}'}]",
            key=f"agreement {show}",
            help=_("These words and their sentences."),
            width="stretch",
            disabled=not count,
            on_click=leads.to_words,
            kwargs={"show": show},
        )

    # Nine cells of a grid, of which the first is empty; style.py says how wide they are.
    with st.container(key="agreement", gap="small"):
        st.caption(_("B right"))
        st.caption(_("B wrong"))
        st.caption(_("A right"))
        box("both_right")
        box("only_a")
        st.caption(_("A wrong"))
        box("only_b")
        with st.container(horizontal=True, gap="small"):
            box("both_wrong_alike", _("alike"))
            box("both_wrong_differently", _("differently"))


def _only_right(view: View) -> None:
    """Draw what only A and what only B gets right, by word type."""
    for column, which in zip(st.columns(2, gap="medium"), ("only_a", "only_b"), strict=True):
        exhibit = show.exhibit(view.look, "words", which=which, **view.pair)
        with column:
            show.heading(exhibit, key=f"{which} heading", title=exhibit.content.sentence)

            def lead(row: int, which: str = which, exhibit: Exhibit = exhibit) -> None:
                leads.to_words(show=which, word=exhibit.table.frame["word"][row] if exhibit.table else None)

            if exhibit.table:
                show.table(exhibit, key=which, lead=lead, word=110, count=70)
