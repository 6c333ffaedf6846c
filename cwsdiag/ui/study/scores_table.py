"""The table of scores: F1 of every system on every dataset, with what systems are made of, and published scores."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import streamlit as st

from cwsdiag.charts.significance import ALIKE
from cwsdiag.diagnosis.paired import to_best
from cwsdiag.languages import _
from cwsdiag.study.bias import mean_of_defined
from cwsdiag.ui.data.project_data import verdicts_of
from cwsdiag.ui.shell import state, tables, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.shell.tables import BEST, MEAN
from cwsdiag.ui.shell.view import SWITCH
from cwsdiag.ui.study.seen import StudyView, of_some, to_system
from cwsdiag.ui.work.progress import answer, wait_for_answer
from cwsdiag.views.across.systems import gaps_sentence, grouped, mean_f1, published_sentence
from cwsdiag.views.columns import Column
from cwsdiag.views.wording import number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.diagnosis.paired import PairedComparison
    from cwsdiag.ui.shell.tables import Drawn

# No part is called so.
_UNGROUPED = ""
_PUBLISHED = "†"


@dataclass(frozen=True, eq=False)
class _Rows:
    """The rows of the table: systems that are ranked, their mean, and published ones that are not.

    Attributes:
        seen: the study.
        group: the part whose values systems are grouped by; None for by their means alone.
    """

    seen: StudyView
    group: str | None

    @cached_property
    def ranked(self) -> list[str]:
        """Systems that are ranked, the best mean first."""
        table = self.seen.ranked
        order = list(mean_f1(table))
        return order if self.group is None else grouped(order, table.parts, self.group)

    @cached_property
    def aside(self) -> list[str]:
        """Published systems that have no part in ranks."""
        return [name for name in self.seen.shown.models if name not in self.ranked]

    @property
    def averaged(self) -> bool:
        """Whether there is a row with the means of the systems."""
        return len(self.ranked) > 1

    @property
    def first_aside(self) -> int:
        """The row of the first of ``aside``."""
        return len(self.ranked) + self.averaged

    @property
    def names(self) -> list[str]:
        """What the rows are called."""
        systems = [f"{name} {_PUBLISHED}" if name in self.seen.shown.sources else name for name in self.ranked]
        mean = [_("mean of the systems")] if self.averaged else []
        return [*systems, *mean, *(f"{name} {_PUBLISHED}" for name in self.aside)]

    def system(self, row: int) -> str | None:
        """Return the system of a row; None for the means."""
        if row < len(self.ranked):
            return self.ranked[row]
        return self.aside[row - self.first_aside] if row >= self.first_aside else None

    @cached_property
    def values(self) -> dict[str, list[float]]:
        """F1 by column, a number a row."""
        shown, count = self.seen.shown, len(self.ranked)
        f1 = shown.f1[[shown.models.index(name) for name in (*self.ranked, *self.aside)]]
        by_dataset, by_system = mean_of_defined(f1[:count], axis=0)[0], mean_of_defined(f1, axis=1)[0]
        columns = {id: (f1[:, place], float(by_dataset[place])) for place, id in enumerate(self.seen.places)}
        if len(self.seen.places) > 1:
            columns[MEAN] = by_system, float("nan")
        return {
            id: [*own[:count].tolist(), *([mean] if self.averaged else []), *own[count:].tolist()]
            for id, (own, mean) in columns.items()
        }

    @cached_property
    def best(self) -> dict[str, float]:
        """The best of those that are ranked, by column."""
        # A mean over some of the datasets is of other texts than the others: it is not the best of them.
        fair = np.array([name in self.seen.ranked.complete for name in self.ranked], dtype=bool)
        best = {}
        for column, numbers in self.values.items():
            own = np.where(fair | (column != MEAN), np.array(numbers[: len(self.ranked)]), np.nan)
            best[column] = float(np.nanmax(own)) if not np.isnan(own).all() else float("nan")
        return best

    def is_best(self, row: int, column: str) -> bool:
        """Return whether a cell is the best of its column."""
        if row >= len(self.ranked) or self.values[column][row] != self.best[column]:
            return False
        return column != MEAN or self.ranked[row] in self.seen.ranked.complete

    def unclear(self, found: Sequence[Sequence[PairedComparison]] | None) -> set[tuple[str, str]]:
        """Return the cells, by dataset and system, over which the lead of the best is not significant.

        Where a published score is the best of a column there is no such test.
        """
        measured = {
            id: np.nanmax(column, initial=0) for id, column in zip(self.seen.ids, self.seen.study.f1.T, strict=True)
        }
        return {
            (id, name)
            for id, row in zip(self.seen.ids, found or (), strict=False)
            for name, one in to_best(row).items()
            if one.verdict != "significant" and self.best[id] == measured[id]
        }

    @property
    def texts(self) -> dict[str, list[str]]:
        """Columns of the parts, that which systems are grouped by first."""
        parts = self.seen.shown.parts
        names = dict.fromkeys([*filter(None, [self.group]), *part_names(self.seen)])
        systems = [self.system(row) for row in range(len(self.names))]
        # A dataset or what tables add may be called so: nothing else ends with two blanks.
        return {f"{part}  ": [parts.get(name or "", {}).get(part, "") for name in systems] for part in names}


def part_names(seen: StudyView) -> list[str]:
    """Return the parts that systems declare, in the order of the project."""
    return list(dict.fromkeys(part for own in seen.shown.parts.values() for part in own))


def table(seen: StudyView) -> None:
    """Draw F1 of every system on every dataset, with averages; a cell leads to where the system fails there."""
    published_switch(seen)
    rows = _Rows(seen, _group(seen))
    job = verdicts_of(seen.chosen, seen.study)
    verdicts = answer(job)
    unclear = rows.unclear(verdicts)
    digits = 4 if seen.shown.sources else 3

    def drawn(row: int, column: str) -> Drawn:
        said = number(rows.values[column][row], digits) + _how_many(rows, row, column)
        if rows.is_best(row, column):
            return f"{BEST} {said}", tables.BEST_STYLE
        name = rows.system(row)
        if name is None:
            return said, tables.MARKED
        if name in rows.aside:
            return said, tables.GREYED
        return (f"{ALIKE} {said}" if (column, name) in unclear else said), ""

    def lead(row: int, column: str) -> None:
        name = rows.system(row)
        if name is not None and (column == MEAN or not np.isnan(rows.values[column][row])):
            to_system(seen, name, column)

    columns = tables.dataset_columns(seen.places, seen.shown.datasets)
    if MEAN in rows.values:
        columns[MEAN] = tables.Shown(
            Column(
                _("mean"),
                _("Over the datasets that the system has a score on, each with equal weight."),
                format="styled",
            )
        )
    alt = _("F1 of every system on every dataset")
    tables.grid(rows.names, columns, rows.values, drawn, key="study scores", alt=alt, lead=lead, texts=rows.texts)
    _notes(rows, unclear=bool(unclear))
    if verdicts is None:
        wait_for_answer(job, _("The paired tests of the systems are under way …"))


def _how_many(rows: _Rows, row: int, column: str) -> str:
    """Return over how many a mean is, where these are not all."""
    seen = rows.seen
    if (name := rows.system(row)) is None:
        place = seen.places.index(column) if column != MEAN else None
        own = [] if place is None else [rows.values[column][at] for at in range(len(rows.ranked))]
    elif column == MEAN:
        own = seen.shown.f1[seen.shown.models.index(name)].tolist()
    else:
        return ""
    return of_some(int(np.count_nonzero(~np.isnan(own))), len(own))


def _notes(rows: _Rows, *, unclear: bool) -> None:
    said = _("F1; {star} is the best of its column. A click on a cell: where that system fails there.", star=BEST)
    near = _(
        "{mark}: the lead of the best over it is not significant by the paired test, adjusted for the pairs of the "
        "dataset, or too few sentences differ.",
        mark=ALIKE,
    )
    means = _("Means are over the scores that exist; where some are missing, their number is given.")
    remarks = [
        near if unclear else "",
        means if rows.averaged else "",
        gaps_sentence(rows.seen.ranked),
        published_sentence(rows.seen.shown, rows.seen.chosen.spec.published, counted=rows.seen.counts_published),
    ]
    for remark in filter(None, remarks):
        said = _("{first} {second}", first=said, second=remark)
    widgets.note(said)


def grouping(seen: StudyView) -> None:
    """Draw what chooses the part that systems are grouped by; nothing where none is declared."""
    names = part_names(seen)
    if not names:
        return
    state.bind(
        Key.GROUP,
        st.selectbox,
        value=_group(seen) or _UNGROUPED,
        default=_UNGROUPED,
        label=_("Group by"),
        label_visibility="collapsed",
        options=[_UNGROUPED, *names],
        format_func=lambda name: _("by mean F1") if name == _UNGROUPED else _("grouped by {part}", part=name),
        help=_("The order of the systems: the best mean first, or those with the same value of a part together."),
    )


def _group(seen: StudyView) -> str | None:
    return state.choose(Key.GROUP, part_names(seen))


def published_switch(seen: StudyView) -> None:
    """Draw the switch that takes published scores into rankings, tests and pairs; nothing where there is no choice."""
    if not (seen.chosen.spec.published and seen.study.models):
        return
    with widgets.controls("published"):
        state.bind(
            Key.PUBLISHED,
            st.toggle,
            value=seen.counts_published,
            to_text=SWITCH.__getitem__,
            default=False,
            label=_("Count published scores"),
            help=_(
                "Take scores from papers into ranks, tests and pairs of parts. They have no predictions, and their "
                "texts and ways of counting may differ from those here."
            ),
        )
