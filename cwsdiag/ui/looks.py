"""What a session has open, as exhibits and findings ask for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from cwsdiag.errors import JudgingError, SettingError
from cwsdiag.judging import Judgement, Judgements, JudgingStudy
from cwsdiag.languages import lazy
from cwsdiag.ui.data import boards, catalogue
from cwsdiag.ui.data.catalogue import DatasetEntry
from cwsdiag.ui.data.project_data import Studied, criteria_of, is_of_project, studied, study_of
from cwsdiag.ui.lab.session import judged_now
from cwsdiag.ui.shell.view import View, check_cut, current
from cwsdiag.views.look import LookKey, PrivateLook


@dataclass(frozen=True, eq=False)
class SessionLooks:
    """What a session has open; see ``cwsdiag.exhibits.looks.Looks``.

    Attributes:
        view: what is selected; of datasets with the same name, those beside the selected one are meant.
    """

    view: View = field(default_factory=current)

    @property
    def names(self) -> list[str]:
        """The datasets that come from where the selected one comes from, as findings call them."""
        return [entry.called for entry in self._siblings()]

    def _siblings(self) -> list[DatasetEntry]:
        chosen, every = self.view.entry, self.view.catalogue
        return [*every.entries.values()] if chosen is None else every.beside(chosen)

    def entry(self, name: str) -> DatasetEntry | None:
        """Return the dataset that findings call so; the selected one where none is named, None where it is not here."""
        if not name:
            return self.view.entry
        every = [*self._siblings(), *self.view.catalogue.entries.values()]
        return next((entry for entry in every if entry.called == name), None)

    def look(self, where: LookKey) -> PrivateLook:
        """Return a dataset as it is looked at.

        Raises:
            SettingError: it is not here, cannot be used, or cannot be looked at so.
        """
        entry = self.entry(where.dataset)
        if entry is None:
            raise SettingError(lazy("The dataset {name} is not open here.", name=where.dataset))
        if where.buckets:
            check_cut(entry, where.buckets)
        look = catalogue.look(entry, replace(where, baselines=where.baselines and entry.takes_baselines))
        if look is None:
            raise SettingError(lazy("The gold of {name} cannot be used.", name=where.dataset or entry.called))
        look = replace(
            look,
            where=replace(where, dataset=entry.called),
            colours=self.view.catalogue.colours(entry),
            judging=_judged,
        )
        if not is_of_project(entry):
            return look

        def project() -> Studied:
            chosen = studied(self.view.catalogue, entry)
            assert chosen is not None, "it has a look, so it can be used"
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
