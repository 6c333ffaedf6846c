"""``cwsdiag findings``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cwsdiag.cli.options import flag, json_option, read_project
from cwsdiag.cli.output import show, warn, write_file
from cwsdiag.cli.studying import project_argument
from cwsdiag.errors import SettingError
from cwsdiag.progress import working

if TYPE_CHECKING:
    from pathlib import Path


@click.command()
@project_argument
@click.option("--dataset", help="Only of this dataset. [all]")
@flag("--kept", "of_file", help="Those of findings.toml beside the project, as they stand now.")
@flag("--write", help="Write the proposed ones to findings.toml beside the project.")
@flag("--open-gold", help="Show words of gold that a board of the project keeps private.")
@json_option
def findings(project: Path, dataset: str | None, of_file: bool, write: bool, open_gold: bool, as_json: bool) -> None:
    """What one would tell first of a project's results, each with its numbers and a sentence that shows it.

    PROJECT is a project.toml or its folder. The rules stand in the documentation: nothing that is not significant is
    proposed as a difference. --write never touches a findings.toml that is there.
    """
    from cwsdiag.exhibits.looks import ProjectLooks
    from cwsdiag.findings import findings_path, read_file, shown, to_text
    from cwsdiag.findings.proposals import proposed
    from cwsdiag.report.bundle.contents import private_gold
    from cwsdiag.report.findings_rows import findings_document, findings_lines
    from cwsdiag.views.look import Look, LookKey

    if of_file and write:
        raise SettingError("--kept and --write: what is kept is written already. Give only one of them.")
    opened = read_project(project)
    path = findings_path(project)
    if write and path.exists():
        raise SettingError(f"{path}: is there already. Rename it, or pin what is missing in the dashboard.")
    looks = ProjectLooks(opened, None if open_gold else private_gold(opened))
    # Only where some gold is private is every dataset looked at.
    names = [] if looks.private is None else looks.names
    private = [name for name in names if not isinstance(looks.look(LookKey(name)), Look)]
    warn(f"{name}: its gold is private on the board. --open-gold shows it." for name in sorted(private))
    where = None if dataset is None else LookKey(opened.dataset(dataset).name)
    with working("looking for findings"):
        if of_file:
            chosen = [one for one in read_file(path) if dataset in (None, one.where.dataset)]
        else:
            chosen = proposed(looks, where=where)
        document = findings_document(shown(chosen, looks))
    if write:
        write_file(path, to_text(chosen))
    show(document, findings_lines(document), as_json=as_json)
