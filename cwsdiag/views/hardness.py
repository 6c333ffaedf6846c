"""What there is to say of difficulty: scores that weigh words by it, hard words, and sentences by how hard they are.

All of it is computed once for a dataset with difficulties, the same for everybody who looks at it.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from cwsdiag.balanced import (
    INTERVAL_LABELS,
    accuracy_by_difficulty,
    balance,
    group_shares,
    halves,
    rankings,
    swaps,
    word_groups,
)
from cwsdiag.diagnosis import sentence_ranking
from cwsdiag.frames import HardSentence, HardWord, Titled, signed
from cwsdiag.languages import _, lazy, n_, translated
from cwsdiag.memo import memo
from cwsdiag.scores import ratio
from cwsdiag.views.ribbons import ribbon_of
from cwsdiag.views.rows import balanced_rows
from cwsdiag.views.wording import (
    CHARACTERS_LISTED,
    NAMES_LISTED,
    bracketed,
    interval,
    listed,
    number,
    points,
    some_of,
    zero_said,
)
from cwsdiag.weights import INTERVALS

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from numpy.typing import NDArray

    from cwsdiag.balanced import Balanced, Halves, HalvesTest, Swap
    from cwsdiag.dataset import Dataset
    from cwsdiag.text import Segmentation
    from cwsdiag.views.look import PrivateLook
    from cwsdiag.weights import Weights

_POINTS = 100
# Sentences with fewer words are headings and exclamations: of them a single hard word makes the hardest of all.
SHORT = 5
# More words of a change of places than this nobody reads.
_MOST_MOVERS = 8
# Two points always lie on a line.
_FEWEST_FOR_R = 3


@dataclass(frozen=True)
class Correlation:
    """Pearson's r of F1 and f_b over systems, and how probable one as far from 0 is where there is none."""

    r: float
    p: float
    systems: int


class Hardness:
    """Balanced scores of one dataset, and what they are made of."""

    def __init__(self, dataset: Dataset, balanced: Balanced | None = None) -> None:
        """Compute nothing yet, but for the scores where they are not given.

        Raises:
            SettingError: the dataset has no difficulties.
        """
        self.balanced = balance(dataset) if balanced is None else balanced

    @property
    def weights(self) -> Weights:
        """How hard each gold word is."""
        return self.balanced.weights

    @cached_property
    def scores(self) -> pd.DataFrame:
        """A row a system, best f_b first, undefined last: see ``balanced_rows``; by_f1, by_f_b, moved of ``Place``."""
        places = [asdict(place) for place in rankings(self.balanced.scores)]
        rows = [row | place for row, place in zip(balanced_rows(self.balanced), places, strict=True)]
        ordered = pd.DataFrame(rows).sort_values(["f_b", "f1"], ascending=False, kind="stable", ignore_index=True)
        return ordered.astype(dict.fromkeys(("by_f1", "by_f_b", "moved"), "Int64"))

    @cached_property
    def pairs(self) -> pd.DataFrame:
        """A row for each two systems, the one further ahead by f_b first.

        Columns: first, second; f_b, the difference, low and high in points; ``verdict`` on its interval is a text.
        """
        place = {name: at for at, name in enumerate(self.scores["name"])}
        rows = []
        for one in self.balanced.differences:
            first, second = sorted((one.first, one.second), key=place.__getitem__)
            ahead = one.f_b if first == one.first else one.f_b.turned
            ends = {"f_b": ahead.value, "low": ahead.low, "high": ahead.high}
            rows.append({"first": first, "second": second, **{key: _POINTS * value for key, value in ends.items()}})
        rows.sort(key=lambda row: (place[str(row["first"])], place[str(row["second"])]))
        return pd.DataFrame(rows, columns=["first", "second", "f_b", "low", "high"])

    @cached_property
    def swaps(self) -> list[Swap]:
        """Every two systems that change order from F1 to f_b."""
        return swaps(self.balanced, most=_MOST_MOVERS)

    @cached_property
    def movers(self) -> pd.DataFrame:
        """A row a word behind a change of places: the word, who has it right and who wrong, tokens, Σ d."""
        rows = [
            (one.word, right, wrong, one.tokens, one.weight)
            for swap in self.swaps
            for right, wrong, words in ((swap.up, swap.down, swap.gains), (swap.down, swap.up, swap.losses))
            for one in words
        ]
        return pd.DataFrame(rows, columns=["word", "right", "wrong", "tokens", "weight"])

    @cached_property
    def correlation(self) -> Correlation:
        """Pearson's r of F1 and f_b; undefined over fewer than three systems, or where one does not vary."""
        known = self.scores[["f1", "f_b"]].dropna()
        if len(known) < _FEWEST_FOR_R or known.nunique().min() < 2:
            return Correlation(math.nan, math.nan, len(known))
        from scipy.stats import pearsonr

        found = pearsonr(known["f1"], known["f_b"])
        return Correlation(float(found.statistic), float(found.pvalue), len(known))

    @property
    def intervals(self) -> pd.DataFrame:
        """A row an interval of difficulty: label, words and share in per cent."""
        labels = list(map(translated, INTERVAL_LABELS))
        words = np.bincount(self.weights.intervals(), minlength=INTERVALS)
        return pd.DataFrame({"label": labels, "words": words, "share": 100 * ratio(words, words.sum())})

    @cached_property
    def accuracy(self) -> pd.DataFrame:
        """A row an interval, a column a system: the recall of the gold words there; NaN where there are none."""
        return pd.DataFrame(accuracy_by_difficulty(self.balanced))

    def kinds(self, idioms: Collection[str] | None) -> tuple[dict[str, NDArray[np.float64]], dict[str, int]]:
        """Return for each kind of gold words their shares of the ten intervals in per cent, and how many there are.

        Args:
            idioms: a list of them; without it they are no kind.
        """
        groups = word_groups(self.balanced, idioms=idioms)
        return group_shares(self.balanced, groups), {name: int(words.sum()) for name, words in groups.items()}

    @cached_property
    def halves(self) -> Halves | None:
        """f_b on random halves of the sentences; None where there is a single one."""
        return halves(self.balanced) if len(self.balanced.dataset.gold.text.sentence_ends) > 1 else None

    @cached_property
    def sentence_means(self) -> NDArray[np.float64]:
        """The mean difficulty of the words of each sentence."""
        ids = self.balanced.dataset.gold.sentence_ids
        # Gold has no empty sentence.
        means: NDArray[np.float64] = np.bincount(ids, self.weights.values) / np.bincount(ids)
        return means

    @cached_property
    def hardest(self) -> tuple[int, ...]:
        """The sentences, highest mean difficulty first, those with fewer than five words behind all others."""
        short = np.bincount(self.balanced.dataset.gold.sentence_ids) < SHORT
        return tuple(np.lexsort((-self.sentence_means, short)).tolist())

    @property
    def all_equal(self) -> bool:
        """Whether no word is harder than another."""
        return bool(np.ptp(self.weights.values) == 0)


@memo
def hardness(look: PrivateLook) -> Hardness:
    """Return what there is to say about the difficulty of a dataset that has some."""
    return Hardness(look.dataset)


def pair_table(hard: Hardness) -> pd.DataFrame:
    """Return the pairs as people read them, with ``verdict`` on the interval."""
    verdicts = map(zero_said, hard.pairs["low"], hard.pairs["high"])
    return hard.pairs.assign(verdict=pd.Series(list(verdicts), dtype=object))


def balanced_sentence(hard: Hardness, *, dataset: str) -> str:
    """Say who leads by f_b, by how much, whether the interval of that holds 0, and whether it leads by F1, too."""
    known = hard.scores[hard.scores["f_b"].notna()]
    words = n_("{n:,} gold word", "{n:,} gold words", len(hard.weights))
    if known.empty:
        return _(
            "Balanced F (f_b) is undefined on {dataset}: of its {words}, none is hard, or none is easy.",
            dataset=dataset,
            words=words,
        )
    best = known.iloc[0]
    worth = _(
        "balanced F (f_b) {f_b} {interval} on {words}",
        f_b=number(best["f_b"]),
        interval=interval(best["f_b_low"], best["f_b_high"]),
        words=words,
    )
    values = {"best": best["name"], "dataset": dataset, "worth": worth}
    if len(known) == 1:
        f1 = number(best["f1"])
        return _("{system} on {dataset}: {worth}, F1 {f1}.", system=best["name"], dataset=dataset, worth=worth, f1=f1)
    values["next"] = known["name"].iloc[1]
    pair = hard.pairs[(hard.pairs["first"] == best["name"]) & (hard.pairs["second"] == values["next"])].iloc[0]
    gap, low, high = (float(pair[key]) / _POINTS for key in ("f_b", "low", "high"))
    if gap == 0:
        return _("{best} and {next} lead {dataset} with the same {worth}.", **values)
    ends = (low, high) if gap > 0 else (-high, -low)
    values["ahead"] = f"{points(abs(gap))} {bracketed(*ends)}"
    if gap < 0:
        said = _(
            "{best} leads {dataset} with {worth}; over the words compared for both, {next} is {ahead} ahead of it.",
            **values,
        )
    elif low <= 0 <= high:
        said = _("{best} leads {dataset} with {worth}, {ahead} ahead of {next}: the interval holds 0.", **values)
    else:
        said = _("{best} leads {dataset} with {worth}, {ahead} ahead of {next}.", **values)
    leader, moved = (
        known.sort_values("f1", ascending=False, kind="stable").iloc[0],
        int((known["moved"].fillna(0) != 0).sum()),
    )
    if leader["f1"] > best["f1"]:
        by_f1 = _(
            "By F1 {system} leads, {f1} to {other}.",
            system=leader["name"],
            f1=number(leader["f1"]),
            other=number(best["f1"]),
        )
    elif moved:
        by_f1 = n_(
            "By F1 it leads, too; {n:,} system below it change places.",
            "By F1 it leads, too; {n:,} systems below it change places.",
            moved,
        )
    else:
        by_f1 = _("By F1 it leads, too.")
    return _("{first} {second}", first=said, second=by_f1)


def hard_words_sentence(hard: Hardness, *, dataset: str) -> str:
    """Say who gets most and fewest of the hardest words right: those of the highest interval that has any."""
    place = int(np.flatnonzero(hard.intervals["words"])[-1])
    words = n_("{n:,} gold word", "{n:,} gold words", int(hard.intervals["words"][place]))
    values = {"words": words, "dataset": dataset}
    if place:
        which = _(
            "{words} of {dataset} that more than {percent} % of the committee get wrong", **values, percent=10 * place
        )
    else:
        which = _("{words} of {dataset} that at most 10 % of the committee get wrong", **values)
    known = hard.accuracy.iloc[place].dropna().sort_values(ascending=False, kind="stable")
    if known.empty:
        return _("No system was compared on the {words}.", words=which)
    # What is printed alike is a tie to the reader.
    alike: dict[str, list[str]] = {}
    for name, value in known.items():
        alike.setdefault(_("{percent:.0f} %", percent=100 * value), []).append(str(name))
    (most, leaders), (least, last) = list(alike.items())[0], list(alike.items())[-1]
    if len(alike) > 1:
        return n_(
            "Of the {words}, {leaders} gets {most} right, the most, and {last} {least}.",
            "Of the {words}, {leaders} get {most} right, the most, and {last} {least}.",
            len(leaders),
            words=which,
            leaders=some_of(leaders, len(known)),
            most=most,
            last=some_of(last, len(known)),
            least=least,
        )
    if len(leaders) > 1:
        return _("Of the {words}, all systems get {share} right.", words=which, share=most)
    return _("Of the {words}, {system} gets {share} right.", words=which, system=leaders[0], share=most)


def correlation_sentence(found: Correlation) -> str:
    """Say how F1 and f_b go together over systems."""
    systems = n_("{n:,} system", "{n:,} systems", found.systems)
    if math.isnan(found.r):
        return _("Pearson's r of F1 and f_b says nothing for {systems}.", systems=systems)
    return _(
        "Pearson's r of F1 and f_b over {systems}: {r} ({p}).", systems=systems, r=number(found.r), p=_p_said(found.p)
    )


def committee_sentence(scores: pd.DataFrame, weights: Weights) -> str:
    """Say how far f_b would move with another committee, or why that is not known."""
    errors = scores["f_b_committee_se"].dropna()
    if errors.empty:
        if weights.wrong is None:
            return _(
                "How far f_b would move with another committee is not known: the file of difficulties does not say "
                "which members were wrong."
            )
        return _("How far f_b would move with another committee is not known: that needs more than one member.")
    low, high = (f"{100 * value:.1f}" for value in (errors.min(), errors.max()))
    much = points(float(errors.max())) if low == high else _("{low} to {high} points", low=low, high=high)
    return _(
        "Another committee of {members} of this kind would move f_b by {points} (standard error, members drawn anew).",
        members=n_("{n:,} member", "{n:,} members", weights.members or 0),
        points=much,
    )


def swaps_sentence(swaps: Sequence[Swap]) -> str:
    """Say which systems change their order from F1 to f_b, by how much they differ, and whether intervals hold 0."""
    said = [
        _(
            "{up} passes {down} (F1 {f1} {f1_interval}, f_b {f_b} {f_b_interval})",
            up=swap.up,
            down=swap.down,
            f1=signed(_POINTS * swap.f1.value),
            f1_interval=bracketed(swap.f1.low, swap.f1.high),
            f_b=signed(_POINTS * swap.f_b.value),
            f_b_interval=bracketed(swap.f_b.low, swap.f_b.high),
        )
        for swap in swaps
    ]
    if len(said) > NAMES_LISTED or sum(len(swap.up + swap.down) for swap in swaps) > 3 * CHARACTERS_LISTED:
        changed = n_(
            "From F1 to f_b {n:,} pair of systems changes order.",
            "From F1 to f_b {n:,} pairs of systems change order.",
            len(swaps),
        )
    else:
        changed = _("From F1 to f_b {passes}.", passes=listed(said))
    apart = sum(swap.f1.leaves_out_zero and swap.f_b.leaves_out_zero for swap in swaps)
    if len(swaps) == 1:
        zero = _("Both intervals leave out 0.") if apart else _("Not both intervals leave out 0.")
    elif not apart:
        zero = _("For none of these {pairs:,} pairs do both intervals leave out 0.", pairs=len(swaps))
    else:
        zero = n_(
            "Both intervals leave out 0 for {n:,} of these {pairs:,} pairs.",
            "Both intervals leave out 0 for {n:,} of these {pairs:,} pairs.",
            apart,
            pairs=len(swaps),
        )
    below = _("Below: the words that only one of a pair gets right, hardest first.")
    worth = _("{first} {second}", first=changed, second=zero)
    return _("{first} {second}", first=worth, second=below)


def _p_said(p: float) -> str:
    return "p < 0.001" if p < 0.001 else f"p = {number(p)}"


def halves_test_sentence(found: HalvesTest | None, systems: int) -> str:
    """Say how probable the r of the split that is shown would be by chance; empty where there is none."""
    if found is None:
        return ""
    values = {
        "r": number(found.r),
        "p": _p_said(found.p),
        "orders": found.orders,
        "systems": n_("{n:,} system", "{n:,} systems", systems),
    }
    if found.exact:
        return _(
            "Large marks: a split with r {r} (permutation test, {p}, all {orders:,} orders of {systems}).", **values
        )
    return _(
        "Large marks: a split with r {r} (permutation test, {p}, {orders:,} random orders of {systems}).", **values
    )


def halves_sentence(r: NDArray[np.float64], systems: int) -> str:
    """Say how alike two random halves of a text rank systems."""
    known = r[~np.isnan(r)]
    of_systems = n_("{n:,} system", "{n:,} systems", systems)
    if not len(known):
        return _("Pearson's r over {systems} is undefined.", systems=of_systems)
    low, median, high = np.quantile(known, [0.025, 0.5, 0.975]).tolist()
    said = _(
        "Pearson's r of f_b on two halves, over {systems}: median {median}, 95 % of {splits} in {interval}.",
        systems=of_systems,
        median=number(median),
        splits=n_("{n:,} random split", "{n:,} random splits", len(known)),
        interval=interval(low, high),
    )
    if systems != 2:
        return said
    line = _("Two points always lie on a line: with two systems r is 1 or -1.")
    return _("{first} {second}", first=said, second=line)


HARDEST, SYSTEMS, MEMBERS, TEXT = "hardest", "systems", "members", "text"
# What sentences can be ordered by, by its name in the address.
ORDERS = {
    HARDEST: lazy("hardest first"),
    SYSTEMS: lazy("A and B apart"),
    MEMBERS: lazy("members apart"),
    TEXT: lazy("text order"),
}


def member_disagreement(hard: Hardness) -> NDArray[np.float64]:
    """Return how far members of the committee are apart on each sentence, float64 of shape (sentences,).

    It is the mean over the words of a sentence of 2 d (1 − d): how probable it is that of two members drawn at random,
    the first put back, one gets the word and the other does not. From 0, where each word is right or wrong for all, to
    0.5, where each is wrong for half of them.
    """
    ids, d = hard.balanced.dataset.gold.sentence_ids, hard.weights.values
    # Gold has no empty sentence.
    means: NDArray[np.float64] = np.bincount(ids, 2 * d * (1 - d)) / np.bincount(ids)
    return means


def ranked(hard: Hardness, order: str, roles: Mapping[str, str], *, wanted: str = "") -> tuple[int, ...]:
    """Return the indices of the sentences that hold a text, in an order; equals stand as in the text.

    Args:
        hard: the dataset.
        order: of ``ORDERS``. ``hardest`` goes by the mean difficulty of words, ``members`` by ``member_disagreement``,
            both with sentences of fewer than five words behind all others; ``systems`` by how many words just one of A
            and B gets right.
        roles: names of A and, for ``systems``, of B.
        wanted: the text; white space in it is left out. All sentences hold an empty one.
    """
    dataset = hard.balanced.dataset
    gold = dataset.gold
    if order == HARDEST:
        found = np.array(hard.hardest, dtype=np.intp)
    elif order == SYSTEMS:
        apart = sentence_ranking.disagreement(dataset, roles["a"], roles["b"])
        found = sentence_ranking.most_first(apart)
    elif order == MEMBERS:
        short = np.bincount(gold.sentence_ids) < SHORT
        # Sums of the same numbers in another order differ by a rounding: equals are to stay as in the text.
        found = np.lexsort((-np.round(member_disagreement(hard), 12), short))
    else:
        found = np.arange(len(gold.text.sentence_ends))
    return tuple(found[sentence_ranking.holding(gold.text, wanted)[found]].tolist())


def hard_words(hard: Hardness, roles: Mapping[str, str], sentence: int) -> tuple[HardWord, ...]:
    """Return the words of a gold sentence, with what the systems of some roles made of them."""
    gold, weights = hard.balanced.dataset.gold, hard.weights
    matches = {one.system.name: one for one in hard.balanced.found}
    first, last = np.searchsorted(gold.sentence_ids, [sentence, sentence + 1]).tolist()
    intervals, surfaces = weights.intervals(), gold.sentence_words(sentence)
    words = []
    for word, surface in zip(range(first, last), surfaces, strict=True):
        votes = ""
        if weights.votes is not None:
            wrong = int(weights.votes[word])
            votes = _("{wrong:,} of {members:,} members wrong", wrong=wrong, members=weights.members or 0)
        verdicts = {}
        for role, name in roles.items():
            right = "right" if matches[name].gold_hit[word] else "wrong"
            verdicts[role] = right if matches[name].gold_scored[word] else "off"
        words.append(HardWord(surface, float(weights.values[word]), int(intervals[word]), votes, verdicts))
    return tuple(words)


def hard_sentence(hard: Hardness, roles: Mapping[str, str], sentence: int, *, wanted: str = "") -> HardSentence:
    """Return a gold sentence with its words, what A and B got of their difficulty, and where a text stands in it."""
    words, text = hard_words(hard, roles, sentence), hard.balanced.dataset.gold.text
    got = {}
    for role in roles:
        compared = sum(word.difficulty for word in words if word.verdicts[role] != "off")
        right = sum(word.difficulty for word in words if word.verdicts[role] == "right")
        got[role] = float(ratio(right, compared))
    wanted = "".join(wanted.split())
    chars = text.chars[int(text.sentence_starts[sentence]) : int(text.sentence_ends[sentence])]
    starts = [start for start in range(len(chars)) if wanted and chars.startswith(wanted, start)]
    hits = frozenset(place for start in starts for place in range(start, start + len(wanted)))
    return HardSentence(sentence + 1, words, float(hard.sentence_means[sentence]), got, hits)


def hard_ribbon(
    hard: Hardness, roles: Mapping[str, str], sentence: int, *, colours: Mapping[str, str], wanted: str = ""
) -> Titled:
    """Return a sentence with the difficulty of its words over them, and what the systems get of it.

    Args:
        hard: of the dataset.
        roles: the systems that are drawn, by role.
        sentence: its number, from 0.
        colours: of the systems, by role.
        wanted: characters that were searched for.
    """
    dataset = hard.balanced.dataset
    gold, one = dataset.gold, hard_sentence(hard, roles, sentence, wanted=wanted)
    first, start = int(np.searchsorted(gold.sentence_ids, sentence)), int(gold.text.sentence_starts[sentence])
    verdicts = {"right": _("right"), "wrong": _("wrong"), "off": _("not compared")}

    def says(segmentation: Segmentation, word: int) -> str:
        """Return how hard a gold word is, and who gets it, in lines."""
        if segmentation is not gold:
            return ""
        hard_word = one.words[word - first]
        lines = [f"{hard_word.word}  d {number(hard_word.difficulty)}", hard_word.votes]
        for role, verdict in hard_word.verdicts.items():
            lines.append(_("{name}: {value}", name=role.upper(), value=verdicts[verdict]))
        return "\n".join(filter(None, lines))

    ribbon = ribbon_of(
        gold,
        {role: dataset.system(name) for role, name in roles.items()},
        sentence,
        hits={start + place for place in one.hits},
        colours=colours,
        says=says,
        weights=hard.weights,
    )
    title = _("Sentence {number:,}: mean difficulty {mean}", number=one.number, mean=number(one.mean, 2))
    for role, share in one.got.items():
        title = _("{said}, {role} gets {share} of it", said=title, role=role.upper(), share=number(share, 2))
    return Titled(title, ribbon, str(one.number))


def hard_sentences_sentence(hard: Hardness, *, dataset: str) -> str:
    """Say how hard words are on average, and those of the hardest sentence."""
    hardest = hard.hardest[0]
    words = np.bincount(hard.balanced.dataset.gold.sentence_ids)
    values = {
        "dataset": dataset,
        "mean": number(float(hard.weights.values.mean())),
        "sentence": hardest + 1,
        "there": number(float(hard.sentence_means[hardest])),
    }
    if words.min() < SHORT <= words[hardest]:
        return _(
            "The words of {dataset} have a mean difficulty of {mean}; those of sentence {sentence:,}, the hardest of "
            "those with at least {short} words, {there}.",
            **values,
            short=SHORT,
        )
    return _(
        "The words of {dataset} have a mean difficulty of {mean}; those of sentence {sentence:,}, the hardest, "
        "{there}.",
        **values,
    )
