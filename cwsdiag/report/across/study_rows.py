"""A study as one document of plain rows: scores, tests over them, biases of models and datasets, diagnoses [RC 3]."""

from __future__ import annotations

import math
from dataclasses import asdict, fields
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from cwsdiag.diagnosis import BucketDifference
from cwsdiag.diagnosis.paired import to_best
from cwsdiag.report.across.study_parts import part_gain_rows, part_pair_rows, part_rows, published_rows
from cwsdiag.report.across.tests_rows import friedman_row, pair_rows, ranked
from cwsdiag.report.documents import gold_facts
from cwsdiag.study import corpus_sizes, published_signature
from cwsdiag.study.bias import mean_of_defined
from cwsdiag.views.rows import kinds_row, verdict_row

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from cwsdiag.project.studies import Unusable
    from cwsdiag.report.documents import Document
    from cwsdiag.study import Nemenyi, Published, ScoreTable, Study

    Pairs = Sequence[tuple[str, str]]


def study_document(
    found: Study,
    *,
    pairs: Pairs | None = None,
    table: ScoreTable | None = None,
    published: Sequence[Published] = (),
    across: Document | None = None,
    unusable: Sequence[Unusable] = (),
    warnings: Sequence[str] = (),
) -> Document:
    """Return what ``cwsdiag study`` tells.

    Args:
        found: the study.
        pairs: of different models, for the aided diagnosis; all by default.
        table: what rankings and tests over systems and datasets are of; the measured scores by default.
        published: scores from papers that the project holds, whether they are in that table or not.
        across: what ``across_document`` gives; None where only what lies within datasets was asked for.
        unusable: datasets that are left out, of all or of a part, as they cannot be used.
        warnings: what looks wrong with the files.
    """
    table = found.measured if table is None else table
    return {
        "signature": published_signature(found.signature, published if table.sources else ()),
        **_texts(found),
        "models": list(found.models),
        "attributes": [{"key": one.key, "label": one.label, "unit": one.unit} for one in found.attributes],
        "scores": _score_rows(found, table),
        "model_means": _mean_rows("model", table.models, table.f1, axis=1),
        "dataset_means": _mean_rows("dataset", table.datasets, table.f1, axis=0),
        **_parts(found, table, published),
        "pairs": [
            {"dataset": dataset, **verdict_row(one)}
            for dataset, row in zip(found.datasets, found.verdicts, strict=True)
            for one in row
        ],
        "gaps": [{"model": model, "dataset": dataset} for model, dataset in table.gaps],
        "left_out_of_tests": list(table.left_out),
        **_tests(found, table),
        "model_bias": list(_bias_rows(found)),
        "model_bias_means": _model_bias_rows(found),
        "dataset_bias": _dataset_bias_rows(found),
        **_left_out(found),
        "kinds": list(_kind_rows(found)),
        "self_diagnosis": list(_self_rows(found)),
        "aided_diagnosis": list(_aided_rows(found, list(combinations(found.models, 2)) if pairs is None else pairs)),
        "hidden": [
            {"dataset": one.dataset.name, **hidden._asdict()} for one in found.diagnoses for hidden in one.hidden()
        ],
        "across": across,
        "unusable": [{"dataset": one.name, "left_out_of": one.of or None, "problem": one.problem} for one in unusable],
        "warnings": list(warnings),
    }


def _tests(found: Study, table: ScoreTable) -> Document:
    """Return the tests over F1 [RC Table 2], and over the buckets of each attribute [RC Tables 6, 7]."""
    apart = table.models_apart()
    return {
        "friedman_models": friedman_row(table.models_test()),
        "friedman_datasets": friedman_row(table.datasets_test()),
        "nemenyi": None if apart is None else nemenyi_row(apart),
        "dataset_tests": [
            {"dataset": name, "attribute": key, **friedman_row(test)}
            for name, row in zip(found.datasets, found.dataset_tests, strict=True)
            for key, test in zip(found.keys, row, strict=True)
        ],
        "model_tests": [
            {"model": model, "attribute": key, **friedman_row(test)}
            for model, row in zip(found.models, found.model_tests, strict=True)
            for key, test in zip(found.keys, row, strict=True)
        ],
    }


def nemenyi_row(apart: Nemenyi) -> Document:
    """Return which treatments differ: ranks, critical difference, groups that do not differ, p of each pair."""
    names = apart.treatments
    return {
        "critical_difference": apart.critical_difference,
        "treatments": ranked(apart),
        "groups": [[names[index] for index in group] for group in apart.groups],
        "pairs": pair_rows(names, "p", apart.p),
    }


def _score_rows(found: Study, table: ScoreTable) -> list[Document]:
    """Return F1 of every model on every dataset, with the paired test of the best's lead over it.

    ``source`` says where a published score stands, None for measured ones. Without predictions there is no paired test:
    over a published score, or under one that is the best, no lead has a verdict.
    """
    rows = []
    for column, dataset in enumerate(table.datasets):
        values = table.f1[:, column]
        best = np.nanmax(values) if not np.isnan(values).all() else np.nan
        tests = to_best(found.verdicts[column]) if best in found.f1[:, column : column + 1] else {}
        for model, value in zip(table.models, values, strict=True):
            test = tests.get(model)
            rows.append(
                {
                    "model": model,
                    "dataset": dataset,
                    "f1": float(value),
                    "best": bool(value == best),
                    "p": math.nan if test is None else test.p_deciding,
                    "verdict": None if test is None else test.verdict,
                    "source": table.sources.get(model),
                }
            )
    return rows


def _kind_rows(found: Study) -> Iterator[Document]:
    """Yield how many gold words each model misses of each kind, a row a dataset; causes are None without training."""
    for one in found.diagnoses:
        for system in one.systems:
            counts = one.kind_counts(system)
            yield {"model": system, "dataset": one.dataset.name, "missed": counts.missed, **kinds_row(counts)}


def _mean_rows(what: str, names: Sequence[str], f1: NDArray[np.float64], *, axis: int) -> list[Document]:
    means, counts = mean_of_defined(f1, axis=axis)
    return [
        {what: name, "f1": mean, "n": count}
        for name, mean, count in zip(names, means.tolist(), counts.tolist(), strict=True)
    ]


def _bias_rows(found: Study) -> Iterator[Document]:
    for cell in np.ndindex(found.rho.shape):
        row, column, place = cell
        yield {
            "model": found.models[row],
            "dataset": found.datasets[column],
            "attribute": found.keys[place],
            "rho": float(found.rho[cell]),
            "sigma": float(found.sigma[cell]),
        }


def _model_bias_rows(found: Study) -> list[Document]:
    """Return the paper's Table 3: S^ρ and S^σ averaged over so many datasets."""
    return [
        {
            "model": model,
            "attribute": key,
            **_averaged("rho", found.rho_by_model, row, place),
            **_averaged("sigma", found.sigma_by_model, row, place),
        }
        for row, model in enumerate(found.models)
        for place, key in enumerate(found.keys)
    ]


def _averaged(what: str, averaged: tuple[NDArray[np.float64], NDArray[np.int64]], *cell: int) -> Document:
    """Return one of the means, and over how many values it was taken."""
    means, counts = averaged
    return {what: float(means[cell]), f"{what}_n": int(counts[cell])}


def _dataset_bias_rows(found: Study) -> list[Document]:
    """Return α^μ, also as a share of the largest, and α^ρ and α^σ, averaged over so many models; sizes of buckets."""
    return [
        {
            "dataset": dataset,
            "attribute": key,
            "mean": float(found.means[row, place]),
            "relative_mean": float(found.relative_means[row, place]),
            **_averaged("rho", found.rho_by_dataset, row, place),
            **_averaged("sigma", found.sigma_by_dataset, row, place),
            "buckets": len(found.large(row, key)),
            "buckets_left_out": int((~found.large(row, key)).sum()),
        }
        for row, dataset in enumerate(found.datasets)
        for place, key in enumerate(found.keys)
    ]


def _texts(found: Study) -> Document:
    """Return how large the gold texts are, and the corpora with their training data."""
    datasets = [one.dataset for one in found.diagnoses]
    return {
        "datasets": [{"name": dataset.name, **gold_facts(dataset)} for dataset in datasets],
        "corpora": [asdict(size) for dataset in datasets for size in corpus_sizes(dataset)],
    }


def _left_out(found: Study) -> Document:
    """Return the minimum size, and the buckets that biases and tests leave out for it, with their gold units."""
    rows = []
    for dataset, key, bucket in found.left_out_buckets:
        place = found.datasets.index(dataset)
        label, gold = found.labels(place, key)[bucket], int(found.diagnoses[place].attribute(key).gold[bucket])
        rows.append({"dataset": dataset, "attribute": key, "bucket": bucket, "label": label, "gold": gold})
    return {"min_size": found.min_size, "left_out_buckets": rows}


def _self_rows(found: Study) -> Iterator[Document]:
    """Yield the paper's Table 4; models that are not in a dataset have no row for it."""
    for model in found.models:
        for column, cells in enumerate(found.self_diagnosis(model)):
            for one in filter(None, cells):
                labels, values = found.labels(column, one.attribute), found.values(model, column, one.attribute)
                yield {
                    "model": model,
                    "dataset": found.datasets[column],
                    "attribute": one.attribute,
                    **_bucket("worst", one.worst, labels, values),
                    **_bucket("best", one.best, labels, values),
                    "gap": one.gap,
                }


def _bucket(what: str, index: int | None, labels: Sequence[str], values: NDArray[np.float64]) -> dict[str, Any]:
    return {
        what: index,
        f"{what}_label": None if index is None else labels[index],
        f"{what}_f1": None if index is None else float(values[index]),
    }


def _aided_rows(found: Study, pairs: Pairs) -> Iterator[Document]:
    """Yield the paper's Table 8 for some pairs; datasets that lack one of the two have no row."""
    for first, second in pairs:
        for column, cells in enumerate(found.aided_diagnosis(first, second)):
            for one in filter(None, cells):
                labels = found.labels(column, one.attribute)
                yield {
                    "first": first,
                    "second": second,
                    "dataset": found.datasets[column],
                    "better": one.better,
                    "other": one.other,
                    "attribute": one.attribute,
                    "lowest": _end(one.lowest, labels),
                    "highest": _end(one.highest, labels),
                }


def _parts(found: Study, table: ScoreTable, published: Sequence[Published]) -> Document:
    """Return published scores, and what parts of systems bring [RC Tables 2 and 8].

    Each pair that differs in one part has its aided diagnosis; pairs with a published system have none.
    """
    return {
        "published": published_rows(published, found.models),
        "parts": part_rows(table),
        "part_pairs": [
            {**row, "diagnosis": list(_aided_rows(found, [(row["first"], row["second"])]))}
            for row in part_pair_rows(table)
        ],
        "part_gains": part_gain_rows(found, table),
    }


def _end(end: BucketDifference | None, labels: Sequence[str]) -> Document:
    """Return one end of the differences with the label of its bucket, all None without one."""
    if end is None:
        return {"label": None} | dict.fromkeys(field.name for field in fields(BucketDifference))
    return {"label": labels[end.bucket], **asdict(end)}
