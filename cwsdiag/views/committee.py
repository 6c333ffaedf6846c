"""Sentences about committees: whether one is large enough, how far its halves agree, and whom it is hard on."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.languages import _, lazy, n_, translated
from cwsdiag.views.wording import interval, listed, number, own_kind_note, template_said, templates_said

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pandas as pd
    from numpy.typing import NDArray

    from cwsdiag.difficulty import Member

# Below this mean change a committee is taken to be large enough: a fifth of one of the ten intervals of difficulty.
ENOUGH = 0.02
# Said where f_b first stands on a page.
F_B = lazy(
    "Balanced F (f_b) is F with each word weighted by how hard it is for a committee, so that neither the easy words "
    "nor the hard ones decide alone."
)
# Said where systems leave out different words; to be ``translated`` on pages.
COMMON_WORDS = lazy(
    "Where systems leave out different words, their difference is over the gold words that are compared for both."
)
# What a segmenter is, by the name of what it was learnt by.
_LEARNERS = {"perceptron": lazy("perceptron"), "crf": "CRF"}
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
    found = _DRAWN.search(name)
    said = name if found is None else _drawn_said(name[: found.start()], found)
    if members is None or f" K={members} " in name:
        return said
    return n_("{committee} ({n:,} member)", "{committee} ({n:,} members)", members, committee=said)


def _drawn_said(name: str, found: re.Match[str]) -> str:
    templates, shares = templates_said(found[1].split(",")), listed(found[2].split(","))
    said = _("{name}; {templates}; {shares} % of {file}", name=name, templates=templates, shares=shares, file=found[3])
    return _("{name}; committee {digest}", name=said, digest=found[4]) if found[4] else said


def differences_sentence(*, members: int | None, drawn: bool) -> str:
    """Say what the intervals of differences in f_b draw, and what they take as it is.

    Args:
        members: how many the committee has; None where that is not known.
        drawn: whether they are drawn, as ``Balanced.draws_members`` says.
    """
    if not drawn and members == 1:
        return _(
            "Intervals of differences in f_b draw sentences alone, with the committee as it is: it has a single member."
        )
    if not drawn:
        return _(
            "Intervals of differences in f_b draw sentences alone, with the committee as it is: the file of "
            "difficulties does not say which members were wrong."
        )
    return _(
        "Intervals of differences in f_b draw sentences and members of the committee together, the same for both "
        "systems."
    )


def enough_sentence(changes: Mapping[int, float], *, members: int, words: int, dataset: str) -> str:
    """Say whether a committee is large enough for a dataset, and what that goes by."""
    if not changes:
        return _(
            "K = {members} is too few for {dataset}: difficulty has two values. Make a larger committee.",
            members=members,
            dataset=dataset,
        )
    size, change = list(changes.items())[-1]
    if math.isnan(change):
        return _("Gold of {dataset} has no words, so nothing changes as a committee grows.", dataset=dataset)
    values = {
        "members": members,
        "dataset": dataset,
        "size": size,
        "twice": 2 * size,
        "change": number(change),
        "words": n_("{n:,} gold word", "{n:,} gold words", words),
        "enough": number(ENOUGH, 2),
    }
    if change < ENOUGH:
        return _(
            "K = {members} is enough for {dataset}: from {size} to {twice} members difficulty changes by {change} on "
            "average over {words}, under {enough}, a fifth of an interval.",
            **values,
        )
    return _(
        "K = {members} is not enough for {dataset}: from {size} to {twice} members difficulty changes by {change} on "
        "average over {words}, not under {enough}, a fifth of an interval.",
        **values,
    )


def halves_sentence(r: NDArray[np.float64], *, members: int) -> str:
    """Say how alike two random halves of a committee find words hard; empty for a committee of one."""
    if members < 2:
        return ""
    half = n_("{n:,} member", "{n:,} members", members // 2)
    known = r[~np.isnan(r)]
    if not len(known):
        return _(
            "Pearson's r of difficulty in two random halves of the committee, {half} each, is undefined: no word is "
            "harder than another for one of them.",
            half=half,
        )
    low, median, high = np.quantile(known, [0.025, 0.5, 0.975]).tolist()
    return _(
        "Pearson's r of difficulty in two random halves of the committee, {half} each: median {median}, 95 % of "
        "{splits} in {interval}.",
        half=half,
        median=number(median),
        splits=n_("{n:,} random split", "{n:,} random splits", len(known)),
        interval=interval(low, high),
    )


def members_frame(scores: NDArray[np.float64], drawn: Sequence[Member] | None = None) -> pd.DataFrame:
    """Return a row a member: ``member`` (from 0) and ``score``, and of what each drew template, ratio and sentences.

    Args:
        scores: of the members, as ``member_scores`` gives them.
        drawn: what each drew; None where that is not known.
    """
    import pandas as pd

    frame = pd.DataFrame({"member": range(len(scores)), "score": scores})
    if drawn is not None:
        frame["template"] = [template_said(one.template) for one in drawn]
        frame["ratio"] = [one.ratio for one in drawn]
        frame["sentences"] = [one.sentences for one in drawn]
    return frame


def members_sentence(scores: NDArray[np.float64]) -> str:
    """Say what share of the gold words members get right, each by itself."""
    if np.isnan(scores).any():
        return _("Gold has no words, so members have no scores.")
    if len(scores) == 1:
        return _("The one member gets {score} of the gold words right.", score=number(float(scores[0])))
    return _(
        "The {members} members get {low} to {high} of the gold words right, {mean} on average: 1 less the mean "
        "difficulty.",
        members=len(scores),
        low=number(float(scores.min())),
        high=number(float(scores.max())),
        mean=number(float(scores.mean())),
    )


def own_kind_sentence(committee: str, *, concerned: Sequence[str] = (), others: Sequence[str] = ()) -> str:
    """Say that a committee is hard on systems of its own kind; to be shown beside every f_b.

    Args:
        committee: its name, which begins with what its members were learnt by.
        concerned: systems that are known to be of that kind.
        others: systems that are known to be of another.
    """
    said = _(
        "{note}: they are wrong where its members are, and those words weigh most in f_b.",
        # A sentence, whichever the language: its full stop is not the end here.
        note=own_kind_note(committee).rstrip(".。"),
    )
    if concerned:
        theirs = _("That concerns {systems}.", systems=listed(concerned))
        said = _("{first} {second}", first=said, second=theirs)
    if others:
        theirs = n_(
            "It does not concern {systems}, which is maximum matching.",
            "It does not concern {systems}, which are maximum matching.",
            len(others),
            systems=listed(others),
        )
        said = _("{first} {second}", first=said, second=theirs)
    if concerned:
        return said
    unknown = _("What these systems are made of is not known here.")
    if others:
        unknown = _("What the other systems are made of is not known here.")
    return _("{first} {second}", first=said, second=unknown)


def segmenter_kind_sentence(committee: str, *, learner: str) -> str:
    """Say whether a committee is hard on the built-in segmenter; to be shown beside every f_b of it.

    Args:
        committee: its name, which begins with what its members were learnt by.
        learner: what the segmenter was learnt by.
    """
    members, kind = committee.partition(" ")[0], translated(_LEARNERS.get(learner, learner))
    if members == learner:
        return own_kind_sentence(committee, concerned=(_("the built-in segmenter"),))
    if members in _LEARNERS:
        said = _("That does not concern the built-in segmenter, which is a {kind} here.", kind=kind)
    else:
        said = _("That may concern the built-in segmenter, which is a {kind} here.", kind=kind)
    return _("{first} {second}", first=own_kind_note(committee), second=said)
