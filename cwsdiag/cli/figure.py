"""``cwsdiag figure``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cwsdiag.cli.options import (
    PATH,
    buckets_of,
    buckets_option,
    flag,
    load_plugins,
    path_option,
    plugin_option,
    read_project,
    together,
    unit_option,
)
from cwsdiag.cli.output import say, write_file
from cwsdiag.errors import SettingError
from cwsdiag.languages import ENGLISH, LANGUAGES, speaking
from cwsdiag.progress import working

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

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
@click.option("--lang", type=click.Choice(list(LANGUAGES)), default=ENGLISH, show_default=True,
              help="Language of the figure.")  # fmt: skip
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
