"""A study and a comparison of criteria as tables: what the terminal prints, and papers; all from their documents."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cwsdiag.frames import bucket_said, p_value, signed
from cwsdiag.languages.visible import printable
from cwsdiag.output.pivot import pivot
from cwsdiag.output.table import Table
from cwsdiag.report.diagnosis_text import difference_in_points
from cwsdiag.report.tables import attribute_name
from cwsdiag.study import value_gains
from cwsdiag.views.across.parts import (
    RHO,
    SIGMA,
    bucket_place,
    components_finding,
    datasets_finding,
    friedman_finding,
    models_finding,
)
from cwsdiag.views.across.systems import headline
from cwsdiag.views.columns import FRIEDMAN, RELATIONS, Column
from cwsdiag.views.wording import model_said, number

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    from cwsdiag.output.table import Emphasis
    from cwsdiag.study import ScoreTable, Study

    Document = Mapping[str, Any]

_RHO = Column("S^ρ", format="share100")
_SIGMA = Column("S^σ", format="share100")
_F1 = Column("F1", format="score100")
_TEXTS = {"train": "training data", "test": "test text"}
_MEASURES = {
    "rho": (_RHO, "S^ρ, in per cent: does F1 rise (100) or fall (−100) over the buckets of an attribute?"),
    "sigma": (_SIGMA, "S^σ, in per cent: how much does F1 vary over the buckets of an attribute?"),
}
_MEANS = {
    "mean": (Column("α^μ", format="hundredths"), "α^μ: mean of the attribute over the gold units."),
    "rho": (Column("α^ρ", format="share100"), "α^ρ, in per cent: mean of |S^ρ| over the systems."),
    "sigma": (Column("α^σ", format="share100"), "α^σ, in per cent: mean of S^σ over the systems."),
}
_MEAN_GAIN = {"gain": "mean", "low": "low", "high": "high"}
_AGREEMENT = "Models on one test set are not independent blocks: a small p shows that they agree."
_LEADS = "Grey, ≈: the lead of the best over it is not significant, or too few sentences differ."
_POOLED = (
    "p is adjusted by Holm for the rows of a model. All pairs share training data and test texts: they are not "
    "independent, and their p is too small."
)


def _beside(table: Table, columns: Mapping[str, Column], values: Mapping[str, Mapping[str, Any]]) -> Table:
    """Return a table with further columns behind its first, by what stands in that."""
    (first, head), *others = table.columns.items()
    frame = [{**dict.fromkeys(columns), **row, **values.get(row[first], {})} for row in table.frame]
    return replace(table, frame=frame, columns={first: head, **columns, **dict(others)})


def study_tables(document: Document) -> dict[str, Table]:
    """Return the tables of a study by name, in the order of the paper; those that have rows."""
    across = document["across"]
    tables = {"corpora": corpora_table(document)}
    if document["scores"]:
        tables |= {"scores": scores_table(document), "friedman": _friedman_table(document), **_nemenyi(document)}
        tables |= _part_tables(document)
    if document["models"]:
        tables |= _bias_tables(document)
    tables |= {
        f"alpha_{key}": _attributes(
            document["dataset_bias"], "dataset", {key: column}, caption, len(document["models"])
        )
        for key, (column, caption) in _MEANS.items()
        if document["models"] or key == "mean"
    }
    if document["models"]:
        tables |= {f"tests_by_{name}": tests_table(document, what) for name, what in _TESTED.items()}
        tables |= {f"weakest_{model}": _weakest(document, model) for model in document["models"]}
        tables |= _aided(document)
    if across is not None:
        tables |= across_tables(across)
    return {name: table for name, table in tables.items() if len(table)}


_TESTED = {"dataset": "dataset", "system": "model"}
PRINTED = ("corpora", "scores", "biases", "psi", "u", "u_hat", "tests_by_dataset", "tests_by_system", "part_pairs")


def printed_tables(document: Document) -> dict[str, Table]:
    """Return the tables that papers print, by name."""
    tables = study_tables(document)
    return {name: tables[name] for name in PRINTED if name in tables}


def corpora_table(document: Document) -> Table:
    """Return the sizes of training data and test text of each dataset."""
    sizes = {key: Column(key, format="count") for key in ("sentences", "characters", "words", "types")}
    rows = [{**row, "text": _TEXTS[row["text"]], "OOV": row["oov_rate"]} for row in document["corpora"]]
    return Table(
        rows,
        {
            "dataset": Column("dataset"),
            "text": Column("text"),
            **sizes,
            "OOV": Column("OOV", format="score100"),
            "encoding": Column("encoding"),
        },
        caption="Corpora: training data and test text of each dataset. OOV is the share of the words, in per cent, "
        "that are not words of the training data.",
        rules=frozenset(place for place in range(1, len(rows)) if rows[place]["dataset"] != rows[place - 1]["dataset"]),
    )


def scores_table(document: Document) -> Table:
    """Return F1 of every system on every dataset, with what the systems are made of, and the means."""
    datasets, models = len(document["dataset_means"]), len(document["model_means"])
    means = [
        *({**row, "dataset": None, "of": datasets} for row in document["model_means"]),
        *({**row, "model": None, "of": models} for row in document["dataset_means"]),
    ]
    tests = [_friedman_note(what, document[f"friedman_{what}"]) for what in ("models", "datasets")]
    sources: dict[str, dict[str, None]] = {}
    for row in document["scores"]:
        if row["source"]:
            sources.setdefault(row["source"], {})[row["model"]] = None
    table = pivot(
        [*document["scores"], *means],
        ["model"],
        "dataset",
        {"f1": _F1},
        mark=_lead,
        caption="F1, in per cent, of every system on every dataset; the best of a dataset stands out (bold, *).",
        notes=(_LEADS, *tests, *(f"Published, {source}: {', '.join(names)}." for source, names in sources.items())),
    )
    parts: dict[str, dict[str, Any]] = {}
    for row in document["parts"]:
        parts.setdefault(row["model"], {})[_free(row["part"], table.columns)] = row["value"]
    return _beside(table, {_free(row["part"], table.columns): Column(row["part"]) for row in document["parts"]}, parts)


def _free(name: str, others: Collection[str]) -> str:
    """Return a key for a column that people have named: another one where a column has that already."""
    return f"{name} " if name in others else name


def _lead(row: Document, _key: str) -> Emphasis | None:
    if row.get("best"):
        return "strong"
    return None if row.get("verdict") in (None, "significant") else "weak"


def _friedman_note(what: str, test: Document) -> str:
    if test["undefined"]:
        return f"Friedman's test over {what} is undefined: {test['undefined']}."
    return (
        f"Friedman's test over {what}: p = {p_value(test['p'])} ({test['method']}), "
        f"by chi-squared {p_value(test['p_chi2'])}."
    )


def friedman_cells(name: str, test: Mapping[str, Any]) -> dict[str, Any]:
    """Return the row of one of Friedman's tests in a table of them."""
    notes = [f"undefined: {test['undefined']}"] if test["undefined"] else []
    notes += [f"without {', '.join(test['dropped'])}"] if test["dropped"] else []
    counts = {key: len(test[key]) for key in ("treatments", "blocks")}
    return {**test, "test": name, "method": test["method"] or None, **counts, "note": "; ".join(notes)}


def _friedman_table(document: Document) -> Table:
    return Table(
        [friedman_cells(what, document[f"friedman_{what}"]) for what in ("models", "datasets")],
        FRIEDMAN,
        caption="Friedman's tests over F1.",
        notes=(
            "p counts rankings within the blocks: all (exact), or 100,000 drawn. By χ² it is rough below 11 blocks.",
        ),
    )


def _nemenyi(document: Document) -> dict[str, Table]:
    apart = document["nemenyi"]
    if apart is None:
        return {}
    ranks = Table(
        sorted(apart["treatments"], key=lambda row: float(row["rank"])),
        {"name": Column("model"), "rank": Column("rank", format="hundredths")},
        caption=f"Mean ranks of the models; those at least {number(apart['critical_difference'], 2)} apart differ "
        "(Nemenyi, 0.05).",
        notes=[f"No difference shown: {', '.join(group)}." for group in apart["groups"]],
    )
    columns = {"first": Column("model"), "second": Column("against"), "p": Column("p", format="exact")}
    return {"ranks": ranks, "ranks_p": Table(apart["pairs"], columns)}


def _bias_tables(document: Document) -> dict[str, Table]:
    """Return the biases of the systems: means over the datasets, grey where a test shows none, and each by dataset."""
    whole = len(document["datasets"])
    significant = {(row["model"], row["attribute"]): row["significant"] for row in document["model_tests"]}

    def mark(row: Document, key: str) -> Emphasis | None:
        return None if significant.get((row["model"], row["attribute"]), True) else "weak"

    means = {row["model"]: row for row in document["model_means"]}
    biases = _attributes(
        document["model_bias_means"],
        "model",
        {"rho": _RHO, "sigma": _SIGMA},
        "Biases of the systems, in per cent, means over the datasets: whether F1 rises or falls over the buckets of an "
        "attribute, and how much it varies.",
        whole,
        mark,
    )
    values = {name: {"mean_f1": row["f1"]} for name, row in means.items()}
    counts = {
        (place, "mean_f1"): means[row["model"]]["n"]
        for place, row in enumerate(biases.frame)
        if 0 < means[row["model"]]["n"] < whole
    }
    left_out = _left_out_note(document)
    weak = "Grey, ≈: by Friedman's test over the datasets F1 does not differ between the buckets (adjusted p ≥ 0.05)."
    biases = replace(biases, counts={**biases.counts, **counts}, notes=[weak, *([left_out] if left_out else [])])
    tables = {"biases": _beside(biases, {"mean_f1": _F1}, values)}
    for key, (column, caption) in _MEASURES.items() if whole > 1 else ():
        for model in document["models"]:
            rows = [row for row in document["model_bias"] if row["model"] == model]
            tables[f"{key}_{model}"] = _attributes(rows, "dataset", {key: column}, f"{model}: {caption}", whole)
    return tables


def _left_out_note(document: Document) -> str:
    few: dict[str, list[int]] = {}
    for row in document["dataset_bias"]:
        one = few.setdefault(row["attribute"], [0, 0])
        one[0] += row["buckets_left_out"]
        one[1] += row["buckets"]
    names = [f"{attribute_name(key)} ({out} of {every})" for key, (out, every) in few.items() if out]
    at = f"buckets with under {document['min_size']} gold units"
    return f"Biases and tests leave out {at}: {', '.join(names)}." if names else ""


def _attributes(
    rows: Sequence[Document],
    what: str,
    measures: Mapping[str, Column],
    caption: str,
    whole: int,
    mark: Callable[[Document, str], Emphasis | None] = lambda _row, _key: None,
    notes: Sequence[str] = (),
) -> Table:
    """Return a table with a column for each attribute."""
    options: dict[str, Any] = {"caption": caption, "notes": notes, "whole": whole, "mark": mark}
    return pivot(rows, [what], "attribute", measures, head=attribute_name, **options)


def tests_table(document: Document, what: str) -> Table:
    """Return Friedman's tests over the buckets of each attribute, one of each dataset or model."""
    rows = document[f"{what}_tests"]
    blocks = "systems" if what == "dataset" else "datasets"
    reasons: dict[str, list[str]] = {}
    for row in rows:
        if row["undefined"]:
            reasons.setdefault(row["undefined"], []).append(f"{row[what]} {attribute_name(row['attribute'])}")
    return _attributes(
        rows,
        what,
        {
            "p_adjusted": Column("adjusted p", format="exact"),
            "p": Column("p", format="exact"),
            "p_chi2": Column("p by χ²", format="exact"),
        },
        f"Does F1 differ between the buckets of an attribute? p of Friedman's test over the {blocks}.",
        0,
        lambda row, key: "strong" if row["significant"] and key != "p_chi2" else None,
        [
            "Bold, *: p, adjusted by Holm for the table, is below 0.05.",
            f"Left out: buckets with under {document['min_size']} gold units.",
            *(f"Undefined, {reason}: {', '.join(cells)}." for reason, cells in reasons.items()),
            _AGREEMENT,
        ],
    )


def _weakest_said(row: Document) -> str:
    if not row["gap"]:
        return f"all {number(row['worst_f1'])}"
    return f"{bucket_said(row['worst_label'])} {number(row['worst_f1'])} {signed(-100 * row['gap'])}"


def _weakest(document: Document, model: str) -> Table:
    rows = [
        {**row, "weakest": _weakest_said(row)}
        for row in document["self_diagnosis"]
        if row["model"] == model and row["worst"] is not None
    ]
    return pivot(
        [{**row, "attribute": attribute_name(row["attribute"])} for row in rows],
        ["attribute"],
        "dataset",
        {"weakest": Column("weakest")},
        caption=f"Where {model} is weakest: bucket, F1, points behind its best (chosen after looking).",
    )


def _aided(document: Document) -> dict[str, Table]:
    """Return for each pair where the better of the two is furthest behind and ahead, on each dataset."""
    tables: dict[str, Table] = {}
    pairs = dict.fromkeys((row["first"], row["second"]) for row in document["aided_diagnosis"])
    for first, second in pairs:
        rows = [row for row in document["aided_diagnosis"] if (row["first"], row["second"]) == (first, second)]
        found: list[dict[str, Any]] = [
            {"attribute": "the better", "end": "", "dataset": row["dataset"], "where": row["better"]} for row in rows
        ]
        found += [
            {
                "attribute": attribute_name(row["attribute"]),
                "end": end,
                "dataset": row["dataset"],
                "where": _end(row[end]),
            }
            for row in rows
            for end in ("lowest", "highest")
        ]
        caption = f"{first} and {second}: where the better of them is furthest behind (−) and ahead (+), points, 95 %."
        tables[f"aided_{len(tables)}"] = pivot(
            found, ["attribute", "end"], "dataset", {"where": Column("where")}, caption=caption
        )
    return tables


def _end(extreme: Document) -> str | None:
    if extreme["bucket"] is None:
        return None
    return f"{bucket_said(extreme['label'])} {difference_in_points(extreme)}"


def _part_tables(document: Document) -> dict[str, Table]:
    """Return what parts of systems bring, and the pairs of systems that differ in one part."""
    columns = {
        "part": Column("part"),
        "first_value": Column("from"),
        "second_value": Column("to"),
        "pairs": Column("pairs", format="count"),
        "gain": Column("brings", format="gain100"),
        "low": Column("low", format="gain100"),
        "high": Column("high", format="gain100"),
        "datasets": Column("datasets", format="count"),
        "most": Column("most where"),
        "least": Column("least where"),
    }
    gains = Table(
        [{**row, **_extremes(row["where"])} for row in document["part_gains"]],
        columns,
        caption="What a part brings: F1 with the second value minus F1 with the first, in points, mean over pairs and "
        "datasets.",
        notes=("95 % over datasets (Student's t; none below three); buckets are chosen after looking at all.",),
    )
    return {"part_gains": gains, "part_pairs": pairs_table(document)}


def _extremes(where: Sequence[Document]) -> dict[str, str]:
    """Return the buckets where a part brings most and least, of those that most datasets have."""
    known = max((one["datasets"] for one in where), default=0)
    rows = sorted((one for one in where if one["datasets"] == known), key=lambda one: float(one["gain"]))
    ends = {"most": rows[-1], "least": rows[0]} if rows else {}
    return {
        end: f"{attribute_name(one['attribute'])} {bucket_place(one['bucket'], one['buckets'])}: "
        f"{signed(100 * one['gain'], 2)}"
        for end, one in ends.items()
    }


def pairs_table(document: Document) -> Table:
    """Return the gains of each pair that differs in one part: over all words, and in the buckets at either end."""
    datasets = list(dict.fromkeys(row["dataset"] for row in document["scores"]))
    rows: list[dict[str, Any]] = []
    columns = {name: Column(name) for name in ("part", "first", "second", "attribute", "end")}
    means = {key: Column(label, format="gain100") for key, label in _MEAN_GAIN.items()}
    taken = {*columns, *means}
    for pair in document["part_pairs"]:
        named = {key: pair[key] for key in ("part", "first", "second")}
        scores = {_free(row["dataset"], taken): row["gain"] for row in pair["scores"]}
        f1 = {
            f"{row['dataset']} bucket": f"{_per_cent(row['first_f1'])} → {_per_cent(row['second_f1'])}"
            for row in pair["scores"]
        }
        rows.append(
            {**named, "attribute": "F1", "end": "all words", **scores, **f1, **{key: pair[key] for key in _MEAN_GAIN}}
        )
        aided = {(row["attribute"], row["dataset"]): row for row in pair["diagnosis"]}
        for key in dict.fromkeys(row["attribute"] for row in pair["diagnosis"]):
            for end in ("lowest", "highest"):
                line = {**named, "attribute": key, "end": end}
                for name in datasets:
                    label, difference = _signed_end(aided.get((key, name)), pair["second"], end)
                    line |= {f"{name} bucket": label, _free(name, taken): difference}
                rows.append(line)
    for name in datasets:
        columns |= {f"{name} bucket": Column(name), _free(name, taken): Column("points", format="gain100")}
    return Table(
        rows,
        {**columns, **means},
        caption="Systems that differ in one part: F1 of the second minus F1 of the first, in points, over all words "
        "and in the buckets of each attribute where that is lowest and highest.",
        rules=frozenset(
            place
            for place in range(1, len(rows))
            if [rows[place][key] for key in ("first", "second")]
            != [rows[place - 1][key] for key in ("first", "second")]
        ),
    )


def _per_cent(value: float | None) -> str:
    return number(None if value is None else 100 * value, 2)


def _signed_end(row: Document | None, second: str, end: str) -> tuple[str | None, float | None]:
    """Return bucket and difference at one end, turned to second minus first where the first is the better."""
    if row is None:
        return None, None
    turned = row["better"] != second
    extreme = row[{"lowest": "highest", "highest": "lowest"}[end] if turned else end]
    if extreme["bucket"] is None:
        return None, None
    return bucket_said(extreme["label"]), -extreme["difference"] if turned else extreme["difference"]


def across_tables(across: Document) -> dict[str, Table]:
    """Return the tables of what is seen across datasets, by name."""
    tables = {"psi": psi_table(across)}
    if across["transfers"]:
        tables |= {"u": transfers_table(across, "u"), "u_hat": transfers_table(across, "relative")}
        tables["elsewhere"] = _elsewhere(across)
    for points in across["maps"]:
        tables |= _map_tables(points)
    tables["relations"] = Table(
        [
            {
                **row,
                "model": model_said(row["model"]),
                "test": row["test"] or "all pairs",
                "how": "exact" if row["exact"] else "",
            }
            for row in across["relations"]
        ],
        RELATIONS,
        caption="Does Ψ predict U? Spearman's rank correlation over the training data.",
        notes=(_POOLED,),
    )
    return {**tables, **order_tables(across["source_orders"])}


def psi_table(across: Document) -> Table:
    """Return Ψ of every test text under every training data."""
    means = [
        *({"train": row["name"], "test": None, "psi": row["psi"]} for row in across["psi_by_training"]),
        *({"train": None, "test": row["name"], "psi": row["psi"]} for row in across["psi_by_test"]),
    ]
    normalised = f" Normalisation: {', '.join(across['normalise'])}." if across.get("normalise") else ""
    return pivot(
        [*across["psi"], *means],
        ["train"],
        "test",
        {"psi": Column("Ψ", format="points")},
        caption="Psi, times 100, of every test text (columns) under every training data (rows); means include the "
        f"diagonal.{normalised}",
        notes=(_friedman_note("test texts", across["friedman_psi"]),),
    )


def transfers_table(across: Document, key: str) -> Table:
    """Return U, or the relative loss, of every model that was trained on one dataset and tested on another."""
    means = [{**dict.fromkeys(("train", "test")), row["side"]: row["name"], **row} for row in across["transfer_means"]]
    rows = [row for model in dict.fromkeys(row["model"] for row in across["transfers"])
            for row in [*across["transfers"], *means] if row["model"] == model]  # fmt: skip
    title = "U: F1" if key == "u" else "Relative loss of F1 (U hat)"
    return pivot(
        [{**row, "model": model_said(row["model"])} for row in rows],
        ["model", "train"],
        "test",
        {key: _F1 if key == "u" else Column("Û", format="share100")},
        whole=len({row["test"] for row in across["transfers"]}),
        caption=f"{title}, in per cent, of models trained on one dataset (rows) and tested on another (columns); means "
        "include the diagonal.",
    )


def _elsewhere(across: Document) -> Table:
    rows = [
        {"model": model_said(row["model"]), "name": row["name"], "side": f"{row['side']}ed on it",
         "u": row["u_elsewhere"], "u_n": row["u_elsewhere_n"], "relative": row["relative_elsewhere"],
         "relative_n": row["relative_elsewhere_n"]}
        for row in across["transfer_means"]
    ]  # fmt: skip
    whole = len({row["name"] for row in rows}) - 1
    measures = {"u": replace(_F1, label="U"), "relative": Column("Û", format="share100")}
    caption = "Means of U and Û, in per cent, over other datasets, its own left out."
    return pivot(rows, ["model", "name"], "side", measures, whole=whole, caption=caption)


def _map_tables(points: Document) -> dict[str, Table]:
    """Return where a map has the datasets, and how far they are apart."""
    title = "Map from Ψ" if points["of"] == "psi" else "Map from U"
    models = f" of {', '.join(map(model_said, points['models']))}" if points["models"] else ""
    left_out = points["left_out"]
    notes = [f"Left out, not all distances known: {', '.join(left_out)}."] if left_out else []
    columns = {"name": Column("dataset"), "x": Column("x", format="score"), "y": Column("y", format="score")}
    both = [
        {"name": one[row], "other": one[column], "distance": one["distance"]}
        for one in points["distances"]
        for row, column in (("first", "second"), ("second", "first"))
    ]
    caption = f"{title}{models}: stress {number(points['stress'])}."
    distances = pivot(
        both, ["name"], "other", {"distance": Column("distance", format="score")}, caption="Distances on it."
    )
    return {
        f"map_{points['of']}": Table(points["points"], columns, caption=caption, notes=notes),
        f"distances_{points['of']}": distances,
    }


def order_tables(orders: Sequence[Document]) -> dict[str, Table]:
    """Return for each target in which order sources are added, with Ψ after each."""
    columns = {"way": Column("way"), "own": Column("own data", format="points"), "steps": Column("then add")}
    tables = {}
    for target in dict.fromkeys(order["target"] for order in orders):
        rows = [
            {
                "way": order["way"] if order["seed"] is None else f"{order['way']} {order['seed']}",
                "own": order["own_psi"],
                "steps": " → ".join(f"{step['source']} {number(step['psi'], 1)}" for step in order["steps"])
                or "nothing",
            }
            for order in orders
            if order["target"] == target
        ]
        tables[f"sources_{target}"] = Table(rows, columns, caption=f"Sources for {target}, with Ψ after each.")
    return tables


def study_sentences(study: Study, table: ScoreTable) -> list[str]:
    """Return what stands out in a study, as its pages say it."""
    findings = [headline(table)]
    if study.models:
        findings += [models_finding(study, RHO), models_finding(study, SIGMA)]
        findings.append(friedman_finding(study.dataset_tests, study.model_tests))
    if study.datasets:
        findings.append(datasets_finding(study))
    gains = value_gains(table)
    if gains:
        findings.append(components_finding(gains, declared=sum(name in table.parts for name in table.models)))
    return [" ".join(filter(None, one)) for one in findings]


def study_lines(document: Document, sentences: Sequence[str] = ()) -> Iterator[str]:
    """Yield a study as text.

    Args:
        document: what ``study_document`` gives.
        sentences: what stands out, as the page says it.
    """
    counts = f"datasets: {len(document['datasets'])}, models: {len(document['models'])}"
    if document["published"]:
        used = any(row["source"] for row in document["scores"])
        counts += f", published: {len(document['published'])}{'' if used else ' (left out; --published takes them in)'}"
    yield counts
    for row in document["unusable"]:
        part = f" of {row['left_out_of']}" if row["left_out_of"] else ""
        yield printable(f"left out{part}, as it cannot be used: {row['dataset']}")
    yield from map(printable, sentences)
    for model in document["left_out_of_tests"]:
        missing = ", ".join(row["dataset"] for row in document["gaps"] if row["model"] == model)
        yield printable(f"left out of tests: {model}, without a score on {missing}")
    yield from table_lines(study_tables(document))
    across = document["across"]
    yield from ("", printable(document["signature"]), *([] if across is None else [printable(across["signature"])]))


def table_lines(tables: Mapping[str, Table]) -> Iterator[str]:
    """Yield tables as text, each behind an empty line; those without rows are left out."""
    for table in tables.values():
        if len(table):
            yield from ("", table.terminal())
