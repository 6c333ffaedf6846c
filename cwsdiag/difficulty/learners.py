"""What base segmenters are learnt by, an averaged perceptron or a CRF, and what they have learnt.

A perceptron and a linear-chain CRF over the same features have the same weights: one for each feature and tag, one for
each pair of tags. So both are stored, sent and decoded in one way.
"""

from __future__ import annotations

import hashlib
import json
import re
import tempfile
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from cwsdiag.arguments import bounds, number, whole
from cwsdiag.difficulty.templates import COLUMNS, Features, PlainArrays, Sentences, Template
from cwsdiag.errors import SettingError
from cwsdiag.languages import lazy
from cwsdiag.progress import staged
from cwsdiag.text import TAGS, Floats, Ints, Longs, Segmentation, Text, frozen

Tags = NDArray[np.int8]
Weights = NDArray[np.float32]

# Of the tags, E and S end a word.
FIRST_END = TAGS.index("E")
# To be raised when the same settings begin to give other models: digests change with it, stored models are passed by.
_EDITION = 1
# A line of CRFsuite's text form of a model: its kind (0: an attribute speaks for a tag, 1: a tag for the next), what
# speaks, for which tag, how much. Attributes are called by their number.
_WEIGHT = re.compile(r"^  \(([01])\) (\S+) --> (\S): (\S+)$", re.MULTILINE)


@dataclass(frozen=True, eq=False)
class Model(PlainArrays):
    """Weights of a base segmenter, rounded as they are decoded: a model is the same whether it was stored or not.

    Attributes:
        cells: int32, ascending: four times a feature, and which of ``text.TAGS`` it speaks for or against.
        weights: float32: how much it does; none is 0.
        transitions: float32 of shape (4, 4): how much a tag speaks for the one after it.
    """

    cells: Ints
    weights: Weights
    transitions: Weights

    @classmethod
    def of(cls, features: Ints, emissions: Floats, transitions: Floats) -> Model:
        """Round weights, and leave out those of 0; features are in any order, each once."""
        order = np.argsort(features)
        rounded = emissions.astype(np.float32)[order]
        rows, tags = np.nonzero(rounded)
        cells = 4 * features[order][rows] + tags.astype(np.int32)
        return cls(cells, rounded[rows, tags], transitions.astype(np.float32))

    def tags(self, sentences: Sentences, template: Template) -> Tags:
        """Return the best valid tags of a text, int8 for each character, as ``text.TAGS``; empty for an empty text.

        Args:
            sentences: the text, with ids of the features that the model was learnt over.
            template: the one that the model was learnt with.
        """
        from cwsdiag.difficulty.compiled import write_tags

        columns = COLUMNS[template]
        emissions = np.zeros((sentences.features(template), 4), dtype=np.float32)
        known = np.searchsorted(self.cells, np.int32(emissions.size))
        emissions.ravel()[self.cells[:known]] = self.weights[:known]
        tags = np.empty(len(sentences.ids), dtype=np.int8)
        write_tags(sentences.ids, sentences.starts, sentences.ends, columns, frozen(emissions), self.transitions, tags)
        return frozen(tags)


@dataclass(frozen=True, eq=False)
class Material(PlainArrays):
    """A training text and a text to cut, as numbers: what all members of a committee share.

    Attributes:
        training: the training text; all its features are known.
        tags: of its characters, int8 as ``text.TAGS``.
        text: the text to cut.
    """

    training: Sentences
    tags: Tags
    text: Sentences

    @classmethod
    def of(cls, training: Segmentation, features: Features, text: Text) -> Material:
        """Put together ``Features.of(training.text)`` and the text to cut."""
        return cls(
            Sentences.of(features.ids, training.text),
            training.tags.astype(np.int8),
            Sentences.of(features.look_up(text), text),
        )

    def cut(self, model: Model, template: Template) -> Tags:
        """Return the tags that a model gives the text."""
        return model.tags(self.text, template)


class Learner:
    """Makes segmenters of one kind; a frozen dataclass of its settings, which are part of what a committee is called.

    Attributes:
        name: its key in ``LEARNERS``.
        locks: whether it holds Python's lock while it learns, so that several at once need processes of their own.
        packages: what it needs beside numpy and numba, as pip calls it.
        draws: whether anything in it is random, so that another seed gives another segmenter.
    """

    name: ClassVar[str]
    locks: ClassVar[bool] = False
    packages: ClassVar[tuple[str, ...]] = ()
    draws: ClassVar[bool] = True

    def __str__(self) -> str:
        """Return its name and those settings that are not the usual ones."""
        usual = vars(type(self)())
        return " ".join([self.name, *(f"{key}={value:g}" for key, value in vars(self).items() if value != usual[key])])

    def require(self) -> None:
        """Raise a ``SettingError`` where something is not installed."""

    def learn(self, material: Material, template: Template, chosen: Longs, rng: np.random.Generator) -> Model:
        """Learn from some sentences of the training text.

        Args:
            material: has the text.
            template: which windows to look at.
            chosen: indices of the sentences, at least one.
            rng: of whatever is random.
        """
        raise NotImplementedError


@dataclass(frozen=True)
class Perceptron(Learner):
    """A structured averaged perceptron over tags B M E S [Collins 2002; METHODS 8].

    After every sentence whose best valid tags are wrong, the weights of gold's features go up by one and those of the
    answer's down; sentences are shuffled anew for each pass. The model is the mean of the weights over all steps.

    Attributes:
        passes: how often it goes through its sentences.
    """

    passes: int = 10

    name: ClassVar[str] = "perceptron"

    def __post_init__(self) -> None:
        """Refuse what is no number of passes."""
        whole("passes", self.passes, bounds.PASSES)

    def learn(self, material: Material, template: Template, chosen: Longs, rng: np.random.Generator) -> Model:
        """See ``Learner``."""
        from cwsdiag.difficulty.compiled import renumber, update

        training, features = material.training, material.training.features(template)
        firsts, lasts = training.starts[chosen], training.ends[chosen]
        ends = np.cumsum(lasts - firsts)
        starts = ends - (lasts - firsts)
        # A fifth of the text has a fifth of its features, and numbered by appearance those of a sentence lie close
        # together: this is what makes learning fast and small.
        ids = np.empty((int(ends[-1]), COLUMNS[template]), dtype=np.int32)
        known = np.empty(min(features, ids.size), dtype=np.int32)
        numbers = np.full(features, -1, dtype=np.int32)
        known = known[: renumber(training.ids, training.starts, training.ends, chosen, numbers, ids, known)]
        tags = material.tags[np.repeat(firsts - starts, lasts - firsts) + np.arange(len(ids))]
        emissions, transitions = np.zeros((len(known), 4), dtype=np.float32), np.zeros((4, 4), dtype=np.float32)
        late_emissions, late_transitions = np.zeros((len(known), 4)), np.zeros((4, 4))
        late = late_emissions, late_transitions
        frozen(ids)
        for turn in staged(lazy("Learning"), range(self.passes)):
            order, before = rng.permutation(len(chosen)), float(turn * len(chosen))
            update(ids, starts, ends, tags, order, emissions, transitions, *late, before)
        steps = self.passes * len(chosen)
        late_emissions /= -steps
        late_emissions += emissions
        return Model.of(known, late_emissions, transitions - late_transitions / steps)


@dataclass(frozen=True)
class Crf(Learner):
    """A linear-chain CRF over tags B M E S, trained to convergence by CRFsuite (python-crfsuite).

    CRFsuite trains by L-BFGS until its own rules say that it has converged; the weights are read from it and decoded
    over valid tag sequences like those of any other learner, which its own tagger cannot do. Nothing in it is random.

    Attributes:
        c2: coefficient of its L2 penalty.
    """

    c2: float = 1.0

    name: ClassVar[str] = "crf"
    locks: ClassVar[bool] = True
    packages: ClassVar[tuple[str, ...]] = ("python-crfsuite",)
    draws: ClassVar[bool] = False

    def __post_init__(self) -> None:
        """Refuse a penalty with which training need not end."""
        object.__setattr__(self, "c2", number("c2", self.c2, 0, bounds.PENALTY, above=True))

    def require(self) -> None:
        """Ask for python-crfsuite, which is an extra."""
        if find_spec("pycrfsuite") is None:
            raise SettingError(lazy("CRFs need python-crfsuite, which is not installed: pip install 'cwsdiag[crf]'"))

    def learn(self, material: Material, template: Template, chosen: Longs, rng: np.random.Generator) -> Model:
        """See ``Learner``."""
        import pycrfsuite

        training = material.training
        trainer = pycrfsuite.Trainer("lbfgs", {"c1": 0.0, "c2": self.c2}, verbose=False)
        # Items are made for the sentences at hand: those of all would take 1 kB a character in every process, and
        # making them is a twentieth of the time of training.
        for start, end in zip(training.starts[chosen].tolist(), training.ends[chosen].tolist(), strict=True):
            items = [list(map(str, row)) for row in training.ids[start:end, : COLUMNS[template]].tolist()]
            trainer.append(pycrfsuite.ItemSequence(items), [TAGS[tag] for tag in material.tags[start:end].tolist()])
        with tempfile.TemporaryDirectory() as folder:
            model, text = Path(folder, "model"), Path(folder, "model.txt")
            trainer.train(str(model))
            tagger = pycrfsuite.Tagger()
            tagger.open(str(model))
            tagger.dump(str(text))
            tagger.close()
            dump = text.read_text(encoding="ascii")
        weights, transitions = defaultdict[int, Any](lambda: np.zeros(4)), np.zeros((4, 4))
        for kind, source, tag, weight in _WEIGHT.findall(dump):
            row = transitions[TAGS.index(source)] if kind == "1" else weights[int(source)]
            row[TAGS.index(tag)] = float(weight)
        emissions = np.array([*weights.values()]).reshape(-1, 4)
        return Model.of(np.fromiter(weights, np.int32), emissions, transitions)


LEARNERS: Mapping[str, Callable[..., Learner]] = {"perceptron": Perceptron, "crf": Crf}


def learner_of(notation: str) -> Learner:
    """Return a learner by its name, with settings of one's own behind a colon: ``perceptron:passes=5``, ``crf:c2=0.5``.

    Raises:
        SettingError: there is none of this name, or it has no such setting.
    """
    name, _, setting = notation.partition(":")
    if name not in LEARNERS:
        raise SettingError(lazy("no learner {name!r}. Available: {known}.", name=name, known=", ".join(LEARNERS)))
    usual = LEARNERS[name]()
    if not setting:
        return usual
    key, _, value = setting.partition("=")
    kinds = {known: type(default) for known, default in vars(usual).items()}
    try:
        return LEARNERS[name](**{key: kinds[key](value)})
    except (KeyError, ValueError):
        raise SettingError(
            lazy(
                "learner {notation!r}: write {name}, or {name}:{setting}=NUMBER.",
                notation=notation,
                name=name,
                setting=next(iter(kinds)),
            )
        ) from None


def key_of(learner: Learner, **settings: object) -> str:
    """Return what names something that is learnt: SHA-256 (hex) of its learner and settings."""
    named = {"edition": _EDITION, "learner": {"name": learner.name, **vars(learner)}, **settings}
    return hashlib.sha256(json.dumps(named, sort_keys=True).encode()).hexdigest()
