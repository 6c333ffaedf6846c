"""What the built-in segmenter learns for the Criteria page, in a process of its own that knows nothing of Streamlit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from cwsdiag.project import File

Result = TypeVar("Result")


def learn(
    function: Callable[..., Result],
    before: tuple[Any, ...],
    trainings: Mapping[str, File],
    tests: Mapping[str, File],
    normalise: tuple[str, ...],
    settings: Mapping[str, Any],
    *,
    told: Callable[[int, int], object],
    cancelled: Callable[[], bool],
) -> Result:
    """Return what ``study.built_in_transfer`` or ``study.selection_curves`` makes of files.

    Args:
        function: one of the two.
        before: its arguments before the texts.
        trainings: what segmenters learn from, by dataset.
        tests: what they cut, by dataset.
        normalise: done to all of these.
        settings: its other arguments.
        told: is told how far it is.
        cancelled: says whether to stop.

    Raises:
        Cancelled: ``cancelled`` said so.
        CwsdiagError: as the function, or a file cannot be read.
    """
    learnt = {name: file.training_text(normalise) for name, file in trainings.items()}
    cut = {name: file.test_text(normalise) for name, file in tests.items()}
    return function(*before, learnt, cut, **settings, told=told, cancelled=cancelled)
