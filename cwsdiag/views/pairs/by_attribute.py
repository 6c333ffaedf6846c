"""What two systems differ by under one attribute, in a sentence."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from cwsdiag.languages import _, n_
from cwsdiag.views.buckets import where_said
from cwsdiag.views.wording import bracketed, p_is, points

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cwsdiag.frames import Panel

_POINTS = 100


def furthest(panel: Panel) -> dict[str, Any] | None:
    """Return the row of the bucket in which two systems differ most, of those that differ significantly.

    Args:
        panel: of the attribute, see ``Comparison.panels``.

    Returns:
        The first of equals; None where none differs significantly.
    """
    marked = [row for row in panel.rows if row["verdict"] == "significant"]
    return max(marked, key=lambda row: abs(row["difference"]), default=None)


def attribute_difference_sentence(panel: Panel, systems: Mapping[str, str]) -> str:
    """Say in how many buckets of an attribute two systems differ significantly, and where most.

    Args:
        panel: of the attribute, see ``Comparison.panels``.
        systems: names by role, ``a`` and ``b``.
    """
    if panel.undefined:
        return _("{attribute} is undefined: {why}", attribute=panel.title, why=panel.undefined)
    tested = [row for row in panel.rows if not math.isnan(row["difference"])]
    said = {"a": systems["a"], "b": systems["b"], "attribute": panel.title}
    row = furthest(panel)
    if row is None:
        return _("{a} and {b} differ significantly in no bucket of {attribute}.", **said)
    marked = sum(one["verdict"] == "significant" for one in tested)
    ends = (row["low"] / _POINTS, row["high"] / _POINTS)
    if row["difference"] < 0:
        ends = (-ends[1], -ends[0])
    return n_(
        "{a} and {b} differ significantly in {n:,} of {tested:,} buckets of {attribute}; {ahead} is ahead by {points} "
        "{interval} at {where} (p {p}).",
        "{a} and {b} differ significantly in {n:,} of {tested:,} buckets of {attribute}, most at {where}, where "
        "{ahead} is ahead by {points} {interval} (p {p}).",
        marked,
        tested=len(tested),
        ahead=systems["a" if row["difference"] > 0 else "b"],
        points=points(abs(row["difference"]) / _POINTS),
        interval=bracketed(*ends),
        where=where_said(panel.unit, panel.title, row["label"]),
        p=p_is(row["p_adjusted"]),
        **said,
    )
