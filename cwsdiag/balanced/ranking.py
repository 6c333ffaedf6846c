"""The ranking by f_b: beside that by F1, over intervals of difficulty, on any half of a text [PM, figures 2, 4, 6]."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations

import numpy as np

from cwsdiag.arguments import bounds, whole
from cwsdiag.balanced.scoring import Balanced, BalancedScore, shares
from cwsdiag.errors import FormatError, SettingError
from cwsdiag.formats.encoding import decoded, detect
from cwsdiag.formats.source import Source
from cwsdiag.inference import Interval
from cwsdiag.languages import lazy
from cwsdiag.scores import ratio, recall
from cwsdiag.text import Bools, Floats, Longs, frozen
from cwsdiag.weights import INTERVALS


@dataclass(frozen=True)
class Rank:
    """Where a system stands.

    Attributes:
        name: of the system.
        by_f1, by_f_b: its place, 1 for the best; equal scores share a place. None where the score is undefined.
        moved: places that it goes up (below 0: down) from the ranking by F1 to that by f_b; None where one is None.
    """

    name: str
    by_f1: int | None
    by_f_b: int | None
    moved: int | None


@dataclass(frozen=True)
class Mover:
    """A word that one of two systems gets right where the other gets it wrong.

    Attributes:
        word: its characters.
        tokens: how often in gold that is so.
        weight: Σ d of these tokens.
    """

    word: str
    tokens: int
    weight: float


@dataclass(frozen=True)
class Swap:
    """Two systems whose order by F1 is not their order by f_b.

    Attributes:
        up: the one that is ahead by f_b, and behind by F1.
        down: the other.
        f1, f_b: ``up`` − ``down``, with their paired intervals; see ``BalancedPair``.
        gains: the words that ``up`` alone gets right, those with the largest Σ d first.
        losses: the words that ``down`` alone gets right, in the same order.
    """

    up: str
    down: str
    f1: Interval
    f_b: Interval
    gains: tuple[Mover, ...]
    losses: tuple[Mover, ...]


def rankings(scores: Sequence[BalancedScore]) -> list[Rank]:
    """Return where each system stands by F1 and by f_b, in the order of ``scores``."""
    by_f1 = _places(score.f1 for score in scores)
    by_f_b = _places(score.f_b for score in scores)
    return [
        Rank(score.name, first, second, None if first is None or second is None else first - second)
        for score, first, second in zip(scores, by_f1, by_f_b, strict=True)
    ]


def swaps(balanced: Balanced, *, most: int = 10) -> list[Swap]:
    """Return every two systems that change order, each with at most ``most`` words on either side.

    Their order is that of their differences; it and the words count where both systems were compared. Of equal Σ d, the
    word comes first of which such a token stands first in gold.
    """
    places = combinations(range(len(balanced.scores)), 2)
    pairs = []
    for (a, b), pair in zip(places, balanced.differences, strict=True):
        if pair.f1.value * pair.f_b.value < 0:
            f1, f_b, up, down = pair.f1, pair.f_b, a, b
            if f_b.value < 0:
                f1, f_b, up, down = f1.turned, f_b.turned, b, a
            gains, losses = (tuple(_movers(balanced, *sides, most)) for sides in ((up, down), (down, up)))
            pairs.append(Swap(balanced.scores[up].name, balanced.scores[down].name, f1, f_b, gains, losses))
    return pairs


def _places(values: Iterable[float]) -> list[int | None]:
    scores = np.array(list(values))
    # A comparison with NaN is false: what is undefined stands before nobody.
    return [None if np.isnan(score) else int((scores > score).sum()) + 1 for score in scores]


def _movers(balanced: Balanced, right: int, wrong: int, most: int) -> list[Mover]:
    """Return the words that system number ``right`` gets right and number ``wrong`` wrong."""
    one, other, distinct = balanced.found[right], balanced.found[wrong], balanced.dataset.gold.distinct
    words = np.flatnonzero(one.gold_hit & other.gold_scored & ~other.gold_hit)
    types, first, inverse = np.unique(distinct.ids[words], return_index=True, return_inverse=True)
    tokens: Longs = np.bincount(inverse, minlength=len(types))
    weight = np.bincount(inverse, balanced.weights.values[words], minlength=len(types))
    order = np.lexsort((first, -weight))[:most]
    return [Mover(distinct.words[types[place]], int(tokens[place]), float(weight[place])) for place in order.tolist()]


# Fewer points than this always lie on a line.
_POINTS = 2
# Up to so many systems all orders are tried, 362,880 of nine; of more so many at random.
_ALL_ORDERS, _RANDOM_ORDERS = 9, 100_000
# Differences of r below this are roundings.
_ALIKE = 1e-12


@dataclass(frozen=True)
class HalvesTest:
    """How probable it is that two halves rank systems so much alike, or unlike, by chance.

    Attributes:
        split: the one that is tested, from 0: of those whose r is nearest to the median the first.
        r: Pearson's correlation over systems of its halves.
        p: the share of orders of the systems on one half that give an r at least as far from 0; with random orders one
            is added to both counts, for the order that was seen.
        exact: whether all orders were tried.
        orders: how many were.
    """

    split: int
    r: float
    p: float
    exact: bool
    orders: int


@dataclass(frozen=True, eq=False)
class Halves:
    """f_b of systems on two halves of the sentences, for many ways of halving.

    Attributes:
        systems: their names, in the order of the dataset.
        first, second: f_b of each system on either half, of shape (splits, systems).
        r: Pearson's correlation over systems of the two halves, for each split, in [-1, 1]. NaN with fewer than two
            systems, where all systems are equal on a half, and where an f_b is undefined.
    """

    systems: tuple[str, ...]
    first: Floats
    second: Floats
    r: Floats

    @cached_property
    def test(self) -> HalvesTest | None:
        """The test of the split whose r is the most usual; None where r is undefined for all."""
        if np.isnan(self.r).all():
            return None
        split = int(np.nanargmin(np.abs(self.r - np.nanmedian(self.r))))
        test = order_test(self.first[split], self.second[split])
        return HalvesTest(split, float(self.r[split]), *test)


def order_test(first: Floats, second: Floats) -> tuple[float, bool, int]:
    """Test by permutation whether two lists of numbers go together: the statistic is Pearson's r, two-sided.

    Args:
        first: numbers that vary.
        second: as many that vary; no two pairs need differ.

    Returns:
        p, whether all orders were tried (up to nine numbers), and how many were.
    """
    a, b = first - first.mean(), second - second.mean()
    scale = float(np.sqrt((a * a).sum() * (b * b).sum()))
    exact = len(a) <= _ALL_ORDERS
    if exact:
        orders = np.array(list(permutations(range(len(a)))))
    else:
        # Each row is drawn anew: its numbers in the order of random ones.
        orders = np.random.default_rng(0).random((_RANDOM_ORDERS, len(a))).argsort(axis=1)
    seen = abs(float(a @ b)) / scale
    as_far = int((np.abs(b[orders] @ a) / scale >= seen - _ALIKE).sum())
    p = as_far / len(orders) if exact else (1 + as_far) / (1 + len(orders))
    return p, exact, len(orders)


def halves(balanced: Balanced, *, splits: int = 100, seed: int = 0) -> Halves:
    """Cut the sentences at random in two halves, many times, and score every system on both.

    Args:
        balanced: what was counted.
        splits: how many times, at least 1.
        seed: of the cuts. Of an odd number of sentences, the second half has one more.

    Raises:
        SettingError: fewer than one split, a negative seed, or less than two sentences.
    """
    whole("splits", splits, bounds.SPLITS)
    whole("seed", seed, bounds.SEED)
    sentences = len(balanced.dataset.gold.text.sentence_ends)
    if sentences < 2:
        raise SettingError(lazy("a text of one sentence has no halves."))
    names = tuple(score.name for score in balanced.scores)
    f_b = np.empty((2, splits, len(names)))
    if names:
        sums = np.stack(balanced.by_sentence, axis=1)
        rng = np.random.default_rng(seed)
        for split in range(splits):
            order = rng.permutation(sentences)
            # Both are summed: what is left of a total of floats is not quite 0 where it should be.
            for half, chosen in enumerate((order[: sentences // 2], order[sentences // 2 :])):
                f_b[half, split] = shares(sums[chosen].sum(axis=0))["f_b"]
    first, second = frozen(f_b)
    return Halves(names, first, second, pearson(first, second))


def pearson(first: Floats, second: Floats) -> Floats:
    """Return Pearson's correlation of each row of two arrays of one shape, in [-1, 1].

    NaN with fewer than two columns, where a row does not vary, and where a value is undefined.
    """
    if first.shape[1] < _POINTS:
        return np.full(len(first), np.nan)
    # Means of equal numbers may be off by a rounding, and would make something of nothing.
    varies = (np.ptp(first, axis=1) > 0) & (np.ptp(second, axis=1) > 0)
    a, b = (values - values.mean(axis=1, keepdims=True) for values in (first, second))
    scale = np.where(varies, np.sqrt((a * a).sum(axis=1) * (b * b).sum(axis=1)), 0.0)
    return frozen(np.clip(ratio((a * b).sum(axis=1), scale), -1.0, 1.0))


# Each holds its upper edge, and the first 0.
INTERVAL_LABELS = tuple(
    lazy("{low} to {high}", low=f"{lower / 10:g}", high=f"{(lower + 1) / 10:g}") for lower in range(INTERVALS)
)
_IDIOM = 4
_WORD = re.compile(r"\S+")
_MOST_IDIOMS = 1_000_000


def accuracy_by_difficulty(balanced: Balanced) -> dict[str, Floats]:
    """Return for each system the recall of the gold words in each of ten intervals of difficulty.

    Returns:
        float64 of shape (10,) by the name of the system; NaN for an interval without words that were compared.
    """
    index = balanced.weights.intervals()
    return {
        matching.system.name: recall(
            gold=np.bincount(index[matching.gold_scored], minlength=INTERVALS),
            matched=np.bincount(index[matching.gold_hit], minlength=INTERVALS),
        )
        for matching in balanced.found
    }


def word_groups(balanced: Balanced, *, idioms: Collection[str] | None = None) -> dict[str, Bools]:
    """Return which gold words are of each kind.

    Args:
        balanced: gold and its difficulties.
        idioms: a list of idioms. Words of four characters that are in it make the group ``idioms``.

    Returns:
        bool of shape (gold words,) for ``all words``, ``two-character words``, ``OOV words`` with training data and
        ``idioms`` with a list of them.
    """
    gold, oov = balanced.dataset.gold, balanced.dataset.oov
    groups: dict[str, Bools] = {
        lazy("all words"): np.ones(len(gold), dtype=np.bool_),
        lazy("two-character words"): gold.word_lengths == 2,
    }
    if oov is not None:
        groups[lazy("OOV words")] = oov
    if idioms is not None:
        known = frozenset(idioms)
        listed = np.fromiter((word in known for word in gold.surfaces()), np.bool_, len(gold))
        groups[lazy("idioms")] = (gold.word_lengths == _IDIOM) & listed
    return groups


def read_idioms(source: Source) -> frozenset[str]:
    """Return the words of a list, whatever white space stands between them; ``word_groups`` takes it.

    Raises:
        InputError: it cannot be read, is no text, or has more different words than any list of idioms.
    """
    data = b"".join(source.chunks())
    encoding = detect(data, complete=True, name=source.name)
    words: set[str] = set()
    for idiom in _WORD.finditer("".join(decoded(iter([data]), encoding, source.name))):
        words.add(idiom.group())
        if len(words) > _MOST_IDIOMS:
            raise FormatError(
                lazy(
                    "{name}: more than {most:,} different words. Give a list of idioms.",
                    name=source.name,
                    most=_MOST_IDIOMS,
                )
            )
    return frozenset(words)


def group_shares(balanced: Balanced, groups: Mapping[str, Bools]) -> dict[str, Floats]:
    """Return how each kind of gold words spreads over the ten intervals of difficulty, in per cent.

    Args:
        balanced: gold and its difficulties.
        groups: the words of each kind, from ``word_groups``.

    Returns:
        float64 of shape (10,), summing to 100, for each kind; all NaN for a kind that gold has no word of.
    """
    index = balanced.weights.intervals()
    return {
        name: 100 * ratio(np.bincount(index[members], minlength=INTERVALS), members.sum())
        for name, members in groups.items()
    }
