"""What the parts of the page Systems share: the study with the selection, its tables, and where clicks lead."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.charts import theme
from cwsdiag.exhibits.across import Systems
from cwsdiag.languages import translated
from cwsdiag.output.table import text_of
from cwsdiag.study import published_signature, with_published
from cwsdiag.ui.data import cached
from cwsdiag.ui.data.project_data import verdicts_of
from cwsdiag.ui.keeping import tray
from cwsdiag.ui.shell import leads, show, state, tables, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.shell.view import SWITCH
from cwsdiag.ui.work.progress import answer
from cwsdiag.views.look import Where

if TYPE_CHECKING:
    from collections.abc import Callable

    from cwsdiag.diagnosis.paired import PairedComparison
    from cwsdiag.exhibits.exhibit import Content, Exhibit
    from cwsdiag.study import Study
    from cwsdiag.ui.data.project_data import Studied
    from cwsdiag.ui.shell.tables import Drawn
    from cwsdiag.ui.shell.view import View
    from cwsdiag.ui.work.jobs import Job

# Papers print scores and shares × 100; pages have them from 0 to 1, as everywhere.
_FORMATS = {"score100": "score", "share100": "score"}
_LOOKS = {"strong": ("{} *", tables.BEST_STYLE), "weak": ("≈ {}", tables.GREYED), None: ("{}", "")}


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
    def systems(self) -> Systems:
        """The systems with F1 of those that are ranked, but for the tests of each dataset, which take long."""
        table = replace(self.study.measured, parts=self.chosen.parts)
        if self.counts_published:
            table = with_published(table, self.chosen.spec.published)
        origin = next((entry.origin for entry in self.chosen.entries), "project")
        every = [entry for entry in self.selection.catalogue.entries.values() if entry.origin == origin]
        # Beside measured systems published ones are grey; their own colours would say that more is known of them.
        published = (
            dict.fromkeys(table.sources, theme.GOLD) if self.study.models else theme.system_colours(table.models)
        )
        return Systems(self.study, table, published | cached.colours_of_models(every), self.roles, ())

    @cached_property
    def verdicts(self) -> Job[tuple[tuple[PairedComparison, ...], ...]]:
        """The work on the paired tests of each dataset."""
        return verdicts_of(self.chosen, self.study)

    @cached_property
    def tested(self) -> Systems:
        """The systems with the tests, where these are there."""
        return replace(self.systems, verdicts=answer(self.verdicts) or ())

    @property
    def counts_published(self) -> bool:
        """Whether published scores are among those that are ranked."""
        chosen = state.choose(Key.PUBLISHED, SWITCH, default=SWITCH[False])
        return bool(self.chosen.spec.published) and (chosen == SWITCH[True] or not self.study.models)

    @property
    def roles(self) -> dict[str, str]:
        """The systems of the study that are A and B, by role."""
        files = () if self.selection.entry is None else self.selection.entry.files.systems
        models = {file.name: file.model_name for file in files}
        roles = {role: models.get(name, name) for role, name in self.selection.roles.items()}
        return {role: model for role, model in roles.items() if model in self.study.models}

    @property
    def signature(self) -> str:
        """Where the numbers come from; published scores are named where they count."""
        return published_signature(self.study.signature, self.chosen.spec.published if self.counts_published else ())

    def id(self, dataset: str) -> str | None:
        """Return what addresses call a dataset; None for what is none, as a mean."""
        names = self.chosen.names
        return self.chosen.entries[names.index(dataset)].id if dataset in names else None

    def there(self, dataset: str, **systems: str | None) -> dict[str, str | None]:
        """Return a dataset cut as in the study, with ``system`` and ``other``, as an address names them."""
        called = {key: model and self.chosen.system(dataset, model) for key, model in systems.items()}
        return {"dataset": self.id(dataset), "buckets": self.chosen.notation, **called}

    def of_both(self, dataset: str) -> dict[str, str | None]:
        """Return the same with A and B."""
        return self.there(dataset, system=self.roles.get("a"), other=self.roles.get("b"))

    def to_system(self, name: str, dataset: str = "") -> None:
        """In a callback: lead to where a system fails, on a dataset or on that of the side bar, cut as in the study.

        A published system leads nowhere: nobody knows where it fails. Where the side bar's dataset does not have the
        system, it is the first that does.
        """
        if name not in self.study.models:
            return
        f1 = dict(zip(self.chosen.names, self.study.f1[self.study.models.index(name)], strict=True))
        here = "" if self.selection.entry is None else self.selection.entry.files.name
        wanted = [one for one in (dataset, here, *f1) if one in f1]
        selection = self.there(next((one for one in wanted if not np.isnan(f1[one])), wanted[0]), system=name)
        leads.to_system(selection.pop("system"), **selection)

    def exhibit(self, kind: str, content: Content, **options: str) -> Exhibit:
        """Return an exhibit; with published scores it cannot be pinned, as findings are of measured ones."""
        content = replace(content, signature=self.signature)
        if self.counts_published:
            return show.alone("study", kind, replace(content, digests={}))
        view, entries = self.selection, self.chosen.entries
        where = view.where if view.entry in entries else Where(entries[0].called)
        return show.exhibit(tray.looks().look(where), kind, content, **options)


def grid(exhibit: Exhibit, *, key: str, lead: Callable[[str, str], None]) -> None:
    """Draw the table of an exhibit with a name to each row; one for each heading that its columns share.

    Args:
        exhibit: one that has a table, whose first column has the names.
        key: of the table on its page.
        lead: what a click on a number does, with the name, and with what its column is of, empty for a mean.
    """
    table = exhibit.table
    if table is None:
        return
    rows, (first, *others) = table.rows(), table.columns
    groups = list(dict.fromkeys(filter(None, (column.group for column in table.columns.values()))))
    for group in groups or [""]:
        own = {name: table.columns[name] for name in others if table.columns[name].group in ("", group)}
        numbers = {name: column for name, column in own.items() if column.format != "text"}

        def drawn(row: int, name: str) -> Drawn:
            form = table.columns[name].format
            text = text_of(rows[row][name], _FORMATS.get(form, form))  # type: ignore[arg-type]
            count = f" ({table.counts[row, name]})" if (row, name) in table.counts else ""
            pattern, look = _LOOKS[table.emphasis.get((row, name))]
            return pattern.format(f"{text}{count}"), look

        def clicked(row: int, name: str) -> None:
            lead(rows[row][first], table.columns[name].short)

        if group:
            widgets.heading(group)
        tables.grid(
            [row[first] for row in rows],
            {name: tables.Shown(replace(column, format="styled")) for name, column in numbers.items()},
            {name: [np.nan if row[name] is None else row[name] for row in rows] for name in numbers},
            drawn,
            key=f"{key} {group}".strip(),
            alt=f"{exhibit.content.title} {translated(group)}",
            lead=clicked,
            label=table.columns[first].label,
            texts={name: [row[name] or "" for row in rows] for name in own if name not in numbers},
        )
    widgets.note(*table.remarks)
