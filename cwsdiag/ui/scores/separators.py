"""Scores of boundaries: which segmentations count as right beside gold, and how far the systems are from them."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import pandas as pd
import streamlit as st

from cwsdiag.arguments import bounds
from cwsdiag.errors import EncodingError, SettingError
from cwsdiag.exhibits import bakeoff as exhibits
from cwsdiag.exhibits.exhibit import Content
from cwsdiag.languages import _
from cwsdiag.output import Table
from cwsdiag.report.separators import separator_settings, words_file, words_text
from cwsdiag.separators import EQUAL_COSTS, Costs, comparable, separator_distances
from cwsdiag.signature import signature
from cwsdiag.ui.shell import leads, show, state, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.views.separators import best_first, range_columns, range_rows
from cwsdiag.views.wording import without_separators_text

if TYPE_CHECKING:
    from cwsdiag.separators import SeparatorDistances
    from cwsdiag.text import Segmentation
    from cwsdiag.ui.shell.view import View


def controls(view: View) -> None:
    """Draw what chooses the references and the costs."""
    state.bind(
        Key.REFERENCES,
        st.multiselect,
        value=_references(view),
        to_text=view.places_of,
        label=_("References beside gold"),
        label_visibility="collapsed",
        options=_known(view),
        format_func=lambda name: _("also right: {name}", name=name),
        placeholder=_("References beside gold"),
        help=_("A system that is a reference is not scored. Another gold file can be given as a prediction."),
    )
    costs = _costs()
    with st.popover(_("Costs"), type="tertiary"):
        for kind, label in (("insertion", _("Adding a separator")), ("deletion", _("Removing a separator"))):

            def changed(cost: float | None, kind: str = kind) -> None:
                if cost is not None:
                    now = replace(costs, **{kind: cost})
                    state.put(Key.COSTS, None if now == EQUAL_COSTS else now.text)

            state.draw_input(
                f"cost of {kind}",
                st.number_input,
                value=float(getattr(costs, kind)),
                changed=changed,
                label=label,
                min_value=0.0,
                max_value=bounds.COST,
                step=0.5,
                format="%g",
            )


def _known(view: View) -> list[str]:
    return [system.name for system in comparable(view.look.dataset.systems)]


def _references(view: View) -> list[str]:
    """Return the systems that count as right; places that no system has, or none to compare, leave the address."""
    known = _known(view)
    chosen = [name for name in view.systems_at(Key.REFERENCES) if name in known]
    state.correct(Key.REFERENCES, view.places_of(chosen))
    return chosen


def _costs() -> Costs:
    """Return what adding and removing a separator cost; what the address says and is none is corrected."""
    try:
        return Costs.of_text(state.get(Key.COSTS) or EQUAL_COSTS.text)
    except SettingError:
        state.correct(Key.COSTS, None)
        return EQUAL_COSTS


def part(view: View) -> None:
    """Draw how far the systems are from gold, and from all references."""
    look, dataset, chosen, costs = view.look, view.look.dataset, _references(view), _costs()
    systems = [system for system in comparable(dataset.systems) if system.name not in chosen]
    references = [dataset.gold, *map(dataset.system, chosen)]
    distances = best_first(separator_distances(references, systems, costs=costs))
    # No buckets or resamples have a part in the numbers, but the references have.
    stamp = signature(dataset, {"references": ",".join(["gold", *chosen])} | separator_settings(costs))
    content = replace(exhibits.separators(look, scores=distances), signature=stamp)
    exhibit = show.exhibit(look, "separators", content)
    show.lead(exhibit)
    if left_out := [name for name in look.systems if name not in _known(view)]:
        widgets.note(without_separators_text(left_out))
    if distances.scores:
        show.chart(exhibit, key="separator scores", click=lambda mark: _to_sentences(str(mark[0])))
        show.names_table(exhibit, key="separator counts", lead=_to_sentences)
    if chosen:
        _ranges(view, distances, stamp)


def _ranges(view: View, distances: SeparatorDistances, stamp: str) -> None:
    """Draw the scores against all references, and their intersection and union as files."""
    title, gold = _("Against all references"), view.look.dataset.gold
    about = _("all: their intersection, any: their union")
    table = partial(Table, pd.DataFrame(range_rows(distances)), range_columns())
    if distances.scores:
        exhibit = show.alone("scores", "ranges", Content(title, "", table=table, signature=stamp), view.look)
        show.heading(exhibit, key="ranges", title=title, about=about)
        show.names_table(exhibit, key="separator ranges", lead=_to_sentences)
    # What gold is part of tells gold's boundaries.
    if view.withholds_gold:
        return
    help = _("As a segmented text, in the encoding of the gold file.")
    with widgets.controls("references", in_a_row=True):
        for end, label in (("intersection", _("Intersection")), ("union", _("Union"))):
            data = partial(_file, getattr(distances, end), gold)
            widgets.download(label, data=data, name=f"{end}.txt", mime="text/plain", key=f"save {end}", help=help)


def _file(words: Segmentation, gold: Segmentation) -> bytes:
    """Return a segmentation as a file in the encoding of gold's; in UTF-8 where normalisation left that one behind."""
    try:
        return words_file(words, gold)
    except EncodingError:
        return words_text(words).encode("utf-8", "surrogatepass")


def _to_sentences(name: str) -> None:
    """In a callback: lead to the sentences of a system, those with most errors first."""
    leads.to_sentence(None, system=name, order="errors")
