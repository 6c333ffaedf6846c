"""``cwsdiag compare``: documents, the table, what it refuses."""

import csv
import json

import pytest

import cwsdiag
from cwsdiag.diagnosis import diagnose
from cwsdiag.diagnosis.runs import compare_runs
from tests.cli.conftest import GOLD, WRONG

PAIR = ("--gold", "gold.txt", "--train", "train.txt", "--system", "right=right.txt", "--system", "wrong=wrong.txt")
# Twelve times the same two sentences: enough that differ, and enough words.
TIMES = 12


@pytest.fixture
def many(files):
    """The same files, long enough for verdicts, and a third system that is wrong in a single sentence."""
    for name, text in (("gold", GOLD * TIMES), ("right", GOLD * TIMES), ("wrong", WRONG * TIMES),
                       ("third", WRONG + GOLD * (TIMES - 1))):  # fmt: skip
        (files / f"{name}.txt").write_text(text, encoding="utf-8")
    return files


def test_compare_as_json(run, many):
    document = json.loads(run("compare", *PAIR, "--json").stdout)
    assert (document["a"], document["b"], document["unit"], document["units"]) == ("right", "wrong", "sentence", 24)
    f1 = document["f1"]
    assert set(f1) >= {"a", "b", "difference", "low", "high", "p", "differing_units", "detectable", "verdict"}
    assert (f1["a"], f1["difference"], f1["verdict"]) == (1.0, 1 - 10 / 16, "significant")
    assert (f1["differing_units"], document["exact"], document["oov_recall"]["difference"]) == (24, False, 1.0)
    bucket = document["buckets"][1]
    assert set(bucket) >= {
        "attribute", "bucket", "label", "gold", "f1_a", "f1_b", "difference", "low", "high", "p", "p_adjusted", "q",
        "cost_a", "cost_b", "detectable", "differing_units", "verdict",
    }  # fmt: skip
    assert (bucket["attribute"], bucket["bucket"], bucket["label"], bucket["gold"]) == ("wLen", 1, "2", 48)
    assert document["agreement"] == {
        "both_right": 60, "only_a": 24, "only_b": 0, "both_wrong_alike": 0, "both_wrong_differently": 0,
    }  # fmt: skip
    assert document["kinds"]["b"] == {
        "split": 24, "merged": 0, "crossed": 0,
        "causes": {"oov": 12, "new_word": 12, "combination": 0, "overlap": 0, "neighbour": 0},
        "differing": 0,
    }  # fmt: skip


def test_compare_as_text(run, many):
    text = run("compare", *PAIR).stdout
    tested = json.loads(run("compare", *PAIR, "--json").stdout)["tested"]
    for said in (
        "A = right, B = wrong.",
        "+37.5",
        "< 0.001",
        f"p of buckets adjusted for {tested} of them",
        "Of 84 gold words both get 60 right, only A 24, only B 0",
        "From 24 sentences: under 50, a 95 % interval is too narrow",
        "is not known: that takes 40 blocks",
    ):
        assert said in text
    assert "better" not in text
    assert "seed:0" in text.splitlines()[-1]


def test_runs_of_errors_are_said(run, files):
    """Errors come in runs of 25 sentences: intervals and tests are by blocks, and that is said."""
    runs = [0, 0, 1, 2, 1, 0, 2, 1] * 6
    for name, wrong in (("gold", 0), ("one", 1), ("other", 2)):
        lines = ["我 们 好\n" if run_of == wrong and wrong else "我们 好\n" for run_of in runs for _ in range(25)]
        (files / f"{name}.txt").write_text("".join(lines), encoding="utf-8")
    arguments = ("--gold", "gold.txt", "--system", "one=one.txt", "--system", "other=other.txt", "--attributes", "wLen")
    document = json.loads(run("compare", *arguments, "--json").stdout)
    assert (document["unit"], document["units"]) == ("block:25", 48)
    assert document["signature"].endswith(" | unit:block:25")
    assert document["f1"]["p"] == document["f1"]["p_blocks"] == document["f1"]["p_deciding"] > 0.05
    text = run("compare", *arguments).stdout
    assert f"by blocks of 25, standard errors are {document['block_factor']:.1f} times as large." in text
    assert "in 48 blocks of 25 sentences" in text
    text = run("diagnose", *arguments).stdout
    assert text.count("Neighbouring sentences are right and wrong together: by blocks of 25") == 2
    assert "95 % intervals by resampling 48 blocks of 25 sentences." in text


def test_documents_are_drawn_from_a_file_of_ids(run, many):
    (many / "ids.txt").write_text("".join(f"{line // 3}\n" for line in range(2 * TIMES)), encoding="utf-8")
    found = json.loads(run("compare", *PAIR, "--json", "--unit", "document", "--documents", "ids.txt").stdout)
    assert (found["unit"], found["units"], found["f1"]["differing_units"]) == ("document", 8, 8)


RUNS = ("--gold", "gold.txt", "--run", "bert=right.txt", "--run", "bert=third.txt", "--system", "crf=wrong.txt")


def test_models_of_several_runs_are_compared_over_their_runs(run, many):
    document = json.loads(run("compare", *RUNS, "--json").stdout)
    dataset = cwsdiag.load(
        gold=many / "gold.txt",
        systems={"crf": many / "wrong.txt"},
        runs={"bert": [many / "right.txt", many / "third.txt"]},
    )
    found = compare_runs(diagnose(dataset), "crf", "bert")
    assert document["runs"] == {
        "a": 1, "b": 2, "systems_a": ["crf"], "systems_b": ["bert #1", "bert #2"],
        "mean_a": found.f1_a.mean, "mean_b": found.f1_b.mean, "sd_a": None, "sd_b": found.f1_b.sd,
        "mean_difference": found.difference, "low": found.low, "high": found.high,
        "share_of_runs": found.share_of_runs,
    }  # fmt: skip
    assert "verdict" not in json.dumps(document)
    text = run("compare", *RUNS).stdout
    assert f"{100 * found.share_of_runs:.1f} %" in text and "They are no test" in text
    assert "What another run of crf would give is not in it: there is one." in text


def test_with_a_base_runs_stand_beside_single_systems(run, many):
    documents = json.loads(run("compare", *RUNS, "--system", "third=third.txt", "--base", "crf", "--json").stdout)
    assert [(one["a"], one["b"], "runs" in one) for one in documents] == [
        ("third", "crf", False),
        ("bert", "crf", True),
    ]
    refused = run("compare", *RUNS, "--base", "bert #1", code=2)
    assert "--base bert #1: name one of several systems. Available: crf, bert." in refused.stderr


def test_score_has_means_over_runs(run, many):
    (row,) = json.loads(run("score", *RUNS, "--json").stdout)["runs"]
    assert (row["name"], row["runs"], row["systems"]) == ("bert", 2, ["bert #1", "bert #2"])
    assert "Means over runs" in run("diagnose", *RUNS, "--resamples", "5").stdout
    run("diagnose", *RUNS, "--resamples", "5", "--csv", "tables")
    (saved,) = csv.DictReader((many / "tables" / "runs.csv").read_text("utf-8").splitlines())
    assert (saved["name"], saved["runs"], float(saved["f1_sd"])) == ("bert", "2", row["f1_sd"])


def test_a_perfect_system_is_nowhere_weakest(run, many):
    text = run("diagnose", *PAIR).stdout
    assert "right has no worst bucket: no attribute has two of at least" in text
    right, wrong = text.partition("F1 by bucket: right on")[2].split("F1 by bucket: wrong on")
    assert "◆ worst" not in right and "◆ worst" in wrong
