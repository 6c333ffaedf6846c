"""Maps of datasets: near each other where one is of use for the other [RC 4.2, METHODS 10]."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.scores import ratio
from cwsdiag.text import frozen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.text import Floats

_DIMENSIONS = 2


@dataclass(frozen=True, eq=False)
class Map:
    """Datasets as points of a plane.

    Attributes:
        names: of those that have all distances.
        points: float64 of shape (datasets, 2), their mean in the middle.
        distances: those it shows, float64 of shape (datasets, datasets).
        stress: how much of them is lost: root of the squared errors of all distances over their squares, 0 for a
            faithful map; NaN where all distances are 0.
        left_out: datasets that lack a distance.
    """

    names: tuple[str, ...]
    points: Floats
    distances: Floats
    stress: float
    left_out: tuple[str, ...]


def distances(similarity: Floats) -> Floats:
    """Return 2 - (Z[i, j] / Z[j, j] + Z[j, i] / Z[i, i]), not below 0, for Z = Ψ or U; NaN where one is not known."""
    shares = ratio(similarity, np.broadcast_to(np.diag(similarity), similarity.shape))
    apart: Floats = np.maximum(2 - (shares + shares.T), 0.0)
    return apart


def mean_distances(similarities: Sequence[Floats]) -> Floats:
    """Return the distances averaged over models; NaN where one of them has none."""
    mean: Floats = np.mean([distances(similarity) for similarity in similarities], axis=0)
    return mean


def draw_map(apart: Floats, names: Sequence[str]) -> Map:
    """Lay datasets out in a plane by classical multidimensional scaling, which has no random start.

    Datasets without all distances are left out, those with most gaps first.

    Args:
        apart: symmetric distances, NaN where not known.
        names: of the datasets.
    """
    kept = _without_gaps(apart)
    chosen = apart[np.ix_(kept, kept)]
    points = np.zeros((len(kept), _DIMENSIONS))
    if len(kept) > 1 and chosen.any():
        components = min(_DIMENSIONS, len(kept) - 1)
        points[:, :components] = _classical_scaling(chosen)[:, :components]
    drawn = np.linalg.norm(points[:, None] - points[None, :], axis=2)
    total = float((chosen**2).sum())
    stress = float(np.sqrt(((drawn - chosen) ** 2).sum() / total)) if total > 0 else float("nan")
    return Map(
        tuple(names[index] for index in kept),
        frozen(points),
        frozen(chosen),
        stress,
        tuple(name for index, name in enumerate(names) if index not in kept),
    )


def _classical_scaling(apart: Floats) -> Floats:
    """Return points whose distances come near these, the axis that shows most first [Torgerson 1952].

    An axis is an eigenvector of -½ J D² J, where D² has the squared distances and J takes off the means of rows and
    columns, as long as the root of its eigenvalue; 0 where that is negative, as distances of no space have. The
    coordinate farthest from 0 is positive on each.
    """
    from scipy.linalg import eigh

    squares = apart**2
    squares -= squares.mean(axis=0)
    squares -= squares.mean(axis=1, keepdims=True)
    values, axes = eigh(-0.5 * squares)
    values, axes = values[::-1], axes[:, ::-1]
    farthest = axes[np.abs(axes).argmax(axis=0), np.arange(len(apart))]
    points: Floats = np.where(values > 0, axes * np.sign(farthest) * np.sqrt(np.abs(values)), 0.0)
    return points


def _without_gaps(apart: Floats) -> list[int]:
    kept = list(range(len(apart)))
    while kept:
        gaps = np.isnan(apart[np.ix_(kept, kept)]).sum(axis=1)
        if not gaps.any():
            break
        del kept[int(gaps.argmax())]
    return kept


def aligned(drawn: Map, to: Map) -> Map:
    """Turn and mirror a map so that the datasets it shares with another lie as near to theirs as can be (Procrustes).

    Distances within it stay as they are: it is neither stretched nor shrunk.
    """
    shared = [name for name in drawn.names if name in to.names]
    if len(shared) < 2:
        return drawn
    from scipy.linalg import orthogonal_procrustes

    own = drawn.points[[drawn.names.index(name) for name in shared]]
    other = to.points[[to.names.index(name) for name in shared]]
    turn, _ = orthogonal_procrustes(own - own.mean(axis=0), other - other.mean(axis=0))
    return Map(drawn.names, frozen(drawn.points @ turn), drawn.distances, drawn.stress, drawn.left_out)
