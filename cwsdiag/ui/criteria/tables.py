"""What tables and remarks of the parts of the Criteria page share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cwsdiag.languages import lazy
from cwsdiag.ui.shell import tables

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import pandas as pd


# Latin letters of a dataset's name that fit into a column, and its width in pixels.
_LONGEST_NAME = 17
_NAME_WIDTH = 132
# A table of pairs is as high as the matrix of four datasets beside it; more rows scroll.
PAIRS_HEIGHT = 262


def pairs_table(
    frame: pd.DataFrame,
    columns: Mapping[str, Any],
    *,
    key: str,
    by: str,
    lead: Callable[[str, str], None],
    alt: str,
    named: tuple[str, str] = (lazy("training data"), lazy("test text")),
    height: int | None = None,
) -> None:
    """Draw a table with a row a pair of datasets, its columns ``train`` and ``test``; a click calls ``lead`` with both.

    Numbers come first: names may be long.

    Args:
        frame: the rows.
        columns: those before the names.
        key: of the table.
        by: the column that orders the rows, the largest value first.
        lead: in a callback.
        alt: what the table is, for those who do not see it.
        named: what the two columns of names are called.
        height: in pixels; more rows scroll.
    """
    ordered = frame.sort_values(by, ascending=False, kind="stable", ignore_index=True)
    tables.names_table(
        ordered,
        columns,
        dict(zip(("train", "test"), named, strict=True)),
        key=key,
        lead=lead,
        longest=_LONGEST_NAME,
        first=False,
        widest=_NAME_WIDTH,
        alt=alt,
        height=height,
    )
