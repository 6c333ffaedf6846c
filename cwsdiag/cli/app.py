"""``cwsdiag app``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cwsdiag.arguments import bounds
from cwsdiag.cli.options import PATH, load_plugins, plugin_option, whole

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


def _emails(context: click.Context, option: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...]:
    for one in given:
        if one.strip("@ ") != one or "@" not in one:
            raise click.BadParameter(f"{one!r} is no e-mail address. Write NAME@HOST.")
    return given


@click.command()
@click.argument("project", required=False, type=PATH)
@click.option("--root", type=PATH, help="Folder whose files the dashboard may open.")
@click.option("--board", type=PATH, help="File of the board; made on first use. [the project's, or your own]")
@click.option("--open-gold", is_flag=True, help="For the board's owner: show private gold on every page.")
@click.option("--judgements", type=PATH, help="File of people's judgements; made on first use. [your own]")
@click.option("--workspaces", type=PATH, help="Folder that keeps uploads for reloads and restarts. [your own]")
@click.option(
    "--workspace-days", type=whole(bounds.DAYS), default=30, show_default=True, help="Days uploads are kept unused."
)
@click.option(
    "--workspace-mb", type=whole(bounds.MEGABYTES), default=200, show_default=True, help="Megabytes kept for a person."
)
@click.option(
    "--workspaces-mb", type=whole(bounds.MEGABYTES), default=2_000, show_default=True, help="Megabytes kept for all."
)
@click.option("--no-workspaces", is_flag=True, help="Keep uploads in their session only.")
@click.option("--no-board", is_flag=True, help="Without boards, judgements and projects of your own, without examples.")
@click.option("--owner", "owners", multiple=True, metavar="EMAIL", callback=_emails,
              help="Who owns the server, once signed in; repeat for more. Or else: who has its key.")  # fmt: skip
@click.option("--no-local-owner", is_flag=True, help="Take nobody for the owner who only sits at this machine.")
@click.option("--scheduler", metavar="ADDRESS", help="Dask scheduler whose workers do long work, as tcp://host:8786.")
@click.option(
    "--shared-cache", type=PATH, metavar="DIR", help="Cache folder that those workers share with this machine."
)
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
