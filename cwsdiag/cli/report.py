"""``cwsdiag report``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cwsdiag.cli.options import flag, path_option, read_project
from cwsdiag.cli.output import say, warn
from cwsdiag.cli.studying import project_argument
from cwsdiag.languages import ENGLISH, LANGUAGES, speaking
from cwsdiag.progress import counting, working

if TYPE_CHECKING:
    from pathlib import Path


@click.command()
@project_argument
@path_option("--out", required=True, metavar="DIR", help="Folder to write; other files in it stay.")
@path_option("--findings", metavar="FILE",
             help="What is reported. [findings.toml beside the project, else proposed findings]")  # fmt: skip
@click.option("--title", help="Of the report. [the name of the project's folder]")
@click.option("--lang", type=click.Choice(list(LANGUAGES)), default=ENGLISH, show_default=True, help="Language.")
@flag("--no-figures", help="Leave out the folder of figures, and what Chromium would draw.")
@flag("--open-gold", help="Show words of gold that a board of the project keeps private.")
def report(
    project: Path,
    out: Path,
    findings: Path | None,
    title: str | None,
    lang: str,
    no_figures: bool,
    open_gold: bool,
) -> None:
    """Everything one takes home: a page, slides, figures, tables, and all numbers.

    PROJECT is a project.toml or its folder. Writes report.html, report.pptx, results.json, and the folders figures and
    tables.
    """
    from cwsdiag.findings import read_file
    from cwsdiag.report.bundle.contents import project_contents
    from cwsdiag.report.bundle.writing import report_of, write_report

    opened, chosen = read_project(project), None if findings is None else read_file(findings)
    with speaking(lang):
        with working("diagnosing"):
            contents = project_contents(opened, findings=chosen, title=title or "", open_gold=open_gold)
        with counting("writing") as progress:
            written = report_of(contents, figures=not no_figures, progress=progress)
    others = write_report(written, out)
    warn(f"{name}: {why}" for name, why in (*contents.missing, *contents.unread))
    warn(f"{name}: its gold is private on the board. --open-gold shows it." for name in contents.withheld)
    warn(f"some figures are missing: {why}" for why in written.problems)
    if others:
        warn([f"{out}: not of this report are {len(others)} files, such as {others[0]}."])
    say(f"{out}: {len(contents.entries)} findings, {len(written.files)} files.")
