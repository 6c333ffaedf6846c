"""``cwsdiag bakeoff``, and ``cwsdiag score-sighan`` with the arguments of the official script."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cwsdiag.cli.options import file_options, files_of, load, resampling_options
from cwsdiag.errors import SettingError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from cwsdiag.dataset import Dataset, Track


def _tracks(context: click.Context, parameter: click.Parameter, values: Sequence[str]) -> dict[str, str]:
    del context, parameter
    tracks = {}
    for value in values:
        name, _, track = value.rpartition("=")
        if not name or track not in ("closed", "open"):
            raise SettingError(f"--track {value}: write NAME=closed or NAME=open.")
        tracks[name] = track
    return tracks


@click.command()
@file_options
@resampling_options
@click.option(
    "--track",
    "tracks",
    multiple=True,
    metavar="NAME=closed|open",
    callback=_tracks,
    help="Whether a system uses only the training data (closed) or other data too (open).",
)
@click.option(
    "--format",
    "layout",
    type=click.Choice(["text", "json", "sighan"]),
    default="text",
    show_default=True,
    help="A table, one JSON document, or the layout of the official script.",
)
@click.option("--sentences", is_flag=True, help="With --format sighan: also each sentence.")
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")  # fmt: skip
def bakeoff(
    layout: str,
    sentences: bool,
    as_json: bool,
    resamples: int,
    seed: int,
    tracks: Mapping[str, Track],
    **named: Any,
) -> None:
    """The scores of the SIGHAN bakeoffs, and which systems differ."""
    from dataclasses import replace

    files = files_of(**named)
    for name in tracks:
        if name not in files.systems:
            raise SettingError(f"--track {name}: there is no --system with this name.")
    dataset, warnings = load(files, strings=False)
    dataset = replace(dataset, tracks=tracks)
    if layout == "sighan" and not as_json:
        names = [str(files.systems.get(system.name, system.name)) for system in dataset.systems]
        _print(_sighan(dataset, sentences=sentences, gold=files.gold, names=names))
        return
    from cwsdiag.report.bakeoff_text import bakeoff_document, bakeoff_lines
    from cwsdiag.report.documents import to_json

    document = bakeoff_document(dataset, warnings, resamples=resamples, seed=seed)
    if as_json or layout == "json":
        click.echo(to_json(document))
        return
    from cwsdiag.cli.score import gold_line

    _print([gold_line(document), "", *bakeoff_lines(document), "", document["signature"]])


@click.command("score-sighan")
@click.argument("dictionary", metavar="DICT", type=click.Path(path_type=Path))
@click.argument("truth", type=click.Path(path_type=Path))
@click.argument("test", type=click.Path(path_type=Path))
def score_sighan(dictionary: Path, truth: Path, test: Path) -> None:
    """The official script's arguments and output: word list, gold segmentation, and a system's output."""
    from cwsdiag.cli.options import Files
    from cwsdiag.dataset import ReadOptions

    files = Files(gold=truth, train=dictionary, systems={str(test): test}, options=ReadOptions())
    dataset, _ = load(files, strings=False)
    _print(_sighan(dataset, sentences=True, gold=truth, names=[str(test)]))


def _sighan(dataset: Dataset, *, sentences: bool, gold: Path, names: Sequence[str]) -> Iterator[str]:
    from cwsdiag.report.sighan import sighan_lines

    # The script shows absolute paths by the name of the file alone, and others as they are given.
    shown = [Path(name).name if Path(name).is_absolute() else name for name in (str(gold), *names)]
    return sighan_lines(dataset, sentences=sentences, gold_name=shown[0], test_names=shown[1:])


def _print(lines: Sequence[str] | Iterator[str]) -> None:
    click.echo("\n".join(lines))
