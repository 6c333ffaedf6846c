"""Figures that are drawn once: building one costs Plotly more than all else that a page does.

A figure is kept by its language and all that it is drawn from, word for word and bit for bit, and not by whose it is:
who gets one that is kept has brought all that stands in it. What is kept is shared, so nobody changes it: ``finished``
gives a copy.
"""

from __future__ import annotations

import marshal
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import fields, is_dataclass
from functools import wraps
from hashlib import blake2b
from threading import Lock
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeAlias, TypeVar
from weakref import WeakKeyDictionary

import numpy as np
import plotly.graph_objects as go

from cwsdiag.charts import theme
from cwsdiag.languages import Lazy, language

if TYPE_CHECKING:
    from cwsdiag.charts.theme import Ground

P = ParamSpec("P")
T = TypeVar("T")

# What functions that draw return: rooms that know figures and not Plotly call it so.
Figure: TypeAlias = go.Figure

# Ten or twenty kilobytes as they are sent, some hundred as Plotly holds them.
_PLACES = 100
_PLAIN = (bool, int, float, str, bytes)


class _Latest(Generic[T]):
    """The results that were asked for last."""

    def __init__(self, places: int) -> None:
        self._places = places
        self._kept: OrderedDict[bytes, T] = OrderedDict()
        self._lock = Lock()

    def get(self, stamp: bytes, make: Callable[[], T]) -> T:
        """Return what is kept, or make it; what two ask for at once may be made twice."""
        with self._lock:
            if stamp in self._kept:
                self._kept.move_to_end(stamp)
                return self._kept[stamp]
        made = make()
        with self._lock:
            made = self._kept.setdefault(stamp, made)
            while len(self._kept) > self._places:
                self._kept.popitem(last=False)
        return made


_drawn: _Latest[go.Figure] = _Latest(_PLACES)
_finished: _Latest[Finished] = _Latest(_PLACES)
# Of parts of results that are themselves kept, so that they are not gone through again for every act.
_stamps: WeakKeyDictionary[Any, bytes] = WeakKeyDictionary()


class Finished(go.Figure):  # type: ignore[misc]  # Plotly has no types
    """A figure as it is sent: what it consists of is there, and is not checked and copied another time.

    Args:
        spec: traces and layout, as Plotly's ``to_dict`` gives them.
    """

    def __init__(self, spec: dict[str, Any]) -> None:
        # Not Plotly's own, which would build and check every part.
        self._spec = spec

    def to_dict(self) -> dict[str, Any]:
        """Return traces and layout."""
        return self._spec


def drawn_once(draw: Callable[P, go.Figure]) -> Callable[P, go.Figure]:
    """Keep the figures that a function drew last, by what it was given; see ``stamp`` for what that may be."""

    @wraps(draw)
    def kept(*args: P.args, **kwargs: P.kwargs) -> go.Figure:
        mark = stamp([language(), draw.__module__, draw.__qualname__, args, kwargs])

        def make() -> go.Figure:
            figure = draw(*args, **kwargs)
            # Plotly leaves attributes alone whose name begins like this.
            figure._stamp = mark
            return figure

        return _drawn.get(mark, make)

    return kept


def finished(figure: go.Figure, ground: Ground) -> go.Figure:
    """Return a figure as it is shown on a ground."""

    def make() -> Finished:
        spec = figure.to_dict()
        # What its marks mean stands beside it.
        spec["layout"].pop("meta", None)
        return Finished(theme.inked(spec, ground))

    mark = getattr(figure, "_stamp", None)
    return make() if mark is None else _finished.get(stamp([mark, ground]), make)


def stamp(value: object) -> bytes:
    """Return what says all that a value holds; values of the same stamp are equal.

    Args:
        value: numbers, texts, arrays, frames, and collections and dataclasses of them. A frozen dataclass that is
            compared by identity is gone through once.

    Raises:
        TypeError: it holds something else.
    """
    # Of this version, equal values give equal bytes, whatever objects they consist of.
    return blake2b(marshal.dumps(_plain(value), 2), digest_size=20).digest()


def _plain(value: Any) -> Any:
    if value is None or type(value) in _PLAIN:
        return value
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, Lazy):
        # Said in the language of the figure, unlike the same text that is just English.
        return ["lazy", str(value)]
    if isinstance(value, np.ndarray):
        if value.dtype == object:
            return ["array", value.shape, [_plain(one) for one in value.ravel()]]
        return ["array", value.shape, value.dtype.str, value.tobytes()]
    if hasattr(value, "columns"):
        return ["frame", [[_plain(name), _plain(column.to_numpy())] for name, column in value.items()]]
    if hasattr(value, "to_numpy"):
        return ["column", _plain(value.index.to_numpy()), _plain(value.to_numpy())]
    if isinstance(value, Mapping):
        return ["mapping", [[_plain(key), _plain(one)] for key, one in value.items()]]
    if is_dataclass(value) and not isinstance(value, type):
        return _dataclass(value)
    if isinstance(value, Set):
        return ["set", sorted(stamp(one) for one in value)]
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ["sequence", [_plain(one) for one in value]]
    raise TypeError(f"no figure is kept by {type(value).__name__}")


def _dataclass(value: Any) -> Any:
    lasting = value.__dataclass_params__.frozen and not value.__dataclass_params__.eq
    if lasting and value in _stamps:
        return _stamps[value]
    name = type(value).__qualname__
    found = stamp(["dataclass", name, [getattr(value, field.name) for field in fields(value)]])
    if lasting:
        _stamps[value] = found
    return found
