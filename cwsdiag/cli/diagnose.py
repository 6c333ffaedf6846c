"""``cwsdiag diagnose``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cwsdiag.cli.options import (
    all_pairs_option,
    csv_folder_option,
    diagnosed,
    diagnosed_options,
    json_option,
    slices_option,
    tags_option,
)
from cwsdiag.cli.output import say
from cwsdiag.progress import working

if TYPE_CHECKING:
    from pathlib import Path


@click.command()
@diagnosed_options
@all_pairs_option
@tags_option
@slices_option
@json_option
@csv_folder_option
def diagnose(as_json: bool, all_pairs: bool, tags: bool, slices: bool, csv_folder: Path | None, **named: Any) -> None:
    """Break every system's scores down by attribute: where it is weakest, where the better of two loses."""
    from cwsdiag.report.documents import diagnosis_document, to_json

    diagnosis, warnings = diagnosed(**named)
    with working("diagnosing"):
        document = diagnosis_document(diagnosis, warnings, all_pairs=all_pairs, tags=tags, slices=slices)
    if csv_folder is not None:
        from cwsdiag.attributes.word_classes import WORD_CLASSES
        from cwsdiag.diagnosis.error_kinds import CAUSES
        from cwsdiag.report.tables import flat, write_tables

        systems = []
        for row in document["systems"]:
            # The columns are the same with training data and without.
            kinds = {**row["kinds"], "causes": row["kinds"]["causes"] or dict.fromkeys(CAUSES)}
            missed = row["missed_oov"] or dict.fromkeys(WORD_CLASSES)
            systems.append(flat({**row, "kinds": kinds, "missed_oov": missed}, {"kinds": "", "causes": "cause_"}))
        runs = [{key: value for key, value in row.items() if key != "systems"} for row in document["runs"]]
        tables = {
            "systems": systems,
            **({"runs": runs} if runs else {}),
            "buckets": [
                {"attribute": attribute["key"], **bucket}
                for attribute in document["attributes"]
                for bucket in attribute["buckets"]
            ],
            "breakdown": list(map(flat, document["breakdown"])),
            "self_diagnosis": document["self_diagnosis"],
            "aided_diagnosis": list(map(flat, document["aided_diagnosis"])),
        }
        if slices:
            tables["slices"] = [
                flat(
                    dict(zip(("first", "second"), row["attributes"], strict=True))
                    | {key: value for key, value in row.items() if key != "attributes"}
                )
                for row in document["slices"]
            ]
        write_tables(tables, document["signature"], csv_folder)
    if as_json:
        say(to_json(document))
    elif csv_folder is None:
        from cwsdiag.exhibits.looks import look_of_diagnosis
        from cwsdiag.report.diagnosis import diagnosis_lines

        say("\n".join(diagnosis_lines(document, look_of_diagnosis(diagnosis))))
