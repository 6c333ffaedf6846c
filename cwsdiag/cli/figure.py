"""``cwsdiag figure``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cwsdiag.cli import options
from cwsdiag.cli.output import say, write_file
from cwsdiag.errors import SettingError
from cwsdiag.languages import ENGLISH, LANGUAGES, speaking
from cwsdiag.progress import working

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from cwsdiag.exhibits.exhibit import Exhibit

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
_ASKED_OPTIONS = options.together(*(click.option(f"--{name}", help=said) for name, said in ASKED.items()))


@click.command()
@click.argument("kind", required=False)
@click.argument("project", required=False, type=options.PATH)
@click.option("--list", "as_list", is_flag=True, help="List the kinds of figures, and what each needs.")
@click.option("-o", "--out", type=options.PATH, metavar="FILE", help="File to write; its ending says as what: svg, pdf "
              "or png (300 dpi); csv, tex or md for its numbers; txt for its caption.")  # fmt: skip
@click.option("--size", "size_name", type=click.Choice(["column", "wide", "slide"]), default="column",
              show_default=True, help="What a picture is for: one column of a paper (85 mm), its whole width (178 mm), "
              "or a slide (16:9).")  # fmt: skip
@click.option("--caption", is_flag=True, help="Print its caption.")
@click.option("--dataset", help="Name of the dataset. [the first]")
@click.option("--judgements", type=options.PATH, metavar="FILE", help="File of people's judgements.")
@_ASKED_OPTIONS
@click.option("--buckets", metavar="N", help="Number of buckets of equal count for every attribute (or another way of "
              "cutting, such as classes); by default each attribute's own.")  # fmt: skip
@options.unit_option
@click.option("--baselines", is_flag=True, help="BASE and TOP (maximum matching) and VOTE as more systems.")
@click.option("--lang", type=click.Choice(list(LANGUAGES)), default=ENGLISH, show_default=True,
              help="Language of the figure.")  # fmt: skip
@options.plugin_option
def figure(
    kind: str | None,
    project: Path | None,
    as_list: bool,
    out: Path | None,
    size_name: str,
    caption: bool,
    lang: str,
    plugins: Sequence[Path],
    **asked: Any,
) -> None:
    """A figure of a project as a file, as its page draws it.

    Such as: cwsdiag figure self project.toml --system crf -o self.pdf --size wide

    KIND is one of those that --list names. PROJECT is a project.toml or its folder. A Chromium draws charts; sentences,
    numbers and captions need none.
    """
    if as_list:
        say("\n".join(_kinds()))
        return
    if kind is None or project is None:
        raise SettingError("figure takes a kind and a project: cwsdiag figure self PROJECT --system NAME -o FILE.")
    if out is None and not caption:
        raise SettingError("nothing to do: give -o FILE, such as -o figure.pdf, or --caption.")
    options.load_plugins(plugins)
    from cwsdiag.report.files.saving import file_of, size_named

    with speaking(lang):
        exhibit = _exhibit(kind, project, **asked)
        if out is not None:
            with working("drawing"):
                made = file_of(exhibit, out.suffix[1:].lower(), size_named(size_name))
            write_file(out, made)
        if caption:
            say(exhibit.caption)


def _exhibit(
    kind: str,
    project: Path,
    *,
    dataset: str | None,
    buckets: str | None,
    unit: str,
    baselines: bool,
    judgements: Path | None,
    **asked: Any,
) -> Exhibit:
    """Return what is asked for of a project."""
    from cwsdiag.exhibits.looks import ProjectLooks
    from cwsdiag.exhibits.registry import made
    from cwsdiag.views.look import Where

    where = Where(dataset or "", options.buckets_of(buckets) or "", unit, baselines)
    with working("diagnosing"):
        look = ProjectLooks(options.read_project(project), judgements=judgements).look(where)
    return made(look, kind, {name: value for name, value in asked.items() if value is not None})


def _kinds() -> Iterator[str]:
    """Yield a line for each kind of figure: its name, what it needs and may be asked with, and what it shows."""
    from cwsdiag.exhibits.registry import KINDS

    for name, kind in KINDS.items():
        options = [f"--{option}" for option in kind.needs] + [f"[--{option}]" for option in kind.takes]
        yield f"{name:<16} {kind.says}" + (f" ({' '.join(options)})" if options else "")
