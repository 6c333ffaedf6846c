"""A committee of base segmenters, who of them gets which gold word wrong, and how far that moves [PM, METHODS 8].

Each member draws a template, a ratio and its sentences. Difficulties still move as a committee grows, and two halves of
it agree only so far; all that is asked for that is which of its members get which gold word wrong: a table of
difficulties says it, too (``Weights.wrong``).

A text of one's own, without gold: what its words are like, and how far a committee cuts it in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

import numpy as np

from cwsdiag.arguments import bounds, whole
from cwsdiag.attributes import Attribute, Context, select
from cwsdiag.dataset import ReadOptions, read
from cwsdiag.difficulty.learners import FIRST_END, Learner, Material, Model, Perceptron, key_of
from cwsdiag.difficulty.segmenter import Segmenter, as_cut, check_training, digest_of
from cwsdiag.difficulty.store import ModelStore
from cwsdiag.difficulty.templates import TEMPLATES, Features, PlainArrays, Template
from cwsdiag.errors import SettingError
from cwsdiag.languages import lazy
from cwsdiag.matching import match
from cwsdiag.parallel import HERE, Shared, Where, starmap_unordered
from cwsdiag.progress import StepListener
from cwsdiag.scores import ratio
from cwsdiag.signature import DIGEST_SHOWN
from cwsdiag.text import Bools, Bytes, Floats, Longs, Segmentation, Text, frozen
from cwsdiag.typed import lines

if TYPE_CHECKING:
    from cwsdiag.training import TrainingStats

# After so many members models that are too many go, which takes a look at all that there are.
_TRIMMED = 100
# How many times a committee is halved.
_SPLITS = 100


@dataclass(frozen=True)
class CommitteeSettings:
    """How a committee is made.

    Attributes:
        members: K, how many base segmenters.
        seed: of the draws and shuffles, at least 0.
        templates: feature templates that members draw from; their order says nothing.
        ratios: per cent of the training sentences that members draw from; their order says nothing.
        learner: what every member is learnt by.

    Raises:
        SettingError: one of them makes no sense.
    """

    members: int = 100
    seed: int = 0
    templates: tuple[Template, ...] = TEMPLATES
    ratios: tuple[float, ...] = (10, 20, 30)
    learner: Learner = Perceptron()

    def __post_init__(self) -> None:
        """Check, and put templates and ratios in order, so that what is the same is equal."""
        whole("members", self.members, bounds.MEMBERS)
        whole("seed", self.seed, bounds.SEED)
        unknown = sorted(set(self.templates) - set(TEMPLATES))
        if unknown or not self.templates:
            raise SettingError(
                lazy(
                    "no such feature templates: {names}. Available: {known}.",
                    names=", ".join(map(repr, unknown)) or lazy("none"),
                    known=", ".join(TEMPLATES),
                )
            )
        if not self.ratios or not all(0 < ratio <= 100 for ratio in self.ratios):
            raise SettingError(
                lazy(
                    "no such ratios: {names}. Give per cent of the sentences, such as 10,20,30.",
                    names=", ".join(f"{ratio:g}" for ratio in self.ratios) or lazy("none"),
                )
            )
        object.__setattr__(self, "templates", tuple(sorted(set(self.templates))))
        object.__setattr__(self, "ratios", tuple(sorted(set(self.ratios))))

    def __str__(self) -> str:
        ratios = ",".join(f"{ratio:g}" for ratio in self.ratios)
        return f"{self.learner} K={self.members} seed={self.seed} {','.join(self.templates)} {ratios} %"

    def digest(self, training_digest: str, *, members: bool) -> str:
        """Return what names these settings on this training data: SHA-256, hex.

        Args:
            training_digest: of the training data.
            members: whether K counts. No member depends on it, so they are kept under a digest without; a difficulty
                does, so a committee is called by one with.
        """
        return key_of(
            self.learner,
            members=int(self.members) if members else None,
            ratios=[float(ratio) for ratio in self.ratios],
            seed=int(self.seed),
            templates=self.templates,
            training=training_digest,
        )


@dataclass(frozen=True)
class Member:
    """What one base segmenter drew.

    Attributes:
        number: its place in the committee, from 0.
        template: its feature template.
        ratio: per cent of the training sentences that it learnt from.
        sentences: how many those are.
    """

    number: int
    template: Template
    ratio: float
    sentences: int


def draw(settings: CommitteeSettings, number: int, available: int) -> tuple[Member, Longs, np.random.Generator]:
    """Draw a member: template and ratio uniformly, then its sentences without replacement.

    It depends on the seed, its number, templates and ratios, and on nothing else: not on K, nor on who asks first.

    Args:
        settings: what to draw from.
        number: place in the committee, from 0.
        available: number of training sentences, at least 1; a member gets at least one.

    Returns:
        The member, the indices of its sentences in ascending order, and the source of whatever else it needs at random.
    """
    rng = np.random.default_rng([settings.seed, number])
    template = settings.templates[int(rng.integers(len(settings.templates)))]
    ratio = settings.ratios[int(rng.integers(len(settings.ratios)))]
    chosen = np.sort(rng.choice(available, size=max(1, round(available * ratio / 100)), replace=False))
    return Member(number, template, ratio, len(chosen)), chosen, rng


@dataclass(frozen=True, eq=False)
class Committee(PlainArrays):
    """What a committee made of a gold text.

    Attributes:
        settings: how it was made.
        members: what each drew, in order.
        wrong: bool of shape (members, gold words): the member does not have the span of the word. Read-only.
        training_name: what the user calls the training data.
        training_digest: SHA-256 (hex) of its words and sentences, see ``digest_of``.
    """

    settings: CommitteeSettings
    members: tuple[Member, ...]
    wrong: Bools
    training_name: str
    training_digest: str

    @cached_property
    def difficulty(self) -> Floats:
        """For each gold word d, the share of members that get it wrong, float64 from 0 to 1."""
        return frozen(self.wrong.mean(axis=0))

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
    progress: StepListener = lambda done, total: None,
    cancelled: Callable[[], bool] = lambda: False,
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
        progress: called with the number of members done and K, after each.
        cancelled: asked after each member; true to stop.

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
    for number, cut in _answers(material, settings, store, where, progress, cancelled):
        ends = np.unpackbits(cut, count=len(gold.text.chars)).astype(np.bool_)
        wrong[number] = ~match(gold, as_cut(ends, gold.text, "")).gold_hit
    members = tuple(draw(settings, number, len(training.text.sentence_ends))[0] for number in range(settings.members))
    return Committee(settings, members, wrong, training.name, digest)


def _answers(
    material: Material,
    settings: CommitteeSettings,
    store: ModelStore,
    where: Where,
    progress: StepListener,
    cancelled: Callable[[], bool],
) -> Iterator[tuple[int, Bytes]]:
    """Yield how each member cuts the text, as they come and as ``work`` says it; store models.

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
        progress=progress,
        cancelled=cancelled,
    )
    with closing(answers):
        for number, (model, cut) in answers:
            if model is not None:
                store.keep(number, model)
            if number % _TRIMMED == 0:
                store.trim()
            yield number, cut
    store.trim()


def work(
    material: Material, settings: CommitteeSettings, number: int, store: ModelStore, before: Model | None, sends: bool
) -> tuple[Model | None, Bytes]:
    """Return what a member makes of the text; a worker calls it, wherever it runs.

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
        model = learnt = settings.learner.learn(material, member.template, chosen, rng)
        store.keep(number, model)
    return learnt if sends else None, np.packbits(material.cut(model, member.template) >= FIRST_END)


def mean_change(wrong: Bools, sizes: Sequence[int] | None = None) -> dict[int, float]:
    """Return the mean change of d from K to 2K members: the mean of |d_2K − d_K| over gold words, by K.

    d_K is the share of the first K members that get a word wrong, so both overlap, as in the paper's figure.

    Args:
        wrong: which members get which gold word wrong, bool of shape (members, gold words).
        sizes: values of K; 1, 2, 5, 10 … by default, as far as there are twice as many members.

    Returns:
        NaN where gold has no word; nothing by default for a committee of one.

    Raises:
        SettingError: a K is below 1, or there are no 2K members.
    """
    members = len(wrong)
    usual = (step * 10**power for power in range(len(str(members))) for step in (1, 2, 5))
    chosen = [size for size in usual if 2 * size <= members] if sizes is None else list(sizes)
    for size in chosen:
        if not 1 <= size <= members // 2:
            raise SettingError(
                lazy(
                    "a committee of {members} cannot be compared at {size} and {double} members. Make a larger one.",
                    members=members,
                    size=size,
                    double=2 * size,
                )
            )
    if not wrong.shape[1]:
        return {size: float("nan") for size in chosen}
    return {size: float(np.abs(wrong[: 2 * size].mean(axis=0) - wrong[:size].mean(axis=0)).mean()) for size in chosen}


def growth(wrong: Bools, words: Sequence[int] | Longs) -> Floats:
    """Return the difficulty of some words against the size of the committee: the lines of the paper's figure 1.

    Args:
        wrong: which members get which gold word wrong, bool of shape (members, gold words).
        words: indices of gold words.

    Returns:
        float64 of shape (members, words): in row k the share of the first k + 1 members that get each word wrong. The
        last row is their difficulty.
    """
    counts = np.cumsum(wrong[:, np.asarray(words, dtype=np.int64)], axis=0)
    return frozen(counts / np.arange(1, len(wrong) + 1)[:, None])


def member_scores(wrong: Bools) -> Floats:
    """Return what each member scores: the share of the gold words whose span it has, its recall [PM, equation 4].

    Their mean over the members is 1 less the mean difficulty of the words.

    Args:
        wrong: which members get which gold word wrong, bool of shape (members, gold words).

    Returns:
        float64 of shape (members,), each in [0, 1]; all NaN where gold has no word.
    """
    return frozen(ratio((~wrong).sum(axis=1), wrong.shape[1]))


def half_correlations(wrong: Bools) -> Floats:
    """Return how alike two random halves of a committee find words hard: Pearson's r of d over gold words, by split.

    Args:
        wrong: which members get which gold word wrong, bool of shape (members, gold words). Of an odd number of members
            one is left out each time.

    Returns:
        float64 of shape (100,), each in [-1, 1]. NaN for a committee of one, with fewer than two words, and where all
        words are as hard as each other for a half.
    """
    half, rng = len(wrong) // 2, np.random.default_rng(0)
    correlations = np.full(_SPLITS, np.nan)
    for split in range(_SPLITS if half else 0):
        order = rng.permutation(len(wrong))
        first, second = (wrong[order[start : start + half]].sum(axis=0, dtype=np.int64) for start in (0, half))
        if len(first) > 1 and np.ptp(first) and np.ptp(second):
            correlations[split] = np.clip(np.corrcoef(first, second)[0, 1], -1.0, 1.0)
    return frozen(correlations)


# Characters of a text that somebody types or pastes.
LONGEST = 4_000


def typed_text(typed: str, *, normalise: Sequence[str] = ()) -> Text | None:
    """Return a text that somebody typed, a sentence a line, without its white space; None for white space alone.

    Args:
        typed: at most ``LONGEST`` characters.
        normalise: what was done to the training text, see ``NORMALISATIONS``.

    Raises:
        SettingError: it is too long, or has characters that cannot be seen.
    """
    tidy = lines(typed, lazy("text"), LONGEST, error=SettingError)
    sentences = [["".join(line.split())] for line in tidy.split("\n") if line.strip()]
    if not sentences:
        return None
    return read(sentences, role="gold", options=ReadOptions(normalise=tuple(normalise))).text


def described(cut: Segmentation, training: TrainingStats | None) -> list[tuple[Attribute, Floats, tuple[str, ...]]]:
    """Return the attributes of the words of a text that has no gold: sentences and density of OOV words are its own.

    Args:
        cut: the text.
        training: what they are known from.

    Returns:
        Those that are defined without gold's difficulties, parts of speech and systems: the attribute; its values as
        ``Attribute.values`` has them, one a word or a character; the names of its categories, if it has such.
    """
    context = Context(cut, training=None if training is None else training.apart())
    there = [one for one in select() if one.undefined_because(training) is None]
    return [(one, one.values(context), context.categories(one).names if one.categorical else ()) for one in there]


def disagreement(cut: Segmentation, members: Sequence[Segmentation]) -> Floats:
    """Return for each word the share of members that do not have its span as a word, from 0 to 1; NaN without any.

    It is no difficulty: nobody knows whether the word is right.

    Args:
        cut: a text.
        members: how each of a committee cuts the same ``Text``.
    """
    if not members:
        return frozen(np.full(len(cut), np.nan))
    return frozen(np.mean([~match(cut, member).gold_hit for member in members], axis=0))


def member_cuts(committee: Committee, segmenter: Segmenter, text: Text, cache: Path) -> Iterator[Segmentation]:
    """Yield how each member of a committee cuts a text.

    Args:
        committee: whose members.
        segmenter: has the features of the training text that they learnt from.
        text: to be cut.
        cache: the folder with their models.

    Raises:
        SettingError: the training text is another, or a model is no longer there.
    """
    store = ModelStore(cache, committee.settings.digest(committee.training_digest, members=False))
    for member in committee.members:
        model = store.find(member.number) if committee.training_digest == segmenter.digest else None
        if model is None:
            raise SettingError(lazy("The members of the committee are no longer there. Make it again on Difficulty."))
        yield segmenter.cut_by(model, member.template, text, f"member {member.number}")
