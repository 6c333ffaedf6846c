"""What one asks of systems on a dataset: their scores, those of shared tasks, and where they fail.

``cwsdiag score``, ``diagnose``, ``compare``, ``balanced``, ``bakeoff``, ``score-sighan`` and ``separators``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cwsdiag.cli.options import (
    PATH,
    all_pairs_option,
    csv_folder_option,
    diagnosed,
    diagnosed_options,
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
    slices_option,
    system_option,
    tags_option,
    unit_option,
    weights_option,
)
from cwsdiag.cli.output import check_outputs, say, show, warn, write_file
from cwsdiag.errors import SettingError
from cwsdiag.languages.visible import visible
from cwsdiag.progress import working

if TYPE_CHECKING:
    from cwsdiag.align import Mismatch
    from cwsdiag.dataset import Dataset, ReadOptions, Track
    from cwsdiag.report.documents import Document


@click.command()
@file_options
@tags_option
@json_option
def score(tags: bool, as_json: bool, **files: Any) -> None:
    """Precision, recall, F1, OOV and IV recall of every system."""
    from cwsdiag.report.documents import score_document

    document = score_document(*load_named(**files, strings=False), tags=tags, oracle=files["baselines"])
    show(document, _lines(document), as_json=as_json)


def _lines(document: Document) -> Iterator[str]:
    # Where JSON is wanted nobody comes here, and waits for this import.
    from cwsdiag.report.terminal import score_lines

    yield from (*score_lines(document), "", document["signature"])


@click.command()
@diagnosed_options
@all_pairs_option
@tags_option
@slices_option
@json_option
@csv_folder_option
def diagnose(as_json: bool, all_pairs: bool, tags: bool, slices: bool, csv_folder: Path | None, **named: Any) -> None:
    """Break every system's scores down by attribute: where it is weakest, where the better of two loses."""
    from cwsdiag.report.documents import diagnosis_document, to_json

    diagnosis, warnings = diagnosed(**named)
    with working("diagnosing"):
        document = diagnosis_document(diagnosis, warnings, all_pairs=all_pairs, tags=tags, slices=slices)
    if csv_folder is not None:
        from cwsdiag.attributes.categories import WORD_CLASSES
        from cwsdiag.diagnosis.error_kinds import CAUSES
        from cwsdiag.report.terminal import flat, write_tables

        systems = []
        for row in document["systems"]:
            # The columns are the same with training data and without.
            kinds = {**row["kinds"], "causes": row["kinds"]["causes"] or dict.fromkeys(CAUSES)}
            missed = row["missed_oov"] or dict.fromkeys(WORD_CLASSES)
            systems.append(flat({**row, "kinds": kinds, "missed_oov": missed}, {"kinds": "", "causes": "cause_"}))
        runs = [{key: value for key, value in row.items() if key != "systems"} for row in document["runs"]]
        tables = {
            "systems": systems,
            **({"runs": runs} if runs else {}),
            "buckets": [
                {"attribute": attribute["key"], **bucket}
                for attribute in document["attributes"]
                for bucket in attribute["buckets"]
            ],
            "breakdown": list(map(flat, document["breakdown"])),
            "self_diagnosis": document["self_diagnosis"],
            "aided_diagnosis": list(map(flat, document["aided_diagnosis"])),
        }
        if slices:
            tables["slices"] = [
                flat(
                    dict(zip(("first", "second"), row["attributes"], strict=True))
                    | {key: value for key, value in row.items() if key != "attributes"}
                )
                for row in document["slices"]
            ]
        write_tables(tables, document["signature"], csv_folder)
    if as_json:
        say(to_json(document))
    elif csv_folder is None:
        from cwsdiag.exhibits.looks import look_of_diagnosis
        from cwsdiag.report.diagnosis import diagnosis_lines

        say(*diagnosis_lines(document, look_of_diagnosis(diagnosis)))


@click.command()
@diagnosed_options
@click.option("--base", metavar="NAME", help="With more than two systems: the one that each other is compared with.")
@slices_option
@json_option
def compare(base: str | None, slices: bool, as_json: bool, **named: Any) -> None:
    """Two systems against each other: what differs, by how much, and what may be said of it.

    Of systems that were run several times (--run) the mean over their runs is compared.
    """
    from cwsdiag.diagnosis.paired import compare as test
    from cwsdiag.diagnosis.runs import RunsComparison, compare_runs, contestants
    from cwsdiag.report.documents import comparison_document, runs_document, to_json

    diagnosis, warnings = diagnosed(**named)
    names, runs = contestants(diagnosis.dataset), diagnosis.dataset.runs
    others = [name for name in names if name != base]
    if base is None and len(names) != 2:
        raise SettingError(
            f"systems: {len(names)}; compare takes two, or with --base NAME one and those to be compared with it."
        )
    if base is not None and not 0 < len(others) < len(names):
        raise SettingError(f"--base {base}: name one of several systems. Available: {', '.join(names) or 'none'}.")
    pairs = [(names[0], names[1])] if base is None else [(name, base) for name in others]
    with working("comparing"):
        # Together, so that p is adjusted for all of them.
        tested = iter(test(diagnosis, [pair for pair in pairs if not runs.keys() & {*pair}]))
        compared = [compare_runs(diagnosis, a, b) if runs.keys() & {a, b} else next(tested) for a, b in pairs]
    if not as_json:
        from cwsdiag.exhibits.looks import look_of_diagnosis
        from cwsdiag.report.diagnosis import comparison_lines

        say(*comparison_lines(look_of_diagnosis(diagnosis), compared, with_slices=slices))
        return
    documents = [
        runs_document(one, diagnosis, warnings)
        if isinstance(one, RunsComparison)
        else comparison_document(one, diagnosis, warnings, slices=slices)
        for one in compared
    ]
    say(to_json(documents[0] if base is None else documents))


@click.command()
@file_options
@weights_option(required=True)
@path_option("--idioms",
             help="List of idioms: its words of four characters are one more kind of words.")  # fmt: skip
@resampling_options
@json_option
def balanced(idioms: Path | None, resamples: int, seed: int, as_json: bool, **files: Any) -> None:
    """Scores that weight each word by how hard it is for a committee, and how they change the ranking."""
    from cwsdiag.balanced import balance, read_idioms
    from cwsdiag.exhibits.looks import look_of
    from cwsdiag.formats import Source
    from cwsdiag.report.difficulty import balanced_document, balanced_lines
    from cwsdiag.views.hardness import Hardness, hardness

    dataset, warnings = load_named(**files, strings=False)
    listed = None if idioms is None else read_idioms(Source.from_path(idioms))
    with working("weighing"):
        weighed = balance(dataset, resamples=resamples, seed=seed)
        document = balanced_document(weighed, warnings, idioms=listed)
    look = look_of(dataset)
    # Exhibits of the look are of these resamples.
    look.memory.ask(hardness, (), lambda: Hardness(dataset, weighed))
    show(document, balanced_lines(document, look, idioms=listed), as_json=as_json)


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
    from cwsdiag.report.bakeoff import bakeoff_document, bakeoff_lines
    from cwsdiag.views.look import Look, LookKey

    with working("comparing"):
        diagnosis = diagnose(dataset, attributes=(), resamples=resamples, seed=seed, unit=unit)
        look = Look(dataset, LookKey(unit=unit, baselines=named["baselines"]), diagnosed=diagnosis)
        tests = look.bakeoff_verdicts(all_pairs=all_pairs)
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
    say(*sighan_lines(dataset, sentences=sentences, gold_name=shown[0], test_names=shown[1:]))


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
    every = [*map(str, references), *systems]
    if len({*every}) < len(every):
        twice = max(every, key=every.count)
        raise SettingError(f"{twice}: this is a reference already. Give each once, and systems other names.")
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
