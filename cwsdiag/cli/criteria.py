"""``cwsdiag psi``, ``fit`` and ``select-sources``: how training data and texts agree on what a word is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cwsdiag.arguments import bounds
from cwsdiag.cli.options import (
    PATH,
    flag,
    format_options,
    gathered,
    json_option,
    number_option,
    path_option,
    read_options,
    read_project,
    resampling_options,
)
from cwsdiag.cli.output import show, warn
from cwsdiag.cli.studying import (
    normalise_option,
    project_argument,
    project_normalise_option,
    read_oddly,
    segmenter_options,
    segmenter_texts,
    without_training,
)
from cwsdiag.errors import FormatError, SettingError
from cwsdiag.progress import counting, working

if TYPE_CHECKING:
    from cwsdiag.dataset import ReadOptions
    from cwsdiag.exhibits.exhibit import Content
    from cwsdiag.study import Way
    from cwsdiag.training import TrainingStats


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
    from cwsdiag.report.criteria import psi_document, psi_lines
    from cwsdiag.study import differences, read_text

    with working("reading"):
        text = read_text(test, options=options)
        types = set(text.surfaces())
        training = _training(train, types, options)
        own_training = None if own is None else _training(own, types, options)
    with working("comparing"):
        words = []
        if limit:
            training_text = read_text(train, options=options)
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
