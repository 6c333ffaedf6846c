"""Separator distances as document, as text for the terminal, and segmentations as files."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from cwsdiag.formats.encoding import encoded
from cwsdiag.formats.stream import codec_of
from cwsdiag.languages.visible import printable
from cwsdiag.output import Table
from cwsdiag.separators import ENDS, EQUAL_COSTS, Costs, SeparatorDistances, count_separators
from cwsdiag.text import Segmentation
from cwsdiag.views.columns import SEPARATORS, Column
from cwsdiag.views.separators import range_columns, range_rows, score_row
from cwsdiag.views.wording import counted

if TYPE_CHECKING:
    from cwsdiag.report.documents import Document


def separators_document(
    distances: SeparatorDistances, *, signature: str, warnings: list[str], costs: Costs
) -> Document:
    """Return what ``cwsdiag separators`` prints as JSON: references, systems against the first, ranges against several.

    Args:
        distances: the distances.
        signature: of these numbers.
        warnings: what looks wrong with the files.
        costs: those of the distances.
    """
    ranges = []
    for one in distances.ranges:
        ends = {end: score_row(score) for end, score in one._asdict().items()}
        names = [end.pop("name") for end in ends.values()]
        optimal = {"optimal_precision": one.union.precision, "optimal_recall": one.intersection.recall}
        ranges.append({"name": names[0], **ends, **optimal})
    return {
        "signature": signature,
        "costs": {"insertion": costs.insertion, "deletion": costs.deletion},
        "references": [
            {
                "name": reference.name,
                "sentences": len(reference.text.sentence_ends),
                "characters": len(reference.text.chars),
                "separators": count_separators(reference),
            }
            for reference in distances.references
        ],
        "intersection": {"separators": count_separators(distances.intersection)},
        "union": {"separators": count_separators(distances.union)},
        "systems": [score_row(score) for score in distances.scores],
        "ranges": ranges,
        "warnings": warnings,
    }


def separator_settings(costs: Costs) -> dict[str, str]:
    """Return what a signature says of costs: nothing where all cost the same, as they do by default."""
    return {} if costs == EQUAL_COSTS else {"costs": costs.text}


def toolkit_lines(distances: SeparatorDistances) -> Iterator[str]:
    """Yield for each system a line of what the toolkit of [ED] prints, counts and its precision by its own formula."""
    for score in distances.scores:
        share = score.toolkit_precision
        said = "--" if math.isnan(share) else f"{100 * share:.2f}%"
        counts = f"Sub: {score.sub}\tIns: {score.ins}\tDel: {score.dels}\tDistance: {score.distance:g}"
        yield f"{printable(score.name)}\t{counts}\tPrecision: {said}"


def separators_lines(document: Document, distances: SeparatorDistances) -> Iterator[str]:
    """Yield the document as text: a line about the reference or a table of them, and tables of the systems."""
    references, systems, costs = document["references"], document["systems"], document["costs"]
    size = ", ".join(counted(references[0][of], of) for of in ("sentences", "characters"))
    if len(references) == 1:
        first = references[0]
        yield f"reference: {printable(first['name'])}, {size}, {counted(first['separators'], 'separators')}"
    else:
        rows = [*references, *({"name": name, **document[name]} for name in ENDS)]
        yield f"{len(references):,} references: {size}"
        yield from Table(rows, {"name": Column("reference"), "separators": Column("separators")}).lines()
    if systems:
        caption = f"Against {references[0]['name']}" if len(references) > 1 else ""
        note = f"distance: {costs['insertion']:g} × to add + {costs['deletion']:g} × to remove"
        columns = {"name": Column("system"), **SEPARATORS}
        yield from Table(systems, columns, caption=caption, notes=(note,)).lines()
    if distances.ranges:
        caption = "Against what all references have (all), and what at least one has (any)"
        yield from Table(range_rows(distances), range_columns(), caption=caption).lines()
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
