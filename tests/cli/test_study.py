"""``cwsdiag study``: the document is what the library says, gaps and undefined cells included; tables; messages."""

import csv
import io
import math
import os
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import cwsdiag
from cwsdiag import cli
from cwsdiag.files import sample_project
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
    sizes = [(row["dataset"], row["text"], row["words"], row["oov_rate"]) for row in sample["corpora"][:2]]
    assert sizes == [
        ("news", text, len((SAMPLE.parent / "news" / "first" / f"{text}.txt").read_text("utf-8").split()), oov)
        for text, oov in (("train", None), ("test", sample["datasets"][0]["oov_rate"]))
    ]
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
        assert same(row["rho"], found.rho[cell])
        assert same(row["sigma"], found.sigma[cell])
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
    assert sample["min_size"] == 30
    assert [(row["dataset"], row["attribute"], row["bucket"], row["gold"]) for row in sample["left_out_buckets"]] == [
        (name, key, bucket, size)
        for name, one in zip(found.datasets, found.diagnoses, strict=True)
        for key in KEYS
        for bucket, size in enumerate(one.attribute(key).gold)
        if size < 30
    ]
    for row in sample["dataset_tests"]:
        assert same(row["p"], found.dataset_test(datasets[row["dataset"]], row["attribute"]).p)
    for row in sample["model_tests"]:
        test = found.model_test(row["model"], row["attribute"])
        assert same(row["p"], test.p)
        assert row["undefined"] == (test.undefined or None)
        assert tuple(row["dropped"]) == test.dropped
    assert any(row["undefined"] for row in sample["model_tests"])


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
        assert row["unit"] == diagnosis.unit_of(found.better, found.other)
        for end, extreme in (("lowest", found.lowest), ("highest", found.highest)):
            assert (row[end]["bucket"], row[end]["difference"]) == (extreme.bucket, extreme.difference)
            assert (row[end]["low"], row[end]["high"]) == (extreme.low, extreme.high)
    assert {(row["first"], row["second"]) for row in sample["aided_diagnosis"]} == set(
        combinations(sample["models"], 2)
    )


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
        assert means["test", name]["u_elsewhere"] == pytest.approx((crf.u[:, at].sum() - crf.u[at, at]) / 3)
    by_psi = draw_map(distances(matrix.values), matrix.names)
    by_u = aligned(draw_map(mean_distances([crf.u]), matrix.names), by_psi)
    assert [row["of"] for row in across["maps"]] == ["psi", "u"]
    for row, drawn in zip(across["maps"], (by_psi, by_u), strict=True):
        assert [[one["x"], one["y"]] for one in row["points"]] == drawn.points.tolist()
        assert [one["distance"] for one in row["distances"]] == drawn.distances[np.triu_indices(4, 1)].tolist()
        assert row["stress"] == drawn.stress
    expected = relations(matrix.values, crf.u, matrix.names)
    assert [row["rho"] for row in across["relations"]] == [one.correlation.rho for one in expected]
    assert [row["p_adjusted"] for row in across["relations"]] == [one.p_adjusted for one in expected]
    assert across["relations"][-1]["test"] is None
    wanted = [order for corpus in corpora for order in orders(corpus, corpora, seeds=1)]
    assert [[step["source"] for step in row["steps"]] for row in across["source_orders"]] == [
        list(order.sources) for order in wanted
    ]
    assert [row["own_psi"] for row in across["source_orders"]] == [order.psi[0] for order in wanted]
    assert "crf ← microblog:" in across["signature"], "the files that U comes from"


def test_settings_are_taken_and_signed(run):
    found = document(
        run("study", SAMPLE, "--json", "--within", "--buckets", 4, "--attributes", "wLen,sLen", "--seed", 3, *FAST)
    )
    assert found["across"] is None
    assert [row["key"] for row in found["attributes"]] == ["wLen", "sLen"]
    assert "buckets:equal:4" in found["signature"]
    assert found["signature"].endswith("resamples:20 | seed:3 | min-size:30")
    one = document(run("study", SAMPLE, "--json", "--within", "--pair", "jieba=crf", *FAST))
    assert {(row["first"], row["second"]) for row in one["aided_diagnosis"]} == {("jieba", "crf")}


def test_text(run):
    text = run("study", SAMPLE, *FAST).stdout
    for said in (
        "crf has the highest mean: F1 0.8",
        "Datasets may differ by chance alone: Friedman's test",
        "Undefined, needs 3 datasets",
        "Where every system fails",
        "crf and jieba",
        "What a part brings",
        "training data",
        "Map of the datasets from Ψ",
        "all pairs",
        "Ψ of microblog as sources are added",
    ):
        assert said in text
    assert all(line.startswith("cwsdiag ") for line in text.strip().split("\n")[-2:]), "signatures last"


def test_tables_as_csv(run, files):
    said = run("study", SAMPLE, "--csv", "out", "--latex", "print", *FAST).stdout.split()
    assert len(said) == 18 and sorted(Path(path).name for path in said) == sorted(os.listdir(files / "print"))
    tables = {path.name: path.read_text(encoding="utf-8") for path in (files / "out").iterdir()}
    rows = {name: list(csv.DictReader(io.StringIO(text))) for name, text in tables.items()}
    assert len(rows["psi.csv"]) == 16
    assert len(rows["model_bias.csv"]) == 4 * 4 * len(KEYS)
    assert rows["source_orders.csv"][1]["source"] == "microblog, first criterion"
    assert rows["aided_diagnosis.csv"][0]["lowest_label"]
    assert len(rows["kinds.csv"]) == 4 * 4
    assert not any("[" in value and "{" in value for row in rows["aided_diagnosis.csv"] for value in row.values())
    assert tables["signature.txt"].count("\n") == 2
    assert "there is a file where a folder should be" in run("study", SAMPLE, "--csv", "gold.txt", *FAST, code=2).stderr
    check_printed(files / "print", rows)


def check_printed(folder, rows):
    """The tables as papers print them hold the numbers of the others, each as LaTeX and as CSV of the same columns."""
    names = ["corpora", "scores", "biases", "psi", "u", "u_hat", "tests_by_dataset", "tests_by_system", "part_pairs"]
    assert {path.name for path in folder.iterdir()} == {f"{name}.{end}" for name in names for end in ("tex", "csv")}
    texts = {name: (folder / f"{name}.csv").read_text(encoding="utf-8") for name in names}
    found = {name: list(csv.reader(io.StringIO(text))) for name, text in texts.items()}
    for name, (heading, *table) in found.items():
        tex = (folder / f"{name}.tex").read_text(encoding="utf-8")
        lines = [line for line in tex.splitlines() if line.endswith(r"\\") and "multicolumn" not in line]
        assert [line.count(" & ") for line in lines] == [len(heading) - 1] * (len(table) + 1)
        assert tex.startswith("% cwsdiag") and f"\\label{{tab:{name}}}" in tex
    heading, *table = found["scores"]
    scores = {(line[0], name): value for line in table for name, value in zip(heading[1:], line[1:], strict=True)}
    assert all(scores[row["model"], row["dataset"]] == row["f1"] for row in rows["scores.csv"])
    assert all(scores[row["model"], "mean"] == row["f1"] for row in rows["model_means.csv"])
    tex = (folder / "scores.tex").read_text(encoding="utf-8")
    assert r"& \textbf{82.95} & \textcolor{gray}{85.73} & \textbf{84.66} &" in tex and "exact p = 0.0678" in tex
    assert found["u_hat"][-1][:2] == ["crf", "mean"] and found["psi"][-1][0] == "mean"


def test_the_built_in_segmenter_is_learnt_on_request(run, files):
    options = ("study", SAMPLE, "--train-built-in", "--template", "F1", "--cache", files / "kept", "--json", *FAST)
    across = document(run(*options))["across"]
    assert {row["model"] for row in across["transfers"]} == {"crf", "perceptron F1"}
    assert across["maps"][1]["models"] == ["crf", "perceptron F1"]
    assert across["signature"].endswith("segmenter:perceptron F1")
    assert any((files / "kept").rglob("*"))
    assert document(run(*options))["across"] == across


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("study", "."), "no such project file"),
        (("study", SAMPLE, "--normalise", "none", "--normalise", "nfkc"), "cannot be combined with others"),
        (("study", SAMPLE, "--within", "--pair", "crf"), "A=B"),
        (("study", SAMPLE, "--within", "--pair", "crf=nope"), "crf, maximum matching, jieba"),
        (("study", SAMPLE, "--within", "--train-built-in"), "Give only one of them"),
        (("study", SAMPLE, "--train-built-in", "--template", "F9"), "F9"),
        (("study", SAMPLE, "--train-built-in", "--cache", "kept", "--no-cache"), "give only one of them"),
    ],
)
def test_bad_input_ends_with_one_short_message(run, arguments, named):
    result = run(*arguments, code=2)
    assert result.stdout == ""
    assert named in result.stderr
    assert len(result.stderr.strip().split("\n")) <= 10
