"""One table of a project file: its values are checked, and every complaint names the file and the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from cwsdiag.errors import ProjectError
from cwsdiag.languages import lazy
from cwsdiag.languages.visible import visible

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_T = TypeVar("_T")


@dataclass(frozen=True)
class Table:
    """A table as TOML has it.

    Attributes:
        file: what complaints call the project file.
        where: what complaints call the table.
        values: by key.
    """

    file: str
    where: str
    values: Mapping[str, Any]

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def only(self, known: Sequence[str]) -> None:
        """Check that there are no other keys than these.

        Raises:
            ProjectError: there are.
        """
        unknown = [key for key in self.values if key not in known]
        if unknown:
            raise self.error(
                lazy(
                    "unknown key {unknown}. Known: {known}",
                    unknown=", ".join(map(repr, unknown)),
                    known=", ".join(known),
                )
            )

    def tables(self, key: str) -> list[Mapping[str, Any]]:
        """Return the tables written as ``[[…key]]``; none where the key is missing.

        Raises:
            ProjectError: they are written otherwise.
        """
        tables = self.values.get(key, [])
        if not isinstance(tables, list) or not all(isinstance(item, dict) for item in tables):
            raise self.error(lazy("{key!r} must be written as [[…{key}]] tables", key=key))
        return tables

    def table(self, key: str) -> Table:
        """Return the table written as ``[key]``; an empty one where the key is missing.

        Raises:
            ProjectError: it is written otherwise.
        """
        values = self.values.get(key, {})
        if not isinstance(values, dict):
            raise self.error(lazy("{key!r} must be written as a [{key}] table", key=key))
        return Table(self.file, f"[{key}]", values)

    def text(self, key: str) -> str:
        """Return a text that has to be there, such as a name: what is hidden in it is written out.

        Raises:
            ProjectError: it is missing, blank or no text.
        """
        return visible(self.raw(key))

    def raw(self, key: str) -> str:
        """Return a text that has to be there as it is, such as the path of a file.

        Raises:
            ProjectError: it is missing, blank or no text.
        """
        value = self.values.get(key)
        if not isinstance(value, str) or not value.strip():
            raise self.error(lazy("{key!r} is missing or not text", key=key))
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """Return a list of texts that has to be there, with at least one in it, as they are.

        Raises:
            ProjectError: it is missing, empty, or holds something else.
        """
        given = self.values.get(key)
        if not isinstance(given, list) or not given or not all(isinstance(one, str) and one.strip() for one in given):
            raise self.error(lazy("{key!r} must be a list of texts, with at least one in it", key=key))
        return tuple(given)

    def choice(self, key: str, known: Sequence[_T]) -> _T | None:
        """Return one of ``known``; None where the key is missing.

        Raises:
            ProjectError: the value is none of them.
        """
        if key not in self:
            return None
        for value in known:
            # 1 == True, but who writes 1 for true has another key in mind.
            if self.values[key] == value and isinstance(self.values[key], type(value)):
                return value
        raise self.error(lazy("{key} must be one of: {known}", key=key, known=", ".join(map(_toml, known))))

    def whole(self, key: str, least: int, most: int) -> int | None:
        """Return a whole number from ``least`` to ``most``; None where the key is missing.

        Raises:
            ProjectError: the value is something else.
        """
        value = self.values.get(key)
        # To Python, true is a whole number too.
        if value is None or (type(value) is int and least <= value <= most):
            return value
        raise self.error(lazy("{key} must be a whole number from {least} to {most}", key=key, least=least, most=most))

    def choices(self, key: str, known: Sequence[str]) -> tuple[str, ...] | None:
        """Return a list of some of ``known``, for which one of them alone may stand; None where the key is missing.

        Raises:
            ProjectError: the value is something else.
        """
        if key not in self:
            return None
        given = self.values[key]
        found = [given] if isinstance(given, str) else given
        if not isinstance(found, list) or any(value not in known for value in found):
            raise self.error(lazy("{key} must be a list of: {known}", key=key, known=", ".join(known)))
        return tuple(found)

    def words(self, key: str) -> tuple[tuple[str, str], ...]:
        """Return a table of texts, in its order; numbers, ``true`` and ``false`` are taken as they are written.

        What is hidden in names and texts is written out.

        Raises:
            ProjectError: it holds something else, or is no table.
        """
        given = self.values.get(key, {})
        if not isinstance(given, dict) or not all(map(str.strip, given)):
            raise self.error(lazy('{key} must be a table of names and values, as in {{ decoder = "crf" }}', key=key))
        for name, value in given.items():
            if not isinstance(value, (str, int, float)) or not _toml(value).strip():
                raise self.error(lazy("{key}: {name} must be a text or a number", key=key, name=name))
        return tuple((visible(name), visible(_toml(value).strip())) for name, value in given.items())

    def numbers(self, key: str, least: float, most: float) -> tuple[tuple[str, float], ...]:
        """Return a table of numbers that has to be there, in its order, with at least one in it.

        Raises:
            ProjectError: it is missing or empty, or a number is none, or not from ``least`` to ``most``.
        """
        given = self.values.get(key)
        if not isinstance(given, dict) or not given:
            raise self.error(lazy("{key} must be a table of names and numbers, with at least one in it", key=key))
        for name, value in given.items():
            # To Python, true is a number too; NaN is between no two.
            if type(value) not in (int, float) or not least <= value <= most:
                raise self.error(
                    lazy(
                        "{key}: {name} must be a number from {least:g} to {most:g}",
                        key=key,
                        name=name,
                        least=least,
                        most=most,
                    )
                )
        return tuple((visible(name), float(value)) for name, value in given.items())

    def different(self, names: Sequence[str], what: str) -> None:
        """Check that names of things in this table, such as ``datasets``, are different.

        Raises:
            ProjectError: some are not.
        """
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise self.error(lazy("two {what} have the same name: {names}", what=what, names=", ".join(twice)))

    def error(self, complaint: str) -> ProjectError:
        """Return the error that says this of the table."""
        return ProjectError(
            lazy("{file}: {table}: {complaint}.", file=self.file, table=self.where, complaint=complaint)
        )


def _toml(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
