"""The Separators page: which segmentations count as right, and how far the systems are from them."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.arguments import bounds
from cwsdiag.errors import EncodingError, SettingError
from cwsdiag.exhibits.bakeoff import separators
from cwsdiag.frames import ENDS
from cwsdiag.languages import _, translated
from cwsdiag.report.separators import separator_settings, words_file, words_text
from cwsdiag.separators import EQUAL_COSTS, Costs, comparable, separator_distances
from cwsdiag.signature import signature
from cwsdiag.ui.bakeoff.page import parts
from cwsdiag.ui.shell import leads, show, state, tables, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.views.columns import SEPARATORS
from cwsdiag.views.fidelity import without_separators_said
from cwsdiag.views.separators import best_first, range_frame

if TYPE_CHECKING:
    from cwsdiag.separators import SeparatorDistances
    from cwsdiag.text import Segmentation
    from cwsdiag.ui.shell.view import View


def page() -> None:
    """Draw the page."""
    view = widgets.view_with_systems("separators", term=_("separator distance"))
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
    exhibit = show.exhibit(view.look, "separators", separators(view.look, scores=distances))
    show.lead(exhibit)
    left_out = [name for name in view.look.systems if name not in known]
    if left_out:
        widgets.note(without_separators_said(left_out))
    _controls(view, known, distances, costs)
    if distances.scores:
        show.chart(exhibit, key="separator scores", click=lambda mark: _to_sentences(str(mark[0])))
        if distances.ranges:
            _ranges_table(distances)
        show.names_table(exhibit, key="separator counts", lead=_to_sentences, pinned=True)
    # No buckets or resamples have a part in the numbers, but the references have.
    settings = {"references": ",".join(["gold", *chosen])} | separator_settings(costs)
    widgets.signature_line(signature(dataset, settings))


def _costs() -> Costs:
    """Return what adding and removing a separator cost; what the address says and is none is corrected."""
    text = state.get(Key.COSTS)
    try:
        costs = EQUAL_COSTS if text is None else Costs.of_text(text)
    except SettingError:
        costs = EQUAL_COSTS
    state.correct(Key.COSTS, _costs_text(costs))
    return costs


def _costs_text(costs: Costs) -> str | None:
    return None if costs == EQUAL_COSTS else costs.text


def _controls(view: View, known: list[str], distances: SeparatorDistances, costs: Costs) -> None:
    """Draw what chooses the references and the costs, and intersection and union of the references as files."""
    files = {
        ENDS[0]: (
            _("Intersection"),
            _("The intersection of the references as a segmented text, in the encoding of the gold file."),
        ),
        ENDS[1]: (_("Union"), _("The union of the references as a segmented text, in the encoding of the gold file.")),
    }
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
                        state.put(Key.COSTS, _costs_text(replace(costs, **{kind: cost})))

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
            for end, (label, help) in files.items():
                data = partial(_file, getattr(distances, end), distances.references[0])
                widgets.download(label, data=data, name=f"{end}.txt", mime="text/plain", key=f"save {end}", help=help)


def _file(words: Segmentation, gold: Segmentation) -> bytes:
    """Return a segmentation as a file in the encoding of gold's; in UTF-8 where normalisation left that one behind."""
    try:
        return words_file(words, gold)
    except EncodingError:
        return words_text(words).encode("utf-8", "surrogatepass")


def _ranges_table(distances: SeparatorDistances) -> None:
    """Draw the scores against all references as ranges."""
    widgets.heading(_("Against all references"), _("all: their intersection, any: their union"))
    scores = [("precision", ENDS), ("recall", ENDS[::-1]), ("f1", ENDS)]
    keys = [(key, end) for key, ends in scores for end in ends]
    keys += [(key, end) for end in ENDS for key in ("sub", "ins", "del")]
    columns = {}
    for key, end in keys:
        label = translated(SEPARATORS[key].label)
        label = _("{column} all", column=label) if end == ENDS[0] else _("{column} any", column=label)
        columns[f"{key}_{end}"] = SEPARATORS[key].called(label)
    tables.names_table(
        range_frame(distances),
        tables.columns(columns),
        tables.OF_SYSTEM,
        key="separator ranges",
        lead=_to_sentences,
        pinned=True,
        alt=_("Scores of every system as ranges"),
    )
    widgets.heading(_("Against gold"))


def _to_sentences(name: str) -> None:
    """In a callback: lead to the sentences of a system, those with most errors first."""
    leads.to_sentence(None, system=name, order="errors")
