"""``cwsdiag psi``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cwsdiag.cli.studying import json_option, normalise_option
from cwsdiag.errors import FormatError
from cwsdiag.progress import working

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.dataset import ReadOptions
    from cwsdiag.training import TrainingStats


@click.command()
@click.option("--train", required=True, type=click.Path(path_type=Path), help="Segmented training text.")
@click.option("--test", required=True, type=click.Path(path_type=Path), help="Segmented test text.")
@click.option("--own", type=click.Path(path_type=Path),
              help="Training text under the criterion of --test, to see what --train loses against it.")  # fmt: skip
@click.option("--limit", type=click.IntRange(min=0), default=20, show_default=True,
              help="How many of the costliest words to show.")  # fmt: skip
@normalise_option
@click.option("--encoding", help="Encoding of all files; detected for each if not given.")
@click.option("--input-format", metavar="FORMAT", help="Format of all files; detected for each if not given.")
@json_option
def psi(
    train: Path,
    test: Path,
    own: Path | None,
    limit: int,
    normalise: Sequence[str],
    encoding: str | None,
    input_format: str | None,
    as_json: bool,
) -> None:
    """How well the words of a test text agree with training data (Ψ), and the words that cost most."""
    from cwsdiag.dataset import ReadOptions
    from cwsdiag.report.documents import to_json
    from cwsdiag.report.psi_text import psi_document, psi_lines
    from cwsdiag.study import differences, read_text

    options = ReadOptions(encoding, input_format, tuple(normalise))
    with working("reading"):
        text = read_text(test, options=options)
        types = set(text.surfaces())
        training = _training(train, types, options)
        own_training = None if own is None else _training(own, types, options)
    with working("comparing"):
        found = []
        if limit:
            training_text = read_text(train, options=options)
            own_text = None if own is None else read_text(own, options=options)
            found = differences(training, training_text, text, own=own_training, own_text=own_text, limit=limit)
        document = psi_document(training, text, found, own=own_training)
    if as_json:
        click.echo(to_json(document))
    else:
        click.echo("\n".join([*psi_lines(document), "", document["signature"]]))


def _training(path: Path, types: set[str], options: ReadOptions) -> TrainingStats:
    from cwsdiag.dataset import open_training
    from cwsdiag.training import gather

    stream = open_training(path, options=options)
    if stream.kind != "segmented":
        raise FormatError(
            f"{stream.name}: this is a word list. Ψ needs segmented text: one sentence per line, blanks between words."
        )
    return gather(stream, strings=types, characters=False)
