"""What learns from a training text in a process of its own, which knows nothing of Streamlit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from cwsdiag.project import File

R = TypeVar("R")


def learnt(function: Callable[..., R], training: File, *args: Any, **watched: Any) -> R:
    """Return what a function makes of a training text, which is read here, and of further arguments.

    Raises:
        CwsdiagError: as the function raises it, or the file cannot be read.
    """
    return function(training.training_text(training.options.normalise), *args, **watched)
