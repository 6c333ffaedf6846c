"""``cwsdiag study``: the document is what the library says, gaps and undefined cells included; tables; messages."""

import csv
import io
import math
import os
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import cwsdiag
from cwsdiag import cli
from cwsdiag.folders import sample_project
from cwsdiag.project import load_dataset, read_project
from cwsdiag.project.studies import load_corpora, load_study, load_transfers
from cwsdiag.study import aligned, distances, draw_map, mean_distances, orders, psi_matrix, relations
from tests.cli.conftest import document
from tests.oracles.attributes import KEYS

SAMPLE = sample_project()
FAST = ("--resamples", 20)


def same(value, expected):
    """Whether a value of a document is the number that the library gives; null for NaN."""
    return value is None if math.isnan(expected) else value == expected


@pytest.fixture(scope="module")
def project():
    return read_project(SAMPLE)


@pytest.fixture(scope="module")
def sample():
    result = CliRunner().invoke(cli.main, ["study", str(SAMPLE), "--json", *map(str, FAST)])
    assert result.exit_code == 0, result.output
    return document(result)


def test_scores_and_tests_are_those_of_the_library(sample, project):
    found = load_study(project)
    assert [row["name"] for row in sample["datasets"]] == list(found.datasets)
    assert sample["models"] == ["crf", "maximum matching", "jieba", "wapic"]
    f1 = np.array([row["f1"] for row in sample["scores"]]).reshape(4, 4).T
    assert np.array_equal(f1, found.f1)
    best = {row["dataset"]: row["model"] for row in sample["scores"] if row["best"]}
    assert best == {name: found.models[place] for name, place in zip(found.datasets, f1.argmax(axis=0), strict=True)}
    tested = [(name, one) for name, tests in zip(found.datasets, found.verdicts, strict=True) for one in tests]
    assert [(row["dataset"], row["a"], row["b"], row["f1"]["p_deciding"]) for row in sample["pairs"]] == [
        (name, one.a, one.b, one.scores["f1"].p_deciding) for name, one in tested
    ]
    assert [row["f1"] for row in sample["model_means"]] == found.f1.mean(axis=1).tolist()
    for what, test in (("models", found.models_test()), ("datasets", found.datasets_test())):
        row = sample[f"friedman_{what}"]
        assert (row["statistic"], row["p"], row["significant"]) == (test.statistic, test.p, test.is_significant)
    apart = found.models_apart()
    assert sample["nemenyi"]["critical_difference"] == apart.critical_difference
    pairs = {(row["first"], row["second"]): row["p"] for row in sample["nemenyi"]["pairs"]}
    assert pairs["crf", "jieba"] == apart.p[0, 2]


def test_biases_are_those_of_the_library(sample, project):
    found = load_study(project)
    models, datasets, keys = (
        {name: place for place, name in enumerate(names)} for names in (found.models, found.datasets, found.keys)
    )
    assert len(sample["model_bias"]) == 4 * 4 * len(KEYS)
    for row in sample["model_bias"]:
        cell = models[row["model"]], datasets[row["dataset"]], keys[row["attribute"]]
        assert same(row["rho"], found.rho[cell]) and same(row["sigma"], found.sigma[cell])
    for row in sample["model_bias_means"]:
        cell = models[row["model"]], keys[row["attribute"]]
        assert same(row["rho"], found.rho_by_model[0][cell]) and row["rho_n"] == found.rho_by_model[1][cell]
        assert (row["sigma"], row["sigma_n"]) == tuple(part[cell] for part in found.sigma_by_model)
    for row in sample["dataset_bias"]:
        cell = datasets[row["dataset"]], keys[row["attribute"]]
        assert same(row["mean"], found.means[cell]) and same(row["relative_mean"], found.relative_means[cell])
        assert same(row["rho"], found.rho_by_dataset[0][cell]) and row["rho_n"] == found.rho_by_dataset[1][cell]
        assert (row["sigma"], row["sigma_n"]) == tuple(part[cell] for part in found.sigma_by_dataset)
        gold = found.diagnoses[cell[0]].attribute(row["attribute"]).gold.tolist()
        assert (row["buckets"], row["buckets_left_out"]) == (len(gold), sum(size < 30 for size in gold))
    assert [(row["dataset"], row["attribute"], row["bucket"]) for row in sample["left_out_buckets"]] == list(
        found.left_out_buckets
    )
    for row in sample["dataset_tests"]:
        assert same(row["p"], found.dataset_test(datasets[row["dataset"]], row["attribute"]).p)
    for row in sample["model_tests"]:
        test = found.model_test(row["model"], row["attribute"])
        assert same(row["p"], test.p)
        assert (row["undefined"], tuple(row["dropped"])) == (test.undefined or None, test.dropped)


def test_diagnoses_are_those_of_each_dataset(sample, project):
    diagnosis = cwsdiag.diagnose(load_dataset(project.datasets[0]), buckets=10, resamples=20)
    own = {(row["model"], row["attribute"]): row for row in sample["self_diagnosis"] if row["dataset"] == "news"}
    for found in diagnosis.self_diagnosis():
        if found.attribute in ("diff", "label:genre"):  # of one dataset alone
            continue
        row = own[found.system, found.attribute]
        assert (row["worst"], row["best"]) == (found.worst, found.best)
        assert same(row["gap"], found.gap)
        assert row["worst_label"] == diagnosis.attribute(found.attribute).buckets.labels[found.worst]
        assert row["best_f1"] - row["worst_f1"] == pytest.approx(found.gap)
    pairs = {(row["better"], row["other"], row["attribute"]): row for row in sample["aided_diagnosis"]
             if row["dataset"] == "news"}  # fmt: skip
    for found in diagnosis.aided_diagnosis():
        if found.attribute in ("diff", "label:genre"):
            continue
        row = pairs[found.better, found.other, found.attribute]
        for end, extreme in (("lowest", found.lowest), ("highest", found.highest)):
            assert [row[end][key] for key in ("bucket", "difference", "low", "high")] == [
                extreme.bucket, extreme.difference, extreme.low, extreme.high,
            ]  # fmt: skip


def test_what_lies_across_is_that_of_the_library(sample, project):
    across = sample["across"]
    corpora, tables = load_corpora(project), load_transfers(project)
    matrix = psi_matrix(corpora)
    assert np.array_equal(np.array([row["psi"] for row in across["psi"]]).reshape(4, 4), matrix.values)
    assert [row["psi"] for row in across["psi_by_training"]] == matrix.by_training.tolist()
    assert [row["psi"] for row in across["psi_by_test"]] == matrix.by_test.tolist()
    assert across["friedman_psi"]["p"] == matrix.test().p
    (crf,) = tables
    assert {row["model"] for row in across["transfers"]} == {"crf"}
    assert np.array_equal(np.array([row["u"] for row in across["transfers"]]).reshape(4, 4), crf.u)
    assert np.array_equal(np.array([row["relative"] for row in across["transfers"]]).reshape(4, 4), crf.relative)
    means = {(row["side"], row["name"]): row for row in across["transfer_means"]}
    for at, name in enumerate(crf.names):
        for side, row in (("train", crf.relative[at]), ("test", crf.relative[:, at])):
            assert means[side, name]["relative"] == pytest.approx(sum(row) / 4)
            assert means[side, name]["relative_elsewhere"] == pytest.approx((sum(row) - row[at]) / 3)
            assert (means[side, name]["relative_n"], means[side, name]["relative_elsewhere_n"]) == (4, 3)
        assert means["train", name]["u"] == pytest.approx(crf.u[at].mean())
    by_psi = draw_map(distances(matrix.values), matrix.names)
    by_u = aligned(draw_map(mean_distances([crf.u]), matrix.names), by_psi)
    assert [row["of"] for row in across["maps"]] == ["psi", "u"]
    for row, drawn in zip(across["maps"], (by_psi, by_u), strict=True):
        assert [[one["x"], one["y"]] for one in row["points"]] == drawn.points.tolist()
        assert [one["distance"] for one in row["distances"]] == drawn.distances[np.triu_indices(4, 1)].tolist()
        assert row["stress"] == drawn.stress
    assert [(row["test"], row["rho"], row["p_adjusted"]) for row in across["relations"]] == [
        (one.test or None, one.correlation.rho, one.p_adjusted) for one in relations(matrix.values, crf.u, matrix.names)
    ]
    wanted = [order for corpus in corpora for order in orders(corpus, corpora, seeds=1)]
    assert [([step["source"] for step in row["steps"]], row["own_psi"]) for row in across["source_orders"]] == [
        (list(order.sources), order.psi[0]) for order in wanted
    ]
    assert "crf ← microblog:" in across["signature"], "the files that U comes from"


def test_settings_are_taken_and_signed(run):
    chosen = ("--within", "--buckets", 4, "--attributes", "wLen,sLen", "--seed", 3, "--pair", "jieba=crf")
    found = document(run("study", SAMPLE, "--json", *chosen, *FAST))
    assert found["across"] is None
    assert [row["key"] for row in found["attributes"]] == ["wLen", "sLen"]
    assert "buckets:equal:4" in found["signature"]
    assert found["signature"].endswith("resamples:20 | seed:3 | min-size:30")
    assert {(row["first"], row["second"]) for row in found["aided_diagnosis"]} == {("jieba", "crf")}


def test_text_and_tables(run, files):
    text = run("study", SAMPLE, *FAST).stdout
    for said in (
        "crf has the highest mean: F1 0.8",
        "Where every system fails",
        "What a part brings",
        "Map of the datasets from Ψ",
        "Ψ of microblog as sources are added",
    ):
        assert said in text
    assert all(line.startswith("cwsdiag ") for line in text.strip().split("\n")[-2:]), "signatures last"
    said = run("study", SAMPLE, "--csv", "out", "--latex", "print", *FAST).stdout.split()
    assert len(said) == 18 and sorted(Path(path).name for path in said) == sorted(os.listdir(files / "print"))
    tables = {path.name: path.read_text(encoding="utf-8") for path in (files / "out").iterdir()}
    rows = {name: list(csv.DictReader(io.StringIO(text))) for name, text in tables.items()}
    assert len(rows["psi.csv"]) == 16 and len(rows["kinds.csv"]) == 4 * 4
    assert rows["source_orders.csv"][1]["source"] == "microblog, first criterion"
    assert rows["aided_diagnosis.csv"][0]["lowest_label"]
    assert not any("[" in value and "{" in value for row in rows["aided_diagnosis.csv"] for value in row.values())
    assert tables["signature.txt"].count("\n") == 2
    check_printed(files / "print", rows)


def check_printed(folder, rows):
    """The tables as papers print them hold the numbers of the others, each as LaTeX and as CSV of the same columns."""
    found = {path.stem: list(csv.reader(io.StringIO(path.read_text("utf-8")))) for path in folder.glob("*.csv")}
    for name, table in found.items():
        tex = (folder / f"{name}.tex").read_text("utf-8")
        lines = [line for line in tex.splitlines() if line.endswith(r"\\") and "multicolumn" not in line]
        assert [line.count(" & ") for line in lines] == [len(row) - 1 for row in table]
        assert tex.startswith("% cwsdiag") and f"\\label{{tab:{name}}}" in tex
    heading, *table = found["scores"]
    scores = {(line[0], name): value for line in table for name, value in zip(heading[1:], line[1:], strict=True)}
    assert all(scores[row["model"], row["dataset"]] == row["f1"] for row in rows["scores.csv"])
    assert all(scores[row["model"], "mean"] == row["f1"] for row in rows["model_means.csv"])
    tex = (folder / "scores.tex").read_text("utf-8")
    assert r"& \textbf{82.95} & \textcolor{gray}{85.73} & \textbf{84.66} &" in tex and "exact p = 0.0678" in tex


def test_the_built_in_segmenter_is_learnt_on_request(run, files):
    options = ("study", SAMPLE, "--train-built-in", "--template", "F1", "--cache", files / "kept", "--json", *FAST)
    across = document(run(*options))["across"]
    assert {row["model"] for row in across["transfers"]} == {"crf", "perceptron F1"}
    assert across["maps"][1]["models"] == ["crf", "perceptron F1"]
    assert across["signature"].endswith("segmenter:perceptron F1")
    assert any((files / "kept").rglob("*"))
