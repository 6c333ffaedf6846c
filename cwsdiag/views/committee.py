"""Sentences about committees: whether one is large enough, how far its halves agree, and whom it is hard on."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.views.wording import counted, interval, listed, number, own_kind_note, templates_said

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

# Below this mean change a committee is taken to be large enough: a fifth of one of the ten intervals of difficulty.
ENOUGH = 0.02
# Said where f_b first stands on a page.
F_B = (
    "Balanced F (f_b) is F with each word weighted by how hard it is for a committee, so that neither the easy words "
    "nor the hard ones decide alone."
)
# What a segmenter is, by the name of what it was learnt by.
_LEARNERS = {"perceptron": "perceptron", "crf": "CRF"}
# The end of the name of a committee: ``… seed=0 F1,F2,F3 10,20,30 % on train.txt 3f0c9a1b2c3d``.
_DRAWN = re.compile(r" (F[1-3](?:,F[1-3])*) ([\d.,e-]+) % on (.+?)(?: ([0-9a-f]{12}))?$")


def committee_said(name: str, members: int | None = None) -> str:
    """Return the name of a committee as people read it.

    Feature templates go by number, since F1 is a score as well, and the digest at the end is said to be that of the
    committee, not of the training data before it.

    Args:
        name: of the committee.
        members: how many it has, said where its name does not; None where that is not known.
    """

    def said(found: re.Match[str]) -> str:
        digest = f"; committee {found[4]}" if found[4] else ""
        return f"; {templates_said(found[1].split(','))}; {listed(found[2].split(','))} % of {found[3]}{digest}"

    count = "" if members is None or f" K={members} " in name else f" ({counted(members, 'members')})"
    return _DRAWN.sub(said, name) + count


def enough_sentence(changes: Mapping[int, float], *, members: int, words: int, dataset: str) -> str:
    """Say whether a committee is large enough for a dataset, and what that goes by."""
    if not changes:
        return f"K = {members} is too few for {dataset}: difficulty has two values. Make a larger committee."
    size, change = list(changes.items())[-1]
    if math.isnan(change):
        return f"Gold of {dataset} has no words, so nothing changes as a committee grows."
    verdict, side = ("enough", "under") if change < ENOUGH else ("not enough", "not under")
    return (
        f"K = {members} is {verdict} for {dataset}: from {size} to {2 * size} members difficulty changes by "
        f"{number(change)} on average over {counted(words, 'gold words')}, {side} {number(ENOUGH, 2)}, a fifth of an "
        "interval."
    )


def halves_sentence(r: NDArray[np.float64], *, members: int) -> str:
    """Say how alike two random halves of a committee find words hard; empty for a committee of one."""
    if members < 2:
        return ""
    half = f"two random halves of the committee, {counted(members // 2, 'members')} each"
    known = r[~np.isnan(r)]
    if not len(known):
        return f"Pearson's r of difficulty in {half}, is undefined: no word is harder than another for one of them."
    low, median, high = np.quantile(known, [0.025, 0.5, 0.975]).tolist()
    return (
        f"Pearson's r of difficulty in {half}: median {number(median)}, 95 % of "
        f"{counted(len(known), 'random splits')} in {interval(low, high)}."
    )


def own_kind_sentence(committee: str, *, concerned: Sequence[str] = (), others: Sequence[str] = ()) -> str:
    """Say that a committee is hard on systems of its own kind; to be shown beside every f_b.

    Args:
        committee: its name, which begins with what its members were learnt by.
        concerned: systems that are known to be of that kind.
        others: systems that are known to be of another.
    """
    said = own_kind_note(committee).removesuffix(".")
    said += ": they are wrong where its members are, and those words weigh most in f_b."
    if concerned:
        said += f" That concerns {listed(concerned)}."
    if others:
        said += f" It does not concern {listed(others)}, which {'is' if len(others) == 1 else 'are'} maximum matching."
    if not concerned:
        whose = "the other systems" if others else "these systems"
        said += f" What {whose} are made of is not known here."
    return said


def segmenter_kind_sentence(committee: str, *, learner: str) -> str:
    """Say whether a committee is hard on the built-in segmenter; to be shown beside every f_b of it.

    Args:
        committee: its name, which begins with what its members were learnt by.
        learner: what the segmenter was learnt by.
    """
    members, segmenter = committee.partition(" ")[0], "the built-in segmenter"
    if members == learner:
        return own_kind_sentence(committee, concerned=(segmenter,))
    kind = f"which is a {_LEARNERS.get(learner, learner)} here"
    if members in _LEARNERS:
        return f"{own_kind_note(committee)} That does not concern {segmenter}, {kind}."
    return f"{own_kind_note(committee)} That may concern {segmenter}, {kind}."
