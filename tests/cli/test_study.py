"""``cwsdiag study``: the document is what the library says, gaps and undefined cells included; tables; messages."""

import csv
import os
from dataclasses import asdict
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import cwsdiag
from cwsdiag import cli
from cwsdiag.files import sample_project
from cwsdiag.project import load_dataset, read_project
from cwsdiag.project.studies import load_corpora, load_predictions, load_study, transfers_of
from cwsdiag.study import aligned, distances, draw_map, mean_distances, orders, psi_matrix, relations
from tests.cli.conftest import document
from tests.oracles.attributes import KEYS

SAMPLE = sample_project()
FAST = ("--resamples", 20)


def equal(rows, key, expected):
    """Whether rows have the numbers of a table of the library, in its order; null for NaN."""
    found = np.array([row[key] for row in rows], dtype=np.float64)
    return np.array_equal(found, np.ravel(expected), equal_nan=True)


def named(rows, *keys):
    return [tuple(row[key] for key in keys) for row in rows]


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
    assert sample["models"] == ["crf", "maximum matching", "jieba", "wapic"]
    assert named(sample["scores"], "dataset", "model") == [*product(found.datasets, found.models)]
    assert equal(sample["scores"], "f1", found.f1.T)
    best = [(row["dataset"], row["model"]) for row in sample["scores"] if row["best"]]
    assert best == [(name, found.models[place]) for name, place in zip(found.datasets, found.f1.argmax(0), strict=True)]
    tested = [(name, one) for name, tests in zip(found.datasets, found.verdicts, strict=True) for one in tests]
    assert [(row["dataset"], row["a"], row["b"], row["f1"]["p_deciding"]) for row in sample["pairs"]] == [
        (name, one.a, one.b, one.scores["f1"].p_deciding) for name, one in tested
    ]
    assert equal(sample["model_means"], "f1", found.f1.mean(axis=1))
    for what, test in (("models", found.models_test()), ("datasets", found.datasets_test())):
        row = sample[f"friedman_{what}"]
        assert (row["statistic"], row["p"], row["significant"]) == (test.statistic, test.p, test.is_significant)
    apart = found.models_apart()
    assert sample["nemenyi"]["critical_difference"] == apart.critical_difference
    assert equal(sample["nemenyi"]["pairs"], "p", apart.p[np.triu_indices(4, 1)])


def test_biases_are_those_of_the_library(sample, project):
    found = load_study(project)
    models, datasets, keys = found.models, found.datasets, found.keys
    assert named(sample["model_bias"], "model", "dataset", "attribute") == [*product(models, datasets, keys)]
    assert named(sample["model_bias_means"], "model", "attribute") == [*product(models, keys)]
    assert named(sample["dataset_bias"], "dataset", "attribute") == [*product(datasets, keys)]
    for key, cells, by_model, by_dataset in (
        ("rho", found.rho, found.rho_by_model, found.rho_by_dataset),
        ("sigma", found.sigma, found.sigma_by_model, found.sigma_by_dataset),
    ):
        assert equal(sample["model_bias"], key, cells)
        for rows, (means, counts) in ((sample["model_bias_means"], by_model), (sample["dataset_bias"], by_dataset)):
            assert equal(rows, key, means) and equal(rows, f"{key}_n", counts)
    assert equal(sample["dataset_bias"], "mean", found.means)
    assert equal(sample["dataset_bias"], "relative_mean", found.relative_means)
    gold = [one.attribute(key).gold for one in found.diagnoses for key in keys]
    assert equal(sample["dataset_bias"], "buckets", [len(sizes) for sizes in gold])
    assert equal(sample["dataset_bias"], "buckets_left_out", [(sizes < 30).sum() for sizes in gold])
    assert named(sample["left_out_buckets"], "dataset", "attribute", "bucket") == [*found.left_out_buckets]
    assert equal(sample["dataset_tests"], "p", [[test.p for test in row] for row in found.dataset_tests])
    assert [(row["undefined"], tuple(row["dropped"])) for row in sample["model_tests"]] == [
        (test.undefined or None, test.dropped) for row in found.model_tests for test in row
    ]


def test_diagnoses_are_those_of_each_dataset(sample, project):
    diagnosis = cwsdiag.diagnose(load_dataset(project.datasets[0]), buckets=10, resamples=20, attributes=[*KEYS])
    own = {(row["model"], row["attribute"]): row for row in sample["self_diagnosis"] if row["dataset"] == "news"}
    for found in diagnosis.self_diagnosis():
        row = own[found.system, found.attribute]
        assert (row["worst"], row["best"]) == (found.worst, found.best) and equal([row], "gap", found.gap)
        assert row["worst_label"] == diagnosis.attribute(found.attribute).buckets.labels[found.worst]
        assert row["best_f1"] - row["worst_f1"] == pytest.approx(found.gap)
    pairs = {(row["better"], row["other"], row["attribute"]): row for row in sample["aided_diagnosis"]
             if row["dataset"] == "news"}  # fmt: skip
    for found in diagnosis.aided_diagnosis():
        row = pairs[found.better, found.other, found.attribute]
        for end, extreme in (("lowest", found.lowest), ("highest", found.highest)):
            assert row[end].items() >= asdict(extreme).items()


def test_what_lies_across_is_that_of_the_library(sample, project):
    across = sample["across"]
    corpora, (crf,) = load_corpora(project), transfers_of(load_predictions(project), project.datasets)
    matrix = psi_matrix(corpora)
    assert named(across["psi"], "train", "test") == [*product(matrix.names, repeat=2)]
    assert equal(across["psi"], "psi", matrix.values)
    assert equal(across["psi_by_training"], "psi", matrix.by_training)
    assert equal(across["psi_by_test"], "psi", matrix.by_test)
    assert across["friedman_psi"]["p"] == matrix.test().p
    assert {row["model"] for row in across["transfers"]} == {"crf"}
    assert equal(across["transfers"], "u", crf.u) and equal(across["transfers"], "relative", crf.relative)
    means = {(row["side"], row["name"]): row for row in across["transfer_means"]}
    for at, name in enumerate(crf.names):
        for side, row in (("train", crf.relative[at]), ("test", crf.relative[:, at])):
            assert means[side, name]["relative"] == pytest.approx(sum(row) / 4)
            assert means[side, name]["relative_elsewhere"] == pytest.approx((sum(row) - row[at]) / 3)
            assert (means[side, name]["relative_n"], means[side, name]["relative_elsewhere_n"]) == (4, 3)
    by_psi = draw_map(distances(matrix.values), matrix.names)
    by_u = aligned(draw_map(mean_distances([crf.u]), matrix.names), by_psi)
    for row, of, drawn in zip(across["maps"], ("psi", "u"), (by_psi, by_u), strict=True):
        assert (row["of"], row["stress"]) == (of, drawn.stress)
        assert equal(row["points"], "x", drawn.points[:, 0]) and equal(row["points"], "y", drawn.points[:, 1])
        assert equal(row["distances"], "distance", drawn.distances[np.triu_indices(4, 1)])
    assert named(across["relations"], "test", "rho", "p_adjusted") == [
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
    rows = {name: list(csv.DictReader(text.splitlines())) for name, text in tables.items()}
    assert len(rows["psi.csv"]) == 16 and len(rows["kinds.csv"]) == 4 * 4
    assert rows["source_orders.csv"][1]["source"] == "microblog, first criterion"
    assert rows["aided_diagnosis.csv"][0]["lowest_label"]
    assert not any("[" in value and "{" in value for row in rows["aided_diagnosis.csv"] for value in row.values())
    assert tables["signature.txt"].count("\n") == 2
    check_printed(files / "print", rows)


def check_printed(folder, rows):
    """The tables as papers print them hold the numbers of the others, each as LaTeX and as CSV of the same columns."""
    for path in folder.glob("*.csv"):
        tex = path.with_suffix(".tex").read_text("utf-8")
        lines = [line for line in tex.splitlines() if line.endswith(r"\\") and "multicolumn" not in line]
        table = csv.reader(path.read_text("utf-8").splitlines())
        assert [line.count(" & ") for line in lines] == [len(row) - 1 for row in table]
        assert tex.startswith("% cwsdiag") and f"\\label{{tab:{path.stem}}}" in tex
    head, *lines = csv.reader((folder / "scores.csv").read_text("utf-8").splitlines())
    printed = {line[0]: dict(zip(head, line, strict=True)) for line in lines}
    assert all(printed[row["model"]][row["dataset"]] == row["f1"] for row in rows["scores.csv"])
    assert all(printed[row["model"]]["mean"] == row["f1"] for row in rows["model_means.csv"])
    tex = (folder / "scores.tex").read_text("utf-8")
    assert r"& \textbf{82.95} & \textcolor{gray}{85.73} & \textbf{84.66} &" in tex and "exact p = 0.0678" in tex


def test_the_built_in_segmenter_is_learnt_on_request(run, files):
    options = ("study", SAMPLE, "--train-built-in", "--template", "F1", "--cache", files / "kept", "--json", *FAST)
    across = document(run(*options))["across"]
    assert {row["model"] for row in across["transfers"]} == {"crf", "perceptron F1"}
    assert across["maps"][1]["models"] == ["crf", "perceptron F1"]
    assert across["signature"].endswith("segmenter:perceptron F1")
    assert any((files / "kept").rglob("*"))
