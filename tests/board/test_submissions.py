"""Handing in: checks, scores, doubles, removal, and what pages open."""

import pytest

import cwsdiag
from cwsdiag.bakeoff import score_bakeoff
from cwsdiag.errors import AlignmentError, BoardError
from cwsdiag.separators import separator_distances
from tests.board.corpus import GOLD, REFERENCE, TRAIN, draft, entry, hidden, keyed, numbered, source


def submit(board, number=1, task="news", **texts):
    return board.submit(task, entry(**texts), source(numbered(number)))


@pytest.mark.parametrize("training", [TRAIN, None])
def test_scores_are_the_direct_ones(board, training):
    """Without training data some are undefined, and stay so."""
    learnt = training and source(training)
    board.add_task(draft("two", training=learnt, references=(source(REFERENCE),)))
    found = submit(board, task="two").submission.scores
    dataset = cwsdiag.load(gold=source(GOLD), training=learnt, systems={"crf": source(numbered(1))})
    (bakeoff,) = score_bakeoff(dataset)
    # How much of its own words is compared is told with the fidelity, where that is not all.
    wanted = {f"bakeoff.{key}": one for key, one in vars(bakeoff).items() if key not in ("name", "system_coverage")}
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
        wanted |= {f"{prefix}.{key}": value for key, value in fields.items()}
    assert repr(sorted(found.items())) == repr(sorted(wanted.items())), "NaN and types, too"
    assert repr(sorted(board.table("two")[-1].scores.items())) == repr(sorted(found.items()))


def test_other_characters_are_refused_with_their_places(board):
    with pytest.raises(AlignmentError) as refused:
        board.submit("news", entry(), source(numbered(1).replace("学", "亇", 1)))
    message = str(refused.value)
    assert "crf: its characters differ from those" in message and "亇" in message
    assert message.endswith("Segment the raw text of news as it is.")
    assert "mismatch" not in message and len(message.split("\n")) <= 10
    assert board.task("news").submissions == 0


def test_the_same_file_by_the_same_name_points_to_the_first(board):
    first = submit(board, 1).submission
    for texts in ({"track": "open", "description": "again"}, {"system": " crf "}):
        with pytest.raises(BoardError, match=f"submission {first.id} of crf by Li Hua, submitted 2026-01-02T03:04:05"):
            submit(board, 1, **texts)
    board.add_task(draft("more"))
    for number, texts in ((1, {"system": "crf 2"}), (1, {"author": "Zhao"}), (2, {}), (1, {"task": "more"})):
        submit(board, number, **texts)


def test_an_open_task_is_opened_in_pages(board):
    ids = [submit(board, 1).submission.id, submit(board, 2).submission.id, submit(board, 3, system="b").submission.id]
    asked = [ids[2], ids[0], ids[1], board.table("news")[0].id]
    material = board.material("news", asked)
    assert (material.gold.data.decode(), material.training.data.decode()) == (GOLD, TRAIN)
    assert [system.name for system in material.systems] == [
        "b", f"crf (Li Hua, no. {ids[0]})", f"crf (Li Hua, no. {ids[1]})", "TOP",
    ]  # fmt: skip
    assert [system.data.decode() for system in material.systems] == [numbered(3), numbered(1), numbered(2), GOLD]
    assert board.material("news").systems == ()
    board.add_task(draft("open"))
    with pytest.raises(BoardError, match="no submission 3 to open"):
        board.material("open", [3])


def test_files_of_a_private_task_are_not_given_out_and_once_it_is_closed_it_gives_figures_only(board):
    board.add_task(hidden("sealed", references=(source(REFERENCE),)))
    board.add_task(draft("open", references=(source(REFERENCE),)))
    for role, text in (("gold", GOLD), ("reference", REFERENCE)):
        assert board.files("open", role)[0].data.decode() == text
    for role in ("gold", "reference", "weights"):
        with pytest.raises(BoardError, match="private"):
            board.files("sealed", role)
    id = board.submit("sealed", entry(), source(numbered(1)), by=keyed(board)).submission.id
    with pytest.raises(BoardError, match="until the task closes"):
        board.material("sealed", [id], figures_only=True)
    board.close("sealed")
    with pytest.raises(BoardError, match="it can be scored against, but not viewed"):
        board.material("sealed", [id])
    material = board.material("sealed", [id], figures_only=True)
    assert (material.name, material.gold.data.decode(), material.weights) == ("sealed", GOLD, None)
    assert board.material("sealed", figures_only=True, owner=True).weights is not None
