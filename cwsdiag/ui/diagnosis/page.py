"""Diagnosis: where and why does A fail, where do A and B differ? From slices to words to a sentence, in place.

What is chosen seldom on Diagnosis: order, lines of all systems, further conditions, kinds of errors, columns. Below the
slices stand the words or patterns of a selection, the places of the chosen one, and the sentence of the chosen place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from cwsdiag.charts import theme
from cwsdiag.charts.theme import HALF, PANEL, PANELS
from cwsdiag.diagnosis.counting import BucketedAttribute
from cwsdiag.diagnosis.word_types import WordTypes
from cwsdiag.diagnosis.words import Condition, Missed
from cwsdiag.exhibits.against import OVERALL, differences, line_text
from cwsdiag.exhibits.exhibit import MISSED, Exhibit
from cwsdiag.exhibits.one_system import self_diagnosis
from cwsdiag.exhibits.two_systems import compare
from cwsdiag.languages import _, language, lazy, translated
from cwsdiag.ui import state
from cwsdiag.ui.diagnosis import listing
from cwsdiag.ui.diagnosis.listing import Places
from cwsdiag.ui.diagnosis.selection import (
    ALL,
    ANY,
    FILTERS,
    LISTS,
    PATTERNS,
    KeyColumn,
    Selection,
    active_column,
    chosen_words,
    condition_text,
    defined_here,
    filters,
    has_causes,
    selected,
    summary,
    title,
)
from cwsdiag.ui.shell import leads, private_gold, show, tables, widgets
from cwsdiag.ui.shell.in_place import in_place
from cwsdiag.ui.shell.progress import answer, wait_for_answer
from cwsdiag.ui.shell.view import SWITCH, View
from cwsdiag.ui.state import Key
from cwsdiag.ui.work.results import ask
from cwsdiag.views.buckets import bucket_named, bucket_notes
from cwsdiag.views.patterns import of_system
from cwsdiag.views.wording import CAUSE_LABELS, SHAPE_LABELS, differing_text, small_text

# Slices, words and places stand beside each other and share the height that is left of the screen; what stands above
# has the height that it needs. On a narrow page, and on paper, they follow each other.
SHEET = """<style>
:is(.st-key-diagnosis, .st-key-diagnosis-above) {
  display: grid; gap: .4rem 1.1rem;
  > * { min-width: 0; min-height: 0; height: 100%; }
}
.st-key-diagnosis {
  grid-template: 'left words places' minmax(0, 1fr) / minmax(0, 9fr) minmax(0, 10fr) minmax(0, 11fr);
  flex: none; height: calc(100vh - 14.5rem); min-height: 27rem;
}
.st-key-diagnosis-above { grid-template: 'left left' auto 'words places' 24rem / minmax(0, 1fr) minmax(0, 1fr); }
:is(.st-key-diagnosis, .st-key-diagnosis-above) > :has(> .st-key-diagnosis-left) { grid-area: left; }
:is(.st-key-diagnosis-left, .st-key-diagnosis-words, .st-key-diagnosis-places) { height: 100%; min-height: 0; }
.st-key-diagnosis-left:has(.st-key-against-chart) { overflow: auto; }
/* A bar that comes and goes would change the width, and with it what fits, and with that the bar. */
.st-key-diagnosis-places { overflow: auto; scrollbar-gutter: stable; }
@media print, (max-width: 60rem) {
  :is(.st-key-diagnosis, .st-key-diagnosis-above) { display: flex; height: auto; }
  .st-key-diagnosis-words { height: 24rem; }
  .st-key-diagnosis-left > :has(.js-plotly-plot) { order: -1; }
}
@media print { .st-key-diagnosis-places { overflow: visible; } }
</style>"""
_COLUMNS = ("left", "words", "places")
# By what slices and panels are put in order.
ORDERS = {"cost": lazy("points lost"), "f1": lazy("lowest F1")}
_SHAPES = lazy(
    "By the boundaries of the system: split has both ends of the gold word and one inside, merged none inside, crossed "
    "one inside where an end is missing."
)
_CAUSES = lazy(
    "The first that holds: the gold word is not in training; a word of the system over it is not; all words there are "
    "known, so the text is ambiguous; an unknown word stands beside it."
)
_NO_CAUSES = lazy("Causes need training data, and this dataset has none.")


def options(view: View, selection: Selection) -> None:
    """Draw the button that opens what is chosen seldom; what it holds is made when it is opened."""
    popover = st.popover(_("Options"), icon=":material/tune:", type="tertiary", key="options", on_change="rerun")
    if not popover.open:
        return
    with popover:
        order, names = state.choose(Key.FIRST, ORDERS) or ALL, {ALL: _("as listed")} | ORDERS
        widgets.select(Key.FIRST, names, order, default=ALL, label=_("Order of slices and panels"))
        if view.b is None and len(view.look.systems) > 1:
            widgets.toggle(
                Key.FIELD,
                SWITCH[True],
                label=_("All systems"),
                help=_("F1 of the others as lines, up to ten; A and B are strong."),
            )
        if view.has_others:
            widgets.toggle(
                Key.MISSED,
                "".join(view.roles),
                label=_("Missed by others"),
                help=_("A panel more: F1 by the share of the other systems that miss a word."),
            )
        widgets.attribute_meanings(view.look)
        small = small_text(view.look.diagnosis, *view.roles.values())
        widgets.note(_("Hollow: {small}.", small=small), *bucket_notes(view.look.diagnosis))
        if view.withholds_gold:
            return
        known = defined_here(view.look.diagnosis)
        _conditions(known, selection)
        _choose_kind(view, selection)
        widgets.select(
            Key.COLUMNS,
            {key: one.attribute.label for key, one in known.items()},
            list(selection.columns),
            draw=st.multiselect,
            to_text=",".join,
            label=_("Values of attributes, beside each word"),
            placeholder=_("choose attributes"),
        )


def _conditions(known: Mapping[str, BucketedAttribute], selection: Selection) -> None:
    """Draw the conditions: a bucket of each further attribute, of which words must be too."""
    used = {key for key, _bucket in selection.where} | ({selection.key} if selection.bucket is not None else set())
    chosen = {condition_text(one): bucket_named(known[one[0]], one[1]) for one in selection.where}
    free = {
        condition_text((key, bucket)): f"{bucket_named(one, bucket)}  ·  {one.gold[bucket]:,}"
        for key, one in known.items()
        if key not in used
        for bucket in range(one.size)
    }
    widgets.select(
        Key.WHERE,
        chosen | free,
        list(chosen),
        draw=st.multiselect,
        to_text=",".join,
        label=_("Conditions"),
        placeholder=_("add a bucket"),
        help=_("Words that meet all conditions are shown. One character in the bucket is enough for a word."),
    )


def _choose_kind(view: View, selection: Selection) -> None:
    """Draw what chooses errors of a kind, with how many of the units each choice leaves."""
    now, causes = selection.missed or Missed(view.roles["a"]), has_causes(view)
    known = view.look.diagnosis.error_kinds(now.system)
    units = chosen_words(view, replace(selection, missed=None)).units.words

    def choose(role: str) -> None:
        state.put(Key.OF, None if role == ANY else role)
        if role == ANY:
            state.put(Key.SHAPE, None)
            state.put(Key.CAUSE, None)

    state.draw_input(
        f"errors of {language()}",
        st.segmented_control,
        value=ANY if selection.missed is None else selection.role,
        changed=choose,
        label=_("Which words"),
        options=[ANY, *view.roles],
        format_func=lambda role: _("all") if role == ANY else _("wrong in {system}", system=role.upper()),
        required=True,
    )
    for key, field, labels, label, help in (
        (Key.SHAPE, "shape", SHAPE_LABELS, _("Kind"), _SHAPES),
        (Key.CAUSE, "cause", CAUSE_LABELS if causes else {}, _("Cause"), _CAUSES if causes else _NO_CAUSES),
    ):
        names = {}
        for name, text in {ANY: _("any"), **labels}.items():
            kind = {"shape": now.shape, "cause": now.cause, field: None if name == ANY else name}
            names[name] = f"{translated(text)}  ·  {np.count_nonzero(known.chosen(**kind)[units]):,}"
        chosen = getattr(now, field) or ANY
        widgets.select(key, names, chosen, default=ANY, label=label, help=translated(help), disabled=not labels)


Main = Callable[..., Exhibit]
# So many systems are told apart as lines.
_MOST_LINES = 10


def page() -> None:
    """Draw the page."""
    view = widgets.view_with_systems()
    if view is None:
        return
    beside, work, tested = view.beside(), None, False
    if view.b is not None:
        a, b = view.pair.values()
        # One test for both ways round.
        work = ask(beside.look, ("pair", *sorted((a, b))), lambda: beside.look.tested(a, b))
        tested = answer(work) is not None
    show.lead(_main(beside, tested=tested), apart=True)
    widgets.note(*differing_text(view.look.dataset, list(view.roles.values())))
    st.html(SHEET)
    _diagnosis(view, tested=tested)
    if work is not None and not tested:
        wait_for_answer(work)


@in_place
def _diagnosis(view: View, *, tested: bool) -> None:
    view = view.beside()
    look, selection = view.look, selected(view)
    names = {key: name for key, (name, _draw) in _LEFTS.items() if key != "base" or len(look.systems) > 2}
    with widgets.controls("diagnosis", in_a_row=True):
        part = widgets.segments(Key.PART, names, label=_("View"))
        options(view, selection)
        if view.b is None:
            widgets.next_page("files", _("Add another system"), icon=None)
        if look.dataset.training is None and not view.withholds_gold:
            widgets.next_page("files", _("Add training data"), icon=None)
    # The column in which keys move.
    if (place := active_column()) is not None:
        st.html(f"<style>.st-key-diagnosis-{_COLUMNS[place]} {{ box-shadow: 0 -2px {theme.ACCENT}; }}</style>")
    with st.container(key="diagnosis above" if part in _ABOVE else "diagnosis"):
        with st.container(key="diagnosis left", gap="xsmall"):
            column = _LEFTS[part][1](view, selection, partial(_main, view, tested=tested))
        if view.withholds_gold:
            private_gold.part(view, what=_("Words and sentences"))
        else:
            draw(view, selection, column)


def _main(view: View, attribute: str | None = None, *, tested: bool) -> Exhibit:
    """Return A by bucket, or A and B beside each other, for all attributes or for one."""
    look, one = view.look, {} if attribute is None else {"attribute": attribute}
    beside = any(bucketed.attribute.key == "miss" for bucketed in look.diagnosis.attributes)
    added = {MISSED: "".join(view.roles)} if beside else {}
    if view.b is not None:
        content = compare(look, **view.pair, **one, tested=tested)
        return show.exhibit(look, "compare", content, **view.pair, **added, **one)
    field, order = {}, _order()
    if attribute is None and state.choose(Key.FIELD, SWITCH) == SWITCH[True]:
        others = [name for name in look.best_first if name != view.a][: _MOST_LINES - 1]
        field = {name: look.panels(name) for name in (*view.roles.values(), *others)}
    content = self_diagnosis(look, **view.pair, **one, **order, field=field)
    return show.exhibit(look, "self", content, **view.pair, **added, **one, **order)


def _order() -> dict[str, str]:
    """Return the option that says the order of slices and panels; none for the usual one."""
    order = state.choose(Key.FIRST, ORDERS)
    return {} if order is None else {"order": order}


def _column(exhibit: Exhibit, selection: Selection, rows: Sequence[tuple[list[Condition], list[Any]]]) -> KeyColumn:
    """Return the rows of an exhibit, each with its buckets and the mark that a click on it stands for."""
    chosen = next((place for place, (buckets, _mark) in enumerate(rows) if buckets == selection.buckets), None)

    def choose(place: int) -> None:
        click, mark = exhibit.content.click, rows[place][1]
        if click is not None and (target := click(mark)) is not None:
            leads.to_target(exhibit.look, target)

    return KeyColumn(len(rows), chosen, choose, exhibit)


def _bucket_column(exhibit: Exhibit, selection: Selection) -> KeyColumn:
    buckets = [(row["attribute"], row["bucket"]) for row in _rows(exhibit)]
    return _column(exhibit, selection, [([one], [*one, ""]) for one in buckets])


def _rows(exhibit: Exhibit) -> Any:
    return () if exhibit.table is None else exhibit.table.frame


def _draw_table(column: KeyColumn, exhibit: Exhibit, key: str, height: int, **widths: int) -> None:
    if (table := exhibit.table) is not None:
        tables.choosing_table(
            pd.DataFrame(table.frame),
            tables.columns(table.columns, **widths),
            key=key,
            alt=exhibit.content.title,
            chosen=column.chosen,
            lead=column.choose,
            height=height,
        )


def _slices(view: View, selection: Selection, main: Main) -> KeyColumn | None:
    """Draw slices by cost, and the panel of the chosen one with all its buckets."""
    exhibit = show.exhibit(view.look, "costs", **view.pair, **_order())
    column = _column(exhibit, selection, [(row["buckets"], [place]) for place, row in enumerate(_rows(exhibit))])
    _draw_table(column, exhibit, "slices", 262)
    if selection.key is None:
        return column
    panel = main(selection.key)
    show.chart(panel, key="panel", size=PANEL)
    return replace(column, exhibit=panel)


def _panels(_view: View, selection: Selection, main: Main) -> KeyColumn | None:
    exhibit = main()
    show.chart(exhibit, key="panels", size=PANELS)
    return _bucket_column(exhibit, selection)


def _kinds(view: View, _selection: Selection, _main: Main) -> KeyColumn | None:
    exhibit = show.exhibit(view.look, "kinds" if view.b is None else "pair-kinds", **view.pair)
    show.chart(exhibit, key="kinds", size=HALF)
    return None


def _buckets(_view: View, selection: Selection, main: Main) -> KeyColumn | None:
    exhibit = main()
    column = _bucket_column(exhibit, selection)
    _draw_table(column, exhibit, "buckets", 300, title=150, label=116)
    return column


def _against(view: View, _selection: Selection, _main: Main) -> KeyColumn | None:
    look, base = view.look, view.a or ""
    work = ask(look, ("against", base), lambda: look.against(base))
    if answer(work) is None:
        under_way = _("{n} systems are being tested against {base} …", n=len(look.systems) - 1, base=base)
        wait_for_answer(work, under_way)
        return None
    lines = {line.key: line_text(line) for line in differences(look, base).lines}
    order = state.choose(Key.SORT, lines) or OVERALL
    widgets.select(Key.SORT, lines, order, default=OVERALL, label=_("Columns by"))
    exhibit = show.exhibit(look, "against", system=base, **({} if order == OVERALL else {"sort": order}))
    with show.beside(exhibit, "against"):
        widgets.said(exhibit.content.sentence)
    show.chart(exhibit, key="against chart", size=HALF)
    return None


# What words are chosen from, by its name in the address: what it is called, what draws it and returns its rows.
_LEFTS: dict[str, tuple[str, Callable[[View, Selection, Main], KeyColumn | None]]] = {
    "slices": (lazy("Slices"), _slices),
    "panels": (lazy("Panels"), _panels),
    "kinds": (lazy("Kinds of error"), _kinds),
    "buckets": (lazy("Every bucket"), _buckets),
    "base": (lazy("All against A"), _against),
}
# Those that stand above the words, in all the width, and not beside them.
_ABOVE = ("panels", "buckets")


def draw(view: View, selection: Selection, left: KeyColumn | None) -> None:
    """Draw them, each beside what it was chosen from; ``left`` is the column that the selection comes from."""
    words = chosen_words(view, selection)
    with st.container(key="diagnosis words", gap="xsmall"):
        here = (_patterns if selection.listed == PATTERNS else _words)(view, words, selection)
    with st.container(key="diagnosis places", gap="xsmall"):
        if here is not None:
            look, middle = here
            listing.lines(view, look, listing.sentence(view, look), [left, middle])


def _head(view: View, words: WordTypes, selection: Selection, exhibit: Exhibit, remark: str) -> None:
    """Draw which words these are, and what chooses the list, who is right, and what they hold."""
    widgets.heading(title(view, selection), remark)
    with st.container(key="words beside", horizontal=True, gap="xsmall", vertical_alignment="center"):
        widgets.segments(Key.LIST, LISTS, label=_("List"))
        names = {name: f"{translated(FILTERS[name])}  ·  {words.number(name):,}" for name in filters(view)}
        widgets.select(
            Key.SHOW, names, selection.show, default=ALL, label=_("Show"), label_visibility="collapsed", width=112
        )
        state.bind(
            Key.TEXT,
            st.text_input,
            value=selection.text,
            label=_("Search"),
            label_visibility="collapsed",
            placeholder=_("Search /"),
            width=84,
            help=_("In the words, and in what A and B made of them: `北 京` finds what was cut there."),
        )
        show.menu(exhibit, key="words")


def _words(view: View, words: WordTypes, selection: Selection) -> tuple[Places, KeyColumn] | None:
    """Draw the words of the selection; return the places of the chosen one, None where no word is left."""
    table = words.frame(show=selection.show, text=selection.text, attributes=selection.columns)
    exhibit = listing.words_exhibit(view, table, selection)
    _head(view, words, selection, exhibit, summary(view, words, selection))
    if table.empty:
        listing.nothing(selection)
        return None
    word, column = listing.words_table(view, table, selection)
    return listing.of_word(words, word, show=selection.show), replace(column, exhibit=exhibit)


def _patterns(view: View, words: WordTypes, selection: Selection) -> tuple[Places, KeyColumn] | None:
    """Draw the patterns of a system's errors among the words; return the places of the chosen one."""
    name = view.roles[selection.role]
    of = of_system(view.open, name)
    table = of.frame(words, show=selection.show, text=selection.text)
    # All of the training text is read for them.
    work = ask(view.look, ("ways", name), lambda: of.ways)
    ways = answer(work)
    note = "" if table.empty else listing.patterns_note(of, table, view, name)
    _head(view, words, selection, listing.patterns_exhibit(view, of, table, ways), note)
    if table.empty:
        listing.nothing(selection, name=name)
        return None
    if len(of.conventions.listed):
        conventions = show.exhibit(view.look, "conventions", system=name)
        with show.beside(conventions, "conventions"):
            widgets.said(conventions.content.sentence)
    chosen, column = listing.patterns_table(of, table, words, selection, ways)
    # None is an answer too: without a training text there is nothing to search.
    if ways is None and not (work.state == "done" and work.result() is None):
        wait_for_answer(work, _("The training text is searched for the characters of all patterns …"))
    return listing.of_pattern(chosen, view.look.dataset.gold), column
