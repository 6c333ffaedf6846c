"""What the views of Datasets share: the datasets, what is learnt, how exhibits are drawn, where clicks lead.

Stamps say what is in the files, so whoever asks for the same shares it. All of it waits in one queue with committees.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from cwsdiag.charts import theme
from cwsdiag.charts.theme import HALF, PAGE
from cwsdiag.diagnosis.paired import PairedComparison
from cwsdiag.difficulty import Perceptron, Template, cache_folder
from cwsdiag.exhibits.across import Systems
from cwsdiag.exhibits.exhibit import KINDS, Content, Exhibit
from cwsdiag.formats import comparable
from cwsdiag.languages import _, translated
from cwsdiag.output import Table
from cwsdiag.signature import segmenter_part
from cwsdiag.study import (
    Curve,
    Order,
    Study,
    Transfer,
    built_in_transfer,
    published_signature,
    selection_curves,
    training_sets,
    with_published,
)
from cwsdiag.study.transfer import Criteria
from cwsdiag.ui import state
from cwsdiag.ui.data import catalogue, project_data
from cwsdiag.ui.data.project_data import Studied, criteria_of, study_of, verdicts_of
from cwsdiag.ui.looks import SessionLooks
from cwsdiag.ui.shell import leads, progress, show, tables, widgets
from cwsdiag.ui.shell.progress import answer
from cwsdiag.ui.shell.tables import Drawn
from cwsdiag.ui.shell.view import SWITCH, View
from cwsdiag.ui.state import Key
from cwsdiag.ui.work import worker
from cwsdiag.ui.work.results import Job, queue
from cwsdiag.views.look import LookKey
from cwsdiag.views.wording import in_turn

LEARNER = Perceptron()
TEMPLATE: Template = "F2"


def curves_learnt(chosen: Studied, trainable: Sequence[str]) -> list[Curve]:
    """Return the F1 curves of all targets for which they are done."""
    return [curve for target in trainable for curve in _result(_curves_stamp(chosen, target)) or ()]


def learn_transfer(chosen: Studied, trainable: Sequence[str], row: Any) -> Any:
    """Draw what has U of the built-in segmenter made, and how far it is; return it once it is done, else None.

    Args:
        chosen: the datasets.
        trainable: the names of those with segmented training text.
        row: where the page has its choices.
    """
    work = _work(chosen, trainable, built_in_transfer)
    return _learnt(_stamp(chosen, "transfer"), work, len(trainable), "built-in transfer", row)


def learn_curves(chosen: Studied, trainable: Sequence[str], row: Any, target: str, orders: Sequence[Order]) -> Any:
    """Do so with F1 curves for the orders of a target."""
    work = _work(chosen, trainable, selection_curves, orders)
    total = len(training_sets(orders, learner=LEARNER))
    return _learnt(_curves_stamp(chosen, target), work, total, "selection curves", row)


def _learnt(stamp: Hashable, work: Callable[[Job[Any]], Any], total: int, key: str, row: Any) -> Any:
    job = queue().find(stamp)

    def ask() -> None:
        queue().put(stamp, work, total=total)

    if job is None or job.state in ("stopped", "failed"):
        with row:
            st.button(
                _("Let the built-in segmenter learn"),
                key=f"ask for {key}",
                icon=":material/school:",
                help=_("Models are kept in the server's cache folder: what was learnt once is not learnt again."),
                on_click=ask,
            )
    if job is not None:
        progress.progress(job, key=key)
    return _result(stamp)


def _work(
    chosen: Studied, trainable: Sequence[str], function: Callable[..., Any], *before: Any
) -> Callable[[Job[Any]], Any]:
    """Return the work of a job: what a function makes of the texts of all datasets."""
    sets = {entry.files.name: entry.files for entry in chosen.entries}
    trainings = {name: sets[name].training for name in trainable}
    tests = {name: files.gold for name, files in sets.items() if files.gold is not None}
    how = {"template": TEMPLATE, "learner": LEARNER, "cache": cache_folder(), "where": worker.place()}
    # A run of digits made one symbol within gold's words would tell where these end: only normalisations are done
    # under which texts can be compared.
    normalise = comparable(chosen.normalise)
    learn = partial(worker.learnt, normalise=normalise)
    return lambda job: worker.run(job, learn, partial(function, **how), *before, trainings, tests)


def _result(stamp: Hashable) -> Any:
    job = queue().find(stamp)
    return job.result() if job is not None and job.state == "done" else None


def _curves_stamp(chosen: Studied, target: str) -> Hashable:
    # The orders come from Ψ, which every normalisation has a part in.
    return _stamp(chosen, "selection", target, *chosen.normalise)


def _stamp(chosen: Studied, what: str, *more: str) -> Hashable:
    return (what, project_data.stamps(chosen), comparable(chosen.normalise), *more)


# Papers print scores and shares × 100; pages have them from 0 to 1, as everywhere.
_FORMATS = {"score100": "score", "share100": "score"}
_LOOKS = {"strong": ("{} *", tables.BEST_STYLE), "weak": ("≈ {}", tables.GREYED), None: ("{}", "")}
# With more columns of numbers than this the names of a table stay in sight; then Streamlit draws them grey.
_MANY = 8
# Of a table beside a chart, in pixels.
_HEIGHT = 262


@dataclass(frozen=True, eq=False)
class Room:
    """The datasets of a project as somebody looks at them.

    Attributes:
        selection: what all pages share.
        chosen: the datasets.
        row: where a view draws what is chosen in it.
    """

    selection: View
    chosen: Studied
    row: Any

    @cached_property
    def study(self) -> Study:
        """The numbers of the systems."""
        with st.spinner(_("Diagnosing all datasets …")):
            return study_of(self.chosen)

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
        return Systems(self.study, table, published | catalogue.colours_of_models(every), self.roles, ())

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
        is_chosen = state.choose(Key.PUBLISHED, SWITCH) == SWITCH[True]
        return bool(self.chosen.spec.published) and (is_chosen or not self.study.models)

    @property
    def roles(self) -> dict[str, str]:
        """The systems of the study that are A and B, by role."""
        files = () if self.selection.entry is None else self.selection.entry.files.systems
        models = {file.name: file.model_name for file in files}
        return {
            role: model
            for role, name in self.selection.roles.items()
            if (model := models.get(name, name)) in self.study.models
        }

    @cached_property
    def criteria(self) -> Criteria:
        """The texts and Ψ between them, with U of the built-in segmenter where it has learnt here.

        Raises:
            CwsdiagError: the texts cannot be compared so.
        """
        criteria = criteria_of(self.chosen)
        learnt: Transfer | None = _result(_stamp(self.chosen, "transfer"))
        if learnt is None:
            return criteria
        part = segmenter_part(learnt.model, self.chosen.normalise)
        return replace(criteria, transfers=(*criteria.transfers, learnt), learnt={learnt.model: part})

    @property
    def pair(self) -> tuple[str | None, str | None]:
        """The selected training data and test text, None for each that is not."""
        return state.choose(Key.TRAIN, self.criteria.names), state.choose(Key.TEST, self.criteria.names)

    def of_systems(self, kind: str, content: Content, **options: str) -> Exhibit:
        """Return an exhibit; with published scores it cannot be pinned, as findings are of measured ones."""
        published = self.chosen.spec.published if self.counts_published else ()
        content = replace(content, signature=published_signature(self.study.signature, published))
        if published:
            return show.alone("datasets", kind, replace(content, digests={}))
        return self._exhibit(kind, content, options)

    def of_texts(self, kind: str, content: Content, *, learnt: bool = False, **options: str) -> Exhibit:
        """Return an exhibit; only one that can be made again from the project itself can be pinned.

        Args:
            kind: of the registry, or the name of what only this page shows.
            content: what there is to show.
            learnt: whether it rests on what was learnt or dropped here.
            options: of that kind.
        """
        if learnt or kind not in KINDS or self.chosen.normalise != self.chosen.spec.normalise:
            return show.alone("datasets", kind, content)
        return self._exhibit(kind, content, options)

    def _exhibit(self, kind: str, content: Content, options: dict[str, str]) -> Exhibit:
        # Of the selected dataset, or of the first where that is of none of the project.
        view, entries = self.selection, self.chosen.entries
        where = view.where if view.entry in entries else LookKey(entries[0].called)
        return show.exhibit(SessionLooks().look(where), kind, content, **options)

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
        """In a callback: lead to where a system fails, on a dataset or on the selected one, cut as in the study.

        A published system leads nowhere: nobody knows where it fails. Where the selected dataset does not have the
        system, it is the first that does.
        """
        if name not in self.study.models:
            return
        f1 = dict(zip(self.chosen.names, self.study.f1[self.study.models.index(name)], strict=True))
        here = "" if self.selection.entry is None else self.selection.entry.files.name
        wanted = [one for one in (dataset, here, *f1) if one in f1]
        selection = self.there(next((one for one in wanted if not np.isnan(f1[one])), wanted[0]), system=name)
        leads.to_system(selection.pop("system"), **selection)


def choose_pair(train: str, test: str) -> None:
    """In a callback: select training data and test text, and let the words be those of this pair."""
    for key, value in ((Key.TRAIN, train), (Key.TEST, test), (Key.STRING, None)):
        state.put(key, value)


def draw(
    exhibit: Exhibit,
    *,
    key: str,
    click: Callable[..., None] = lambda *_what: None,
    names: Sequence[str] = (),
    cells: bool = False,
    title: str = "",
    about: Sequence[str] = (),
    beside: bool = False,
    aside: Callable[[Any], None] | None = None,
    fold: bool = False,
    **widths: Any,
) -> None:
    """Draw what an exhibit says, its chart and its table.

    Args:
        exhibit: what is drawn.
        key: of the chart on the page; the table has ``KEY table``.
        click: what a click on a mark does, with what is behind it, and one on the table.
        names: columns of the table with which a click on a row does so; without them nothing happens there.
        cells: whether the table has a name to each row and numbers that lead on: then it is called with the name, and
            with what the column is of, empty for a mean.
        title: a heading in place of what it says.
        about: what there is to know of it, behind an i, with its own remark and those of the table.
        beside: whether the table stands beside the chart.
        aside: draws what stands there in place of the table, and is given the place below both.
        fold: whether the table is folded.
        widths: of columns, by their keys.
    """
    content, table = exhibit.content, exhibit.table
    notes = in_turn(content.remark, *about, *(table.remarks if table is not None else ()))
    with show.beside(exhibit, f"{key} head"):
        if title:
            widgets.heading(title, about=notes)
        else:
            widgets.lead(content.sentence, notes)

    def clicked(mark: Sequence[Any]) -> None:
        # Nothing is behind the cell of a mean.
        if mark:
            click(*mark)

    halves = beside or aside is not None
    left, right = st.columns(2, gap="medium") if halves else (st.container(), st.container())
    with left:
        show.chart(exhibit, key=key, click=clicked, size=HALF if halves else PAGE)
    if aside is not None:
        below = st.container()
        with right:
            aside(below)
        right = st.container()
    with right:
        if cells and table is not None:
            with _folded(key, fold=fold):
                _pivot(table, key=f"{key} table", alt=content.title, lead=click)
        else:
            height = _HEIGHT if beside else None
            numbers(exhibit, key=f"{key} table", click=click, names=names, fold=fold, height=height, **widths)


def numbers(
    exhibit: Exhibit,
    *,
    key: str,
    click: Callable[..., None],
    names: Sequence[str],
    fold: bool = True,
    **options: Any,
) -> None:
    """Draw the table of an exhibit, folded or not; a click on a row calls back with its ``names``, if there are any."""
    if (table := exhibit.table) is None or not len(table):
        return
    marks = pd.DataFrame(table.frame)[list(names)].to_numpy().tolist()
    with _folded(key, fold=fold):
        show.table(exhibit, key=key, lead=(lambda row: click(*marks[row])) if names else None, **options)


def _folded(key: str, *, fold: bool) -> Any:
    """Return a place for numbers; for those that are looked up, not read, it is closed at first and not printed."""
    return widgets.controls(f"{key} numbers").expander(_("All numbers")) if fold else nullcontext()


def _pivot(table: Table, *, key: str, alt: str, lead: Callable[[str, str], None]) -> None:
    """Draw a table with a name to each row, one for each heading that its columns share; see ``draw``."""
    columns = {
        name: replace(column, format=_FORMATS.get(column.format, column.format))  # type: ignore[arg-type]
        for name, column in table.columns.items()
    }
    rows, (first, *others) = table.rows(), columns
    cells = [dict(zip(columns, row, strict=True)) for row in replace(table, columns=columns).marked()]
    for group in list(dict.fromkeys(column.group for column in columns.values() if column.group)) or [""]:
        own = [name for name in others if columns[name].group in ("", group)]
        numbers = [name for name in own if columns[name].format != "text"]

        def drawn(row: int, name: str) -> Drawn:
            text, mark = cells[row][name]
            pattern, look = _LOOKS[mark]
            return pattern.format(text), look

        def clicked(row: int, name: str) -> None:
            if name in columns:
                lead(rows[row][first], columns[name].short)

        if group:
            widgets.heading(group)
        frame = pd.DataFrame(rows, columns=list(columns)).rename(columns={first: ""})
        frame = frame.fillna({name: "" for name in own if name not in numbers}).astype(dict.fromkeys(numbers, float))
        heads = {
            name: tables.TableHead(replace(columns[name], format="styled" if name in numbers else "text"))
            for name in own
        }
        frame, heads = tables.named(frame, heads, {"": columns[first].label}, pinned=len(own) > _MANY)
        tables.table(
            frame,
            heads,
            key=f"{key} {group}".strip(),
            alt=f"{alt} {translated(group)}",
            lead_cell=clicked,
            styled=partial(tables.styled, columns=numbers, cell=drawn),
        )
