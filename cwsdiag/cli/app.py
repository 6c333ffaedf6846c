"""``cwsdiag app``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from cwsdiag.arguments import bounds
from cwsdiag.cli.options import PATH, flag, load_plugins, number_option, path_option, plugin_option


def _emails(context: click.Context, option: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...]:
    for one in given:
        if one.strip("@ ") != one or "@" not in one:
            raise click.BadParameter(f"{one!r} is no e-mail address. Write NAME@HOST.")
    return given


@click.command()
@click.argument("project", required=False, type=PATH)
@path_option("--root", help="Folder whose files the dashboard may open.")
@flag("--allow-run", help="Let the owner run the commands of PROJECT from its pages.")
@path_option("--board", help="File of the board; made on first use. [the project's, or your own]")
@flag("--open-gold", help="Show the board's private gold on every page, to all who visit.")
@path_option("--judgements", help="File of people's judgements; made on first use. [your own]")
@path_option("--workspaces", help="Folder that keeps uploads for reloads and restarts. [your own]")
@number_option(bounds.DAYS, "--workspace-days", default=30, help="Days uploads are kept unused.")
@number_option(bounds.MEGABYTES, "--workspace-mb", default=200, help="Megabytes kept for a person.")
@number_option(bounds.MEGABYTES, "--workspaces-mb", default=2_000, help="Megabytes kept for all.")
@flag("--no-workspaces", help="Keep uploads in their session only.")
@flag("--no-board", help="Without boards, judgements and projects of your own, without examples.")
@click.option("--owner", "owners", multiple=True, metavar="EMAIL", callback=_emails,
              help="Who owns the server, once signed in; repeat for more. Or else: who has its key.")  # fmt: skip
@flag("--no-local-owner", help="Take nobody for the owner who only sits at this machine.")
@click.option("--scheduler", metavar="ADDRESS", help="Dask scheduler whose workers do long work, as tcp://host:8786.")
@path_option("--shared-cache", metavar="DIR", help="Cache folder that those workers share with this machine.")
@click.option("--port", type=click.IntRange(0, 65535), help="Port; if it is busy, the next free one is used. [8501]")
@click.option("--address", help="Address to listen on, 127.0.0.1 by default; 0.0.0.0 for all networks.")
@click.option(
    "--public-url", help="Address that browsers open where a proxy stands before, as https://lab.example/cws."
)
@plugin_option
def app(
    project: Path | None,
    port: int | None,
    address: str | None,
    plugins: Sequence[Path],
    **settings: Any,
) -> None:
    """Start the dashboard, with PROJECT open if given; the sample is a click away.

    PROJECT is a project.toml, its folder, a project.zip, or an unpacked icwb2-data folder.
    """
    from cwsdiag.parallel import Where
    from cwsdiag.project import project_path
    from cwsdiag.ui.host.server import ServerSettings
    from cwsdiag.ui.launch import launch

    # The server runs in this process: what is registered here is known to its pages.
    load_plugins(plugins)
    # Refused now, and not when somebody asks for what takes long.
    Where(scheduler=settings["scheduler"], shared_cache=settings["shared_cache"])
    opened = None if project is None else project_path(project)
    launch(ServerSettings(opened, **settings), port=port, address=address)
