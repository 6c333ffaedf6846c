"""The parts of the Separators page: which segmentations count as right, and how far the systems are from them."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import pandas as pd
import streamlit as st

from cwsdiag.figures.separators import ENDS, MEASURES, separators_figure, span
from cwsdiag.report.separators_text import score_row, words_text
from cwsdiag.separators import count_separators, separator_distances
from cwsdiag.signature import signature
from cwsdiag.ui.bakeoff.parts import BOUNDARIES, parts
from cwsdiag.ui.sentence.page import ERRORS
from cwsdiag.ui.shell import leads, state, tables, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.views.columns import SEPARATOR_RANGES, SEPARATORS
from cwsdiag.views.wording import counted, number, some_of

if TYPE_CHECKING:
    from cwsdiag.separators import SeparatorDistances, SeparatorRange, SeparatorScore
    from cwsdiag.ui.shell.view import View

GOLD = "gold"
# How columns tell scores against the intersection and the union.
_AGAINST = dict(zip(ENDS, ("all", "any"), strict=True))
_NAMED_REFERENCES = 3

_SEPARATOR = "A separator stands between two adjacent characters of a sentence; the end of a sentence has none."


def chosen(view: View) -> list[str]:
    """Return the systems that are references beside gold."""
    names = view.systems_at(Key.REFERENCES)
    # Places that no system has leave the address.
    state.correct(Key.REFERENCES, view.places_of(names))
    return names


def distances(view: View) -> SeparatorDistances:
    """Compare all systems that are no references with those that are, and with gold; best F against gold first."""
    dataset, names = view.known.dataset, chosen(view)
    references = [dataset.gold, *(dataset.system(name) for name in names)]
    found = separator_distances(references, [system for system in dataset.systems if system.name not in names])
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
    shared = f"{inner:,} separators in all of them, {outer:,} in any"
    if not found.scores:
        sentence = f"Gold and all systems of {dataset} are references: {shared}. No system is left to score."
        return sentence, "Take one out of the references to see how far it is from the others."
    best = found.scores[0]
    if best.f1 != best.f1:
        return f"No F is defined on {dataset}: where a side has no separator there is nothing to divide by.", ""
    alone = len(found.scores) == 1
    level = [score.name for score in found.scores if score.f1 == best.f1]
    if several:
        sentence = f"{best.name} on {dataset}, against {_reference_names(found)} ({shared}): {_spans(found.ranges[0])}."
        rank = "the only system left, F against gold" if alone else f"first of {len(found.scores):,} by F against gold"
        if len(level) > 1:
            return sentence, f"{some_of(level, len(found.scores))} share the best F against gold: {number(best.f1)}."
        return sentence, f"{best.name} is {rank}: {number(best.f1)}; {_changes(best)}."
    if len(level) > 1:
        shared = some_of(level, len(found.scores))
        return f"{shared} share the best F by separators on {dataset}: {number(best.f1)}.", ""
    start = f"{best.name} on" if alone else f"{best.name} is best by separators on"
    scores = f"F {number(best.f1)} (precision {number(best.precision)}, recall {number(best.recall)})"
    sentence = f"{start} {dataset}: {scores}; {_changes(best)}."
    return sentence, ""


def _changes(score: SeparatorScore) -> str:
    wanted = counted(score.sub + score.ins, "gold separators")
    return f"of {wanted} it lacks {score.ins:,}, and it has {score.dels:,} that gold lacks"


def _spans(found: SeparatorRange) -> str:
    ends = found.intersection, found.union
    return ", ".join(
        f"{title} {span([getattr(end, measure) for end in ends], ' to ')}" for measure, title in MEASURES.items()
    )


def _reference_names(found: SeparatorDistances) -> str:
    names = [GOLD, *(reference.name for reference in found.references[1:])]
    if len(names) > _NAMED_REFERENCES:
        return f"{len(names):,} references"
    return f"{', '.join(names[:-1])} and {names[-1]}"


def controls(view: View, found: SeparatorDistances) -> None:
    """Draw what chooses the references, and their intersection and union as files."""
    with widgets.controls("references"), st.container(horizontal=True, vertical_alignment="bottom"):
        state.bind(
            Key.REFERENCES,
            st.multiselect,
            value=[reference.name for reference in found.references[1:]],
            to_text=view.places_of,
            label="References beside gold",
            options=view.known.systems,
            placeholder="other segmentations of the same text that also count as right",
            help="A system that is a reference is not scored. Another gold file can be given as a prediction.",
        )
        # What gold is part of tells gold's boundaries.
        if len(found.references) > 1 and not view.withholds_gold:
            for end in ENDS:
                _download(found, end)


def _download(found: SeparatorDistances, end: str) -> None:
    widgets.download(
        end.capitalize(),
        data=partial(words_text, getattr(found, end)),
        name=f"{end}.txt",
        mime="text/plain",
        key=f"save {end}",
        help=f"The {end} of the references as a segmented text: one sentence per line, blanks between words.",
    )


def legend(found: SeparatorDistances) -> None:
    """Explain the marks of the chart."""
    marks = (
        '<span><span class="cw-key mark">●</span> full: against the separators that all references have</span>'
        '<span><span class="cw-key mark">○</span> hollow: against those that any has</span>'
        if found.ranges
        else "<span>Against gold, all panels on one axis.</span>"
    )
    st.html(f'<div class="cw-legend">{marks}<span>Click a system: its sentences with the most errors.</span></div>')


def to_sentences(name: str) -> None:
    """In a callback: lead to the sentences of a system, those with most errors first."""
    leads.to_sentence(None, system=name, order=ERRORS)


def chart(view: View, found: SeparatorDistances) -> None:
    """Draw precision, recall and F of every system."""
    widgets.leading_chart(
        separators_figure(range_frame(found), colours=view.colours, roles=view.roles),
        key="separator scores",
        lead=lambda data: to_sentences(data[0]),
        alt="Precision, recall and F of every system; the table below holds the same numbers",
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
        widgets.heading("Against all references", "all: their intersection, any: their union")
        scores = [("precision", ENDS), ("recall", ENDS[::-1]), ("f1", ENDS)]
        columns = {f"{key}_{end}": _column(key, _AGAINST[end]) for key, ends in scores for end in ends}
        columns |= {f"{key}_{end}": _column(key, _AGAINST[end]) for end in ENDS for key in ("sub", "ins", "del")}
        _table(range_frame(found), columns, key="separator ranges", alt="Scores of every system as ranges")
        widgets.heading("Against gold")
    frame = pd.DataFrame([score_row(score) for score in found.scores])
    shown = [key for key in SEPARATORS if key != "coverage" or (frame["coverage"] < 1).any()]
    _table(frame, {key: _column(key) for key in shown}, key="separator counts", alt="Scores of every system")


def _column(key: str, against: str = "") -> Any:
    column = SEPARATORS[key]
    return tables.column(column.called(f"{column.label} {against}".rstrip()))


def _table(frame: pd.DataFrame, columns: dict[str, Any], *, key: str, alt: str) -> None:
    """Draw a table whose rows lead to the sentences of a system."""
    tables.names_table(frame, columns, {"name": "system"}, key=key, lead=to_sentences, pinned=True, alt=alt)


def page() -> None:
    """Draw the page."""
    view = widgets.view_with_systems("separators", term="separator distance")
    if view is None:
        return
    parts(BOUNDARIES)
    found = distances(view)
    widgets.lead(*headline(view, found))
    controls(view, found)
    if found.scores:
        legend(found)
        chart(view, found)
        score_tables(found)
    with widgets.controls("separator meanings"):
        tables.explained("What the numbers mean", _SEPARATOR, [*SEPARATORS.values(), *SEPARATOR_RANGES.values()])
    # No buckets or resamples have a part in the numbers, but the references have.
    names = ",".join([GOLD, *(reference.name for reference in found.references[1:])])
    widgets.signature_line(signature(view.known.dataset, {"references": names}))
