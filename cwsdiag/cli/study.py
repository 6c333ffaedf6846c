"""``cwsdiag study``."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from cwsdiag.cli import options, studying
from cwsdiag.cli.output import say, show, warn
from cwsdiag.errors import SettingError
from cwsdiag.progress import counting, working

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from cwsdiag.parallel import Where
    from cwsdiag.project.specs import Project
    from cwsdiag.project.studies import Unusable
    from cwsdiag.report.documents import Document
    from cwsdiag.study import Corpus, ScoreTable, Transfer

# What a dataset may be left out of alone, as ``Unusable`` has it.
ACROSS, TRANSFER = "what is seen across datasets", "U"


@click.command()
@studying.project_argument
@click.option("--buckets", metavar="N", help="Number of buckets of equal count for every attribute (or another way of "
              "cutting, such as classes); by default what the project says.")  # fmt: skip
@options.attributes_option
@options.plugin_option
@options.minimum_options
@options.resampling_options
@click.option("--pair", "pairs", multiple=True, metavar="A=B",
              help="Models to compare in the aided diagnosis; repeat for more. [all pairs]")  # fmt: skip
@click.option(
    "--published",
    is_flag=True,
    help="Take the published scores of the project into rankings, tests and pairs that differ in a part.",
)
@click.option("--within", is_flag=True, help="Only scores, biases and diagnoses, without Ψ and U.")
@studying.project_normalise_option
@click.option("--train-built-in", is_flag=True,
              help="Train the built-in segmenter on each dataset's training data, and report its U too.")  # fmt: skip
@studying.segmenter_options
@options.place_options
@options.json_option
@options.csv_folder_option
@click.option("--latex", "latex_folder", type=options.PATH,
              help="Write the tables as papers print them into this folder, each as LaTeX and as CSV.")  # fmt: skip
def study(
    project: Path,
    pairs: Sequence[str],
    published: bool,
    within: bool,
    normalise: Sequence[str] | None,
    train_built_in: bool,
    template: str,
    cache: Path | None,
    no_cache: bool,
    jobs: int | None,
    scheduler: str | None,
    shared_cache: Path | None,
    as_json: bool,
    csv_folder: Path | None,
    latex_folder: Path | None,
    **cut: Any,
) -> None:
    """What holds across models and datasets: scores, biases, tests, diagnoses; Ψ, U, maps, orders of sources.

    PROJECT is a project.toml, its folder, or an unpacked icwb2-data folder; it may hold published scores alone.
    --normalise applies to Ψ and all that is derived from it.
    """
    from cwsdiag.project import read_project
    from cwsdiag.project.studies import load_datasets, of_usable, score_table
    from cwsdiag.report.across.study_rows import study_document
    from cwsdiag.report.across.tables import study_lines, study_sentences
    from cwsdiag.study import nothing_measured
    from cwsdiag.study import study as run

    if within and train_built_in:
        raise SettingError("--within and --train-built-in: U compares datasets. Give only one of them.")
    where = options.place_of(jobs=jobs, scheduler=scheduler, shared_cache=shared_cache)
    learnt = studying.segmenter_of(template, cache, no_cache, where) if train_built_in else None
    # One that is not there is one dataset's trouble.
    found = read_project(project, complete=False)
    _check_published(found, published=published)
    settings = _settings(found, **cut)
    with counting("reading") as told:
        datasets, usable, left_out = of_usable(found, partial(load_datasets, told=told))
    warnings = [f"{one.name}: {said}" for one in datasets for said in (*one.warnings, *one.oddities())]
    with working("diagnosing"):
        studied = run(datasets, **settings) if datasets else nothing_measured()
    named = [_pair(pair, studied.models) for pair in pairs] or None
    across, odd, apart = (None, [], ()) if within or not datasets else _across(usable, normalise, where, learnt)
    unusable = [*left_out, *apart]
    table = score_table(found, studied, published=published)
    warnings = list(dict.fromkeys([*warnings, *odd, *(_left_aside(found, table) if published else [])]))
    warn([*map(_left_out, unusable), *warnings])
    with working("diagnosing"):
        document = study_document(
            studied,
            pairs=named,
            table=table,
            published=found.study.published,
            across=across,
            unusable=unusable,
            warnings=warnings,
        )
    if not _written(document, csv_folder, latex_folder, quiet=as_json) or as_json:
        show(document, study_lines(document, study_sentences(studied, table)), as_json=as_json)
    if unusable:
        click.get_current_context().exit(1)


def _left_out(one: Unusable) -> str:
    part = f" of {one.of}" if one.of else ""
    return f"{one.name} is left out{part}, as it cannot be used: {one.problem}"


def _check_published(project: Project, *, published: bool) -> None:
    if published and not project.study.published:
        raise SettingError(f"--published: {project.path} has no [[study.published]]. Leave it out.")
    if not (published or project.datasets):
        raise SettingError(f"{project.path}: it holds nothing but published scores. Give --published.")


def _left_aside(project: Project, table: ScoreTable) -> list[str]:
    """Return a warning where published scores are on datasets that the project does not have."""
    from cwsdiag.study import left_aside

    names = left_aside(table, project.study.published)
    if not names:
        return []
    return [f"published scores on {', '.join(names)} are left out: no dataset of the project has that name."]


def _settings(
    project: Project, *, attributes: str | None, plugins: Sequence[Path], buckets: str | None, **others: int
) -> dict[str, Any]:
    """Return the settings of the study, of which the project may say how values are cut."""
    wanted = options.buckets_of(buckets)
    return {
        "attributes": options.keys_of(attributes, plugins),
        "buckets": project.study.buckets if wanted is None else wanted,
        **others,
    }


def _pair(said: str, models: Sequence[str]) -> tuple[str, str]:
    """Return the models of ``--pair``; a name may hold the sign itself."""
    for place in (place for place, char in enumerate(said) if char == "="):
        first, second = said[:place], said[place + 1 :]
        if first in models and second in models and first != second:
            return first, second
    known = ", ".join(models) or "none"
    raise SettingError(f"--pair {said}: write A=B, with two different systems of the project. Available: {known}.")


def _across(
    project: Project, normalise: Sequence[str] | None, where: Where, learnt: Mapping[str, Any] | None
) -> tuple[Document, list[str], tuple[Unusable, ...]]:
    """Return what is seen across datasets, what looks wrong with the files, and what could not be used."""
    from cwsdiag.project.studies import load_corpora, of_usable
    from cwsdiag.report.across.corpora_rows import across_document
    from cwsdiag.signature import segmenter_part
    from cwsdiag.study import all_orders
    from cwsdiag.study.signature import corpora_signature

    wanted = project.study.normalise if normalise is None else normalise
    with counting("reading") as told:
        read = partial(load_corpora, normalise=wanted, where=where, told=told)
        corpora, project, without = of_usable(project, read)
    tables, files, warnings, silent = _transfers(project)
    if learnt is not None:
        tables.append(_built_in(project, corpora, wanted, learnt))
        files["segmenter"] = segmenter_part(tables[-1].model, wanted)
    usable = list(filter(studying.has_training_text, corpora))
    document = across_document(
        corpora,
        tables,
        # One random order says little: `select-sources` has as many as one likes.
        all_orders(usable, usable, seeds=1),
        signature=corpora_signature(corpora, files),
        normalise=wanted,
    )
    apart = (*(replace(one, of=ACROSS) for one in without), *(replace(one, of=TRANSFER) for one in silent))
    return document, [*studying.without_training(corpora), *warnings], apart


def _transfers(project: Project) -> tuple[list[Transfer], dict[str, object], list[str], tuple[Unusable, ...]]:
    """Return U of the models that say what they were trained on, its files for the signature, warnings, and the rest.

    The rest are datasets of which such predictions cannot be used: they keep their place, without values.
    """
    from cwsdiag.project.studies import load_predictions, of_usable, transfers_of
    from cwsdiag.signature import prediction_parts

    with working("reading"):
        predictions, _, silent = of_usable(project, load_predictions)
    datasets = [one.dataset for one in predictions]
    files: dict[str, object] = {}
    for dataset in datasets:
        files |= prediction_parts(dataset)
    warnings = [f"{dataset.name}: {said}" for dataset in datasets for said in dataset.warnings]
    return list(transfers_of(predictions, project)), files, warnings, silent


def _built_in(
    project: Project, corpora: Sequence[Corpus], normalise: Sequence[str], learnt: Mapping[str, Any]
) -> Transfer:
    from cwsdiag.study import built_in_transfer

    trainings, tests = studying.segmenter_texts(project, corpora, normalise)
    with counting("learning") as told:
        return built_in_transfer(trainings, tests, **learnt, told=told)


def _written(document: Document, csv_folder: Path | None, latex_folder: Path | None, *, quiet: bool) -> bool:
    """Write the tables into the folders that are named, and say where those for print are; return whether one was."""
    if csv_folder is not None:
        _write(document, csv_folder)
    if latex_folder is not None:
        paths = _print(document, latex_folder)
        for path in [] if quiet else paths:
            say(path)
    return csv_folder is not None or latex_folder is not None


def _write(document: Document, folder: Path) -> None:
    from cwsdiag.report.across.study_csv import study_tables
    from cwsdiag.report.tables import write_tables

    write_tables(study_tables(document), _signature(document), folder)


def _print(document: Document, folder: Path) -> list[str]:
    """Write tables as papers print them; return the files."""
    from cwsdiag.files import save_all
    from cwsdiag.report.across.tables import printed_tables

    texts = {}
    for name, table in printed_tables(document).items():
        texts[f"{name}.tex"] = table.latex(name, _signature(document))
        texts[f"{name}.csv"] = table.csv()
    save_all(folder, texts, option="--latex")
    return [str(folder / name) for name in texts]


def _signature(document: Document) -> str:
    """Return where the numbers of a document come from, a line for what lies within datasets and one for the rest."""
    across = document["across"]
    return "\n".join([document["signature"], *([] if across is None else [across["signature"]])])
