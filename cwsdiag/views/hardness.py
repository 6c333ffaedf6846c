"""What there is to say of difficulty: scores that weigh words by it, hard words, and sentences by how hard they are.

All of it is computed once for a dataset with difficulties, the same for everybody who looks at it.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property

import numpy as np
import pandas as pd

from cwsdiag.balanced import (
    INTERVAL_LABELS,
    Balanced,
    Halves,
    HalvesTest,
    Swap,
    accuracy_by_difficulty,
    balance,
    group_shares,
    halves,
    rankings,
    swaps,
    word_groups,
)
from cwsdiag.dataset import Dataset
from cwsdiag.frames import Ribbon, signed
from cwsdiag.languages import _, lazy, n_, translated
from cwsdiag.memo import memo
from cwsdiag.scores import ratio
from cwsdiag.text import Floats, Segmentation
from cwsdiag.views.look import PrivateLook
from cwsdiag.views.ribbons import ribbon_of
from cwsdiag.views.rows import balanced_rows
from cwsdiag.views.wording import (
    NAMES_LISTED,
    bracketed,
    gold_words,
    in_turn,
    listed,
    number,
    points,
    some_of,
    spread_text,
    zero_text,
)
from cwsdiag.weights import INTERVALS, Weights

_POINTS = 100
# Sentences with fewer words are headings and exclamations: of them a single hard word makes the hardest of all.
SHORT = 5
# More words of a change of places than this nobody reads.
_MOST_MOVERS = 8
ALL_EQUAL = lazy(
    "All words have the same difficulty, so there are no hard ones: balanced scores are the plain ones, or undefined. "
    "A committee of more, or weaker, members would tell words apart."
)
# Two points always lie on a line.
_FEWEST_FOR_R = 3


@dataclass(frozen=True)
class ScoreCorrelation:
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

    @property
    def gold(self) -> Segmentation:
        """The reference."""
        return self.balanced.dataset.gold

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
            rows.append((first, second, _POINTS * ahead.value, _POINTS * ahead.low, _POINTS * ahead.high))
        rows.sort(key=lambda row: (place[row[0]], place[row[1]]))
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
    def correlation(self) -> ScoreCorrelation:
        """Pearson's r of F1 and f_b; undefined over fewer than three systems, or where one does not vary."""
        known = self.scores[["f1", "f_b"]].dropna()
        if len(known) < _FEWEST_FOR_R or known.nunique().min() < 2:
            return ScoreCorrelation(math.nan, math.nan, len(known))
        from scipy.stats import pearsonr

        result = pearsonr(known["f1"], known["f_b"])
        return ScoreCorrelation(float(result.statistic), float(result.pvalue), len(known))

    @property
    def intervals(self) -> pd.DataFrame:
        """A row an interval of difficulty: words and share in per cent."""
        words = np.bincount(self.weights.intervals(), minlength=INTERVALS)
        return pd.DataFrame({"words": words, "share": 100 * ratio(words, words.sum())})

    @cached_property
    def accuracy(self) -> pd.DataFrame:
        """A row an interval, a column a system: the recall of the gold words there; NaN where there are none."""
        return pd.DataFrame(accuracy_by_difficulty(self.balanced))

    def kinds(self, idioms: Collection[str] | None) -> tuple[dict[str, Floats], dict[str, int]]:
        """Return for each kind of gold words their shares of the ten intervals in per cent, and how many there are.

        Args:
            idioms: a list of them; without it they are no kind.
        """
        groups = word_groups(self.balanced, idioms=idioms)
        return group_shares(self.balanced, groups), {name: int(words.sum()) for name, words in groups.items()}

    @cached_property
    def halves(self) -> Halves | None:
        """f_b on random halves of the sentences; None where there is a single one."""
        return halves(self.balanced) if len(self.gold.text.sentence_ends) > 1 else None

    @cached_property
    def sentence_means(self) -> Floats:
        """The mean difficulty of the words of each sentence."""
        # Gold has no empty sentence.
        return np.bincount(self.gold.sentence_ids, self.weights.values) / np.bincount(self.gold.sentence_ids)

    def got(self, system: str) -> Floats:
        """Return for each sentence the share of its difficulty that a system gets.

        That is Σ d of the words that it has right by Σ d of those that are compared; NaN where the latter is 0.
        """
        one = next(one for one in self.balanced.found if one.system.name == system)
        right, compared = (
            np.bincount(self.gold.sentence_ids, self.weights.values * words)
            for words in (one.gold_hit, one.gold_scored)
        )
        return ratio(right, compared)

    @cached_property
    def hardest(self) -> tuple[int, ...]:
        """The sentences by the mean difficulty of their words, highest first, equals as in the text.

        Those with fewer than five words come last.
        """
        short = np.bincount(self.gold.sentence_ids) < SHORT
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
    verdicts = map(zero_text, hard.pairs["low"], hard.pairs["high"])
    return hard.pairs.assign(verdict=pd.Series(list(verdicts), dtype=object))


def balanced_sentence(hard: Hardness, *, dataset: str) -> str:
    """Say who leads by f_b, by how much or whether the interval of that holds 0, and whether it leads by F1, too."""
    known = hard.scores[hard.scores["f_b"].notna()]
    if known.empty:
        return _(
            "Balanced F (f_b) is undefined on {dataset}: of its {words}, none is hard, or none is easy.",
            dataset=dataset,
            words=gold_words(len(hard.weights)),
        )
    best = known.iloc[0]
    values = {"best": best["name"], "dataset": dataset, "f_b": number(best["f_b"])}
    if len(known) == 1:
        return _("{best} has balanced F {f_b} on {dataset}, F1 {f1}.", f1=number(best["f1"]), **values)
    values["next"] = known["name"].iloc[1]
    pair = hard.pairs.iloc[0]
    if pair["f_b"] == 0:
        return _("{best} and {next} lead {dataset} with the same balanced F, {f_b}.", **values)
    if not (pair["low"] > 0 or pair["high"] < 0):
        sentence = _("{best} leads {dataset} with balanced F {f_b}, not surely ahead of {next}.", **values)
    else:
        ahead = points(pair["f_b"] / _POINTS)
        sentence = _("{best} leads {dataset} with balanced F {f_b}, {ahead} ahead of {next}.", ahead=ahead, **values)
    leader = known.sort_values("f1", ascending=False, kind="stable").iloc[0]
    by_f1 = _("By F1 it leads, too.")
    if leader["f1"] > best["f1"]:
        by_f1 = _("By F1 {system} leads.", system=leader["name"])
    return in_turn(sentence, by_f1)


def hard_words_sentence(hard: Hardness, *, dataset: str) -> str:
    """Say who gets most and fewest of the hardest words right: those of the highest interval that has any."""
    place = int(np.flatnonzero(hard.intervals["words"])[-1])
    which = _(
        "{words} of {dataset} with difficulty {interval}",
        words=n_("{n:,} word", "{n:,} words", int(hard.intervals["words"][place])),
        dataset=dataset,
        interval=translated(INTERVAL_LABELS[place]),
    )
    known = hard.accuracy.iloc[place].dropna().sort_values(ascending=False, kind="stable")
    if known.empty:
        return _("No system was compared on the {words}.", words=which)
    # What is printed alike is a tie to the reader.
    alike: dict[str, list[str]] = {}
    for name, value in known.items():
        alike.setdefault(_("{percent:.0f} %", percent=100 * value), []).append(str(name))
    groups = list(alike.items())
    (most, leaders), (least, last) = groups[0], groups[-1]
    sentence = n_(
        "Of the {words}, {leaders} gets {most} right",
        "Of the {words}, {leaders} get {most} right",
        len(leaders),
        words=which,
        leaders=some_of(leaders, len(known)),
        most=most,
    )
    if len(groups) == 1:
        return _("{said}.", said=sentence)
    return _("{said}, {last} {least}.", said=sentence, last=some_of(last, len(known)), least=least)


def correlation_sentence(correlation: ScoreCorrelation) -> str:
    """Say how F1 and f_b go together over systems."""
    systems = n_("{n:,} system", "{n:,} systems", correlation.systems)
    if math.isnan(correlation.r):
        return _("Pearson's r says nothing for {systems}.", systems=systems)
    return _(
        "Pearson's r of F1 and f_b over {systems}: {r} ({p}).",
        systems=systems,
        r=number(correlation.r),
        p=_p_text(correlation.p),
    )


def committee_sentence(scores: pd.DataFrame, weights: Weights) -> str:
    """Say how far f_b would move with another committee, or why that is not known."""
    errors = scores["f_b_committee_se"].dropna()
    if errors.empty:
        return _(
            "How far f_b would move with another committee is not known: that needs more than one member, and a file "
            "of difficulties that says which were wrong."
        )
    low, high = (f"{100 * value:.1f}" for value in (errors.min(), errors.max()))
    much = points(float(errors.max())) if low == high else _("{low} to {high} points", low=low, high=high)
    return _(
        "Another committee of {members} of this kind would move f_b by {points} (standard error, members drawn anew).",
        members=n_("{n:,} member", "{n:,} members", weights.members or 0),
        points=much,
    )


def swaps_sentence(swaps: Sequence[Swap]) -> str:
    """Say which systems change their order from F1 to f_b, by how much they differ, and whether intervals hold 0."""
    sentences = [
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
    if len(sentences) > NAMES_LISTED:
        changed = n_(
            "From F1 to f_b {n:,} pair of systems changes order.",
            "From F1 to f_b {n:,} pairs of systems change order.",
            len(swaps),
        )
    else:
        changed = _("From F1 to f_b {passes}.", passes=listed(sentences))
    zero = n_(
        "Both intervals leave out 0 for {apart:,} of {n:,} pair.",
        "Both intervals leave out 0 for {apart:,} of {n:,} pairs.",
        len(swaps),
        apart=sum(swap.f1.leaves_out_zero and swap.f_b.leaves_out_zero for swap in swaps),
    )
    return in_turn(changed, zero)


def _p_text(p: float) -> str:
    return "p < 0.001" if p < 0.001 else f"p = {number(p)}"


def halves_test_sentence(test: HalvesTest | None, systems: int) -> str:
    """Say how probable the r of the split that is shown would be by chance; empty where there is none."""
    if test is None:
        return ""
    facts = {
        "r": number(test.r),
        "p": _p_text(test.p),
        "orders": test.orders,
        "systems": n_("{n:,} system", "{n:,} systems", systems),
    }
    if test.exact:
        return _(
            "Large marks: a split with r {r} (permutation test, {p}, all {orders:,} orders of {systems}).", **facts
        )
    return _("Large marks: a split with r {r} (permutation test, {p}, {orders:,} random orders of {systems}).", **facts)


def halves_sentence(r: Floats, systems: int) -> str:
    """Say how alike two random halves of a text rank systems."""
    of_systems = n_("{n:,} system", "{n:,} systems", systems)
    if systems < _FEWEST_FOR_R:
        return _("Pearson's r says nothing for {systems}.", systems=of_systems)
    return _("Pearson's r of f_b on two halves, over {systems}: {r}.", systems=of_systems, r=spread_text(r))


def hard_ribbon(hard: Hardness, roles: Mapping[str, str], sentence: int, *, colours: Mapping[str, str]) -> Ribbon:
    """Return a sentence with the difficulty of its words over them, and what the systems get of it.

    Args:
        hard: of the dataset.
        roles: the systems that are drawn, by role.
        sentence: its number, from 0.
        colours: of the systems, by role.
    """
    gold, weights = hard.gold, hard.weights

    def says(segmentation: Segmentation, word: int) -> str:
        """Return how hard a gold word is, and how many members get it wrong, in lines."""
        if segmentation is not gold:
            return ""
        text = f"{gold.surfaces()[word]}  d {number(weights.values[word])}"
        if weights.votes is None:
            return text
        wrong, members = int(weights.votes[word]), weights.members or 0
        return text + "\n" + _("{wrong:,} of {members:,} members wrong", wrong=wrong, members=members)

    ribbon = ribbon_of(
        gold,
        {role: hard.balanced.dataset.system(name) for role, name in roles.items()},
        sentence,
        colours=colours,
        says=says,
        weights=weights.values,
    )
    mean = number(hard.sentence_means[sentence], 2)
    title = _("Sentence {number:,}: mean difficulty {mean}", number=sentence + 1, mean=mean)
    for role, name in roles.items():
        share = number(hard.got(name)[sentence], 2)
        title = _("{said}, {role} gets {share} of it", said=title, role=role.upper(), share=share)
    return replace(ribbon, title=title)


def hard_sentences_sentence(hard: Hardness, *, dataset: str) -> str:
    """Say how hard words are on average, and those of the hardest sentence."""
    hardest = hard.hardest[0]
    return _(
        "The words of {dataset} have a mean difficulty of {mean}; those of sentence {sentence:,}, the hardest "
        "(sentences of fewer than {short} words come last), {there}.",
        dataset=dataset,
        mean=number(hard.weights.values.mean()),
        sentence=hardest + 1,
        short=SHORT,
        there=number(hard.sentence_means[hardest]),
    )
