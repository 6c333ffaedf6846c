"""A study as tables for CSV files: the lists of ``study_document`` without anything nested."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cwsdiag.report.tables import flat_aided

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    Document = Mapping[str, Any]
    Tables = dict[str, list[dict[str, Any]]]

_PLAIN = (
    "datasets",
    "corpora",
    "scores",
    "model_means",
    "dataset_means",
    "gaps",
    "parts",
    "model_bias",
    "model_bias_means",
    "dataset_bias",
    "left_out_buckets",
    "self_diagnosis",
)
_PLAIN_ACROSS = ("psi", "psi_by_training", "psi_by_test", "transfers", "transfer_means", "relations")


def study_tables(document: Document) -> Tables:
    """Return the tables of a study by name; those without rows are empty."""
    tests = [{"test": what, **_test(document[f"friedman_{what}"])} for what in ("models", "datasets")]
    apart, across = document["nemenyi"], document["across"]
    tables = {name: document[name] for name in _PLAIN} | {
        "dataset_tests": [_test(row) for row in document["dataset_tests"]],
        "model_tests": [_test(row) for row in document["model_tests"]],
        "published": list(_published(document["published"])),
        "part_pairs": list(_spread(document["part_pairs"], "scores")),
        "part_gains": list(_spread(document["part_gains"], "by_dataset")),
        "part_buckets": list(_spread(document["part_gains"], "where")),
        "kinds": [_kinds(row) for row in document["kinds"]],
        "aided_diagnosis": [flat_aided(row) for row in document["aided_diagnosis"]],
        "nemenyi": [] if apart is None else apart["pairs"],
    }
    if across is not None:
        tests.append({"test": "psi", **_test(across["friedman_psi"])})
        tables |= {name: across[name] for name in _PLAIN_ACROSS} | _across(across)
    return {**tables, "tests": tests}


def _across(across: Document) -> Tables:
    return {
        "points": [{"of": drawn["of"], **point} for drawn in across["maps"] for point in drawn["points"]],
        "distances": [{"of": drawn["of"], **pair} for drawn in across["maps"] for pair in drawn["distances"]],
        "source_orders": [
            {"target": order["target"], "way": order["way"], "seed": order["seed"], "step": place, **step}
            for order in across["source_orders"]
            for place, step in enumerate([{"source": None, "psi": order["own_psi"]}, *order["steps"]])
        ],
    }


def _published(rows: Iterable[Document]) -> Iterator[dict[str, Any]]:
    """Yield published scores, a row a system and dataset."""
    for row in rows:
        for dataset, score in row["f1_per_cent"].items():
            yield {"model": row["model"], "source": row["source"], "dataset": dataset, "f1_per_cent": score}


def _spread(rows: Iterable[Document], inner: str) -> Iterator[dict[str, Any]]:
    """Yield rows with lists in them as a row for each entry of one list; their own means are ``mean_…``."""
    over = ("gain", "low", "high", "datasets")
    for row in rows:
        own = {
            f"mean_{key}" if key in over else key: value for key, value in row.items() if not isinstance(value, list)
        }
        yield from ({**own, **one} for one in row[inner])


def _kinds(row: Document) -> dict[str, Any]:
    """Return kinds of errors with a column a cause, none without training data."""
    causes = row["causes"] or {}
    return {key: value for key, value in row.items() if key != "causes"} | causes


def _test(row: Document) -> dict[str, Any]:
    """Return a test with numbers of treatments and blocks instead of their names."""
    return {key: len(value) if isinstance(value, list) else value for key, value in row.items()}
