"""Published scores and parts of systems as plain rows of the document of a study [RC Tables 2 and 8]."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cwsdiag.study import bucket_gains, pair_gains, published_names, value_gains

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.report.documents import Document
    from cwsdiag.study import BucketGain, Gain, Published, ScoreTable, Study


def published_rows(rows: Sequence[Published], measured: Sequence[str]) -> list[Document]:
    """Return the published scores as a project has them: F1 in per cent.

    Args:
        rows: no two of one system and one source.
        measured: names of measured systems, for what the published ones are called beside them.
    """
    return [
        {
            "model": name,
            "system": row.system,
            "source": row.source,
            "parts": dict(row.parts),
            "f1_per_cent": dict(row.f1),
        }
        for name, row in zip(published_names(rows, measured), rows, strict=True)
    ]


def part_rows(table: ScoreTable) -> list[Document]:
    """Return what the systems of a table are made of: a row a system and part."""
    return [
        {"model": model, "part": part, "value": value}
        for model in table.models
        for part, value in table.parts.get(model, {}).items()
    ]


def part_pair_rows(table: ScoreTable) -> list[Document]:
    """Return the pairs of systems that differ in one part, with F1 of both on every dataset; gains are second − first.

    A dataset on which one of the two has no score has a row with what is known.
    """
    rows = []
    for gain in pair_gains(table):
        (pair,) = gain.pairs
        first, second = (table.f1[table.models.index(model)].tolist() for model in (pair.first, pair.second))
        rows.append(
            {
                "part": pair.part,
                "first": pair.first,
                "second": pair.second,
                "first_value": pair.first_value,
                "second_value": pair.second_value,
                **_mean(gain),
                "scores": [
                    {"dataset": dataset, "first_f1": one, "second_f1": other, "gain": other - one}
                    for dataset, one, other in zip(table.datasets, first, second, strict=True)
                ],
            }
        )
    return rows


def part_gain_rows(found: Study, table: ScoreTable) -> list[Document]:
    """Return what each value of a part brings over another: on each dataset, over them, and where, bucket by bucket."""
    return [
        {
            "part": gain.part,
            "first_value": gain.first_value,
            "second_value": gain.second_value,
            "pairs": len(gain.pairs),
            **_mean(gain),
            "by_dataset": [
                {"dataset": dataset, "gain": value}
                for dataset, value in zip(table.datasets, gain.by_dataset.tolist(), strict=True)
            ],
            "where": [
                {"attribute": one.attribute, "bucket": one.bucket, "buckets": one.buckets, **_mean(one)}
                for one in bucket_gains(found, gain.pairs)
                if one.datasets
            ],
        }
        for gain in value_gains(table)
    ]


def _mean(gain: Gain | BucketGain) -> Document:
    """Return the mean over so many datasets, with its interval over them."""
    mean = gain.mean
    return {"gain": mean.value, "low": mean.low, "high": mean.high, "datasets": gain.datasets}
