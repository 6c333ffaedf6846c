"""``cwsdiag score``, ``diagnose``, ``compare`` and ``balanced``: what one asks of systems on a dataset."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cwsdiag.cli.options import (
    all_pairs_option,
    csv_folder_option,
    diagnosed,
    diagnosed_options,
    file_options,
    json_option,
    load_named,
    path_option,
    resampling_options,
    slices_option,
    tags_option,
    weights_option,
)
from cwsdiag.cli.output import say, show
from cwsdiag.errors import SettingError
from cwsdiag.progress import working

if TYPE_CHECKING:
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

        say("\n".join(diagnosis_lines(document, look_of_diagnosis(diagnosis))))


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
        count = f"{len(names)} system{'s'[: len(names) != 1]}"
        raise SettingError(f"{count}: compare takes two, or with --base NAME one and those to be compared with it.")
    if base is not None and len(others) == len(names):
        raise SettingError(f"--base {base}: there is no system of this name. Available: {', '.join(names) or 'none'}.")
    if not others:
        raise SettingError(f"--base {base}: there is no other system to compare with it.")
    pairs = [(names[0], names[1])] if base is None else [(name, base) for name in others]
    with working("comparing"):
        # Together, so that p is adjusted for all of them.
        tested = iter(test(diagnosis, [pair for pair in pairs if not runs.keys() & {*pair}]))
        compared = [compare_runs(diagnosis, a, b) if runs.keys() & {a, b} else next(tested) for a, b in pairs]
    if not as_json:
        from cwsdiag.exhibits.looks import look_of_diagnosis
        from cwsdiag.report.diagnosis import comparison_lines

        say("\n".join(comparison_lines(look_of_diagnosis(diagnosis), compared, with_slices=slices)))
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
