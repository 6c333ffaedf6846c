"""``cwsdiag balanced``."""

from __future__ import annotations

from typing import Any

import click

from cwsdiag.cli.options import file_options, files_of, load, resampling_options, weights_option
from cwsdiag.progress import working


@click.command()
@file_options
@weights_option(required=True)
@resampling_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def balanced(resamples: int, seed: int, as_json: bool, **files: Any) -> None:
    """Scores that weight each word by how hard it is for a committee, and how they change the ranking."""
    from cwsdiag.balanced import balance
    from cwsdiag.cli.score import gold_line
    from cwsdiag.report.balanced_text import balanced_document, balanced_lines
    from cwsdiag.report.documents import to_json

    dataset, warnings = load(files_of(**files), strings=False)
    with working("weighing"):
        document = balanced_document(balance(dataset, resamples=resamples, seed=seed), warnings)
    if as_json:
        click.echo(to_json(document))
    else:
        click.echo("\n".join([gold_line(document), *balanced_lines(document), "", document["signature"]]))
