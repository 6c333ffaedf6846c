"""``cwsdiag difficulty``."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cwsdiag.arguments import bounds
from cwsdiag.cli.options import (
    PATH,
    cache_options,
    json_option,
    kept_in,
    load,
    place_of,
    place_options,
    read_options,
    text_options,
    whole,
)
from cwsdiag.cli.output import show
from cwsdiag.errors import SettingError
from cwsdiag.progress import counting

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from cwsdiag.dataset import Dataset
    from cwsdiag.difficulty import Committee, CommitteeSettings
    from cwsdiag.parallel import Where
    from cwsdiag.text import Segmentation

_DRAWN = {"drawn": "drawn", "members": "members", "mean": "mean", "low": "lowest", "high": "highest"}


@click.command()
@click.option("--gold", required=True, type=PATH, help="Gold segmentation.")
@click.option("--train", required=True, type=PATH, help="Segmented text that the committee learns from.")
@click.option("--out", required=True, type=PATH, metavar="WEIGHTS",
              help="File to write: .csv, .weight or .weight_c.")  # fmt: skip
@click.option(
    "--k", "members", type=whole(bounds.MEMBERS), default=100, show_default=True, help="Members of the committee."
)
@click.option(
    "--seed", type=whole(bounds.SEED), default=0, show_default=True, help="Seed of the members' random draws."
)
@click.option("--templates", default="F1,F2,F3", show_default=True, help="Feature templates that members draw from.")
@click.option("--ratios", default="10,20,30", show_default=True,
              help="Per cent of the training sentences; each member draws one of these ratios.")  # fmt: skip
@click.option("--learner", default="perceptron", show_default=True, metavar="perceptron[:passes=N]|crf[:c2=X]",
              help="How members are trained; crf needs the extra cwsdiag[crf].")  # fmt: skip
@place_options
@cache_options
@text_options
@json_option
def difficulty(
    gold: Path,
    train: Path,
    out: Path,
    jobs: int | None,
    scheduler: str | None,
    shared_cache: Path | None,
    cache: Path | None,
    no_cache: bool,
    as_json: bool,
    normalise: Sequence[str],
    encoding: str | None,
    input_format: str | None,
    **drawn: Any,
) -> None:
    """How hard each gold word is: the share of a committee of segmenters that gets it wrong, written to a file."""
    from cwsdiag.dataset import with_weights
    from cwsdiag.difficulty import read_training_text
    from cwsdiag.loading import DatasetFiles
    from cwsdiag.weights import of_committee, write_weights

    where = place_of(jobs=jobs, scheduler=scheduler, shared_cache=shared_cache)
    folder = kept_in(cache, no_cache, where)
    settings = _settings(**drawn)
    _check_out(out, (gold, train))
    options = read_options(normalise=normalise, encoding=encoding, input_format=input_format)
    training = read_training_text(train, options=options)
    dataset, warnings = load(DatasetFiles.alike(options, gold=gold, training=train), strings=False)
    made = _made(training, dataset.gold, settings, where=where, cache=folder)
    weights = of_committee(made.wrong, committee=made.name)
    write_weights(weights, dataset.gold, out)
    document = _document(with_weights(dataset, weights), made, out, warnings)
    show(document, _lines(document), as_json=as_json)


def _settings(members: int, seed: int, templates: str, ratios: str, learner: str) -> CommitteeSettings:
    from cwsdiag.difficulty import CommitteeSettings, learner_of

    try:
        shares = tuple(float(ratio) for ratio in ratios.split(","))
    except ValueError:
        raise SettingError(f"--ratios {ratios}: these are not numbers. Write them like 10,20,30.") from None
    names: Any = tuple(name.strip() for name in templates.split(","))
    return CommitteeSettings(members, seed, names, shares, learner_of(learner))


def _check_out(out: Path, read: Sequence[Path]) -> None:
    """Refuse at once what would be refused after all the work."""
    from cwsdiag.weights.files import ending_of

    ending_of(f"--out {out}")
    if not out.parent.is_dir():
        raise SettingError(f"--out {out}: there is no folder {out.parent}. Make it, or name another file.")
    if os.path.realpath(out) in {os.path.realpath(path) for path in read}:
        raise SettingError(f"--out {out}: this file is in use already. Name another one to write to.")


def _made(
    training: Segmentation,
    gold: Segmentation,
    settings: CommitteeSettings,
    *,
    where: Where,
    cache: Path | None,
) -> Committee:
    """Make the committee with a progress bar; Ctrl-C ends with a word on what is kept."""
    from cwsdiag.difficulty import committee

    done = 0

    def told(so_far: int, total: int) -> None:
        nonlocal done
        done = so_far
        bar(so_far, total)

    try:
        with counting("members") as bar:
            return committee(training, gold, settings, where=where, cache=cache, told=told)
    except KeyboardInterrupt as told_to:
        kept = "nothing is kept without a cache" if cache is None else f"they are kept in {cache}: the next run goes on"
        raise type(told_to)(f"stopped after {done} of {settings.members} members; {kept}") from None


def _document(dataset: Dataset, made: Committee, out: Path, warnings: Sequence[str]) -> dict[str, Any]:
    import numpy as np

    from cwsdiag.difficulty import mean_change, member_scores
    from cwsdiag.report.documents import gold_facts
    from cwsdiag.signature import signature
    from cwsdiag.weights import INTERVALS

    if dataset.difficulty is None:
        raise AssertionError("the caller gives them")
    words = np.bincount(dataset.difficulty.intervals(), minlength=INTERVALS).tolist()
    return {
        "signature": signature(dataset),
        "gold": gold_facts(dataset),
        "committee": {
            "name": made.name,
            "digest": made.digest,
            "learner": str(made.settings.learner),
            "members": made.settings.members,
            "seed": made.settings.seed,
            "templates": list(made.settings.templates),
            "ratios": list(made.settings.ratios),
        },
        "difficulty": {
            "mean": float(made.difficulty.mean()),
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
            for one, score in zip(made.members, member_scores(made).tolist(), strict=True)
        ],
        "mean_change": [{"members": size, "change": change} for size, change in mean_change(made).items()],
        "weights": str(out),
        "warnings": list(warnings),
    }


def _by_draw(members: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return a row for each template and ratio that members drew, and one for all, with their mean and range."""
    kinds = sorted({(one["template"], one["ratio"]) for one in members})
    groups = [(f"{name} {ratio:g} %", [one for one in members if (one["template"], one["ratio"]) == (name, ratio)])
              for name, ratio in kinds]  # fmt: skip
    rows = []
    for drawn, of in [*groups, ("all", members)]:
        scores = [one["score"] for one in of]
        mean = sum(scores) / len(scores)
        rows.append({"drawn": drawn, "members": len(of), "mean": mean, "low": min(scores), "high": max(scores)})
    return rows


def _lines(document: Mapping[str, Any]) -> Iterator[str]:
    from cwsdiag.output.table import text_table
    from cwsdiag.report.score_text import gold_line

    total = document["gold"]["words"]
    yield gold_line(document)
    yield f"committee: {document['committee']['name']}"
    yield f"mean difficulty: {document['difficulty']['mean']:.3f}"
    yield ""
    intervals = [
        {
            "label": f"{row['lower']:g} to {row['upper']:g}",
            "words": row["words"],
            "share": row["words"] / total,
        }
        for row in document["difficulty"]["intervals"]
    ]
    yield text_table(intervals, {"label": "difficulty", "words": "words", "share": "share"})
    yield ""
    if document["mean_change"]:
        yield "Mean change of difficulty as a committee doubles in size:"
        yield text_table(
            [row | {"twice": 2 * row["members"]} for row in document["mean_change"]],
            {"members": "from", "twice": "to", "change": "change"},
        )
        yield ""
    yield "Share of the gold words that members get right, each by itself:"
    yield text_table(_by_draw(document["members"]), _DRAWN)
    yield ""
    yield f"written: {document['weights']}"
    yield document["signature"]
