"""``cwsdiag app``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cwsdiag.cli.options import load_plugins, plugin_option

if TYPE_CHECKING:
    from collections.abc import Sequence


@click.command()
@click.argument("project", required=False, type=click.Path(path_type=Path))
@click.option("--root", type=click.Path(path_type=Path), help="Folder whose files the dashboard may open.")
@click.option("--port", type=click.IntRange(0, 65535), help="Port; a busy one gives way to the next free. [8501]")
@click.option("--address", help="Address to listen on, 127.0.0.1 by default; 0.0.0.0 for all networks.")
@plugin_option
def app(
    project: Path | None, root: Path | None, port: int | None, address: str | None, plugins: Sequence[Path]
) -> None:
    """Start the dashboard, with PROJECT (a project.toml, or its folder) open if given; the sample is a click away."""
    from cwsdiag.ui.launch import launch

    # The server runs in this process: what is registered here is known to its pages.
    load_plugins(plugins)
    if project is not None and project.is_dir():
        project /= "project.toml"
    launch(project=project, root=root, port=port, address=address)
