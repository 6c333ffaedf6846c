"""What is known of a private task until it closes, who may submit to it, and how often."""

import json
import math
import random
from collections import Counter
from dataclasses import asdict
from datetime import timedelta
from decimal import ROUND_HALF_EVEN, Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cwsdiag
from cwsdiag.board import Board, Submitter
from cwsdiag.board.store import sealed_scores
from cwsdiag.errors import BoardError
from cwsdiag.report import lab
from cwsdiag.report.documents import to_json
from tests.board.corpus import GOLD, RAW, TRAIN, entry, hidden, keyed, numbered, private, source

MAIN = {"bakeoff.recall", "bakeoff.precision", "bakeoff.f1"}
BY_TRAINING = {"bakeoff.oov_recall", "bakeoff.iv_recall"}


def spans(line):
    found, at = [], 0
    for word in line.split():
        found.append((at, at + len(word), word))
        at += len(word)
    return found


def by_hand(gold, system, training):
    """P, R, F, OOV and IV recall, and the number of OOV words, by loops."""
    known = set(training.split())
    totals = Counter()
    for here, there in zip(map(spans, gold.splitlines()), map(spans, system.splitlines()), strict=True):
        totals["system"] += len(there)
        for span in here:
            kind = "iv" if span[2] in known else "oov"
            totals["gold"] += 1
            totals[kind] += 1
            if span in there:
                totals["hit"] += 1
                totals[f"{kind} hit"] += 1
    p, r = totals["hit"] / totals["system"], totals["hit"] / totals["gold"]
    scores = {
        "bakeoff.precision": p,
        "bakeoff.recall": r,
        "bakeoff.f1": 2 * p * r / (p + r),
        "bakeoff.oov_recall": totals["oov hit"] / totals["oov"],
        "bakeoff.iv_recall": totals["iv hit"] / totals["iv"],
    }
    return scores, totals["oov"]


def to_three(value):
    return float(Decimal(value).quantize(Decimal("0.001"), ROUND_HALF_EVEN))


@pytest.fixture
def sealed(board):
    """The board with a private task, and somebody who may submit to it."""
    board.add_task(private("sealed"))
    return board, keyed(board)


@given(
    st.dictionaries(st.sampled_from(sorted(MAIN | BY_TRAINING | {"separators.f1"})), st.floats(0, 1)),
    st.integers(0, 400),
    st.integers(0, 600),
)
def test_three_decimals_and_recall_of_oov_words_from_200_on(scores, oov, others):
    words = oov + others
    counts = {"bakeoff.true_words": words, "bakeoff.oov_rate": oov / words if words else math.nan}
    wanted = MAIN | BY_TRAINING if oov >= 200 else MAIN
    assert sealed_scores(scores | counts) == {name: to_three(scores[name]) for name in wanted if name in scores}


@pytest.mark.parametrize("times", [1, 5])
def test_a_private_task_says_the_main_scores_everywhere(board, clock, times):
    gold, mine = GOLD * times, numbered(1) * times
    hard = {"weights": None} if times > 1 else {}
    board.add_task(hidden("hard", gold=source(gold), references=(source(gold),), **hard))
    receipt = board.submit("hard", entry(author=""), source(mine), by=keyed(board))
    exact, oov = by_hand(gold, mine, TRAIN)
    assert (oov >= 200) == (times > 1)
    names = MAIN | BY_TRAINING if times > 1 else MAIN
    table = board.table("hard")
    for line in (receipt.submission, board.submission(receipt.submission.id), table[-1]):
        assert dict(line.scores) == {name: to_three(exact[name]) for name in names}
    assert {name for line in table for name in line.scores} == names
    task = board.task("hard")
    assert (task.sealed, task.words) == (True, None)
    told = "\n".join(
        [
            to_json(asdict(receipt)),
            to_json(lab.table_document(task, table, ())),
            json.dumps(lab.csv_rows(table)),
            *lab.table_lines(task, table, ()),
            *lab.receipt_lines(receipt),
        ]
    )
    untold = ("insertions", "deletions", "c_r", "true_words", "oov_rate", "balanced.", "separators", "coverage")
    assert not [word for word in untold if word in told]
    board.reopen("hard", closes=clock.now + timedelta(hours=1))
    clock.wait(hours=1)
    (line,) = [line for line in board.table("hard") if line.kind == "system"]
    assert {name: line.scores[name] for name in exact} == pytest.approx(exact, abs=1e-15)
    assert "separators.f1" in line.scores and board.task("hard").words == len(gold.split())
    board.reopen("hard")
    assert set(board.table("hard")[-1].scores) == names


def test_the_table_is_ranked_by_rounded_scores(tmp_path):
    # 6,000 words: one more or less is no thousandth of F.
    gold = "我们 喜欢 分词 。\n" * 1500
    board = Board(tmp_path / "b.sqlite")
    board.add_task(private(gold=source(gold), training=None, few_sentences=False))
    worse = gold.replace("喜欢", "喜 欢", 1)
    by = keyed(board)
    first = board.submit("news", entry("worse"), source(worse), by=by).submission
    second = board.submit("news", entry("better"), source(gold), by=by).submission
    assert first.scores == second.scores
    assert [line.system for line in board.table("news")] == ["TOP", "worse", "better"], "the earlier one first"
    board.close("news")
    assert [line.system for line in board.table("news")] == ["TOP", "better", "worse"]


def test_a_private_task_needs_a_key_or_a_sign_in_and_an_open_one_does_not(sealed):
    board, _ = sealed
    with pytest.raises(BoardError, match="sealed has a private gold and accepts submissions with a key alone"):
        board.submit("sealed", entry(author="Zhao"), source(numbered(1)))
    signed_in = Submitter(signed_in="id 7")
    assert board.submit("sealed", entry(author="Wang"), source(numbered(2)), by=signed_in).submission.author == "Wang"
    assert board.submit("news", entry(author="Zhao"), source(numbered(1))).submission.known_by == ""


def test_twenty_submissions_a_day_of_an_author_to_a_private_task(sealed, clock):
    """At random moments of some days, against a count by hand of what was accepted."""
    board, by = sealed
    board.add_task(private("other"))
    draw = random.Random(3)
    accepted, refused = [], 0
    for number in range(50):
        clock.wait(minutes=draw.choice([1, 20, 50, 120]))
        last = [moment for moment in accepted if moment > clock.now - timedelta(days=1)]
        if len(last) < 20:
            board.submit("sealed", entry(), source(numbered(number)), by=by)
            accepted.append(clock.now)
        else:
            refused += 1
            with pytest.raises(BoardError, match=r"20 files to sealed within a day.*is accepted from") as error:
                board.submit("sealed", entry(), source(numbered(number)), by=by)
            assert (last[0] + timedelta(days=1)).isoformat() in str(error.value)
    assert 0 < refused < 30
    # Another task, another author; and a clock that was wrong shuts nobody out.
    board.submit("other", entry(), source(numbered(1)), by=by)
    board.submit("sealed", entry(author="Wang"), source(numbered(100)), by=Submitter(signed_in="id 7"))
    clock.wait(days=-400)
    board.submit("sealed", entry(), source(numbered(101)), by=by)


def test_texts_of_few_words_are_refused_whatever_gold_is(sealed):
    board, by = sealed
    with pytest.raises(BoardError, match=r"hardly segmented: 30 words, 11\.9 characters each; at most 4"):
        board.submit("sealed", entry(), source(RAW), by=by)
    board.submit("news", entry(), source(RAW), by=by)


def test_a_text_that_leaves_much_out_is_refused_or_has_no_scores(board):
    by = keyed(board)
    board.add_task(private("skipped", mismatch="skip"))
    lines = numbered(1).splitlines()
    few = "\n".join(" ".join(line.replace(" ", "")) for line in lines[:15])
    # Whether anything of it is left to compare depends on gold: the answer is the same.
    nothing = "\n".join(" ".join("甲乙丙丁"[place % 4] for place in range(len(line))) for line in RAW.splitlines())
    for text in (few, nothing):
        with pytest.raises(BoardError, match="at least 95% of the characters of its raw text"):
            board.submit("skipped", entry(), source(text), by=by)
    # Few characters are wrong, but beside boundaries that are none of gold: many words are left out.
    shifted = "\n".join(
        " ".join(line) if number % 2 else "亇" + " ".join(line[1:-1]) + line[-1]
        for number, line in enumerate(RAW.splitlines())
    )
    scores = board.submit("skipped", entry("shifted"), source(shifted), by=by).submission.scores
    dataset = cwsdiag.load(gold=source(GOLD), systems={"s": source(shifted)}, mismatch="skip")
    assert cwsdiag.score_systems(dataset)[0].coverage < 0.95
    assert all(math.isnan(value) for value in scores.values())
