"""All systems of a dataset against one of them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pandas as pd

from cwsdiag.charts.matrices import against_chart
from cwsdiag.errors import SettingError
from cwsdiag.exhibits.exhibit import Content, exhibit
from cwsdiag.exhibits.one_system import bucket_words, error_words
from cwsdiag.exhibits.table import Table
from cwsdiag.languages import _, lazy
from cwsdiag.views.columns import Column, column
from cwsdiag.views.pairs.against import OVERALL, against_remark, against_sentence, line_said
from cwsdiag.views.pairs.against import against as against_lines

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from cwsdiag.exhibits.exhibit import Target
    from cwsdiag.views.look import PrivateLook


@exhibit(
    "against",
    "the difference of every other system to one: over all words, by bucket, by kind of error",
    page="compare",
    needs=("system",),
    takes=("sort",),
    place={"part": "base"},
    address={"sort": "sort"},
    of_all=True,
)
def against(look: PrivateLook, system: str, sort: str = OVERALL) -> Content:
    """Return what every other system and one, the base, differ by; ``sort`` is the row by which columns stand.

    Raises:
        SettingError: there is no other system.
    """
    if look.systems == [system]:
        raise SettingError(lazy("{system} is the only system of {dataset}.", system=system, dataset=look.name))
    shown = against_lines(look, system).ordered(sort)
    sure = [cell for cell in shown.lines[0].cells if cell.verdict == "significant"]
    ahead = sum(cell.difference > 0 for cell in sure)

    def table() -> Table:
        # By number: a system may be called as a column beside it.
        systems = {f"system {place}": Column(name, format="signed") for place, name in enumerate(shown.systems)}
        rows = [
            {"row": line_said(line), **{key: cell.difference for key, cell in zip(systems, line.cells, strict=True)}}
            for line in shown.lines
            if not all(math.isnan(cell.difference) for cell in line.cells)
        ]
        columns = {"row": column("difference in points; of errors, in gold words"), **systems}
        return Table(pd.DataFrame(rows), columns)

    def click(mark: Sequence[Any]) -> Target | None:
        key, other = map(str, mark)
        of, _colon, what = key.partition(":")
        if key == OVERALL:
            return "compare", {"system": other, "other": system}
        if of in ("shape", "cause"):
            return error_words(other, other=system, **{of: what})
        return bucket_words({"system": other, "other": system}, of, int(what))

    return Content(
        _("All systems against {base} on {dataset}", base=system, dataset=look.name),
        against_sentence(shown, dataset=look.name),
        against_remark(shown),
        {"ahead": float(ahead), "behind": float(len(sure) - ahead)},
        chart=lambda size: against_chart(shown, size, colour=look.colours[system]),
        table=table,
        click=click,
    )
