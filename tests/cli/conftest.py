"""Two sentences with training data and two systems, and the command line to run on them."""

import pytest
from click.testing import CliRunner

from cwsdiag import cli
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


@pytest.fixture
def files(tmp_path):
    for name, text in (("gold", GOLD), ("train", TRAIN), ("right", RIGHT), ("wrong", WRONG)):
        (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")
    return tmp_path


@pytest.fixture
def run(files, monkeypatch):
    monkeypatch.chdir(files)

    def call(*arguments, code=0):
        result = CliRunner().invoke(cli.main, [str(a) for a in arguments])
        assert result.exit_code == code, result.output
        return result

    return call


@pytest.fixture
def project(files):
    """The folder of the files, which are a project."""
    (files / "project.toml").write_text(PROJECT, encoding="utf-8")
    return files
