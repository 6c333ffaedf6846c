"""Bootstrap over sentences, on counts: a resample never touches text again (METHODS 4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.errors import SettingError
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

_EXACT_IN_FLOAT32 = 1 << 24
_CELLS_A_BLOCK = 1 << 22


def check_settings(*, resamples: int, seed: int) -> None:
    """Refuse settings that make no bootstrap.

    Raises:
        SettingError: fewer than one resample, or a negative seed.
    """
    if resamples < 1 or seed < 0:
        raise SettingError(lazy("resamples must be at least 1, and the seed at least 0."))


def resample_sums(
    counts: Sequence[NDArray[np.integer] | NDArray[np.float64]], *, resamples: int, seed: int
) -> list[NDArray[np.float64]]:
    """Sum counts over resampled sentences, the same resamples for all of them.

    Args:
        counts: arrays of shape (sentences, columns), of integers or, where words weigh different amounts, of floats;
            arrays that are the same object are summed once.
        resamples: how often as many sentences as there are get drawn, with replacement.
        seed: of the draw; the same seed gives the same resamples for the same number of sentences.

    Returns:
        For each array its sums, float64 of shape (resamples, columns): of integers exact, of floats as exact as
        float64 is.
    """
    distinct = {id(array): array for array in counts}
    stacked = np.concatenate(list(distinct.values()), axis=1)
    sentences = len(stacked)
    # A resample can repeat the largest sentence in every place: sums must stay exact even then.
    bound = int(np.abs(stacked).max(initial=0)) * sentences
    whole = np.issubdtype(stacked.dtype, np.integer)
    dtype = np.float32 if whole and bound < _EXACT_IN_FLOAT32 else np.float64
    values = stacked.astype(dtype)
    rng = np.random.default_rng(seed)
    sums = np.empty((resamples, stacked.shape[1]))
    block = max(1, _CELLS_A_BLOCK // max(1, sentences))
    for start in range(0, resamples, block):
        rows = min(block, resamples - start)
        drawn = rng.integers(0, max(1, sentences), size=(rows, sentences), dtype=np.int64)
        drawn += np.arange(rows, dtype=np.int64)[:, None] * sentences
        weights = np.bincount(drawn.ravel(), minlength=rows * sentences).reshape(rows, sentences)
        sums[start : start + rows] = np.matmul(weights.astype(dtype), values)
    bounds = np.cumsum([array.shape[1] for array in distinct.values()])[:-1]
    pieces = dict(zip(distinct, np.split(sums, bounds, axis=1), strict=True))
    return [pieces[id(array)] for array in counts]
