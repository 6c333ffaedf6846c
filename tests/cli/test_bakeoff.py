"""``cwsdiag bakeoff`` and ``cwsdiag score-sighan``."""

import json
import re

import pytest

KEYS = {
    "name", "recall", "precision", "f1", "oov_rate", "oov_recall", "iv_recall", "c_r", "c_p", "insertions",
    "deletions", "substitutions", "true_words", "test_words", "coverage", "system_coverage",
    "track",
}  # fmt: skip
ONE = ("--dictionary", "train.txt", "--gold", "gold.txt", "--system", "wrong=wrong.txt")
# As programs read the output of the official script.
SUMMARY = re.compile(r"^=== (.+):\t(\S+)$", re.MULTILINE)


def test_bakeoff_as_json(run):
    document = json.loads(run("bakeoff", *ONE, "--json").stdout)
    (row,) = document["systems"]
    assert set(row) == KEYS
    assert (row["recall"], row["precision"], row["f1"]) == (5 / 7, 5 / 9, 10 / 16)
    assert (row["oov_rate"], row["oov_recall"], row["iv_recall"]) == (1 / 7, 0.0, 5 / 6)
    assert row["c_r"] == pytest.approx(2 * (5 / 7 * 2 / 7 / 7) ** 0.5, abs=1e-15)


def five(folder):
    """Options of a bakeoff of four systems, the better ones wrong in fewer of 30 sentences."""
    gold = ["我们 在 北京", "他 在 上海"] * 15
    wrong = {"best": 0, "next": 9, "third": 10, "last": 30}
    systems = {name: [line.replace(" ", "") for line in gold[:lines]] + gold[lines:] for name, lines in wrong.items()}
    options = []
    for name, lines in {"gold": gold, **systems}.items():
        (folder / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
        options += ["--gold", f"{name}.txt"] if name == "gold" else ["--system", f"{name}={name}.txt"]
    return options


def test_bakeoff_tests_the_best_against_each_and_neighbours(run, files):
    options = five(files)
    document = json.loads(run("bakeoff", *options, "--json").stdout)
    tested = [(row["a"], row["b"]) for row in document["pairs"]]
    assert tested == [("best", "next"), ("best", "third"), ("best", "last"), ("next", "third"), ("third", "last")]
    first, *_, neighbours, _ = document["pairs"]
    assert (first["unit"], first["pairs"], first["f1"]["p"], first["f1"]["differing_units"]) == (
        "sentence", 5, 2 / 2**9, 9,
    )  # fmt: skip
    # The fourth of five: only that of the neighbours, which differ in one sentence, is larger.
    assert (first["f1"]["verdict"], first["f1"]["p_adjusted"]) == ("significant", 2 * 2 / 2**9)
    assert (neighbours["f1"]["verdict"], neighbours["f1"]["p_adjusted"]) == ("too few", 1)
    assert {"f1", "precision", "recall", "oov_recall", "iv_recall"} <= set(first) and "buckets" not in first
    every = json.loads(run("bakeoff", *options, "--all-pairs", "--unit", "block:2", "--json").stdout)
    assert (len(every["pairs"]), every["unit"], every["pairs"][0]["units"]) == (6, "block:2", 15)
    assert "unit:block:2" in every["signature"]


def test_bakeoff_as_text_separates_tracks_where_they_are_known(run):
    assert "track" not in run("bakeoff", *ONE).stdout
    text = run("bakeoff", *ONE, "--track", "wrong=open", "--system", "right=right.txt", "--baselines").stdout
    assert "open" in text
    rules = [line.split()[-1] for line in text.splitlines() if line.startswith(("wrong ", "right "))]
    assert "P" in rules


def test_sighan_layout_of_the_summary(run):
    lines = run("bakeoff", *ONE, "--format", "sighan").stdout
    found = dict(SUMMARY.findall(lines))
    assert lines.startswith("=== SUMMARY:\n")
    assert found == {
        "TOTAL INSERTIONS": "2", "TOTAL DELETIONS": "0", "TOTAL SUBSTITUTIONS": "2", "TOTAL NCHANGE": "4",
        "TOTAL TRUE WORD COUNT": "7", "TOTAL TEST WORD COUNT": "9", "TOTAL TRUE WORDS RECALL": "0.714",
        "TOTAL TEST WORDS PRECISION": "0.556", "F MEASURE": "0.625", "OOV Rate": "0.143", "OOV Recall Rate": "0.000",
        "IV Recall Rate": "0.833",
    }  # fmt: skip
    assert lines.splitlines()[-1] == "\t".join(["###", "wrong.txt", *found.values()])


def test_official_arguments_give_sentences_and_summary(run):
    output = run("score-sighan", "train.txt", "gold.txt", "wrong.txt").stdout
    first = "--gold.txt-------wrong.txt----1\n"
    assert output.startswith(first)
    block = output.removeprefix(first).partition("--gold.txt-------wrong.txt----2\n")[0].splitlines()
    assert block[0] == "我们" + "\t" * 7 + " " * 6 + "|\t我"
    assert block[1] == "\t" * 7 + " " * 6 + ">\t们"
    assert block[2] == "喜欢" + "\t" * 8 + "喜欢"
    assert block[4:] == [
        "INSERTIONS:\t1", "DELETIONS:\t0", "SUBSTITUTIONS:\t1", "NCHANGE:\t2", "NTRUTH:\t3", "NTEST:\t4",
        "TRUE WORDS RECALL:\t0.667", "TEST WORDS PRECISION:\t0.500",
    ]  # fmt: skip
    assert output.endswith(run("bakeoff", *ONE, "--format", "sighan").stdout)
    assert run("bakeoff", *ONE, "--format", "sighan", "--sentences").stdout == output
