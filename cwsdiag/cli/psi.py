"""``cwsdiag psi``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cwsdiag.arguments import bounds
from cwsdiag.cli.options import (
    format_options,
    gathered,
    json_option,
    number_option,
    path_option,
    read_options,
)
from cwsdiag.cli.output import show, warn
from cwsdiag.cli.studying import normalise_option
from cwsdiag.errors import FormatError
from cwsdiag.progress import working

if TYPE_CHECKING:
    from pathlib import Path

    from cwsdiag.dataset import ReadOptions
    from cwsdiag.training import TrainingStats


@click.command()
@path_option("--train", required=True, help="Segmented training text.")
@path_option("--test", required=True, help="Segmented test text.")
@path_option("--own",
             help="Training text under the criterion of --test, to see what --train loses against it.")  # fmt: skip
@number_option(bounds.ROWS, "--limit", default=20,
               help="How many of the costliest words to show.")  # fmt: skip
@gathered("options", read_options, normalise_option, format_options())
@json_option
def psi(train: Path, test: Path, own: Path | None, limit: int, options: ReadOptions, as_json: bool) -> None:
    """How well the words of a test text agree with training data (Ψ), and the words that cost most."""
    from cwsdiag.report.criteria import psi_document, psi_lines
    from cwsdiag.study import differences, read_text

    with working("reading"):
        text = read_text(test, options=options)
        types = set(text.surfaces())
        training = _training(train, types, options)
        own_training = None if own is None else _training(own, types, options)
    with working("comparing"):
        words = []
        if limit:
            training_text = read_text(train, options=options)
            words = differences(training, training_text, text, own=own_training, limit=limit)
        document = psi_document(training, text, words, own=own_training)
    warn(document["warnings"])
    show(document, psi_lines(document), as_json=as_json)


def _training(path: Path, types: set[str], options: ReadOptions) -> TrainingStats:
    from cwsdiag.dataset import open_corpus
    from cwsdiag.training import gather

    stream = open_corpus(path, role="training", options=options)
    if stream.kind != "segmented":
        raise FormatError(
            f"{stream.name}: this is a word list. Ψ needs segmented text: one sentence per line, blanks between words."
        )
    return gather(stream, strings=types)
