"""The parts of the Separators page: which segmentations count as right, and how far the systems are from them."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import pandas as pd
import streamlit as st

from cwsdiag.arguments import bounds
from cwsdiag.errors import EncodingError, SettingError
from cwsdiag.exhibits.bakeoff import separators
from cwsdiag.frames import ENDS
from cwsdiag.languages import _, lazy, translated
from cwsdiag.report.separators import separator_settings, words_file, words_text
from cwsdiag.separators import EQUAL_COSTS, Costs, comparable, separator_distances
from cwsdiag.signature import signature
from cwsdiag.ui.bakeoff.parts import BOUNDARIES, parts
from cwsdiag.ui.sentence.page import ERRORS
from cwsdiag.ui.shell import leads, show, state, tables, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.views.columns import COVERAGES, SEPARATOR_RANGES, SEPARATORS
from cwsdiag.views.fidelity import without_separators_said
from cwsdiag.views.separators import best_first, range_frame, score_frame

if TYPE_CHECKING:
    from cwsdiag.separators import SeparatorDistances
    from cwsdiag.text import Segmentation
    from cwsdiag.ui.shell.view import View

GOLD = "gold"
_NAMED_REFERENCES = 3

_SEPARATOR = lazy("A separator stands between two adjacent characters of a sentence; the end of a sentence has none.")


def chosen(view: View) -> list[str]:
    """Return the systems that are references beside gold."""
    names = [name for name in view.systems_at(Key.REFERENCES) if name in _comparable(view)]
    # Places that no system has, or none that can be compared, leave the address.
    state.correct(Key.REFERENCES, view.places_of(names))
    return names


def _comparable(view: View) -> list[str]:
    return [system.name for system in comparable(view.look.dataset.systems)]


def chosen_costs() -> Costs:
    """Return what adding and removing a separator cost; what the address says and is none is corrected."""
    text = state.get(Key.COSTS)
    try:
        costs = EQUAL_COSTS if text is None else Costs.of_text(text)
    except SettingError:
        costs = EQUAL_COSTS
    state.correct(Key.COSTS, _costs_said(costs))
    return costs


def _costs_said(costs: Costs) -> str | None:
    return None if costs == EQUAL_COSTS else costs.text


def distances(view: View) -> SeparatorDistances:
    """Compare systems that are no references with those that are, and with gold; best F against gold first."""
    dataset, names = view.look.dataset, chosen(view)
    references = [dataset.gold, *(dataset.system(name) for name in names)]
    systems = [system for system in comparable(dataset.systems) if system.name not in names]
    return best_first(separator_distances(references, systems, costs=chosen_costs()))


def controls(view: View, found: SeparatorDistances) -> None:
    """Draw what chooses the references, and their intersection and union as files."""
    with widgets.controls("references"), st.container(horizontal=True, vertical_alignment="bottom"):
        state.bind(
            Key.REFERENCES,
            st.multiselect,
            value=[reference.name for reference in found.references[1:]],
            to_text=view.places_of,
            label=_("References beside gold"),
            options=_comparable(view),
            placeholder=_("other segmentations of the same text that also count as right"),
            help=_("A system that is a reference is not scored. Another gold file can be given as a prediction."),
        )
        with st.popover(_("Costs"), help=_("What adding and removing a separator cost in the distance.")):
            _cost(_("Adding a separator"), "insertion")
            _cost(_("Removing a separator"), "deletion")
        # What gold is part of tells gold's boundaries.
        if len(found.references) > 1 and not view.withholds_gold:
            for end in ENDS:
                _download(found, end)


def _cost(label: str, kind: str) -> None:
    """Draw what sets one of the two costs."""
    costs = chosen_costs()

    def changed(cost: float | None) -> None:
        if cost is not None:
            state.put(Key.COSTS, _costs_said(replace(costs, **{kind: cost})))

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


def _file(words: Segmentation, gold: Segmentation) -> bytes:
    """Return a segmentation as a file in the encoding of gold's; in UTF-8 where normalisation left that one behind."""
    try:
        return words_file(words, gold)
    except EncodingError:
        return words_text(words).encode("utf-8", "surrogatepass")


def _download(found: SeparatorDistances, end: str) -> None:
    if end == ENDS[0]:
        label = _("Intersection")
        help = _("The intersection of the references as a segmented text, in the encoding of the gold file.")
    else:
        label = _("Union")
        help = _("The union of the references as a segmented text, in the encoding of the gold file.")
    widgets.download(
        label,
        data=partial(_file, getattr(found, end), found.references[0]),
        name=f"{end}.txt",
        mime="text/plain",
        key=f"save {end}",
        help=help,
    )


def to_sentences(name: str) -> None:
    """In a callback: lead to the sentences of a system, those with most errors first."""
    leads.to_sentence(None, system=name, order=ERRORS)


def score_tables(found: SeparatorDistances) -> None:
    """Draw all numbers: the ranges where there are several references, and the scores against gold."""
    if found.ranges:
        widgets.heading(_("Against all references"), _("all: their intersection, any: their union"))
        scores = [("precision", ENDS), ("recall", ENDS[::-1]), ("f1", ENDS)]
        columns = {f"{key}_{end}": _column(key, end) for key, ends in scores for end in ends}
        columns |= {f"{key}_{end}": _column(key, end) for end in ENDS for key in ("sub", "ins", "del")}
        _table(range_frame(found), columns, key="separator ranges", alt=_("Scores of every system as ranges"))
        widgets.heading(_("Against gold"))
    frame = score_frame(found)
    shown = [key for key in SEPARATORS if key not in COVERAGES or (frame[key] < 1).any()]
    _table(frame, {key: _column(key) for key in shown}, key="separator counts", alt=_("Scores of every system"))


def _column(key: str, against: str = "") -> Any:
    """Return the column of a score, against the intersection or the union of the references where one is named."""
    column = SEPARATORS[key]
    label = translated(column.label)
    if against:
        label = _("{column} all", column=label) if against == ENDS[0] else _("{column} any", column=label)
    return tables.Shown(column.called(label))


def _table(frame: pd.DataFrame, columns: dict[str, Any], *, key: str, alt: str) -> None:
    """Draw a table whose rows lead to the sentences of a system."""
    tables.names_table(frame, columns, {"name": lazy("system")}, key=key, lead=to_sentences, pinned=True, alt=alt)


def page() -> None:
    """Draw the page."""
    view = widgets.view_with_systems("separators", term=_("separator distance"))
    if view is None:
        return
    parts(BOUNDARIES)
    found = distances(view)
    exhibit = show.exhibit(view.look, "separators", separators(view.look, scores=found))
    show.lead(exhibit)
    left_out = [name for name in view.look.systems if name not in _comparable(view)]
    if left_out:
        widgets.note(without_separators_said(left_out))
    controls(view, found)
    if found.scores:
        show.chart(exhibit, key="separator scores", click=lambda mark: to_sentences(str(mark[0])))
        score_tables(found)
    with widgets.controls("separator meanings"):
        explained = [*SEPARATORS.values(), *SEPARATOR_RANGES.values()]
        tables.explained(_("What the numbers mean"), translated(_SEPARATOR), explained)
    # No buckets or resamples have a part in the numbers, but the references have.
    names = ",".join([GOLD, *(reference.name for reference in found.references[1:])])
    settings = {"references": names} | separator_settings(chosen_costs())
    widgets.signature_line(signature(view.look.dataset, settings))
