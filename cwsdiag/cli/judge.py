"""``cwsdiag judge``: what people find best."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from cwsdiag.arguments import bounds
from cwsdiag.cli.board import say_copied, show_health
from cwsdiag.cli.options import (
    PATH,
    file_options,
    flag,
    gathered,
    json_option,
    length_options,
    load_named,
    number_option,
    path_option,
    weights_option,
)
from cwsdiag.cli.output import pass_on, read_utf8, say, show, write_file
from cwsdiag.errors import SettingError
from cwsdiag.judging import Judgements, from_csv, outcome, to_csv
from cwsdiag.judging.outcome import balanced_of
from cwsdiag.languages.visible import printable
from cwsdiag.progress import working
from cwsdiag.report import lab


def _opened(file: Path) -> Judgements:
    return Judgements(file, create=False)


_judgements_option = path_option("--judgements", "file", required=True, help="File of the judgements.")
_on_judgements = gathered("judgements", _opened, _judgements_option)


@click.group()
def judge() -> None:
    """Studies in which people mark the best and second-best segmentations of drawn sentences."""


@judge.command()
@click.argument("name")
@file_options
@weights_option()
@number_option(bounds.DRAWN, "--sentences", default=100, help="How many to draw.")
@length_options
@number_option(bounds.SEED, "--seed", default=0, help="Seed of the draw and of the order shown.")
@_judgements_option
def new(
    name: str, sentences: int, min_length: int, max_length: int | None, seed: int, file: Path, **files: Any
) -> None:
    """Draw sentences and make the study NAME; the file of judgements is made with its first study.

    With --weights, balanced scores (f_b) are kept beside F1, to be compared with people's scores.
    """
    dataset, _ = load_named(**files, strings=False)
    # Judges see it: not the whole path.
    dataset = replace(dataset, name=files["gold"].name)
    with working("drawing"):
        study = Judgements(file).new(
            name,
            dataset,
            sentences=sentences,
            seed=seed,
            f_b=balanced_of(dataset),
            shortest=min_length,
            longest=max_length,
        )
    say(*lab.studies_lines([lab.study_row(study, ())]))


@judge.command("list")
@json_option
@_on_judgements
def list_studies(judgements: Judgements, as_json: bool) -> None:
    """The studies of the file."""
    rows = [lab.study_row(*judgements.look(name)) for name in judgements.names()]
    show({"studies": rows}, lab.studies_lines(rows), as_json=as_json)


def _balanced(_context: click.Context, _option: click.Parameter, values: Sequence[str]) -> dict[str, float]:
    """Return balanced scores by name of the system."""
    balanced = {}
    for value in values:
        name, _, score = value.rpartition("=")
        try:
            balanced[name] = float(score)
        except ValueError:
            balanced[name] = math.nan
        # A score that is not known is left out, not given as a number that is none.
        if not name or not 0 <= balanced[name] <= 1:
            raise SettingError(f"--f-b {value}: give a system and its score, a number from 0 to 1. Write NAME=VALUE.")
    return balanced


@judge.command()
@click.argument("study")
@click.option("--f-b", "balanced", multiple=True, metavar="NAME=VALUE", callback=_balanced,
              help="Balanced score of a system; repeat for more. By default those kept in the study.")  # fmt: skip
@json_option
@_on_judgements
def scores(study: str, balanced: dict[str, float], judgements: Judgements, as_json: bool) -> None:
    """People's scores in STUDY, their correlation with F1 and f_b, and how far judges agree."""
    result = outcome(*judgements.look(study), f_b=balanced or None)
    if unknown := balanced.keys() - {system.name for system in result.systems}:
        raise SettingError(f"--f-b: no system {', '.join(sorted(unknown))} in the study {study}.")
    show(lab.outcome_document(result), lab.outcome_lines(result), as_json=as_json)


@judge.command()
@click.argument("study")
@path_option("-o", "--output", help="CSV file to write; printed if not given.")
@_on_judgements
def export(study: str, output: Path | None, judgements: Judgements) -> None:
    """All marks of STUDY as CSV, one row per judge, sentence and system."""
    text = to_csv(*judgements.look(study))
    if output is None:
        pass_on(text)
    else:
        write_file(output, text)


@judge.command("import")
@click.argument("study")
@click.argument("marks", metavar="CSV", type=PATH)
@flag("--replace", "overwrite", help="Replace the marks that the same judges gave here.")
@_on_judgements
def take(study: str, marks: Path, overwrite: bool, judgements: Judgements) -> None:
    """Import marks into STUDY from a CSV file as `export` writes it: all of them, or none if one does not fit."""
    judged = from_csv(judgements.study(study), read_utf8(marks))
    taken = judgements.take(study, judged, replace=overwrite)
    say(f"{taken.new:,} judgements imported, {taken.changed:,} replaced, {taken.same:,} already here")


@judge.command()
@json_option
@_judgements_option
def check(file: Path, as_json: bool) -> None:
    """What is wrong with the file; nothing is written. Exit code 1 where something is."""
    show_health(file, Judgements.check(file), as_json=as_json)


@judge.command()
@click.argument("target", metavar="FILE", type=PATH)
@_judgements_option
def backup(target: Path, file: Path) -> None:
    """Copy the file of judgements to FILE, a new one, while people judge."""
    Judgements.copy(file, target)
    say_copied(file, target)


@judge.command()
@click.argument("study")
@click.option("--judge", "name", default="", metavar="NAME", help="Remove what this judge said, not the whole study.")
@flag("--yes", help="Do not ask.")
@_on_judgements
def remove(study: str, name: str, yes: bool, judgements: Judgements) -> None:
    """Remove STUDY with all that was said in it, or one of its judges; the file is copied before."""
    whole, marked = judgements.look(study, name or None)
    if not yes:
        what = printable(f"what {name} said in {whole.name}" if name else f"the study {whole.name}")
        click.confirm(f"Remove {what}, {len(marked):,} judgements?", abort=True)
    removed, copy = judgements.remove(study, name)
    click.echo(f"{removed:,} judgements removed. As it was before: {copy}")


@judge.command()
@click.argument("study")
@click.argument("name", metavar="JUDGE")
@_on_judgements
def release(study: str, name: str, judgements: Judgements) -> None:
    """Let JUDGE go on with STUDY in another browser: whoever comes next under that name."""
    judgements.release(study, name)
    say(f"{name} is free in {study}")


@judge.command()
@click.argument("study")
@_on_judgements
def choose(study: str, judgements: Judgements) -> None:
    """Make STUDY the one that people see first on a server; unless one is chosen, that is the oldest."""
    judgements.choose(study)
    say(f"{study} is shown first.")
