"""TOML as people write it: read, taken as typed records, or refused with one complaint; and values written as TOML.

What nobody writes is refused before it is read: keys of a hundred thousand parts would take a minute.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from typing import Any, TypeVar

import msgspec
from msgspec import inspect

from cwsdiag.errors import CwsdiagError, brief
from cwsdiag.languages import lazy

# Keys of tables, and places in lists from 0; "..." for any name in a table of names.
Steps = tuple[str | int, ...]

T = TypeVar("T")

# Characters of a file.
MOST = 4_000_000
_MOST_NESTED = 32
# Names that need no quotes.
_BARE = re.compile(r"[A-Za-z0-9_-]+")
# What msgspec says of a place, its steps, and of a field.
_PLACE = re.compile(r".* - at `(?:key` in `)?\$([^`]*)`$", re.DOTALL)
_STEP = re.compile(r"\.(\w+)|\[(\d+|\.\.\.)\]")
_FIELD = re.compile(r"`(\w+)`")
# Of a value, and of what msgspec says, in a message.
_LONGEST = 200
# TOML promises numbers of 64 bits.
_LARGEST = 1 << 63
# Comments, and texts, in which anything may stand.
_QUOTED = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*+(?:"""|\Z)'
    r"|'{3}.*?(?:'{3}|\Z)"
    r'|"(?:[^"\\\n]|\\.)*+"?'
    r"|'[^'\n]*+'?"
    r"|#[^\n]*+",
    re.DOTALL,
)
_LONG_KEY = re.compile(rf"(?<![\w-])[\w-]++(?:[ \t]*+\.[ \t]*+[\w-]++){{{_MOST_NESTED}}}")


def read_toml(text: str, complain: Callable[[str], CwsdiagError]) -> dict[str, Any]:
    """Return what a text says in TOML; an empty one says nothing.

    Args:
        text: of a file, with ends of lines of any system.
        complain: makes the error from what is wrong, which is said without a full stop.

    Raises:
        CwsdiagError: what ``complain`` made: it is no TOML, too large, nested too deeply, or has a whole number of more
            than 64 bits.
    """
    import tomllib

    text = text.replace("\r\n", "\n").replace("\r", "\n")
    nested = lazy("its lists or tables are nested too deeply")
    if len(text) > MOST:
        raise complain(lazy("it has {n:,} characters, too many for such a file", n=len(text)))
    if _LONG_KEY.search(_QUOTED.sub("q", text)):
        raise complain(nested)
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise complain(lazy("this is not valid TOML: {error}", error=str(error))) from None
    except RecursionError:
        raise complain(nested) from None
    except ValueError:  # Python makes no numbers of thousands of digits
        raise complain(_TOO_LARGE) from None
    level: list[Any] = [content]
    for _ in range(_MOST_NESTED):
        if any(type(one) is int and not -_LARGEST <= one < _LARGEST for one in level):
            raise complain(_TOO_LARGE)
        lists = [list(one.values()) if isinstance(one, dict) else one for one in level if isinstance(one, (dict, list))]
        level = [value for values in lists for value in values]
        if not level:
            return content
    raise complain(nested)


def written(value: object) -> str:
    """Return a value as TOML has it, in one line."""
    if isinstance(value, Mapping):
        names = [name if _BARE.fullmatch(name) else written(name) for name in value]
        pairs = [f"{name} = {written(one)}" for name, one in zip(names, value.values(), strict=True)]
        return f"{{ {', '.join(pairs)} }}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(written, value))}]"
    if isinstance(value, float):
        return repr(float(value)) if math.isfinite(value) else "nan"
    if isinstance(value, int):
        return str(value).lower()
    # JSON escapes what TOML must, but for DEL.
    return json.dumps(str(value).encode("utf-8", "replace").decode(), ensure_ascii=False).replace("\x7f", "\\u007f")


def records_of(content: dict[str, Any], kind: type[T], complain: Callable[[Steps, str], CwsdiagError]) -> T:
    """Return tables as a record of a type.

    Args:
        content: as TOML or JSON gives it.
        kind: a ``msgspec.Struct``, whose records forbid unknown fields.
        complain: makes the error from the steps to the table that is wrong, keys and places from 0, and from what is
            wrong there, with the key, its value and what is allowed; without a full stop.

    Raises:
        CwsdiagError: what ``complain`` made.
    """
    try:
        return msgspec.convert(content, kind)
    except msgspec.ValidationError as error:
        try:
            steps, problem = _explained(str(error), content, inspect.type_info(kind))
        except (LookupError, TypeError, StopIteration):  # a key of the file looks like a place
            steps, problem = (), brief(str(error), _LONGEST)
        raise complain(steps, problem) from None


def _explained(message: str, content: Any, info: inspect.Type) -> tuple[Steps, str]:
    """Return the steps to a table, and what is wrong there."""
    place = _PLACE.match(message)
    matches = _STEP.findall(place[1]) if place else ()
    steps: Steps = tuple(int(number) if number.isdigit() else name or number for name, number in matches)
    if message.startswith("Object contains unknown field"):
        table = content
        for step in steps:
            table = table[step]
        fields = _table(_type_at(info, steps)).fields
        unknown = next(key for key in table if key not in {field.name for field in fields})
        # One that may hold anything is refused with what to do instead.
        known = [field.name for field in fields if not isinstance(field.type, inspect.AnyType)]
        return steps, lazy("unknown key {unknown!r}. Known: {known}", unknown=unknown, known=", ".join(known))
    if message.startswith("Object missing required field"):
        key = _FIELD.findall(message)[0]
        allowed = _allowed(_type_at(info, (*steps, key)))
        return steps, lazy("{key} is missing. It must be {allowed}", key=key, allowed=allowed)
    # A list or a table of values is one thing.
    while not isinstance(key := steps[-1], str) or key == "...":
        steps = steps[:-1]
    for step in steps:
        content = content[step]
    return steps[:-1], must_be(key, _allowed(_type_at(info, steps)), content)


def must_be(key: str, allowed: str, value: object) -> str:
    """Return what is wrong with the value of a key, from what is allowed."""
    value = brief(written(value), _LONGEST)
    return lazy("{key} must be {allowed}, and is {value}", key=key, allowed=allowed, value=value)


def one_of(known: Iterable[object]) -> str:
    """Return that one of some values is allowed."""
    return lazy("one of: {known}", known=", ".join(map(str, known)))


def _type_at(info: inspect.Type, steps: Steps) -> inspect.Type:
    """Return the type of what these steps lead to."""
    for step in steps:
        if isinstance(step, str):
            info = next(field.type for field in _table(info).fields if field.name == step)
        else:
            info = next(one.item_type for one in _kinds(info) if isinstance(one, inspect.VarTupleType))
    return info


def _table(info: inspect.Type) -> inspect.StructType:
    return next(one for one in _kinds(info) if isinstance(one, inspect.StructType))


def _kinds(info: inspect.Type) -> Sequence[inspect.Type]:
    """Return the types of which a value may have any."""
    kinds = info.types if isinstance(info, inspect.UnionType) else (info,)
    return [one for one in kinds if not isinstance(one, inspect.NoneType)]


def _allowed(info: inspect.Type) -> str:
    """Return what may stand there, to follow on "must be"."""
    kinds = _kinds(info)
    # Where a list of some may stand, one of them alone may, too.
    kinds = [one for one in kinds if isinstance(getattr(one, "item_type", None), inspect.LiteralType)] or kinds
    every = dict.fromkeys(map(_one_allowed, kinds))
    return reduce(lambda one, other: lazy("{one}, or {other}", one=one, other=other), every)


def _one_allowed(info: inspect.Type) -> str:
    match info:
        case inspect.LiteralType(values=values):
            return one_of(values)
        case inspect.BoolType():
            return one_of(["true", "false"])
        case inspect.StrType():
            return lazy("a text that is not blank")
        case inspect.IntType(ge=None) | inspect.FloatType(ge=None):
            return lazy("a number")
        case inspect.IntType(ge=least, le=None):
            return lazy("a whole number, at least {least}", least=least)
        case inspect.IntType(ge=least, le=most):
            return lazy("a whole number from {least} to {most}", least=least, most=most)
        case inspect.FloatType(ge=least, le=most):
            return lazy("a number from {least:g} to {most:g}", least=least, most=most)
        case inspect.VarTupleType(item_type=inspect.LiteralType(values=values)):
            return lazy("a list of: {known}", known=", ".join(map(str, values)))
        case inspect.VarTupleType(item_type=inspect.StructType()):
            return lazy("written as tables with two brackets, [[…]]")
        case inspect.VarTupleType(item_type=item):
            return lazy("a list with at least one in it, each {item}", item=_allowed(item))
        case inspect.DictType(value_type=value):
            return lazy("a table with at least one name in it, the value of each {value}", value=_allowed(value))
        case _:
            return lazy("a table")


_TOO_LARGE = lazy("it has a whole number of more than 64 bits. Mend it, or put it in quotes if it is a text")
