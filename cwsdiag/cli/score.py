"""``cwsdiag score``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cwsdiag.cli.options import file_options, json_option, load_named, tags_option
from cwsdiag.cli.output import show

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cwsdiag.report.documents import Document


@click.command()
@file_options
@tags_option
@json_option
def score(tags: bool, as_json: bool, **files: Any) -> None:
    """Precision, recall, F1, OOV and IV recall of every system."""
    from cwsdiag.report.documents import score_document

    document = score_document(*load_named(**files, strings=False), tags=tags, oracle=files["baselines"])
    show(document, _lines(document), as_json=as_json)


def _lines(document: Document) -> Iterator[str]:
    # Where JSON is wanted nobody comes here, and waits for this import.
    from cwsdiag.report.terminal import score_lines

    yield from (*score_lines(document), "", document["signature"])
