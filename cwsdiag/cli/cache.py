"""``cwsdiag cache``."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from cwsdiag.cli.options import json_option
from cwsdiag.cli.output import show
from cwsdiag.files import MEGABYTE, MOST_MEGABYTES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.difficulty.cache import CachedModels


@click.command()
@click.option("--clear", is_flag=True, help="Remove them; a model is learnt again when it is needed.")
@click.option(
    "--keep-mb",
    type=click.IntRange(0, MOST_MEGABYTES),
    metavar="MB",
    help="Remove those used longest ago until so many megabytes are left; those of the last hour stay.",
)
@click.option("--yes", is_flag=True, help="Do not ask before removing.")
@json_option
def cache(clear: bool, keep_mb: int | None, yes: bool, as_json: bool) -> None:
    """The models that are kept, so that none is learnt twice: where, how many, how large.

    At most 5,000 MB are kept, or as many as the environment variable CWSDIAG_CACHE_MB says; those used longest ago go
    first.
    """
    from cwsdiag.difficulty import cache_folder
    from cwsdiag.difficulty.cache import cached_models, clear_cache, most_cached, trim_cache
    from cwsdiag.report.tables import printable, text_table

    if clear and keep_mb is not None:
        raise click.UsageError("--clear removes all, --keep-mb some: give one of them.")
    folder, removed = cache_folder(), None
    models = cached_models(folder)
    where = printable(str(folder))
    if clear:
        if _files(models) and not yes:
            click.confirm(f"Remove {_said(models)} from {where}?", abort=True, err=True)
        removed = clear_cache(folder)
    elif keep_mb is not None:
        removed = trim_cache(folder, keep_mb * MEGABYTE)
    if removed is not None:
        models = cached_models(folder)
    most = most_cached()
    document: dict[str, Any] = {"folder": str(folder), "limit": most, "models": [asdict(one) for one in models]}
    if removed is None:
        rows = [{"kind": one.kind, "files": one.files, "size": _size(one.bytes)} for one in models]
        table = text_table(rows, {"kind": "models of", "files": "files", "size": "size"})
        lines = [where, "", table, "", f"at most {_size(most)} are kept; CWSDIAG_CACHE_MB says how many"]
    else:
        document["removed"] = [asdict(one) for one in removed]
        lines = [f"removed {_said(removed)} from {where}"]
    show(document, lines, as_json=as_json)


def _files(models: Sequence[CachedModels]) -> int:
    return sum(one.files for one in models)


def _said(models: Sequence[CachedModels]) -> str:
    from cwsdiag.views.wording import counted

    return f"{counted(_files(models), 'files')} ({_size(sum(one.bytes for one in models))})"


def _size(count: int) -> str:
    return f"{count / MEGABYTE:,.1f} MB"
