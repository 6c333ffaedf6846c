"""``cwsdiag results``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cwsdiag.cli import options, studying
from cwsdiag.cli.output import pass_on, write_file
from cwsdiag.progress import working

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


@click.command()
@studying.project_argument
@click.option("-o", "--out", type=options.PATH, metavar="FILE", help="File to write, such as results.json. [print it]")
@click.option("--buckets", metavar="N", help="Number of buckets of equal count for every attribute (or another way of "
              "cutting, such as classes); by default each attribute's own.")  # fmt: skip
@options.unit_option
@options.plugin_option
@options.all_pairs_option
def results(
    project: Path, out: Path | None, buckets: str | None, unit: str, plugins: Sequence[Path], all_pairs: bool
) -> None:
    """All numbers of a project in one JSON document.

    PROJECT is a project.toml, its folder, or an unpacked icwb2-data folder.
    """
    from cwsdiag.report.results import project_results, results_json
    from cwsdiag.views.look import Look, Where

    options.load_plugins(plugins)
    datasets = studying.read_datasets(options.read_project(project))
    where = Where(buckets=options.buckets_of(buckets) or "", unit=unit)
    with working("diagnosing"):
        document = project_results([Look(one, where) for one in datasets], all_pairs=all_pairs)
    if out is None:
        pass_on(results_json(document))
    else:
        write_file(out, results_json(document))
