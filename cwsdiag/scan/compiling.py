"""What compiles loops."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

_Function = TypeVar("_Function", bound="Callable[..., Any]")


def compiled(function: _Function) -> _Function:
    """Compile a function when it is first called, without Python's lock, and keep the code for later runs.

    numba keeps compiled code until the file of a function changes. One that calls another in another file would go on
    with what that once was: they have to stand in one file.
    """
    try:
        return cast("_Function", numba.njit(nogil=True, cache=True)(function))
    except RuntimeError:
        # Neither the package's folder nor the user's can be written: compile for this run alone.
        return cast("_Function", numba.njit(nogil=True)(function))


def inlined(function: _Function) -> _Function:
    """Have a function made part of those of its file that call it, so that a call of it costs nothing."""
    return cast("_Function", numba.njit(nogil=True, inline="always")(function))
