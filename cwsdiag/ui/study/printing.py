"""Tables of the page Systems as papers print them, to be saved as LaTeX and CSV."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from cwsdiag.languages import lazy
from cwsdiag.report.across.study_rows import study_document
from cwsdiag.report.across.tables import printed_tables
from cwsdiag.study import part_pairs
from cwsdiag.ui.shell import printing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.study import Published, ScoreTable, Study
    from cwsdiag.ui.shell.printing import Made
    from cwsdiag.ui.study.seen import StudyView

# By the name of a part in the address: its tables, and what their buttons are called.
_TABLES = {
    "scores": {"scores": lazy("Scores")},
    "components": {"part_pairs": lazy("Pairs")},
    "models": {"biases": lazy("Biases")},
    "datasets": {"corpora": lazy("Corpora")},
    "tests": {"tests_by_dataset": lazy("By dataset"), "tests_by_system": lazy("By system")},
}


def downloads(seen: StudyView, part: str) -> None:
    """Draw the buttons that save the tables of a part of the page; nothing for one without."""
    names = _TABLES.get(part, {})
    table, published = seen.ranked, seen.chosen.spec.published
    if names and (part != "components" or part_pairs(table.parts)):
        printing.downloads(names, partial(made, seen.study, table, published), key="study printing")


def made(study: Study, table: ScoreTable, published: Sequence[Published], name: str) -> Made:
    """Return a table of a study, with its signature.

    Args:
        study: what was found.
        table: the scores that rankings and tests are of.
        published: scores from papers that the project holds.
        name: of the table.
    """
    document = study_document(study, pairs=(), table=table, published=published)
    return printed_tables(document)[name], document["signature"]
