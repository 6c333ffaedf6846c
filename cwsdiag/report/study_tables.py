"""A study as tables for CSV files, as papers print them, and as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, combinations

from cwsdiag.exhibits import across, biases, criteria
from cwsdiag.exhibits.across import Systems
from cwsdiag.exhibits.exhibit import Content
from cwsdiag.languages import _, translated
from cwsdiag.languages.visible import printable
from cwsdiag.output import Table
from cwsdiag.report.documents import Document
from cwsdiag.report.terminal import content_lines, flat, table_lines
from cwsdiag.study import Order
from cwsdiag.study.transfer import Criteria
from cwsdiag.views.across import RHO, SIGMA

# Lists of the document that are no tables for CSV, or are split for it.
_NO_TABLES = {"models", "left_out_of_tests", "warnings", "published", "part_pairs", "part_gains"}
_ACROSS = ("psi", "psi_by_training", "psi_by_test", "transfers", "transfer_means", "relations")
_FEWEST = 2


def study_csv(document: Document) -> dict[str, list[Document]]:
    """Return the tables of a study for CSV by name; those without rows are empty."""
    across, apart = document["across"], document["nemenyi"]
    tests = ["models", "datasets"]
    tables: dict[str, list[Document]] = {
        name: [flat(row, {"causes": ""}) for row in rows]
        for name, rows in document.items()
        if isinstance(rows, list) and name not in _NO_TABLES
    }
    tables |= {
        "published": [
            {"model": row["model"], "source": row["source"], "dataset": dataset, "f1_per_cent": score}
            for row in document["published"]
            for dataset, score in row["f1_per_cent"].items()
        ],
        "part_pairs": list(_spread(document["part_pairs"], "scores")),
        "part_gains": list(_spread(document["part_gains"], "by_dataset")),
        "part_buckets": list(_spread(document["part_gains"], "where")),
        "nemenyi": [] if apart is None else apart["pairs"],
    }
    tables["tests"] = [{"test": what, **flat(document[f"friedman_{what}"])} for what in tests]
    if across is not None:
        tables["tests"].append({"test": "psi", **flat(across["friedman_psi"])})
        tables |= {name: across[name] for name in _ACROSS}
        tables |= {
            name: [{"of": drawn["of"], **row} for drawn in across["maps"] for row in drawn[name]]
            for name in ("points", "distances")
        }
        tables["source_orders"] = [
            {**{key: order[key] for key in ("target", "way", "seed")}, "step": place, **step}
            for order in across["source_orders"]
            for place, step in enumerate([{"source": None, "psi": order["own_psi"]}, *order["steps"]])
        ]
    return tables


def _spread(rows: Iterable[Document], inner: str) -> Iterator[Document]:
    """Yield a row for each entry of one list of each row; the means of a row itself are ``mean_…``."""
    for row in rows:
        own = {
            f"mean_{key}" if key in ("gain", "low", "high", "datasets") else key: value
            for key, value in row.items()
            if not isinstance(value, list)
        }
        yield from ({**own, **one} for one in row[inner])


def printed_tables(one: Systems, texts: Criteria | None) -> dict[str, Table]:
    """Return the tables that papers print, by name; those that have rows.

    Args:
        one: the systems.
        texts: what tells the criteria of their datasets apart, if that was asked for.
    """
    contents = {"corpora": across.sizes(one), "scores": across.across(one), "part_pairs": across.pairs(one)}
    tables = {name: _captioned(content) for name, content in contents.items()}
    if one.study.models:
        by_dataset, by_system = across.tests(one), across.tests(one, "system")
        tables |= {
            "biases": replace(biases.bias_table(one.study, [RHO, SIGMA]), caption=_("Biases of the systems.")),
            "tests_by_dataset": _captioned(by_dataset),
            "tests_by_system": _captioned(by_system),
        }
    return {name: table for name, table in {**tables, **_square_tables(texts)}.items() if len(table)}


def _captioned(content: Content) -> Table:
    assert content.table is not None
    return replace(content.table(), caption=f"{content.title}. {content.sentence} {content.remark}".strip())


def _square_tables(texts: Criteria | None) -> dict[str, Table]:
    if texts is None:
        return {}
    rows = _("down: training data; across: test text")
    tables = {
        "psi": ("Ψ", criteria.psi_square(texts)),
        "u": (translated(criteria.MEASURES["u"]), criteria.transfer_square(texts, "u")),
        "u_hat": (translated(criteria.MEASURES["relative"]), criteria.transfer_square(texts, "relative")),
    }
    return {name: replace(table, caption=f"{measure} × 100; {rows}") for name, (measure, table) in tables.items()}


def study_lines(
    document: Document,
    one: Systems,
    texts: Criteria | None,
    orders: Sequence[Order],
    pairs: Sequence[tuple[str, str]] | None,
) -> Iterator[str]:
    """Yield a study as text.

    Args:
        document: from ``study_document``.
        one: the systems.
        texts: what tells the criteria of their datasets apart, if that was asked for.
        orders: of sources, for any targets.
        pairs: of systems that are compared; all by default.
    """
    counts = f"datasets: {len(document['datasets'])}, models: {len(document['models'])}"
    if document["published"]:
        used = any(row["source"] for row in document["scores"])
        counts += f", published: {len(document['published'])}{'' if used else ' (left out; --published takes them in)'}"
    yield counts
    for row in document["unusable"]:
        part = f" of {row['left_out_of']}" if row["left_out_of"] else ""
        yield printable(f"left out{part}, as it cannot be used: {row['dataset']}")
    for model in document["left_out_of_tests"]:
        missing = ", ".join(row["dataset"] for row in document["gaps"] if row["model"] == model)
        yield printable(f"left out of tests: {model}, without a score on {missing}")
    for content in chain(_of_systems(one, pairs), () if texts is None else _of_texts(texts, orders)):
        yield from content_lines(content)
    yield from table_lines(_square_tables(texts))
    yield from ("", *(printable(part["signature"]) for part in (document, document["across"]) if part is not None))


def _of_systems(one: Systems, pairs: Sequence[tuple[str, str]] | None) -> Iterator[Content]:
    """Yield what the page Datasets shows of systems."""
    yield across.across(one)
    if one.study.datasets:
        yield from (across.sizes(one), biases.datasets(one))
    if models := one.study.models:
        yield from (biases.biases(one, RHO), biases.biases(one, SIGMA))
        yield from (across.tests(one), across.tests(one, "system"), biases.fails(one))
        yield from (biases.ahead(one, *pair) for pair in (combinations(models, 2) if pairs is None else pairs))
    if one.table.parts:
        yield from (across.components(one), across.pairs(one))


def _of_texts(texts: Criteria, orders: Sequence[Order]) -> Iterator[Content]:
    """Yield what the page Criteria shows beside Ψ and U: whether Ψ predicts U, maps, and sources for each dataset."""
    if len(texts.trainable) < _FEWEST:
        return
    yield from (criteria.relation(texts, model.model) for model in texts.transfers)
    yield criteria.map_by(texts)
    for target in texts.trainable:
        yield criteria.sources(texts, target, ways=[order for order in orders if order.target == target])
