"""What a project says beside its files: parts of systems, and scores that papers give."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cwsdiag.errors import ProjectError
from cwsdiag.languages import lazy
from cwsdiag.project.toml_table import Table
from cwsdiag.study.published import Published

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.project.specs import DatasetSpec

_KEYS = ("system", "source", "parts", "f1")
_MOST = 100.0
# Every two of them may be a pair, and Nemenyi's test compares all.
_MOST_ROWS = 100
# Scores of a paper are in per cent; if none is above this, somebody wrote 0.96 for 96.
_NO_PER_CENT = 1.0


def read_published(study: Table) -> tuple[Published, ...]:
    """Return the published scores of the table of a study.

    Raises:
        ProjectError: one is not complete, not in per cent, or there twice; or they are too many.
    """
    found: list[Published] = []
    tables = study.tables("published")
    if len(tables) > _MOST_ROWS:
        raise study.error(lazy("it has more than {most} [[study.published]]. Leave some out", most=_MOST_ROWS))
    for number, values in enumerate(tables, start=1):
        table = Table(study.file, lazy("[[study.published]] number {number}", number=number), values)
        table.only(_KEYS)
        f1 = table.numbers("f1", 0.0, _MOST)
        if max(score for _dataset, score in f1) <= _NO_PER_CENT:
            raise table.error(lazy("f1 is in per cent: write 96.46 for 0.9646"))
        row = Published(table.text("system"), table.text("source"), f1, table.words("parts"))
        if any((row.system, row.source) == (other.system, other.source) for other in found):
            raise table.error(
                lazy(
                    "system {system!r} with source {source!r} was there before. Write all its scores in one table",
                    system=row.system,
                    source=row.source,
                )
            )
        found.append(row)
    return tuple(found)


def check_parts(file: str, datasets: Sequence[DatasetSpec]) -> None:
    """Check that what is said of the parts of a model on one dataset is not said otherwise on another.

    Raises:
        ProjectError: it is; the message names both places.
    """
    said: dict[tuple[str, str], tuple[str, str]] = {}
    for dataset in datasets:
        for system in (*dataset.systems, *dataset.transferred):
            for part, value in system.parts:
                before, where = said.setdefault((system.model, part), (value, dataset.name))
                if before != value:
                    raise ProjectError(
                        lazy(
                            "{path}: system {system!r} of dataset {dataset!r}: its part {part!r} is {value!r}, but "
                            "{before!r} on dataset {where!r}. A system has the same parts on every dataset.",
                            path=file,
                            system=system.model,
                            dataset=dataset.name,
                            part=part,
                            value=value,
                            before=before,
                            where=where,
                        )
                    )
