"""What ``cwsdiag balanced`` tells: one document, and the same as text."""

from __future__ import annotations

import math
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cwsdiag.balanced import group_shares, halves, rankings, swaps, word_groups
from cwsdiag.languages import lazy, translated
from cwsdiag.languages.visible import printable
from cwsdiag.output.table import Table
from cwsdiag.report.documents import gold_facts
from cwsdiag.report.score_text import gold_line
from cwsdiag.signature import signature
from cwsdiag.views.columns import BALANCED, BALANCED_PAIRS, BALANCED_PLACES, BALANCED_WORTH, MOVERS, Column
from cwsdiag.views.hardness.committee import COMMON_WORDS, committee_said, differences_sentence
from cwsdiag.views.rows import balanced_rows
from cwsdiag.views.wording import number, own_kind_note, p_value

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from cwsdiag.balanced import Balanced
    from cwsdiag.report.documents import Document
    from cwsdiag.views.hardness.scores import Hardness


# Said wherever an f_b is shown, before the committee's name; ``translated`` on pages.
ONE_COMMITTEE = lazy("Balanced F (f_b) compares systems under one committee, never across committees.")


def balanced_document(
    balanced: Balanced, warnings: Sequence[str], *, idioms: Collection[str] | None = None
) -> Document:
    """Return balanced scores with their intervals, differences, both rankings, and how hard kinds of words are.

    Args:
        balanced: what was counted.
        warnings: of reading.
        idioms: a list of them; without it they are no kind.
    """
    settings = {"resamples": balanced.resamples, "seed": balanced.seed}
    return {
        "signature": signature(balanced.dataset, settings),
        "gold": gold_facts(balanced.dataset),
        "committee": balanced.weights.committee,
        "members": balanced.weights.members,
        "systems": balanced_rows(balanced),
        "drawn": ["sentences", "members"] if balanced.draws_members else ["sentences"],
        "differences": [asdict(found) for found in balanced.differences],
        "ranking": [asdict(place) for place in rankings(balanced.scores)],
        "kinds": _kinds(balanced, idioms),
        "halves": _halves(balanced),
        "swaps": [asdict(swap) for swap in swaps(balanced)],
        "warnings": list(warnings),
    }


def _kinds(balanced: Balanced, idioms: Collection[str] | None) -> list[dict[str, Any]]:
    """Return for each kind of gold words how many there are, and their shares of ten intervals of difficulty."""
    groups = word_groups(balanced, idioms=idioms)
    shares = group_shares(balanced, groups)
    return [{"kind": str(kind), "words": int(groups[kind].sum()), "percent": shares[kind].tolist()} for kind in groups]


def _halves(balanced: Balanced) -> Document | None:
    """Return how alike two random halves of the sentences rank systems; None where there are no halves or systems."""
    if len(balanced.dataset.gold.text.sentence_ends) < 2 or not balanced.scores:
        return None
    found = halves(balanced)
    known = found.r[~np.isnan(found.r)]
    low, median, high = np.quantile(known, [0.025, 0.5, 0.975]).tolist() if len(known) else (math.nan,) * 3
    test = found.test
    return {
        "splits": len(found.r),
        "defined": len(known),
        "r": {"median": median, "low": low, "high": high},
        "test": None
        if test is None
        else {
            "first": dict(zip(found.systems, found.first[test.split].tolist(), strict=True)),
            "second": dict(zip(found.systems, found.second[test.split].tolist(), strict=True)),
            "r": test.r,
            "p": test.p,
            "method": "exact" if test.exact else "permutation",
            "orders": test.orders,
        },
    }


def balanced_lines(document: Mapping[str, Any], hard: Hardness) -> Iterator[str]:
    """Yield balanced scores as text: what they are worth, both rankings, and the words that make them differ.

    Args:
        document: what ``balanced_document`` gives.
        hard: what it is of, which the sentences are about.
    """
    # Boards and learning curves name committees too, and do without pandas.
    from cwsdiag.views.hardness.scores import (
        balanced_sentence,
        committee_sentence,
        halves_sentence,
        pair_table,
        swaps_sentence,
    )

    systems = document["systems"]
    yield from (gold_line(document), committee_line(document), own_kind_note(document["committee"]))
    if systems:
        yield balanced_sentence(hard, dataset=Path(hard.balanced.dataset.name).name)
        yield committee_sentence(hard.scores, hard.weights)
        yield from ("", Table(hard.scores, BALANCED).terminal())
        yield from ("", Table(hard.scores, {**BALANCED_WORTH, **BALANCED_PLACES}).terminal())
    else:
        yield from ("", Table([], BALANCED).terminal())
    if document["differences"]:
        notes = [differences_sentence(members=document["members"], drawn="members" in document["drawn"])]
        notes += [translated(COMMON_WORDS)] if any(row["common"] for row in document["differences"]) else []
        yield from ("", Table(pair_table(hard), BALANCED_PAIRS, notes=notes).terminal())
    yield from ("", _kinds_table(document["kinds"]).terminal())
    if document["halves"] is not None and hard.halves is not None:
        yield from ("", halves_sentence(hard.halves.r, len(systems)), *_halves_test(document["halves"]["test"]))
    if document["swaps"]:
        yield from ("", printable(swaps_sentence(hard.swaps)), Table(hard.movers, MOVERS).terminal())
    yield from ("", document["signature"])


def committee_line(document: Mapping[str, Any]) -> str:
    """Return the line that names the committee: numbers of two committees must never stand side by side."""
    return f"committee: {printable(committee_said(document['committee'], document['members']))}. {ONE_COMMITTEE}"


def _kinds_table(kinds: Sequence[Mapping[str, Any]]) -> Table:
    shares = [f"{(place + 1) / 10:g}" for place in range(max(len(row["percent"]) for row in kinds))]
    return Table(
        [{**row, **dict(zip(shares, row["percent"], strict=True))} for row in kinds],
        {
            "kind": Column("kind"),
            "words": Column("words", format="count"),
            **{share: Column(share, format="points") for share in shares},
        },
        caption="Per cent of each kind of words by difficulty, up to and including",
    )


def _halves_test(test: Mapping[str, Any] | None) -> Iterator[str]:
    if test is not None:
        orders = f"all {test['orders']:,} orders" if test["method"] == "exact" else f"{test['orders']:,} random orders"
        r, p = number(test["r"]), p_value(test["p"])
        yield f"The split nearest to the median: r {r}, p {p} by permutation of {orders}."
