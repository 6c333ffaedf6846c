"""``cwsdiag words``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cwsdiag.cli import options
from cwsdiag.errors import SettingError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cwsdiag.diagnosis.words import Missed


@click.command()
@options.file_options
@options.weights_option()
@options.diagnosis_options
@click.option("--attribute", help="Key of the attribute, such as wLen; all words by default.")
@click.option("--bucket", type=int, help="Index of its bucket, from 0 upwards in value; all its buckets by default.")
@click.option("--wrong", is_flag=True, help="Only words that at least one system got wrong.")
@click.option("--of", "system", metavar="SYSTEM", help="Only words that this system got wrong.")
@click.option("--kind", metavar="KIND", help="Only such errors of it: split, merged or crossed.")
@click.option("--cause", metavar="CAUSE",
              help="Only errors of it for this cause: oov, new_word, combination, overlap or neighbour.")  # fmt: skip
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")
@options.json_option
def words(
    attribute: str | None,
    bucket: int | None,
    wrong: bool,
    system: str | None,
    kind: str | None,
    cause: str | None,
    buckets: str | None,
    resamples: int,
    seed: int,
    plugins: Sequence[Path],
    as_csv: bool,
    as_json: bool,
    **files: Any,
) -> None:
    """The words behind a bucket or a kind of errors: where each occurs and how every system segmented it."""
    from cwsdiag.diagnosis import diagnose as run
    from cwsdiag.diagnosis.error_kinds import check_kind
    from cwsdiag.diagnosis.words import units_in
    from cwsdiag.report import documents, tables

    options.keys_of(attribute, plugins)
    if bucket is not None and attribute is None:
        raise SettingError(f"--bucket {bucket}: a bucket of what? Name an attribute with --attribute.")
    check_kind(kind, cause)
    cut = options.buckets_of(buckets)
    dataset, warnings = options.load_named(**files, strings=True)
    missed = _missed([one.name for one in dataset.systems], system, kind, cause)
    keys = [] if attribute is None else [attribute]
    diagnosis = run(dataset, attributes=keys, buckets=cut, resamples=resamples, seed=seed)
    units = units_in(diagnosis, attribute, bucket, missed=missed)
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


def _missed(names: Sequence[str], system: str | None, kind: str | None, cause: str | None) -> Missed | None:
    """Return which errors the options name; None where they name none.

    Raises:
        SettingError: a kind or a cause without a system, where there is more than one.
    """
    from cwsdiag.diagnosis.words import Missed

    if system is None and kind is None and cause is None:
        return None
    if system is None and len(names) != 1:
        asked = "--cause" if kind is None else "--kind"
        known = ", ".join(names) or "none"
        raise SettingError(f"{asked} is about the errors of one system: name it with --of. Available: {known}.")
    return Missed(names[0] if system is None else system, kind, cause)


def _flat_word(row: Mapping[str, Any]) -> dict[str, Any]:
    plain = {key: value for key, value in row.items() if key != "systems"}
    for system in row["systems"]:
        right = system["right"]
        plain[system["name"]] = None if system["words"] is None else " ".join(system["words"])
        plain[f"right {system['name']}"] = None if right is None else "yes" if right else "no"
    return plain
