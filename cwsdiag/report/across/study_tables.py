"""What the tables over several datasets share: cells as text, pivoted tables, tests as rows."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

from cwsdiag.report.documents import sizes
from cwsdiag.report.tables import attribute_name, printable, text_table
from cwsdiag.views.wording import UNDEFINED, number, p_value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from cwsdiag.report.documents import Document
    from cwsdiag.study import Friedman, Nemenyi
    from cwsdiag.text import Segmentation

_WIDTH = 5
MEAN = "mean"


def points(value: float, digits: int = 1) -> str:
    """Return a value that is × 100 as text, right-aligned among its like."""
    return number(value, digits).rjust(_WIDTH)


def mean_said(value: float, count: int, whole: int, digits: int = 3) -> str:
    """Return a mean, with of how many it is where that is not all."""
    return number(value, digits) + (f" ({count})" if 0 < count < whole else "")


def joined(names: Iterable[str]) -> str:
    """Return names as people read them; commas would not do, they are in names."""
    return printable(" · ".join(names))


def pivot(
    cells: Mapping[tuple[Any, Any], str],
    rows: Mapping[Any, str],
    columns: Mapping[Any, str],
    *,
    corner: str,
) -> str:
    """Return a table of text cells.

    Args:
        cells: what stands in it, by row and column; a dash where there is nothing.
        rows: headings of the rows. Names are the user's: what is no name must not be a string, or it may be called so.
        columns: headings of the columns.
        corner: heading of the headings of rows.
    """
    table = [
        {"": heading} | {str(place): cells.get((row, column), UNDEFINED) for place, column in enumerate(columns)}
        for row, heading in rows.items()
    ]
    headings = {str(place): printable(heading) for place, heading in enumerate(columns.values())}
    return text_table(table, {"": corner} | headings)


def pivoted(
    found: Sequence[Mapping[str, Any]], row: str, column: str, shown: Callable[[Mapping[str, Any]], str], *, corner: str
) -> str:
    """Return plain rows as a table, a line for each value under ``row`` and a column for each under ``column``.

    A value None stands for the mean of the others.
    """
    cells = {(one[row], one[column]): shown(one) for one in found}
    rows, columns = ({one[key]: _heading(key, one[key]) for one in found} for key in (row, column))
    return pivot(cells, rows, columns, corner=corner)


def _heading(key: str, value: Any) -> Any:
    """Return what a line or a column is called: attributes by their names, which two can share, never by their keys."""
    if value is None:
        return MEAN
    return attribute_name(value) if key == "attribute" else value


def text_facts(text: Segmentation) -> Document:
    """Return what documents tell about a text that no systems are compared on."""
    return {"name": text.name, **sizes(text)}


def ranked(test: Friedman | Nemenyi) -> list[Document]:
    """Return the mean rank of each treatment of a test."""
    return [{"name": name, "rank": rank} for name, rank in zip(test.treatments, test.ranks.tolist(), strict=True)]


def pair_rows(names: Sequence[str], what: str, values: NDArray[np.float64]) -> list[Document]:
    """Return what a symmetric matrix says of every two of so many names, under the key ``what``."""
    return [
        {"first": names[first], "second": names[second], what: float(values[first, second])}
        for first, second in combinations(range(len(names)), 2)
    ]


def friedman_row(test: Friedman) -> Document:
    """Return a test as a row: its numbers, mean rank of each treatment, blocks used and dropped, why undefined."""
    return {
        "statistic": test.statistic,
        "p": test.p,
        "p_adjusted": test.p_adjusted,
        "p_chi2": test.p_chi2,
        "method": test.method,
        "significant": test.is_significant,
        "treatments": ranked(test),
        "blocks": list(test.blocks),
        "dropped": list(test.dropped),
        "undefined": test.undefined or None,
    }


def friedman_cells(name: str, test: Mapping[str, Any]) -> Document:
    """Return what the columns ``FRIEDMAN`` show of a ``friedman_row``."""
    note = f"undefined: {test['undefined']}" if test["undefined"] else ""
    dropped = f"without {joined(test['dropped'])}" if test["dropped"] else ""
    return {
        "test": name,
        "statistic": number(test["statistic"], 2),
        "p": p_value(test["p"]),
        "method": test["method"] or UNDEFINED,
        "p_chi2": p_value(test["p_chi2"]),
        "treatments": len(test["treatments"]),
        "blocks": len(test["blocks"]),
        "note": "; ".join(filter(None, (note, dropped))),
    }
