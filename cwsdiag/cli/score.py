"""``cwsdiag score``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cwsdiag.cli.options import file_options, load_named

if TYPE_CHECKING:
    from collections.abc import Mapping


@click.command()
@file_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def score(as_json: bool, **files: Any) -> None:
    """Precision, recall, F1, OOV and IV recall of every system."""
    from cwsdiag.report.documents import score_document, to_json

    document = score_document(*load_named(**files, strings=False))
    if as_json:
        click.echo(to_json(document))
    else:
        click.echo("\n".join([*score_lines(document), "", document["signature"]]))


def score_lines(document: Mapping[str, Any]) -> list[str]:
    """Return the table of scores, with a line about gold above it."""
    from cwsdiag.report.tables import text_table
    from cwsdiag.views.columns import SCORE_TABLE

    return [gold_line(document), "", text_table(document["systems"], SCORE_TABLE)]


def gold_line(document: Mapping[str, Any]) -> str:
    """Return the line about gold that stands above tables."""
    from cwsdiag.views.wording import number

    gold = document["gold"]
    return (
        f"gold: {gold['sentences']:,} sentences, {gold['words']:,} words, {gold['characters']:,} characters, "
        f"OOV rate {number(gold['oov_rate'])}"
    )
