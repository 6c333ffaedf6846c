"""What the parts of the page Systems share: the study with the selection, the legend of lines, where clicks lead."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from cwsdiag.charts import theme
from cwsdiag.charts.styles import Style, styles
from cwsdiag.exhibits.exhibit import Content, slug
from cwsdiag.languages import _
from cwsdiag.study import published_signature, with_published
from cwsdiag.ui.data import colours
from cwsdiag.ui.data.file import model_of
from cwsdiag.ui.shell import leads, show, state
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.shell.view import SWITCH
from cwsdiag.views.across.systems import mean_f1

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cwsdiag.charts.layout import Spec
    from cwsdiag.charts.sizes import Size
    from cwsdiag.study import Friedman, ScoreTable, Study
    from cwsdiag.ui.data.project_data import Studied
    from cwsdiag.ui.shell.view import View


@dataclass(frozen=True, eq=False)
class StudyView:
    """A study as somebody looks at it.

    Attributes:
        view: the selection that all pages share.
        chosen: the datasets that are studied.
        study: what was found.
    """

    view: View
    chosen: Studied
    study: Study

    @cached_property
    def shown(self) -> ScoreTable:
        """F1 of all systems, published ones too, with what they are made of."""
        return with_published(self._measured, self.chosen.spec.published)

    @cached_property
    def ranked(self) -> ScoreTable:
        """F1 of those that rankings and tests are of; published ones are where that is chosen, or where all are."""
        return self.shown if self.counts_published else self._measured

    @property
    def _measured(self) -> ScoreTable:
        return replace(self.study.measured, parts=self.chosen.parts)

    @property
    def counts_published(self) -> bool:
        """Whether published scores are in rankings, tests and pairs."""
        chosen = state.choose(Key.PUBLISHED, SWITCH, default=SWITCH[False])
        return bool(self.chosen.spec.published) and (chosen == SWITCH[True] or not self.study.models)

    @cached_property
    def places(self) -> list[str]:
        """The columns of ``shown`` in tables: ids of datasets; their names where there are only scores."""
        return self.ids or list(self.shown.datasets)

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
        files = () if self.view.entry is None else self.view.entry.files.systems
        models = {file.name: model_of(file) for file in files}
        found = {role: models.get(name, name) for role, name in self.view.roles.items()}
        return {role: model for role, model in found.items() if model in self.study.models}

    def called(self, model: str | None, dataset: str) -> str | None:
        """Return what this session calls a system of the study on a dataset, which an address names."""
        return None if model is None else self.chosen.system(self.chosen.names[self.ids.index(dataset)], model)

    @cached_property
    def colours(self) -> dict[str, str]:
        """The colour of each system of the project, by the name that the project gives it."""
        every = self.view.catalogue.entries.values()
        origin = next((entry.origin for entry in self.chosen.entries), "project")
        # Beside measured systems published ones are grey; their own colours would say that more is known of them.
        names = self.shown.sources
        published = dict.fromkeys(names, theme.GOLD) if self.study.models else theme.system_colours(names)
        return published | colours.of_models(colours.siblings(every, origin))

    @cached_property
    def styles(self) -> dict[str, Style]:
        """How each system is drawn."""
        return styles(self.colours, self.roles)

    @property
    def signature(self) -> str:
        """Where the numbers come from; published scores are named where they count."""
        return published_signature(self.study.signature, self.chosen.spec.published if self.counts_published else ())

    @property
    def buckets(self) -> str:
        """How attributes are cut, as addresses say it."""
        return f"equal:{self.chosen.buckets}"


def to_system(seen: StudyView, name: str, dataset: str | None = None) -> None:
    """In a callback: lead to where a system fails, on a dataset or on that of the side bar, cut as in the study.

    A published system leads nowhere: nobody knows where it fails.
    """
    if name not in seen.study.models:
        return
    places = [seen.ids.index(dataset)] if dataset in seen.ids else []
    # Where the side bar's dataset does not have the system, the first that does.
    here = seen.view.entry.id if seen.view.entry is not None else ""
    places += [seen.ids.index(here)] if here in seen.ids else []
    places += range(len(seen.ids))
    row = seen.study.models.index(name)
    found = next((place for place in places if not np.isnan(seen.study.f1[row, place])), places[0])
    there = seen.ids[found]
    leads.to_system(seen.called(name, there), dataset=there, buckets=seen.buckets)


def to_words(
    seen: StudyView,
    dataset: str,
    attribute: str | None = None,
    bucket: int | None = None,
    *,
    show: str | None = None,
    of: str | None = None,
) -> None:
    """In a callback: lead to the words of a bucket of a dataset, cut as in the study; see ``leads.to_words``."""
    leads.to_words(
        attribute,
        bucket,
        show=show,
        of=of,
        dataset=dataset,
        system=seen.called(seen.roles.get("a"), dataset),
        other=seen.called(seen.roles.get("b"), dataset),
        buckets=seen.buckets,
    )


def of_some(count: int, total: int) -> str:
    """Return how many values a mean is over; nothing where it is over all, or over none."""
    return " " + _("({count} of {total})", count=count, total=total) if 0 < count < total else ""


def chart(
    seen: StudyView,
    title: str,
    draw: Callable[[Size], Spec],
    *,
    key: str,
    remark: str = "",
    alt: str = "",
    click: Callable[[Sequence[Any]], None] | None = None,
) -> None:
    """Draw a chart of the datasets together, under its title, with its ⋯ at the right.

    Args:
        seen: the study.
        title: what is seen.
        draw: lays the chart out for a size.
        key: of the chart on its page.
        remark: beside the title.
        alt: what a screen reader says; the title without it.
        click: what a click on a mark does, with the data behind it.
    """
    names = _("{n} datasets: {names}.", n=len(seen.study.datasets), names=_(", ").join(seen.study.datasets))
    content = Content(title, title, chart=draw, source=names, signature=seen.signature, digests={})
    exhibit = show.alone("study", slug(title), content)
    show.chart(exhibit, key=key, title=title, remark=remark, alt=alt, click=click or (lambda mark: None))
