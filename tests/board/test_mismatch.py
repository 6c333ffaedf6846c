"""Submissions with other characters than the task: scored as files are, named by sums alone, refused by default."""

import json
from dataclasses import asdict

import pytest

import cwsdiag
from cwsdiag.bakeoff import score_bakeoff
from cwsdiag.balanced import score_balanced
from cwsdiag.formats import Source
from cwsdiag.report.documents import to_json
from tests.board.corpus import (
    GOLD,
    REFERENCE,
    TRAIN,
    entry,
    keyed,
    numbered,
    private,
    source,
    weighted,
    weights_of,
)

# A preamble, two sentences lost, a character replaced and one added.
LINES = numbered(3).splitlines()
ANSWER = "\n".join(["好的 ：", *LINES[:4], *LINES[6:]]).replace("天气", "天汽", 1) + "！\n"


@pytest.mark.parametrize("mismatch", ["skip", "count"])
def test_scores_are_those_of_the_files(board, mismatch):
    weights = Source.from_bytes("w.csv", weights_of())
    board.add_task(weighted("mixed", mismatch=mismatch, references=(source(REFERENCE),)))
    same = board.submit("mixed", entry("same"), source(numbered(2))).submission
    assert not [key for key in same.scores if key.startswith("fidelity.")]
    scores = board.submit("mixed", entry(), source(ANSWER)).submission.scores
    files = {"gold": source(GOLD), "training": source(TRAIN), "systems": {"crf": source(ANSWER)}, "weights": weights}
    dataset = cwsdiag.load(**files, mismatch=mismatch)
    (bakeoff,), (plain,), (balanced,) = score_bakeoff(dataset), cwsdiag.score_systems(dataset), score_balanced(dataset)
    wanted = {f"bakeoff.{key}": getattr(bakeoff, key) for key in ("f1", "recall", "oov_recall", "coverage")}
    keys = ("p_reward", "p_punishment", "p_b", "r_reward", "r_punishment", "r_b", "f_b")
    wanted |= {f"balanced.{key}": getattr(balanced, key) for key in keys}
    wanted |= {f"fidelity.{key}": getattr(plain, key) for key in ("coverage", "system_coverage")}
    keys = ("exact_sentences", "omitted", "added", "replaced")
    wanted |= {f"fidelity.{key}": getattr(plain.fidelity, key) for key in keys}
    assert {key: scores[key] for key in wanted} == wanted


def test_the_receipt_says_it_by_sums_alone(board):
    board.add_task(private("mine", mismatch="count", split=0.2))
    raw = board.files("mine-test", "raw")[0].data.decode().splitlines()
    cut = "\n".join(" ".join(line) for line in raw[1:])
    receipt = board.submit("mine-test", entry(), source(f"好的\n{cut}\n"), by=keyed(board))
    (warning,) = receipt.warnings
    assert f"{len(raw) - 1} of {len(raw)} sentences" in warning
    assert f"omitted: {len(raw[0])} characters, added: 2" in warning
    assert raw[0] not in warning and "sentence 1" not in warning and "line" not in warning
    told = to_json(asdict(receipt))
    assert not {"lost", "extra", "moved", "repeated"} & set(json.loads(told)["submission"]["scores"])
