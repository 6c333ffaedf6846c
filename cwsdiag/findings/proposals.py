"""The findings that cwsdiag proposes itself: from results, by rules that stand here and in docs/report.md.

Nothing is proposed as a difference that the paired test does not call significant, and nothing as a loss whose interval
holds 0. Each rule gives findings of one dataset, or none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import NamedTuple

import numpy as np

from cwsdiag.baselines import LINES
from cwsdiag.diagnosis import sentence_ranking
from cwsdiag.diagnosis.audit import HIGH_RANK
from cwsdiag.diagnosis.slices import slices
from cwsdiag.exhibits.looks import Looks
from cwsdiag.exhibits.registry import made
from cwsdiag.findings.finding import Finding, kept
from cwsdiag.languages import _, n_
from cwsdiag.views.buckets import bucket_named
from cwsdiag.views.hardness import hardness
from cwsdiag.views.look import Look, LookKey, PrivateLook
from cwsdiag.views.pairs import between
from cwsdiag.views.patterns import of_system

Rule = Callable[[PrivateLook], Iterator["Proposal"]]

# A sentence that is to be seen whole: of so many characters.
_SHORTEST, _LONGEST = 8, 60


class Proposal(NamedTuple):
    """A finding that is proposed, with a few words in which it is seen: none where a figure shows it."""

    finding: Finding
    glance: Sequence[str]


def proposals(look: PrivateLook) -> list[Proposal]:
    """Return what the rules give for one dataset, the most telling rule first, in the language of the moment."""
    return [one for rule in RULES for one in rule(look)]


def proposed(looks: Looks, *, where: LookKey | None = None) -> list[Finding]:
    """Return the findings that the rules give, dataset by dataset, the most telling rule first.

    Args:
        looks: what there is to look at.
        where: the dataset, and how it is looked at; all of them, as where nobody chose, without it.

    Returns:
        The findings in the language of the moment; the same results give the same, with the same ids. None where no
        system has a word that was compared.

    Raises:
        CwsdiagError: a dataset cannot be read.
    """
    places = [where] if where is not None else [LookKey(name) for name in looks.names]
    candidates = [one for place in places for one in proposals(looks.look(place))]
    candidates += differs_across(looks.look(places[0])) if len(places) > 1 else []
    return [one.finding for one in candidates]


def _proposal(
    look: PrivateLook, kind: str, options: Mapping[str, str], *, title: str = "", show: str = "figure"
) -> Proposal:
    said = repr((look.where, kind, sorted(options.items())))
    exhibit = made(look, kind, options)
    return Proposal(
        kept(
            exhibit,
            title=title,
            show=show,
            id=blake2b(said.encode("utf-8", "surrogatepass"), digest_size=4).hexdigest(),
        ),
        exhibit.content.glance,
    )


def best(look: PrivateLook) -> Iterator[Proposal]:
    """Who is best, and whether that is real: wherever a system has an F1."""
    if look.lead is not None:
        yield _proposal(look, "scores", {})


def punctuation(look: PrivateLook) -> Iterator[Proposal]:
    """Whether the best leads by punctuation alone, and what it alone gets right."""
    lead = look.lead
    if not isinstance(look, Look) or lead is None or lead.next is None:
        return
    verdict = between(look.verdicts(), lead.best, lead.next)
    if verdict is not None and verdict.by_punctuation_alone:
        yield _proposal(
            look,
            "words",
            {"system": lead.best, "other": lead.next, "which": "only_a"},
            title=_("{best} leads {next} by punctuation alone", best=lead.best, next=lead.next),
            show="table",
        )


def costliest(look: PrivateLook) -> Iterator[Proposal]:
    """What costs the best system most, and the words behind it: where the interval of the cost leaves out 0."""
    lead = look.lead
    if lead is None:
        return
    bucket = look.costliest(lead.best)
    if bucket is None or not bucket.row["cost_low"] > 0:
        return
    where = bucket.where
    options = {"system": lead.best, "attribute": bucket.panel.key}
    title = _("{system} loses most at {where}", system=lead.best, where=where)
    yield _proposal(look, "self", options, title=title)
    if not isinstance(look, Look) or not bucket.missed:
        return
    options |= {"bucket": str(bucket.row["bucket"])}
    title = _("What {system} gets wrong at {where}", system=lead.best, where=where)
    yield _proposal(look, "words", options, title=title, show="table")


def slice_of_two(look: PrivateLook) -> Iterator[Proposal]:
    """Which words in two buckets cost the best system significantly more than either bucket explains."""
    if look.lead is None:
        return
    row = next((one for one in slices(look.diagnosis, look.lead.best).rows if one.significant), None)
    if row is not None:
        named = (bucket_named(look.diagnosis.attribute(key), bucket) for key, bucket in row.buckets)
        yield _proposal(
            look,
            "slices",
            {"system": look.lead.best},
            title=_("{system} loses extra at {where}", system=look.lead.best, where=_(", ").join(named)),
            show="table",
        )


def runner_up(look: PrivateLook) -> Iterator[Proposal]:
    """Where the runner-up wins: the bucket where it is ahead of the best most, of those that differ significantly."""
    pair = _pair(look)
    if pair is None:
        return
    compared = look.pair(*pair)
    if compared.buckets is None:
        return
    # Over the words compared for both, the best of all may be the one that is behind.
    buckets = compared.buckets.behind if compared.role == "a" else compared.buckets.ahead
    if not buckets:
        return
    won = buckets[0]
    yield _proposal(
        look,
        "compare",
        {"system": pair[0], "other": pair[1], "attribute": won.panel.key},
        title=_("{other} is ahead of {best} at {where}", other=pair[1], best=pair[0], where=won.where),
    )


def both_wrong(look: PrivateLook) -> Iterator[Proposal]:
    """What the best and the runner-up get wrong alike: words that both cut otherwise than gold, in the same way."""
    pair = _pair(look)
    if pair is None or not isinstance(look, Look):
        return
    if not look.words(None, None, {"a": pair[0], "b": pair[1]}).number("both_wrong_alike"):
        return
    yield _proposal(
        look,
        "words",
        {"system": pair[0], "other": pair[1], "which": "both_wrong_alike"},
        title=_("{a} and {b} get the same words wrong alike", a=pair[0], b=pair[1]),
        show="table",
    )


def convention(look: PrivateLook) -> Iterator[Proposal]:
    """What the best system or the runner-up does otherwise than gold in nearly all places: the costliest convention."""
    if not isinstance(look, Look) or look.lead is None:
        return
    systems = [of_system(look, name) for name in _pair(look) or (look.lead.best,)]
    listed = [(of.won([number]), of, number) for of in systems for number in of.conventions.listed[:1].tolist()]
    if not listed:
        return
    _won, of, number = max(listed, key=lambda one: one[0])
    yield _proposal(
        look,
        "conventions",
        {"system": of.found.system},
        title=_("{deed}: a convention", deed=of.deed(number)),
        show="table",
    )


def hardest(look: PrivateLook) -> Iterator[Proposal]:
    """The sentence with most misses over the systems, of those of 8 to 60 characters; the first of equals."""
    if not isinstance(look, Look) or look.lead is None:
        return
    text = look.dataset.gold.text
    lengths = text.sentence_ends - text.sentence_starts
    names = [name for name in look.systems if name not in LINES]
    weights = np.where(
        (lengths >= _SHORTEST) & (lengths <= _LONGEST),
        sum(sentence_ranking.errors(look.diagnosis, name) for name in names),
        0,
    )
    sentence = int(np.argmax(weights))
    if not weights[sentence]:
        return
    systems = dict(zip(("system", "other"), _pair(look) or (look.lead.best,), strict=False))
    yield _proposal(
        look,
        "sentence",
        {**systems, "sentence": str(sentence + 1)},
        title=n_(
            "Sentence {number:,} has most misses over {n:,} system",
            "Sentence {number:,} has most misses over {n:,} systems",
            len(names),
            number=sentence + 1,
        ),
        show="ribbon",
    )


def ranks_change(look: PrivateLook) -> Iterator[Proposal]:
    """Whether ranks change by difficulty: where two systems change order, and both intervals leave out 0."""
    if look.dataset.difficulty is None or look.lead is None:
        return
    hard = hardness(look)
    apart = [
        swap
        for swap in hard.swaps
        for pair in hard.balanced.differences
        if {pair.first, pair.second} == {swap.up, swap.down} and pair.f_b.leaves_out_zero and pair.f1.leaves_out_zero
    ]
    if apart:
        yield _proposal(look, "places", {}, title=_("Ranks change with difficulty on {dataset}", dataset=look.name))


def gold_itself(look: PrivateLook) -> Iterator[Proposal]:
    """Which places of gold are worth a look: where the rank of one is high."""
    if isinstance(look, Look) and look.audit.places and look.audit.places[0][0].rank >= HIGH_RANK:
        yield _proposal(
            look,
            "audit",
            {},
            title=n_(
                "{n:,} place of gold is worth a look", "{n:,} places of gold are worth a look", len(look.audit.places)
            ),
            show="table",
        )


def differs_across(look: PrivateLook) -> Iterator[Proposal]:
    """What differs across datasets: where Friedman's test finds the systems apart over at least three of them."""
    if look.across is None or look.lead is None:
        return
    test = look.across().models_test()
    if test.undefined or not test.is_significant:
        return
    yield _proposal(
        look, "across", {}, title=_("The systems differ over {n} datasets", n=len(test.blocks)), show="table"
    )


RULES: tuple[Rule, ...] = (
    *(best, punctuation, costliest, convention, both_wrong),
    *(runner_up, slice_of_two, hardest, ranks_change, gold_itself),
)


def _pair(look: PrivateLook) -> tuple[str, str] | None:
    """Return the best system and the next; None where there is no other that can be compared with it."""
    names = [name for name in look.contenders if name not in LINES]
    return (names[0], names[1]) if len(names) > 1 else None
