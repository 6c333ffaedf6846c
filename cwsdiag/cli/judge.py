"""``cwsdiag judge``: what people find best."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from cwsdiag.arguments import bounds
from cwsdiag.cli.databases import say_copied, show_health
from cwsdiag.cli.options import PATH, file_options, json_option, length_options, load_named, weights_option, whole
from cwsdiag.cli.output import pass_on, read_utf8, say, show, write_file
from cwsdiag.errors import SettingError
from cwsdiag.progress import working

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


judgements_option = click.option("--judgements", "file", required=True, type=PATH, help="File of the judgements.")


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
@judgements_option
def new(
    name: str, sentences: int, min_length: int, max_length: int | None, seed: int, file: Path, **files: Any
) -> None:
    """Draw sentences and make the study NAME; the file of judgements is made with its first study.

    With --weights, balanced scores (f_b) are kept beside F1, to be compared with people's scores.
    """
    from cwsdiag.judging import Judgements
    from cwsdiag.judging.outcome import balanced_of
    from cwsdiag.report.judging_text import studies_lines

    dataset, _ = load_named(**files, strings=False)
    # Judges see it: not the whole path.
    dataset = replace(dataset, name=files["gold"].name)
    kept = Judgements(file)
    with working("drawing"):
        study = kept.new(
            name,
            dataset,
            sentences=sentences,
            seed=seed,
            f_b=balanced_of(dataset),
            shortest=min_length,
            longest=max_length,
        )
    say("\n".join(studies_lines([(study, ())])))


@judge.command("list")
@json_option
@judgements_option
def list_studies(file: Path, as_json: bool) -> None:
    """The studies of the file."""
    from cwsdiag.judging import Judgements
    from cwsdiag.report.judging_text import studies_document, studies_lines

    kept = Judgements(file, create=False)
    studies = [kept.look(name) for name in kept.names()]
    show(studies_document(studies), studies_lines(studies), as_json=as_json)


@judge.command()
@click.argument("study")
@click.option("--f-b", "f_b", multiple=True, metavar="NAME=VALUE",
              help="Balanced score of a system; repeat for more. By default those kept in the study.")  # fmt: skip
@json_option
@judgements_option
def scores(study: str, f_b: Sequence[str], file: Path, as_json: bool) -> None:
    """People's scores in STUDY, their correlation with F1 and f_b, and how far judges agree."""
    from cwsdiag.judging import Judgements, outcome
    from cwsdiag.report.judging_text import outcome_document, outcome_lines

    balanced = _values(f_b)
    found = outcome(*Judgements(file, create=False).look(study), f_b=balanced or None)
    unknown = balanced.keys() - {system.name for system in found.systems}
    if unknown:
        raise SettingError(f"--f-b: no system {', '.join(sorted(unknown))} in the study {study}.")
    show(outcome_document(found), outcome_lines(found), as_json=as_json)


@judge.command()
@click.argument("study")
@click.option("-o", "--output", type=PATH, help="CSV file to write; printed if not given.")
@judgements_option
def export(study: str, output: Path | None, file: Path) -> None:
    """All marks of STUDY as CSV, one row per judge, sentence and system."""
    from cwsdiag.judging import Judgements, to_csv

    text = to_csv(*Judgements(file, create=False).look(study))
    if output is None:
        pass_on(text)
    else:
        write_file(output, text)


@judge.command("import")
@click.argument("study")
@click.argument("marks", metavar="CSV", type=PATH)
@click.option("--replace", "overwrite", is_flag=True, help="Replace the marks that the same judges gave here.")
@judgements_option
def take(study: str, marks: Path, overwrite: bool, file: Path) -> None:
    """Import marks into STUDY from a CSV file as `export` writes it: all of them, or none if one does not fit."""
    from cwsdiag.judging import Judgements, from_csv

    kept = Judgements(file, create=False)
    text = read_utf8(marks, "the file must be UTF-8. Save it as CSV UTF-8 and try again.")
    taken = kept.take(study, from_csv(kept.study(study), text), replace=overwrite)
    say(f"{taken.new:,} judgements imported, {taken.changed:,} replaced, {taken.same:,} already here")


@judge.command()
@json_option
@judgements_option
def check(file: Path, as_json: bool) -> None:
    """What is wrong with the file; nothing is written. Exit code 1 where something is."""
    from cwsdiag.judging import Judgements

    show_health(file, Judgements.check(file), as_json=as_json)


@judge.command()
@click.argument("target", metavar="FILE", type=PATH)
@judgements_option
def backup(target: Path, file: Path) -> None:
    """Copy the file of judgements to FILE, a new one, while people judge."""
    from cwsdiag.judging import Judgements

    Judgements.copy(file, target)
    say_copied(file, target)


@judge.command()
@click.argument("study")
@click.option("--judge", "name", default="", metavar="NAME", help="Remove what this judge said, not the whole study.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@judgements_option
def remove(study: str, name: str, yes: bool, file: Path) -> None:
    """Remove STUDY with all that was said in it, or one of its judges; the file is copied before."""
    from cwsdiag.judging import Judgements
    from cwsdiag.languages.visible import printable

    kept = Judgements(file, create=False)
    found, said = kept.look(study, name or None)
    if not yes:
        what = printable(f"what {name} said in {found.name}" if name else f"the study {found.name}")
        click.confirm(f"Remove {what}, {len(said):,} judgements?", abort=True)
    removed, copy = kept.remove(study, name)
    click.echo(f"{removed:,} judgements removed. As it was before: {copy}")


@judge.command()
@click.argument("study")
@click.argument("name", metavar="JUDGE")
@judgements_option
def code(study: str, name: str, file: Path) -> None:
    """Print a new code with which JUDGE goes on with STUDY on a server; the one before is not valid any more."""
    from cwsdiag.judging import Judgements

    click.echo(Judgements(file, create=False).new_code(study, name).code)


@judge.command()
@click.argument("study")
@judgements_option
def choose(study: str, file: Path) -> None:
    """Make STUDY the one that people see first on a server; unless one is chosen, that is the oldest."""
    from cwsdiag.judging import Judgements
    from cwsdiag.languages.visible import printable

    Judgements(file, create=False).choose(study)
    click.echo(printable(f"{study} is shown first."))


def _values(given: Sequence[str]) -> dict[str, float]:
    """Return the values that are given as ``NAME=VALUE``."""
    values: dict[str, float] = {}
    for one in given:
        name, _, value = one.rpartition("=")
        try:
            score = float(value)
        except ValueError:
            score = math.nan
        # A score that is not known is left out, not given as a number that is none.
        if not name or not 0 <= score <= 1:
            raise SettingError(f"--f-b {one}: give a system and its score, a number from 0 to 1. Write NAME=VALUE.")
        values[name] = score
    return values
