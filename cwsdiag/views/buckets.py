"""Buckets as people read them: what they are called, the panel of an attribute, the table of all."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pandas as pd

from cwsdiag.frames import Panel
from cwsdiag.languages import _, lazy, n_, translated
from cwsdiag.views.wording import ALL_OF_IT, bucket_said, listed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cwsdiag.diagnosis import Diagnosis
    from cwsdiag.diagnosis.counting import BucketedAttribute

# By the unit of an attribute: what is counted; to be ``translated`` where it is shown.
UNITS = {"word": lazy("words"), "char": lazy("characters")}
_LEADING_ZERO = re.compile(r"\b0\.")


def telling(diagnosis: Diagnosis) -> list[BucketedAttribute]:
    """Return the attributes whose buckets can be findings: not difficulty, by whose definition hard words are wrong."""
    return [one for one in diagnosis.attributes if not _is_apart(one)]


def _is_apart(bucketed: BucketedAttribute) -> bool:
    return "difficulty" in bucketed.attribute.needs


def left_aside(diagnosis: Diagnosis) -> str:
    """Say which attributes are no findings though panels of them are drawn; empty where there are none."""
    aside = [translated(one.attribute.label) for one in diagnosis.attributes if _is_apart(one) and not one.undefined]
    if not aside:
        return ""
    return _(
        " Buckets of {attributes} are left aside: hard words are those that systems get wrong.",
        attributes=listed(aside),
    )


def panel(
    bucketed: BucketedAttribute,
    buckets: pd.DataFrame,
    *,
    worst: int | None,
    best: int | None,
    costliest: int | None = None,
) -> Panel:
    """Return the panel of an attribute: its buckets, and which of them are the worst, the best and the costliest."""
    attribute = bucketed.attribute
    return Panel(
        key=attribute.key,
        title=translated(attribute.label),
        unit=translated(UNITS[attribute.unit]),
        buckets=buckets,
        worst=worst,
        best=best,
        undefined=translated(bucketed.undefined),
        meaning=translated(attribute.description) + low_score_sentence(attribute.low_score),
        apart=_is_apart(bucketed),
        costliest=costliest,
        by_character=attribute.unit == "char",
    )


def low_score_sentence(low_score: str) -> str:
    """Say how a low score under an attribute is read, to stand behind another sentence; empty where nothing is said."""
    return _(" A low score {where}.", where=translated(low_score)) if low_score else ""


def where_said(unit: str, attribute: str, bucket: str) -> str:
    """Return the words, or characters, of a bucket: ``words with word length 2``.

    Args:
        unit: of ``UNITS``.
        attribute: what the attribute is called.
        bucket: its label as people read it.
    """
    if unit == UNITS["word"]:
        return _("words with {attribute} {bucket}", attribute=attribute, bucket=bucket)
    return _("characters with {attribute} {bucket}", attribute=attribute, bucket=bucket)


def gold_said(count: int, unit: str) -> str:
    """Return a number of gold words or characters, whichever of ``UNITS`` is counted."""
    if unit == UNITS["word"]:
        return n_("{n:,} gold word", "{n:,} gold words", count)
    return n_("{n:,} gold character", "{n:,} gold characters", count)


def marked_buckets(panels: Iterable[Panel], *, worst: str, best: str = "") -> pd.DataFrame:
    """Return the buckets of all panels with ``title`` and ``mark``: what is said of the worst, of the best, or too few.

    Where one bucket is both, it is marked as the worst.
    """
    tables = []
    for panel in panels:
        table = panel.buckets.assign(title=panel.title)
        table["mark"] = ["" if named else _("too few") for named in table.get("named", ())]
        for row, mark in ((panel.best, best), (panel.worst, worst)):
            if row is not None:
                table.loc[row, "mark"] = mark
        tables.append(table)
    return pd.concat(tables, ignore_index=True)


def tick_label(label: str) -> str:
    """Return a bucket's label short enough to stand under its column: ``≤ .5`` for ``(0, 0.5]``.

    What lies below is the bucket to the left; the whole interval stands in hover texts and in tables.
    """
    if label == ALL_OF_IT:
        return bucket_said(label)
    name, bracket, interval = label.rpartition("(")
    if bracket:
        sign = "≤" if interval.endswith("]") else "<"
        label = f"{name}{sign} {interval[:-1].partition(', ')[2]}"
    return _LEADING_ZERO.sub(".", label)
