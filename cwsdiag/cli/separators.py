"""``cwsdiag separators``."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from cwsdiag.cli.options import flag, json_option, path_option, reading_options, system_option
from cwsdiag.cli.output import check_outputs, show, warn, write_file
from cwsdiag.errors import SettingError
from cwsdiag.progress import working

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from cwsdiag.align import Mismatch
    from cwsdiag.dataset import ReadOptions


@click.command()
@path_option("--reference", "references", multiple=True, required=True,
             help="A reference segmentation; repeat for more. Sentences are those of the first.")  # fmt: skip
@system_option
@reading_options
@path_option("--intersection", metavar="FILE",
             help="Write the segmentation with the separators that all references have.")  # fmt: skip
@path_option("--union", metavar="FILE",
             help="Write the segmentation with the separators that any reference has.")  # fmt: skip
@click.option("--costs", default="1,1", show_default=True, metavar="INS,DEL",
              help="What adding and removing a separator cost in the distance.")  # fmt: skip
@flag("--toolkit",
      help="Print what the toolkit of Joy (2004) counts, a line a system; its precision is sub / (sub + ins + "
      "del), another number than P.")  # fmt: skip
@json_option
def separators(
    references: Sequence[Path],
    systems: Mapping[str, Path],
    mismatch: Mismatch,
    intersection: Path | None,
    union: Path | None,
    costs: str,
    toolkit: bool,
    as_json: bool,
    options: ReadOptions,
) -> None:
    """Edit distance of word separators, against one reference or several at once."""
    from cwsdiag.dataset import read
    from cwsdiag.inputs import FileSet
    from cwsdiag.loading import load_files
    from cwsdiag.report.separators import (
        separator_settings,
        separators_document,
        separators_lines,
        toolkit_lines,
        words_file,
    )
    from cwsdiag.separators import Costs, comparable, separator_distances
    from cwsdiag.signature import signature
    from cwsdiag.views.wording import without_separators_text

    known_costs = Costs.of_text(costs)
    for place, reference in enumerate(references):
        if reference in references[:place]:
            raise SettingError(f"--reference {reference}: this file is a reference already. Give each only once.")
        if str(reference) in systems:
            raise SettingError(
                f"--system {reference}: a reference already has this name. Give the system another name."
            )
    check_outputs((intersection, union), (*references, *systems.values()))
    with working("reading"):
        # Read here: as predictions they would be the last of several columns of tags.
        gold, *further = [read(path, role="gold", options=options) for path in references]
        texts = {str(path): document for path, document in zip(references[1:], further, strict=True)}
        files = FileSet.alike(options, gold=gold, systems={**texts, **systems}, mismatch=mismatch)
        dataset = load_files(files, stop=True).whole
    # The other references, on the characters of the first.
    others, aligned = dataset.systems[: len(further)], dataset.systems[len(further) :]
    dataset = replace(dataset, systems=aligned)
    warnings = [*dataset.warnings, *dataset.oddities()]
    # Where none can be compared, the error says why.
    compared = comparable(dataset.systems) or dataset.systems
    left_out = [system.name for system in dataset.systems if system not in compared]
    if left_out:
        warnings.append(without_separators_text(left_out))
    warn(warnings)
    distances = separator_distances((dataset.gold, *others), compared, costs=known_costs)
    for path, made in ((intersection, distances.intersection), (union, distances.union)):
        if path is not None:
            write_file(path, words_file(made, dataset.gold))
    # References are numbered: where their files lie changes no number.
    numbered = [replace(reference, name=f"reference {place}") for place, reference in enumerate(others, start=2)]
    signed = signature(
        replace(dataset, systems=(*numbered, *dataset.systems)),
        {"references": len(references), **separator_settings(known_costs)},
    )
    document = separators_document(distances, signature=signed, warnings=warnings, costs=known_costs)
    show(document, toolkit_lines(distances) if toolkit else separators_lines(document, distances), as_json=as_json)
