"""Handing in: checks, scores, doubles, removal, and what pages open."""

import math

import pytest

import cwsdiag
from cwsdiag.bakeoff import score_bakeoff
from cwsdiag.board import Board
from cwsdiag.errors import AlignmentError, BoardError, ReadError
from cwsdiag.separators import separator_distances
from tests.board.corpus import GOLD, REFERENCE, TRAIN, ask, draft, entry, keyed, numbered, private, source


def submit(board, number=1, task="news", **texts):
    return board.submit(task, entry(**texts), source(numbered(number)))


def same(found, expected):
    """Whether scores are equal, undefined ones included, and of the same type."""
    return all(
        type(found[name]) is type(value) and (found[name] == value or (math.isnan(found[name]) and math.isnan(value)))
        for name, value in expected.items()
    )


def test_scores_are_the_direct_ones(board):
    board.add_task(draft("two", references=(source(REFERENCE),), open_gold=True))
    found = submit(board, task="two").submission.scores
    dataset = cwsdiag.load(gold=source(GOLD), training=source(TRAIN), systems={"crf": source(numbered(1))})
    (bakeoff,) = score_bakeoff(dataset)
    # How much of its own words is compared is told with the fidelity, where that is not all.
    elsewhere = ("name", "system_coverage")
    assert same(found, {f"bakeoff.{key}": value for key, value in vars(bakeoff).items() if key not in elsewhere})
    other = cwsdiag.load(gold=source(GOLD), systems={"other": source(REFERENCE), "crf": source(numbered(1))})
    distances = separator_distances((other.gold, other.system("other")), [other.system("crf")])
    ends = distances.ranges[0]
    for prefix, score in (
        ("separators", distances.scores[0]),
        ("separators.intersection", ends.intersection),
        ("separators.union", ends.union),
    ):
        fields = {"sub": score.sub, "ins": score.ins, "del": score.dels, "distance": score.distance}
        fields |= {"precision": score.precision, "recall": score.recall, "f1": score.f1}
        assert same(found, {f"{prefix}.{key}": value for key, value in fields.items()})
    assert len(found) == 14 + 3 * 7


def test_what_is_undefined_stays_undefined(board):
    board.add_task(draft("bare", training=None))
    scores = submit(board, task="bare").submission.scores
    assert math.isnan(scores["bakeoff.oov_recall"])
    assert ask(board.path, "SELECT count(*) FROM score WHERE value IS NULL") != [(0,)]
    assert math.isnan(board.table("bare")[-1].scores["bakeoff.oov_recall"])


def test_other_characters_are_refused_with_their_places(board):
    with pytest.raises(AlignmentError) as refused:
        board.submit("news", entry(), source(numbered(1).replace("学", "亇", 1)))
    message = str(refused.value)
    assert "crf: its characters differ from those" in message
    assert "亇" in message
    assert message.endswith("Segment the raw text of news as it is.")
    assert "mismatch" not in message
    assert len(message.split("\n")) <= 10
    assert board.task("news").submissions == 0


def test_the_same_file_by_the_same_name_points_to_the_first(board):
    first = submit(board, 1).submission
    for texts in ({}, {"track": "open", "description": "again"}, {"system": " crf "}):
        with pytest.raises(BoardError, match=f"submission {first.id} of crf by Li Hua, submitted 2026-01-02T03:04:05"):
            submit(board, 1, **texts)
    board.add_task(draft("more"))
    for number, texts in ((1, {"system": "crf 2"}), (1, {"author": "Zhao"}), (2, {}), (1, {"task": "more"})):
        submit(board, number, **texts)


def test_a_track_that_a_task_does_not_take_is_refused(board):
    board.add_task(draft("closed", tracks={"closed": ""}))
    with pytest.raises(BoardError, match="no open track"):
        submit(board, task="closed", track="open")


def test_an_open_task_is_opened_in_pages(board):
    board.add_task(draft("open", open_gold=True))
    ids = [
        submit(board, 1, task="open").submission.id,
        submit(board, 2, task="open").submission.id,
        submit(board, 3, task="open", system="bilstm").submission.id,
    ]
    baseline = board.table("open")[0].id
    material = board.material("open", [ids[2], ids[0], ids[1], baseline])
    assert (material.gold.data.decode(), material.training.data.decode()) == (GOLD, TRAIN)
    assert [system.name for system in material.systems] == [
        "bilstm", f"crf (Li Hua, no. {ids[0]})", f"crf (Li Hua, no. {ids[1]})", "TOP",
    ]  # fmt: skip
    assert material.systems[1].data.decode() == numbered(1)
    systems = {
        file.name: cwsdiag.formats.Source.from_bytes(file.name, file.data)
        for file in material.systems
    }  # fmt: skip
    dataset = cwsdiag.load(gold=source(material.gold.data.decode()), training=source(TRAIN), systems=systems)
    for row, id in zip(score_bakeoff(dataset), [ids[2], ids[0], ids[1], baseline], strict=True):
        assert row.f1 == board.submission(id).scores["bakeoff.f1"]
    assert board.material("open").systems == ()
    with pytest.raises(BoardError, match="no submission 1 to open"):
        board.material("open", [1])


def test_a_private_task_that_is_closed_gives_figures_only(board):
    board.add_task(private("sealed"))
    id = board.submit("sealed", entry(), source(numbered(1)), by=keyed(board)).submission.id
    with pytest.raises(BoardError, match="until the task closes"):
        board.material("sealed", [id], figures_only=True)
    board.close("sealed")
    with pytest.raises(BoardError, match="it can be scored against, but not viewed"):
        board.material("sealed", [id])
    material = board.material("sealed", [id], figures_only=True)
    assert (material.name, material.gold.data.decode()) == ("sealed", GOLD)


def test_files_that_are_none_are_refused(board, tmp_path):
    with pytest.raises(ReadError):
        board.submit("news", entry(), cwsdiag.formats.Source.from_bytes("x.zip", b"PK\x03\x04" + b"\0" * 50))
    with pytest.raises(AlignmentError):
        board.submit("news", entry(), source("<script>alert(1)</script>\n"))
    assert Board(board.path).task("news").submissions == 0
