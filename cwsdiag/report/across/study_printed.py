"""The tables of a study as papers print them, made from ``study_document`` [RC Tables 2, 3, 5 to 8; B03 Table 1]."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cwsdiag.report.printed import Cell, PrintedColumn, PrintedTable, cells
from cwsdiag.views.wording import p_value

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from cwsdiag.report.printed import Kind

    Document = Mapping[str, Any]

_RHO, _SIGMA = r"$S^{\rho}$", r"$S^{\sigma}$"
_BOLD_P = "Bold: p, adjusted by Holm for the table, is below 0.05."
_TEXTS = {"train": "training data", "test": "test text"}


def printed_tables(document: Document) -> list[PrintedTable]:
    """Return the tables of a study that have rows, in the order of the paper's numbers."""
    across = document["across"]
    tables = [corpora_table(document)]
    if document["scores"]:
        tables += [scores_table(document)]
    if document["models"]:
        tables += [biases_table(document)]
    if across is not None:
        tables += [psi_table(across), transfers_table(across, "u"), transfers_table(across, "relative")]
    if document["models"]:
        tables += [tests_table(document, "dataset"), tests_table(document, "model")]
    tables += [pairs_table(document)]
    return [table for table in tables if table.rows]


def corpora_table(document: Document) -> PrintedTable:
    """Return Table 1 of the first bakeoff: the size of training data and test text of each dataset."""
    keys: dict[str, Kind] = {"sentences": "count", "characters": "count", "words": "count", "types": "count"}
    rows = document["corpora"]
    return PrintedTable(
        name="corpora",
        caption="Corpora: training data and test text of each dataset. OOV is the share of the words, in per cent, "
        "that are not words of the training data.",
        columns=(
            PrintedColumn("dataset"),
            PrintedColumn("text"),
            *(PrintedColumn(key, kind) for key, kind in keys.items()),
            PrintedColumn("OOV", "score"),
            PrintedColumn("encoding"),
        ),
        rows=tuple(
            tuple(
                cells(
                    [
                        row["dataset"],
                        _TEXTS[row["text"]],
                        *(row[key] for key in keys),
                        row["oov_rate"],
                        row["encoding"],
                    ]
                )
            )
            for row in rows
        ),
        rules=_new_ones(row["dataset"] for row in rows),
    )


def scores_table(document: Document) -> PrintedTable:
    """Return the paper's Table 2: F1 of every system on every dataset, with what systems are made of where it is said.

    Args:
        document: of a study with systems; its ``scores``, means and ``friedman_…`` are read.
    """
    scores = {(row["model"], row["dataset"]): row for row in document["scores"]}
    models, datasets = (list(dict.fromkeys(row[key] for row in document["scores"])) for key in ("model", "dataset"))
    means = {row["model"]: row for row in document["model_means"]}
    values = {(row["model"], row["part"]): row["value"] for row in document["parts"]}
    parts = list(dict.fromkeys(row["part"] for row in document["parts"]))
    rows = [
        (
            *cells([model, *(values.get((model, part)) for part in parts)]),
            *(Cell(scores[model, name]["f1"], bold=scores[model, name]["best"]) for name in datasets),
            _mean_cell(means[model]["f1"], means[model]["n"], len(datasets)),
        )
        for model in models
    ]
    last = [_mean_cell(row["f1"], row["n"], len(models)) for row in document["dataset_means"]]
    tests = [(what, document[f"friedman_{what}"]) for what in ("models", "datasets")]
    return PrintedTable(
        name="scores",
        caption="F1, in per cent, of every system on every dataset; bold: the best of a dataset.",
        columns=(
            PrintedColumn("model"),
            *(PrintedColumn(part) for part in parts),
            *(PrintedColumn(name, "score") for name in datasets),
            PrintedColumn("mean", "score"),
        ),
        rows=(*rows, (*cells(["mean", *[None] * len(parts)]), *last, Cell(None))),
        rules=frozenset({len(rows)}),
        notes=tuple(_friedman_note(what, test) for what, test in tests),
    )


def _friedman_note(what: str, test: Document) -> str:
    if test["undefined"]:
        return f"Friedman's test over {what} is undefined: {test['undefined']}."
    return (
        f"Friedman's test over {what}: p = {p_value(test['p'])} ({test['method']}), by chi-squared "
        f"{p_value(test['p_chi2'])}."
    )


def biases_table(document: Document) -> PrintedTable:
    """Return the paper's Table 3: S^ρ and S^σ of every model, averaged over the datasets, in per cent."""
    keys, whole = [one["key"] for one in document["attributes"]], len(document["datasets"])
    found = {(row["model"], row["attribute"]): row for row in document["model_bias_means"]}
    means = {row["model"]: row for row in document["model_means"]}
    return PrintedTable(
        name="biases",
        caption="Biases of the systems, in per cent, means over the datasets: whether F1 rises or falls over the "
        "buckets of an attribute, and how much it varies.",
        columns=(
            PrintedColumn("model"),
            PrintedColumn("mean_f1", "score", heading="F1"),
            *(PrintedColumn(f"rho_{key}", "percent", _RHO, key) for key in keys),
            *(PrintedColumn(f"sigma_{key}", "percent", _SIGMA, key) for key in keys),
        ),
        rows=tuple(
            (
                Cell(model),
                _mean_cell(means[model]["f1"], means[model]["n"], whole),
                *(
                    _mean_cell(found[model, key][what], found[model, key][f"{what}_n"], whole)
                    for what in ("rho", "sigma")
                    for key in keys
                ),
            )
            for model in document["models"]
        ),
    )


def psi_table(across: Document) -> PrintedTable:
    """Return Ψ of the paper's Table 5: a row a training data, a column a test text, means with the diagonal."""
    found = {(row["train"], row["test"]): row["psi"] for row in across["psi"]}
    names = [row["name"] for row in across["psi_by_training"]]
    means = [row["psi"] for row in across["psi_by_training"]]
    return PrintedTable(
        name="psi",
        caption="Psi, times 100, of every test text (columns) under every training data (rows); means include the "
        "diagonal.",
        columns=(PrintedColumn("train"), *(PrintedColumn(name, "psi") for name in names), PrintedColumn("mean", "psi")),
        rows=(
            *(
                tuple(cells([name, *(found[name, test] for test in names), mean]))
                for name, mean in zip(names, means, strict=True)
            ),
            tuple(cells(["mean", *(row["psi"] for row in across["psi_by_test"]), None])),
        ),
        rules=frozenset({len(names)}),
        notes=(_friedman_note("test texts", across["friedman_psi"]),),
    )


def transfers_table(across: Document, key: str) -> PrintedTable:
    """Return U (``u``) or, as in the paper's Table 5, Û (``relative``) of all models, rows training data.

    Args:
        across: its ``transfers`` and ``transfer_means`` are read.
        key: which of the two.
    """
    names = list(dict.fromkeys(row["test"] for row in across["transfers"]))
    found = {(row["model"], row["train"], row["test"]): row[key] for row in across["transfers"]}
    means = {(row["model"], row["side"], row["name"]): row for row in across["transfer_means"]}
    kind: Kind = "score" if key == "u" else "percent"

    def mean(model: str, side: str, name: str) -> Cell:
        row = means[model, side, name]
        return _mean_cell(row[key], row[f"{key}_n"], len(names))

    rows: list[tuple[Cell, ...]] = []
    for model in dict.fromkeys(row["model"] for row in across["transfers"]):
        for train in names:
            line = cells([model, train, *(found[model, train, test] for test in names)])
            rows.append((*line, mean(model, "train", train)))
        rows.append((Cell(model), Cell("mean"), *(mean(model, "test", name) for name in names), Cell(None)))
    said = "U: F1" if key == "u" else "Relative loss of F1 (U hat)"
    return PrintedTable(
        name="u" if key == "u" else "u_hat",
        caption=f"{said}, in per cent, of models trained on one dataset (rows) and tested on another (columns); means "
        "include the diagonal.",
        columns=(
            PrintedColumn("model"),
            PrintedColumn("train"),
            *(PrintedColumn(name, kind) for name in names),
            PrintedColumn("mean", kind),
        ),
        rows=tuple(rows),
        rules=_new_ones(row[0].value for row in rows),
    )


def tests_table(document: Document, what: str) -> PrintedTable:
    """Return the paper's Table 6 or 7: p of Friedman's test over the buckets of each attribute.

    Args:
        document: of a study with systems; its ``dataset_tests`` or ``model_tests`` are read.
        what: ``dataset`` for a row a dataset, with systems as blocks; ``model`` for a row a system, datasets as blocks.
    """
    tests = {(row[what], row["attribute"]): row for row in document[f"{what}_tests"]}
    keys, names = [one["key"] for one in document["attributes"]], dict.fromkeys(row for row, _key in tests)
    blocks = "systems" if what == "dataset" else "datasets"
    return PrintedTable(
        name=f"tests_by_{'dataset' if what == 'dataset' else 'system'}",
        caption=f"Does F1 differ between the buckets of an attribute? p of Friedman's test over the {blocks}.",
        columns=(
            PrintedColumn(what),
            *(PrintedColumn(f"p_{key}", "p", "$p$", key) for key in keys),
            *(PrintedColumn(f"p_chi2_{key}", "p", r"$p$ by $\chi^2$", key) for key in keys),
        ),
        rows=tuple(
            (
                Cell(name),
                *(Cell(tests[name, key]["p"], bold=tests[name, key]["significant"]) for key in keys),
                *(Cell(tests[name, key]["p_chi2"]) for key in keys),
            )
            for name in names
        ),
        notes=(_BOLD_P, f"Left out: buckets with under {document['min_size']} gold units."),
    )


def pairs_table(document: Document) -> PrintedTable:
    """Return the paper's Table 8: systems that differ in one part, and where the better of two is behind and ahead.

    Args:
        document: its ``part_pairs`` are read; those with a published system have no diagnosis.
    """
    datasets = list(dict.fromkeys(row["dataset"] for row in document["scores"]))
    rows: list[tuple[Cell, ...]] = []
    for pair in document["part_pairs"]:
        named = [pair["part"], pair["first"], pair["second"]]
        gains = {row["dataset"]: row["gain"] for row in pair["scores"]}
        aided = {(row["attribute"], row["dataset"]): row for row in pair["diagnosis"]}
        rows.append((*cells([*named, "F1", "all words"]), *_spread((None, gains.get(name)) for name in datasets)))
        for key in dict.fromkeys(row["attribute"] for row in pair["diagnosis"]):
            for end in ("lowest", "highest"):
                ends = [_signed_end(aided.get((key, name)), pair["second"], end) for name in datasets]
                rows.append((*cells([*named, key, end]), *_spread(ends)))
    return PrintedTable(
        name="part_pairs",
        caption="Systems that differ in one part: F1 of the second minus F1 of the first, in points, over all words "
        "and in the buckets of each attribute where that is lowest and highest.",
        columns=(
            *(PrintedColumn(name) for name in ("part", "first", "second", "attribute", "end")),
            *(
                column
                for name in datasets
                for column in (PrintedColumn(f"{name} bucket", heading=name), PrintedColumn(name, "points"))
            ),
        ),
        rows=tuple(rows),
        rules=_new_ones((row[1].value, row[2].value) for row in rows),
    )


def _signed_end(row: Document | None, second: str, end: str) -> tuple[str | None, float | None]:
    """Return the bucket at an end of the differences second − first, and the difference there; None without one."""
    if row is None:
        return None, None
    # The document has them as the better of the two minus the other.
    turned = row["better"] != second
    other = {"lowest": "highest", "highest": "lowest"}
    found = row[other[end] if turned else end]
    if found["bucket"] is None:
        return None, None
    return found["label"], -found["difference"] if turned else found["difference"]


def _spread(pairs: Iterable[tuple[str | None, float | None]]) -> Iterator[Cell]:
    for label, difference in pairs:
        yield from cells([label, difference])


def _mean_cell(value: float, count: int, whole: int) -> Cell:
    """Return a mean, with of how many it is where that is not all."""
    return Cell(value, of=count if 0 < count < whole else None)


def _new_ones(names: Iterable[Any]) -> frozenset[int]:
    """Return the indices of rows at which another thing begins, but for the first."""
    every: Sequence[Any] = list(names)
    return frozenset(place for place in range(1, len(every)) if every[place] != every[place - 1])
