"""``cwsdiag diagnose``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cwsdiag.cli import options
from cwsdiag.cli.output import show
from cwsdiag.progress import working

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from cwsdiag.diagnosis import Diagnosis
    from cwsdiag.report.documents import Document


@click.command()
@options.diagnosed_options
@options.all_pairs_option
@options.json_option
@options.csv_folder_option
def diagnose(as_json: bool, all_pairs: bool, csv_folder: Path | None, **named: Any) -> None:
    """Break every system's scores down by attribute: where it is weakest, where the better of two loses."""
    from cwsdiag.report.documents import diagnosis_document

    diagnosis, warnings = options.diagnosed(**named)
    with working("diagnosing"):
        document = diagnosis_document(diagnosis, warnings, all_pairs=all_pairs)
    if csv_folder is not None:
        from cwsdiag.report.tables import write_tables

        write_tables(_tables(document), document["signature"], csv_folder)
    if as_json or csv_folder is None:
        show(document, _lines(document, diagnosis), as_json=as_json)


def _lines(document: Document, diagnosis: Diagnosis) -> Iterator[str]:
    from cwsdiag.report.diagnosis_text import diagnosis_lines
    from cwsdiag.views.look import Look, Where

    look = Look(diagnosis.dataset, Where(unit=diagnosis.unit), diagnosed=diagnosis)
    yield from diagnosis_lines(document, look)


def _tables(document: Mapping[str, Any]) -> dict[str, Sequence[Mapping[str, Any]]]:
    from cwsdiag.report.tables import flat_aided, flat_kinds

    runs = [{key: value for key, value in row.items() if key != "systems"} for row in document["runs"]]
    return {
        "systems": [flat_kinds(row) for row in document["systems"]],
        **({"runs": runs} if runs else {}),
        "buckets": [
            {"attribute": attribute["key"], **bucket}
            for attribute in document["attributes"]
            for bucket in attribute["buckets"]
        ],
        "breakdown": document["breakdown"],
        "self_diagnosis": document["self_diagnosis"],
        "aided_diagnosis": [flat_aided(row) for row in document["aided_diagnosis"]],
    }
