"""``cwsdiag results``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cwsdiag.cli.options import (
    all_pairs_option,
    buckets_of,
    buckets_option,
    load_plugins,
    path_option,
    plugin_option,
    read_project,
    unit_option,
)
from cwsdiag.cli.output import pass_on, write_file
from cwsdiag.cli.studying import project_argument, read_datasets
from cwsdiag.progress import working

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


@click.command()
@project_argument
@path_option("-o", "--out", metavar="FILE", help="File to write, such as results.json. [print it]")
@buckets_option
@unit_option
@plugin_option
@all_pairs_option
def results(
    project: Path, out: Path | None, buckets: str | None, unit: str, plugins: Sequence[Path], all_pairs: bool
) -> None:
    """All numbers of a project in one JSON document.

    PROJECT is a project.toml, its folder, or an unpacked icwb2-data folder.
    """
    from cwsdiag.report.results import project_results, results_json
    from cwsdiag.views.look import Look, LookKey

    load_plugins(plugins)
    datasets = read_datasets(read_project(project))
    where = LookKey(buckets=buckets_of(buckets) or "", unit=unit)
    with working("diagnosing"):
        document = project_results([Look(one, where) for one in datasets], all_pairs=all_pairs)
    if out is None:
        pass_on(results_json(document))
    else:
        write_file(out, results_json(document))
