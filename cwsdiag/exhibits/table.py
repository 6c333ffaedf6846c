"""A table: rows, and the columns that are shown of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

    from cwsdiag.views.columns import Columns


@dataclass(frozen=True, eq=False)
class Table:
    """Rows and their columns.

    Attributes:
        frame: the rows; it may have further columns.
        columns: those that are shown, in order.
    """

    frame: pd.DataFrame
    columns: Columns
