"""What ``cwsdiag learning-curve`` tells: one document, and the same as text [PM, table 2]."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cwsdiag.balanced import score_balanced
from cwsdiag.difficulty import learner_of
from cwsdiag.languages import lazy
from cwsdiag.languages.visible import printable
from cwsdiag.output.pivot import pivot
from cwsdiag.output.table import Table
from cwsdiag.repeats import repeated
from cwsdiag.report.balanced_text import committee_line
from cwsdiag.report.documents import gold_facts
from cwsdiag.report.score_text import gold_line
from cwsdiag.scores import score_systems
from cwsdiag.signature import signature
from cwsdiag.views.columns import LEARNING_CURVE
from cwsdiag.views.hardness.committee import segmenter_kind_sentence
from cwsdiag.views.wording import counted, template_said

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from cwsdiag.dataset import Dataset
    from cwsdiag.report.documents import Document

_PLAIN = ("precision", "recall", "f1")
_BALANCED = ("p_b", "r_b", "f_b")
_MEASURES = (*_PLAIN, *_BALANCED, "oov_recall")
# To be ``translated`` on pages.
NO_WEIGHTS = lazy("p_b, r_b and balanced F (f_b) are undefined: it is not known how hard the words are.")


def sentences_learnt(shares: Iterable[float], available: int) -> dict[float, int]:
    """Return how many of the sentences that are available each share of them is."""
    return {share: max(1, round(share * available)) for share in shares}


def seed_rows(dataset: Dataset, sentences: Mapping[float, int], seeds: Sequence[int]) -> list[dict[str, Any]]:
    """Return a row a share and seed: what a segmenter is worth that learnt from that share of the training data.

    Args:
        dataset: its systems are what ``learning_curve`` gave, share by share, and no others. OOV are words that all of
            the training data does not have. Balanced scores are undefined where it has no difficulties.
        sentences: how many sentences each of them learnt from, by share, in their order.
        seeds: of the segmenters of a share, in their order.
    """
    unknown = dict.fromkeys(_BALANCED, math.nan)
    balanced = (
        [unknown] * len(dataset.systems)
        if dataset.difficulty is None
        else [{key: getattr(score, key) for key in _BALANCED} for score in score_balanced(dataset)]
    )
    learnt = [
        {"share": share, "seed": seed, "sentences": count} for share, count in sentences.items() for seed in seeds
    ]
    return [
        {**one, **{key: getattr(score, key) for key in _PLAIN}, **hard, "oov_recall": score.oov_recall}
        for one, score, hard in zip(learnt, score_systems(dataset), balanced, strict=True)
    ]


def curve_rows(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return a row a share: how many ``seeds``, the mean of each score over them, and its range.

    Args:
        rows: from ``seed_rows``. A mean stands under the key of the score, its range under that key with ``_min`` and
            ``_max`` after it; undefined where a seed leaves the score undefined.
    """
    found = []
    for share in dict.fromkeys(row["share"] for row in rows):
        own = [row for row in rows if row["share"] == share]
        made: dict[str, Any] = {"share": share, "sentences": own[0]["sentences"], "seeds": len(own)}
        for key in _MEASURES:
            over = repeated(row[key] for row in own)
            made |= {key: over.mean, f"{key}_min": over.low, f"{key}_max": over.high}
        found.append(made)
    return found


def curve_document(
    dataset: Dataset,
    sentences: Mapping[float, int],
    seeds: Sequence[int],
    *,
    settings: Mapping[str, object],
    warnings: Sequence[str],
) -> Document:
    """Return a learning curve with what it comes from; see ``curve_rows`` and ``seed_rows``.

    Args:
        dataset: as there.
        sentences: as there.
        seeds: as there.
        settings: of the segmenters, for the signature.
        warnings: what looks wrong with the files.
    """
    weights, by_seed = dataset.difficulty, seed_rows(dataset, sentences, seeds)
    return {
        # The segmenters were made from what it names already.
        "signature": signature(replace(dataset, systems=()), settings),
        "gold": gold_facts(dataset),
        "settings": dict(settings),
        "committee": None if weights is None else weights.committee,
        "members": None if weights is None else weights.members,
        "rows": curve_rows(by_seed),
        "by_seed": by_seed,
        "warnings": list(warnings),
    }


def curve_lines(document: Mapping[str, Any]) -> Iterator[str]:
    """Yield a learning curve as text."""
    rows = [row | {"share": 100 * row["share"]} for row in document["rows"]]
    committee, learner = document["committee"], str(document["settings"].get("learner"))
    named: list[str] = [NO_WEIGHTS]
    if committee is not None:
        named = [committee_line(document), segmenter_kind_sentence(committee, learner=learner)]
    settings = ", ".join(
        template_said(value) if key == "template" else f"{key} {value}" for key, value in document["settings"].items()
    )
    notes = [seeds_line(rows[0]["seeds"], learner)] if rows else []
    table = Table(rows, LEARNING_CURVE, notes=notes).terminal()
    yield from (gold_line(document), f"segmenter: {settings}", *named, "", table, "", document["signature"])


def curves_document(curves: Mapping[str, Document], warnings: Sequence[str]) -> Document:
    """Return the learning curves of several datasets [PM, table 2].

    Args:
        curves: what ``curve_document`` gives, by name of the dataset.
        warnings: why datasets have none.
    """
    return {"datasets": [{"name": name, **curve} for name, curve in curves.items()], "warnings": list(warnings)}


def curves_lines(document: Mapping[str, Any]) -> Iterator[str]:
    """Yield the document as text: each dataset by itself, then all beside each other."""
    for curve in document["datasets"]:
        yield from (printable(curve["name"]), *curve_lines(curve), "")
    rows = [
        {**row, "dataset": curve["name"], "share": f"{100 * row['share']:g} %"}
        for curve in document["datasets"]
        for row in curve["rows"]
    ]
    yield from _beside("F1 by dataset and share of the training data", rows, "f1")
    if any(not math.isnan(row["f_b"]) for row in rows):
        yield ""
        yield from _beside("Balanced F (f_b), each dataset under a committee of its own", rows, "f_b")


def _beside(title: str, rows: Sequence[Mapping[str, Any]], key: str) -> Iterator[str]:
    yield pivot(rows, ["dataset"], "share", {key: LEARNING_CURVE[key]}, caption=title).terminal()


def seeds_line(seeds: int, learner: str) -> str:
    """Return what the scores of a row are, below the table."""
    if learner_of(learner.partition(" ")[0]).draws:
        if seeds == 1:
            return "One seed: how far the scores move with another is not known."
        return f"Means of {counted(seeds, 'seeds')}, from the lowest to the highest of them beside F1 and balanced F."
    return f"Nothing in a {learner.partition(' ')[0]} is random: one segmenter for each share."
