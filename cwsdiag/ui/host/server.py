"""What the server was started with, as ``cwsdiag app`` hands it over; and the projects that this user opened last."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import msgspec

from cwsdiag.errors import CwsdiagError, ProjectError
from cwsdiag.files import data_folder, own_board, own_judgements, private_folder, read_whole, write_whole
from cwsdiag.project import read_project
from cwsdiag.workspaces import Limits, Store


@dataclass(frozen=True)
class ServerSettings:
    """What whoever starts the server decides for all who use it.

    Attributes:
        project: the project file or icwb2-data folder that is open; None for none.
        root: the folder whose files can be opened by path; None leaves that to uploads.
        allow_run: whether the owner may run what the project says, from a page.
        board: the file of the board; None leaves it to the project to name one, or else to the user's data folder.
        open_gold: whether the owner of the board runs this server, who may see private gold.
        judgements: the file of people's judgements; None leaves it to the user's data folder.
        no_board: whether no board and no judgements are to be had from the user's data folder, nor their examples, and
            nobody is taken for the owner.
        owners: e-mail addresses of those who own what the server keeps, once they have signed in.
        no_local_owner: whether to sit at the server's machine makes nobody its owner; nor does it where there are
            ``owners``.
        workspaces: the folder that keeps what people upload; None leaves it to the user's data folder.
        no_workspaces: whether uploads are kept in their session only.
        workspace_days: how many days after its last use a workspace is kept.
        workspace_mb: how many megabytes one may have.
        workspaces_mb: how many all may have together.
        scheduler: address of the Dask scheduler whose workers do long work; None for this machine.
        shared_cache: the cache folder that these share with the server; None shares none.
        public_url: the address that browsers open where a proxy stands before this server; None without one.
    """

    project: Path | None = None
    root: Path | None = None
    allow_run: bool = False
    board: Path | None = None
    open_gold: bool = False
    judgements: Path | None = None
    no_board: bool = False
    owners: tuple[str, ...] = ()
    no_local_owner: bool = False
    workspaces: Path | None = None
    no_workspaces: bool = False
    workspace_days: int = Limits.days
    workspace_mb: int = Limits.megabytes
    workspaces_mb: int = Limits.total_megabytes
    public_url: str | None = None
    scheduler: str | None = None
    shared_cache: Path | None = None

    @property
    def store(self) -> Store | None:
        """What keeps uploads; None where they are kept in their session only."""
        if self.no_workspaces:
            return None
        limits = Limits(self.workspace_days, self.workspace_mb, self.workspaces_mb)
        return Store(self.workspaces or data_folder() / "workspaces", limits)

    @property
    def boards(self) -> tuple[Path | None, Path | None]:
        """The file of the board that the settings or the project name, or else that of the user's own, if to be had.

        Neither where the project cannot be read: it may name a board, and what is meant for that must not be put into
        another. Each look reads the project file.
        """
        named = self.board
        if named is None and self.project is not None:
            try:
                named = read_project(self.project).board
            except ProjectError:  # said where the project's datasets would be
                return None, None
        return named, None if self.no_board or named is not None else own_board()

    @property
    def embedded_judgements(self) -> Path | None:
        """The file of the user's own judgements, where no other is named; None where it is not to be had."""
        return None if self.no_board or self.judgements is not None else own_judgements()


_handed_over: list[ServerSettings] = [ServerSettings()]


def settings() -> ServerSettings:
    """Return what this server was started with."""
    return _handed_over[-1]


@contextmanager
def started_with(given: ServerSettings) -> Iterator[None]:
    """Make these the settings of the server that runs in this process meanwhile."""
    _handed_over.append(given)
    try:
        yield
    finally:
        _handed_over.pop()


MOST = 6
_FILE = "recent.json"


def remember_project(project: Path) -> None:
    """Put a project in front of those that were opened before; what cannot be kept is not.

    Args:
        project: its file or folder; absolute.
    """
    paths = [str(project), *(str(path) for path in recent_projects().values() if path != project)][:MOST]
    # A convenience: no server must fail to start for it.
    with suppress(OSError):
        folder = private_folder(data_folder())
        write_whole(folder / _FILE, msgspec.json.encode(paths))


def recent_projects() -> dict[str, Path]:
    """Return the projects that are still there, the last one first, by a short name that does not tell the path."""
    try:
        paths = msgspec.json.decode(read_whole(data_folder() / _FILE), type=list[str])
    except (CwsdiagError, ValueError):
        return {}
    there = filter(os.path.exists, paths)
    return {hashlib.sha256(os.fsencode(path)).hexdigest()[:12]: Path(path) for path in there}
