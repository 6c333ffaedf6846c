"""A structured averaged perceptron over tags B M E S [Collins 2002; METHODS 8].

Some passes over the sentences, shuffled anew for each; after every sentence whose best valid tags are wrong, the
weights of gold's features go up by one and those of the answer's down. What is kept is the mean of the weights over all
steps.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.difficulty.model import Model
from cwsdiag.difficulty.templates import COLUMNS
from cwsdiag.text import frozen

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cwsdiag.difficulty.templates import Sentences, Template
    from cwsdiag.text import Ints, Longs


def learn_perceptron(
    training: Sentences,
    tags: NDArray[np.int8],
    chosen: Longs,
    *,
    template: Template,
    features: int,
    passes: int,
    rng: np.random.Generator,
) -> Model:
    """Learn from some sentences of a text.

    Args:
        training: the text; all its features are known.
        tags: of its characters, as ``text.TAGS``.
        chosen: indices of the sentences to learn from, at least one.
        template: which windows to look at.
        features: how many features that template has.
        passes: how often to go through the sentences.
        rng: shuffles them.
    """
    from cwsdiag.difficulty.compiled import update

    ids, ends, known = _sample(training, chosen, COLUMNS[template], features)
    lengths = training.ends[chosen] - training.starts[chosen]
    starts = ends - lengths
    places = np.repeat(training.starts[chosen] - starts, lengths) + np.arange(len(ids))
    orders = np.stack([rng.permutation(len(chosen)) for _ in range(passes)])
    emissions, transitions = np.zeros((len(known), 4), dtype=np.float32), np.zeros((4, 4), dtype=np.float32)
    late_emissions, late_transitions = np.zeros((len(known), 4)), np.zeros((4, 4))
    update(ids, starts, ends, tags[places], orders, emissions, transitions, late_emissions, late_transitions)
    late_emissions /= -orders.size
    late_emissions += emissions
    return Model.of(known, late_emissions, transitions - late_transitions / orders.size)


def _sample(training: Sentences, chosen: Longs, columns: int, features: int) -> tuple[Ints, Longs, Ints]:
    """Return ids of some sentences, where these end, and the feature that each new id stands for.

    A fifth of the text has a fifth of its features, and numbered by appearance those of a sentence lie close together:
    this is what makes learning fast and small.
    """
    from cwsdiag.difficulty.compiled import renumber

    ends = np.cumsum(training.ends[chosen] - training.starts[chosen])
    compact = np.empty((int(ends[-1]), columns), dtype=np.int32)
    known = np.empty(min(features, compact.size), dtype=np.int32)
    numbers = np.full(features, -1, dtype=np.int32)
    count = renumber(training.ids, training.starts, training.ends, chosen, numbers, compact, known)
    return frozen(compact), ends, known[:count]
