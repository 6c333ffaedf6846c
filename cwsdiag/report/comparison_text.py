"""Two systems against each other as text for the terminal, made from the documents of ``cwsdiag compare``."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from cwsdiag.diagnosis.error_kinds import CAUSES, SHAPES
from cwsdiag.diagnosis.paired import LEAST_DIFFERING, SCORES
from cwsdiag.frames import signed
from cwsdiag.report.diagnosis_text import difference_in_points, few_units
from cwsdiag.report.kinds_text import CAUSES_SAID
from cwsdiag.report.tables import attribute_name, printable, text_table
from cwsdiag.resampling import LEAST_BLOCKS, NOTABLE_FACTOR, SENTENCE, units_called
from cwsdiag.views.columns import SCORE_TABLE
from cwsdiag.views.wording import (
    UNDEFINED,
    bracketed,
    bucket_said,
    counted,
    number,
    p_is,
    p_of_swaps,
    points,
    zero_said,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    Document = Mapping[str, Any]


def comparison_lines(documents: Sequence[Document]) -> Iterator[str]:
    """Yield for each pair its scores, its buckets and what may be said; the signature at the end."""
    for document in documents:
        yield from (_runs_lines(document) if "runs" in document else _pair_lines(document))
        yield ""
    yield documents[0]["signature"]


def _runs_lines(document: Document) -> Iterator[str]:
    """Yield what is said of two models over their runs."""
    found = document["runs"]
    a, b = (printable(document[side]) for side in ("a", "b"))
    yield f"A = {a}, B = {b}. The difference is A − B of mean F1 in points, with its 95 % interval."
    yield ""
    yield text_table(
        [
            {
                "": name,
                "runs": found[side],
                "mean F1": found[f"mean_{side}"],
                "SD over runs": found[f"sd_{side}"],
            }
            for side, name in (("a", f"A {a}"), ("b", f"B {b}"))
        ]
    )
    low, high, unit = found["low"], found["high"], units_called(document["unit"])
    zero = zero_said(low, high)
    yield ""
    yield f"A − B {signed(100 * found['mean_difference'])} {bracketed(low, high)}{f', {zero}' if zero else ''}"
    yield (
        f"The interval draws {unit}, the same for all runs, and runs together; of the variance runs make "
        f"{_share(found['share_of_runs'])}, {unit} the rest. It is no test: that is one of two outputs."
    )
    for side, name in (("a", a), ("b", b)):
        if found[side] == 1:
            yield f"What another run of {name} would give is not in it: there is one."
    yield from few_units(document)


def _share(share: float) -> str:
    return UNDEFINED if math.isnan(share) else f"{100 * share:.0f} %"


def _pair_lines(document: Document) -> Iterator[str]:
    a, b = (printable(document[side]) for side in ("a", "b"))
    yield f"A = {a}, B = {b}. Differences are A − B in points, with paired 95 % intervals."
    yield ""
    told = [name for name in SCORES if name == "f1" or document[name]["verdict"] is not None]
    yield text_table([_score_row(document, name) for name in told])
    rows = [_bucket_row(document, row) for row in document["buckets"]]
    if rows:
        yield ""
        yield text_table(rows)
    yield from ("", text_table(_kinds_rows(document["kinds"])), "")
    yield _agreement_line(document["agreement"])
    yield from _remarks(document)


def _score_row(document: Document, name: str) -> dict[str, str]:
    found = document[name]
    return {
        "all words": SCORE_TABLE[name].label,
        "A": number(found["a"]),
        "B": number(found["b"]),
        "A − B": difference_in_points(found),
        "detectable": signed(100 * found["detectable"]).lstrip("+"),
        "p": p_of_swaps(found["p_deciding"], found["p"]),
        "": verdict_said(found, document, adjusted=_for_pairs(document)),
    }


def _bucket_row(document: Document, row: Document) -> dict[str, Any]:
    return {
        "attribute": attribute_name(row["attribute"]),
        "bucket": bucket_said(row["label"]),
        "gold units": row["gold"],
        "F1 A": number(row["f1_a"]),
        "F1 B": number(row["f1_b"]),
        "A − B": difference_in_points(row),
        "detectable": signed(100 * row["detectable"]).lstrip("+"),
        "cost A": signed(100 * row["cost_a"]),
        "cost B": signed(100 * row["cost_b"]),
        "p": p_of_swaps(row["p_deciding"]),
        "": verdict_said(row, document, adjusted=f"adjusted for {counted(document['tested'], 'buckets')}"),
    }


def _kinds_rows(kinds: Document) -> list[dict[str, Any]]:
    """Return a row for each shape, and with training data for each cause, of missed gold words."""
    counts = [(shape, kinds["a"][shape], kinds["b"][shape]) for shape in SHAPES]
    if kinds["a"]["causes"] is not None:
        counts += [(CAUSES_SAID[cause], kinds["a"]["causes"][cause], kinds["b"]["causes"][cause]) for cause in CAUSES]
    return [{"missed gold words": said, "A": a, "B": b, "A − B": _signed_count(a - b)} for said, a, b in counts]


def _signed_count(count: int) -> str:
    return f"{count:+,}".replace("-", "−") if count else "0"


def _agreement_line(found: Document) -> str:
    return (
        f"Of {sum(found.values()):,} gold words both get {found['both_right']:,} right, "
        f"only A {found['only_a']:,}, only B {found['only_b']:,}; both are wrong alike on "
        f"{found['both_wrong_alike']:,}, differently on {found['both_wrong_differently']:,}."
    )


def verdict_said(found: Document, document: Document, *, adjusted: str) -> str:
    """Return what may be said of a difference, in the words of METHODS 11; a dash where it is undefined.

    Args:
        found: the difference.
        document: of the pair.
        adjusted: for what its p is adjusted, empty where it is for nothing.
    """
    verdict = found["verdict"]
    if verdict is None:
        return UNDEFINED
    if verdict == "too few":
        differ = found["differing_units"] >= LEAST_DIFFERING
        return (
            f"too few words or {units_called(document['unit'])}"
            if differ
            else f"too few {units_called(document['unit'])} differ"
        )
    if verdict == "not significant":
        return "not significant"
    return f"significant (p {', '.join(filter(None, [p_is(found['p_deciding'], found['p']), adjusted]))})"


def _remarks(document: Document) -> Iterator[str]:
    unit = units_called(document["unit"])
    how = counted(document["swaps"], "swaps" if document["exact"] else "random swaps")
    every = "all " if document["exact"] and document["swaps"] > 1 else ""
    yield (
        f"The counts of {document['f1']['differing_units']:,} of {document['units']:,} {unit} differ; "
        f"p-values come from {every}{how} of what the systems made of {unit}."
    )
    if document["tested"]:
        marked = sum(row["verdict"] == "significant" for row in document["buckets"])
        yield f"Buckets that differ significantly: {marked or 'none'} of {document['tested']:,}."
    shown = document["f1"]["detectable"]
    if not math.isnan(shown):
        inside = ", in a bucket one of the size in the column detectable" if document["buckets"] else ""
        yield f"A test set like this one shows a difference of {points(shown)} of F1 in four of five cases{inside}."
    if document["buckets"]:
        yield (
            "A cost is what F1 would gain if the bucket were as good as the others, in points, "
            "of characters for attributes of characters; costs of several attributes do not add up."
        )
    yield from few_units(document)
    if document["unit"] == SENTENCE:
        yield _about_blocks(document["block_factor"])


def _about_blocks(factor: float) -> str:
    if math.isnan(factor):
        return (
            "Whether neighbouring sentences are right and wrong together is not known: "
            f"that takes {LEAST_BLOCKS} blocks of 25 sentences, and systems that differ."
        )
    said = f"By blocks of 25 sentences the standard error of the difference is {factor:.1f} times that by sentences"
    if factor <= NOTABLE_FACTOR:
        return f"{said}."
    return (
        f"{said}: intervals are too narrow by this factor, and what is called significant is so by blocks too. "
        "--unit block:25 draws and swaps blocks."
    )


def _for_pairs(document: Document) -> str:
    return f"adjusted for {counted(document['pairs'], 'pairs')}" if document["pairs"] > 1 else ""
