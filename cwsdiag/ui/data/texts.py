"""Files read as segmented texts, here or in a process that knows nothing of Streamlit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cwsdiag.difficulty import read_training_text
from cwsdiag.study import read_text

if TYPE_CHECKING:
    from cwsdiag.text import Segmentation
    from cwsdiag.ui.data.file import File
    from cwsdiag.ui.data.watching import BytesListener


def read_training_of(file: File, normalise: tuple[str, ...], told: BytesListener | None = None) -> Segmentation:
    """Read training data as text.

    Args:
        file: the training data.
        normalise: keys of ``NORMALISATIONS``.
        told: is told of each piece that was read.

    Raises:
        CwsdiagError: it is a word list, or cannot be read.
    """
    normalised = file.normalised(normalise)
    return read_training_text(normalised.source(told), options=normalised.options)


def read_test_of(file: File, normalise: tuple[str, ...]) -> Segmentation:
    """Read a gold text.

    Raises:
        CwsdiagError: it cannot be read, or holds no word.
    """
    normalised = file.normalised(normalise)
    return read_text(normalised.source(), options=normalised.options)
