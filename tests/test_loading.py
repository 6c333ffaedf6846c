"""Files of a dataset are described once, read once and aligned once; problems are collected."""

import tracemalloc
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

import cwsdiag
from cwsdiag import cli
from cwsdiag.dataset import ReadOptions
from cwsdiag.errors import AlignmentError, EncodingError, ReadError, SettingError
from cwsdiag.inputs import FileSet
from cwsdiag.loading import GOLD, TRAINING, WEIGHTS, load_files, load_transferred
from tests.counted import counted

TEXTS = {
    "gold.txt": "我们 喜欢 分词\n他 在 北京大学 学习\n今天 天气 很 好\n" * 20,
    "train.txt": "我们 在 北京\n他 喜欢 学习 分词\n" * 20,
    "one.txt": "我 们 喜欢 分词\n他 在 北京 大学 学习\n今天 天气 很 好\n" * 20,
    "two.txt": "我们 喜欢 分 词\n他 在 北京大学 学 习\n今天 天气 很好\n" * 20,
    "other.txt": "完全 不同 的 文章\n" * 20,
}
PROJECT = """
[[dataset]]
name = "a"
gold = "gold.txt"
train = "train.txt"
weights = "w.weight"
[[dataset.system]]
name = "one"
prediction = "one.txt"
track = "closed"
[[dataset.system]]
name = "two"
prediction = "two.txt"
trained_on = "b"
[[dataset]]
name = "b"
gold = "one.txt"
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in TEXTS.items():
        Path(name).write_text(text, encoding="utf-8")
    Path("w.weight").write_text(weights_line(), encoding="utf-8")
    Path("project.toml").write_text(PROJECT, encoding="utf-8")
    return tmp_path


def weights_line():
    return "".join(" ".join("0.5" for _ in line.split()) + "\n" for line in TEXTS["gold.txt"].splitlines())


@pytest.fixture
def work(monkeypatch):
    return counted(monkeypatch)


def once(*names):
    return dict.fromkeys(names, 1)


COMMANDS = ("--gold", "gold.txt", "--train", "train.txt", "--system", "one=one.txt", "--system", "two=two.txt")


def by_library():
    cwsdiag.load(gold="gold.txt", training="train.txt", systems={"one": "one.txt", "two": Path("two.txt")})


def by_command():
    result = CliRunner().invoke(cli.main, ["check", *COMMANDS])
    assert result.exit_code == 0, result.output


def by_project():
    cwsdiag.load_dataset(cwsdiag.read_project(Path("project.toml")).datasets[0])


def by_pages():
    spec = cwsdiag.read_project(Path("project.toml")).datasets[0]
    loaded = load_files(spec.with_short_names(), facts=True, findings=True)
    assert len(loaded.facts) == len(loaded.dataset.systems) + 2


@pytest.mark.parametrize(
    ("go", "systems", "more"),
    [
        pytest.param(by_library, ("one", "two"), (), id="library"),
        pytest.param(by_command, ("one", "two"), (), id="check"),
        pytest.param(by_project, ("one",), ("w.weight",), id="project"),
        pytest.param(by_pages, ("one",), ("w.weight",), id="pages"),
    ],
)
def test_each_file_is_read_once_and_each_system_aligned_once(folder, work, go, systems, more):
    go()
    assert work.reads == once("gold.txt", "train.txt", *(f"{name}.txt" for name in systems), *more)
    assert work.alignments == once(*systems)


def test_a_prediction_that_cannot_be_used_is_left_out_of_those_that_say_what_they_were_trained_on(folder):
    files = cwsdiag.read_project(Path("project.toml")).datasets[0]
    Path("two.txt").write_text(TEXTS["other.txt"], encoding="utf-8")
    assert list(load_transferred(files).origins) == ["one"]
    with pytest.raises(AlignmentError, match="two ← b"):
        load_transferred(files, stop=True)
    Path("one.txt").unlink()
    assert load_transferred(files) is None


def test_problems_are_collected_and_harm_nothing_else(folder):
    Path("broken.txt").write_bytes(b"\x81\x81\xff\xff" * 9)
    systems = {"broken": "broken.txt", "one": "one.txt", "gone": "gone.txt", "other": "other.txt", " ": "two.txt"}
    files = FileSet.alike(
        ReadOptions(),
        gold="gold.txt",
        training="none.txt",
        systems=systems,
        weights="train.txt",
    ).mapped(lambda file: replace(file, track="open") if file.name == "one" else file)
    loaded = load_files(files, facts=True, findings=True)
    kinds = {part: type(problem) for part, problem in loaded.problems.items()}
    assert list(kinds.items()) == [
        (("system", "broken"), EncodingError),
        (("system", "gone"), ReadError),
        (("system", "other"), AlignmentError),
        (("system", " "), SettingError),
        (TRAINING, ReadError),
        (WEIGHTS, SettingError),
    ]
    assert [system.name for system in loaded.dataset.systems] == ["one"]
    assert (loaded.dataset.tracks, loaded.dataset.training, loaded.dataset.difficulty) == ({"one": "open"}, None, None)
    # What was read and does not fit is looked at all the same: it is what somebody wants to know about.
    assert set(loaded.facts) == {GOLD, ("system", "one"), ("system", "other"), ("system", " ")}
    with pytest.raises(EncodingError, match="broken.txt"):
        loaded.whole  # noqa: B018


def test_without_gold_there_is_no_dataset_and_others_are_looked_at(folder):
    loaded = load_files(FileSet.alike(ReadOptions(), gold=None, systems={"one": "one.txt"}), facts=True)
    assert (loaded.dataset, dict(loaded.problems), list(loaded.facts)) == (None, {}, [("system", "one")])


def test_memory_does_not_grow_with_training_data_that_is_surveyed(folder):
    def peak(times):
        Path("long.txt").write_text(TEXTS["train.txt"] * times, encoding="utf-8")
        files = FileSet.alike(ReadOptions(), gold="gold.txt", training="long.txt")
        tracemalloc.start()
        try:
            loaded = load_files(files, facts=True, findings=True)
            return tracemalloc.get_traced_memory()[1], loaded.facts[TRAINING].words
        finally:
            tracemalloc.stop()

    peak(1)
    # Up to two blocks of a file memory grows with it.
    (small, words), (large, more) = peak(2_500), peak(3_500)
    assert 5 * more == 7 * words
    assert large < 1.02 * small
