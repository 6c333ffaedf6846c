"""``cwsdiag select-sources``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cwsdiag.arguments import bounds
from cwsdiag.cli import studying
from cwsdiag.cli.options import json_option, read_project, whole
from cwsdiag.cli.output import show, warn
from cwsdiag.progress import counting

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from cwsdiag.exhibits.exhibit import Content
    from cwsdiag.study import Corpus, Curve, MeanCurve, Order, Way

_WAYS: tuple[Way, ...] = ("max", "min", "random")


@click.command("select-sources")
@studying.project_argument
@click.option("--target", "targets", required=True, multiple=True, metavar="NAME",
              help="Dataset to whose training data sources are added; repeat for more.")  # fmt: skip
@click.option("--way", "ways", multiple=True, type=click.Choice(_WAYS),
              help="Take next the source with the largest or smallest Ψ, or a random one; repeat for more. "
              "[all three]")  # fmt: skip
@click.option("--seed", type=whole(bounds.SEED), default=0, show_default=True,
              help="First seed of random orders, and of the segmenters of a curve.")  # fmt: skip
@click.option("--seeds", type=whole(bounds.SEEDS), default=5, show_default=True,
              help="How many random orders, and how many segmenters at each step of a curve.")  # fmt: skip
@click.option("--curve", is_flag=True, help="Train the built-in segmenter after each source, and report its F1.")
@studying.segmenter_options
@studying.project_normalise_option
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
    from cwsdiag.project.studies import load_corpora
    from cwsdiag.report.criteria import selection_document, selection_lines
    from cwsdiag.signature import segmenter_part
    from cwsdiag.study import all_orders, curves_part, own_curves, selection_curves
    from cwsdiag.study import orders as orders_of
    from cwsdiag.study.corpora import corpora_signature

    spec = read_project(project)
    targets = list(dict.fromkeys(spec.dataset(target).name for target in targets))
    wanted = spec.study.normalise if normalise is None else normalise
    with counting("reading") as told:
        corpora = load_corpora(spec, normalise=wanted, where=segmenter["where"], told=told)
    warnings = [*studying.read_oddly(corpora), *studying.without_training(corpora)]
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
        trainings, tests = studying.segmenter_texts(spec, corpora, wanted)
        with counting("learning") as told:
            curves = selection_curves(orders, trainings, tests, **segmenter, seed=seed, seeds=seeds, told=told)
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
    contents = _contents(corpora, targets, orders, curves, own)
    show(document, selection_lines(document, contents), as_json=as_json)


def _contents(
    corpora: tuple[Corpus, ...],
    targets: Sequence[str],
    orders: Sequence[Order],
    curves: Sequence[Curve],
    own: Sequence[MeanCurve],
) -> Iterator[Content]:
    """Yield what the page shows of each target: Ψ along the orders, and F1 where there are curves."""
    from cwsdiag.exhibits.criteria import curves_of, sources
    from cwsdiag.study import psi_matrix
    from cwsdiag.study.transfer import Criteria

    criteria = Criteria(corpora, psi_matrix(corpora), (), {}, ())
    for target in targets:
        yield sources(criteria, target, ways=[order for order in orders if order.target == target])
        if curves or any(one.target == target for one in own):
            yield curves_of(criteria, target, curves, own, {})
