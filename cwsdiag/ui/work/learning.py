"""What learns from a training text in the process of ``worker``, which knows nothing of Streamlit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cwsdiag.difficulty import learn_segmenter
from cwsdiag.errors import Cancelled
from cwsdiag.progress import heard

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from cwsdiag.difficulty import Segmenter
    from cwsdiag.project import File


def segmenter(
    training: File, cache: Path, *, told: Callable[[int, int], object], cancelled: Callable[[], bool]
) -> Segmenter:
    """Return the built-in segmenter, learnt from a training text.

    Raises:
        Cancelled: ``cancelled`` said so before one of the passes.
        CwsdiagError: the file cannot be read, or nothing can be learnt from it.
    """

    def listen(_what: str, done: int, total: int) -> None:
        told(done, total)
        if cancelled():
            raise Cancelled(done, total)

    text = training.training_text(training.options.normalise)
    with heard(listen):
        return learn_segmenter(text, cache=cache)
