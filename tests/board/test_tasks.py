"""Making tasks: what is stored, splits, rules, baselines."""

import re
from datetime import UTC, datetime

import pytest

import cwsdiag
from cwsdiag.bakeoff import score_bakeoff
from cwsdiag.baselines import with_baselines
from cwsdiag.board import Board, Split
from cwsdiag.errors import AlignmentError, BoardError
from tests.board.corpus import GOLD, RAW, REFERENCE, TRAIN, ask, draft, entry, numbered, private, source

NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)


def test_a_task_says_what_everybody_may_know(board):
    (task,) = board.tasks()
    assert task == board.task("news")
    assert (task.created, task.tracks, task.open_gold) == ("2026-01-02T03:04:05+00:00", ("closed", "open"), True)
    assert (task.sentences, task.characters) == (30, len(RAW.replace("\n", "")))
    assert task.words == len(GOLD.split())
    assert board.add_task(private("sealed"))[0].words is None
    assert (task.training, task.references, task.submissions, task.split, task.rules) == (True, 0, 0, "", "")


def test_raw_text_and_training_data_can_be_downloaded(board):
    assert board.files("news", "raw")[0].data.decode() == RAW
    training = board.files("news", "training")[0]
    assert (training.name, training.data.decode()) == ("train.txt", TRAIN)
    board.add_task(draft("bare", training=None))
    assert board.files("bare", "training") == []


def test_training_data_of_any_format_is_kept_as_it_was_given(board):
    words = "我们 3\n喜欢 2\n分词 1\n".encode("gb18030")
    path = board.path.parent / "folder" / "list.txt"
    path.parent.mkdir()
    path.write_bytes(words)
    board.add_task(draft("listed", training=cwsdiag.formats.Source.from_path(path)))
    kept = board.files("listed", "training")[0]
    assert (kept.name, kept.data) == ("list.txt", words)
    assert (kept.options.encoding, kept.options.format) == ("gb18030", "word-counts")


def test_gold_of_any_format_becomes_words(board):
    tagged = "".join(f"{line.replace(' ', '/n ')}/n\n" for line in GOLD.splitlines())
    board.add_task(draft("tagged", gold=source(tagged), open_gold=True))
    assert board.files("tagged", "gold")[0].data.decode() == GOLD


def test_words_that_look_like_another_format_stay_what_they_are(board):
    gold = "a/n b/n\nc/v d/n\n"
    options = cwsdiag.dataset.ReadOptions(format="words")
    board.add_task(draft("slashes", gold=source(gold), training=None, options=options, open_gold=True))
    assert (board.task("slashes").words, board.files("slashes", "raw")[0].data) == (4, b"a/nb/n\nc/vd/n\n")


def test_private_gold_is_not_given_out(board):
    board.add_task(private("sealed", references=(source(REFERENCE),)))
    board.add_task(draft("open", references=(source(REFERENCE),)))
    assert board.files("open", "gold")[0].data.decode() == GOLD
    assert [file.data.decode() for file in board.files("open", "reference")] == [REFERENCE]
    for role in ("gold", "reference", "weights"):
        with pytest.raises(BoardError, match="private"):
            board.files("sealed", role)
    with pytest.raises(BoardError, match="private"):
        board.material("sealed")


def direct(dataset):
    """The scores of a dataset's systems, by method and field."""
    return {
        score.name: {
            f"bakeoff.{key}": value for key, value in vars(score).items() if key not in ("name", "system_coverage")
        }
        for score in score_bakeoff(dataset)
    }


def test_base_and_top_are_scored_as_everywhere(board):
    dataset = with_baselines(cwsdiag.load(gold=source(GOLD), training=source(TRAIN)))
    board.add_task(draft("open", open_gold=True))
    table = board.table("open")
    assert {line.system: line.kind for line in table} == {"TOP": "baseline", "BASE": "baseline"}
    for line in table:
        assert direct(dataset)[line.system].items() <= line.scores.items()
        assert (line.track, line.digest, line.author) == (None, "", "cwsdiag")
    board.add_task(draft("bare", training=None))
    assert [line.system for line in board.table("bare")] == ["TOP"]


def test_a_split_is_reproducible_and_has_every_sentence_once(board):
    dev, test = board.add_task(private("halves", references=(source(REFERENCE),)), split=Split(0.3, seed=7))
    assert (dev.name, test.name, dev.open_gold, test.open_gold) == ("halves-dev", "halves-test", True, False)
    assert (dev.sentences, test.sentences) == (9, 21)
    assert dev.split == "9 of the 30 sentences of halves, drawn with seed 7"
    parts = [board.files(task.name, "raw")[0].data.decode().splitlines() for task in (dev, test)]
    assert sorted(parts[0] + parts[1]) == sorted(RAW.splitlines())
    order = iter(RAW.splitlines())
    assert all(line in order for line in parts[0]), "the sentences of a part stand in another order"
    assert set(board.files("halves-dev", "gold")[0].data.decode().splitlines()) <= set(GOLD.splitlines())
    assert board.files("halves-dev", "reference")[0].data.decode().replace(" ", "").splitlines() == parts[0]

    board.add_task(draft("again"), split=Split(0.3, seed=7))
    board.add_task(draft("other"), split=Split(0.3, seed=8))
    assert board.files("again-dev", "raw")[0].data == board.files("halves-dev", "raw")[0].data
    assert board.files("other-dev", "raw")[0].data != board.files("halves-dev", "raw")[0].data


def test_the_parts_of_a_split_share_their_training_data(tmp_path):
    board = Board(tmp_path / "board.sqlite")
    board.add_task(draft("halves"), split=Split(0.5))
    assert ask(board.path, "SELECT count(*), count(DISTINCT file) FROM task_file WHERE role = 'training'") == [(2, 1)]
    assert board.files("halves-dev", "training")[0] == board.files("halves-test", "training")[0]


@pytest.mark.parametrize("share", [0.0, 1.0, -0.5, 2.0, float("nan")])
def test_shares_that_split_nothing_are_refused(board, share):
    with pytest.raises(BoardError, match="between 0 and 1"):
        board.add_task(draft("halves"), split=Split(share))


def test_both_parts_have_a_sentence(board):
    for share in (0.001, 0.999):
        dev, test = board.add_task(draft(f"halves {share}"), split=Split(share))
        assert min(dev.sentences, test.sentences) == 1
    with pytest.raises(BoardError, match="both parts need a sentence"):
        board.add_task(draft("one", gold=source("我们 好\n")), split=Split(0.5))


def test_all_or_nothing_where_a_name_is_taken(board):
    board.add_task(draft("a-test"))
    names = [task.name for task in board.tasks()]
    with pytest.raises(BoardError, match="'a-test' on this board already"):
        board.add_task(draft("a"), split=Split(0.5))
    assert [task.name for task in board.tasks()] == names


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"name": " "}, "missing"),
        ({"name": "a/b"}, "slash"),
        ({"name": "x" * 81}, "at most 80"),
        ({"name": "a\u202eb"}, re.escape("U+202E")),
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


def test_references_have_the_characters_of_gold(board):
    with pytest.raises(AlignmentError, match="reference 2"):
        board.add_task(draft("more", references=(source(GOLD.replace("我", "你")),)))


def test_rules_keep_their_lines(board):
    board.add_task(draft("ruled", rules="Closed: the training data alone.\r\nOpen:\tanything.\n", tracks={"open": ""}))
    task = board.task("ruled")
    assert task.rules == "Closed: the training data alone.\nOpen: anything."
    assert task.tracks == ("open",)


def test_a_task_that_is_not_there_is_named(board):
    for asked in (board.task, board.table, lambda name: board.files(name, "raw"), board.material):
        with pytest.raises(BoardError, match=r"no task 'nope' on this board\. Available: news\."):
            asked("nope")


def test_signatures_of_open_tasks_are_those_of_their_files(board):
    board.add_task(draft("open", open_gold=True))
    dataset = cwsdiag.load(gold=source(GOLD), training=source(TRAIN))
    assert board.task("open").signature == cwsdiag.signature.signature(dataset)
    board.add_task(private("sealed"))
    assert board.task("sealed").signature != board.task("open").signature
    assert dataset.gold.digest[:12] not in board.task("sealed").signature
    line = board.submit("open", entry(), source(numbered(1))).submission
    dataset = cwsdiag.load(gold=source(GOLD), training=source(TRAIN), systems={"crf": source(numbered(1))})
    assert line.signature == cwsdiag.signature.signature(dataset)
