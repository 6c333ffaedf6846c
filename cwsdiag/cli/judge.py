"""``cwsdiag judge``: what people find best."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from cwsdiag.arguments import bounds
from cwsdiag.cli.databases import say_copied, show_health
from cwsdiag.cli.options import PATH, file_options, json_option, length_options, load_named, weights_option, whole
from cwsdiag.cli.output import pass_on, say, show, write_file
from cwsdiag.judging import Judgements, outcome, to_csv
from cwsdiag.judging.outcome import balanced_of
from cwsdiag.languages.visible import printable
from cwsdiag.progress import working
from cwsdiag.report import judging_text

if TYPE_CHECKING:
    from pathlib import Path


_judgements_option = click.option("--judgements", "file", required=True, type=PATH, help="File of the judgements.")


@click.group()
def judge() -> None:
    """Studies in which people mark the best and second-best segmentations of drawn sentences."""


@judge.command()
@click.argument("name")
@file_options
@weights_option()
@click.option("--sentences", type=whole(bounds.DRAWN), default=100, show_default=True, help="How many to draw.")
@length_options
@click.option(
    "--seed", type=whole(bounds.SEED), default=0, show_default=True, help="Seed of the draw and of the order shown."
)
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
    judgements = Judgements(file)
    with working("drawing"):
        study = judgements.new(
            name,
            dataset,
            sentences=sentences,
            seed=seed,
            f_b=balanced_of(dataset),
            shortest=min_length,
            longest=max_length,
        )
    say("\n".join(judging_text.studies_lines([judging_text.study_row(study, ())])))


@judge.command("list")
@json_option
@_judgements_option
def list_studies(file: Path, as_json: bool) -> None:
    """The studies of the file."""
    judgements = Judgements(file, create=False)
    rows = [judging_text.study_row(*judgements.look(name)) for name in judgements.names()]
    show({"studies": rows}, judging_text.studies_lines(rows), as_json=as_json)


@judge.command()
@click.argument("study")
@json_option
@_judgements_option
def scores(study: str, file: Path, as_json: bool) -> None:
    """People's scores in STUDY, their correlation with F1 and f_b, and how far judges agree."""
    result = outcome(*Judgements(file, create=False).look(study))
    show(judging_text.outcome_document(result), judging_text.outcome_lines(result), as_json=as_json)


@judge.command()
@click.argument("study")
@click.option("-o", "--output", type=PATH, help="CSV file to write; printed if not given.")
@_judgements_option
def export(study: str, output: Path | None, file: Path) -> None:
    """All marks of STUDY as CSV, one row per judge, sentence and system."""
    text = to_csv(*Judgements(file, create=False).look(study))
    if output is None:
        pass_on(text)
    else:
        write_file(output, text)


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
@click.option("--yes", is_flag=True, help="Do not ask.")
@_judgements_option
def remove(study: str, name: str, yes: bool, file: Path) -> None:
    """Remove STUDY with all that was said in it, or one of its judges; the file is copied before."""
    judgements = Judgements(file, create=False)
    whole, marked = judgements.look(study, name or None)
    if not yes:
        what = printable(f"what {name} said in {whole.name}" if name else f"the study {whole.name}")
        click.confirm(f"Remove {what}, {len(marked):,} judgements?", abort=True)
    removed, copy = judgements.remove(study, name)
    click.echo(f"{removed:,} judgements removed. As it was before: {copy}")


@judge.command()
@click.argument("study")
@click.argument("name", metavar="JUDGE")
@_judgements_option
def release(study: str, name: str, file: Path) -> None:
    """Let JUDGE go on with STUDY in another browser: whoever comes next under that name."""
    Judgements(file, create=False).release(study, name)
    say(f"{name} is free in {study}")
