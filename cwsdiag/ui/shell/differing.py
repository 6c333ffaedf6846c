"""What is said under scores of systems that have other characters than gold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cwsdiag.ui.shell import widgets
from cwsdiag.views.fidelity import differing_said

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.dataset import Dataset


def differing_remark(dataset: Dataset, names: Sequence[str]) -> None:
    """Draw a note for each of these systems whose characters are not gold's; nothing where there is none."""
    for said in differing_said(dataset, names):
        widgets.note(said)
