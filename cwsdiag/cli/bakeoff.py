"""``cwsdiag bakeoff``, and ``cwsdiag score-sighan`` with the arguments of the official script."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cwsdiag.cli.options import (
    PATH,
    documents_option,
    file_options,
    flag,
    load,
    load_named,
    mismatch_option,
    resampling_options,
    unit_option,
)
from cwsdiag.cli.output import say, show
from cwsdiag.errors import SettingError
from cwsdiag.languages.visible import visible
from cwsdiag.progress import working

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cwsdiag.align import Mismatch
    from cwsdiag.dataset import Dataset, Track


def _tracks(_context: click.Context, _parameter: click.Parameter, values: Sequence[str]) -> dict[str, str]:
    tracks = {}
    for value in values:
        called, _, track = value.rpartition("=")
        name = visible(called)
        if not name or track not in ("closed", "open"):
            raise SettingError(f"--track {value}: write NAME=closed or NAME=open.")
        tracks[name] = track
    return tracks


@click.command()
@file_options
@resampling_options
@unit_option
@documents_option
@flag("--all-pairs",
      help="Test every two systems, not only the best against each and neighbours by rank.")  # fmt: skip
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
@flag("--sentences", help="With --format sighan: also each sentence.")
@flag("--json", "as_json", help="The same as --format json.")  # fmt: skip
def bakeoff(
    layout: str,
    sentences: bool,
    as_json: bool,
    resamples: int,
    seed: int,
    unit: str,
    all_pairs: bool,
    tracks: Mapping[str, Track],
    **named: Any,
) -> None:
    """The scores of the SIGHAN bakeoffs, and which systems differ."""
    from dataclasses import replace

    for name in tracks:
        if name not in named["systems"]:
            raise SettingError(f"--track {name}: there is no --system with this name.")
    dataset, warnings = load_named(**named, strings=False)
    dataset = replace(dataset, tracks=tracks)
    if layout == "sighan" and not as_json:
        names = [str(named["systems"].get(system.name, system.name)) for system in dataset.systems]
        _echo_sighan(dataset, sentences=sentences, gold=named["gold"], names=names)
        return
    from cwsdiag.diagnosis import diagnose
    from cwsdiag.exhibits.bakeoff import verdicts_of
    from cwsdiag.report.bakeoff import bakeoff_document, bakeoff_lines
    from cwsdiag.views.look import Look, LookKey

    with working("comparing"):
        diagnosis = diagnose(dataset, attributes=(), resamples=resamples, seed=seed, unit=unit)
        look = Look(dataset, LookKey(unit=unit, baselines=named["baselines"]), diagnosed=diagnosis)
        tests = verdicts_of(look, all_pairs=all_pairs)
        document = bakeoff_document(look, tests, warnings)
    show(document, bakeoff_lines(document, look, tests), as_json=as_json or layout == "json")


@click.command("score-sighan")
@click.argument("dictionary", metavar="DICT", type=PATH)
@click.argument("truth", type=PATH)
@click.argument("test", type=PATH)
@mismatch_option("count")
def score_sighan(dictionary: Path, truth: Path, test: Path, mismatch: Mismatch) -> None:
    """The official script's arguments and output: word list, gold segmentation, and a system's output.

    The script never asks whether both have the same characters: words that differ are wrong, whatever it is that
    differs. So --mismatch is count here by default; what differs is said.
    """
    from cwsdiag.dataset import ReadOptions
    from cwsdiag.inputs import FileSet

    files = FileSet.alike(
        ReadOptions(any_size=True), gold=truth, training=dictionary, systems={str(test): test}, mismatch=mismatch
    )
    dataset, _ = load(files, strings=False)
    _echo_sighan(dataset, sentences=True, gold=truth, names=[str(test)])


def _echo_sighan(dataset: Dataset, *, sentences: bool, gold: Path, names: Sequence[str]) -> None:
    from cwsdiag.report.sighan import sighan_lines

    # The script shows absolute paths by the name of the file alone, and others as they are given.
    shown = [Path(name).name if Path(name).is_absolute() else name for name in (str(gold), *names)]
    say("\n".join(sighan_lines(dataset, sentences=sentences, gold_name=shown[0], test_names=shown[1:])))
