"""Submissions with other characters than the task: scored as files are, named by sums alone, refused by default."""

import json
from dataclasses import asdict

import pytest

import cwsdiag
from cwsdiag.bakeoff import score_bakeoff
from cwsdiag.balanced import score_balanced
from cwsdiag.board import Board
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
_LINES = numbered(3).splitlines()
ANSWER = "\n".join(["好的 ：", *_LINES[:4], *_LINES[6:]]).replace("天气", "天汽", 1) + "！\n"
FIDELITY = ("coverage", "system_coverage", "exact_sentences", "omitted", "added", "replaced")


@pytest.fixture(scope="module", params=["skip", "count"])
def open_board(request, tmp_path_factory):
    """A board whose task has open gold, difficulties and two references, with two systems; the choice, and receipts."""
    board = Board(tmp_path_factory.mktemp("board") / "board.sqlite")
    board.add_task(weighted("news", mismatch=request.param, open_gold=True, references=(source(REFERENCE),)))
    same = board.submit("news", entry("same"), source(numbered(2)))
    other = board.submit("news", entry("other"), source(ANSWER))
    return board, request.param, same, other


def test_scores_are_those_of_the_files(open_board):
    board, mismatch, same, other = open_board
    texts = {"same": numbered(2), "other": ANSWER}
    systems = {name: source(text) for name, text in texts.items()}
    files = {"gold": source(GOLD), "training": source(TRAIN), "mismatch": mismatch}
    dataset = cwsdiag.load(**files, systems=systems, weights=Source.from_bytes("w.csv", weights_of()))
    for receipt, bakeoff, plain, balanced in zip(
        (same, other), score_bakeoff(dataset), cwsdiag.score_systems(dataset), score_balanced(dataset), strict=True
    ):
        scores = receipt.submission.scores
        wanted = {f"bakeoff.{key}": getattr(bakeoff, key) for key in ("f1", "recall", "oov_recall", "coverage")}
        keys = ("p_reward", "p_punishment", "p_b", "r_reward", "r_punishment", "r_b", "f_b")
        wanted |= {f"balanced.{key}": getattr(balanced, key) for key in keys}
        assert {key: scores[key] for key in wanted} == wanted
        if receipt is same:
            assert not [key for key in scores if key.startswith("fidelity.")]
            continue
        told = {"coverage": plain.coverage, "system_coverage": plain.system_coverage}
        told |= {key: getattr(plain.fidelity, key) for key in FIDELITY[2:]}
        assert {key: scores[f"fidelity.{key}"] for key in FIDELITY} == told
        # By hand: two sentences are lost, two others touched; 好的： and ！ are added, and one character is another.
        lost = sum(len(line.replace(" ", "")) for line in _LINES[4:6])
        assert (told["omitted"], told["added"], told["replaced"]) == (lost, 4, 1)
        assert told["exact_sentences"] == 30 - 2 - 2


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
