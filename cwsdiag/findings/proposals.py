"""The findings that cwsdiag proposes itself: from results, by rules that stand here and in docs/report.md.

Nothing is proposed as a difference that the paired test does not call significant, and nothing as a loss whose interval
holds 0. Each rule gives findings of one dataset, or none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import Any, NamedTuple

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

# A sentence that is to be seen whole: of so many characters.
_SHORTEST, _LONGEST = 8, 60


class Proposal(NamedTuple):
    """A finding that is proposed, with a few words in which it is seen: none where a figure shows it."""

    finding: Finding
    glance: Sequence[str]


def proposals(look: PrivateLook) -> list[Proposal]:
    """Return what the rules give for one dataset, the most telling rule first, in the language of the moment."""
    if look.lead is None:
        return []
    own = [name for name in look.contenders if name not in LINES]
    names = own[:2] or [look.lead.best]
    rules = RULES if isinstance(look, Look) else [rule for rule in RULES if rule not in _OF_GOLD]
    return [one for rule in rules for one in rule(look, names)]


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


def best(look: PrivateLook, _names: Sequence[str]) -> Iterator[Proposal]:
    """Who is best, and whether that is real."""
    yield _proposal(look, "scores", {})


def punctuation(look: Look, _names: Sequence[str]) -> Iterator[Proposal]:
    """Whether the best leads by punctuation alone, and what it alone gets right."""
    lead = look.lead
    if lead is None or lead.next is None:
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


def costliest(look: PrivateLook, names: Sequence[str]) -> Iterator[Proposal]:
    """What costs the best system most, and the words behind it: where the interval of the cost leaves out 0."""
    system = names[0]
    bucket = look.costliest(system)
    if bucket is None or not bucket.row["cost_low"] > 0:
        return
    where = bucket.where
    options = {"system": system, "attribute": bucket.panel.key}
    yield _proposal(look, "self", options, title=_("{system} loses most at {where}", system=system, where=where))
    if isinstance(look, Look) and bucket.missed:
        options |= {"bucket": str(bucket.row["bucket"])}
        title = _("What {system} gets wrong at {where}", system=system, where=where)
        yield _proposal(look, "words", options, title=title, show="table")


def slice_of_two(look: PrivateLook, names: Sequence[str]) -> Iterator[Proposal]:
    """Which words in two buckets cost the best system significantly more than either bucket explains."""
    system = names[0]
    row = next((one for one in slices(look.diagnosis, system).rows if one.significant), None)
    if row is not None:
        named = (bucket_named(look.diagnosis.attribute(key), bucket) for key, bucket in row.buckets)
        title = _("{system} loses extra at {where}", system=system, where=_(", ").join(named))
        yield _proposal(look, "slices", {"system": system}, title=title, show="table")


def runner_up(look: PrivateLook, names: Sequence[str]) -> Iterator[Proposal]:
    """Where the runner-up wins: the bucket where it is ahead of the best most, of those that differ significantly."""
    if len(names) == 1:
        return
    first, second = names
    compared = look.pair(first, second)
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
        {"system": first, "other": second, "attribute": won.panel.key},
        title=_("{other} is ahead of {best} at {where}", other=second, best=first, where=won.where),
    )


def both_wrong(look: Look, names: Sequence[str]) -> Iterator[Proposal]:
    """What the best and the runner-up get wrong alike: words that both cut otherwise than gold, in the same way."""
    if len(names) == 1:
        return
    a, b = names
    if look.words(None, None, {"a": a, "b": b}).number("both_wrong_alike"):
        options = {"system": a, "other": b, "which": "both_wrong_alike"}
        title = _("{a} and {b} get the same words wrong alike", a=a, b=b)
        yield _proposal(look, "words", options, title=title, show="table")


def convention(look: Look, names: Sequence[str]) -> Iterator[Proposal]:
    """What the best system or the runner-up does otherwise than gold in nearly all places: the costliest convention."""
    systems = [of_system(look, name) for name in names]
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


def hardest(look: Look, names: Sequence[str]) -> Iterator[Proposal]:
    """The sentence with most misses over the systems, of those of 8 to 60 characters; the first of equals."""
    text = look.dataset.gold.text
    lengths = text.sentence_ends - text.sentence_starts
    every = [name for name in look.systems if name not in LINES]
    errors = np.sum([sentence_ranking.errors(look.diagnosis, name) for name in every], axis=0)
    weights = np.where((lengths >= _SHORTEST) & (lengths <= _LONGEST), errors, 0)
    sentence = int(np.argmax(weights))
    if not weights[sentence]:
        return
    systems = dict(zip(("system", "other"), names, strict=False))
    yield _proposal(
        look,
        "sentence",
        {**systems, "sentence": str(sentence + 1)},
        title=n_(
            "Sentence {number:,} has most misses over {n:,} system",
            "Sentence {number:,} has most misses over {n:,} systems",
            len(every),
            number=sentence + 1,
        ),
        show="ribbon",
    )


def ranks_change(look: PrivateLook, _names: Sequence[str]) -> Iterator[Proposal]:
    """Whether ranks change by difficulty: where two systems change order, and both intervals leave out 0."""
    if look.dataset.difficulty is None:
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


def gold_itself(look: Look, _names: Sequence[str]) -> Iterator[Proposal]:
    """Which places of gold are worth a look: where the rank of one is high."""
    if look.audit.places and look.audit.places[0][0].rank >= HIGH_RANK:
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


# Each is given the best system, and the next where there is one that can be compared with it.
RULES: tuple[Callable[[Any, Sequence[str]], Iterator[Proposal]], ...] = (
    *(best, punctuation, costliest, convention, both_wrong),
    *(runner_up, slice_of_two, hardest, ranks_change, gold_itself),
)
# Those that show words or boundaries of gold.
_OF_GOLD = (punctuation, convention, both_wrong, hardest, gold_itself)
