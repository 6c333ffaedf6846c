"""The attributes of words and characters: one entry here, and commands, pages and docs know it.

``ATTRIBUTES`` holds the seven of RethinkCWS [RC 2.2], two with categories, the difficulty [PM], and how many other
systems miss a word; labels of the sentences of a dataset join them. Attributes of one's own come from a
Python file (``load_plugin``) or from packages that announce them as entry points of the group ``cwsdiag.attributes``;
``docs/extending.md`` shows both.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cache
from glob import escape, glob
from pathlib import Path
from types import MappingProxyType
from typing import Any

from cwsdiag.arguments import texts
from cwsdiag.attributes.base import Attribute, Context, NamedSlice
from cwsdiag.attributes.categories import CATEGORY_ATTRIBUTES, label_attributes, slice_attributes
from cwsdiag.attributes.numeric import DIFFICULTY, FAMILIARITY_ATTRIBUTES, LENGTH_ATTRIBUTES, MISSED
from cwsdiag.errors import CwsdiagError, SettingError, brief
from cwsdiag.languages import lazy
from cwsdiag.text import Categories

__all__ = ["ATTRIBUTES", "Attribute", "Context", "available", "load_plugin", "select"]

ATTRIBUTES: dict[str, Attribute] = {
    attribute.key: attribute
    for attribute in (*LENGTH_ATTRIBUTES, *FAMILIARITY_ATTRIBUTES, *CATEGORY_ATTRIBUTES, DIFFICULTY, MISSED)
}
ENTRY_POINTS = "cwsdiag.attributes"

_plugins: dict[str, Attribute] = {}


def available() -> dict[str, Attribute]:
    """Return all attributes by key: the project's own, those of installed packages, those of loaded files."""
    return {**ATTRIBUTES, **_installed(), **_plugins}


def select(
    keys: Sequence[str] | None = None,
    *,
    difficulty: bool = False,
    pos: bool = False,
    labels: Mapping[str, Categories] = MappingProxyType({}),
    slices: Sequence[NamedSlice] = (),
) -> tuple[Attribute, ...]:
    """Return the attributes of these keys, in the order given.

    Args:
        keys: of the attributes; None for all there are, but for what other systems miss, which must be asked for.
        difficulty: whether difficulties are known. Where they are not, "all" leaves out what needs them: they are
            extra, not something missing. Asked for by its key, such an attribute is there, and undefined.
        pos: whether parts of speech of the gold words are known; the same holds for these.
        labels: of the gold sentences, each an attribute.
        slices: that the project names, each an attribute.

    Raises:
        SettingError: a key is unknown or given twice.
    """
    known: Mapping[str, Attribute] = available() | {
        one.key: one for one in (*label_attributes(labels), *slice_attributes(slices))
    }
    if keys is None:
        extra = {"difficulty": difficulty, "parts of speech": pos, "other systems": False}
        absent = {need for need, known_here in extra.items() if not known_here}
        return tuple(one for one in known.values() if not one.needs & absent)
    keys = texts("attributes", keys, "['wLen', 'wCon']")
    for key in keys:
        if key not in known:
            raise SettingError(
                lazy("unknown attribute {key!r}. Known: {known}.", key=brief(key), known=", ".join(known))
            )
    if len(set(keys)) < len(keys):
        raise SettingError(lazy("an attribute is named twice: {keys}.", keys=", ".join(keys)))
    return tuple(known[key] for key in keys)


def load_plugin(path: Path) -> list[Attribute]:
    """Run a Python file of the user's and register every ``Attribute`` it defines at its top level.

    Args:
        path: the file. It is run as it is: only a path that the user typed may come here, never one from a data file.

    Raises:
        SettingError: the file cannot be read or run, defines no attribute, or one with a key that is taken.
    """
    import runpy

    with _foreign_code(str(path)):
        names = runpy.run_path(str(path))
    attributes = [value for value in names.values() if isinstance(value, Attribute)]
    if not attributes:
        raise SettingError(f"{path}: no Attribute at the top level of the file. docs/extending.md shows one.")
    for attribute in attributes:
        _plugins[attribute.key] = _foreign(attribute, str(path), ATTRIBUTES)
    return attributes


@cache
def _installed() -> dict[str, Attribute]:
    """Return those of installed packages, looked for once: it takes milliseconds, and every diagnosis asks."""
    installed: dict[str, Attribute] = {}
    # importlib.metadata takes ten times as long as to see that nobody has one.
    if not any(map(_has_attributes, sys.path)):
        return installed
    from importlib.metadata import entry_points

    for entry in entry_points(group=ENTRY_POINTS):
        where = f"the entry point {entry.name!r} of {ENTRY_POINTS}"
        with _foreign_code(where):
            attribute = entry.load()
        if not isinstance(attribute, Attribute):
            raise SettingError(f"{where} is not an Attribute.")
        installed[attribute.key] = _foreign(attribute, where, {**ATTRIBUTES, **installed})
    return installed


def _has_attributes(folder: str) -> bool:
    """Tell whether a package that is installed in a folder names entry points of attributes."""
    for file in glob(os.path.join(escape(folder), "*-info", "entry_points.txt")):
        with suppress(OSError), open(file, "rb") as opened:
            if ENTRY_POINTS.encode() in opened.read():
                return True
    return False


def _foreign(attribute: Attribute, where: str, taken: Mapping[str, Attribute]) -> Attribute:
    """Return an attribute from outside whose failures name it."""
    if attribute.key in taken:
        raise SettingError(f"{where}: the key {attribute.key!r} is taken. Choose another.")

    def compute(context: Context) -> Any:
        with _foreign_code(f"attribute {attribute.key!r} ({where})"):
            return attribute.compute(context)

    return replace(attribute, compute=compute)


@contextmanager
def _foreign_code(what: str) -> Iterator[None]:
    """Turn whatever code of the user's raises into an error that names it."""
    try:
        yield
    except CwsdiagError:
        raise
    except Exception as error:  # code from outside may raise anything
        raise SettingError(f"{what} failed with {type(error).__name__}: {error}.") from error
