"""``cwsdiag difficulty`` and ``learning-curve``: what the built-in segmenter learns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cwsdiag.arguments import bounds
from cwsdiag.cli.options import (
    PATH,
    gathered,
    json_option,
    load,
    number_option,
    path_option,
    place_options,
    read_options,
    read_project,
    text_options,
    weights_option,
    work_options,
)
from cwsdiag.cli.output import check_outputs, show, warn
from cwsdiag.cli.studying import template_option
from cwsdiag.errors import FormatError, SettingError
from cwsdiag.parallel import Where
from cwsdiag.progress import counting

if TYPE_CHECKING:
    from cwsdiag.dataset import Dataset, ReadOptions
    from cwsdiag.difficulty import Committee, CommitteeSettings, Template
    from cwsdiag.inputs import FileSet
    from cwsdiag.report.documents import Document
    from cwsdiag.weights import Weights


@click.command()
@path_option("--gold", required=True, help="Gold segmentation.")
@path_option("--train", required=True, help="Segmented text that the committee learns from.")
@path_option("--out", required=True, metavar="WEIGHTS",
             help="File to write: .csv, .weight or .weight_c.")  # fmt: skip
@number_option(bounds.MEMBERS, "--k", "members", default=100, help="Members of the committee.")
@number_option(bounds.SEED, "--seed", default=0, help="Seed of the members' random draws.")
@click.option("--templates", default="F1,F2,F3", show_default=True, help="Feature templates that members draw from.")
@click.option("--ratios", default="10,20,30", show_default=True,
              help="Per cent of the training sentences; each member draws one of these ratios.")  # fmt: skip
@click.option("--learner", default="perceptron", show_default=True, metavar="perceptron[:passes=N]|crf[:c2=X]",
              help="How members are trained; crf needs the extra cwsdiag[crf].")  # fmt: skip
@work_options
@gathered("options", read_options, text_options)
@json_option
def difficulty(
    gold: Path, train: Path, out: Path, work: Mapping[str, Any], options: ReadOptions, as_json: bool, **drawn: Any
) -> None:
    """How hard each gold word is: the share of a committee of segmenters that gets it wrong, written to a file."""
    from cwsdiag.dataset import with_weights
    from cwsdiag.difficulty import committee, read_training_text
    from cwsdiag.inputs import FileSet
    from cwsdiag.weights import ending_of, of_committee, write_weights

    settings = _settings(**drawn)
    # What would be refused after all the work.
    ending_of(f"--out {out}")
    if not out.parent.is_dir():
        raise SettingError(f"--out {out}: there is no folder {out.parent}. Make it, or name another file.")
    check_outputs([out], (gold, train))
    training = read_training_text(train, options=options)
    dataset, warnings = load(FileSet.alike(options, gold=gold, training=train), strings=False)
    try:
        with counting("members") as progress:
            learnt = committee(training, dataset.gold, settings, **work, progress=progress)
    except KeyboardInterrupt as stop:
        folder = work["cache"]
        kept = "nothing is kept without a cache" if folder is None else f"members are kept in {folder}"
        raise type(stop)(f"stopped; {kept}") from None
    weights = of_committee(learnt.wrong, committee=learnt.name)
    write_weights(weights, dataset.gold, out)
    weighed = with_weights(dataset, weights)
    document = _document(weighed, weights, learnt, out, warnings)
    show(document, _lines(document, weighed), as_json=as_json)


def _settings(members: int, seed: int, templates: str, ratios: str, learner: str) -> CommitteeSettings:
    from cwsdiag.difficulty import CommitteeSettings, learner_of

    try:
        shares = tuple(float(ratio) for ratio in ratios.split(","))
    except ValueError:
        raise SettingError(f"--ratios {ratios}: these are not numbers. Write them like 10,20,30.") from None
    names: Any = tuple(name.strip() for name in templates.split(","))
    return CommitteeSettings(members, seed, names, shares, learner_of(learner))


def _document(
    dataset: Dataset, weights: Weights, learnt: Committee, out: Path, warnings: Sequence[str]
) -> dict[str, Any]:
    import numpy as np

    from cwsdiag.difficulty import mean_change, member_scores
    from cwsdiag.report.documents import gold_facts
    from cwsdiag.signature import signature
    from cwsdiag.weights import INTERVALS

    words = np.bincount(weights.intervals(), minlength=INTERVALS).tolist()
    return {
        "signature": signature(dataset),
        "gold": gold_facts(dataset),
        "committee": {
            "name": learnt.name,
            "digest": learnt.digest,
            "learner": str(learnt.settings.learner),
            "members": learnt.settings.members,
            "seed": learnt.settings.seed,
            "templates": list(learnt.settings.templates),
            "ratios": list(learnt.settings.ratios),
        },
        "difficulty": {
            "mean": float(learnt.difficulty.mean()),
            "intervals": [
                {"lower": number / INTERVALS, "upper": (number + 1) / INTERVALS, "words": count}
                for number, count in enumerate(words)
            ],
        },
        "members": [
            {
                "member": one.number,
                "template": one.template,
                "ratio": one.ratio,
                "sentences": one.sentences,
                "score": score,
            }
            for one, score in zip(learnt.members, member_scores(learnt.wrong).tolist(), strict=True)
        ],
        "mean_change": [{"members": size, "change": change} for size, change in mean_change(learnt.wrong).items()],
        "weights": str(out),
        "warnings": list(warnings),
    }


def _lines(document: Mapping[str, Any], dataset: Dataset) -> Iterator[str]:
    from cwsdiag.exhibits.committee import change, members
    from cwsdiag.exhibits.looks import look_of
    from cwsdiag.output import Table
    from cwsdiag.report.terminal import content_lines, gold_line
    from cwsdiag.views.columns import Column

    yield gold_line(document)
    yield f"committee: {document['committee']['name']}"
    yield f"mean difficulty: {document['difficulty']['mean']:.3f}"
    total = document["gold"]["words"]
    intervals = [
        {"label": f"{row['lower']:g} to {row['upper']:g}", "words": row["words"], "share": 100 * row["words"] / total}
        for row in document["difficulty"]["intervals"]
    ]
    columns = {"label": Column("difficulty"), "words": Column("words", format="count")}
    yield from ("", Table(intervals, {**columns, "share": Column("share", format="percent")}).terminal())
    look = look_of(dataset)
    if len(document["members"]) > 1:
        yield from content_lines(change(look))
    yield from content_lines(replace(members(look), table=None))
    yield from ("", f"written: {document['weights']}", document["signature"])


@click.command()
@click.argument("project", required=False, type=PATH)
@path_option("--gold", help="Gold segmentation.")
@path_option("--train", help="Segmented text that the segmenters learn from.")
@weights_option()
@click.option("--shares", default="20,50,80,100", show_default=True,
              help="Per cent of the training sentences, from the first, that segmenters learn from.")  # fmt: skip
@template_option
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

    datasets: Sequence[FileSet]
    if project is None:
        if gold is None or train is None:
            raise SettingError("--gold and --train: give both, or a PROJECT whose datasets have training data.")
        datasets = [FileSet.alike(read_options(**reading), gold=gold, training=train, weights=weights)]
    elif gold or train or weights or any(reading.values()):
        raise SettingError(
            "PROJECT says which files are read, and how. Leave out --gold, --train, --weights and how to read them."
        )
    else:
        datasets = read_project(project).datasets
    curves: dict[str, Document] = {}
    left_out = []
    for files in datasets:
        if files.training is None:
            left_out.append(f"{files.name}: left out, it has no training data.")
            continue
        try:
            training = text_of(files.training)
        except FormatError as error:  # a word list, mostly
            if project is None:
                raise
            left_out.append(f"{files.name}: left out. {error}")
            continue
        used = replace(files, files=files.of("gold", "training", "weights", "documents"))
        dataset, warnings = load(used, strings=False)
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
        curves[files.name] = curve_document(
            replace(dataset, systems=tuple(chain.from_iterable(curve.values()))),
            sentences_learnt(curve, len(training.text.sentence_ends)),
            difficulty.curve_seeds(kind, seed=seed, seeds=seeds),
            settings=settings,
            warnings=warnings,
        )
    warn(left_out)
    if project is None:
        (document,) = curves.values()
        show(document, curve_lines(document), as_json=as_json)
        return
    if not curves:
        raise SettingError(f"{project}: no dataset of it has segmented training text. Add train = … to one.")
    document = {"datasets": [{"name": name, **curve} for name, curve in curves.items()], "warnings": left_out}
    show(document, curves_lines(curves), as_json=as_json)
