"""``cwsdiag learning-curve``."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any

import click

from cwsdiag.arguments import bounds
from cwsdiag.cli.options import (
    PATH,
    json_option,
    load,
    number_option,
    path_option,
    place_options,
    read_options,
    read_project,
    text_options,
    weights_option,
)
from cwsdiag.cli.output import show, warn
from cwsdiag.errors import FormatError, SettingError
from cwsdiag.progress import counting

if TYPE_CHECKING:
    from pathlib import Path

    from cwsdiag.difficulty import Template
    from cwsdiag.inputs import FileSet
    from cwsdiag.parallel import Where
    from cwsdiag.report.documents import Document
    from cwsdiag.text import Segmentation


@click.command()
@click.argument("project", required=False, type=PATH)
@path_option("--gold", help="Gold segmentation.")
@path_option("--train", help="Segmented text that the segmenters learn from.")
@weights_option()
@click.option("--shares", default="20,50,80,100", show_default=True,
              help="Per cent of the training sentences, from the first, that segmenters learn from.")  # fmt: skip
@click.option("--template", default="F2", show_default=True, metavar="F1|F2|F3", help="Feature template.")
@click.option("--learner", default="perceptron", show_default=True, metavar="perceptron|crf",
              help="How they are trained; crf needs the extra cwsdiag[crf].")  # fmt: skip
@number_option(bounds.SEED, "--seed", default=0, help="First seed of the perceptron's shuffles.")
@number_option(bounds.SEEDS, "--seeds", default=5,
               help="Segmenters for each share, one a seed; a crf draws nothing and has one.")  # fmt: skip
@place_options
@text_options
@json_option
def learning_curve(
    project: Path | None,
    gold: Path | None,
    train: Path | None,
    weights: Path | None,
    shares: str,
    template: Template,
    learner: str,
    seed: int,
    seeds: int,
    where: Where,
    as_json: bool,
    **reading: Any,
) -> None:
    """How the built-in segmenter learns: its scores after 20, 50, 80 and 100 % of the training data, over seeds.

    Give --gold and --train, or a PROJECT for all its datasets: a project.toml, its folder, or an unpacked
    icwb2-data folder.
    """
    from cwsdiag import difficulty
    from cwsdiag.inputs import FileSet
    from cwsdiag.project.studies import text_of
    from cwsdiag.report.difficulty import curve_document, curve_lines, curves_lines, sentences_learnt

    try:
        wanted = sorted({float(share) / 100 for share in shares.split(",")})
    except ValueError:
        raise SettingError(f"--shares {shares}: these are not numbers. Write them like 20,50,80,100.") from None
    kind = difficulty.learner_of(learner)
    settings = {"template": template, "learner": str(kind), "seed": seed, "seeds": seeds}

    def curve_of(files: FileSet, training: Segmentation) -> Document:
        dataset, warnings = load(files, strings=False)
        with counting("learning") as progress:
            curve = difficulty.learning_curve(
                training,
                dataset.gold,
                shares=wanted,
                template=template,
                learner=kind,
                seed=seed,
                seeds=seeds,
                where=where,
                progress=progress,
            )
        return curve_document(
            replace(dataset, systems=tuple(chain.from_iterable(curve.values()))),
            sentences_learnt(curve, len(training.text.sentence_ends)),
            difficulty.curve_seeds(kind, seed=seed, seeds=seeds),
            settings=settings,
            warnings=warnings,
        )

    if project is None:
        if gold is None or train is None:
            raise SettingError("--gold and --train: give both, or a PROJECT whose datasets have training data.")
        options = read_options(**reading)
        files = FileSet.alike(options, gold=gold, training=train, weights=weights)
        document = curve_of(files, difficulty.read_training_text(train, options=options))
        show(document, curve_lines(document), as_json=as_json)
        return
    if gold or train or weights or any(reading.values()):
        raise SettingError(
            "PROJECT says which files are read, and how. Leave out --gold, --train, --weights and how to read them."
        )
    curves: dict[str, Document] = {}
    left_out = []
    for spec in read_project(project).datasets:
        if spec.training is None:
            left_out.append(f"{spec.name}: left out, it has no training data.")
            continue
        try:
            training = text_of(spec.training)
        except FormatError as error:  # a word list, mostly
            left_out.append(f"{spec.name}: left out. {error}")
            continue
        files = replace(spec, files=spec.of("gold", "training", "weights", "documents"))
        curves[spec.name] = curve_of(files, training)
    warn(left_out)
    if not curves:
        raise SettingError(f"{project}: no dataset of it has segmented training text. Add train = … to one.")
    document = {"datasets": [{"name": name, **curve} for name, curve in curves.items()], "warnings": left_out}
    show(document, curves_lines(curves), as_json=as_json)
