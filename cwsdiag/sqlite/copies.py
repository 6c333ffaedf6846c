"""Copies of a file that others may be writing to, and new files: whole from the first moment, for their owner alone.

A file is put together beside its place and then given its name, so that nobody sees half of it; none takes the place of
another. SQLite copies what is stored at one moment, whatever is written meanwhile.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import mkstemp
from typing import TYPE_CHECKING

from cwsdiag.errors import shown
from cwsdiag.languages import lazy
from cwsdiag.sqlite.connecting import connected, named, trouble, unusable, version_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cwsdiag.sqlite.kinds import FileKind

# What SQLite lays beside a file: it would take what it finds there for its own.
_BESIDE = ("-wal", "-journal")


def back_up(path: Path, target: Path, kind: FileKind) -> None:
    """Copy a file as it is at this moment, while others write to it.

    Args:
        path: of the file; of any version that this program knows.
        target: of the copy: a file that is not there yet, in a folder that is.
        kind: what it is.

    Raises:
        CwsdiagError: of the kind's class: the file cannot be used or is damaged, or the target is there already or
            cannot be written; nothing is left of it then.
    """
    try:
        _copy(path, target, kind)
    except FileExistsError:
        raise kind.error(
            lazy("{path}: there is a file already. Name another one, or remove it first.", path=named(target))
        ) from None


def _copy(path: Path, target: Path, kind: FileKind) -> None:
    """See ``back_up``; raise ``FileExistsError`` where there is a file already."""
    with connected(path, kind) as source:
        version_of(source, path, kind)
        with new_file(target, kind) as made, closing(sqlite3.connect(made)) as copy:
            source.backup(copy)
            # Of a damaged file nobody should think there is a good copy.
            (found,) = copy.execute("PRAGMA quick_check(1)").fetchone()
            if found != "ok":
                raise kind.error(
                    lazy(
                        "{path}: this {kind} is damaged and was not copied; `{command}` says all that is wrong.",
                        path=named(path),
                        kind=kind.called,
                        command=kind.checked_by,
                    )
                )


def copy_beside(path: Path, kind: FileKind, called: str) -> Path:
    """Copy a file to a place beside it, and return that: ``board.sqlite.version-1.backup``, or with a number.

    Args:
        path: of the file.
        kind: what it is.
        called: what the copy is of, such as ``version-1``.

    Raises:
        CwsdiagError: as of ``back_up``.
    """
    number = 1
    while True:
        numbered = called if number == 1 else f"{called}.{number}"
        target = path.with_name(f"{path.name}.{numbered}.backup")
        try:
            _copy(path, target, kind)
        except FileExistsError:
            number += 1
        else:
            return target


@contextmanager
def new_file(path: Path, kind: FileKind) -> Iterator[Path]:
    """Give a place for a new file; it gets its name once it is whole.

    Raises:
        FileExistsError: another file has the name by then, which stays as it is.
        CwsdiagError: of the kind's class: it cannot be made; nothing is left of it then.
    """
    if os.path.lexists(path):
        raise FileExistsError
    for ending in _BESIDE:
        remains = path.with_name(path.name + ending)
        if os.path.lexists(remains):
            raise kind.error(
                lazy(
                    "{path}: there is no {kind}, but {remains} with what was last written to one. Put the {kind} back "
                    "beside it, or move that file away.",
                    path=named(path),
                    kind=kind.called,
                    remains=shown(remains.name),
                )
            )
    try:
        handle, name = mkstemp(dir=path.parent, prefix=".", suffix=".new")
    except (OSError, ValueError) as error:
        raise unusable(path, kind, error) from None
    os.close(handle)
    made = Path(name)
    try:
        yield made
        _name(made, path)
    except FileExistsError:
        raise
    except OSError as error:
        raise unusable(path, kind, error) from None
    except sqlite3.Error as error:
        raise trouble(path, kind, error) from None
    finally:
        for ending in ("", *_BESIDE, "-shm"):
            with suppress(OSError):
                made.with_name(made.name + ending).unlink(missing_ok=True)


def _name(made: Path, path: Path) -> None:
    """Give a file its name.

    Raises:
        FileExistsError: another one has it.
        OSError: the system refuses it.
    """
    try:
        os.link(made, path)
    except FileExistsError:
        raise
    except OSError:
        # Not every file system has links.
        if os.path.lexists(path):
            raise FileExistsError from None
        made.rename(path)
