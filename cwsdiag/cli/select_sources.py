"""``cwsdiag select-sources``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cwsdiag.arguments import bounds
from cwsdiag.cli.options import flag, json_option, number_option, read_project
from cwsdiag.cli.output import show, warn
from cwsdiag.cli.studying import (
    project_argument,
    project_normalise_option,
    read_oddly,
    segmenter_options,
    segmenter_texts,
    without_training,
)
from cwsdiag.progress import counting

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from cwsdiag.exhibits.exhibit import Content
    from cwsdiag.study import Way

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
