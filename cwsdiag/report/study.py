"""A study as one document of plain rows: scores, tests, biases, diagnoses, parts [RC 3]; Ψ, U, maps, sources [RC 4]."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, fields
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from cwsdiag.diagnosis import BucketDifference
from cwsdiag.output import averaged, cells
from cwsdiag.report.documents import Document, gold_facts, sizes
from cwsdiag.study import (
    BucketGain,
    Friedman,
    Gain,
    Map,
    Matrix,
    Order,
    Published,
    ScoreTable,
    Study,
    Transfer,
    aligned,
    averaged_over,
    bucket_gains,
    corpus_sizes,
    distances,
    draw_map,
    mean_distances,
    pair_gains,
    published_names,
    published_signature,
    relations,
    side_means,
    value_gains,
)
from cwsdiag.study.bias import mean_of_defined
from cwsdiag.study.transfer import Criteria
from cwsdiag.text import Segmentation
from cwsdiag.views.across import score_rows
from cwsdiag.views.rows import kinds_row, verdict_row

if TYPE_CHECKING:
    from cwsdiag.project.studies import Unusable

Pairs = Sequence[tuple[str, str]]

_NO_END = dict.fromkeys(["label", *(field.name for field in fields(BucketDifference))])


def study_document(
    study: Study,
    *,
    pairs: Pairs | None,
    table: ScoreTable,
    published: Sequence[Published],
    across: Document | None,
    unusable: Sequence[Unusable],
    warnings: list[str],
) -> Document:
    """Return what ``cwsdiag study`` prints as JSON.

    Args:
        study: of the measured systems.
        pairs: of different models, for the aided diagnosis; None for all.
        table: what rankings and tests over systems and datasets are of.
        published: scores from papers that the project holds, whether they are in that table or not.
        across: from ``across_document``; None where only what lies within datasets was asked for.
        unusable: datasets that are left out, of all or of a part.
        warnings: what looks wrong with the files.
    """
    datasets = [one.dataset for one in study.diagnoses]
    models_f1, dataset_f1 = mean_of_defined(table.f1, axis=1), mean_of_defined(table.f1, axis=0)
    apart = table.models_apart()
    bias = {"model": study.models, "attribute": study.keys}
    return {
        "signature": published_signature(study.signature, published if table.sources else ()),
        "datasets": [{"name": dataset.name, **gold_facts(dataset)} for dataset in datasets],
        "corpora": [asdict(size) for dataset in datasets for size in corpus_sizes(dataset)],
        "models": list(study.models),
        "attributes": [{"key": one.key, "label": one.label, "unit": one.unit} for one in study.attributes],
        "scores": list(score_rows(study, table, study.verdicts)),
        "model_means": cells({"model": table.models}, f1=models_f1[0], n=models_f1[1]),
        "dataset_means": cells({"dataset": table.datasets}, f1=dataset_f1[0], n=dataset_f1[1]),
        "published": [
            {
                "model": name,
                "system": row.system,
                "source": row.source,
                "parts": dict(row.parts),
                "f1_per_cent": dict(row.f1),
            }
            for name, row in zip(published_names(published, study.models), published, strict=True)
        ],
        "parts": [
            {"model": model, "part": part, "value": value}
            for model in table.models
            for part, value in table.parts.get(model, {}).items()
        ],
        "part_pairs": list(_part_pairs(study, table)),
        "part_gains": list(_part_gains(study, table)),
        "pairs": [
            {"dataset": dataset, **verdict_row(one)}
            for dataset, row in zip(study.datasets, study.verdicts, strict=True)
            for one in row
        ],
        "gaps": [{"model": model, "dataset": dataset} for model, dataset in table.gaps],
        "left_out_of_tests": list(table.left_out),
        "friedman_models": friedman_row(table.models_test()),
        "friedman_datasets": friedman_row(table.datasets_test()),
        "nemenyi": None
        if apart is None
        else {
            "critical_difference": apart.critical_difference,
            "treatments": cells({"name": apart.treatments}, rank=apart.ranks),
            "groups": [[apart.treatments[index] for index in group] for group in apart.groups],
            "pairs": _pairs(apart.treatments, "p", apart.p),
        },
        "dataset_tests": _bucket_tests("dataset", study.datasets, study.keys, study.dataset_tests),
        "model_tests": _bucket_tests("model", study.models, study.keys, study.model_tests),
        "model_bias": cells(
            {"model": study.models, "dataset": study.datasets, "attribute": study.keys},
            rho=study.rho,
            sigma=study.sigma,
        ),
        "model_bias_means": cells(bias, **averaged(rho=study.rho_by_model, sigma=study.sigma_by_model)),
        "dataset_bias": _dataset_bias(study),
        "min_size": study.min_size,
        "left_out_buckets": [
            {
                "dataset": dataset,
                "attribute": key,
                "bucket": bucket,
                "label": study.labels(place, key)[bucket],
                "gold": int(study.diagnoses[place].attribute(key).gold[bucket]),
            }
            for dataset, key, bucket in study.left_out_buckets
            for place in [study.datasets.index(dataset)]
        ],
        "kinds": [
            {"model": system, "dataset": one.dataset.name, "missed": counts.missed, **kinds_row(counts)}
            for one in study.diagnoses
            for system in one.systems
            for counts in [one.kind_counts(system)]
        ],
        "self_diagnosis": list(_self_diagnosis(study)),
        "aided_diagnosis": list(_aided_diagnosis(study, combinations(study.models, 2) if pairs is None else pairs)),
        "hidden": [
            {"dataset": one.dataset.name, **hidden._asdict()} for one in study.diagnoses for hidden in one.hidden()
        ],
        "across": across,
        "unusable": [{"dataset": one.name, "left_out_of": one.of or None, "problem": one.problem} for one in unusable],
        "warnings": warnings,
    }


def across_document(criteria: Criteria, orders: Sequence[Order], *, signature: str) -> Document:
    """Return what is seen across datasets.

    Args:
        criteria: the texts, and U of models.
        orders: of sources, for any targets.
        signature: of the texts, and of the predictions that U comes from.
    """
    matrix, models = criteria.matrix, criteria.transfers
    names = matrix.names
    return {
        "signature": signature,
        "normalise": list(criteria.normalise),
        "psi": cells({"train": names, "test": names}, psi=matrix.values),
        "psi_by_training": cells({"name": names}, psi=matrix.by_training),
        "psi_by_test": cells({"name": names}, psi=matrix.by_test),
        "friedman_psi": friedman_row(matrix.test()),
        "transfers": [
            row
            for one in models
            for axes in [{"model": [one.model], "train": one.names, "test": one.names}]
            for row in cells(axes, u=one.u, relative=one.relative)
        ],
        "transfer_means": [row for one in models for row in _transfer_means(one)],
        "maps": _maps(matrix, models),
        "relations": [
            {"model": model.model, "test": one.test or None, **asdict(one.correlation), "p_adjusted": one.p_adjusted}
            for model in models
            for one in relations(matrix.values, model.u, names)
        ],
        "source_orders": [order_row(order) for order in orders],
    }


def text_facts(text: Segmentation) -> Document:
    """Return name and size of a text that no systems are compared on."""
    return {"name": text.name, **sizes(text)}


def friedman_row(test: Friedman) -> Document:
    """Return a test as a row: its numbers, mean rank of each treatment, blocks used and dropped, why undefined."""
    return {
        "statistic": test.statistic,
        "p": test.p,
        "p_adjusted": test.p_adjusted,
        "p_chi2": test.p_chi2,
        "method": test.method,
        "significant": test.is_significant,
        "treatments": cells({"name": test.treatments}, rank=test.ranks),
        "blocks": list(test.blocks),
        "dropped": list(test.dropped),
        "undefined": test.undefined or None,
    }


def order_row(order: Order) -> Document:
    """Return an order of sources: Ψ × 100 of the target's own training data, and after each source."""
    return {
        "target": order.target,
        "way": order.way,
        "seed": order.seed,
        "own_psi": order.psi[0],
        "steps": [{"source": name, "psi": psi} for name, psi in zip(order.sources, order.psi[1:], strict=True)],
    }


def _bucket_tests(
    what: str, names: Sequence[str], keys: Sequence[str], tests: Sequence[Sequence[Friedman]]
) -> list[Document]:
    """Return the tests over the buckets of each attribute, of each dataset or model [RC Tables 6, 7]."""
    return [
        {what: name, "attribute": key, **friedman_row(test)}
        for name, row in zip(names, tests, strict=True)
        for key, test in zip(keys, row, strict=True)
    ]


def _pairs(names: Sequence[str], key: str, values: NDArray[np.float64]) -> list[Document]:
    """Return the values of a symmetric matrix, a row for every two names."""
    every = combinations(range(len(names)), 2)
    return [{"first": names[a], "second": names[b], key: float(values[a, b])} for a, b in every]


def _dataset_bias(study: Study) -> list[Document]:
    """Return α^μ, also as a share of the largest, and α^ρ and α^σ, averaged over so many models; sizes of buckets."""
    places = range(len(study.datasets))
    large = [[study.large(place, key) for key in study.keys] for place in places]
    return cells(
        {"dataset": study.datasets, "attribute": study.keys},
        mean=study.means,
        relative_mean=study.relative_means,
        **averaged(rho=study.rho_by_dataset, sigma=study.sigma_by_dataset),
        buckets=np.array([[len(one) for one in row] for row in large]),
        buckets_left_out=np.array([[int((~one).sum()) for one in row] for row in large]),
    )


def _self_diagnosis(study: Study) -> Iterator[Document]:
    """Yield the paper's Table 4; models that are not in a dataset have no row for it."""
    for model in study.models:
        for column, row in enumerate(study.self_diagnosis(model)):
            for one in filter(None, row):
                labels, values = study.labels(column, one.attribute), study.values(model, column, one.attribute)
                ends: Document = {}
                for what, bucket in (("worst", one.worst), ("best", one.best)):
                    label, f1 = (None, None) if bucket is None else (labels[bucket], float(values[bucket]))
                    ends |= {what: bucket, f"{what}_label": label, f"{what}_f1": f1}
                about = {"model": model, "dataset": study.datasets[column], "attribute": one.attribute}
                yield {**about, **ends, "gap": one.gap}


def _aided_diagnosis(study: Study, pairs: Iterator[tuple[str, str]] | Pairs) -> Iterator[Document]:
    """Yield the paper's Table 8 for some pairs; datasets that lack one of the two have no row."""
    for first, second in pairs:
        for column, row in enumerate(study.aided_diagnosis(first, second)):
            for one in filter(None, row):
                labels = study.labels(column, one.attribute)
                ends = {
                    name: _NO_END if end is None else {"label": labels[end.bucket], **asdict(end)}
                    for name, end in (("lowest", one.lowest), ("highest", one.highest))
                }
                yield {
                    "first": first,
                    "second": second,
                    "dataset": study.datasets[column],
                    "better": one.better,
                    "other": one.other,
                    "attribute": one.attribute,
                    "unit": study.diagnoses[column].unit_of(one.better, one.other),
                    **ends,
                }


def _part_pairs(study: Study, table: ScoreTable) -> Iterator[Document]:
    """Yield the pairs of systems that differ in one part, with F1 of both on every dataset; gains are second − first.

    A dataset on which one of the two has no score has a row with what is known. Each pair has its aided diagnosis, one
    with a published system none.
    """
    for gain in pair_gains(table):
        (pair,) = gain.pairs
        first, second = (table.f1[table.models.index(model)] for model in (pair.first, pair.second))
        yield {
            **asdict(pair),
            **_mean(gain),
            "scores": cells({"dataset": table.datasets}, first_f1=first, second_f1=second, gain=second - first),
            "diagnosis": list(_aided_diagnosis(study, [(pair.first, pair.second)])),
        }


def _part_gains(study: Study, table: ScoreTable) -> Iterator[Document]:
    """Yield what each value of a part brings over another: on each dataset, over them, and bucket by bucket."""
    for gain in value_gains(table):
        yield {
            "part": gain.part,
            "first_value": gain.first_value,
            "second_value": gain.second_value,
            "pairs": len(gain.pairs),
            **_mean(gain),
            "by_dataset": cells({"dataset": table.datasets}, gain=gain.by_dataset),
            "where": [
                {"attribute": one.attribute, "bucket": one.bucket, "buckets": one.buckets, **_mean(one)}
                for one in bucket_gains(study, gain.pairs)
                if one.datasets
            ],
        }


def _mean(gain: Gain | BucketGain) -> Document:
    """Return the mean over so many datasets, with its interval over them."""
    mean = gain.mean
    return {"gain": mean.value, "low": mean.low, "high": mean.high, "datasets": gain.datasets}


def _transfer_means(model: Transfer) -> Iterator[Document]:
    """Yield means of U and Û over the texts that a model trained on a dataset was tested on, and the other way round.

    Those under ``u`` and ``relative`` include the diagonal, as in the paper's Table 5; ``…_elsewhere`` leave it out.
    """
    means = {
        f"{what}{end}": side_means(values, own=own)
        for what, values in (("u", model.u), ("relative", model.relative))
        for end, own in (("", True), ("_elsewhere", False))
    }
    for place, side in enumerate(("train", "test")):
        sides = averaged(**{key: ends[place] for key, ends in means.items()})
        yield from cells({"model": [model.model], "side": [side], "name": model.names}, **sides)


def _maps(matrix: Matrix, models: Sequence[Transfer]) -> list[Document]:
    """Return the map from Ψ and, where U is known, that from U averaged over models, turned to lie as the first."""
    by_psi = draw_map(distances(matrix.values), matrix.names)
    drawn: list[tuple[str, Sequence[Transfer], Map]] = [("psi", [], by_psi)]
    if averaged := averaged_over(models):
        by_u = draw_map(mean_distances([model.u for model in averaged]), matrix.names)
        drawn.append(("u", averaged, aligned(by_u, by_psi)))
    return [
        {
            "of": of,
            "models": [model.model for model in averaged],
            "stress": one.stress,
            "points": cells({"name": one.names}, x=one.points[:, 0], y=one.points[:, 1]),
            "distances": _pairs(one.names, "distance", one.distances),
            "left_out": list(one.left_out),
        }
        for of, averaged, one in drawn
    ]
