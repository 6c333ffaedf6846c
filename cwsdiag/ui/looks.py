"""What a session has open, as exhibits and findings ask for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cwsdiag.attributes import available
from cwsdiag.baselines import clash
from cwsdiag.diagnosis.counting import ways_of
from cwsdiag.errors import JudgingError, SettingError
from cwsdiag.judging import Judgement, Judgements, JudgingStudy
from cwsdiag.languages import lazy
from cwsdiag.ui.data import boards, catalogue
from cwsdiag.ui.data.catalogue import DatasetEntry
from cwsdiag.ui.data.project_data import NOT_OF_A_PROJECT, Studied, criteria_of, is_of_project, studied, study_of
from cwsdiag.ui.lab.session import judged_now
from cwsdiag.ui.shell.view import NO_EDGES, View, current, may_cut
from cwsdiag.views.look import LookKey, PrivateLook


def open_looks() -> SessionLooks:
    """Return what exhibits are made from here."""
    return SessionLooks(current())


class SessionLooks:
    """What a session has open; see ``cwsdiag.exhibits.looks.Looks``."""

    def __init__(self, view: View) -> None:
        """Read nothing yet.

        Args:
            view: what is selected; of datasets with the same name, those beside the selected one are meant.
        """
        self._view = view
        self._looks: dict[LookKey, PrivateLook] = {}

    @property
    def names(self) -> list[str]:
        """The datasets that come from where the selected one comes from, as findings call them."""
        return [entry.called for entry in self._siblings()]

    def _siblings(self) -> list[DatasetEntry]:
        chosen, every = self._view.entry, self._view.catalogue.entries.values()
        return [entry for entry in every if chosen is None or entry.origin == chosen.origin]

    def entry(self, name: str) -> DatasetEntry | None:
        """Return the dataset that findings call so; the selected one where none is named, None where it is not here."""
        if not name:
            return self._view.entry
        every = [*self._siblings(), *self._view.catalogue.entries.values()]
        return next((entry for entry in every if entry.called == name), None)

    def look(self, where: LookKey) -> PrivateLook:
        """Return a dataset as it is looked at.

        Raises:
            SettingError: it is not here, cannot be used, or cannot be looked at so.
        """
        if where not in self._looks:
            self._looks[where] = self._made(where)
        return self._looks[where]

    def _made(self, where: LookKey) -> PrivateLook:
        entry = self.entry(where.dataset)
        if entry is None:
            raise SettingError(lazy("The dataset {name} is not open here.", name=where.dataset))
        if where.buckets:
            ways_of(list(available().values()), where.buckets, ())
            if not may_cut(entry, where.buckets):
                raise SettingError(NO_EDGES)
        taken = clash(file.name for file in entry.files.systems)
        baselines = where.baselines and not taken and not entry.withholds_gold
        look = catalogue.look(entry, replace(where, baselines=baselines))
        if look is None:
            raise SettingError(lazy("The gold of {name} cannot be used.", name=where.dataset or entry.called))
        look = replace(
            look,
            where=replace(where, dataset=entry.called),
            colours=catalogue.colours_of_names(self._view.catalogue.beside(entry), entry),
            judging=_judged,
        )
        if not is_of_project(entry):
            return look

        def project() -> Studied:
            chosen = studied(self._view.catalogue, entry)
            if chosen is None:
                raise SettingError(NOT_OF_A_PROJECT)
            return chosen

        return replace(
            look,
            across=lambda: study_of(project()),
            criteria=lambda: criteria_of(project()),
            parts=lambda: replace(study_of(project()).measured, parts=project().parts),
        )


def _judged(study: str) -> tuple[JudgingStudy, Sequence[Judgement]]:
    """Return a study of judges that can be looked at here, with their judgements."""
    kept = boards.judgements()[1]
    if kept is None or not kept.is_there:
        raise SettingError(lazy("There are no judgements here."))
    if study == judged_now():
        raise SettingError(lazy("Results of {study} are not shown while you judge it.", study=study))
    try:
        return Judgements(kept.path, create=False).look(study)
    except JudgingError as error:
        raise JudgingError(boards.said(error, kept.path)) from None
