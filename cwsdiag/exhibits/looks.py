"""Where looks come from: a project on the disk, or what a session of the dashboard has open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from cwsdiag.attributes import available
from cwsdiag.baselines import LINES, with_baselines
from cwsdiag.charts import theme
from cwsdiag.dataset import Dataset
from cwsdiag.diagnosis import Diagnosis
from cwsdiag.diagnosis.counting import ways_of
from cwsdiag.views.look import Look, LookKey, PrivateLook

if TYPE_CHECKING:
    from cwsdiag.judging import Judgement, JudgingStudy
    from cwsdiag.project import Project
    from cwsdiag.study import ScoreTable, Study
    from cwsdiag.study.transfer import Criteria


class Looks(Protocol):
    """What gives looks."""

    @property
    def names(self) -> Sequence[str]:
        """The datasets there are, in order, as ``LookKey.dataset`` names them."""
        ...

    def look(self, where: LookKey) -> PrivateLook:
        """Return a dataset as it is looked at, without words where its gold is private.

        Raises:
            CwsdiagError: it is not there, cannot be read, or cannot be looked at so.
        """
        ...


class ProjectLooks:
    """The datasets of a project, each read when it is first asked for; systems have one colour in all of them."""

    def __init__(
        self, project: Project, private: Callable[[Dataset], bool] | None = None, judgements: Path | None = None
    ) -> None:
        """Read nothing yet.

        Args:
            project: whose datasets are looked at.
            private: tells which have a gold that is private; none has without it.
            judgements: the file of people's judgements; None without.
        """
        self._project, self.private, self._judgements = project, private, judgements
        self._datasets: dict[str, Dataset] = {}
        self._looks: dict[LookKey, PrivateLook] = {}

    @property
    def names(self) -> list[str]:
        """The names of the datasets, in order."""
        return [spec.name for spec in self._project.datasets]

    def look(self, where: LookKey) -> PrivateLook:
        """Return a dataset as it is looked at; the first one where none is named.

        Raises:
            ProjectError: there is none of this name, or none at all.
            SettingError: buckets or unit make no sense.
            InputError: a file of it cannot be read.
        """
        if not where.dataset and self.names:
            where = replace(where, dataset=self.names[0])
        if where not in self._looks:
            if where.buckets:
                ways_of(list(available().values()), where.buckets, ())
            dataset = self._dataset(where.dataset)
            look = look_of(dataset, where)
            look = replace(
                look,
                colours=self._colours(),
                across=lambda: self._study,
                criteria=lambda: self._criteria,
                parts=lambda: self._parts,
                judging=None if self._judgements is None else self._judging,
            )
            self._looks[where] = look.private if self.private is not None and self.private(dataset) else look
        return self._looks[where]

    def _dataset(self, name: str) -> Dataset:
        from cwsdiag.project import load_dataset

        if name not in self._datasets:
            self._datasets[name] = load_dataset(self._project.dataset(name))
        return self._datasets[name]

    def _judging(self, name: str) -> tuple[JudgingStudy, Sequence[Judgement]]:
        # Commands that nobody asks for judgements do without SQLite.
        from cwsdiag.judging import Judgements

        assert self._judgements is not None
        return Judgements(self._judgements, create=False).look(name)

    @cached_property
    def _study(self) -> Study:
        from cwsdiag.project.studies import load_study

        return load_study(self._project)

    @property
    def _parts(self) -> ScoreTable:
        from cwsdiag.project.studies import score_table

        return score_table(self._project, self._study)

    @cached_property
    def _criteria(self) -> Criteria:
        from cwsdiag.project.studies import load_corpora, load_predictions, transfers_of
        from cwsdiag.signature import prediction_parts
        from cwsdiag.study import psi_matrix
        from cwsdiag.study.transfer import Criteria

        project = self._project
        corpora, predictions = load_corpora(project), load_predictions(project)
        files = {name: file for one in predictions for name, file in prediction_parts(one.dataset).items()}
        models = transfers_of(predictions, project.datasets)
        return Criteria(corpora, psi_matrix(corpora), models, files, project.study.normalise)

    def _colours(self) -> dict[str, str]:
        """Return the colour of each system: by what it is called among those of its model, in order of the project."""
        systems = [system for spec in self._project.datasets for system in spec.systems]
        models = theme.system_colours([*(one.model for one in systems), *LINES], baselines=LINES)
        systems.sort(key=lambda one: list(models).index(one.model))
        return {one.name: models[one.model] for one in systems} | {line: models[line] for line in LINES}


def look_of_diagnosis(diagnosis: Diagnosis) -> Look:
    """Return the dataset of a diagnosis as this looks at it."""
    dataset = diagnosis.dataset
    return _coloured(Look(dataset, LookKey(dataset.name, unit=diagnosis.unit), diagnosed=diagnosis))


def look_of(dataset: Dataset, where: LookKey | None = None) -> Look:
    """Return a dataset as it is looked at, its systems in the colours that they have where nobody else is there.

    Args:
        dataset: gold and systems.
        where: how it is looked at; as where nobody chose without it.
    """
    where = where or LookKey(dataset.name)
    return _coloured(Look(with_baselines(dataset) if where.baselines else dataset, where))


def _coloured(look: Look) -> Look:
    return replace(look, colours=theme.system_colours([*look.systems, *LINES], baselines=LINES))
