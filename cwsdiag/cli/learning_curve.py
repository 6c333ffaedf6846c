"""``cwsdiag learning-curve``."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any

import click

from cwsdiag.cli.options import PATH, json_option, load, read_options, text_options, weights_option
from cwsdiag.cli.output import show
from cwsdiag.errors import SettingError
from cwsdiag.progress import working

if TYPE_CHECKING:
    from pathlib import Path


@click.command()
@click.option("--gold", required=True, type=PATH, help="Gold segmentation.")
@click.option("--train", required=True, type=PATH, help="Segmented text that the segmenters learn from.")
@weights_option()
@click.option("--shares", default="20,50,80,100", show_default=True,
              help="Per cent of the training sentences, from the first, that segmenters learn from.")  # fmt: skip
@click.option("--template", default="F2", show_default=True, metavar="F1|F2|F3", help="Feature template.")
@click.option("--learner", default="perceptron", show_default=True, metavar="perceptron|crf",
              help="How they are trained; crf needs the extra cwsdiag[crf].")  # fmt: skip
@click.option("--seed", type=int, default=0, show_default=True, help="First seed of the perceptron's shuffles.")
@click.option("--seeds", type=click.IntRange(min=1), default=5, show_default=True,
              help="Segmenters for each share, one a seed; a crf draws nothing and has one.")  # fmt: skip
@text_options
@json_option
def learning_curve(
    gold: Path,
    train: Path,
    weights: Path | None,
    shares: str,
    template: str,
    learner: str,
    seed: int,
    seeds: int,
    as_json: bool,
    **reading: Any,
) -> None:
    """How the built-in segmenter learns: its scores after 20, 50, 80 and 100 % of the training data, over seeds."""
    from cwsdiag import difficulty
    from cwsdiag.loading import DatasetFiles
    from cwsdiag.report.learning_text import curve_document, curve_lines, sentences_learnt

    wanted, chosen = _shares(shares), difficulty.learner_of(learner)
    if seed < 0:
        raise SettingError(f"{seed} is not a seed. Give a whole number of 0 or more.")
    options = read_options(**reading)
    training = difficulty.read_training_text(train, options=options)
    dataset, warnings = load(DatasetFiles.alike(options, gold=gold, training=train, weights=weights), strings=False)
    drawn: Any = {"template": template, "learner": chosen, "seed": seed, "seeds": seeds}
    with working("learning"):
        curve = difficulty.learning_curve(training, dataset.gold, shares=wanted, **drawn)
    document = curve_document(
        replace(dataset, systems=tuple(chain.from_iterable(curve.values()))),
        sentences_learnt(curve, len(training.text.sentence_ends)),
        difficulty.curve_seeds(chosen, seed=seed, seeds=seeds),
        settings={key: value if isinstance(value, int) else str(value) for key, value in drawn.items()},
        warnings=warnings,
    )
    show(document, curve_lines(document), as_json=as_json)


def _shares(said: str) -> list[float]:
    """Return shares from 0 to 1, ascending, each once."""
    try:
        return sorted({float(share) / 100 for share in said.split(",")})
    except ValueError:
        raise SettingError(f"--shares {said}: these are not numbers. Write them like 20,50,80,100.") from None
