"""Difficulties of a committee as files that can be saved."""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from cwsdiag.languages import _
from cwsdiag.ui.shell import widgets
from cwsdiag.weights import write_weights

if TYPE_CHECKING:
    from cwsdiag.text import Segmentation
    from cwsdiag.weights import Weights

_FORMATS = {
    ".csv": ("CSV", "text/csv"),
    ".weight": (".weight", "text/plain"),
    ".weight_c": (".weight_c", "text/plain"),
}


def downloads(weights: Weights, gold: Segmentation) -> None:
    """Draw a button for each format."""
    for ending, (label, mime) in _FORMATS.items():
        widgets.download(
            label,
            data=partial(weights_bytes, weights, gold, ending),
            name=f"difficulty{ending}",
            mime=mime,
            key=f"save {ending}",
            help=_help(ending),
        )


def _help(ending: str) -> str:
    if ending == ".csv":
        return _("One row per gold word, with the members that got it wrong.")
    if ending.endswith("_c"):
        return _("The difficulty of each character, a line per sentence.")
    return _("The difficulty of each word, a line per sentence.")


def weights_bytes(weights: Weights, gold: Segmentation, ending: str) -> bytes:
    """Return difficulties as a file of the format that an ending names."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"difficulty{ending}"
        write_weights(weights, gold, path)
        return path.read_bytes()
