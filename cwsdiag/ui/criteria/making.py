"""What the built-in segmenter learns for the Criteria page, in a process of its own that knows nothing of Streamlit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cwsdiag.difficulty import Perceptron
from cwsdiag.study import built_in_transfer, selection_curves
from cwsdiag.ui.data.texts import read_test_of, read_training_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from cwsdiag.difficulty import Template
    from cwsdiag.parallel import Where
    from cwsdiag.study import Curve, Order, Transfer
    from cwsdiag.text import Segmentation
    from cwsdiag.ui.data.file import File

LEARNER = Perceptron()


@dataclass(frozen=True)
class Files:
    """What segmenters learn from and what they cut, by dataset.

    A run of digits made one symbol within gold's words would tell where these end: only normalisations are done under
    which texts can be compared.
    """

    trainings: Mapping[str, File]
    tests: Mapping[str, File]
    normalise: tuple[str, ...]

    def read(self) -> tuple[dict[str, Segmentation], dict[str, Segmentation]]:
        """Read all of them."""
        trainings = {name: read_training_of(file, self.normalise) for name, file in self.trainings.items()}
        return trainings, {name: read_test_of(file, self.normalise) for name, file in self.tests.items()}


def make_transfer(
    files: Files,
    template: Template,
    cache: Path,
    where: Where,
    *,
    told: Callable[[int, int], object],
    cancelled: Callable[[], bool],
) -> Transfer:
    """Return U of the built-in segmenter; see ``study.built_in_transfer``.

    Raises:
        Cancelled: ``cancelled`` said so.
        CwsdiagError: as ``study.built_in_transfer``, or a file cannot be read.
    """
    return built_in_transfer(*files.read(), **_how(template, cache, where), told=told, cancelled=cancelled)


def make_curves(
    files: Files,
    wanted: Sequence[Order],
    template: Template,
    cache: Path,
    where: Where,
    *,
    told: Callable[[int, int], object],
    cancelled: Callable[[], bool],
) -> list[Curve]:
    """Return the F1 curves for the orders of one target; see ``study.selection_curves``.

    Raises:
        Cancelled: ``cancelled`` said so.
        CwsdiagError: as ``study.selection_curves``, or a file cannot be read.
    """
    return selection_curves(wanted, *files.read(), **_how(template, cache, where), told=told, cancelled=cancelled)


def _how(template: Template, cache: Path, where: Where) -> dict[str, Any]:
    return {"template": template, "learner": LEARNER, "cache": cache, "where": where}
