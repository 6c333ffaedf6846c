"""What boards and judgements share: one SQLite file that several programs read and write, made, copied and checked.

A connection lives as long as a transaction: pages run in threads, and two servers may have the same file open. SQLite's
locks do the rest: writers queue up, readers never wait, and a process that dies in a transaction leaves nothing of it.
"""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from cwsdiag import files
from cwsdiag.errors import CwsdiagError, brief
from cwsdiag.files import private_folder
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    from sqlite3 import Connection

BUSY_SECONDS = 30.0
# Tables are STRICT: their columns hold what they were declared for.
_OLDEST_SQLITE = (3, 37)
# Copies that are kept of what was there before something was removed.
COPIES = 10
_TROUBLE = {
    sqlite3.SQLITE_BUSY: lazy("other programs have been writing to it for too long. Try again."),
    sqlite3.SQLITE_CANTOPEN: lazy("cannot be opened. Check that its folder is there and may be written to."),
    sqlite3.SQLITE_READONLY: lazy("may not be written to. Change its permissions and those of its folder."),
    sqlite3.SQLITE_FULL: lazy("the disk is full. Make room and try again."),
    sqlite3.SQLITE_IOERR: lazy("the disk is full, or fails to read or write it. Check the disk."),
}


def stamp(moment: datetime) -> str:
    """Return a moment as it is stored: UTC, ISO 8601, to the second; the order of such texts is that of time."""
    return moment.astimezone(UTC).isoformat(timespec="seconds")


@dataclass(frozen=True)
class Health:
    """The state of a file.

    Attributes:
        version: of its tables.
        newest: the version that this program makes of it when it is opened.
        bytes: its size.
        rows: the number of rows of each table, by name.
        problems: what is wrong, a sentence each; empty for a sound file.
    """

    version: int
    newest: int
    bytes: int
    rows: dict[str, int]
    problems: tuple[str, ...]


class Database:
    """A file of one kind; each kind is a subclass. Every call is a transaction of its own.

    Attributes:
        kind: what people call it, such as ``board``; ``lazy``.
        command: its commands, ``cwsdiag board``.
        made_by: the command that makes one.
        application: PRAGMA application_id, which tells it from the files of other programs.
        version: of its tables, PRAGMA user_version. A file of the version before is brought up to date when opened.
        tables: the statements that make them, all STRICT; once released, a change is a new version.
        upgrade: the statements that make them of those of the version before.
        error: raised where a file cannot be used.
        path: of the file.
    """

    kind: str
    command: str
    made_by: str
    application: int
    version: int
    tables: tuple[str, ...]
    upgrade: tuple[str, ...] = ()
    error: type[CwsdiagError]

    def __init__(self, path: Path, *, clock: Callable[[], datetime] | None = None, create: bool = True) -> None:
        """Open a file.

        Args:
            path: where it lies.
            clock: gives the present time, aware of its zone.
            create: whether to make an empty one where there is none.

        Raises:
            CwsdiagError: of class ``error``, as everywhere here: it is missing, damaged, of another program or a newer
                version, or cannot be opened.
        """
        self.path = path
        self._clock = clock or partial(datetime.now, UTC)
        if sqlite3.sqlite_version_info < _OLDEST_SQLITE:
            raise self._error(
                path,
                lazy(
                    "a {kind} needs SQLite 3.37, and this Python has {version}. Use a newer one.",
                    kind=self.kind,
                    version=sqlite3.sqlite_version,
                ),
            )
        if create and not os.path.lexists(path):
            # Another process may make it at the same moment: the first stays.
            with suppress(FileExistsError), self._new_file(path) as new, closing(sqlite3.connect(new)) as connection:
                made_by = (f"PRAGMA application_id = {self.application}", f"PRAGMA user_version = {self.version}")
                connection.executescript(";".join(("BEGIN", *self.tables, *made_by, "COMMIT")))
        with self._connected(path) as connection:
            if self._version(path, connection) < self.version:
                self._bring_up_to_date(connection)
            # For readers and a writer at the same time. Where several ask at once, another one has done it.
            with suppress(sqlite3.OperationalError):
                connection.execute("PRAGMA journal_mode = WAL")

    @property
    def now(self) -> str:
        """The present time as it is stored, by the clock of this machine."""
        return stamp(self._clock())

    @contextmanager
    def transaction(self, *, write: bool = False) -> Iterator[Connection]:
        """Give a connection on which everything is done or, after an error, nothing.

        Args:
            write: whether to write; then no other process writes until the end.
        """
        with self._connected(self.path) as connection:
            self._version(self.path, connection)
            with _transaction(connection, write=write):
                yield connection

    @contextmanager
    def removal(self, act: str) -> Iterator[tuple[Connection, Path]]:
        """Give a transaction that writes, and a copy of the file as it was before; without success, no copy.

        The newest ten copies are kept, in a folder beside the file.

        Args:
            act: what the copy is called after, in small letters.
        """
        folder = self.path.with_name(f"{self.path.name}.backups")
        with self.transaction(write=True) as connection:
            try:
                private_folder(folder)
            except OSError as error:
                raise self._error(folder, lazy("cannot be made: {problem}", problem=files.unwritten(error))) from None
            # Numbered, as clocks may go back.
            before = sorted(folder.glob("[0-9]*-*.sqlite"))
            number = int(before[-1].name.partition("-")[0]) + 1 if before else 1
            copy = folder / f"{number:06}-{self._clock().astimezone(UTC):%Y%m%dT%H%M%S}Z-{act}.sqlite"
            yield connection, copy
            # Until the transaction ends, others read what was there before.
            self.copy(self.path, copy)
        for old in before[: 1 - COPIES]:
            old.unlink(missing_ok=True)

    @classmethod
    def copy(cls, path: Path, target: Path) -> None:
        """Copy a file of any version as it is at this moment, while others write to it; never over another file."""
        try:
            with cls._connected(path) as connection, cls._new_file(target) as new:
                cls._version(path, connection)
                connection.execute("VACUUM INTO ?", (str(new),))
        except FileExistsError:
            raise cls._error(target, lazy("there is a file already. Name another one, or remove it first.")) from None

    @classmethod
    def check(cls, path: Path) -> Health:
        """Return all that is wrong with a file; nothing is written to it, and one of an older version stays so."""
        version, rows, problems = 0, dict[str, int](), list[str]()
        with cls._connected(path) as connection:
            try:
                version = cls._version(path, connection)
                problems += cls._problems(connection)
                parts = dict(connection.execute(_PARTS).fetchall())
                if version == cls.version:
                    with closing(sqlite3.connect(":memory:")) as new:
                        new.executescript(";".join(cls.tables))
                        problems += [
                            lazy("its {part} is missing or another one", part=part)
                            for part, sql in new.execute(_PARTS)
                            if parts.get(part, "").split() != sql.split()
                        ]
                for part in parts:
                    kind, _blank, name = part.partition(" ")
                    if kind == "table":
                        (rows[name],) = connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()
            except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
                if _code(error) in _TROUBLE:
                    raise
                problems.append(str(error))
        return Health(version, cls.version, path.stat().st_size, rows, tuple(problems))

    @classmethod
    def _problems(cls, connection: Connection) -> list[str]:
        """Return damaged pages, values of other types, and tables whose rows belong to none."""
        problems = [problem for (problem,) in connection.execute("PRAGMA integrity_check(20)") if problem != "ok"]
        orphans = {(table, parent) for table, _row, parent, _key in connection.execute("PRAGMA foreign_key_check")}
        return problems + [
            lazy("rows of its table {table} belong to rows of {parent} that are missing", table=table, parent=parent)
            for table, parent in sorted(orphans)
        ]

    @classmethod
    def _version(cls, path: Path, connection: Connection) -> int:
        """Return the version of a file, the newest or the one before; refuse others."""
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        facts = {"kind": cls.kind, "version": version, "known": cls.version}
        if application != cls.application:
            problem = lazy("this is a database of another program, not a {kind}. Name another file.", **facts)
        elif version > cls.version:
            problem = lazy(
                "this {kind} was made by a newer cwsdiag (version {version} of its tables; this one knows {known}). "
                "Update cwsdiag.",
                **facts,
            )
        elif version < cls.version - 1:
            problem = lazy(
                "this {kind} was made by a cwsdiag before 0.2.0 (version {version} of its tables). Open it once with "
                "cwsdiag 0.2.0, which brings it up to date, and then with this one.",
                **facts,
            )
        else:
            return int(version)
        raise cls._error(path, problem)

    def _bring_up_to_date(self, connection: Connection) -> None:
        """Make the tables of the version before anew, after a copy."""
        # What is dropped would take with it what refers to it, and what is renamed change it.
        connection.executescript("PRAGMA foreign_keys = OFF; PRAGMA legacy_alter_table = ON")
        with _transaction(connection, write=True):
            version = self._version(self.path, connection)
            if version == self.version:
                # Another process was first.
                return
            copy, number = self.path.with_name(f"{self.path.name}.version-{version}.backup"), 1
            while os.path.lexists(copy):
                number += 1
                copy = self.path.with_name(f"{self.path.name}.version-{version}.{number}.backup")
            self.copy(self.path, copy)
            try:
                for statement in self.upgrade:
                    connection.execute(statement)
                connection.execute(f"PRAGMA user_version = {self.version}")
                for problem in self._problems(connection):
                    raise self._damaged(self.path, problem)
            except BaseException:
                copy.unlink(missing_ok=True)
                raise
        logging.getLogger("cwsdiag").warning(
            "%s: brought from version %d of its tables to %d. What it was before lies in %s.",
            _shown(self.path),
            version,
            self.version,
            _shown(copy),
        )

    @classmethod
    @contextmanager
    def _connected(cls, path: Path) -> Iterator[Connection]:
        """Give a connection to a file that is there; errors of SQLite become this program's."""
        if not os.path.lexists(path):
            raise cls._error(
                path,
                lazy(
                    "there is no {kind}. Check the path, or make it with `{command}`.",
                    kind=cls.kind,
                    command=cls.made_by,
                ),
            )
        # SQLite takes an empty file for a new one.
        if files.refuse_special(path, _shown(path), error=cls.error).st_size == 0:
            raise cls._damaged(path, lazy("it is empty"))
        try:
            # Without `mode` a file that was moved away would be made again, empty.
            address = f"{path.absolute().as_uri()}?mode=rw"
            with closing(sqlite3.connect(address, uri=True, timeout=BUSY_SECONDS, isolation_level=None)) as connection:
                connection.row_factory = sqlite3.Row
                connection.execute("PRAGMA foreign_keys = ON")
                # What is removed is overwritten, personal data above all.
                connection.execute("PRAGMA secure_delete = ON")
                yield connection
        except sqlite3.ProgrammingError:
            # It is this program that is wrong, not the file.
            raise
        except (sqlite3.Error, UnicodeDecodeError) as error:
            # The latter of names of tables that are damaged.
            raise cls._trouble(path, error) from None

    @classmethod
    @contextmanager
    def _new_file(cls, path: Path) -> Iterator[Path]:
        """Give a place for a new file, for its owner alone, which gets its name once it is whole.

        Raises:
            FileExistsError: another file has the name, which stays as it is.
        """
        # SQLite would take what lies there for the new one's.
        if os.path.lexists(log := path.with_name(f"{path.name}-wal")) and not os.path.lexists(path):
            raise cls._error(
                path,
                lazy(
                    "it is not there, but {log} with what was last written to it. Put it back beside that file, or "
                    "move that file away.",
                    log=brief(log.name),
                ),
            )
        try:
            with TemporaryDirectory(dir=path.parent, prefix=".") as folder:
                new = Path(folder) / "new"
                new.touch(0o600)
                yield new
                # Unlike a new name, a link takes the place of no other file.
                os.link(new, path)
        except FileExistsError:
            raise
        except (OSError, ValueError) as error:
            raise cls._error(path, lazy("cannot be made: {problem}", problem=files.unwritten(error))) from None
        except sqlite3.Error as error:
            raise cls._trouble(path, error) from None

    @classmethod
    def _trouble(cls, path: Path, error: Exception) -> CwsdiagError:
        if (problem := _TROUBLE.get(_code(error))) is not None:
            return cls._error(path, problem)
        return cls._damaged(path, brief(str(error), files.LONGEST_NAME))

    @classmethod
    def _damaged(cls, path: Path, problem: str) -> CwsdiagError:
        return cls._error(
            path,
            lazy(
                "this is not a {kind}, or it is damaged: {problem}. Name another file, or restore a backup; `{command} "
                "check` says all that is wrong.",
                kind=cls.kind,
                problem=problem,
                command=cls.command,
            ),
        )

    @classmethod
    def _error(cls, path: Path, problem: str) -> CwsdiagError:
        return cls.error(lazy("{name}: {problem}", name=_shown(path), problem=problem))


def insert(connection: Connection, table: str, **values: object) -> int:
    """Insert a row and return its number."""
    query = f"INSERT INTO {table} ({', '.join(values)}) VALUES ({', '.join('?' * len(values))})"
    return connection.execute(query, [*values.values()]).lastrowid or 0


# Tables and indexes with the statements that made them.
_PARTS = "SELECT type || ' ' || name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT GLOB 'sqlite_*'"


@contextmanager
def _transaction(connection: Connection, *, write: bool) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE" if write else "BEGIN")
    try:
        yield
    except BaseException:
        connection.rollback()
        raise
    connection.commit()


def _code(error: Exception) -> int:
    # The low byte is the kind of trouble, the rest its details.
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def _shown(path: Path) -> str:
    return brief(str(path), files.LONGEST_NAME)
