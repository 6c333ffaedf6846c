"""Difficulties of a task's gold words: read with the draft, cut as its sentences are, written by the board itself."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.board.limits import one_line
from cwsdiag.board.models import BoardFile
from cwsdiag.languages import lazy
from cwsdiag.text import frozen
from cwsdiag.weights import read_weights
from cwsdiag.weights.table import columns_of, csv_bytes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.board.limits import Limits
    from cwsdiag.formats import Source
    from cwsdiag.text import Segmentation
    from cwsdiag.weights import Weights


def read_difficulties(source: Source | None, gold: Segmentation, limits: Limits) -> Weights | None:
    """Return the difficulties that a draft names; None where it names none.

    Args:
        source: a file of weights.
        gold: of the draft, with all its sentences.
        limits: what is too long.

    Raises:
        BoardError: the committee's name, which everybody sees, is too long or has invisible characters.
        InputError: the file cannot be read, or does not fit gold.
        SettingError: its name has an ending that no file of weights has.
    """
    if source is None:
        return None
    weights = read_weights(source, gold)
    return replace(weights, committee=one_line(weights.committee, lazy("name of the committee"), limits.committee))


def cut_difficulties(weights: Weights, gold: Segmentation, sentences: Sequence[int]) -> Weights:
    """Return the difficulties of the words of some sentences of gold, in order."""
    words = np.isin(gold.sentence_ids, np.array(sentences))
    return replace(
        weights,
        values=frozen(weights.values[words]),
        votes=None if weights.votes is None else frozen(weights.votes[words]),
        wrong=None if weights.wrong is None else frozen(weights.wrong[:, words]),
    )


def written_difficulties(weights: Weights, gold: Segmentation, name: str) -> BoardFile:
    """Return difficulties as a file of the board: CSV, the only format for people that keeps all that is known.

    Args:
        weights: of the words of ``gold``.
        gold: of the task.
        name: of the file; it ends in ``.csv``.
    """
    return BoardFile(name, csv_bytes(columns_of(weights, gold)))
