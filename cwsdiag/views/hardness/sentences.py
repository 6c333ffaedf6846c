"""Sentences by how hard their words are, or how far systems or members of the committee are apart on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.diagnosis import sentence_ranking
from cwsdiag.frames import HardSentence, HardWord, Titled
from cwsdiag.languages import _, lazy
from cwsdiag.scores import ratio
from cwsdiag.views.hardness.scores import SHORT
from cwsdiag.views.ribbons import ribbon_of
from cwsdiag.views.wording import number

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from cwsdiag.text import Segmentation
    from cwsdiag.views.hardness.scores import Hardness

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
