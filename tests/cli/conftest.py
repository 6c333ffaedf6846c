"""Two sentences with training data and two systems, and the command line to run on them."""

import json

import pytest
from click.testing import CliRunner

from cwsdiag import cli
from tests.difficulty.corpus import many
from tests.trust.cases import GOLD
from tests.trust.cases import SYSTEM as WRONG
from tests.trust.cases import TRAINING as TRAIN

RIGHT = GOLD
PROJECT = """
[[dataset]]
name = "made"
gold = "gold.txt"
train = "train.txt"

[[dataset.system]]
name = "right"
prediction = "right.txt"

[[dataset.system]]
name = "wrong"
prediction = "wrong.txt"
"""


def document(result):
    """The one JSON document; every undefined number in it is null."""
    assert result.stdout.count("\n") == 1

    def refuse(constant):
        raise AssertionError(constant)

    return json.loads(result.stdout, parse_constant=refuse)


@pytest.fixture
def files(tmp_path):
    for name, text in (("gold", GOLD), ("train", TRAIN), ("right", RIGHT), ("wrong", WRONG)):
        (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")
    return tmp_path


@pytest.fixture
def run(files, monkeypatch):
    monkeypatch.chdir(files)

    def call(*arguments, code=0, given=None):
        result = CliRunner().invoke(cli.main, [str(a) for a in arguments], input=given)
        assert result.exit_code == code, result.output
        return result

    return call


@pytest.fixture
def refused(run):
    """``refused(…)`` is the short message of a command that does nothing but say it."""

    def call(*arguments, **how):
        result = run(*arguments, code=2, **how)
        assert result.stdout == ""
        assert len(result.stderr.strip().split("\n")) <= 10
        return result.stderr

    return call


@pytest.fixture
def learnable(tmp_path):
    """The folder with texts that a segmenter learns something from, and difficulties of their gold words."""
    gold, train = many(12, seed=1), many(60)
    weights = ([f"{number % 5 / 5}" for number in range(len(sentence))] for sentence in gold)
    for name, sentences in (("gold.txt", gold), ("train.txt", train), ("w.weight", weights)):
        (tmp_path / name).write_text(text(sentences), encoding="utf-8")
    (tmp_path / "words.txt").write_text("我们\n喜欢\n", encoding="utf-8")
    return tmp_path


def text(sentences):
    return "".join(" ".join(sentence) + "\n" for sentence in sentences)


@pytest.fixture
def project(files):
    """The folder of the files, which are a project."""
    (files / "project.toml").write_text(PROJECT, encoding="utf-8")
    return files
