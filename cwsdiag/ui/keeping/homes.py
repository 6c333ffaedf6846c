"""Where findings lie: beside the project that is open for its owner, in the workspace for all others."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from cwsdiag.errors import CwsdiagError, FormatError
from cwsdiag.findings import Finding, FindingsFile, read_findings, to_text
from cwsdiag.languages import lazy
from cwsdiag.ui.data import projects
from cwsdiag.ui.host import who
from cwsdiag.ui.own import workspace
from cwsdiag.ui.shell.view import current

if TYPE_CHECKING:
    from collections.abc import Sequence

_NOT_READ = lazy("What you keep stays in this session, and the file as it is, until it can be read.")
_NOT_WRITTEN = lazy("What you keep stays in this session.")


class NotKeptError(CwsdiagError):
    """Findings cannot be read or written where they belong."""


class Home(Protocol):
    """A place where findings lie.

    Attributes:
        name: tells it from others in a session.
    """

    @property
    def name(self) -> str:
        """Tells it from others in a session."""
        ...

    def read(self) -> tuple[Finding, ...]:
        """Return what lies there.

        Raises:
            NotKeptError: it cannot be read.
        """
        ...

    def write(self, findings: Sequence[Finding]) -> bool:
        """Write findings in place of those there; return whether they are kept beyond this session.

        Raises:
            NotKeptError: it cannot be written.
        """
        ...


@dataclass(frozen=True)
class BesideProject:
    """The file beside a project on the disk."""

    file: FindingsFile

    @property
    def name(self) -> str:
        """Tells it from others in a session."""
        return str(self.file.path)

    def read(self) -> tuple[Finding, ...]:
        """Return what lies there."""
        try:
            return self.file.read()
        except FormatError as error:
            raise NotKeptError(lazy("{problem} {rest}", problem=error.problem, rest=_NOT_READ)) from None
        except OSError as error:
            raise self._refused("cannot be read", error) from None

    def write(self, findings: Sequence[Finding]) -> bool:
        """Write findings in place of those there."""
        # What is there and cannot be read is said first.
        self.read()
        try:
            self.file.write(findings)
        except OSError as error:
            raise self._refused("cannot be written", error) from None
        return True

    def _refused(self, what: str, error: OSError) -> NotKeptError:
        said = {
            "cannot be read": lazy("{path} cannot be read ({reason}).", path=self.name, reason=error.strerror or ""),
            "cannot be written": lazy(
                "{path} cannot be written ({reason}).", path=self.name, reason=error.strerror or ""
            ),
        }
        return NotKeptError(lazy("{problem} {rest}", problem=said[what], rest=_NOT_WRITTEN))


class InWorkspace:
    """The workspace of the session; where there can be none, nothing is kept here."""

    name = "workspace"

    def read(self) -> tuple[Finding, ...]:
        """Return what lies there."""
        try:
            return read_findings(workspace.content().findings)
        except CwsdiagError as error:
            raise NotKeptError(lazy("{problem} {rest}", problem=error.problem, rest=_NOT_READ)) from None

    def write(self, findings: Sequence[Finding]) -> bool:
        """Write findings in place of those there."""
        if workspace.current() is None:
            return False
        if not workspace.keep(replace(workspace.content(), findings=to_text(findings))):
            raise NotKeptError(workspace.problem())
        return True


def home() -> Home:
    """Return where the findings of this session lie.

    Those about a project on the disk lie beside it, for who sits at the machine; all others in the workspace: those of
    visitors, and those about what was uploaded, the sample, or a task of the board.
    """
    path, entry = projects.chosen(), current().entry
    of_project = entry is None or entry.origin == "project"
    if path is not None and of_project and not projects.is_sample(path) and who.is_owner():
        return BesideProject(FindingsFile.of_project(path))
    return InWorkspace()
