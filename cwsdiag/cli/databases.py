"""``check`` and ``backup`` of the files that people write to at once: boards and judgements."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from cwsdiag.cli.output import say, show
from cwsdiag.files import MEGABYTE
from cwsdiag.languages.visible import printable

if TYPE_CHECKING:
    from pathlib import Path

    from cwsdiag.database import Health

_WRONG = 1


def show_health(path: Path, health: Health, *, as_json: bool) -> None:
    """Print what is wrong with a file, and end with exit code 1 where something is."""
    rows = ", ".join(f"{table} {count:,}" for table, count in health.rows.items()) or "none that can be read"
    version = f"version {health.version} of its tables"
    if 0 < health.version < health.newest:
        version += f", to be brought to {health.newest} when it is opened"
    lines = [
        f"{printable(str(path))}: {version}, {health.bytes / MEGABYTE:,.1f} MB",
        f"rows: {rows}",
        *(f"wrong: {printable(problem)}" for problem in health.problems),
        "Restore a backup." if health.problems else "nothing is wrong",
    ]
    show({"file": str(path), "ok": not health.problems, **asdict(health)}, lines, as_json=as_json)
    if health.problems:
        click.get_current_context().exit(_WRONG)


def say_copied(path: Path, target: Path) -> None:
    """Say that a file was copied."""
    size = target.stat().st_size / MEGABYTE
    say(f"{target}: a copy of {path} as it was at this moment, {size:,.1f} MB")
