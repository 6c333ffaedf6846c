"""A committee of base segmenters, and how many of them get each gold word wrong [PM 4.2, METHODS 8]."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

import numpy as np

from cwsdiag.arguments import bounds, optional, whole
from cwsdiag.difficulty.cache import ModelCache, has_models
from cwsdiag.difficulty.segmenter import FIRST_END, check_training, cut_by
from cwsdiag.difficulty.settings import CommitteeSettings, Member, digest_of, draw
from cwsdiag.difficulty.templates import Features
from cwsdiag.difficulty.work import Material, work, workers
from cwsdiag.errors import Cancelled, SettingError
from cwsdiag.languages import lazy
from cwsdiag.matching import match
from cwsdiag.signature import DIGEST_SHOWN
from cwsdiag.text import Segmentation, frozen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from threading import Event

    from numpy.typing import NDArray

    from cwsdiag.text import Bools, Text


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
    cuts: NDArray[np.uint8]
    training_name: str
    training_digest: str

    def __setstate__(self, state: dict[str, Any]) -> None:
        # Pickling forgets that an array is read-only.
        self.__dict__.update(state)
        for value in state.values():
            if isinstance(value, np.ndarray):
                frozen(value)

    @cached_property
    def votes(self) -> NDArray[np.int64]:
        """For each gold word how many members get it wrong, int64."""
        return frozen(self.wrong.sum(axis=0, dtype=np.int64))

    @cached_property
    def difficulty(self) -> NDArray[np.float64]:
        """For each gold word d, the share of members that get it wrong, float64 from 0 to 1."""
        return frozen(self.votes / len(self.members))

    def cut(self, number: int) -> Segmentation:
        """Return how a member cuts the text, as a system called ``member 0`` and so on."""
        ends = np.unpackbits(self.cuts[number], count=len(self.text.chars))
        return Segmentation(f"member {number}", self.text, frozen((np.flatnonzero(ends) + 1).astype(np.int32)))

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
    jobs: int | None = None,
    scheduler: str | None = None,
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
        jobs: how many members to work on at once on this machine; as many as it has processors by default.
        scheduler: address of a Dask scheduler, such as ``tcp://host:8786``, whose workers do it instead.
        cache: folder to keep models in, such as ``cache_folder()``: members found there are not learnt again. None
            keeps nothing.
        told: called with the number of members done and K, after each.
        cancelled: asked after each member; true, or set, to stop.

    Raises:
        Cancelled: ``cancelled`` said so.
        FormatError: the training data is no segmented text.
        SettingError: a setting makes no sense, something is not installed, no scheduler answers, or ``cache`` cannot
            be written.
    """
    settings = settings or CommitteeSettings()
    if optional(whole, "jobs", jobs, bounds.JOBS) is not None and scheduler is not None:
        raise SettingError(lazy("{jobs} jobs: with a scheduler its workers decide. Give only one of them.", jobs=jobs))
    check_training(training)
    settings.learner.require()
    digest = digest_of(training)
    kept = ModelCache(cache, settings.digest(digest, members=False))
    material = Material.of(training, Features.of(training.text), gold.text)
    wrong = np.empty((settings.members, len(gold)), dtype=np.bool_)
    cuts = np.empty((settings.members, -(-len(gold.text.chars) // 8)), dtype=np.uint8)
    for done, (number, tags) in enumerate(_tags(material, settings, kept, jobs, scheduler, cancelled), start=1):
        cut = cut_by(tags, gold.text, name=f"member {number}")
        wrong[number] = ~match(gold, cut).gold_hit
        cuts[number] = np.packbits(tags >= FIRST_END)
        if told is not None:
            told(done, settings.members)
    members = tuple(draw(settings, number, len(training.text.sentence_ends))[0] for number in range(settings.members))
    return Committee(settings, members, frozen(wrong), gold.text, frozen(cuts), training.name, digest)


def has_members(training_digest: str, settings: CommitteeSettings, cache: Path) -> bool:
    """Tell whether a cache folder has all members of a committee: it is made then without learning anything.

    Args:
        training_digest: of the training data; see ``digest_of``.
        settings: of the committee.
        cache: as for ``committee``.
    """
    return has_models(cache, settings.digest(training_digest, members=False), settings.members)


def _tags(
    material: Material,
    settings: CommitteeSettings,
    kept: ModelCache,
    jobs: int | None,
    scheduler: str | None,
    cancelled: Event | Callable[[], bool] | None,
) -> Iterator[tuple[int, NDArray[np.int8]]]:
    """Yield the tags that each member gives the text, as they come, and keep models.

    Raises:
        Cancelled: some members are missing because ``cancelled`` said so.
    """
    import joblib

    enough = _question(cancelled)
    stopped = enough()

    def tasks() -> Iterator[Any]:
        # Asked for the next one whenever a worker is free: what is kept is read when its turn has come, and to stop is
        # to have no more tasks, so that those under way end well and are kept too.
        for number in range(settings.members):
            if stopped:
                return
            yield joblib.delayed(work)(material, settings, number, kept.read(number))

    done = 0
    with workers(settings.learner, material, jobs=jobs, scheduler=scheduler) as parallel:
        answers = parallel(tasks())
        try:
            for number, model, tags in answers:
                if model is not None:
                    kept.write(number, model)
                done += 1
                yield number, tags
                stopped = stopped or enough()
        finally:
            # Where the loop was left by an error or Ctrl-C, workers are told now and not when memory is tidied up.
            answers.close()
    if done < settings.members:
        raise Cancelled(done, settings.members)


def _question(cancelled: Event | Callable[[], bool] | None) -> Callable[[], bool]:
    if cancelled is None:
        return lambda: False
    return cancelled if callable(cancelled) else cancelled.is_set
