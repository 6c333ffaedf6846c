"""Files and folders: how large one may be, how one is read that is no running text, and written, and where they lie.

Running texts are streamed by ``cwsdiag.formats.Source``, which asks here how large they may be. All other files, such
as projects, rules, judgements and difficulties, are read by ``read_whole``; everything that is written is by ``save``.
Some belong to a user, some travel beside the library.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from cwsdiag.errors import LIMIT_VARIABLE, CwsdiagError, ReadError, SettingError, brief
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    from os import PathLike


MEGABYTE = 1_000_000
DEFAULT_MEGABYTES = 200
# A terabyte: what is more is a slip of the keyboard.
MOST_MEGABYTES = 1_000_000

LONGEST_NAME = 1000

# How paths begin that are addresses of something else; a drive of Windows has one letter.
_ADDRESS = re.compile("[A-Za-z][A-Za-z0-9+.-]+:/")
_FULL = lazy("the disk is full. Make room and try again.")
_TROUBLE = {
    errno.ENOENT: lazy("there is no such file. Check the path."),
    errno.ENOTDIR: lazy("there is no such file. Check the path."),
    errno.EISDIR: lazy("this is a folder. Name a file in it."),
    errno.EACCES: lazy("no permission. Change its permissions and those of its folder, or name another file."),
    errno.EPERM: lazy("no permission. Change its permissions and those of its folder, or name another file."),
    errno.EROFS: lazy("this disk is read-only. Name a file on another one."),
    errno.ENAMETOOLONG: lazy("the name is too long for this disk. Give a shorter one."),
    errno.ENOSPC: _FULL,
    errno.EDQUOT: lazy("what you may use of this disk is full. Make room and try again."),
    errno.EFBIG: lazy("larger than files may be here. Write to another disk, or raise the limit (ulimit -f)."),
    errno.EIO: lazy("the disk fails. Check it."),
    errno.ELOOP: lazy("this link points at itself. Name another file."),
}
_NO_FOLDER = lazy("its folder is not there. Make it, or name a file in another one.")
_IN_THE_WAY = lazy("there is a file where a folder should be. Name another folder.")
# What is at hand already, and given under a name: standard input, and what a shell makes of <(command).
_AT_HAND = ("/dev/stdin", "/dev/fd/", "/proc/self/fd/")
# Where names stand for what is no file.
_NO_FILES = ("/dev/", "/proc/")


def limit() -> int:
    """Return how many bytes a file may have: ``CWSDIAG_MAX_MB`` megabytes, 200 where that is not set.

    Raises:
        SettingError: as of ``bytes_told``.
    """
    return bytes_told(LIMIT_VARIABLE, DEFAULT_MEGABYTES)


def bytes_told(variable: str, usual: int) -> int:
    """Return the number of bytes that an environment variable tells in megabytes.

    Args:
        variable: its name.
        usual: megabytes where it is not set, or empty.

    Raises:
        SettingError: it is no whole number from 1 to a million.
    """
    text = os.environ.get(variable, "").strip()
    if not text:
        return usual * MEGABYTE
    if re.fullmatch("[0-9]{1,7}", text, re.ASCII) and 1 <= int(text) <= MOST_MEGABYTES:
        return int(text) * MEGABYTE
    raise SettingError(
        lazy(
            "{variable} is {text!r}: set it to a whole number of megabytes from 1 to {most:,}.",
            variable=variable,
            text=brief(text),
            most=MOST_MEGABYTES,
        )
    )


def can_be(path: str | PathLike[str]) -> bool:
    """Tell whether a file could have this path, there or not: no for a name that is too long or holds a NUL."""
    try:
        os.lstat(path)
    except OSError as error:
        return error.errno != errno.ENAMETOOLONG
    except ValueError:
        return False
    return True


def trouble(error: OSError | ValueError) -> str:
    """Return what went wrong with a file and what to do about it, a sentence or two; lazy, for messages."""
    if isinstance(error, OSError):
        if error.errno in _TROUBLE:
            return _TROUBLE[error.errno]
        return lazy("{problem}. Check the path and the disk.", problem=error.strerror or str(error))
    # A name with a NUL, or with characters that this disk cannot have.
    return lazy("this is no name of a file. Check the path.")


def unwritten(error: OSError | ValueError) -> str:
    """Return what ``trouble`` does, of a file that was to be made: what is missing then is its folder."""
    return _NO_FOLDER if isinstance(error, FileNotFoundError) else trouble(error)


def refuse_special(path: Path, name: str, *, error: type[CwsdiagError] = ReadError) -> os.stat_result:
    """Return the status of a file; refuse what is none, before it is opened: a named pipe would wait for ever.

    Args:
        path: of the file.
        name: what messages call it.
        error: what is raised.

    Raises:
        CwsdiagError: of class ``error``: it is a folder, a device, a socket, a named pipe, missing, or out of reach.
    """
    try:
        status = path.stat()
    except (OSError, ValueError) as problem:
        if _ADDRESS.match(str(path)):
            raise error(
                lazy("{name}: this is an address, and nothing is fetched. Save the file, and give its path.", name=name)
            ) from None
        raise error(lazy("{name}: {problem}", name=name, problem=trouble(problem))) from None
    mode = status.st_mode
    if stat.S_ISREG(mode) or (stat.S_ISFIFO(mode) and str(path).startswith(_AT_HAND)):
        return status
    if stat.S_ISDIR(mode):
        raise error(lazy("{name}: this is a folder. Name a file in it.", name=name))
    if stat.S_ISFIFO(mode):
        raise error(
            lazy("{name}: this is a named pipe. Name a file, or give /dev/stdin and pipe into that.", name=name)
        )
    raise error(lazy("{name}: this is a device or a socket, not a file. Name a file.", name=name))


def read_whole(path: str | PathLike[str], *, name: str = "", error: type[CwsdiagError] = ReadError) -> bytes:
    """Return the bytes of a file that is no running text.

    Args:
        path: of the file.
        name: what messages call it; its path by default. Invisible characters are escaped.
        error: what is raised.

    Returns:
        All of it; empty for an empty file.

    Raises:
        CwsdiagError: of class ``error``: it is no file (a folder, a device, a named pipe), missing, too large, or may
            not be read.
    """
    path = Path(path)
    name = brief(name or str(path), LONGEST_NAME)
    most = limit()
    status = refuse_special(path, name, error=error)
    if status.st_size > most:
        raise too_large(name, most, status.st_size, error=error)
    try:
        with path.open("rb") as file:
            # A file may grow, and a pipe has no size.
            data = file.read(most + 1)
    except (OSError, ValueError) as problem:
        raise error(lazy("{name}: {problem}", name=name, problem=trouble(problem))) from None
    if len(data) > most:
        raise too_large(name, most, len(data), error=error)
    return data


def too_large(name: str, most: int, size: int, *, error: type[CwsdiagError] = ReadError) -> CwsdiagError:
    """Return the error for a file of more than ``most`` bytes."""
    return error(
        lazy(
            "{name}: {size}, more than the limit of {limit}. Give a smaller file, or ",
            name=name,
            size=megabytes(size),
            limit=megabytes(most),
        ),
        remedy="limit",
    )


def unpacks_to_too_much(name: str, most: int) -> ReadError:
    """Return the error for a packed file of more than ``most`` bytes."""
    return ReadError(
        lazy(
            "{name}: unpacks to more than the limit of {limit}. Give a smaller file, or ",
            name=name,
            limit=megabytes(most),
        ),
        remedy="limit",
    )


def megabytes(size: int) -> str:
    """Return a number of bytes as messages have it."""
    return f"{size / MEGABYTE:,.1f} MB" if size < 10 * MEGABYTE else f"{size / MEGABYTE:,.0f} MB"


def save(path: str | PathLike[str], data: bytes | str) -> None:
    """Write a file, whole or not at all; one message where that fails.

    Args:
        path: of the file; what is there is replaced. A device or a pipe, such as /dev/stdout, is written to.
        data: what it holds; texts become UTF-8, their ends of lines stay.

    Raises:
        ReadError: it cannot be written; then all is as before.
    """
    try:
        write_whole(Path(path), data.encode("utf-8") if isinstance(data, str) else data)
    except (OSError, ValueError) as problem:
        name = brief(str(path), LONGEST_NAME)
        raise ReadError(lazy("{path}: cannot be written: {problem}", path=name, problem=unwritten(problem))) from None


def save_all(folder: Path, contents: Mapping[str, bytes | str]) -> None:
    """Write files into a folder, each whole or not at all; one message where that fails.

    Args:
        folder: it is made where it is not there, as are those in it that paths name.
        contents: of the files, by their paths in the folder; see ``save``.

    Raises:
        ReadError: the folder is a file, or a file cannot be written.
    """
    for path, data in contents.items():
        target = folder / path
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
        except (OSError, ValueError) as problem:
            name = brief(str(target.parent), LONGEST_NAME)
            in_the_way = isinstance(problem, FileExistsError | NotADirectoryError)
            reason = _IN_THE_WAY if in_the_way else trouble(problem)
            raise ReadError(lazy("{path}: cannot be written: {problem}", path=name, problem=reason)) from None
        save(target, data)


def write_whole(path: Path, data: bytes) -> None:
    """Write a file from one moment to the next: whoever reads meanwhile has the old one or the new one.

    Args:
        path: of the file, in a folder that is there; where it is a link, what that leads to.
        data: what it holds.

    Raises:
        OSError: it cannot be written; then all is as before, and nothing of the new one is left.
    """
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        mode = None
    if mode is not None and (str(path.absolute()).startswith(_NO_FILES) or not stat.S_ISREG(mode)):
        with path.open("wb") as out:
            out.write(data)
        return
    path = path.resolve()
    if mode is not None and not os.access(path, os.W_OK):
        # A folder that may be changed is no leave to replace what is in it.
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    # A short name, as disks limit names, and none that others could have put there before.
    new = path.with_name(f".{os.urandom(8).hex()}")
    rights = 0o666 if mode is None else mode & 0o777
    with open(new, "xb", opener=lambda name, flags: os.open(name, flags, rights)) as file:
        try:
            if mode is not None:
                # The umask took away what the old one allowed.
                new.chmod(rights)
            file.write(data)
            file.flush()
            # Some disks say only now that they are full.
            os.fsync(file.fileno())
            file.close()
            new.replace(path)
        except BaseException:
            new.unlink(missing_ok=True)
            raise


DATA_VARIABLE = "CWSDIAG_DATA"


def data_folder() -> Path:
    """Return the folder of a user's own board and judgements.

    It is the folder that the environment variable ``CWSDIAG_DATA`` names, or else ``cwsdiag`` where this platform has
    its users' data. It need not be there yet.
    """
    from platformdirs import user_data_path

    named = os.environ.get(DATA_VARIABLE)
    return Path(named) if named else user_data_path("cwsdiag", appauthor=False)


def own_board() -> Path:
    """Return the file of the user's own board, which need not be there yet."""
    return data_folder() / "board.sqlite"


def own_judgements() -> Path:
    """Return the file of the user's own judgements, which need not be there yet."""
    return data_folder() / "judgements.sqlite"


def private_folder(folder: Path) -> Path:
    """Return a folder, made for its owner alone where there is none, as are the folders above it that are missing.

    Raises:
        OSError: it cannot be made.
    """
    # mkdir(parents=True) makes the folders above for everybody.
    for above in reversed(folder.parents):
        if not above.exists():
            above.mkdir(mode=0o700, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


_PACKAGE = Path(__file__).resolve().parent


@cache
def site_folder() -> Path:
    """Return the folder of `app.py`: `_site` in an installed package, the repository's root in a checkout."""
    installed = _PACKAGE / "_site"
    return installed if installed.is_dir() else _PACKAGE.parent


@cache
def sample_project() -> Path:
    """Return the project file of the sample data."""
    return site_folder() / "sample_data" / "project.toml"
