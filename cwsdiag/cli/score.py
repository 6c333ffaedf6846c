"""``cwsdiag score``."""

from __future__ import annotations

from typing import Any

import click

from cwsdiag.cli.options import file_options, json_option, load_named
from cwsdiag.cli.output import show


@click.command()
@file_options
@json_option
def score(as_json: bool, **files: Any) -> None:
    """Precision, recall, F1, OOV and IV recall of every system."""
    from cwsdiag.report.documents import score_document
    from cwsdiag.report.score_text import score_lines

    document = score_document(*load_named(**files, strings=False))
    show(document, score_lines(document), as_json=as_json)
