"""What is shown of the committee behind difficulties: is it large enough, how words settle, what members score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from cwsdiag.arguments import Whole
from cwsdiag.charts.committee import GrowthLine, change_chart, growth_chart, members_chart
from cwsdiag.difficulty import Member, growth, half_correlations, mean_change, member_scores
from cwsdiag.errors import SettingError, brief
from cwsdiag.exhibits.exhibit import Content, exhibit
from cwsdiag.frames import records
from cwsdiag.languages import _, lazy
from cwsdiag.memo import memo
from cwsdiag.output import Table
from cwsdiag.text import Bools, Floats, Segmentation
from cwsdiag.views.columns import MEMBERS, column
from cwsdiag.views.committee import ENOUGH, change_sentence, enough_sentence, halves_sentence, members_sentence
from cwsdiag.views.hardness import hardness
from cwsdiag.views.look import Look, PrivateLook
from cwsdiag.views.ribbons import around
from cwsdiag.views.wording import in_turn, template_name
from cwsdiag.weights import Weights

# Characters shown on either side of a word.
_AROUND = 10
_OF: dict[str, Any] = {"page": "difficulty", "place": {"part": "committee"}, "weighs": True}
_SEEDS = Whole(0, 2**32 - 1)

ALONE = lazy("A committee of one has no smaller committee to be compared with.")


@memo
def changes(look: PrivateLook) -> dict[int, float]:
    """Return the mean change of difficulty from K to 2K by K, up to half of the committee; empty for one member."""
    wrong = _votes(look)
    half = len(wrong) // 2
    return mean_change(wrong) | (mean_change(wrong, [half]) if half else {})


@memo
def halves(look: PrivateLook) -> Floats:
    """Return how alike random halves of the committee find words hard."""
    return half_correlations(_votes(look))


def enough(look: PrivateLook) -> str:
    """Say whether the committee is large enough for a dataset."""
    return enough_sentence(changes(look), members=len(_votes(look)), dataset=look.name)


@exhibit(
    "change",
    "how much difficulty still moves as its committee grows; needs the votes of its members",
    **_OF,
)
def change(look: PrivateLook) -> Content:
    """Return how much the difficulty of a word changes as the committee doubles."""
    means = changes(look)
    if not means:
        raise SettingError(ALONE)
    columns = {"k": column("members", format="count"), "change": column("mean change", format="score")}
    return Content(
        _("Does the difficulty of {dataset} still move?", dataset=look.name),
        enough(look),
        in_turn(change_sentence(means), halves_sentence(halves(look), members=len(_votes(look)))),
        {"change": means[max(means)]},
        chart=lambda size: change_chart(means, size, enough=ENOUGH),
        table=lambda: Table([{"k": k, "change": mean} for k, mean in means.items()], columns),
    )


@exhibit(
    "growth",
    "the difficulty of a word of each interval as its committee grows; needs the votes of its members",
    **_OF,
)
def growing(look: Look, seed: str = "0") -> Content:
    """Return how the difficulty of some words settles; ``seed`` says which words are drawn.

    Raises:
        SettingError: that is no number, there are no votes, or no words.
    """
    draw = _SEEDS.read(seed)
    if draw is None:
        raise SettingError(lazy("seed is a whole number from 0, not {given}.", given=brief(seed)))
    wrong, gold = _votes(look), look.dataset.gold
    lines = growth_lines(wrong, gold, sampled_words(hardness(look).weights, gold, seed=draw))
    if not lines:
        raise SettingError(lazy("{dataset} has no words.", dataset=look.name))
    rows = [{"word": line.word, "sentence": line.sentence, "difficulty": line.values[-1]} for line in lines]
    columns = {
        "word": column("word"),
        "sentence": column("sentence", format="count"),
        "difficulty": column("difficulty", format="score"),
    }
    return Content(
        _("Difficulty on {dataset} as the committee grows", dataset=look.name),
        _(
            "Of one word from each interval of difficulty the hardest is {word}: {difficulty:.2f} with {members} "
            "members.",
            word=lines[-1].word,
            difficulty=lines[-1].values[-1],
            members=len(wrong),
        ),
        numbers={"difficulty": lines[-1].values[-1]},
        chart=lambda size: growth_chart(lines, size),
        table=lambda: Table(rows, columns),
    )


@exhibit(
    "members",
    "what each member of the committee scores by itself; needs their votes",
    **_OF,
)
def members(look: PrivateLook, *, drawn: Sequence[Member] | None = None) -> Content:
    """Return what each member scores.

    Args:
        look: what is shown.
        drawn: what each learnt from, where that is known.
    """
    scores = member_scores(_votes(look))
    frame = pd.DataFrame({"member": range(len(scores)), "score": scores})
    if drawn is not None:
        frame["template"] = [template_name(one.template) for one in drawn]
        frame["ratio"] = [one.ratio for one in drawn]
        frame["sentences"] = [one.sentences for one in drawn]
    return Content(
        _("What each member of the committee scores on {dataset}", dataset=look.name),
        members_sentence(scores),
        numbers={"mean": float(scores.mean())},
        chart=lambda size: members_chart(records(frame), size),
        table=lambda: Table(frame, {key: MEMBERS[key] for key in frame.columns}),
    )


def _votes(look: PrivateLook) -> Bools:
    """Return which member was wrong at which word.

    Raises:
        SettingError: there are no difficulties, or they do not say it.
    """
    wrong = hardness(look).weights.wrong
    if wrong is None:
        raise SettingError(
            lazy("The file of difficulties of {dataset} does not say which members were wrong.", dataset=look.name)
        )
    return wrong


def sampled_words(weights: Weights, gold: Segmentation, *, seed: int) -> list[int]:
    """Draw a word of each interval of difficulty that has one, all of different types.

    Most words are easy: drawn from all of them, most lines would lie on the axis.

    Returns:
        Indices of gold words, the least difficult first.
    """
    index, surfaces = weights.intervals(), gold.surfaces()
    drawn: dict[int, int] = {}
    seen: set[str] = set()
    there = len(np.unique(index))
    for word in np.random.default_rng(seed).permutation(len(gold)).tolist():
        interval = int(index[word])
        if interval not in drawn and surfaces[word] not in seen:
            drawn[interval] = word
            seen.add(surfaces[word])
            if len(drawn) == there:
                break
    return sorted(drawn.values(), key=lambda word: (float(weights.values[word]), word))


def growth_lines(wrong: Bools, gold: Segmentation, words: Sequence[int]) -> list[GrowthLine]:
    """Return the lines of some gold words, with what stands around them."""
    surfaces, lines = gold.surfaces(), []
    for word, values in zip(words, growth(wrong, words).T.tolist(), strict=True):
        sentence, span = int(gold.sentence_ids[word]), (int(gold.word_starts[word]), int(gold.word_ends[word]))
        lines.append(GrowthLine(surfaces[word], sentence + 1, *around(gold.text, sentence, span, _AROUND), values))
    return lines
