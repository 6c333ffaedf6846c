"""A linear-chain CRF over tags B M E S, trained to convergence by CRFsuite (python-crfsuite).

CRFsuite trains; the weights are read from it and decoded over valid tag sequences like those of any other learner,
which its own tagger cannot do.
"""

from __future__ import annotations

import re
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.difficulty.model import Model
from cwsdiag.difficulty.templates import COLUMNS
from cwsdiag.text import TAGS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cwsdiag.difficulty.templates import Sentences, Template
    from cwsdiag.text import Longs

# A line of CRFsuite's text form of a model: its kind (0: an attribute speaks for a tag, 1: a tag for the next), what
# speaks, for which tag, how much. Attributes are called by their number.
_WEIGHT = re.compile(r"^  \(([01])\) (\S+) --> (\S): (\S+)$", re.MULTILINE)


def learn_crf(training: Sentences, tags: NDArray[np.int8], chosen: Longs, *, template: Template, c2: float) -> Model:
    """Learn from some sentences of a text by L-BFGS, until CRFsuite's own rules say that it has converged.

    Args:
        training: the text; all its features are known.
        tags: of its characters, as ``text.TAGS``.
        chosen: indices of the sentences to learn from, at least one.
        template: which windows to look at.
        c2: coefficient of the L2 penalty.
    """
    import pycrfsuite

    trainer = pycrfsuite.Trainer("lbfgs", {"c1": 0.0, "c2": c2}, verbose=False)
    # Items are made for the sentences at hand: kept for all, they would take 1 kB a character in every process, and
    # making them is a twentieth of the time of training.
    for start, end in zip(training.starts[chosen].tolist(), training.ends[chosen].tolist(), strict=True):
        items = [list(map(str, row)) for row in training.ids[start:end, : COLUMNS[template]].tolist()]
        trainer.append(pycrfsuite.ItemSequence(items), [TAGS[tag] for tag in tags[start:end].tolist()])
    with tempfile.TemporaryDirectory() as folder:
        model, text = Path(folder, "model"), Path(folder, "model.txt")
        trainer.train(str(model))
        tagger = pycrfsuite.Tagger()
        tagger.open(str(model))
        tagger.dump(str(text))
        tagger.close()
        return _parsed(text.read_text(encoding="ascii"))


def _parsed(dump: str) -> Model:
    """Return the model of CRFsuite's text form, which has weights to six decimals."""
    numbers: dict[int, int] = {}
    places, weights = [], []
    transitions = np.zeros((4, 4))
    for kind, source, tag, weight in _WEIGHT.findall(dump):
        if kind == "1":
            transitions[TAGS.index(source), TAGS.index(tag)] = float(weight)
            continue
        number = numbers.setdefault(int(source), len(numbers))
        places.append(4 * number + TAGS.index(tag))
        weights.append(float(weight))
    emissions = np.zeros(4 * len(numbers))
    emissions[places] = weights
    features = np.fromiter(numbers, dtype=np.int32, count=len(numbers))
    return Model.of(features, emissions.reshape(-1, 4), transitions)
