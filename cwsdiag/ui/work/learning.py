"""What learns from training texts in the process of ``worker``, which knows nothing of Streamlit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from cwsdiag.difficulty import learn_segmenter
from cwsdiag.errors import Cancelled
from cwsdiag.progress import heard
from cwsdiag.project.studies import text_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from cwsdiag.difficulty import Segmenter
    from cwsdiag.project import File

R = TypeVar("R")


def segmenter(
    training: File, cache: Path, *, progress: Callable[[int, int], object], cancelled: Callable[[], bool]
) -> Segmenter:
    """Return the built-in segmenter, learnt from a training text.

    Raises:
        Cancelled: ``cancelled`` said so before one of the passes.
        CwsdiagError: the file cannot be read, or nothing can be learnt from it.
    """

    def listen(_what: str, done: int, total: int) -> None:
        progress(done, total)
        if cancelled():
            raise Cancelled(done, total)

    text = text_of(training)
    with heard(listen):
        return learn_segmenter(text, cache=cache)


def learnt(function: Callable[..., R], training: File, *args: Any, **watched: Any) -> R:
    """Return what a function makes of a training text, which is read here, and of further arguments.

    Raises:
        CwsdiagError: as the function raises it, or the file cannot be read.
    """
    return function(text_of(training), *args, **watched)


def learnt_of_all(
    function: Callable[..., R],
    before: tuple[Any, ...],
    trainings: Mapping[str, File],
    tests: Mapping[str, File],
    normalise: tuple[str, ...],
    settings: Mapping[str, Any],
    **watched: Any,
) -> R:
    """Return what ``study.built_in_transfer`` or ``study.selection_curves`` makes of files.

    Args:
        function: one of the two.
        before: its arguments before the texts.
        trainings: what segmenters learn from, by dataset.
        tests: what they cut, by dataset.
        normalise: done to all of these.
        settings: its other arguments.
        watched: ``progress``, which is told how far it is, and ``cancelled``, which says whether to stop.

    Raises:
        Cancelled: ``cancelled`` said so.
        CwsdiagError: as the function, or a file cannot be read.
    """
    learnt = {name: text_of(file, normalise) for name, file in trainings.items()}
    cut = {name: text_of(file, normalise) for name, file in tests.items()}
    return function(*before, learnt, cut, **settings, **watched)
