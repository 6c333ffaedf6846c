"""``cwsdiag balanced``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from cwsdiag.cli.options import (
    file_options,
    json_option,
    load_named,
    path_option,
    resampling_options,
    weights_option,
)
from cwsdiag.cli.output import show
from cwsdiag.progress import working


@click.command()
@file_options
@weights_option(required=True)
@path_option("--idioms",
             help="List of idioms: its words of four characters are one more kind of words.")  # fmt: skip
@resampling_options
@json_option
def balanced(idioms: Path | None, resamples: int, seed: int, as_json: bool, **files: Any) -> None:
    """Scores that weight each word by how hard it is for a committee, and how they change the ranking."""
    from cwsdiag.balanced import balance, read_idioms
    from cwsdiag.exhibits.looks import look_of
    from cwsdiag.formats import Source
    from cwsdiag.report.difficulty import balanced_document, balanced_lines
    from cwsdiag.views.hardness import Hardness, hardness

    dataset, warnings = load_named(**files, strings=False)
    listed = None if idioms is None else read_idioms(Source.from_path(idioms))
    with working("weighing"):
        weighed = balance(dataset, resamples=resamples, seed=seed)
        document = balanced_document(weighed, warnings, idioms=listed)
    look = look_of(dataset)
    # Exhibits of the look are of these resamples.
    look.memory.ask(hardness, (), lambda: Hardness(dataset, weighed))
    show(document, balanced_lines(document, look, idioms=listed), as_json=as_json)
