"""What may be given: the bounds of all numbers that people set, and checks of what functions are called with.

The command line, project files and Python have the same bounds; ``bounds`` says each of them, with its reason, once.
Checked is what would give a wrong number in silence, such as a text that is taken for a list of its characters.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from numbers import Integral, Real
from reprlib import Repr
from typing import TypeVar

from cwsdiag.arguments import bounds
from cwsdiag.arguments.bounds import Whole
from cwsdiag.errors import SettingError
from cwsdiag.languages import lazy

__all__ = ["Whole", "bounds", "choice", "choices", "given", "number", "texts", "whole"]

T = TypeVar("T")

_short = Repr()
_short.maxstring = _short.maxother = 60
_short.maxlevel = 2


def given(value: object) -> str:
    """Return a value as a message shows it, short."""
    return _short.repr(value)


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
            "{name} is {value}: give one of {known}.",
            name=name,
            value=given(value),
            known=", ".join(map(repr, allowed)),
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
        items = tuple(value)
        if all(isinstance(one, str) for one in items):
            return items
    raise SettingError(
        lazy(
            "{name} is {value}: give a list of texts, such as {example}.",
            name=name,
            value=given(value),
            example=example,
        )
    )


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
            result = float(value)
        except OverflowError:  # a whole number that no float can hold
            result = math.inf
        # NaN is between no two.
        if result <= most and (result > least if above else result >= least):
            return result
    facts: dict[str, object] = {"name": name, "value": given(value), "least": least, "most": most}
    raise SettingError(
        lazy("{name} is {value}: give a number above {least:,.10g}, up to {most:,.10g}.", **facts)
        if above
        else lazy("{name} is {value}: give a number from {least:,.10g} to {most:,.10g}.", **facts)
    )
