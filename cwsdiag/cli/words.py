"""``cwsdiag words``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cwsdiag.cli import options

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@click.command()
@options.file_options
@options.weights_option()
@options.diagnosis_options
@click.option("--attribute", required=True, help="Key of the attribute, such as wLen.")
@click.option("--bucket", required=True, type=int, help="Index of the bucket, from 0 upwards in value.")
@click.option("--wrong", is_flag=True, help="Only words that at least one system got wrong.")
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")
@options.json_option
def words(
    attribute: str,
    bucket: int,
    wrong: bool,
    buckets: str | None,
    resamples: int,
    seed: int,
    plugins: Sequence[Path],
    as_csv: bool,
    as_json: bool,
    **files: Any,
) -> None:
    """The words behind a bucket: where each occurs and how every system segmented it."""
    from cwsdiag.diagnosis import diagnose as run
    from cwsdiag.diagnosis.words import units_in
    from cwsdiag.report import documents, tables

    options.keys_of(attribute, plugins)
    cut = options.buckets_of(buckets)
    dataset, warnings = options.load_named(**files, strings=True)
    diagnosis = run(dataset, attributes=[attribute], buckets=cut, resamples=resamples, seed=seed)
    units = units_in(diagnosis, attribute, bucket)
    if wrong:
        units = units.take(units.wrong_anywhere)
    document = documents.words_document(units, diagnosis, warnings)
    if as_json:
        click.echo(documents.to_json(document))
        return
    flat = [_flat_word(row) for row in document["words"]]
    if as_csv:
        click.echo(tables.csv_text(flat), nl=False)
    elif flat:
        columns = {key: "✓" if key.startswith("right ") else key for key in flat[0]}
        click.echo(tables.text_table(flat, columns))
    else:
        click.echo("No such word.")


def _flat_word(row: Mapping[str, Any]) -> dict[str, Any]:
    plain = {key: value for key, value in row.items() if key != "systems"}
    for system in row["systems"]:
        right = system["right"]
        plain[system["name"]] = None if system["words"] is None else " ".join(system["words"])
        plain[f"right {system['name']}"] = None if right is None else "yes" if right else "no"
    return plain
