"""``cwsdiag cache``."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from cwsdiag.cli.options import flag, json_option
from cwsdiag.cli.output import show
from cwsdiag.files import MEGABYTE, MOST_MEGABYTES

if TYPE_CHECKING:
    from cwsdiag.difficulty.store import CachedModels


@click.command()
@flag("--clear", help="Remove them; a model is learnt again when it is needed.")
@click.option(
    "--keep-mb",
    type=click.IntRange(0, MOST_MEGABYTES),
    metavar="MB",
    help="Remove those used longest ago until so many megabytes are left.",
)
@flag("--yes", help="Do not ask before removing.")
@json_option
def cache(clear: bool, keep_mb: int | None, yes: bool, as_json: bool) -> None:
    """The models that are kept, so that none is learnt twice: where, how many, how large.

    At most 5,000 MB are kept, or as many as the environment variable CWSDIAG_CACHE_MB says; those used longest ago go
    first.
    """
    from cwsdiag.difficulty.store import cache_folder, cached_models, most_cached, trim_cache
    from cwsdiag.languages.visible import printable

    if clear and keep_mb is not None:
        raise click.UsageError("--clear removes all, --keep-mb some: give one of them.")
    folder, limit = cache_folder(), most_cached()
    models = cached_models(folder)
    where = printable(str(folder))
    document: dict[str, Any] = {"folder": str(folder), "limit": limit, "models": asdict(models)}
    if clear or keep_mb is not None:
        if clear and models.files and not yes:
            click.confirm(f"Remove {_size(models)} from {where}?", abort=True, err=True)
        removed = trim_cache(folder, (keep_mb or 0) * MEGABYTE)
        document |= {"models": asdict(cached_models(folder)), "removed": asdict(removed)}
        lines = [f"removed {_size(removed)} from {where}"]
    else:
        most = f"{limit / MEGABYTE:,.0f} MB"
        lines = [where, _size(models), "", f"at most {most} are kept; CWSDIAG_CACHE_MB says how many"]
    show(document, lines, as_json=as_json)


def _size(models: CachedModels) -> str:
    from cwsdiag.views.wording import counted

    return f"{counted(models.files, 'models')} ({models.bytes / MEGABYTE:,.1f} MB)"
