"""What a worker does for a committee, wherever it runs: learn a member, or take it from the store, and let it cut."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from cwsdiag.difficulty.settings import draw
from cwsdiag.difficulty.templates import Features, Sentences
from cwsdiag.text import TAGS, frozen

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cwsdiag.difficulty.learners import Learner
    from cwsdiag.difficulty.model import Model
    from cwsdiag.difficulty.settings import CommitteeSettings
    from cwsdiag.difficulty.store import ModelStore
    from cwsdiag.difficulty.templates import Template
    from cwsdiag.text import Bytes, Longs, Segmentation, Text

# Of the tags, E and S end a word.
FIRST_END = TAGS.index("E")


@dataclass(frozen=True, eq=False)
class Material:
    """What all members share: a training text and a text to cut, as numbers.

    Attributes:
        training: the training text.
        tags: of its characters, int8 as ``text.TAGS``.
        text: the text to cut.
        features: number of features of each template that segmenters may have.
    """

    training: Sentences
    tags: NDArray[np.int8]
    text: Sentences
    features: dict[Template, int]

    def __post_init__(self) -> None:
        """Make the tags read-only, as all arrays that compiled code is handed."""
        frozen(self.tags)

    def __setstate__(self, state: dict[str, Any]) -> None:
        # Pickling forgets that an array is read-only, and a memory map is another kind of array to compiled code.
        self.__dict__.update(state, tags=frozen(np.asarray(state["tags"])))

    @classmethod
    def of(cls, training: Segmentation, features: Features, text: Text) -> Material:
        """Put together what ``Features.of(training.text)`` found, and the text to cut."""
        return cls(
            Sentences.of(features.ids, training.text),
            training.tags.astype(np.int8),
            Sentences.of(features.look_up(text), text),
            features.counts,
        )

    def before(self, text: Sentences) -> Material:
        """Return the same training text before another text to cut."""
        return replace(self, text=text)

    def learnt(self, learner: Learner, template: Template, chosen: Longs, rng: np.random.Generator) -> Model:
        """Return what a learner makes of some training sentences."""
        features = self.features[template]
        return learner.learn(self.training, self.tags, chosen, template=template, features=features, rng=rng)

    def cut(self, model: Model, template: Template) -> NDArray[np.int8]:
        """Return the tags that a model gives the text."""
        return model.tags(self.text, template=template, features=self.features[template])


def work(
    material: Material, settings: CommitteeSettings, number: int, store: ModelStore, before: Model | None, sends: bool
) -> tuple[Model | None, Bytes]:
    """Return what a member makes of the text.

    Args:
        material: what all members share.
        settings: of the committee.
        number: of the member.
        store: where the worker finds its model if it was learnt before, and keeps it else.
        before: its model, from a store that the worker does not see.
        sends: whether to give back its model where it was learnt now.

    Returns:
        Its model, or None; and a bit a character of the text, set where a word ends, packed as uint8.
    """
    member, chosen, rng = draw(settings, number, len(material.training))
    model, learnt = before or store.find(number), None
    if model is None:
        model = learnt = material.learnt(settings.learner, member.template, chosen, rng)
        store.keep(number, model)
    return learnt if sends else None, np.packbits(material.cut(model, member.template) >= FIRST_END)


def cut_by_first(
    material: Material, learner: Learner, template: Template, sentences: int, seed: int
) -> NDArray[np.int8]:
    """Return the tags that a segmenter gives the text which learnt from the first so many training sentences."""
    chosen = np.arange(sentences, dtype=np.int64)
    return material.cut(material.learnt(learner, template, chosen, np.random.default_rng(seed)), template)
