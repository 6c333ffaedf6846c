"""Handing in: checks, scores, doubles, removal, and what pages open."""

import gzip
import hashlib
import math

import pytest

import cwsdiag
from cwsdiag.bakeoff import score_bakeoff
from cwsdiag.board import Board, score_names, scoring
from cwsdiag.errors import AlignmentError, BoardError, EncodingError, ReadError, SettingError
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


def test_a_perfect_system_has_floats_where_scores_are_floats(board):
    board.add_task(draft("open", open_gold=True))
    scores = board.submit("open", entry(), source(GOLD)).submission.scores
    assert (scores["bakeoff.f1"], type(scores["bakeoff.f1"])) == (1.0, float)
    assert (scores["bakeoff.insertions"], type(scores["bakeoff.insertions"])) == (0, int)


def test_a_new_method_is_a_line_in_the_registry(board, monkeypatch):
    board.add_task(draft("open", open_gold=True))
    submit(board, 1, task="open")
    later = {"brevity": lambda dataset, references: {system.name: {"f1": math.nan} for system in dataset.systems}}
    monkeypatch.setattr(scoring, "METHODS", scoring.METHODS | later)
    submit(board, 2, task="open")
    table = board.table("open")
    assert score_names(table)[-1] == "brevity.f1"
    assert ["brevity.f1" in line.scores for line in table if line.kind == "system"].count(True) == 1


def test_the_table_has_the_best_first(board, clock):
    submit(board, 1, system="one")
    clock.wait(minutes=1)
    board.submit("news", entry(system="gold", author="Zhao"), source(GOLD))
    submit(board, 1, system="two")
    table = board.table("news")
    f1 = [line.scores["bakeoff.f1"] for line in table]
    assert f1 == sorted(f1, reverse=True)
    assert [line.system for line in table if line.scores["bakeoff.f1"] == f1[-1]] == ["one", "two"]
    assert next(line for line in table if line.system == "gold").created == "2026-01-02T03:05:05+00:00"
    assert board.task("news").submissions == 3


def test_what_a_submission_says_of_itself_is_kept(board):
    texts = {"system": " CRF 　二 ", "author": "Li  Hua", "description": "=cmd\r\nzwei\tdrei\n", "track": "open"}
    receipt = submit(board, **texts)
    line = board.submission(receipt.submission.id)
    assert line == receipt.submission == next(line for line in board.table("news") if line.kind == "system")
    assert (line.system, line.author, line.description, line.track) == ("CRF 二", "Li Hua", "=cmd\nzwei drei", "open")
    assert line.digest == hashlib.sha256(numbered(1).encode()).hexdigest()


def test_formats_and_encodings_are_found_out_or_told(board):
    packed = gzip.compress(numbered(1).encode("gb18030"))
    receipt = board.submit("news", entry(), cwsdiag.formats.Source.from_bytes("a.gz", packed))
    assert board.material("news", [receipt.submission.id]).systems[0].data == packed
    plain = submit(board, 1, system="plain").submission
    assert same(plain.scores, receipt.submission.scores)
    board.submit("news", entry(system="told"), source(numbered(1)), encoding="utf-8", format="words")
    with pytest.raises(SettingError):
        board.submit("news", entry(), source(numbered(2)), encoding="nope")
    with pytest.raises(EncodingError):
        board.submit("news", entry(), source(numbered(2)), encoding="ascii")
    with pytest.raises(SettingError):
        board.submit("news", entry(), source(numbered(2)), format="nope")


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


def test_what_is_removed_is_gone_and_its_number_with_it(board):
    id = submit(board, 1).submission.id
    # As boards of 0.2.0 have it.
    ask(board.path, "UPDATE submission SET email = 'li.hua@example.org' WHERE id = ?", id)
    copy = board.remove([id])
    assert copy.exists()
    assert [line.kind for line in board.table("news")] == ["baseline", "baseline"]
    with pytest.raises(BoardError, match=f"no submission {id} on this board"):
        board.submission(id)
    for left in (
        "SELECT * FROM submission WHERE email != ''",
        "SELECT * FROM file WHERE packed = x'00' OR name = 'file.txt'",
    ):
        assert ask(board.path, left) == []
    assert ask(board.path, "SELECT count(*) FROM score WHERE submission = ?", id) == [(0,)]
    assert submit(board, 1).submission.id > id


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


def test_names_of_systems_differ_whatever_they_are(board):
    board.add_task(draft("open", open_gold=True))
    first = submit(board, 1, task="open").submission.id
    ids = [first, submit(board, 2, task="open").submission.id]
    ids.append(submit(board, 3, task="open", system=f"crf (Li Hua, no. {first})").submission.id)
    names = [system.name for system in board.material("open", ids).systems]
    assert len(set(names)) == 3


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


def test_warnings_are_those_of_the_file(board):
    assert submit(board).warnings == ()
    long = source("我 " * 60_000 + "\n", "long.txt")
    board.add_task(draft("long", gold=long))
    (warning,) = board.submit("long", entry(), long).warnings
    assert warning.startswith("long.txt: very long lines: line 1")
