"""Tables of the page Systems as papers print them, to be saved as LaTeX and CSV."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.languages import _, lazy, translated
from cwsdiag.report.latex import latex_table
from cwsdiag.report.printed import printed_csv
from cwsdiag.report.study_printed import printed_tables
from cwsdiag.report.study_rows import study_document
from cwsdiag.study import part_pairs
from cwsdiag.ui.shell import widgets

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cwsdiag.report.printed import PrintedTable
    from cwsdiag.study import Published, ScoreTable, Study
    from cwsdiag.ui.study.seen import StudyView

# By the name of a table: what its buttons are called.
_NAMES = {
    "scores": lazy("Scores"),
    "biases": lazy("Biases"),
    "corpora": lazy("Corpora"),
    "part_pairs": lazy("Pairs"),
    "tests_by_dataset": lazy("By dataset"),
    "tests_by_system": lazy("By system"),
}
# By the name of a part in the address: its tables.
_TABLES = {
    "scores": ("scores",),
    "components": ("part_pairs",),
    "models": ("biases",),
    "datasets": ("corpora",),
    "tests": ("tests_by_dataset", "tests_by_system"),
}


def downloads(seen: StudyView, part: str) -> None:
    """Draw the buttons that save the tables of a part of the page; nothing for one without."""
    names = _TABLES.get(part, ())
    if not names or (part == "components" and not part_pairs(seen.ranked.parts)):
        return
    # Asked now: once the button is clicked no page is run that would know the address.
    table, published = seen.ranked, seen.chosen.spec.published
    with st.container(horizontal=True, key="study printing"):
        for name in names:
            for end, mime, write in _WAYS:
                widgets.download(
                    _("{table} as {format}", table=translated(_NAMES[name]), format=_FORMATS[end]),
                    data=partial(written, seen.study, name, write, table, published),
                    name=f"{name}.{end}",
                    mime=mime,
                    key=f"print {name} {end}",
                    help=_("The table as papers print it; in English."),
                )


def written(
    study: Study,
    name: str,
    write: Callable[[PrintedTable, str], str],
    table: ScoreTable,
    published: Sequence[Published],
) -> str:
    """Return a table of a study as text: it is made once somebody wants it.

    Args:
        study: what was found.
        name: of the table.
        write: makes text of it and the signature of the study.
        table: the scores that rankings and tests are of.
        published: scores from papers that the project holds.
    """
    document = study_document(study, pairs=(), table=table, published=published)
    (wanted,) = (one for one in printed_tables(document) if one.name == name)
    return write(wanted, document["signature"])


def as_csv(table: PrintedTable, _signature: str) -> str:
    """Return a table as CSV, which has no place for a signature."""
    return printed_csv(table)


_FORMATS = {"tex": "LaTeX", "csv": "CSV"}
_WAYS = (("tex", "application/x-tex", latex_table), ("csv", "text/csv", as_csv))
