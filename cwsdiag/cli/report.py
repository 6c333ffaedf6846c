"""``cwsdiag report``, ``figure``, ``results``, ``findings`` and ``gate``: what one takes home of a project."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cwsdiag.cli.options import (
    PATH,
    all_pairs_option,
    buckets_of,
    buckets_option,
    flag,
    json_option,
    load_plugins,
    path_option,
    plugin_option,
    read_project,
    together,
    unit_option,
)
from cwsdiag.cli.output import pass_on, say, show, warn, write_file
from cwsdiag.cli.studying import project_argument, read_datasets
from cwsdiag.errors import SettingError
from cwsdiag.languages import ENGLISH, LANGUAGES, speaking
from cwsdiag.progress import counting, working

if TYPE_CHECKING:
    from cwsdiag.report import gate as gating

# What kinds of figures are asked for with: of each its name in ``Kind.needs`` and ``takes``, and what it says.
ASKED = {
    "system": "Name of the system, A where there are two.",
    "other": "Name of the second system, B.",
    "attribute": "Key of one attribute, such as wLen. [all]",
    "bucket": "Number of one of its buckets, from 0.",
    "where": "Further buckets that words must be in, such as wFre:0,sLen:3, each by its number.",
    "sentence": "Number of the gold sentence, from 1.",
    "which": "Which words: wrong, right, all, both_wrong, … [wrong]",
    "pattern": "Pattern of whose places an example is shown, such as '位 于 → 位于'. [the costliest convention]",
    "shape": "Only errors of this shape: split, merged or crossed. [any]",
    "cause": "Only errors for this cause: oov, new_word, combination, overlap or neighbour. [any]",
    "sort": "Row by which systems stand, such as overall or wLen:2. [overall]",
    "model": "Model that was trained on each dataset. [the first]",
    "measure": "Of transfer u, F1 on the other datasets, or relative, the share of it lost. [u] Of biases rho or "
    "sigma. [rho]",
    "seed": "Which words are drawn, a number from 0. [0]",
    "by": "Of a map psi or u, what its distances are from [psi]; of tests dataset or system [dataset].",
    "target": "Dataset for which more training data is wanted. [the first with training text]",
    "study": "Name of a study in the file of --judgements.",
    "order": "Order of the attributes: f1 or cost, the weakest or the costliest first. [as they are listed]",
    "missed": "Add the attribute miss: a counts the systems beside the one, ab those beside both. [none]",
}
_lang_option = click.option("--lang", type=click.Choice(list(LANGUAGES)), default=ENGLISH, show_default=True,
                            help="Language of what is written.")  # fmt: skip
_open_gold_option = flag("--open-gold", help="Show words of gold that a board of the project keeps private.")
_ASKED_OPTIONS = together(*(click.option(f"--{name}", help=said) for name, said in ASKED.items()))


@click.command()
@click.argument("kind", required=False)
@click.argument("project", required=False, type=PATH)
@flag("--list", "as_list", help="List the kinds of figures, and what each needs.")
@path_option("-o", "--out", metavar="FILE", help="File to write; its ending says as what: svg, pdf "
             "or png (300 dpi); csv, tex or md for its numbers; txt for its caption.")  # fmt: skip
@click.option("--size", "size_name", type=click.Choice(["column", "wide", "slide"]), default="column",
              show_default=True, help="What a picture is for: one column of a paper (85 mm), its whole width (178 mm), "
              "or a slide (16:9).")  # fmt: skip
@flag("--caption", help="Print its caption.")
@click.option("--dataset", help="Name of the dataset. [the first]")
@path_option("--judgements", metavar="FILE", help="File of people's judgements.")
@_ASKED_OPTIONS
@buckets_option
@unit_option
@flag("--baselines", help="BASE and TOP (maximum matching) and VOTE as more systems.")
@_lang_option
@plugin_option
def figure(
    kind: str | None,
    project: Path | None,
    as_list: bool,
    out: Path | None,
    size_name: str,
    caption: bool,
    dataset: str | None,
    buckets: str | None,
    unit: str,
    baselines: bool,
    judgements: Path | None,
    lang: str,
    plugins: Sequence[Path],
    **asked: str | None,
) -> None:
    """A figure of a project as a file, as its page draws it.

    Such as: cwsdiag figure self project.toml --system crf -o self.pdf --size wide

    KIND is one of those that --list names. PROJECT is a project.toml or its folder. A Chromium draws charts; sentences,
    numbers and captions need none.
    """
    from cwsdiag.exhibits.looks import ProjectLooks
    from cwsdiag.exhibits.registry import KINDS, made
    from cwsdiag.report.files import file_of, size_named
    from cwsdiag.views.look import LookKey

    if as_list:
        for name, one in KINDS.items():
            takes = [f"--{option}" for option in one.needs] + [f"[--{option}]" for option in one.takes]
            say(f"{name:<16} {one.says}" + (f" ({' '.join(takes)})" if takes else ""))
        return
    if kind is None or project is None:
        raise SettingError("figure takes a kind and a project: cwsdiag figure self PROJECT --system NAME -o FILE.")
    if out is None and not caption:
        raise SettingError("nothing to do: give -o FILE, such as -o figure.pdf, or --caption.")
    load_plugins(plugins)
    where = LookKey(dataset or "", buckets_of(buckets) or "", unit, baselines)
    with speaking(lang):
        with working("diagnosing"):
            look = ProjectLooks(read_project(project), judgements=judgements).look(where)
        exhibit = made(look, kind, {name: value for name, value in asked.items() if value is not None})
        if out is not None:
            with working("drawing"):
                file = file_of(exhibit, out.suffix[1:].lower(), size_named(size_name))
            write_file(out, file)
        if caption:
            say(exhibit.caption)


@click.command()
@project_argument
@path_option("--out", required=True, metavar="DIR", help="Folder to write; other files in it stay.")
@path_option("--findings", metavar="FILE",
             help="What is reported. [findings.toml beside the project, else proposed findings]")  # fmt: skip
@click.option("--title", help="Of the report. [the name of the project's folder]")
@_lang_option
@flag("--no-figures", help="Leave out the folder of figures, and what Chromium would draw.")
@_open_gold_option
def report(
    project: Path,
    out: Path,
    findings: Path | None,
    title: str | None,
    lang: str,
    no_figures: bool,
    open_gold: bool,
) -> None:
    """Everything one takes home: a page, slides, figures, tables, and all numbers.

    PROJECT is a project.toml or its folder. Writes report.html, report.pptx, results.json, and the folders figures and
    tables.
    """
    from cwsdiag.findings import read_file
    from cwsdiag.report.contents import project_contents
    from cwsdiag.report.writing import report_of, write_report

    opened, chosen = read_project(project), None if findings is None else read_file(findings)
    with speaking(lang):
        with working("diagnosing"):
            contents = project_contents(opened, findings=chosen, title=title or "", open_gold=open_gold)
        with counting("writing") as progress:
            written = report_of(contents, figures=not no_figures, progress=progress)
    others = write_report(written, out)
    warn(f"{name}: {why}" for name, why in (*contents.missing, *contents.unread))
    warn(f"{name}: its gold is private on the board. --open-gold shows it." for name in contents.withheld)
    warn(f"some figures are missing: {why}" for why in written.problems)
    if others:
        warn([f"{out}: not of this report are {len(others)} files, such as {others[0]}."])
    say(f"{out}: {len(contents.entries)} findings, {len(written.files)} files.")


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


@click.command()
@project_argument
@click.option("--dataset", help="Only of this dataset. [all]")
@flag("--kept", "of_file", help="Those of findings.toml beside the project, as they stand now.")
@flag("--write", help="Write the proposed ones to findings.toml beside the project.")
@_open_gold_option
@json_option
def findings(project: Path, dataset: str | None, of_file: bool, write: bool, open_gold: bool, as_json: bool) -> None:
    """What one would tell first of a project's results, each with its numbers and a sentence that shows it.

    PROJECT is a project.toml or its folder. The rules stand in the documentation: nothing that is not significant is
    proposed as a difference. --write never touches a findings.toml that is there.
    """
    from cwsdiag.exhibits.looks import ProjectLooks
    from cwsdiag.findings import findings_path, read_file, shown, to_text
    from cwsdiag.findings.proposals import proposed
    from cwsdiag.report.contents import private_gold
    from cwsdiag.report.results import findings_document, findings_lines
    from cwsdiag.views.look import Look, LookKey

    if of_file and write:
        raise SettingError("--kept and --write: what is kept is written already. Give only one of them.")
    opened = read_project(project)
    path = findings_path(project)
    if write and path.exists():
        raise SettingError(f"{path}: is there already. Rename it, or pin what is missing in the dashboard.")
    looks = ProjectLooks(opened, None if open_gold else private_gold(opened))
    # Only where some gold is private is every dataset looked at.
    names = [] if looks.private is None else looks.names
    private = [name for name in names if not isinstance(looks.look(LookKey(name)), Look)]
    warn(f"{name}: its gold is private on the board. --open-gold shows it." for name in sorted(private))
    where = None if dataset is None else LookKey(opened.dataset(dataset).name)
    with working("looking for findings"):
        if of_file:
            chosen = [one for one in read_file(path) if dataset in (None, one.where.dataset)]
        else:
            chosen = proposed(looks, where=where)
        document = findings_document(shown(chosen, looks))
    if write:
        write_file(path, to_text(chosen))
    show(document, findings_lines(document), as_json=as_json)


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
def gate(
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
        sys.exit(_WORSE)
    if result.gone:
        dataset, system = result.gone[0]
        what = f"system {system!r} of dataset {dataset!r}" if system else f"dataset {dataset!r}"
        mend = "Add it, or write the baseline again with `cwsdiag results`."
        say(f"cwsdiag: {what} is in {results.file} and not in the project. {mend}", err=True)
        sys.exit(_MISSING)


def _limit(text: str, max_drop: float) -> gating.Limit:
    from cwsdiag.report.gate import Limit

    # The key of a label of sentences has a colon too, and that of a slice.
    match = re.fullmatch(r"\s*((?:label:|slice:)?[^:]*[^:\s])\s*:(.*?\S.*?)(?::([^:]*))?", text, re.DOTALL)
    if match is None:
        raise SettingError(f"--bucket {text}: write ATTRIBUTE:LABEL or ATTRIBUTE:LABEL:DROP, as in wLen:≥4:0.01.")
    attribute, label, drop = match.groups()
    if not drop:
        return Limit(max_drop, attribute, label)
    try:
        value = float(drop)
    except ValueError:
        raise SettingError(f"--bucket {text}: {drop!r} is no number. Write a share such as 0.01.") from None
    return Limit(_drop(value, f"--bucket {text}"), attribute, label)


def _drop(value: float, option: str) -> float:
    if not 0 <= value <= 1 or math.isnan(value):
        raise SettingError(f"{option}: a drop is a share from 0 to 1, such as 0.002 for 0.2 points.")
    return value
