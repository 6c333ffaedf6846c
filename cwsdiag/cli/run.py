"""``cwsdiag run``."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from cwsdiag.cli.options import flag, json_option, read_project
from cwsdiag.cli.output import say, show
from cwsdiag.cli.studying import project_argument
from cwsdiag.errors import CwsdiagError
from cwsdiag.progress import working

if TYPE_CHECKING:
    from pathlib import Path


@click.command()
@project_argument
@flag("--again", help="Those too whose output is kept and still of this gold file and command.")
@json_option
@click.pass_context
def run(context: click.Context, project: Path, again: bool, as_json: bool) -> None:
    """Run the systems of a project that have a command or a segmenter, and keep what they write.

    Each gets the sentences of its gold file on stdin, a line each, and writes them segmented, words between blanks. It
    runs without a shell, in the folder of the project. Where one fails, the others go on, and the exit code is 2.
    """
    from cwsdiag.errors import SettingError
    from cwsdiag.inputs import kept
    from cwsdiag.running import is_current
    from cwsdiag.running import run as made

    datasets = read_project(project).datasets
    systems = [(one, file) for one in datasets for file in one.of("system", "transferred")]
    every = [(one, file, file.run, file.path) for one, file in systems if file.run and file.path]
    if not every:
        raise SettingError("No system of the project has a command or a segmenter, so nothing is to be run.")
    rows: list[dict[str, Any]] = []
    failed = 0
    for dataset, system, how, path in every:
        about = {"dataset": dataset.name, "system": system.name, "command": how.called}
        try:
            if not again and is_current(system):
                rows.append({**about, "state": "kept", **kept(path), "problem": None})
                continue
            with working(f"running {system.name}"):
                rows.append(
                    {**about, "state": "run", **asdict(made(system, mismatch=dataset.mismatch)), "problem": None}
                )
        except CwsdiagError as error:
            failed += 1
            rows.append({**about, "state": "failed", "problem": str(error)})
            say(f"{dataset.name}, {system.name}: {error}", err=True)
    lines = [_line(row) for row in rows if row["state"] != "failed"]
    show({"systems": [{key: one for key, one in row.items() if key != "of"} for row in rows]}, lines, as_json=as_json)
    if failed:
        context.exit(2)


def _line(row: dict[str, Any]) -> str:
    version = f" {row['version']}" if row["version"] else ""
    return (
        f"{row['dataset']}  {row['system']}  {row['state']}: {row['lines']:,} lines in {row['seconds']:.1f} s, "
        f"{row['per_1000']:.3f} s per 1,000 characters ({row['command']}{version})"
    )
