"""``cwsdiag bakeoff``, ``score-sighan`` and ``separators``: the scores of shared tasks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cwsdiag.cli.options import (
    PATH,
    documents_option,
    file_options,
    flag,
    json_option,
    load,
    load_named,
    mismatch_option,
    path_option,
    reading_options,
    resampling_options,
    system_option,
    unit_option,
)
from cwsdiag.cli.output import check_outputs, say, show, warn, write_file
from cwsdiag.errors import SettingError
from cwsdiag.languages.visible import visible
from cwsdiag.progress import working

if TYPE_CHECKING:
    from cwsdiag.align import Mismatch
    from cwsdiag.dataset import Dataset, ReadOptions, Track


def _tracks(_context: click.Context, _parameter: click.Parameter, values: Sequence[str]) -> dict[str, str]:
    tracks = {}
    for value in values:
        called, _, track = value.rpartition("=")
        name = visible(called)
        if not name or track not in ("closed", "open"):
            raise SettingError(f"--track {value}: write NAME=closed or NAME=open.")
        tracks[name] = track
    return tracks


@click.command()
@file_options
@resampling_options
@unit_option
@documents_option
@flag("--all-pairs",
      help="Test every two systems, not only the best against each and neighbours by rank.")  # fmt: skip
@click.option(
    "--track",
    "tracks",
    multiple=True,
    metavar="NAME=closed|open",
    callback=_tracks,
    help="Whether a system uses only the training data (closed) or other data too (open).",
)
@click.option(
    "--format",
    "layout",
    type=click.Choice(["text", "json", "sighan"]),
    default="text",
    show_default=True,
    help="A table, one JSON document, or the layout of the official script.",
)
@flag("--sentences", help="With --format sighan: also each sentence.")
@flag("--json", "as_json", help="The same as --format json.")  # fmt: skip
def bakeoff(
    layout: str,
    sentences: bool,
    as_json: bool,
    resamples: int,
    seed: int,
    unit: str,
    all_pairs: bool,
    tracks: Mapping[str, Track],
    **named: Any,
) -> None:
    """The scores of the SIGHAN bakeoffs, and which systems differ."""
    from dataclasses import replace

    for name in tracks:
        if name not in named["systems"]:
            raise SettingError(f"--track {name}: there is no --system with this name.")
    dataset, warnings = load_named(**named, strings=False)
    dataset = replace(dataset, tracks=tracks)
    if layout == "sighan" and not as_json:
        names = [str(named["systems"].get(system.name, system.name)) for system in dataset.systems]
        _echo_sighan(dataset, sentences=sentences, gold=named["gold"], names=names)
        return
    from cwsdiag.diagnosis import diagnose
    from cwsdiag.exhibits.bakeoff import verdicts_of
    from cwsdiag.report.bakeoff import bakeoff_document, bakeoff_lines
    from cwsdiag.views.look import Look, LookKey

    with working("comparing"):
        diagnosis = diagnose(dataset, attributes=(), resamples=resamples, seed=seed, unit=unit)
        look = Look(dataset, LookKey(unit=unit, baselines=named["baselines"]), diagnosed=diagnosis)
        tests = verdicts_of(look, all_pairs=all_pairs)
        document = bakeoff_document(look, tests, warnings)
    show(document, bakeoff_lines(document, look, tests), as_json=as_json or layout == "json")


@click.command("score-sighan")
@click.argument("dictionary", metavar="DICT", type=PATH)
@click.argument("truth", type=PATH)
@click.argument("test", type=PATH)
@mismatch_option("count")
def score_sighan(dictionary: Path, truth: Path, test: Path, mismatch: Mismatch) -> None:
    """The official script's arguments and output: word list, gold segmentation, and a system's output.

    The script never asks whether both have the same characters: words that differ are wrong, whatever it is that
    differs. So --mismatch is count here by default; what differs is said.
    """
    from cwsdiag.dataset import ReadOptions
    from cwsdiag.inputs import FileSet

    files = FileSet.alike(
        ReadOptions(any_size=True), gold=truth, training=dictionary, systems={str(test): test}, mismatch=mismatch
    )
    dataset, _ = load(files, strings=False)
    _echo_sighan(dataset, sentences=True, gold=truth, names=[str(test)])


def _echo_sighan(dataset: Dataset, *, sentences: bool, gold: Path, names: Sequence[str]) -> None:
    from cwsdiag.report.bakeoff import sighan_lines

    # The script shows absolute paths by the name of the file alone, and others as they are given.
    shown = [Path(name).name if Path(name).is_absolute() else name for name in (str(gold), *names)]
    say("\n".join(sighan_lines(dataset, sentences=sentences, gold_name=shown[0], test_names=shown[1:])))


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
    from cwsdiag.report.bakeoff import (
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
