"""The Separators page: which segmentations count as right, and how far the systems are from them."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import pandas as pd
import streamlit as st

from cwsdiag.arguments import bounds
from cwsdiag.errors import EncodingError, SettingError
from cwsdiag.exhibits.bakeoff import separators
from cwsdiag.exhibits.exhibit import Content
from cwsdiag.languages import _
from cwsdiag.output.table import Table
from cwsdiag.report.separators import separator_settings, words_file, words_text
from cwsdiag.separators import EQUAL_COSTS, Costs, comparable, separator_distances
from cwsdiag.signature import signature
from cwsdiag.ui.bakeoff.page import parts
from cwsdiag.ui.shell import leads, show, state, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.views.fidelity import without_separators_said
from cwsdiag.views.separators import best_first, range_columns, range_rows

if TYPE_CHECKING:
    from cwsdiag.separators import SeparatorDistances
    from cwsdiag.text import Segmentation
    from cwsdiag.ui.shell.view import View


def page() -> None:
    """Draw the page."""
    view = widgets.view_with_systems()
    if view is None:
        return
    parts("separators")
    dataset, costs = view.look.dataset, _costs()
    known = [system.name for system in comparable(dataset.systems)]
    chosen = [name for name in view.systems_at(Key.REFERENCES) if name in known]
    # Places that no system has, or none that can be compared, leave the address.
    state.correct(Key.REFERENCES, view.places_of(chosen))
    references = [dataset.gold, *(dataset.system(name) for name in chosen)]
    systems = [system for system in comparable(dataset.systems) if system.name not in chosen]
    distances = best_first(separator_distances(references, systems, costs=costs))
    # No buckets or resamples have a part in the numbers, but the references have.
    settings = {"references": ",".join(["gold", *chosen])} | separator_settings(costs)
    content = replace(separators(view.look, scores=distances), signature=signature(dataset, settings))
    exhibit = show.exhibit(view.look, "separators", content)
    show.lead(exhibit)
    left_out = [name for name in view.look.systems if name not in known]
    if left_out:
        widgets.note(without_separators_said(left_out))
    _controls(view, known, distances, costs)
    if distances.scores:
        show.chart(exhibit, key="separator scores", click=lambda mark: _to_sentences(str(mark[0])))
        if distances.ranges:
            widgets.heading(_("Against all references"), _("all: their intersection, any: their union"))
            title = _("Scores of every system as ranges")
            content = Content(title, "", table=lambda: Table(pd.DataFrame(range_rows(distances)), range_columns()))
            ranges = show.alone("separators", "ranges", content, view.look)
            show.names_table(ranges, key="separator ranges", lead=_to_sentences, pinned=True)
            widgets.heading(_("Against gold"))
        show.names_table(exhibit, key="separator counts", lead=_to_sentences, pinned=True)


def _costs() -> Costs:
    """Return what adding and removing a separator cost; what the address says and is none is corrected."""
    try:
        return Costs.of_text(state.get(Key.COSTS) or EQUAL_COSTS.text)
    except SettingError:
        state.correct(Key.COSTS, None)
        return EQUAL_COSTS


def _controls(view: View, known: list[str], distances: SeparatorDistances, costs: Costs) -> None:
    """Draw what chooses the references and the costs, and intersection and union of the references as files."""
    with widgets.controls("references"), st.container(horizontal=True, vertical_alignment="bottom"):
        state.bind(
            Key.REFERENCES,
            st.multiselect,
            value=[reference.name for reference in distances.references[1:]],
            to_text=view.places_of,
            label=_("References beside gold"),
            options=known,
            placeholder=_("other segmentations of the same text that also count as right"),
            help=_("A system that is a reference is not scored. Another gold file can be given as a prediction."),
        )
        with st.popover(_("Costs"), help=_("What adding and removing a separator cost in the distance.")):
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
        # What gold is part of tells gold's boundaries.
        if len(distances.references) > 1 and not view.withholds_gold:
            help = _("As a segmented text, in the encoding of the gold file.")
            for end, label in (("intersection", _("Intersection")), ("union", _("Union"))):
                data = partial(_file, getattr(distances, end), distances.references[0])
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
