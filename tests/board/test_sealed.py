"""What is said of a private task until it closes: five scores to three decimals, and which sentences count."""

import json
import math
import random
from collections import Counter
from datetime import timedelta
from decimal import ROUND_HALF_EVEN, Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cwsdiag
from cwsdiag.board import Board, Split, Submitter
from cwsdiag.board.interim import FIGURES, said
from cwsdiag.errors import AlignmentError, BoardError
from cwsdiag.report import board_text
from cwsdiag.report.documents import to_json
from tests.board.corpus import GOLD, RAW, TRAIN, ask, draft, entry, numbered, source, weighted

NAMES = {"bakeoff.recall", "bakeoff.precision", "bakeoff.f1", "bakeoff.oov_recall", "bakeoff.iv_recall"}


def spans(line):
    found, at = [], 0
    for word in line.split():
        found.append((at, at + len(word), word))
        at += len(word)
    return found


def by_hand(gold, system, training, counted):
    """P, R, F, OOV and IV recall over some sentences, by loops."""
    known = set(training.split())
    totals = Counter()
    for sentence in counted:
        here, there = spans(gold[sentence]), set(spans(system[sentence]))
        totals["system"] += len(there)
        for span in here:
            kind = "iv" if span[2] in known else "oov"
            totals["gold"] += 1
            totals[kind] += 1
            if span in there:
                totals["hit"] += 1
                totals[f"{kind} hit"] += 1
    p, r = totals["hit"] / totals["system"], totals["hit"] / totals["gold"]
    return {
        "bakeoff.precision": p,
        "bakeoff.recall": r,
        "bakeoff.f1": 2 * p * r / (p + r),
        "bakeoff.oov_recall": totals["oov hit"] / totals["oov"],
        "bakeoff.iv_recall": totals["iv hit"] / totals["iv"],
    }


def to_three(value):
    return float(Decimal(value).quantize(Decimal("0.001"), ROUND_HALF_EVEN))


@given(st.dictionaries(st.sampled_from(sorted(NAMES | {"bakeoff.insertions", "separators.f1"})), st.floats(0, 1)))
def test_scores_are_rounded_to_three_decimals(scores):
    found = said(scores)
    assert found == {name: to_three(value) for name, value in scores.items() if name in NAMES}
    assert list(found) == [name for name in FIGURES if name in scores]


def test_a_private_task_says_five_scores_everywhere(board):
    board.add_task(weighted("hard", references=(source(GOLD),)))
    receipt = board.submit("hard", entry(), source(numbered(1)))
    exact = by_hand(GOLD.splitlines(), numbered(1).splitlines(), TRAIN, range(30))
    rounded = {name: to_three(value) for name, value in exact.items()}
    table = board.table("hard")
    for line in (receipt.submission, board.submission(receipt.submission.id), table[-1]):
        assert dict(line.scores) == rounded
    assert {name for line in table for name in line.scores} == NAMES
    task = board.task("hard")
    assert (task.sealed, task.words) == (True, None)
    told = [
        to_json(board_text.receipt_document(receipt)),
        to_json(board_text.table_document(task, table, ())),
        json.dumps(board_text.csv_rows(table)),
        "\n".join(board_text.table_lines(task, table, ())),
        "\n".join(board_text.receipt_lines(receipt)),
    ]
    untold = ("insertions", "deletions", "c_r", "true_words", "balanced.", "separators", "coverage")
    for text in told:
        assert not [word for word in untold if word in text]
    board.close("hard")
    (line,) = [line for line in board.table("hard") if line.kind == "system"]
    assert {name: line.scores[name] for name in NAMES} == pytest.approx(exact, abs=1e-15)
    assert "balanced.f_b" in line.scores and board.task("hard").words == len(GOLD.split())
    board.reopen("hard")
    assert set(board.table("hard")[-1].scores) == NAMES


def test_what_is_ranked_is_what_is_said(tmp_path):
    # 6,000 words: one more or less is no thousandth of F.
    gold = "我们 喜欢 分词 。\n" * 1500
    board = Board(tmp_path / "b.sqlite")
    board.add_task(draft(gold=source(gold), training=None))
    worse = gold.replace("喜欢", "喜 欢", 1)
    first = board.submit("news", entry("worse"), source(worse)).submission
    second = board.submit("news", entry("better"), source(gold)).submission
    assert first.scores == pytest.approx(second.scores, nan_ok=True)
    assert [line.system for line in board.table("news")] == ["TOP", "worse", "better"], "the earlier one first"
    board.close("news")
    assert [line.system for line in board.table("news")] == ["TOP", "better", "worse"]


def test_open_gold_is_said_as_it_is(board):
    board.add_task(draft("open", open_gold=True))
    line = board.submit("open", entry(), source(numbered(1))).submission
    assert line.scores["bakeoff.f1"] != round(line.scores["bakeoff.f1"], 3)
    assert not board.task("open").sealed


@pytest.mark.parametrize("share", [0.01, 0.3, 0.99])
def test_sentences_held_back_count_after_closing(board, share):
    gold = GOLD.splitlines()
    board.add_task(draft("half", held_back=share, held_back_seed=5))
    numbers = random.Random(5)
    ranks = [numbers.random() for _sentence in gold]
    held = sorted(range(30), key=ranks.__getitem__)[: min(max(round(share * 30), 1), 29)]
    rest = [sentence for sentence in range(30) if sentence not in held]
    line = board.submit("half", entry(), source(numbered(1))).submission
    expected = _safe(gold, numbered(1).splitlines(), rest)
    assert {name: line.scores[name] for name in expected} == {name: to_three(expected[name]) for name in expected}
    top = next(line for line in board.table("half") if line.system == "TOP")
    assert top.scores["bakeoff.recall"] <= 1.0
    board.close("half")
    whole = by_hand(gold, numbered(1).splitlines(), TRAIN, range(30))
    exact = board.submission(line.id).scores
    assert {name: exact[name] for name in NAMES} == pytest.approx(whole, abs=1e-15)
    assert board.task("half").held_back == share
    assert board.raw_text("half").data.decode() == RAW


def _safe(gold, system, counted):
    try:
        return by_hand(gold, system, TRAIN, counted)
    except ZeroDivisionError:
        return {}


def test_which_sentences_are_held_back_is_drawn_and_not_said(board):
    for name in ("one", "two"):
        board.add_task(draft(name, held_back=0.5))
    seeds = {seed for (seed,) in ask(board.path, "SELECT held_back_seed FROM task WHERE held_back > 0")}
    assert len(seeds) == 2
    shown = repr(board.tasks()) + repr(draft(held_back=0.5, held_back_seed=12345))
    shown += to_json(board_text.tasks_document(board.tasks())) + "".join(board_text.tasks_lines(board.tasks()))
    assert not [seed for seed in (*seeds, "12345") if seed in shown]
    made = board.add_task(draft("parts", held_back=0.5), split=Split(0.3))
    assert [task.held_back for task in made] == [0.0, 0.5]


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"held_back": 1.0}, "give one from 0 and below 1"),
        ({"held_back": -0.1}, "give one from 0 and below 1"),
        ({"held_back": math.nan}, "give one from 0 and below 1"),
        ({"held_back": 0.5, "open_gold": True}, "of a private gold alone"),
        ({"held_back": 0.5, "gold": source("我们 好\n"), "training": None}, "of a single sentence"),
    ],
)
def test_shares_that_cannot_be_held_back(board, changes, named):
    with pytest.raises(BoardError, match=named):
        board.add_task(draft("more", **changes))


def test_texts_of_few_words_are_refused_whatever_gold_is(board):
    with pytest.raises(BoardError, match=r"hardly segmented: 30 words, 11\.9 characters each; at most 4"):
        board.submit("news", entry(), source(RAW))
    assert board.task("news").submissions == 0
    board.close("news")
    board.add_task(draft("open", open_gold=True))
    board.submit("open", entry(), source(RAW))


def test_a_text_that_leaves_much_out_is_refused_or_says_nothing(board):
    board.add_task(draft("skipped", mismatch="skip"))
    board.add_task(draft("counted", mismatch="count"))
    lines = numbered(1).splitlines()
    few = "\n".join(" ".join(line.replace(" ", "")) for line in lines[:15])
    with pytest.raises(BoardError, match="at least 95% of the characters of its raw text"):
        board.submit("skipped", entry(), source(few))
    assert board.submit("counted", entry(), source(few)).submission.scores["bakeoff.recall"] >= 0
    # Few characters are wrong, but beside boundaries that are none of gold: many words are left out.
    shifted = "\n".join(
        " ".join(line) if number % 2 else "亇" + " ".join(line[1:-1]) + line[-1]
        for number, line in enumerate(RAW.splitlines())
    )
    scores = board.submit("skipped", entry("shifted"), source(shifted)).submission.scores
    dataset = cwsdiag.load(gold=source(GOLD), systems={"s": source(shifted)}, mismatch="skip")
    left = cwsdiag.score_systems(dataset)[0].coverage
    assert all(math.isnan(value) for value in scores.values()) == (left < 0.95)
    assert left < 0.95


def test_a_refusal_that_depends_on_gold_is_a_try_like_others(board):
    board.add_task(draft("skipped", mismatch="skip"))
    board.set_limits(keyless_hour=1)
    # Characters alone decide: it may be asked as often as one likes.
    for _ in range(2):
        with pytest.raises(AlignmentError, match="differ"):
            board.submit("news", entry(), source(numbered(1).replace("我", "你")))
    other = "\n".join(" ".join("甲乙丙丁"[place % 4] for place in range(len(line))) for line in RAW.splitlines())
    with pytest.raises(AlignmentError, match="nothing is left"):
        board.submit("skipped", entry(), source(other))
    with pytest.raises(BoardError, match="within an hour"):
        board.submit("skipped", entry(), source(other))


def test_a_task_that_closes_by_the_clock_says_all(board, clock):
    board.set_times("news", opens=None, closes=clock.now + timedelta(hours=1))
    line = board.submit("news", entry(), source(numbered(1)), by=Submitter(address="x")).submission
    assert set(line.scores) == NAMES
    clock.wait(hours=1)
    assert "bakeoff.insertions" in board.submission(line.id).scores
    assert not board.task("news").sealed
    assert np.isfinite(board.submission(line.id).scores["bakeoff.f1"])
