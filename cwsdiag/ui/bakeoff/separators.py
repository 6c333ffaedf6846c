"""The parts of the Separators page: which segmentations count as right, and how far the systems are from them."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import pandas as pd
import streamlit as st

from cwsdiag.arguments import bounds
from cwsdiag.charts.separators import ENDS, MEASURES, separators_figure, span
from cwsdiag.errors import EncodingError, SettingError
from cwsdiag.languages import _, lazy, n_, p_, translated
from cwsdiag.report.separators_text import score_row, separator_settings, words_file, words_text
from cwsdiag.separators import EQUAL_COSTS, Costs, comparable, count_separators, separator_distances
from cwsdiag.signature import signature
from cwsdiag.ui.bakeoff.parts import BOUNDARIES, parts
from cwsdiag.ui.sentence.page import ERRORS
from cwsdiag.ui.shell import leads, state, tables, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.views.columns import COVERAGES, SEPARATOR_RANGES, SEPARATORS
from cwsdiag.views.fidelity import without_separators_said
from cwsdiag.views.wording import listed, number, some_of

if TYPE_CHECKING:
    from cwsdiag.separators import SeparatorDistances, SeparatorRange, SeparatorScore
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
    return [system.name for system in comparable(view.known.dataset.systems)]


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
    dataset, names = view.known.dataset, chosen(view)
    references = [dataset.gold, *(dataset.system(name) for name in names)]
    systems = [system for system in comparable(dataset.systems) if system.name not in names]
    found = separator_distances(references, systems, costs=chosen_costs())
    order = sorted(range(len(found.scores)), key=lambda place: _rank(found.scores[place]))
    return replace(
        found,
        scores=tuple(found.scores[place] for place in order),
        ranges=tuple(found.ranges[place] for place in order if found.ranges),
    )


def _rank(score: SeparatorScore) -> tuple[bool, float]:
    return (score.f1 != score.f1, -score.f1)


def headline(view: View, found: SeparatorDistances) -> tuple[str, str]:
    """Return what the page shows as one may quote it, and how it is to be taken."""
    dataset, several = view.known.dataset.name, len(found.references) > 1
    inner, outer = count_separators(found.intersection), count_separators(found.union)
    shared = _("{inner:,} separators in all of them, {outer:,} in any", inner=inner, outer=outer)
    if not _comparable(view):
        return _("No system of {dataset} can be compared by separators.", dataset=dataset), ""
    if not found.scores:
        sentence = _(
            "Gold and all systems of {dataset} are references: {shared}. No system is left to score.",
            dataset=dataset,
            shared=shared,
        )
        return sentence, _("Take one out of the references to see how far it is from the others.")
    best = found.scores[0]
    if best.f1 != best.f1:
        return _(
            "No F is defined on {dataset}: where a side has no separator there is nothing to divide by.",
            dataset=dataset,
        ), ""
    if several:
        sentence = _(
            "{name} on {dataset}, against {references} ({shared}): {scores}.",
            name=best.name,
            dataset=dataset,
            references=_reference_names(found),
            shared=shared,
            scores=_spans(found.ranges[0]),
        )
        return sentence, _rank_against_gold(found)
    level = _level(found)
    if len(level) > 1:
        names = some_of(level, len(found.scores))
        return _(
            "{names} share the best F by separators on {dataset}: {f1}.",
            names=names,
            dataset=dataset,
            f1=number(best.f1),
        ), ""
    scores = _(
        "F {f1} (precision {precision}, recall {recall}); {changes}",
        f1=number(best.f1),
        precision=number(best.precision),
        recall=number(best.recall),
        changes=_changes(best),
    )
    if len(found.scores) == 1:
        return _("{name} on {dataset}: {scores}.", name=best.name, dataset=dataset, scores=scores), ""
    return _(
        "{name} has the highest F by separators on {dataset}: {scores}.", name=best.name, dataset=dataset, scores=scores
    ), ""


def _rank_against_gold(found: SeparatorDistances) -> str:
    """Say who is first by F against gold, where other references stand beside it."""
    best, level, systems = found.scores[0], _level(found), len(found.scores)
    f1 = number(best.f1)
    if len(level) > 1:
        return _("{names} share the best F against gold: {f1}.", names=some_of(level, systems), f1=f1)
    changes = _changes(best)
    if systems == 1:
        return _(
            "{name} is the only system left, F against gold: {f1}; {changes}.", name=best.name, f1=f1, changes=changes
        )
    return _(
        "{name} is first of {systems:,} by F against gold: {f1}; {changes}.",
        name=best.name,
        systems=systems,
        f1=f1,
        changes=changes,
    )


def _level(found: SeparatorDistances) -> list[str]:
    """Return the systems with the best F against gold, as a rule one."""
    return [score.name for score in found.scores if score.f1 == found.scores[0].f1]


def _changes(score: SeparatorScore) -> str:
    return _(
        "of {separators} it lacks {missing:,}, and it has {extra:,} that gold lacks",
        separators=n_("{n:,} gold separator", "{n:,} gold separators", score.sub + score.ins),
        missing=score.ins,
        extra=score.dels,
    )


def _spans(found: SeparatorRange) -> str:
    between = p_("between the ends of a range", " to ")
    ends = found.intersection, found.union
    spans = {measure: span([getattr(end, measure) for end in ends], between) for measure in MEASURES}
    return _("precision {precision}, recall {recall}, F {f1}", **spans)


def _reference_names(found: SeparatorDistances) -> str:
    names = [_("gold"), *(reference.name for reference in found.references[1:])]
    if len(names) > _NAMED_REFERENCES:
        return n_("{n:,} reference", "{n:,} references", len(names))
    return listed(names)


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


def legend(found: SeparatorDistances) -> None:
    """Explain the marks of the chart."""
    if found.ranges:
        full = _("full: against the separators that all references have")
        hollow = _("hollow: against those that any has")
        marks = (
            f'<span><span class="cw-key mark">●</span> {full}</span>'
            f'<span><span class="cw-key mark">○</span> {hollow}</span>'
        )
    else:
        axis = _("Against gold, all panels on one axis.")
        marks = f"<span>{axis}</span>"
    click = _("Click a system: its sentences with the most errors.")
    st.html(f'<div class="cw-legend">{marks}<span>{click}</span></div>')


def to_sentences(name: str) -> None:
    """In a callback: lead to the sentences of a system, those with most errors first."""
    leads.to_sentence(None, system=name, order=ERRORS)


def chart(view: View, found: SeparatorDistances) -> None:
    """Draw precision, recall and F of every system."""
    widgets.leading_chart(
        separators_figure(range_frame(found), colours=view.colours, roles=view.roles),
        key="separator scores",
        lead=lambda data: to_sentences(data[0]),
        alt=_("Precision, recall and F of every system; the table below holds the same numbers"),
    )


def range_frame(found: SeparatorDistances) -> pd.DataFrame:
    """Return a row a system: each score and count against the intersection and the union, such as ``f1_union``.

    Both are gold where gold is the only reference.
    """
    pairs = [(one.intersection, one.union) for one in found.ranges] or [(score, score) for score in found.scores]
    return pd.DataFrame(
        [
            {"name": both[0].name}
            | {
                f"{key}_{end}": value
                for end, one in zip(ENDS, both, strict=True)
                for key, value in score_row(one).items()
            }
            for both in pairs
        ]
    )


def score_tables(found: SeparatorDistances) -> None:
    """Draw all numbers: the ranges where there are several references, and the scores against gold."""
    if found.ranges:
        widgets.heading(_("Against all references"), _("all: their intersection, any: their union"))
        scores = [("precision", ENDS), ("recall", ENDS[::-1]), ("f1", ENDS)]
        columns = {f"{key}_{end}": _column(key, end) for key, ends in scores for end in ends}
        columns |= {f"{key}_{end}": _column(key, end) for end in ENDS for key in ("sub", "ins", "del")}
        _table(range_frame(found), columns, key="separator ranges", alt=_("Scores of every system as ranges"))
        widgets.heading(_("Against gold"))
    frame = pd.DataFrame([score_row(score) for score in found.scores])
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
    widgets.lead(*headline(view, found))
    left_out = [name for name in view.known.systems if name not in _comparable(view)]
    if left_out:
        widgets.note(without_separators_said(left_out))
    controls(view, found)
    if found.scores:
        legend(found)
        chart(view, found)
        score_tables(found)
    with widgets.controls("separator meanings"):
        explained = [*SEPARATORS.values(), *SEPARATOR_RANGES.values()]
        tables.explained(_("What the numbers mean"), translated(_SEPARATOR), explained)
    # No buckets or resamples have a part in the numbers, but the references have.
    names = ",".join([GOLD, *(reference.name for reference in found.references[1:])])
    settings = {"references": names} | separator_settings(chosen_costs())
    widgets.signature_line(signature(view.known.dataset, settings))
