"""``cwsdiag study``, ``psi``, ``fit`` and ``select-sources``: several datasets, how they agree on words."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cwsdiag.arguments import bounds
from cwsdiag.cli.options import (
    PATH,
    attributes_option,
    buckets_of,
    csv_folder_option,
    flag,
    format_options,
    gathered,
    json_option,
    keys_of,
    minimum_options,
    number_option,
    path_option,
    plugin_option,
    read_options,
    read_project,
    resampling_options,
)
from cwsdiag.cli.output import say, show, warn
from cwsdiag.cli.studying import (
    normalise_option,
    oddities,
    project_argument,
    project_normalise_option,
    read_oddly,
    segmenter_options,
    segmenter_texts,
    without_training,
)
from cwsdiag.errors import FormatError, SettingError
from cwsdiag.parallel import Where
from cwsdiag.progress import counting, working

if TYPE_CHECKING:
    from cwsdiag.dataset import ReadOptions
    from cwsdiag.exhibits.across import Systems
    from cwsdiag.exhibits.exhibit import Content
    from cwsdiag.project import Project
    from cwsdiag.project.studies import Unusable
    from cwsdiag.report.documents import Document
    from cwsdiag.study import Order, Way
    from cwsdiag.study.transfer import Criteria
    from cwsdiag.training import TrainingStats


# What a dataset may be left out of alone, as ``Unusable`` has it.
ACROSS, TRANSFER = "what is seen across datasets", "U"


@click.command()
@project_argument
@click.option("--buckets", metavar="N", help="Number of buckets of equal count for every attribute (or another way of "
              "cutting, such as classes); by default what the project says.")  # fmt: skip
@attributes_option
@plugin_option
@minimum_options
@resampling_options
@click.option("--pair", "pairs", multiple=True, metavar="A=B",
              help="Models to compare in the aided diagnosis; repeat for more. [all pairs]")  # fmt: skip
@flag("--published",
      help="Take the published scores of the project into rankings, tests and pairs that differ in a part.",
)  # fmt: skip
@flag("--within", help="Only scores, biases and diagnoses, without Ψ and U.")
@project_normalise_option
@flag("--train-built-in",
      help="Train the built-in segmenter on each dataset's training data, and report its U too.")  # fmt: skip
@segmenter_options
@json_option
@csv_folder_option
@path_option("--latex", "latex_folder",
             help="Write the tables as papers print them into this folder, each as LaTeX and as CSV.")  # fmt: skip
def study(
    project: Path,
    attributes: str | None,
    plugins: Sequence[Path],
    buckets: str | None,
    pairs: Sequence[str],
    published: bool,
    within: bool,
    normalise: Sequence[str] | None,
    train_built_in: bool,
    segmenter: Mapping[str, Any],
    as_json: bool,
    csv_folder: Path | None,
    latex_folder: Path | None,
    **settings: Any,
) -> None:
    """What holds across models and datasets: scores, biases, tests, diagnoses; Ψ, U, maps, orders of sources.

    PROJECT is a project.toml, its folder, or an unpacked icwb2-data folder; it may hold published scores alone.
    --normalise applies to Ψ and all that is derived from it.
    """
    from cwsdiag.charts import theme
    from cwsdiag.exhibits.across import Systems
    from cwsdiag.project.studies import load_datasets, of_usable, score_table
    from cwsdiag.report.study import across_document, study_document
    from cwsdiag.report.study_tables import study_lines
    from cwsdiag.study import all_orders, left_aside, nothing_measured
    from cwsdiag.study import study as run
    from cwsdiag.study.corpora import corpora_signature

    if within and train_built_in:
        raise SettingError("--within and --train-built-in: U compares datasets. Give only one of them.")
    # A file that is not there is the trouble of one dataset.
    spec = read_project(project, complete=False)
    if published and not spec.study.published:
        raise SettingError(f"--published: {spec.path} has no [[study.published]]. Leave it out.")
    if not (published or spec.datasets):
        raise SettingError(f"{spec.path}: it holds nothing but published scores. Give --published.")
    settings["attributes"] = keys_of(attributes, plugins)
    settings["buckets"] = buckets_of(buckets) or spec.study.buckets
    with counting("reading") as progress:
        datasets, usable, unusable = of_usable(spec, partial(load_datasets, progress=progress))
    warnings = oddities(datasets)
    with working("diagnosing"):
        measured = run(datasets, **settings) if datasets else nothing_measured()
    named = [_pair(pair, measured.models) for pair in pairs] or None
    across: Document | None = None
    criteria: Criteria | None = None
    orders: list[Order] = []
    if datasets and not within:
        criteria, odd, apart = _criteria(usable, normalise, segmenter, built_in=train_built_in)
        trainable = [corpus for corpus in criteria.corpora if corpus.running is not None]
        # One random order says little: `select-sources` has as many as one likes.
        orders = all_orders(trainable, trainable, seeds=1)
        across = across_document(criteria, orders, signature=corpora_signature(criteria.corpora, criteria.files))
        warnings, unusable = [*warnings, *odd], (*unusable, *apart)
    table = score_table(spec, measured, published=published)
    if published and (names := left_aside(table, spec.study.published)):
        warnings.append(
            f"published scores on {', '.join(names)} are left out: no dataset of the project has that name."
        )
    warnings = list(dict.fromkeys(warnings))
    for one in unusable:
        part = f" of {one.of}" if one.of else ""
        warn([f"{one.name} is left out{part}, as it cannot be used: {one.problem}"])
    warn(warnings)
    with working("diagnosing"):
        document = study_document(
            measured,
            pairs=named,
            table=table,
            published=spec.study.published,
            across=across,
            unusable=unusable,
            warnings=warnings,
        )
    systems = Systems(measured, table, theme.system_colours(table.models))
    _write(document, systems, criteria, csv_folder, latex_folder, quiet=as_json)
    if as_json or (csv_folder is None and latex_folder is None):
        show(document, study_lines(document, systems, criteria, orders, named), as_json=as_json)
    if unusable:
        sys.exit(1)


def _pair(said: str, models: Sequence[str]) -> tuple[str, str]:
    """Return the models of ``--pair``; a name may hold the sign itself."""
    for place in (place for place, char in enumerate(said) if char == "="):
        first, second = said[:place], said[place + 1 :]
        if first in models and second in models and first != second:
            return first, second
    known = ", ".join(models) or "none"
    raise SettingError(f"--pair {said}: write A=B, with two different systems of the project. Available: {known}.")


def _criteria(
    project: Project, normalise: Sequence[str] | None, segmenter: Mapping[str, Any], *, built_in: bool
) -> tuple[Criteria, list[str], list[Unusable]]:
    """Return the texts of a project with U of its models, what looks wrong with the files, and what cannot be used.

    U is that of the models that say what they were trained on, and of the built-in segmenter where that is wanted.
    """
    from cwsdiag.project.studies import load_corpora, load_predictions, of_usable, transfers_of
    from cwsdiag.signature import prediction_parts, segmenter_part
    from cwsdiag.study import built_in_transfer, psi_matrix
    from cwsdiag.study.transfer import Criteria

    wanted = tuple(project.study.normalise if normalise is None else normalise)
    where: Where = segmenter["where"]
    with counting("reading") as progress:
        read = partial(load_corpora, normalise=wanted, where=where, progress=progress)
        corpora, project, without = of_usable(project, read)
    with working("reading"):
        # Datasets whose predictions cannot be used keep their place, without values.
        predictions, _, silent = of_usable(project, load_predictions)
    datasets = [one.dataset for one in predictions]
    models = list(transfers_of(predictions, project.datasets))
    files = {name: part for one in datasets for name, part in prediction_parts(one).items()}
    warnings = [*without_training(corpora), *read_oddly(datasets)]
    if built_in:
        trainings, tests = segmenter_texts(project, corpora, wanted)
        with counting("learning") as progress:
            models.append(built_in_transfer(trainings, tests, **segmenter, progress=progress))
        files["segmenter"] = segmenter_part(models[-1].model, wanted)
    apart = [*(replace(one, of=ACROSS) for one in without), *(replace(one, of=TRANSFER) for one in silent)]
    return Criteria(corpora, psi_matrix(corpora), tuple(models), files, wanted), warnings, apart


def _write(
    document: Document,
    systems: Systems,
    criteria: Criteria | None,
    csv_folder: Path | None,
    latex_folder: Path | None,
    *,
    quiet: bool,
) -> None:
    """Write the tables into the folders that are named, and say where those for print are."""
    from cwsdiag.files import save_all
    from cwsdiag.report.study_tables import printed_tables, study_csv
    from cwsdiag.report.terminal import write_tables

    across = document["across"]
    signature = "\n".join(one["signature"] for one in (document, across) if one is not None)
    if csv_folder is not None:
        write_tables(study_csv(document), signature, csv_folder)
    if latex_folder is not None:
        texts = {}
        for name, table in printed_tables(systems, criteria).items():
            texts[f"{name}.tex"], texts[f"{name}.csv"] = table.latex(name, signature), table.csv()
        save_all(latex_folder, texts)
        for name in [] if quiet else texts:
            say(str(latex_folder / name))


@click.command()
@path_option("--train", required=True, help="Segmented training text.")
@path_option("--test", required=True, help="Segmented test text.")
@path_option("--own",
             help="Training text under the criterion of --test, to see what --train loses against it.")  # fmt: skip
@number_option(bounds.ROWS, "--limit", default=20,
               help="How many of the costliest words to show.")  # fmt: skip
@gathered("options", read_options, normalise_option, format_options())
@json_option
def psi(train: Path, test: Path, own: Path | None, limit: int, options: ReadOptions, as_json: bool) -> None:
    """How well the words of a test text agree with training data (Ψ), and the words that cost most."""
    from cwsdiag.dataset import read
    from cwsdiag.report.criteria import psi_document, psi_lines
    from cwsdiag.study import differences

    with working("reading"):
        text = read(test, role="gold", options=options)
        types = set(text.surfaces())
        training = _training(train, types, options)
        own_training = None if own is None else _training(own, types, options)
    with working("comparing"):
        words = []
        if limit:
            training_text = read(train, role="gold", options=options)
            words = differences(training, training_text, text, own=own_training, limit=limit)
        document = psi_document(training, text, words, own=own_training)
    warn(document["warnings"])
    show(document, psi_lines(document), as_json=as_json)


def _training(path: Path, types: set[str], options: ReadOptions) -> TrainingStats:
    from cwsdiag.dataset import open_corpus
    from cwsdiag.training import gather

    stream = open_corpus(path, role="training", options=options)
    if stream.kind != "segmented":
        raise FormatError(
            f"{stream.name}: this is a word list. Ψ needs segmented text: one sentence per line, blanks between words."
        )
    return gather(stream, strings=types)


@click.command()
@project_argument
@click.argument("file", type=PATH)
@project_normalise_option
@format_options("FILE; detected")
@resampling_options
@json_option
def fit(
    project: Path,
    file: Path,
    normalise: Sequence[str] | None,
    resamples: int,
    seed: int,
    as_json: bool,
    **reading: Any,
) -> None:
    """Which criterion does a segmented text follow? Its Ψ under every dataset, the nearest first."""
    from cwsdiag.exhibits.criteria import fit_of
    from cwsdiag.inputs import FileSet
    from cwsdiag.report.criteria import fit_document, fit_lines, text_doubts
    from cwsdiag.resampling import check_settings
    from cwsdiag.study import fit as run
    from cwsdiag.study import psi_matrix, read_corpora
    from cwsdiag.study.transfer import Criteria

    check_settings(resamples=resamples, seed=seed)
    spec = read_project(project)
    # Read together, so that its words are counted in the one pass over all training data.
    files = [FileSet.alike(read_options(**reading), gold=file), *spec.datasets]
    wanted = tuple(spec.study.normalise if normalise is None else normalise)
    with counting("reading") as progress:
        text, *corpora = read_corpora(files, normalise=wanted, progress=progress)
    warnings = [*text.warnings, *read_oddly(corpora), *without_training(corpora), *text_doubts(text.test)]
    warn(warnings)
    with working("comparing"):
        fits = run(text.test, corpora, resamples=resamples, seed=seed)
    if not fits:
        raise SettingError(f"{project}: no dataset has segmented training text, so there is nothing to compare with.")
    settings = {"resamples": resamples, "seed": seed}
    document = fit_document(text.test, corpora, fits, settings=settings, warnings=warnings)
    criteria = Criteria(tuple(corpora), psi_matrix(corpora), (), {}, wanted)
    content = fit_of(criteria, fits, text.test.name, len(text.test), settings)
    show(document, fit_lines(document, content), as_json=as_json)


_WAYS: tuple[Way, ...] = ("max", "min", "random")


@click.command("select-sources")
@project_argument
@click.option("--target", "targets", required=True, multiple=True, metavar="NAME",
              help="Dataset to whose training data sources are added; repeat for more.")  # fmt: skip
@click.option("--way", "ways", multiple=True, type=click.Choice(_WAYS),
              help="Take next the source with the largest or smallest Ψ, or a random one; repeat for more. "
              "[all three]")  # fmt: skip
@number_option(bounds.SEED, "--seed", default=0,
               help="First seed of random orders, and of the segmenters of a curve.")  # fmt: skip
@number_option(bounds.SEEDS, "--seeds", default=5,
               help="How many random orders, and how many segmenters at each step of a curve.")  # fmt: skip
@flag("--curve", help="Train the built-in segmenter after each source, and report its F1.")
@segmenter_options
@project_normalise_option
@json_option
def select_sources(
    project: Path,
    targets: Sequence[str],
    ways: Sequence[Way],
    seed: int,
    seeds: int,
    curve: bool,
    segmenter: Mapping[str, Any],
    normalise: Sequence[str] | None,
    as_json: bool,
) -> None:
    """Which further training data to add for a target, and in which order, with Ψ after each source.

    With --curve the test pools the steps of all targets. Curves of the project are shown beside it.
    """
    from cwsdiag.exhibits import criteria as exhibits
    from cwsdiag.project.studies import load_corpora
    from cwsdiag.report.criteria import selection_document, selection_lines
    from cwsdiag.signature import segmenter_part
    from cwsdiag.study import all_orders, curves_part, own_curves, psi_matrix, selection_curves
    from cwsdiag.study import orders as orders_of
    from cwsdiag.study.corpora import corpora_signature
    from cwsdiag.study.transfer import Criteria

    spec = read_project(project)
    targets = list(dict.fromkeys(spec.dataset(target).name for target in targets))
    wanted = spec.study.normalise if normalise is None else normalise
    with counting("reading") as progress:
        corpora = load_corpora(spec, normalise=wanted, where=segmenter["where"], progress=progress)
    warnings = [*read_oddly(corpora), *without_training(corpora)]
    warn(warnings)
    named = {corpus.name: corpus for corpus in corpora}
    orders = all_orders(
        [named[target] for target in targets], corpora, ways=list(dict.fromkeys(ways)) or _WAYS, seeds=seeds, seed=seed
    )
    settings = {
        "target": ",".join(targets),
        "ways": ",".join(order.name for order in orders if order.target == targets[0]),
    }
    curves, model = [], None
    if curve:
        model = f"perceptron {segmenter['template']}"
        settings |= {"segmenter": segmenter_part(model, wanted), "seed": str(seed), "seeds": str(seeds)}
        trainings, tests = segmenter_texts(spec, corpora, wanted)
        with counting("learning") as progress:
            curves = selection_curves(orders, trainings, tests, **segmenter, seed=seed, seeds=seeds, progress=progress)
    given = [one for one in spec.study.curves if one.target in targets]
    settings |= curves_part(given)
    # Their orders are made whatever ways were asked for.
    aims = [corpus for corpus in corpora if corpus.name in {one.target for one in given}]
    own = own_curves(given, [one for aim in aims for one in orders_of(aim, corpora, ways=("max", "min"))])
    document = selection_document(
        orders,
        curves,
        signature=corpora_signature(corpora, settings),
        own=own,
        segmenter=model,
        warnings=warnings,
    )

    def contents() -> Iterator[Content]:
        """Yield what the page shows of each target: Ψ along the orders, and F1 where there are curves."""
        criteria = Criteria(corpora, psi_matrix(corpora), (), {}, ())
        for target in targets:
            yield exhibits.sources(criteria, target, ways=[order for order in orders if order.target == target])
            if curves or any(one.target == target for one in own):
                yield exhibits.curves_of(criteria, target, curves, own, {})

    show(document, selection_lines(document, contents()), as_json=as_json)
