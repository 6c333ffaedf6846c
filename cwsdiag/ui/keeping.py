"""The findings of a session: what there is, how it is changed, where they lie, their looks, and their report.

Findings about a project on the disk lie beside it, for who sits at the machine; all others in the workspace: those of
visitors, and those about what was uploaded, the sample, or a task of the board. What cannot be written where it belongs
stays in the session, and is written with the next change that can be.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.attributes import available
from cwsdiag.baselines import clash
from cwsdiag.diagnosis.counting import ways_of
from cwsdiag.errors import CwsdiagError, JudgingError, SettingError
from cwsdiag.findings import Finding, findings_path, read_file, read_findings, to_text, write_file
from cwsdiag.findings.finding import LONGEST, MOST
from cwsdiag.judging import Judgements
from cwsdiag.languages import _, language, lazy, n_, speaking
from cwsdiag.ui.data import boards, catalogue, projects, workspace
from cwsdiag.ui.data.project_data import NOT_OF_A_PROJECT, Studied, criteria_of, is_of_project, studied, study_of
from cwsdiag.ui.host import who
from cwsdiag.ui.lab.session import judged_now
from cwsdiag.ui.shell import state, widgets
from cwsdiag.ui.shell.view import NO_EDGES, current, may_cut
from cwsdiag.ui.work.jobs import Job, aside
from cwsdiag.ui.work.progress import watch, why
from cwsdiag.views.look import LookKey
from cwsdiag.views.wording import on_page

if TYPE_CHECKING:
    from pathlib import Path

    from cwsdiag.exhibits.looks import Looks
    from cwsdiag.judging import Judgement, JudgingStudy
    from cwsdiag.ui.data.catalogue import DatasetEntry
    from cwsdiag.ui.shell.view import View
    from cwsdiag.views.look import PrivateLook

    # The zip, and what could not be drawn.
    Report = tuple[bytes, Sequence[str]]

_SESSION = "findings that are in this session only"
_REMOVED = "finding removed last"


@dataclass
class _Findings:
    """What a session has of the findings of one home.

    Attributes:
        own: those that could not be written there; None where all could.
        problem: why they cannot be read or written there.
    """

    own: tuple[Finding, ...] | None = None
    problem: CwsdiagError | None = None


def _home() -> Path | None:
    """Return the file beside a project on the disk; None for the workspace."""
    path, entry = projects.chosen(), current().entry
    of_project = entry is None or entry.origin == "project"
    if path is None or not of_project or projects.is_sample(path) or not who.is_owner():
        return None
    return findings_path(path)


def _kept(home: Path | None) -> _Findings:
    every: dict[Path | None, _Findings] = st.session_state.setdefault(_SESSION, {})
    return every.setdefault(home, _Findings())


def _read(home: Path | None) -> tuple[Finding, ...]:
    """Return what lies in a home.

    Raises:
        CwsdiagError: it cannot be read.
    """
    if home is None:
        return read_findings(workspace.content().findings)
    return read_file(home) if home.exists() else ()


def _put(home: Path | None, wanted: Sequence[Finding]) -> None:
    """Write findings in place of those in a home; what cannot be written stays in the session."""
    findings, session = tuple(wanted)[:MOST], _kept(home)
    session.own, session.problem = findings, None
    try:
        if home is not None:
            write_file(home, findings)
        elif workspace.current() is None:
            return
        elif not workspace.keep(replace(workspace.content(), findings=to_text(findings))):
            raise CwsdiagError(workspace.problem())
        session.own = None
    except CwsdiagError as error:
        session.problem = error


def _joined(findings: Sequence[Finding], more: Sequence[Finding]) -> tuple[Finding, ...]:
    ids = {one.id for one in more}
    return (*(one for one in findings if one.id not in ids), *more)


def findings() -> tuple[Finding, ...]:
    """Return the findings of the session, in their order: those in the session where they cannot be written."""
    home = _home()
    session = _kept(home)
    try:
        there = _read(home)
    except CwsdiagError as error:
        session.problem = error
        return session.own or ()
    if session.own is None:
        session.problem = None
    return _joined(there, session.own or ())


def keep(wanted: Sequence[Finding]) -> None:
    """Make these the findings, all of them in their order; of two tabs, the last to write wins."""
    _put(_home(), wanted)


def take_over(findings: Sequence[Finding]) -> None:
    """Keep what came with files that somebody brought, behind what there is; in a callback."""
    if findings:
        there: tuple[Finding, ...] = ()
        with suppress(CwsdiagError):
            there = _read(None)
        _put(None, _joined(there, _joined(_kept(None).own or (), findings)))


def packed(entries: Sequence[DatasetEntry]) -> str:
    """Return the findings about some datasets as a file, under the names that these have in a zip; empty for none."""
    names = {entry.called: entry.files.called for entry in entries}
    about = [one for one in findings() if one.where.dataset in names]
    renamed = [replace(one, where=replace(one.where, dataset=names[one.where.dataset])) for one in about]
    return to_text(renamed) if renamed else ""


def problem() -> str:
    """Return why findings are in this session only; empty where they are where they belong."""
    kept = _kept(_home())
    if kept.problem is not None:
        # Not within the text: what looks for messages does not look there.
        stays = _("What you keep stays in this session until that is mended.")
        return f"{on_page(kept.problem)} {stays}"
    return _("This server keeps no files: findings are gone when the page is loaded again.") if kept.own else ""


def where_kept() -> str:
    """Say where findings lie; empty where there is a problem, or they are in this session."""
    home = _home()
    if problem() or (home is None and workspace.current() is None):
        return ""
    if home is None:
        return _("Kept on this server, for this browser.")
    return _("Kept in {file}, beside the project.", file=home.name)


def looks() -> SessionLooks:
    """Return what exhibits are made from here."""
    return SessionLooks(current())


def is_full() -> bool:
    """Tell whether there is no place for another one."""
    return len(findings()) >= MOST


def add(finding: Finding) -> None:
    """Keep one more, behind all others; one that shows what another shows is that one."""
    if not any(finding.is_twin(one) for one in findings()):
        keep([*findings(), finding])


def change(id: str, *, title: str = "", note: str | None = None) -> None:
    """Give a finding another title or note; an empty title leaves the one it has."""

    def changed(one: Finding) -> Finding:
        called, said = title.strip()[:LONGEST] or one.title, one.note if note is None else note[:LONGEST]
        return replace(one, title=called, note=said)

    keep([changed(one) if one.id == id else one for one in findings()])


def _place_of(id: str) -> int | None:
    """Return the place of a finding, from 0; None where it is not there."""
    return next((place for place, one in enumerate(findings()) if one.id == id), None)


def move(id: str, by: int) -> None:
    """Move a finding so many places on, back where that is less than 0; not over the ends."""
    if (place := _place_of(id)) is not None:
        every = list(findings())
        every.insert(min(max(place + by, 0), len(every) - 1), every.pop(place))
        keep(every)


def remove(id: str) -> None:
    """Take a finding away; ``restore`` brings it back until another is taken."""
    if (place := _place_of(id)) is not None:
        every = list(findings())
        st.session_state[_REMOVED] = (_home(), place, every.pop(place))
        keep(every)


def removed() -> Finding | None:
    """Return what was taken away last, where it can be brought back."""
    home, _place, finding = st.session_state.get(_REMOVED, (None, 0, None))
    return finding if home == _home() else None


def restore() -> None:
    """Bring back what was taken away last, to its place."""
    if removed() is not None:
        _home_then, place, finding = st.session_state.pop(_REMOVED)
        every = list(findings())
        every.insert(place, finding)
        keep(every)


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
            chosen = studied(replace(self._view, entry=entry))
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


# The folder in the zip, and the name of that.
_FOLDER = "report"
_ASKED = "report that was asked for"


def report_button(findings: Sequence[Finding], looks: Looks) -> None:
    """Draw what makes a report of the findings in the language of the page: a button, how far it is, the download.

    Args:
        findings: in order; at least one.
        looks: where their datasets come from; gold that they withhold is in no report.
    """

    @state.spoken
    def ask() -> None:
        # What it is made of is read here, where the session is known.
        from cwsdiag.report.bundle.contents import contents_of
        from cwsdiag.report.bundle.writing import report_of

        spoken, contents = language(), contents_of(_("Findings"), findings, looks)
        asked: Job[Report] = Job()
        st.session_state[_ASKED] = spoken, to_text(findings), asked

        def make(job: Job[Report]) -> Report:
            with speaking(spoken):
                written = report_of(contents, progress=job.tell)
                return written.zipped(_FOLDER), written.problems

        aside(asked, make)

    job = _job(findings)
    if job is None or job.state == "failed":
        st.button(
            _("Make a report"),
            key="make a report",
            icon=":material/description:",
            help=_("A page, slides, figures, tables and all numbers, in one zip."),
            on_click=ask,
        )
    elif job.state != "done":
        watch(job, lambda: st.progress(job.share, text=_how_far(job)))
    else:
        widgets.download(
            _("Download the report"),
            data=job.result()[0],
            name=f"{_FOLDER}.zip",
            mime="application/zip",
            key="download the report",
        )


def remarks(findings: Sequence[Finding]) -> None:
    """Say why the report that was asked for could not be made, or what is missing in it; nothing where all is well."""
    job = _job(findings)
    if job is None or not job.done():
        return
    if job.state == "failed":
        widgets.box("error", why(job), title=_("The report could not be made"))
    elif problems := job.result()[1]:
        widgets.box("info", "\n".join(problems), title=_("Some figures are missing in the report"))


def _job(findings: Sequence[Finding]) -> Job[Report] | None:
    """Return the work on the report of these findings in the language of the page; None where nobody asked for it."""
    spoken, text, job = st.session_state.get(_ASKED, ("", "", None))
    # A report of other findings, or in another language, is another report.
    return job if (spoken, text) == (language(), to_text(findings)) else None


def _how_far(job: Job[Report]) -> str:
    done, total = job.steps
    if not total:
        return _("The report is made …")
    return n_("The report is made: {done:,} of {n:,} step", "The report is made: {done:,} of {n:,} steps", total,
              done=done)  # fmt: skip
