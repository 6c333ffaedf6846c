"""What the server was started with: as ``cwsdiag app`` hands it over, or from the arguments of ``streamlit run``."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cwsdiag.arguments import bounds
from cwsdiag.errors import ProjectError
from cwsdiag.folders import data_folder, own_board, own_judgements
from cwsdiag.project import project_path, read_project
from cwsdiag.workspaces import Limits, Store

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

# Names of options and of what they set.
_FILES = {"--root": "root", "--board": "board", "--judgements": "judgements", "--workspaces": "workspaces",
          "--shared-cache": "shared_cache"}  # fmt: skip
_NUMBERS = {
    "--workspace-days": ("workspace_days", bounds.DAYS),
    "--workspace-mb": ("workspace_mb", bounds.MEGABYTES),
    "--workspaces-mb": ("workspaces_mb", bounds.MEGABYTES),
}
_TEXTS = {"--scheduler": "scheduler"}
# Names one of those who own what the server keeps; repeated for more.
_OWNER = "--owner"
# Names of switches, and of what they set.
_SWITCHES = {"--open-gold": "open_gold", "--no-board": "no_board", "--no-workspaces": "no_workspaces",
             "--no-local-owner": "no_local_owner"}  # fmt: skip


@dataclass(frozen=True)
class ServerSettings:
    """What whoever starts the server decides for all who use it.

    Attributes:
        project: the project file or icwb2-data folder that is open; None for none.
        root: the folder whose files can be opened by path; None leaves that to uploads.
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

    @classmethod
    def of_arguments(cls, arguments: Sequence[str]) -> ServerSettings:
        """Return the settings that the options of ``cwsdiag app`` give, as far as they are settings of all pages.

        They are ``[PROJECT] [--root DIR] [--board FILE] [--open-gold] [--judgements FILE] [--no-board] [--owner EMAIL]
        [--no-local-owner] [--workspaces DIR] [--no-workspaces] [--workspace-days N] [--workspace-mb N]
        [--workspaces-mb N] [--scheduler ADDRESS] [--shared-cache DIR]``; the project is the first argument that is no
        option, or its folder.
        """
        plain: list[Path] = []
        files: dict[str, str] = {}
        others: dict[str, Any] = {}
        owners: list[str] = []
        left = iter(arguments)
        for argument in left:
            if argument in _FILES:
                files[_FILES[argument]] = next(left, "")
            elif argument in _TEXTS:
                others[_TEXTS[argument]] = next(left, "") or None
            elif argument in _SWITCHES:
                others[_SWITCHES[argument]] = True
            elif argument in _NUMBERS:
                value = next(left, "")
                name, bound = _NUMBERS[argument]
                number = bound.read(value)
                others |= {} if number is None else {name: number}
            elif argument == _OWNER:
                owners.append(next(left, ""))
            else:
                plain.append(Path(argument))
        others |= {name: Path(value) for name, value in files.items() if value}
        return cls(project_path(plain[0]) if plain else None, owners=tuple(owners), **others)

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


_handed_over: list[ServerSettings] = []


def settings() -> ServerSettings:
    """Return what this server was started with."""
    return _handed_over[-1] if _handed_over else ServerSettings.of_arguments(sys.argv[1:])


@contextmanager
def started_with(given: ServerSettings) -> Iterator[None]:
    """Make these the settings of the server that runs in this process meanwhile."""
    _handed_over.append(given)
    try:
        yield
    finally:
        _handed_over.pop()
