"""What a worker does for a committee, wherever it runs: learn a member, or take it as it was kept, and let it cut."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from cwsdiag.difficulty.cluster import client_of
from cwsdiag.difficulty.model import Model
from cwsdiag.difficulty.settings import draw
from cwsdiag.difficulty.templates import Features, Sentences
from cwsdiag.text import frozen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from joblib import Parallel
    from numpy.typing import NDArray

    from cwsdiag.difficulty.learners import Learner
    from cwsdiag.difficulty.settings import CommitteeSettings
    from cwsdiag.difficulty.templates import Template
    from cwsdiag.text import Segmentation, Text


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

    def learnt(
        self, learner: Learner, template: Template, chosen: NDArray[np.int64], rng: np.random.Generator
    ) -> Model:
        """Return what a learner makes of some training sentences."""
        features = self.features[template]
        return learner.learn(self.training, self.tags, chosen, template=template, features=features, rng=rng)

    def kept(self, content: bytes | None, template: Template) -> Model | None:
        """Return a model that was kept; None where there is none, or it is not one of these features."""
        return None if content is None else Model.from_bytes(content, features=self.features[template])

    def cut(self, model: Model, template: Template) -> NDArray[np.int8]:
        """Return the tags that a model gives the text."""
        return model.tags(self.text, template=template, features=self.features[template])


def work(
    material: Material, settings: CommitteeSettings, number: int, kept: bytes | None
) -> tuple[int, bytes | None, NDArray[np.int8]]:
    """Return what a member makes of the text.

    Args:
        material: what all members share.
        settings: of the committee.
        number: of the member.
        kept: its model, where it was learnt before; one that cannot be is learnt again.

    Returns:
        Its number; its model, where it was learnt now; and the tags of the text.
    """
    member, chosen, rng = draw(settings, number, len(material.training))
    before = material.kept(kept, member.template)
    if before is not None:
        return number, None, material.cut(before, member.template)
    model = material.learnt(settings.learner, member.template, chosen, rng)
    return number, model.to_bytes(), material.cut(model, member.template)


@contextmanager
def workers(learner: Learner, material: Material, *, jobs: int | None, scheduler: str | None) -> Iterator[Parallel]:
    """Give what runs tasks side by side, and hands back results as they come.

    Args:
        learner: says whether threads or processes.
        material: sent to each worker once.
        jobs: how many on this machine; None for as many as there are processors.
        scheduler: address of a Dask scheduler whose workers do it instead.

    Raises:
        SettingError: ``distributed`` is not installed, or no scheduler answers.
    """
    import joblib

    # One task at a time, and no more of them under way than workers: so it can be stopped between members.
    options: dict[str, Any] = {"return_as": "generator_unordered", "batch_size": 1, "pre_dispatch": "n_jobs"}
    if scheduler is None:
        yield joblib.Parallel(n_jobs=jobs or joblib.cpu_count(), backend=learner.backend, **options)
        return
    with client_of(scheduler) as client, joblib.parallel_config("dask", client=client, scatter=[material]):
        # The next two for each are on their way while a worker is busy.
        yield joblib.Parallel(**options | {"pre_dispatch": "2*n_jobs"})
