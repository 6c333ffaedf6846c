"""``cwsdiag learning-curve``."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cwsdiag.cli.options import Files, load, text_options, weights_option
from cwsdiag.errors import SettingError
from cwsdiag.progress import working

if TYPE_CHECKING:
    from collections.abc import Sequence


@click.command()
@click.option("--gold", required=True, type=click.Path(path_type=Path), help="Gold segmentation.")
@click.option("--train", required=True, type=click.Path(path_type=Path),
              help="Segmented text that the segmenters learn from.")  # fmt: skip
@weights_option()
@click.option("--shares", default="20,50,80,100", show_default=True,
              help="Per cent of the training sentences, from the first, that segmenters learn from.")  # fmt: skip
@click.option("--template", default="F2", show_default=True, metavar="F1|F2|F3", help="Feature template.")
@click.option("--learner", default="perceptron", show_default=True, metavar="perceptron|crf",
              help="How they are trained; crf needs the extra cwsdiag[crf].")  # fmt: skip
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the perceptron's shuffles.")
@text_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def learning_curve(
    gold: Path,
    train: Path,
    weights: Path | None,
    shares: str,
    template: str,
    learner: str,
    seed: int,
    input_format: str | None,
    encoding: str | None,
    normalise: Sequence[str],
    as_json: bool,
) -> None:
    """How the built-in segmenter learns: its scores after 20, 50, 80 and 100 % of the training data."""
    from cwsdiag import difficulty
    from cwsdiag.cli.score import gold_line
    from cwsdiag.dataset import ReadOptions
    from cwsdiag.report.documents import to_json
    from cwsdiag.report.learning_text import curve_document, curve_lines, sentences_learnt

    wanted, chosen = _shares(shares), difficulty.learner_of(learner)
    if seed < 0:
        raise SettingError(f"{seed} is not a seed. Give a whole number of 0 or more.")
    options = ReadOptions(encoding, input_format, tuple(normalise))
    training = difficulty.read_training_text(train, options=options)
    dataset, warnings = load(Files(gold, train, {}, options, weights=weights), strings=False)
    drawn: Any = {"template": template, "learner": chosen, "seed": seed}
    with working("learning"):
        curve = difficulty.learning_curve(training, dataset.gold, shares=wanted, **drawn)
    document = curve_document(
        replace(dataset, systems=tuple(curve.values())),
        sentences_learnt(curve, len(training.text.sentence_ends)),
        settings={key: value if isinstance(value, int) else str(value) for key, value in drawn.items()},
        warnings=warnings,
    )
    if as_json:
        click.echo(to_json(document))
    else:
        click.echo("\n".join([gold_line(document), *curve_lines(document), "", document["signature"]]))


def _shares(said: str) -> list[float]:
    """Return shares from 0 to 1, ascending, each once."""
    try:
        return sorted({float(share) / 100 for share in said.split(",")})
    except ValueError:
        raise SettingError(f"--shares {said}: these are not numbers. Write them like 20,50,80,100.") from None
