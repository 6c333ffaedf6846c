"""``cwsdiag gate``."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

import click

from cwsdiag.cli.options import json_option, load_plugins, path_option, plugin_option, read_project
from cwsdiag.cli.output import say, show
from cwsdiag.cli.studying import project_argument, read_datasets
from cwsdiag.errors import SettingError
from cwsdiag.progress import working

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from cwsdiag.report import gate as gating

_WORSE, _MISSING = 1, 2


@click.command()
@project_argument
@path_option("--baseline", required=True, metavar="FILE",
             help="results.json to compare with, as cwsdiag results writes it.")  # fmt: skip
@click.option("--max-drop", default=0.002, show_default=True, metavar="DROP",
              help="How much F1 over all words may fall, as a share: 0.002 is 0.2 points.")  # fmt: skip
@click.option("--bucket", "buckets", multiple=True, metavar="ATTRIBUTE:LABEL[:DROP]",
              help="Check F1 in a bucket of the baseline too, as in wLen:≥4:0.01; repeat for more. Without DROP as "
              "much as --max-drop.")  # fmt: skip
@plugin_option
@json_option
@click.pass_context
def gate(
    context: click.Context,
    project: Path,
    baseline: Path,
    max_drop: float,
    buckets: Sequence[str],
    plugins: Sequence[Path],
    as_json: bool,
) -> None:
    """Fail where results are worse than kept ones by more than allowed, and that is no chance.

    PROJECT is a project.toml, its folder, or an unpacked icwb2-data folder. The summary is Markdown.

    Exit code 0: nothing is worse than allowed. 1: something is. 2: it cannot be told, as a file or an option is wrong,
    or a system of the baseline is no longer there.
    """
    from cwsdiag.report import gate as gating

    load_plugins(plugins)
    limits = [gating.Limit(_drop(max_drop, "--max-drop")), *(_limit(one, max_drop) for one in buckets)]
    results = gating.read_results(baseline)
    datasets = read_datasets(read_project(project))
    with working("testing"):
        result = gating.gate(results, datasets, limits)
    show(gating.gate_document(result), gating.gate_lines(result), as_json=as_json)
    if result.failed:
        context.exit(_WORSE)
    if result.gone:
        dataset, system = result.gone[0]
        what = f"system {system!r} of dataset {dataset!r}" if system else f"dataset {dataset!r}"
        mend = "Add it, or write the baseline again with `cwsdiag results`."
        say(f"cwsdiag: {what} is in {results.file} and not in the project. {mend}", err=True)
        context.exit(_MISSING)


def _limit(text: str, max_drop: float) -> gating.Limit:
    from cwsdiag.report.gate import Limit

    # The key of a label of sentences has a colon too, and that of a slice.
    attribute, colon, rest = re.sub(r"^\s*(label|slice):", r"\1\0", text).partition(":")
    attribute = attribute.replace("\0", ":")
    label, _, drop = rest.rpartition(":") if ":" in rest else (rest, "", "")
    if not (attribute.strip() and colon and label.strip()):
        raise SettingError(f"--bucket {text}: write ATTRIBUTE:LABEL or ATTRIBUTE:LABEL:DROP, as in wLen:≥4:0.01.")
    if not drop:
        return Limit(max_drop, attribute.strip(), label)
    try:
        value = float(drop)
    except ValueError:
        raise SettingError(f"--bucket {text}: {drop!r} is no number. Write a share such as 0.01.") from None
    return Limit(_drop(value, f"--bucket {text}"), attribute.strip(), label)


def _drop(value: float, option: str) -> float:
    if not 0 <= value <= 1 or math.isnan(value):
        raise SettingError(f"{option}: a drop is a share from 0 to 1, such as 0.002 for 0.2 points.")
    return value
