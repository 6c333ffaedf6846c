"""Diagnosis: where and why does A fail, where do A and B differ? From slices to words to a sentence, in place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import streamlit as st

from cwsdiag.charts.theme import HALF, PANEL, PANELS
from cwsdiag.exhibits.against import OVERALL, differences, line_text
from cwsdiag.exhibits.exhibit import MISSED, Exhibit
from cwsdiag.exhibits.one_system import self_diagnosis
from cwsdiag.exhibits.two_systems import compare
from cwsdiag.languages import _, lazy
from cwsdiag.ui.diagnosis import keys, options, style, words
from cwsdiag.ui.diagnosis.keys import KeyColumn
from cwsdiag.ui.diagnosis.selection import selected
from cwsdiag.ui.shell import leads, private_gold, show, state, widgets
from cwsdiag.ui.shell.in_place import in_place
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.shell.view import SWITCH
from cwsdiag.ui.work.progress import answer, wait_for_answer
from cwsdiag.ui.work.results import ask
from cwsdiag.views.wording import differing_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.ui.diagnosis.selection import Selection
    from cwsdiag.ui.shell.view import View

Main = Callable[..., Exhibit]
# So many systems are told apart as lines.
_MOST_LINES = 10


@dataclass(frozen=True)
class _Left:
    """What words are chosen from.

    Attributes:
        label: of the view.
        draw: draws it, given what is looked at, the words that are chosen, and what gives the panels of all attributes
            or of one; returns its rows, where it has some.
        above: whether it stands above the words, in all the width, and not beside them.
    """

    label: str
    draw: Callable[[View, Selection, Main], KeyColumn | None]
    above: bool = False


def page() -> None:
    """Draw the page."""
    view = widgets.view_with_systems()
    if view is None:
        return
    beside, look, work, tested = _beside(view), view.look, None, False
    if view.b is not None:
        a, b = view.pair.values()
        # One test for both ways round.
        work = ask(beside.look, ("pair", *sorted((a, b))), lambda: beside.look.tested(a, b))
        tested = answer(work) is not None
    show.lead(_main(beside, tested=tested))
    widgets.note(*differing_text(look.dataset, list(view.roles.values())))
    st.html(style.SHEET)
    _diagnosis(view, tested=tested)
    if work is not None and not tested:
        wait_for_answer(work)


def _beside(view: View) -> View:
    """Return the view with how many of the others miss a word, where that is chosen."""
    return view.beside("ab" if view.b is not None else "a")


@in_place
def _diagnosis(view: View, *, tested: bool) -> None:
    view = _beside(view)
    look, lefts, selection = view.look, _lefts(view), selected(view)
    part = state.choose(Key.PART, lefts) or next(iter(lefts))
    main = partial(_main, view, tested=tested)
    with widgets.controls("diagnosis", in_a_row=True):
        names = {key: left.label for key, left in lefts.items()}
        widgets.segments(Key.PART, names, part, label=_("View"), default=next(iter(lefts)))
        options.options(view, selection)
        if view.b is None:
            widgets.next_page("files", _("Add another system"), icon=None)
        if look.dataset.training is None and not view.withholds_gold:
            widgets.next_page("files", _("Add training data"), icon=None)
    left = lefts[part]
    if (place := keys.active()) is not None:
        st.html(style.active(place))
    with st.container(key="diagnosis above" if left.above else "diagnosis"):
        with st.container(key="diagnosis left", gap="xsmall"):
            column = left.draw(view, selection, main)
        if view.withholds_gold:
            private_gold.part(view, what=_("Words and sentences"))
        else:
            words.draw(view, selection, column)


def _lefts(view: View) -> dict[str, _Left]:
    """Return the views of the left, by what the address says of them."""
    lefts = {
        "slices": _Left(lazy("Slices"), _slices),
        "panels": _Left(lazy("Panels"), _panels, above=True),
        "kinds": _Left(lazy("Kinds of error"), _kinds),
        "buckets": _Left(lazy("Every bucket"), _buckets, above=True),
    }
    if len(view.look.systems) > 2:
        lefts["base"] = _Left(lazy("All against A"), _against)
    return lefts


def _main(view: View, attribute: str | None = None, *, tested: bool) -> Exhibit:
    """Return A by bucket, or A and B beside each other, for all attributes or for one."""
    look, one = view.look, {} if attribute is None else {"attribute": attribute}
    beside = any(bucketed.attribute.key == "miss" for bucketed in look.diagnosis.attributes)
    added = {MISSED: "a" if view.b is None else "ab"} if beside else {}
    if view.b is not None:
        content = compare(look, **view.pair, **one, tested=tested)
        return show.exhibit(look, "compare", content, **view.pair, **added, **one)
    order, field = state.choose(Key.FIRST, options.ORDERS), {}
    if attribute is None and state.choose(Key.FIELD, SWITCH) == "on":
        others = [name for name in look.best_first if name != view.a][: _MOST_LINES - 1]
        field = {name: look.panels(name) for name in (*view.roles.values(), *others)}
    content = self_diagnosis(look, **view.pair, **one, order=order, field=field)
    ordered = {} if order is None else {"order": order}
    return show.exhibit(look, "self", content, **view.pair, **added, **one, **ordered)


def _pick(exhibit: Exhibit) -> Callable[[Sequence[Any]], None]:
    """Return what a click on a mark of an exhibit does: it chooses the words behind it."""

    def picked(mark: Sequence[Any]) -> None:
        if exhibit.content.click is not None and (target := exhibit.content.click(mark)) is not None:
            leads.to_target(exhibit.look, target)

    return picked


def _slices(view: View, selection: Selection, main: Main) -> KeyColumn | None:
    """Draw slices by cost, and the panel of the chosen one with all its buckets."""
    order = state.choose(Key.FIRST, options.ORDERS)
    exhibit = show.exhibit(view.look, "costs", **view.pair, **({} if order is None else {"order": order}))
    pick, rows = _pick(exhibit), [] if exhibit.table is None else exhibit.table.frame
    chosen = [place for place, row in enumerate(rows) if row["buckets"] == selection.buckets]
    show.table(exhibit, key="slices", chosen=chosen, lead=lambda row: pick([row]), height=262)
    if selection.key is not None:
        exhibit = main(selection.key)
        show.chart(exhibit, key="panel", click=_pick(exhibit), size=PANEL)
    return KeyColumn(len(rows), next(iter(chosen), None), lambda row: pick([row]), exhibit)


def _panels(_view: View, selection: Selection, main: Main) -> KeyColumn | None:
    exhibit = main()
    show.chart(exhibit, key="panels", click=_pick(exhibit), size=PANELS)
    rows = [(row["attribute"], row["bucket"]) for row in (exhibit.table.frame if exhibit.table else ())]
    chosen = [place for place, row in enumerate(rows) if [row] == selection.buckets]
    pick = _pick(exhibit)
    return KeyColumn(len(rows), next(iter(chosen), None), lambda row: pick([*rows[row], ""]), exhibit)


def _kinds(view: View, _selection: Selection, _main: Main) -> KeyColumn | None:
    exhibit = show.exhibit(view.look, "kinds" if view.b is None else "pair-kinds", **view.pair)
    show.chart(exhibit, key="kinds", click=_pick(exhibit), size=HALF)
    return None


def _buckets(_view: View, selection: Selection, main: Main) -> KeyColumn | None:
    exhibit = main()
    pick, rows = _pick(exhibit), [] if exhibit.table is None else exhibit.table.frame
    chosen = [place for place, row in enumerate(rows) if [(row["attribute"], row["bucket"])] == selection.buckets]

    def lead(place: int) -> None:
        pick([rows[place]["attribute"], rows[place]["bucket"], ""])

    show.table(exhibit, key="buckets", chosen=chosen, lead=lead, height=300, title=150, label=116)
    return KeyColumn(len(rows), next(iter(chosen), None), lead, exhibit)


def _against(view: View, _selection: Selection, _main: Main) -> KeyColumn | None:
    look, base = view.look, view.a or ""
    work = ask(look, ("against", base), lambda: look.against(base))
    if answer(work) is None:
        under_way = _("{n} systems are being tested against {base} …", n=len(look.systems) - 1, base=base)
        wait_for_answer(work, under_way)
        return None
    lines = {line.key: line_text(line) for line in differences(look, base).lines}
    order = state.choose(Key.SORT, lines) or OVERALL
    state.bind(
        Key.SORT,
        st.selectbox,
        value=order,
        default=OVERALL,
        label=_("Columns by"),
        options=list(lines),
        format_func=lines.__getitem__,
    )
    exhibit = show.exhibit(look, "against", system=base, **({} if order == OVERALL else {"sort": order}))
    with show.beside(exhibit, "against"):
        widgets.said(exhibit.content.sentence)
    show.chart(exhibit, key="against chart", click=_pick(exhibit), size=HALF)
    return None
