"""Separator distances as document, as text for the terminal, and segmentations as files."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from cwsdiag.formats.encoding import encoded
from cwsdiag.formats.stream import codec_of
from cwsdiag.report.tables import printable, text_table
from cwsdiag.separators import EQUAL_COSTS, count_separators
from cwsdiag.views.columns import SEPARATORS, headings
from cwsdiag.views.separators import score_row
from cwsdiag.views.wording import counted, number

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from cwsdiag.separators import Costs, SeparatorDistances, SeparatorRange
    from cwsdiag.text import Segmentation

Row = dict[str, Any]

_RANGES = {
    "name": "system",
    **headings(SEPARATORS, ("precision", "recall", "f1")),
    "optimal_precision": "optimal P",
    "optimal_recall": "optimal R",
}


def separators_document(
    found: SeparatorDistances, *, signature: str, warnings: Sequence[str], costs: Costs = EQUAL_COSTS
) -> Row:
    """Return what ``cwsdiag separators`` tells: references, systems against the first, ranges against several.

    Args:
        found: the distances.
        signature: of these numbers.
        warnings: what looks wrong with the files.
        costs: those of the distances.
    """
    return {
        "signature": signature,
        "costs": {"insertion": costs.insertion, "deletion": costs.deletion},
        "references": [_reference_row(reference) for reference in found.references],
        "intersection": {"separators": count_separators(found.intersection)},
        "union": {"separators": count_separators(found.union)},
        "systems": [score_row(score) for score in found.scores],
        "ranges": [_range_row(one) for one in found.ranges],
        "warnings": list(warnings),
    }


def separator_settings(costs: Costs) -> dict[str, str]:
    """Return what a signature says of costs: nothing where all cost the same, as they do by default."""
    return {} if costs == EQUAL_COSTS else {"costs": costs.text}


def toolkit_lines(found: SeparatorDistances) -> Iterator[str]:
    """Yield for each system a line of what the toolkit of [ED] prints, counts and its precision by its own formula."""
    for score in found.scores:
        share = score.toolkit_precision
        said = "--" if math.isnan(share) else f"{100 * share:.2f}%"
        counts = f"Sub: {score.sub}\tIns: {score.ins}\tDel: {score.dels}\tDistance: {score.distance:g}"
        yield f"{printable(score.name)}\t{counts}\tPrecision: {said}"


def separators_lines(document: Mapping[str, Any]) -> Iterator[str]:
    """Yield the document as text: a line about the reference or a table of them, and a table of the systems."""
    references, systems, costs = document["references"], document["systems"], document["costs"]
    yield from _reference_lines(document)
    if systems:
        if len(references) > 1:
            yield from ("", f"Against {printable(references[0]['name'])}")
        plain = set(costs.values()) == {1}
        told = any(row["system_coverage"] < 1 for row in systems)
        columns = [
            key for key in SEPARATORS if (told or key != "system_coverage") and not (plain and key == "distance")
        ]
        yield from ("", text_table(systems, {"name": "system", **headings(SEPARATORS, columns)}))
        if not plain:
            yield f"distance: {costs['insertion']:g} × to add + {costs['deletion']:g} × to remove"
    if document["ranges"]:
        yield from ("", "P and F from the intersection to the union, R from the union to the intersection", "")
        yield text_table([_span_row(one) for one in document["ranges"]], _RANGES)
    yield from ("", document["signature"])


def words_file(segmentation: Segmentation, like: Segmentation) -> bytes:
    """Return a segmentation as the bytes of a file, in the encoding of another one's file.

    Args:
        segmentation: see ``words_text``.
        like: read from a file; UTF-8 where it came from memory.

    Raises:
        EncodingError: that encoding lacks a character, which normalisation may have brought in.
    """
    return encoded(words_text(segmentation), codec_of(like.reading) or "utf-8", name=like.name)


def words_text(segmentation: Segmentation) -> str:
    """Return a segmentation as the text of a file: a line a sentence, a blank between words.

    Args:
        segmentation: one that has a boundary at every sentence end, as gold, intersections and unions have.
    """
    sentences = range(len(segmentation.text.sentence_ends))
    return "".join(" ".join(segmentation.sentence_words(sentence)) + "\n" for sentence in sentences)


def _reference_row(reference: Segmentation) -> Row:
    return {
        "name": reference.name,
        "sentences": len(reference.text.sentence_ends),
        "characters": len(reference.text.chars),
        "separators": count_separators(reference),
    }


def _range_row(found: SeparatorRange) -> Row:
    inner, outer = score_row(found.intersection), score_row(found.union)
    return {
        "name": inner.pop("name"),
        "intersection": inner,
        "union": {key: value for key, value in outer.items() if key != "name"},
        "optimal_precision": found.optimal_precision,
        "optimal_recall": found.optimal_recall,
    }


def _reference_lines(document: Mapping[str, Any]) -> list[str]:
    first, *others = document["references"]
    size = ", ".join(counted(first[of], of) for of in ("sentences", "characters"))
    if not others:
        return [f"reference: {printable(first['name'])}, {size}, {counted(first['separators'], 'separators')}"]
    ends = [{"name": name, **document[name]} for name in ("intersection", "union")]
    table = text_table([first, *others, *ends], {"name": "reference", "separators": "separators"})
    return [f"{len(others) + 1:,} references: {size}", "", table]


def _span_row(row: Mapping[str, Any]) -> Row:
    inner, outer = row["intersection"], row["union"]
    return {
        **row,
        "precision": _span(inner["precision"], outer["precision"]),
        "recall": _span(outer["recall"], inner["recall"]),
        "f1": _span(inner["f1"], outer["f1"]),
    }


def _span(start: float, end: float) -> str:
    return f"{number(start)} ~ {number(end)}"
