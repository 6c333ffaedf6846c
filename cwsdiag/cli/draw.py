"""``cwsdiag draw``: test sentences at random."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cwsdiag.arguments import bounds
from cwsdiag.cli.options import (
    PATH,
    gathered,
    length_options,
    number_option,
    path_option,
    read_options,
    text_options,
)
from cwsdiag.cli.output import check_outputs, say, warn, write_file

if TYPE_CHECKING:
    from pathlib import Path

    from cwsdiag.dataset import ReadOptions


@click.command()
@click.argument("file", type=PATH)
@number_option(bounds.DRAWN, "-n", "--sentences", default=100, help="How many to draw.")
@length_options
@number_option(bounds.SEED, "--seed", default=0, help="Seed of the draw.")
@path_option("-o", "--output", required=True,
             help="File to write: the sentences as FILE has them, in its encoding and order.")  # fmt: skip
@path_option("--raw", metavar="FILE", help="Write them without word boundaries, too: to be segmented.")
@gathered("options", read_options, text_options)
def draw(
    file: Path,
    sentences: int,
    min_length: int,
    max_length: int | None,
    seed: int,
    output: Path,
    raw: Path | None,
    options: ReadOptions,
) -> None:
    """Draw sentences of FILE at random, within given lengths: a test set, its gold and its raw text."""
    from cwsdiag.bakeoff import draw_sentences
    from cwsdiag.dataset import read
    from cwsdiag.formats.encoding import encoded

    check_outputs((output, raw), [file])
    document = read(file, role="gold", options=options)
    warn(document.warnings)
    drawn = draw_sentences(document, sentences=sentences, seed=seed, shortest=min_length, longest=max_length)
    codec = document.facts.encoding.codec
    for path, between in ((output, " "), (raw, "")):
        if path is not None:
            text = "".join(between.join(words) + "\n" for words in drawn)
            write_file(path, encoded(text, codec, name=document.name))
    characters = sum(len(word) for words in drawn for word in words)
    say(f"{len(drawn):,} of {len(document.sizes):,} sentences, {characters:,} characters, drawn with seed {seed}")
