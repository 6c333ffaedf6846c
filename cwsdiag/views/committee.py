"""Sentences about committees: whether one is large enough, how far its halves agree, and whom it is hard on."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from cwsdiag.languages import _, lazy, n_
from cwsdiag.text import Floats
from cwsdiag.views.wording import (
    gold_words,
    in_turn,
    listed,
    number,
    own_kind_note,
    points,
    spread_text,
    template_names,
)

# Below this mean change a committee is taken to be large enough: a fifth of one of the ten intervals of difficulty.
ENOUGH = 0.02
# The members of a committee where nobody says how many.
_USUAL = 100
# Said where f_b first stands on a page.
F_B = lazy(
    "Balanced F (f_b) is F with each word weighted by how hard it is for a committee, so that neither the easy words "
    "nor the hard ones decide alone."
)
# Said where systems leave out different words; to be ``translated`` on pages.
COMMON_WORDS = lazy(
    "Where systems leave out different words, their difference is over the gold words that are compared for both."
)
# The end of the name of a committee: ``… seed=0 F1,F2,F3 10,20,30 % on train.txt 3f0c9a1b2c3d``.
_DRAWN = re.compile(r" (F[1-3](?:,F[1-3])*) ([\d.,e-]+) % on (.+?)(?: ([0-9a-f]{12}))?$")


def committee_name(name: str, members: int | None = None) -> str:
    """Return the name of a committee as people read it.

    Feature templates go by number, since F1 is a score as well, and the digest at the end is said to be that of the
    committee, not of the training data before it.

    Args:
        name: of the committee.
        members: how many it has, said where its name does not; None where that is not known.
    """
    numbered = _DRAWN.search(name)
    text = name
    if numbered is not None:
        templates, shares = template_names(numbered[1].split(",")), listed(numbered[2].split(","))
        facts = {"name": name[: numbered.start()], "templates": templates, "shares": shares, "file": numbered[3]}
        text = _("{name}; {templates}; {shares} % of {file}", **facts)
        text = _("{name}; committee {digest}", name=text, digest=numbered[4]) if numbered[4] else text
    if members is None or f" K={members} " in name:
        return text
    return n_("{committee} ({n:,} member)", "{committee} ({n:,} members)", members, committee=text)


def differences_sentence(*, drawn: bool) -> str:
    """Say what the intervals of differences in f_b draw: members too, as ``Balanced.draws_members`` says, or not."""
    if drawn:
        return _(
            "Intervals of differences in f_b draw sentences and members of the committee together, the same for both "
            "systems."
        )
    return _("Intervals of differences in f_b draw sentences alone, with the committee as it is.")


def enough_sentence(changes: Mapping[int, float], *, members: int, dataset: str) -> str:
    """Say whether a committee is large enough for a dataset."""
    if changes and changes[max(changes)] < ENOUGH:
        return _("K = {members} is enough for {dataset}.", members=members, dataset=dataset)
    values = {"more": max(_USUAL, 2 * members), "dataset": dataset, "members": members}
    return _("Use K = {more} or more for {dataset}: {members} is not enough.", **values)


def change_sentence(changes: Mapping[int, float]) -> str:
    """Say how much difficulty changed as a committee doubled last, and what is enough; ``changes`` is not empty."""
    size = max(changes)
    return _(
        "From {size} to {twice} members difficulty changes by {change} on average; under {enough}, a fifth of an "
        "interval, is enough.",
        size=size,
        twice=2 * size,
        change=number(changes[size]),
        enough=number(ENOUGH, 2),
    )


def halves_sentence(r: Floats, *, members: int) -> str:
    """Say how alike two random halves of a committee find words hard."""
    half = n_("{n:,} member", "{n:,} members", members // 2)
    return _(
        "Pearson's r of difficulty in two random halves of the committee, {half} each: {r}.",
        half=half,
        r=spread_text(r),
    )


def members_sentence(scores: Floats) -> str:
    """Say what share of the gold words members get right, each by itself."""
    return n_(
        "The {n:,} member gets {mean} of the gold words right: 1 less the mean difficulty.",
        "The {n:,} members get {low} to {high} of the gold words right, {mean} on average: 1 less the mean difficulty.",
        len(scores),
        low=number(scores.min()),
        high=number(scores.max()),
        mean=number(scores.mean()),
    )


def own_kind_sentence(committee: str) -> str:
    """Say that a committee of this name is hard on systems of its own kind; to be shown beside every f_b."""
    return _(
        "{note}: they are wrong where its members are, and those words weigh most in f_b.",
        # A sentence, whichever the language: its full stop is not the end here.
        note=own_kind_note(committee).rstrip(".。"),
    )


def learning_sentence(rows: Sequence[Mapping[str, Any]], *, words: int, draws: bool) -> str:
    """Say what the last part of the training data has brought, and how far scores move by chance.

    Args:
        rows: of the curve, at least one.
        words: of gold.
        draws: whether anything in the learner is random.
    """
    last = rows[-1]
    if last["seeds"] > 1:
        seeds = _(
            "The scores are means of {seeds} seeds, bars reach from the lowest to the highest.", seeds=last["seeds"]
        )
    elif draws:
        seeds = _("One seed: how far the scores move with another is not known.")
    else:
        seeds = _("The scores are those of one segmenter for each share: nothing in it is random.")
    if len(rows) == 1:
        return seeds
    before = rows[-2]
    gain = _(
        "From {before:g} to {after:g} % of the training data ({sentences:,} sentences) the built-in segmenter gains "
        "{gain} of F1, to {f1} over {words}.",
        before=100 * before["share"],
        after=100 * last["share"],
        sentences=last["sentences"],
        gain=points(last["f1"] - before["f1"]),
        f1=number(last["f1"]),
        words=gold_words(words),
    )
    return in_turn(gain, seeds)
