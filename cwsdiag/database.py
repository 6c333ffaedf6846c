"""SQLite files that several programs read and write at once: boards and judgements.

A connection lives as long as a transaction: pages run in threads, and two servers may have the same file open. Writers
queue up, readers never wait, and a process that dies inside a transaction leaves nothing of it.
"""

from __future__ import annotations

import logging
import os
import sqlite3
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from cwsdiag import files
from cwsdiag.errors import shown
from cwsdiag.folders import made_private
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from cwsdiag.errors import CwsdiagError

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
    """What a check of a file finds.

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


@dataclass(frozen=True)
class Database:
    """A kind of file.

    Attributes:
        kind: what people call it, such as ``board``; ``lazy``.
        command: its commands, ``cwsdiag board``.
        made_by: the command that makes one.
        application: PRAGMA application_id, which tells it from the files of other programs.
        version: of its tables, PRAGMA user_version. The version before is brought up to date when a file is opened.
        tables: the statements that make them, all STRICT. SQLite keeps their texts, which are compared on opening:
            once released, a change is a new version.
        error: raised where a file cannot be used.
        upgrade: statements for a file of the version before, once the new tables have what they have in common with
            the old ones; these are temporary tables, ``old_`` before their names.
    """

    kind: str
    command: str
    made_by: str
    application: int
    version: int
    tables: tuple[str, ...]
    error: type[CwsdiagError]
    upgrade: tuple[str, ...] = ()

    def prepare(self, path: Path, *, create: bool) -> None:
        """Open a file once: make it where there is none, bring it up to date, and check that it is sound.

        Raises:
            CwsdiagError: of class ``error``, as everywhere here: it is missing, damaged, of another program or
                version, or cannot be opened.
        """
        self._require_strict(path)
        if create and not os.path.lexists(path):
            # Another process may make it at the same moment: the first stays.
            with (
                suppress(FileExistsError),
                self._new_file(path) as new,
                closing(sqlite3.connect(new, isolation_level=None)) as connection,
            ):
                connection.execute("PRAGMA journal_mode = WAL")
                with _transaction(connection, "BEGIN"):
                    self._make_tables(connection)
        with self.transaction(path):
            pass

    @contextmanager
    def transaction(self, path: Path, *, write: bool = False) -> Iterator[sqlite3.Connection]:
        """Give a connection on which everything is done or, after an error, nothing.

        Args:
            path: of the file.
            write: whether to write; then no other process writes until the end.
        """
        with self._connected(path) as connection:
            version = self._version(connection, path)
            if version < self.version:
                self._upgrade(path, version)
            _check_once(self, path.absolute(), self._status(path).st_ino)
            with _transaction(connection, "BEGIN IMMEDIATE" if write else "BEGIN"):
                yield connection

    @contextmanager
    def removal(self, path: Path, act: str, now: str) -> Iterator[tuple[sqlite3.Connection, Path]]:
        """Give a transaction that writes, and a copy of the file as it was before; without success, no copy.

        Args:
            path: of the file.
            act: what the copy is called after, in small letters.
            now: as ``stamp`` returns it.
        """
        with self.transaction(path, write=True) as connection:
            folder = path.with_name(f"{path.name}.backups")
            try:
                made_private(folder)
            except OSError as error:
                raise self._error(folder, lazy("cannot be made: {problem}", problem=files.unwritten(error))) from None
            # Numbered, as clocks may go back.
            before = sorted(folder.glob("[0-9][0-9][0-9][0-9][0-9][0-9]-*.sqlite"))
            number = int(before[-1].name[:6]) + 1 if before else 1
            moment = now[:19].replace("-", "").replace(":", "")
            copy = folder / f"{number:06}-{moment}Z-{act}.sqlite"
            self.copy(path, copy)
            try:
                yield connection, copy
            except BaseException:
                copy.unlink(missing_ok=True)
                raise
        for old in before[: 1 - COPIES]:
            old.unlink(missing_ok=True)

    def copy(self, path: Path, target: Path) -> None:
        """Copy a file of any version as it is at this moment, while others write to it; never over another file."""
        try:
            with self._connected(path) as connection:
                self._refuse_damage(connection, path)
                with self._new_file(target) as new:
                    connection.execute("VACUUM INTO ?", (str(new),))
        except FileExistsError:
            raise self._error(target, lazy("there is a file already. Name another one, or remove it first.")) from None

    def check(self, path: Path) -> Health:
        """Return all that is wrong with a file; nothing is written to it, and one of an older version stays so."""
        version, rows, problems = 0, dict[str, int](), list[str]()
        with self._connected(path) as connection, _transaction(connection, "BEGIN"):
            try:
                version = self._version(connection, path)
                problems += self._problems(connection, version, most=20, pragma="integrity_check")
                for table in _tables(connection):
                    (rows[table],) = connection.execute(f'SELECT count(*) FROM "{table}"').fetchone()
            except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
                if _code(error) in _TROUBLE:
                    raise
                problems.append(str(error))
        return Health(version, self.version, path.stat().st_size, rows, tuple(problems))

    def _version(self, connection: sqlite3.Connection, path: Path) -> int:
        """Return the version of a file, the newest or the one before; refuse others."""
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        version = int(connection.execute("PRAGMA user_version").fetchone()[0])
        facts = {"kind": self.kind, "version": version, "known": self.version}
        if application != self.application:
            problem = lazy("this is a database of another program, not a {kind}. Name another file.", **facts)
        elif version > self.version:
            problem = lazy(
                "this {kind} was made by a newer cwsdiag (version {version} of its tables; this one knows {known}). "
                "Update cwsdiag.",
                **facts,
            )
        elif version < self.version - 1:
            problem = lazy(
                "this {kind} was made by a cwsdiag before 0.2.0 (version {version} of its tables). Open it once with "
                "cwsdiag 0.2.0, which brings it up to date, and then with this one.",
                **facts,
            )
        else:
            return version
        raise self._error(path, problem)

    def _make_tables(self, connection: sqlite3.Connection) -> None:
        for statement in self.tables:
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {self.application}")
        connection.execute(f"PRAGMA user_version = {self.version}")

    def _upgrade(self, path: Path, version: int) -> None:
        """Bring a file of the version before up to date, once it was copied: columns keep what they have by name."""
        copy = path.with_name(f"{path.name}.version-{version}.backup")
        number = 1
        with self._connected(path) as connection:
            # What is dropped would take with it what refers to it.
            connection.execute("PRAGMA foreign_keys = OFF")
            with _transaction(connection, "BEGIN IMMEDIATE"):
                # Another process may have been first.
                if self._version(connection, path) == self.version:
                    return
                while os.path.lexists(copy):
                    number += 1
                    copy = path.with_name(f"{path.name}.version-{version}.{number}.backup")
                self.copy(path, copy)
                try:
                    self._replace_tables(connection, path)
                    self._refuse_damage(connection, path)
                except BaseException:
                    copy.unlink(missing_ok=True)
                    raise
        logging.getLogger("cwsdiag").warning(
            "%s: brought from version %d of its tables to %d. What it was before lies in %s.",
            _shown(path),
            version,
            self.version,
            _shown(copy),
        )

    def _replace_tables(self, connection: sqlite3.Connection, path: Path) -> None:
        """Make the tables anew, with what there is of their columns."""
        before = {table: _columns(connection, table) for table in _tables(connection)}
        for table in (*before, "sqlite_sequence"):
            connection.execute(f"CREATE TEMP TABLE old_{table} AS SELECT * FROM main.{table} ORDER BY rowid")
        for table in before:
            connection.execute(f"DROP TABLE main.{table}")
        self._make_tables(connection)
        for table in _tables(connection):
            if table not in before:
                raise self._damaged(path, lazy("its {part} is missing or another one", part=f"table {table}"))
            names = ", ".join(name for name in _columns(connection, table) if name in before[table])
            # What the statements inserted gives way to what was there.
            connection.execute(f"INSERT OR REPLACE INTO main.{table} ({names}) SELECT {names} FROM temp.old_{table}")
        for statement in self.upgrade:
            connection.execute(statement)
        # Numbers of what was removed are not given again.
        connection.execute("DELETE FROM main.sqlite_sequence")
        connection.execute("INSERT INTO main.sqlite_sequence SELECT * FROM temp.old_sqlite_sequence")

    def _refuse_damage(self, connection: sqlite3.Connection, path: Path) -> None:
        for problem in self._problems(connection, self._version(connection, path)):
            raise self._damaged(path, problem)

    def _problems(
        self, connection: sqlite3.Connection, version: int, *, most: int = 1, pragma: str = "quick_check"
    ) -> Iterator[str]:
        """Yield damaged pages, values of other types, rows that belong to none, and tables that are not as made."""
        for (problem,) in connection.execute(f"PRAGMA {pragma}({most})"):
            if problem != "ok":
                yield problem
        for table, _row, parent, _ in connection.execute("PRAGMA foreign_key_check").fetchmany(most):
            yield lazy(
                "rows of its table {table} belong to rows of {parent} that are missing", table=table, parent=parent
            )
        there = [sql.split() for (sql,) in connection.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")]
        for words in map(str.split, self.tables if version == self.version else ()):
            if words[0] == "CREATE" and words not in there:
                yield lazy("its {part} is missing or another one", part=" ".join(words[1:3]).lower())

    @contextmanager
    def _connected(self, path: Path) -> Iterator[sqlite3.Connection]:
        """Give a connection to a file that is there; errors of SQLite become this program's."""
        self._require_strict(path)
        self._status(path)
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
            raise self._trouble(path, error) from None

    def _status(self, path: Path) -> os.stat_result:
        """Return the status of a file; refuse one that is missing, empty, or no file."""
        if not os.path.lexists(path):
            facts = {"kind": self.kind, "command": self.made_by}
            problem = lazy("there is no {kind}. Check the path, or make it with `{command}`.", **facts)
            raise self._error(path, problem)
        status = files.refuse_special(path, _shown(path), error=self.error)
        # SQLite takes an empty one for a new one.
        if status.st_size == 0:
            raise self._damaged(path, lazy("it is empty"))
        return status

    @contextmanager
    def _new_file(self, path: Path) -> Iterator[Path]:
        """Give a place for a new file, for its owner alone, which gets its name once it is whole.

        Raises:
            FileExistsError: another file has the name, which stays as it is.
        """
        if os.path.lexists(path):
            raise FileExistsError
        # SQLite would take what lies there for the new one's.
        if os.path.lexists(log := path.with_name(f"{path.name}-wal")):
            problem = lazy(
                "it is not there, but {log} with what was last written to it. Put it back beside that file, or move "
                "that file away.",
                log=shown(log.name),
            )
            raise self._error(path, problem)
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
            raise self._error(path, lazy("cannot be made: {problem}", problem=files.unwritten(error))) from None
        except sqlite3.Error as error:
            raise self._trouble(path, error) from None

    def _require_strict(self, path: Path) -> None:
        if sqlite3.sqlite_version_info < _OLDEST_SQLITE:
            facts = {"kind": self.kind, "version": sqlite3.sqlite_version}
            problem = lazy("a {kind} needs SQLite 3.37, and this Python has {version}. Use a newer one.", **facts)
            raise self._error(path, problem)

    def _trouble(self, path: Path, error: Exception) -> CwsdiagError:
        if (problem := _TROUBLE.get(_code(error))) is not None:
            return self._error(path, problem)
        return self._damaged(path, shown(str(error), files.LONGEST_NAME))

    def _damaged(self, path: Path, problem: str) -> CwsdiagError:
        message = lazy(
            "this is not a {kind}, or it is damaged: {problem}. Name another file, or restore a backup; `{command} "
            "check` says all that is wrong.",
            kind=self.kind,
            problem=problem,
            command=self.command,
        )
        return self._error(path, message)

    def _error(self, path: Path, problem: str) -> CwsdiagError:
        return self.error(lazy("{name}: {problem}", name=_shown(path), problem=problem))


@lru_cache(maxsize=100)
def _check_once(database: Database, path: Path, inode: int) -> None:
    """Check that a file is sound, and let readers and a writer of it work at the same time."""
    with database._connected(path) as connection:
        # Where several ask at once, one is told that the file is busy: another one has done it.
        with suppress(sqlite3.OperationalError):
            connection.execute("PRAGMA journal_mode = WAL")
        database._refuse_damage(connection, path)


@contextmanager
def _transaction(connection: sqlite3.Connection, begin: str) -> Iterator[None]:
    connection.execute(begin)
    try:
        yield
    except BaseException:
        connection.rollback()
        raise
    connection.commit()


def _tables(connection: sqlite3.Connection) -> list[str]:
    query = "SELECT name FROM main.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~'"
    return [name for (name,) in connection.execute(query)]


def _columns(connection: sqlite3.Connection, table: str) -> list[str]:
    return [name for (name,) in connection.execute("SELECT name FROM pragma_table_info(?, 'main')", (table,))]


def _code(error: Exception) -> int:
    # The low byte is the kind of trouble, the rest its details.
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def _shown(path: Path) -> str:
    return shown(str(path), files.LONGEST_NAME)
