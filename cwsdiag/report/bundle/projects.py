"""What of a project is reported: the findings beside it, else proposed ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cwsdiag.errors import ReadError
from cwsdiag.exhibits import ProjectLooks
from cwsdiag.findings import FindingsFile
from cwsdiag.findings.proposals import proposed
from cwsdiag.languages import _
from cwsdiag.report.bundle.contents import contents_of
from cwsdiag.report.bundle.private import private_gold

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.findings import Finding
    from cwsdiag.project import Project
    from cwsdiag.report.bundle.contents import Contents


def project_contents(
    project: Project, *, findings: Sequence[Finding] | None = None, title: str = "", open_gold: bool = False
) -> Contents:
    """Return what a report of a project holds, in the language of the moment.

    Args:
        project: whose datasets it is about.
        findings: what is reported; those that lie beside the project without them, else what the rules propose.
        title: what it is of; the name of the project's folder without one.
        open_gold: whether words are shown of a gold that the project's board keeps private.

    Raises:
        CwsdiagError: the findings or the board cannot be read; or without findings, a dataset.
    """
    looks = ProjectLooks(project, None if open_gold else private_gold(project))
    beside = FindingsFile.of_project(project.path)
    if findings is None and beside.path.exists():
        findings = _read(beside)
    chosen = proposed(looks) if findings is None else findings
    called = _("Findings: {name}", name=title or beside.path.resolve().parent.name)
    return contents_of(called, chosen, looks, proposed=findings is None)


def _read(file: FindingsFile) -> tuple[Finding, ...]:
    try:
        return file.read()
    except OSError as error:
        raise ReadError(f"{file.path}: cannot be read ({error.strerror}). Check its rights.") from None
