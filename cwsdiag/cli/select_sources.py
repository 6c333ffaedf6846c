"""``cwsdiag select-sources``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cwsdiag.arguments import bounds
from cwsdiag.cli import studying
from cwsdiag.cli.options import json_option, place_of, place_options, whole
from cwsdiag.cli.output import show, warn
from cwsdiag.progress import counting

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from cwsdiag.parallel import Where
    from cwsdiag.project.specs import Project
    from cwsdiag.study import Corpus, Curve, Order, OwnMeanCurve, Way

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
@place_options
@studying.project_normalise_option
@json_option
def select_sources(
    project: Path,
    targets: Sequence[str],
    ways: Sequence[Way],
    seed: int,
    seeds: int,
    curve: bool,
    normalise: Sequence[str] | None,
    as_json: bool,
    template: str,
    jobs: int | None,
    scheduler: str | None,
    shared_cache: Path | None,
    **cached: Any,
) -> None:
    """Which further training data to add for a target, and in which order, with Ψ after each source.

    With --curve the test pools the steps of all targets. Curves of the project are shown beside it.
    """
    from cwsdiag.project import read_project
    from cwsdiag.report.selection_text import selection_document, selection_lines
    from cwsdiag.signature import segmenter_part
    from cwsdiag.study import all_orders as run
    from cwsdiag.study import curves_part
    from cwsdiag.study.signature import corpora_signature

    found = read_project(project)
    targets = list(dict.fromkeys(found.dataset(target).name for target in targets))
    where = place_of(jobs=jobs, scheduler=scheduler, shared_cache=shared_cache)
    learnt = studying.segmenter_of(template, **cached, where=where) if curve else None
    wanted = found.study.normalise if normalise is None else normalise
    corpora, warnings = _read(found, wanted, where)
    named = {corpus.name: corpus for corpus in corpora}
    wanted_ways = list(dict.fromkeys(ways)) or _WAYS
    orders = run([named[target] for target in targets], corpora, ways=wanted_ways, seeds=seeds, seed=seed)
    segmenter = None
    settings = {
        "target": ",".join(targets),
        "ways": ",".join(order.name for order in orders if order.target == targets[0]),
    }
    if learnt is not None:
        segmenter = f"perceptron {template}"
        settings |= {"segmenter": segmenter_part(segmenter, wanted), "seed": str(seed), "seeds": str(seeds)}
        learnt |= {"seed": seed, "seeds": seeds}
    settings |= curves_part([curve for curve in found.study.curves if curve.target in targets])
    document = selection_document(
        orders,
        () if learnt is None else _curves(found, corpora, orders, wanted, learnt),
        signature=corpora_signature(corpora, settings),
        own=_own_curves(found, corpora, targets),
        segmenter=segmenter,
        warnings=warnings,
    )
    show(document, selection_lines(document), as_json=as_json)


def _read(project: Project, normalise: Sequence[str], where: Where) -> tuple[tuple[Corpus, ...], list[str]]:
    """Return the corpora of a project, and what is odd in them, as that they give no Ψ; this is printed, too."""
    from cwsdiag.project.studies import load_corpora

    with counting("reading") as told:
        corpora = load_corpora(project, normalise=normalise, where=where, told=told)
    warnings = [*studying.read_oddly(corpora), *studying.without_training(corpora)]
    warn(warnings)
    return corpora, warnings


def _curves(
    project: Project,
    corpora: Sequence[Corpus],
    orders: Sequence[Order],
    normalise: Sequence[str],
    learnt: dict[str, Any],
) -> list[Curve]:
    from cwsdiag.study import selection_curves

    trainings, tests = studying.segmenter_texts(project, corpora, normalise)
    with counting("learning") as told:
        return selection_curves(orders, trainings, tests, **learnt, told=told)


def _own_curves(project: Project, corpora: Sequence[Corpus], targets: Sequence[str]) -> list[OwnMeanCurve]:
    """Return the curves that the project has on the targets; their orders are made whatever ways were asked for."""
    from cwsdiag.study import orders, own_curves

    curves = [curve for curve in project.study.curves if curve.target in targets]
    wanted = {curve.target for curve in curves}
    made = [one for corpus in corpora if corpus.name in wanted for one in orders(corpus, corpora, ways=("max", "min"))]
    return own_curves(curves, made)
