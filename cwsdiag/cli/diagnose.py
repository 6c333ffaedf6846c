"""``cwsdiag diagnose``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cwsdiag.cli.options import buckets_of, diagnosis_options, file_options, files_of, keys_of, load, weights_option
from cwsdiag.cli.score import score_lines
from cwsdiag.progress import working

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@click.command()
@file_options
@weights_option()
@diagnosis_options
@click.option("--attributes", help="Keys separated by commas, such as wLen,wCon; all by default.")
@click.option("--min-size", type=int, default=30, show_default=True,
              help="Fewest gold units with which a diagnosis may name a bucket.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
@click.option("--csv", "csv_folder", type=click.Path(path_type=Path), help="Write all tables into this folder.")
def diagnose(
    attributes: str | None,
    buckets: str | None,
    resamples: int,
    seed: int,
    min_size: int,
    plugins: Sequence[Path],
    as_json: bool,
    csv_folder: Path | None,
    **files: Any,
) -> None:
    """Break every system's scores down by attribute: where it is weakest, where the better of two loses."""
    from cwsdiag.diagnosis import diagnose as run
    from cwsdiag.report.documents import diagnosis_document, to_json

    keys = keys_of(attributes, plugins)
    dataset, warnings = load(files_of(**files), strings=True)
    diagnosis = run(
        dataset,
        attributes=keys,
        buckets=buckets_of(buckets),
        resamples=resamples,
        seed=seed,
        min_size=min_size,
    )
    with working("diagnosing"):
        document = diagnosis_document(diagnosis, warnings)
    if csv_folder is not None:
        from cwsdiag.report.tables import write_tables

        write_tables(_tables(document), document["signature"], csv_folder)
    if as_json:
        click.echo(to_json(document))
    elif csv_folder is None:
        click.echo(_diagnosis_text(document))


def _diagnosis_text(document: Mapping[str, Any]) -> str:
    from cwsdiag.report.diagnosis_text import diagnosis_lines

    return "\n".join([*score_lines(document), *diagnosis_lines(document), document["signature"]])


def _tables(document: Mapping[str, Any]) -> dict[str, Sequence[Mapping[str, Any]]]:
    return {
        "systems": document["systems"],
        "buckets": [
            {"attribute": attribute["key"], **bucket}
            for attribute in document["attributes"]
            for bucket in attribute["buckets"]
        ],
        "breakdown": document["breakdown"],
        "self_diagnosis": document["self_diagnosis"],
        "aided_diagnosis": [_flat_aided(row) for row in document["aided_diagnosis"]],
    }


def _flat_aided(row: Mapping[str, Any]) -> dict[str, Any]:
    plain = {key: row[key] for key in ("better", "other", "attribute")}
    ends = {f"{end}_{key}": value for end in ("lowest", "highest") for key, value in row[end].items()}
    return {**plain, **ends}
