"""Checks of what a public function is called with: each returns the value, or says which argument is wrong and why.

Python checks no types. Without this a misspelt word is silently taken for another, a string for a list of characters,
and what is wrong shows far away as a ``TypeError``.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from numbers import Integral, Real
from os import PathLike, fsencode
from pathlib import Path
from reprlib import Repr
from typing import TYPE_CHECKING, TypeVar

from cwsdiag.errors import SettingError
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    from cwsdiag.arguments.bounds import Whole

T = TypeVar("T")

_LONGEST = 60
# `repr` of a whole number with more digits is refused by Python, or takes long.
_LARGEST_SAID = 10**30

_SAID = (str, bytes, int, float, list, tuple, dict, set, frozenset, Path, type(None))

_short = Repr()
_short.maxstring = _short.maxother = _LONGEST
_short.maxlevel = 2


def given(value: object) -> str:
    """Return a value as a message shows it: in one line, short, nothing invisible."""
    if isinstance(value, Integral) and abs(int(value)) >= _LARGEST_SAID:
        return lazy("a number of more than 30 digits")
    if not isinstance(value, _SAID):
        # What others say of themselves may be long, and an address in memory tells nothing.
        return lazy("an object of the class {name}", name=repr(type(value).__name__))
    said = _short.repr(value)
    return said if len(said) <= _LONGEST + 2 else said[:_LONGEST] + "…"


def choice(name: str, value: object, known: Iterable[T]) -> T:
    """Return a value that is one of some.

    Args:
        name: of the argument.
        value: what was given.
        known: what may be; texts, as a rule.

    Raises:
        SettingError: it is none of them.
    """
    allowed = list(known)
    for one in allowed:
        if type(value) is type(one) and value == one:
            return one
    raise SettingError(
        lazy(
            "{name} is {value}: give {known}.{nearest}",
            name=name,
            value=given(value),
            known=one_of(list(map(repr, allowed))),
            nearest=_nearest(value, allowed),
        )
    )


def choices(name: str, value: object, known: Iterable[str]) -> tuple[str, ...]:
    """Return a list of some of the texts that are known as a tuple; it may be empty.

    Raises:
        SettingError: it is no list of texts, or holds another one.
    """
    allowed = list(known)
    return tuple(choice(name, one, allowed) for one in texts(name, value, repr(allowed[:1])))


def texts(name: str, value: object, example: str) -> tuple[str, ...]:
    """Return a list of texts as a tuple; it may be empty.

    Args:
        name: of the argument.
        value: what was given; a text alone is no list, though its characters are texts, too.
        example: of what may be, as Python writes it.

    Raises:
        SettingError: it is no list, or holds something else.
    """
    if isinstance(value, Collection) and not isinstance(value, (str, bytes, Mapping)):
        found = tuple(value)
        if all(isinstance(one, str) for one in found):
            return tuple(text(name, one) for one in found)
    raise SettingError(
        lazy(
            "{name} is {value}: give a list of texts, such as {example}.",
            name=name,
            value=given(value),
            example=example,
        )
    )


def one_of(said: Sequence[str]) -> str:
    """Return texts as a message lists them where any one of them will do: ``'a', 'b' or 'c'``."""
    if len(said) < 2:
        return "".join(said)
    return lazy("{before} or {last}", before=", ".join(said[:-1]), last=said[-1])


def _nearest(value: object, known: Sequence[object]) -> str:
    texts = [one for one in known if isinstance(one, str)]
    # Two are told apart at a glance.
    if not isinstance(value, str) or len(texts) < 3:
        return ""
    # Whoever makes no mistake does without this import.
    from difflib import get_close_matches

    near = get_close_matches(value.lower()[:_LONGEST], texts, n=1)
    return lazy(" Did you mean {nearest}?", nearest=repr(near[0])) if near else ""


def text(name: str, value: object, example: str = "") -> str:
    """Return a text, which may be empty.

    Args:
        name: of the argument.
        value: what was given.
        example: of what may be, as Python writes it.

    Raises:
        SettingError: it is none, or one that no file in UTF-8 can hold.
    """
    if not isinstance(value, str):
        such = lazy(", such as {example}", example=example) if example else ""
        raise SettingError(lazy("{name} is {value}: give a text{such}.", name=name, value=given(value), such=such))
    if any("\ud800" <= char <= "\udfff" for char in value):
        raise SettingError(
            lazy("{name} is {value}: this is no text in UTF-8. Write it in UTF-8.", name=name, value=given(value))
        )
    return value


def whole(name: str, value: object, bounds: Whole) -> int:
    """Return a whole number within bounds, numpy's included.

    Raises:
        SettingError: it is something else; ``True`` and ``3.0``, too.
    """
    if isinstance(value, Integral) and not isinstance(value, bool) and int(value) in bounds:
        return int(value)
    raise SettingError(
        lazy(
            "{name} is {value}: give a whole number from {least:,} to {most:,}.",
            name=name,
            value=given(value),
            least=bounds.least,
            most=bounds.most,
        )
    )


def number(name: str, value: object, least: float, most: float, *, above: bool = False) -> float:
    """Return a finite number within bounds.

    Args:
        name: of the argument.
        value: what was given.
        least: may be given.
        most: may be given, too.
        above: whether ``least`` may not.

    Raises:
        SettingError: it is something else.
    """
    if isinstance(value, Real) and not isinstance(value, bool):
        try:
            found = float(value)
        except OverflowError:  # a whole number that no float can hold
            found = math.inf
        # NaN is between no two.
        if found <= most and (found > least if above else found >= least):
            return found
    told: dict[str, object] = {"name": name, "value": given(value), "least": least, "most": most}
    raise SettingError(
        lazy("{name} is {value}: give a number above {least:,.10g}, up to {most:,.10g}.", **told)
        if above
        else lazy("{name} is {value}: give a number from {least:,.10g} to {most:,.10g}.", **told)
    )


def path(name: str, value: object) -> Path:
    """Return a path.

    Raises:
        SettingError: it is neither a text nor a path, or none that a file can have.
    """
    if isinstance(value, (str, PathLike)):
        # Bytes that are no text in UTF-8 stand as certain surrogates, no others; some paths are no texts.
        with suppress(UnicodeEncodeError, TypeError):
            if b"\0" not in (fsencode(value) or b"\0"):
                return Path(value)
    raise SettingError(lazy("{name} is {value}: give the path of a file.", name=name, value=given(value)))
