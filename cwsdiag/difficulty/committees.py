"""A committee of base segmenters, and how many of them get each gold word wrong [PM 4.2, METHODS 8]."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

import numpy as np

from cwsdiag.difficulty.segmenter import check_training
from cwsdiag.difficulty.settings import CommitteeSettings, Member, digest_of, draw
from cwsdiag.difficulty.store import ModelStore
from cwsdiag.difficulty.templates import Features
from cwsdiag.difficulty.work import Material, work
from cwsdiag.matching import match
from cwsdiag.parallel import HERE, Shared, starmap_unordered
from cwsdiag.signature import DIGEST_SHOWN
from cwsdiag.text import Segmentation, frozen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from threading import Event

    from cwsdiag.parallel import Where
    from cwsdiag.text import Bools, Bytes, Floats, Longs, Text

# After so many members models that are too many go, which takes a look at all that there are.
_TRIMMED = 100


@dataclass(frozen=True, eq=False)
class Committee:
    """What a committee made of a gold text.

    Attributes:
        settings: how it was made.
        members: what each drew, in order.
        wrong: bool of shape (members, gold words): the member does not have the span of the word. Read-only.
        text: what was cut.
        cuts: uint8, a row a member: a bit a character, set where a word of the member ends, packed. Read-only.
        training_name: what the user calls the training data.
        training_digest: SHA-256 (hex) of its words and sentences, see ``digest_of``.
    """

    settings: CommitteeSettings
    members: tuple[Member, ...]
    wrong: Bools
    text: Text
    cuts: Bytes
    training_name: str
    training_digest: str

    def __setstate__(self, state: dict[str, Any]) -> None:
        # Pickling forgets that an array is read-only.
        self.__dict__.update(state)
        for value in state.values():
            if isinstance(value, np.ndarray):
                frozen(value)

    @cached_property
    def votes(self) -> Longs:
        """For each gold word how many members get it wrong, int64."""
        return frozen(self.wrong.sum(axis=0, dtype=np.int64))

    @cached_property
    def difficulty(self) -> Floats:
        """For each gold word d, the share of members that get it wrong, float64 from 0 to 1."""
        return frozen(self.votes / len(self.members))

    def cut(self, number: int) -> Segmentation:
        """Return how a member cuts the text, as a system called ``member 0`` and so on."""
        return _as_system(self.cuts[number], number, self.text)

    @property
    def digest(self) -> str:
        """SHA-256 (hex) of settings and training data: committees with the same one have the same members."""
        return self.settings.digest(self.training_digest, members=True)

    @property
    def name(self) -> str:
        """What names the committee beside every f_b; scores compare where the digest at its end is the same.

        For example ``perceptron K=100 seed=0 F1,F2,F3 10,20,30 % on train.txt 3f0c9a1b2c3d``.
        """
        return f"{self.settings} on {PurePath(self.training_name).name} {self.digest[:DIGEST_SHOWN]}"


def committee(
    training: Segmentation,
    gold: Segmentation,
    settings: CommitteeSettings | None = None,
    *,
    where: Where = HERE,
    cache: Path | None = None,
    told: Callable[[int, int], object] | None = None,
    cancelled: Event | Callable[[], bool] | None = None,
) -> Committee:
    """Make a committee, and let it cut a gold text.

    The result is the same however many workers there are, and whether members were kept or not.

    Args:
        training: segmented text to learn from; see ``read_training_text``.
        gold: the words whose difficulty is wanted; may be empty.
        settings: how to make the committee; the usual ones by default.
        where: to make the members; as many at once on this machine as it has processors by default.
        cache: folder to keep models in, such as ``cache_folder()``: members found there are not learnt again. None
            keeps nothing. A cache that workers share stands in its place.
        told: called with the number of members done and K, after each.
        cancelled: asked after each member; true, or set, to stop.

    Raises:
        Cancelled: ``cancelled`` said so.
        FormatError: the training data is no segmented text.
        SettingError: a setting makes no sense, something is not installed, no scheduler answers, or ``cache`` cannot
            be written.
        WorkerError: workers do not fit, or were lost.
    """
    settings = settings or CommitteeSettings()
    check_training(training)
    settings.learner.require()
    digest = digest_of(training)
    store = ModelStore(where.shared_cache or cache, settings.digest(digest, members=False))
    material = Material.of(training, Features.of(training.text), gold.text)
    wrong = np.empty((settings.members, len(gold)), dtype=np.bool_)
    cuts = np.empty((settings.members, -(-len(gold.text.chars) // 8)), dtype=np.uint8)
    for number, cut in _answers(material, settings, store, where, told, cancelled):
        wrong[number] = ~match(gold, _as_system(cut, number, gold.text)).gold_hit
        cuts[number] = cut
    members = tuple(draw(settings, number, len(training.text.sentence_ends))[0] for number in range(settings.members))
    return Committee(settings, members, frozen(wrong), gold.text, frozen(cuts), training.name, digest)


def _as_system(cut: Bytes, number: int, text: Text) -> Segmentation:
    """Return a row of ``Committee.cuts`` as a segmentation."""
    ends = np.unpackbits(cut, count=len(text.chars))
    return Segmentation(f"member {number}", text, frozen((np.flatnonzero(ends) + 1).astype(np.int32)))


def _answers(
    material: Material,
    settings: CommitteeSettings,
    store: ModelStore,
    where: Where,
    told: Callable[[int, int], object] | None,
    cancelled: Event | Callable[[], bool] | None,
) -> Iterator[tuple[int, Bytes]]:
    """Yield how each member cuts the text, as they come, as in ``Committee.cuts``; keep models.

    Raises:
        Cancelled: some members are missing because ``cancelled`` said so.
    """
    # From a store that workers do not see, models go to them and come back.
    theirs = ModelStore(where.cache_of_workers(store.folder), store.key)
    sends = theirs.folder != store.folder
    shared = Shared(material)

    def calls() -> Iterator[tuple[Any, ...]]:
        for number in range(settings.members):
            model = store.find(number) if sends else None
            yield shared, settings, number, theirs, None if model is None else Shared(model), sends

    answers = starmap_unordered(
        work,
        calls(),
        total=settings.members,
        where=where,
        processes=settings.learner.locks,
        packages=settings.learner.packages,
        progress=told or (lambda done, total: None),
        cancelled=_question(cancelled),
    )
    with closing(answers):
        for number, (model, cut) in answers:
            if model is not None:
                store.keep(number, model)
            if number % _TRIMMED == 0:
                store.trim()
            yield number, cut
    store.trim()


def _question(cancelled: Event | Callable[[], bool] | None) -> Callable[[], bool]:
    if cancelled is None:
        return lambda: False
    return cancelled if callable(cancelled) else cancelled.is_set
