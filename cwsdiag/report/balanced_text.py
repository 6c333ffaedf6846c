"""What ``cwsdiag balanced`` tells: one document, and the same as text."""

from __future__ import annotations

import math
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import numpy as np

from cwsdiag.balanced import group_shares, halves, rankings, swaps, word_groups
from cwsdiag.frames import signed
from cwsdiag.languages import lazy
from cwsdiag.report.documents import gold_facts
from cwsdiag.report.score_text import gold_line
from cwsdiag.report.tables import printable, text_table, with_interval
from cwsdiag.signature import signature
from cwsdiag.views.columns import BALANCED, BALANCED_PAIRS, BALANCED_PLACES, BALANCED_WORTH, headings
from cwsdiag.views.hardness.committee import COMMON_WORDS, committee_said, differences_sentence
from cwsdiag.views.rows import balanced_rows
from cwsdiag.views.wording import bracketed, interval, number, own_kind_note, p_value, zero_said

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from cwsdiag.balanced import Balanced
    from cwsdiag.report.documents import Document


# Said wherever an f_b is shown, before the committee's name; ``translated`` on pages.
ONE_COMMITTEE = lazy("Balanced F (f_b) compares systems under one committee, never across committees.")
_PAIR = ("first", "second", "f_b", "low", "high")
_WORDS_SHOWN = 5


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


def balanced_lines(document: Mapping[str, Any]) -> Iterator[str]:
    """Yield the document as text: scores, what they are worth, both rankings, and the words that make them differ."""
    systems = document["systems"]
    yield from (gold_line(document), committee_line(document), own_kind_note(document["committee"]))
    yield from ("", text_table(systems, BALANCED))
    if systems:
        yield ""
        yield "95 % intervals of balanced F over sentences, and how far they depend on the choice of the committee"
        yield from ("", text_table(systems, BALANCED_WORTH))
    if document["differences"]:
        pairs = [with_interval(row, "f_b") for row in document["differences"]]
        yield from ("", text_table(pairs, headings(BALANCED_PAIRS, _PAIR)))
        yield differences_sentence(members=document["members"], drawn="members" in document["drawn"])
        if any(row["common"] for row in document["differences"]):
            yield COMMON_WORDS
        yield from ("", text_table([_place(row) for row in document["ranking"]], BALANCED_PLACES))
    yield from ("", "Per cent of each kind of words by difficulty, up to and including")
    yield from ("", text_table([_kind(row) for row in document["kinds"]]))
    if document["halves"] is not None:
        yield from ("", *_halves_lines(document["halves"], len(systems)))
    for swap in document["swaps"]:
        yield from _swap_lines(swap)
    yield from ("", document["signature"])


def committee_line(document: Mapping[str, Any]) -> str:
    """Return the line that names the committee: numbers of two committees must never stand side by side."""
    return f"committee: {printable(committee_said(document['committee'], document['members']))}. {ONE_COMMITTEE}"


def _kind(row: Mapping[str, Any]) -> dict[str, Any]:
    shares = {
        f"{(place + 1) / 10:g}": "–" if math.isnan(share) else f"{share:.1f}"
        for place, share in enumerate(row["percent"])
    }
    return {"kind": row["kind"], "words": row["words"], **shares}


def _halves_lines(found: Mapping[str, Any], systems: int) -> Iterator[str]:
    """Yield what two random halves of the text say of the ranking by f_b, and how probable that is by chance."""
    over = f"over {systems} system{'' if systems == 1 else 's'}"
    if found["test"] is None:
        yield f"Pearson's r of balanced F on two random halves of the text, {over}, is undefined."
        return
    r, test = found["r"], found["test"]
    yield (
        f"Pearson's r of balanced F on two random halves of the text, {over}: median {number(r['median'])}, 95 % of "
        f"{found['defined']} splits in {interval(r['low'], r['high'])}."
    )
    orders = f"all {test['orders']:,} orders" if test["method"] == "exact" else f"{test['orders']:,} random orders"
    yield f"The split nearest to the median: r {number(test['r'])}, p {p_value(test['p'])} by permutation of {orders}."


def _place(row: Mapping[str, Any]) -> dict[str, Any]:
    moved = row["moved"]
    if moved is None:
        return dict(row)
    return {**row, "moved": f"{abs(moved)} {'up' if moved > 0 else 'down'}" if moved else "stays"}


def _swap_lines(swap: Mapping[str, Any]) -> list[str]:
    def words(movers: Sequence[Mapping[str, Any]]) -> str:
        shown = [f"{one['word']} ({one['tokens']} ×, Σd {number(one['weight'], 2)})" for one in movers[:_WORDS_SHOWN]]
        return printable(", ".join(shown)) or "nothing"

    up, down = printable(swap["up"]), printable(swap["down"])
    by_f1, by_f_b = (_apart(swap[score]) for score in ("f1", "f_b"))
    return [
        "",
        f"{up} is behind {down} by F1 ({by_f1}) and ahead by balanced F ({by_f_b}).",
        f"  right in {up} alone, hardest first: {words(swap['gains'])}",
        f"  right in {down} alone: {words(swap['losses'])}",
    ]


def _apart(difference: Mapping[str, float]) -> str:
    """Return a difference in points with its interval, and whether that holds 0."""
    low, high = difference["low"], difference["high"]
    said = f"{signed(100 * difference['value'])} points, interval {bracketed(low, high)}"
    zero = zero_said(low, high)
    return said if zero is None else f"{said} {zero}"
