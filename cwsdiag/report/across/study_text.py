"""A study as text for the terminal, made from ``study_document``."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from cwsdiag.frames import signed
from cwsdiag.report.across.corpora_text import across_lines
from cwsdiag.report.across.study_parts_text import parts_lines
from cwsdiag.report.across.study_tables import friedman_cells, joined, mean_said, pivot, pivoted
from cwsdiag.report.diagnosis_text import difference_in_points
from cwsdiag.report.tables import attribute_name, printable, text_table
from cwsdiag.views.columns import CORPORA, FRIEDMAN
from cwsdiag.views.wording import UNDEFINED, bucket_said, number, p_value

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    Document = Mapping[str, Any]

_BIASES = {
    "rho": "S^ρ: does F1 rise (1) or fall (-1) over the buckets",
    "sigma": "S^σ: how much F1 varies over the buckets",
}
_MEANS = {
    "mean": "α^μ: mean over the gold units",
    "rho": "α^ρ: mean of |S^ρ| over the models",
    "sigma": "α^σ: mean of S^σ over the models",
}
# Said above tables: undefined cells are left out of means.
OF_HOW_MANY = "A mean over fewer than all is followed by their number, as in 0.812 (3)."
# Said where tests have models for blocks.
AGREEMENT = "Models on one test set are not independent blocks: a small p shows that they agree."


def study_lines(document: Document) -> Iterator[str]:
    """Yield the document as text, signatures last."""
    yield _sizes(document)
    for row in document["unusable"]:
        part = f" of {row['left_out_of']}" if row["left_out_of"] else ""
        yield printable(f"left out{part}, as it cannot be used: {row['dataset']}")
    if document["corpora"]:
        yield from ("", "Corpora", "", text_table(document["corpora"], CORPORA), "")
    if document["scores"]:
        yield OF_HOW_MANY
        yield from _score_lines(document)
        yield from _test_lines(document)
        yield from parts_lines(document)
    if document["models"]:
        yield from _left_out_lines(document)
        yield from _model_bias_lines(document)
    if document["datasets"]:
        yield from _dataset_bias_lines(document)
    if document["models"]:
        yield from _bucket_test_lines(document)
        yield from _self_lines(document)
        yield from _aided_lines(document)
    across = document["across"]
    if across is not None:
        yield from across_lines(across)
    yield from ("", printable(document["signature"]))
    if across is not None:
        yield printable(across["signature"])


def _sizes(document: Document) -> str:
    """Say what was studied, and how many published systems there are beside it."""
    said = f"datasets: {len(document['datasets'])}, models: {len(document['models'])}"
    if not document["published"]:
        return said
    used = any(row["source"] for row in document["scores"])
    return f"{said}, published: {len(document['published'])}{'' if used else ' (left out; --published takes them in)'}"


def _score_lines(document: Document) -> Iterator[str]:
    datasets, models = (len(document[f"{what}_means"]) for what in ("dataset", "model"))
    sources = {row["model"]: row["source"] for row in document["scores"]}
    # Papers have two decimals of per cent.
    digits = 4 if any(sources.values()) else 3
    means = [
        *({**row, "dataset": None, "of": datasets} for row in document["model_means"]),
        *({**row, "model": None, "of": models} for row in document["dataset_means"]),
    ]

    def shown(row: Document) -> str:
        if "n" in row:
            return mean_said(row["f1"], row["n"], row["of"], digits)
        return f"{number(row['f1'], digits)}{_mark(row)}"

    said = "* the best of a dataset; ≈ its lead over this system is not significant, or too few sentences differ"
    if any(sources.values()):
        said += "; published scores, and leads of or over them, have no paired test"
    yield from ("", f"F1 ({said})", "")
    yield pivoted([*document["scores"], *means], "model", "dataset", shown, corner="model")
    for source in dict.fromkeys(filter(None, sources.values())):
        yield f"published, {printable(source)}: {joined(model for model, own in sources.items() if own == source)}"
    for model in document["left_out_of_tests"]:
        missing = joined(row["dataset"] for row in document["gaps"] if row["model"] == model)
        yield f"left out of tests: {printable(model)}, without a score on {missing}"


def _mark(row: Document) -> str:
    if row["best"]:
        return " *"
    return "" if row["verdict"] in (None, "significant") else " ≈"


def _test_lines(document: Document) -> Iterator[str]:
    tests = [friedman_cells(what, document[f"friedman_{what}"]) for what in ("models", "datasets")]
    yield from ("", "Friedman's tests over F1", "", text_table(tests, FRIEDMAN))
    yield "p counts rankings within the blocks: all (exact), or 100,000 drawn. By χ² it is rough below eleven blocks."
    apart = document["nemenyi"]
    if apart is None:
        return
    ranks = sorted(apart["treatments"], key=lambda row: row["rank"])
    yield ""
    yield (
        f"Mean ranks of the models; those at least {number(apart['critical_difference'], 2)} apart differ "
        "(Nemenyi, 0.05)"
    )
    yield from ("", text_table(ranks, {"name": "model", "rank": "rank"}))
    for group in apart["groups"]:
        yield f"no difference shown: {joined(group)}"
    pairs = [{**row, "p": p_value(row["p"])} for row in apart["pairs"]]
    yield from ("", text_table(pairs, {"first": "model", "second": "against", "p": "p"}))


def _left_out_lines(document: Document) -> Iterator[str]:
    """Yield how many buckets of each attribute are too small for biases and tests; nothing where none is."""
    few, every = Counter[str](), Counter[str]()
    for row in document["dataset_bias"]:
        few[row["attribute"]] += row["buckets_left_out"]
        every[row["attribute"]] += row["buckets"]
    said = joined(f"{attribute_name(key)} ({few[key]} of {every[key]})" for key in every if few[key])
    if said:
        yield from ("", f"Biases and tests leave out buckets with under {document['min_size']} gold units: {said}")


def _model_bias_lines(document: Document) -> Iterator[str]:
    models, whole = document["models"], len(document["datasets"])
    for key, title in _BIASES.items():
        yield from ("", f"{title}, mean over the datasets", "")
        yield _means_table(document["model_bias_means"], "model", key, whole)
        for model in models if whole > 1 else ():
            rows = [row for row in document["model_bias"] if row["model"] == model]
            yield from ("", f"{title}, {printable(model)}", "")
            yield _means_table(rows, "dataset", key, whole)


def _dataset_bias_lines(document: Document) -> Iterator[str]:
    whole = len(document["models"])
    for key, title in _MEANS.items() if whole else [("mean", _MEANS["mean"])]:
        yield from ("", title, "")
        yield _means_table(document["dataset_bias"], "dataset", key, whole)


def _means_table(rows: Sequence[Document], what: str, key: str, whole: int) -> str:
    def shown(row: Document) -> str:
        return mean_said(row[key], row.get(f"{key}_n", whole), whole)

    return pivoted(rows, what, "attribute", shown, corner=what)


def _bucket_test_lines(document: Document) -> Iterator[str]:
    for what, blocks in (("dataset", "models"), ("model", "datasets")):
        rows = document[f"{what}_tests"]
        said = f"Does F1 differ between buckets? p of Friedman's test over the {blocks}, adjusted by Holm for the table"
        yield from ("", said, "")
        yield pivoted(rows, what, "attribute", _adjusted_p, corner=what)
        for reason in dict.fromkeys(row["undefined"] for row in rows if row["undefined"]):
            cells = [f"{row[what]} {attribute_name(row['attribute'])}" for row in rows if row["undefined"] == reason]
            yield f"undefined, {reason}: {joined(cells)}"
    yield AGREEMENT


def _adjusted_p(row: Document) -> str:
    return f"{p_value(row['p_adjusted'])}{' *' if row['significant'] else ''}"


def _self_lines(document: Document) -> Iterator[str]:
    for model in document["models"]:
        rows = [row for row in document["self_diagnosis"] if row["model"] == model]
        yield ""
        yield f"Where {printable(model)} is weakest: bucket, F1, points behind its best (chosen after looking)"
        yield from ("", pivoted(rows, "attribute", "dataset", _weakest, corner="attribute"))


def _weakest(row: Document) -> str:
    if row["worst"] is None:
        return UNDEFINED
    if not row["gap"]:
        return f"all {number(row['worst_f1'])}"
    return f"{bucket_said(row['worst_label'])} {number(row['worst_f1'])} {signed(-100 * row['gap'])}"


def _aided_lines(document: Document) -> Iterator[str]:
    found = document["aided_diagnosis"]
    for pair in dict.fromkeys((row["first"], row["second"]) for row in found):
        rows = [row for row in found if (row["first"], row["second"]) == pair]
        first, second = map(printable, pair)
        yield ""
        yield f"{first} and {second}: where the better of them is furthest behind (-) and ahead (+), points, 95 %"
        yield from ("", _aided_table(rows))


def _aided_table(rows: Sequence[Document]) -> str:
    cells: dict[tuple[Any, Any], str] = {}
    lines: dict[Any, str] = {None: "the better"}
    for row in rows:
        cells[None, row["dataset"]] = row["better"]
        for end, heading in (("lowest", attribute_name(row["attribute"])), ("highest", "")):
            lines[row["attribute"], end] = heading
            cells[(row["attribute"], end), row["dataset"]] = _difference(row[end])
    return pivot(cells, lines, {row["dataset"]: row["dataset"] for row in rows}, corner="attribute")


def _difference(extreme: Document) -> str:
    if extreme["bucket"] is None:
        return UNDEFINED
    return f"{bucket_said(extreme['label'])} {difference_in_points(extreme)}"
