"""What the parts of the page Systems share: the study with the selection, and where clicks lead."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import streamlit as st

from cwsdiag.charts import theme
from cwsdiag.charts.cells import Cell, cells_chart
from cwsdiag.exhibits.exhibit import Content, slug
from cwsdiag.languages import _, translated
from cwsdiag.output.table import Table, text_of
from cwsdiag.report.study import study_document
from cwsdiag.report.study_tables import printed_tables
from cwsdiag.study import published_signature, with_published
from cwsdiag.ui.data import cached
from cwsdiag.ui.shell import leads, show, state, tables, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.shell.view import SWITCH
from cwsdiag.views.across.systems import mean_f1

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cwsdiag.charts.layout import Spec
    from cwsdiag.charts.sizes import Size
    from cwsdiag.exhibits.exhibit import Exhibit
    from cwsdiag.study import Friedman, ScoreTable, Study
    from cwsdiag.ui.data.project_data import Studied
    from cwsdiag.ui.shell.view import View
    from cwsdiag.views.columns import Columns


@dataclass(frozen=True, eq=False)
class StudyView:
    """A study as somebody looks at it.

    Attributes:
        selection: what all pages share.
        chosen: the datasets that are studied.
        study: its numbers.
    """

    selection: View
    chosen: Studied
    study: Study

    @cached_property
    def shown(self) -> ScoreTable:
        """F1 of all systems, published ones too, with what they are made of."""
        measured = replace(self.study.measured, parts=self.chosen.parts)
        return with_published(measured, self.chosen.spec.published)

    @cached_property
    def ranked(self) -> ScoreTable:
        """F1 of those that rankings and tests are of; published ones are where that is chosen, or where all are."""
        return self.shown if self.counts_published else replace(self.study.measured, parts=self.chosen.parts)

    @property
    def counts_published(self) -> bool:
        """Whether published scores are in rankings, tests and pairs."""
        chosen = state.choose(Key.PUBLISHED, SWITCH, default=SWITCH[False])
        return bool(self.chosen.spec.published) and (chosen == SWITCH[True] or not self.study.models)

    @cached_property
    def ids(self) -> list[str]:
        """Of the datasets, as addresses name them."""
        return [entry.id for entry in self.chosen.entries]

    @cached_property
    def models(self) -> list[str]:
        """The systems, in the order of all tables: the best on average with all datasets first, then the others."""
        return list(mean_f1(self.study))

    @property
    def model_tests(self) -> list[tuple[Friedman, ...]]:
        """Friedman's tests of the buckets, a row a system of ``models``, one an attribute."""
        return [self.study.model_tests[self.study.models.index(model)] for model in self.models]

    @property
    def roles(self) -> dict[str, str]:
        """The systems of the study that are A and B, by role."""
        files = () if self.selection.entry is None else self.selection.entry.files.systems
        models = {file.name: file.model_name for file in files}
        roles = {role: models.get(name, name) for role, name in self.selection.roles.items()}
        return {role: model for role, model in roles.items() if model in self.study.models}

    @cached_property
    def colours(self) -> dict[str, str]:
        """The colour of each system of the project, by the name that the project gives it."""
        origin = next((entry.origin for entry in self.chosen.entries), "project")
        every = [entry for entry in self.selection.catalogue.entries.values() if entry.origin == origin]
        # Beside measured systems published ones are grey; their own colours would say that more is known of them.
        names = self.shown.sources
        published = dict.fromkeys(names, theme.GOLD) if self.study.models else theme.system_colours(names)
        return published | cached.colours_of_models(every)

    @property
    def signature(self) -> str:
        """Where the numbers come from; published scores are named where they count."""
        return published_signature(self.study.signature, self.chosen.spec.published if self.counts_published else ())

    def there(self, dataset: str, **systems: str | None) -> dict[str, str | None]:
        """Return a dataset cut as in the study, with ``system`` and ``other``, as an address names them."""
        name = self.chosen.names[self.ids.index(dataset)]
        called = {key: model and self.chosen.system(name, model) for key, model in systems.items()}
        return {"dataset": dataset, "buckets": f"equal:{self.chosen.buckets}", **called}

    def of_both(self, dataset: str) -> dict[str, str | None]:
        """Return the same with A and B."""
        return self.there(dataset, system=self.roles.get("a"), other=self.roles.get("b"))

    def printed(self, name: str) -> Table:
        """Return a table as papers print it."""
        document = study_document(self.study, pairs=(), table=self.ranked, published=self.chosen.spec.published)
        return printed_tables(document)[name]

    def exhibit(self, name: str, content: Content) -> Exhibit:
        """Return what there is to show of the datasets together."""
        names = _("{n} datasets: {names}.", n=len(self.study.datasets), names=_(", ").join(self.study.datasets))
        content = replace(content, source=names, signature=self.signature, digests={})
        return show.alone("study", name, content)


def to_system(view: StudyView, name: str, dataset: str | None = None) -> None:
    """In a callback: lead to where a system fails, on a dataset or on that of the side bar, cut as in the study.

    A published system leads nowhere: nobody knows where it fails. Where the side bar's dataset does not have the
    system, it is the first that does.
    """
    if name not in view.study.models:
        return
    f1 = dict(zip(view.ids, view.study.f1[view.study.models.index(name)], strict=True))
    here = "" if view.selection.entry is None else view.selection.entry.id
    wanted = [id for id in (dataset, here, *f1) if id in f1]
    selection = view.there(next((id for id in wanted if not np.isnan(f1[id])), wanted[0]), system=name)
    leads.to_system(selection.pop("system"), **selection)


def published_switch(view: StudyView) -> None:
    """Draw the switch that takes published scores into rankings, tests and pairs; nothing where there is no choice."""
    if not (view.chosen.spec.published and view.study.models):
        return
    with widgets.controls("published"):
        state.bind(
            Key.PUBLISHED,
            st.toggle,
            value=view.counts_published,
            to_text=SWITCH.__getitem__,
            default=False,
            label=_("Count published scores"),
            help=_(
                "Take scores from papers into ranks, tests and pairs of parts. They have no predictions, and their "
                "texts and ways of counting may differ from those here."
            ),
        )


def of_some(count: int, total: int) -> str:
    """Return how many values a mean is over; nothing where it is over all, or over none."""
    return " " + _("({count} of {total})", count=count, total=total) if 0 < count < total else ""


def chart(
    view: StudyView,
    title: str,
    draw: Callable[[Size], Spec],
    *,
    table: Callable[[], Table] | None = None,
    click: Callable[[Sequence[Any]], None] = lambda mark: None,
    **options: Any,
) -> None:
    """Draw a chart of the datasets together, under its title; see ``show.chart``."""
    exhibit = view.exhibit(slug(title), Content(title, title, chart=draw, table=table))
    show.chart(exhibit, title=title, click=click, **options)


def cells(
    view: StudyView,
    title: str,
    lines: Sequence[str],
    rows: Sequence[dict[str, Any]],
    columns: Columns,
    *,
    target: Sequence[str],
    lead: Callable[..., None],
    folded: str,
    key: str,
    remark: str,
    widths: dict[str, int | str],
    printed: str = "",
    **options: Any,
) -> None:
    """Draw a chart of cells, an attribute a column, and all their numbers as a table under it, folded.

    Args:
        view: the study.
        title: what is seen.
        lines: names of the lines of cells.
        rows: a cell each, from left to right, line by line: the values of ``columns`` and ``target``; ``text``, what
            stands in the cell, ``level``, how much it is shaded, and ``bold``, which line of the text is. A gap has no
            values of ``target``, but ``reason``.
        columns: what is said of a cell, under the pointer and in the table.
        target: which values say where a click leads.
        lead: called with these.
        folded: what the table is called.
        key: of the chart on its page.
        remark: beside the title.
        widths: of columns of the table.
        printed: the name of the table as papers print it, which the chart is saved with; this one without it.
        options: of ``cells_chart``.
    """
    drawn = [
        Cell(
            row["text"],
            (
                *(
                    f"{translated(column.label)}: {text_of(row[name], column.format)}" if column.label else row[name]
                    for name, column in columns.items()
                    if row.get(name) not in (None, "")
                ),
                row.get("reason", ""),
            ),
            tuple(row[name] for name in target) if target[0] in row else None,
            row.get("level"),
            row.get("bold"),
        )
        for row in rows
    ]
    frame = pd.DataFrame([row for row in rows if target[0] in row], columns=[*target, *columns])
    titles = [translated(one.title) for one in view.study.attributes]
    table = [drawn[first : first + len(titles)] for first in range(0, len(drawn), len(titles))]
    chart(
        view,
        title,
        lambda size: cells_chart(lines, titles, table, size, **options),
        key=key,
        remark=remark,
        click=lambda mark: lead(*mark) if mark else None,
        table=(lambda: view.printed(printed)) if printed else lambda: Table(frame, columns),
    )
    with widgets.controls(f"{key} table"), st.expander(folded):
        tables.table(
            frame,
            tables.columns(columns, **widths),
            key=f"{key} table",
            lead=lambda row: lead(*(frame[name][row] for name in target)),
            alt=folded,
        )
