"""A study as tables, from its document: for CSV files, as papers print them, and in the terminal."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cwsdiag.frames import bucket_said, p_value
from cwsdiag.languages.visible import printable
from cwsdiag.output.pivot import pivot
from cwsdiag.output.table import Table
from cwsdiag.report.tables import attribute_name, flat
from cwsdiag.report.terminal import content_lines, table_lines
from cwsdiag.study import value_gains
from cwsdiag.views.across.parts import (
    RHO,
    SIGMA,
    components_finding,
    datasets_finding,
    friedman_finding,
    models_finding,
)
from cwsdiag.views.across.systems import headline
from cwsdiag.views.columns import Column
from cwsdiag.views.wording import model_said, number

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from cwsdiag.exhibits.exhibit import Content
    from cwsdiag.output.table import Emphasis
    from cwsdiag.study import ScoreTable, Study

    Document = Mapping[str, Any]
    Rows = list[dict[str, Any]]

# Lists of the document that are no tables for CSV, or are split for it.
_NO_TABLES = {"models", "left_out_of_tests", "warnings", "published", "part_pairs", "part_gains"}
_ACROSS = ("psi", "psi_by_training", "psi_by_test", "transfers", "transfer_means", "relations")
_RHO, _SIGMA = Column("S^ρ", format="share100"), Column("S^σ", format="share100")
_F1 = Column("F1", format="score100")
_ALPHA = {
    "mean": Column("α^μ", format="hundredths"),
    "rho": Column("α^ρ", format="share100"),
    "sigma": Column("α^σ", format="share100"),
}
_WEAKEST = {
    "model": Column("system"),
    "dataset": Column("dataset"),
    "title": Column("attribute"),
    "worst_label": Column("worst bucket"),
    "worst_f1": _F1,
    "best_label": Column("best bucket"),
    "best_f1": _F1,
    "gap": Column("gap", format="gain100"),
}
_AIDED = {
    "better": Column("the better"),
    "other": Column("other"),
    "dataset": Column("dataset"),
    "title": Column("attribute"),
    **{
        f"{end}_{key}": Column(label, format="text" if key == "label" else "gain100")
        for end, where in (("lowest", "furthest behind at"), ("highest", "furthest ahead at"))
        for key, label in {"label": where, "difference": "points", "low": "low", "high": "high"}.items()
    },
}
_GAINS = {
    "part": Column("part"),
    "first_value": Column("from"),
    "second_value": Column("to"),
    "pairs": Column("pairs", format="count"),
    "gain": Column("brings", format="gain100"),
    "low": Column("low", format="gain100"),
    "high": Column("high", format="gain100"),
    "datasets": Column("datasets", format="count"),
}
_MEANS = {key: Column(label, format="gain100") for key, label in {"gain": "mean", "low": "low", "high": "high"}.items()}
_CHOSEN = "Buckets are chosen after looking: check the words."


def study_csv(document: Document) -> dict[str, Rows]:
    """Return the tables of a study for CSV by name; those without rows are empty."""
    across, apart = document["across"], document["nemenyi"]
    tests = ["models", "datasets"]
    tables: dict[str, Rows] = {
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


def _spread(rows: Iterable[Document], inner: str) -> Iterator[dict[str, Any]]:
    """Yield a row for each entry of one list of each row; the means of a row itself are ``mean_…``."""
    for row in rows:
        own = {
            f"mean_{key}" if key in ("gain", "low", "high", "datasets") else key: value
            for key, value in row.items()
            if not isinstance(value, list)
        }
        yield from ({**own, **one} for one in row[inner])


def printed_tables(document: Document) -> dict[str, Table]:
    """Return the tables that papers print, by name; those that have rows."""
    across = document["across"]
    tables = {"corpora": _corpora(document)}
    if document["scores"]:
        tables["scores"] = _scores(document)
    if document["models"]:
        tables["biases"] = _biases(document)
    if across is not None:
        tables |= {"psi": _psi(across), "u": _transfers(across, "u"), "u_hat": _transfers(across, "relative")}
    if document["models"]:
        tables |= {"tests_by_dataset": _tests(document, "dataset"), "tests_by_system": _tests(document, "model")}
    tables["part_pairs"] = pairs_table(document)
    return {name: table for name, table in tables.items() if len(table)}


def study_lines(document: Document, sentences: Sequence[str] = (), contents: Iterable[Content] = ()) -> Iterator[str]:
    """Yield a study as text.

    Args:
        document: from ``study_document``.
        sentences: what stands out, as its pages say it.
        contents: what is seen across datasets.
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
    yield from table_lines(printed_tables(document))
    yield from table_lines(_further_tables(document))
    for content in contents:
        yield from content_lines(content)
    across = document["across"]
    yield from ("", printable(document["signature"]), *([] if across is None else [printable(across["signature"])]))


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


def _further_tables(document: Document) -> dict[str, Table]:
    """Return what the terminal has beside the tables of papers."""
    ranks, note, apart = [], "", document["nemenyi"]
    if apart is not None:
        ranks = sorted(apart["treatments"], key=lambda row: float(row["rank"]))
        note = f"At least {number(apart['critical_difference'], 2)} apart differ: Nemenyi, 0.05."
    weakest = [
        {**row, **{key: bucket_said(row[key]) for key in ("worst_label", "best_label")}}
        for row in document["self_diagnosis"]
        if row["worst"] is not None and row["gap"]
    ]
    aided = [
        row | {key: bucket_said(row[key]) for key in ("lowest_label", "highest_label") if row[key] is not None}
        for row in map(flat, document["aided_diagnosis"])
    ]
    for row in (*weakest, *aided):
        row["title"] = attribute_name(row["attribute"])
    columns = {"name": Column("system"), "rank": Column("mean rank", format="hundredths")}
    return {
        "ranks": Table(ranks, columns, caption="Mean ranks of the systems.", notes=[note]),
        "alpha": _by_attribute(
            document["dataset_bias"],
            "dataset",
            _ALPHA if document["models"] else {"mean": _ALPHA["mean"]},
            caption="Biases of the datasets: mean of the attribute over the gold units (α^μ); means over the systems "
            "of |S^ρ| and S^σ, in per cent (α^ρ, α^σ).",
            whole=len(document["models"]),
        ),
        "weakest": Table(weakest, _WEAKEST, caption="Where each system is weakest, F1 in per cent.", notes=[_CHOSEN]),
        "aided": Table(
            aided,
            _AIDED,
            caption="Where the better of two systems is furthest behind the other and ahead of it, in points, with "
            "95 % intervals.",
            notes=[_CHOSEN],
        ),
        "gains": Table(
            document["part_gains"],
            _GAINS,
            caption="What a part brings: F1 with the second value minus F1 with the first, in points, mean over pairs "
            "and datasets; 95 % over datasets (Student's t; none below three).",
        ),
    }


def _corpora(document: Document) -> Table:
    """Return the sizes of training data and test text of each dataset."""
    texts = {"train": "training data", "test": "test text"}
    rows = [{**row, "text": texts[row["text"]]} for row in document["corpora"]]
    return Table(
        rows,
        {
            "dataset": Column("dataset"),
            "text": Column("text"),
            **{key: Column(key, format="count") for key in ("sentences", "characters", "words", "types")},
            "oov_rate": Column("OOV", format="score100"),
            "encoding": Column("encoding"),
        },
        caption="Corpora: training data and test text of each dataset. OOV is the share of the words, in per cent, "
        "that are not words of the training data.",
        rules=frozenset(place for place in range(1, len(rows)) if rows[place]["dataset"] != rows[place - 1]["dataset"]),
    )


def _scores(document: Document) -> Table:
    """Return F1 of every system on every dataset, with what the systems are made of, and the means."""
    datasets, models = len(document["dataset_means"]), len(document["model_means"])
    means = [
        *({**row, "dataset": None, "of": datasets} for row in document["model_means"]),
        *({**row, "model": None, "of": models} for row in document["dataset_means"]),
    ]
    sources: dict[str, dict[str, None]] = {}
    for row in document["scores"]:
        if row["source"]:
            sources.setdefault(row["source"], {})[row["model"]] = None
    notes = [
        "Grey, ≈: the lead of the best over it is not significant, or too few sentences differ.",
        *(friedman_note(what, document[f"friedman_{what}"]) for what in ("models", "datasets")),
        *(f"Published, {source}: {', '.join(names)}." for source, names in sources.items()),
    ]

    def lead(row: Document, _key: str) -> Emphasis | None:
        if row.get("best"):
            return "strong"
        return None if row.get("verdict") in (None, "significant") else "weak"

    table = pivot(
        [*document["scores"], *means],
        ["model"],
        "dataset",
        {"f1": _F1},
        mark=lead,
        caption="F1, in per cent, of every system on every dataset; the best of a dataset stands out (bold, *).",
        notes=notes,
    )
    parts: dict[str, dict[str, Any]] = {}
    columns: dict[str, Column] = {}
    for row in document["parts"]:
        key = _free(row["part"], table.columns)
        columns[key] = Column(row["part"])
        parts.setdefault(row["model"], {})[key] = row["value"]
    return _beside(table, columns, parts)


def _beside(table: Table, columns: Mapping[str, Column], values: Mapping[str, Mapping[str, Any]]) -> Table:
    """Return a table with further columns behind its first, by what stands in that."""
    (first, head), *others = table.columns.items()
    frame = [{**dict.fromkeys(columns), **row, **values.get(row[first], {})} for row in table.frame]
    return replace(table, frame=frame, columns={first: head, **columns, **dict(others)})


def _free(name: str, others: Collection[str]) -> str:
    """Return a key for a column that people have named: another one where a column has that already."""
    return f"{name} " if name in others else name


def friedman_note(what: str, test: Document) -> str:
    """Return the sentence on one of Friedman's tests, over what its treatments are."""
    if test["undefined"]:
        return f"Friedman's test over {what} is undefined: {test['undefined']}."
    return (
        f"Friedman's test over {what}: p = {p_value(test['p'])} ({test['method']}), "
        f"by chi-squared {p_value(test['p_chi2'])}."
    )


def _by_attribute(rows: Sequence[Document], what: str, measures: Mapping[str, Column], **options: Any) -> Table:
    """Return a table with a column for each attribute."""
    return pivot(rows, [what], "attribute", measures, head=attribute_name, **options)


def _biases(document: Document) -> Table:
    """Return the biases of the systems: means over the datasets, grey where a test shows none."""
    whole = len(document["datasets"])
    significant = {(row["model"], row["attribute"]): row["significant"] for row in document["model_tests"]}
    means = {row["model"]: row for row in document["model_means"]}
    few: dict[str, list[int]] = {}
    for row in document["dataset_bias"]:
        one = few.setdefault(row["attribute"], [0, 0])
        one[0] += row["buckets_left_out"]
        one[1] += row["buckets"]
    left_out = ", ".join(f"{attribute_name(key)} ({out} of {every})" for key, (out, every) in few.items() if out)
    at = f"buckets with under {document['min_size']} gold units"
    table = _by_attribute(
        document["model_bias_means"],
        "model",
        {"rho": _RHO, "sigma": _SIGMA},
        caption="Biases of the systems, in per cent, means over the datasets: whether F1 rises or falls over the "
        "buckets of an attribute, and how much it varies.",
        whole=whole,
        mark=lambda row, _key: None if significant.get((row["model"], row["attribute"]), True) else "weak",
        notes=[
            "Grey, ≈: by Friedman's test over the datasets F1 does not differ between the buckets (adjusted p ≥ 0.05).",
            *([f"Biases and tests leave out {at}: {left_out}."] if left_out else []),
        ],
    )
    counts = {
        (place, "mean_f1"): n for place, row in enumerate(table.frame) if 0 < (n := means[row["model"]]["n"]) < whole
    }
    table = replace(table, counts={**table.counts, **counts})
    return _beside(table, {"mean_f1": _F1}, {name: {"mean_f1": row["f1"]} for name, row in means.items()})


def _tests(document: Document, what: str) -> Table:
    """Return Friedman's tests over the buckets of each attribute, one of each dataset or model."""
    rows = document[f"{what}_tests"]
    reasons: dict[str, list[str]] = {}
    for row in rows:
        if row["undefined"]:
            reasons.setdefault(row["undefined"], []).append(f"{row[what]} {attribute_name(row['attribute'])}")
    return _by_attribute(
        rows,
        what,
        {
            "p_adjusted": Column("adjusted p", format="exact"),
            "p": Column("p", format="exact"),
            "p_chi2": Column("p by χ²", format="exact"),
        },
        caption="Does F1 differ between the buckets of an attribute? p of Friedman's test over the "
        f"{'systems' if what == 'dataset' else 'datasets'}.",
        mark=lambda row, key: "strong" if row["significant"] and key != "p_chi2" else None,
        notes=[
            "Bold, *: p, adjusted by Holm for the table, is below 0.05.",
            f"Left out: buckets with under {document['min_size']} gold units.",
            *(f"Undefined, {reason}: {', '.join(cells)}." for reason, cells in reasons.items()),
            "Models on one test set are not independent blocks: a small p shows that they agree.",
        ],
    )


def pairs_table(document: Document) -> Table:
    """Return the gains of each pair that differs in one part: over all words, and in the buckets at either end."""
    datasets = list(dict.fromkeys(row["dataset"] for row in document["scores"]))
    columns = {name: Column(name) for name in ("part", "first", "second", "attribute", "end")}
    taken = {*columns, *_MEANS}
    rows: Rows = []
    for pair in document["part_pairs"]:
        named = {key: pair[key] for key in ("part", "first", "second")}
        whole = {**named, "attribute": "F1", "end": "all words", **{key: pair[key] for key in _MEANS}}
        for row in pair["scores"]:
            f1 = [number(None if row[key] is None else 100 * row[key], 2) for key in ("first_f1", "second_f1")]
            whole |= {f"{row['dataset']} bucket": " → ".join(f1), _free(row["dataset"], taken): row["gain"]}
        rows.append(whole)
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
    systems = [(row["first"], row["second"]) for row in rows]
    return Table(
        rows,
        {**columns, **_MEANS},
        caption="Systems that differ in one part: F1 of the second minus F1 of the first, in points, over all words "
        "and in the buckets of each attribute where that is lowest and highest.",
        rules=frozenset(place for place in range(1, len(rows)) if systems[place] != systems[place - 1]),
    )


def _signed_end(row: Document | None, second: str, end: str) -> tuple[str | None, float | None]:
    """Return bucket and difference at one end, turned to second minus first where the first is the better."""
    if row is None:
        return None, None
    turned = row["better"] != second
    extreme = row[{"lowest": "highest", "highest": "lowest"}[end] if turned else end]
    if extreme["bucket"] is None:
        return None, None
    return bucket_said(extreme["label"]), -extreme["difference"] if turned else extreme["difference"]


def _psi(across: Document) -> Table:
    """Return Ψ of every test text under every training data."""
    means = [
        *({"train": row["name"], "test": None, "psi": row["psi"]} for row in across["psi_by_training"]),
        *({"train": None, "test": row["name"], "psi": row["psi"]} for row in across["psi_by_test"]),
    ]
    normalised = f" Normalisation: {', '.join(across['normalise'])}." if across["normalise"] else ""
    return pivot(
        [*across["psi"], *means],
        ["train"],
        "test",
        {"psi": Column("Ψ", format="points")},
        caption="Psi, times 100, of every test text (columns) under every training data (rows); means include the "
        f"diagonal.{normalised}",
        notes=(friedman_note("test texts", across["friedman_psi"]),),
    )


def _transfers(across: Document, key: str) -> Table:
    """Return U, or the relative loss, of every model that was trained on one dataset and tested on another."""
    means = [{"train": None, "test": None, row["side"]: row["name"], **row} for row in across["transfer_means"]]
    models = list(dict.fromkeys(row["model"] for row in across["transfers"]))
    # A model's means stand below and beside its own rows.
    rows = sorted([*across["transfers"], *means], key=lambda row: models.index(row["model"]))
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
