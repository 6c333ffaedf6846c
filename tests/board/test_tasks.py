"""Making tasks: what is stored, splits, rules, baselines."""

from datetime import UTC, datetime

import pytest

import cwsdiag
from cwsdiag.errors import BoardError
from tests.board.corpus import GOLD, RAW, REFERENCE, TRAIN, draft, entry, numbered, private, source

NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)


def test_training_data_of_any_format_is_kept_as_it_was_given(board):
    words = "我们 3\n喜欢 2\n分词 1\n".encode("gb18030")
    path = board.path.parent / "folder" / "list.txt"
    path.parent.mkdir()
    path.write_bytes(words)
    board.add_task(draft("listed", training=cwsdiag.formats.Source.from_path(path)))
    kept = board.files("listed", "training")[0]
    assert (kept.name, kept.data) == ("list.txt", words)
    assert (kept.options.encoding, kept.options.format) == ("gb18030", "word-counts")


def test_a_split_is_reproducible_and_has_every_sentence_once(board):
    dev, test = board.add_task(private("halves", references=(source(REFERENCE),), split=0.3, seed=7))
    assert (dev.name, test.name, dev.open_gold, test.open_gold) == ("halves-dev", "halves-test", True, False)
    assert (dev.sentences, test.sentences) == (9, 21)
    assert dev.split == "9 of the 30 sentences of halves, drawn with seed 7"
    parts = [board.files(task.name, "raw")[0].data.decode().splitlines() for task in (dev, test)]
    assert sorted(parts[0] + parts[1]) == sorted(RAW.splitlines())
    order = iter(RAW.splitlines())
    assert all(line in order for line in parts[0]), "the sentences of a part stand in another order"
    assert board.files("halves-dev", "reference")[0].data.decode().replace(" ", "").splitlines() == parts[0]

    for name, seed in (("again", 7), ("other", 8)):
        board.add_task(draft(name, split=0.3, seed=seed))
        same = board.files(f"{name}-dev", "raw")[0].data == board.files("halves-dev", "raw")[0].data
        assert same == (seed == 7)


def test_all_or_nothing_where_a_name_is_taken(board):
    board.add_task(draft("a-test"))
    names = [task.name for task in board.tasks()]
    with pytest.raises(BoardError, match="'a-test' on this board already"):
        board.add_task(draft("a", split=0.5))
    assert [task.name for task in board.tasks()] == names


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"name": " "}, "missing"),
        ({"name": "a/b"}, "slash"),
        ({"name": "x" * 81}, "at most 80"),
        ({"rules": "x" * 10_001}, "rules"),
        ({"tracks": {}}, "tracks"),
        ({"tracks": {"closed": "", "a,b": ""}}, "a,b"),
        ({"tracks": {"All": ""}}, "cannot be called 'All'"),
        ({"tracks": dict.fromkeys("abcdefghijk", "")}, "1 to 10 tracks"),
        ({"tracks": {"closed": "x" * 2001}}, "rule of a track has 2,001"),
        ({"opens": NOON, "closes": NOON}, "before it opens"),
    ],
)
def test_bad_tasks_are_refused(board, changes, named):
    with pytest.raises(BoardError, match=named):
        board.add_task(draft(**{"name": "more", **changes}))
    assert len(board.tasks()) == 1


def test_signatures_of_open_tasks_are_those_of_their_files(board):
    files = {"gold": source(GOLD), "training": source(TRAIN)}
    assert board.task("news").signature == cwsdiag.signature.signature(cwsdiag.load(**files))
    line = board.submit("news", entry(), source(numbered(1))).submission
    dataset = cwsdiag.load(**files, systems={"crf": source(numbered(1))})
    assert line.signature == cwsdiag.signature.signature(dataset)
