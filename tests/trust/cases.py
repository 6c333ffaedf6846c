"""A case of what people, programs and disks do to files: what lies there, a command, how it ends and what it says."""

from __future__ import annotations

import re
from contextlib import chdir
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from click.testing import CliRunner

from cwsdiag import cli

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path


GOLD = "我们 喜欢 分词\n他 在 北京大学 学习\n"
TRAINING = "我们 在 北京\n他 喜欢 学习 分词\n"
SYSTEM = "我 们 喜欢 分词\n他 在 北京 大学 学习\n"
PROJECT = """
[[dataset]]
name = "made"
gold = "gold.txt"
train = "train.txt"

[[dataset.system]]
name = "a"
prediction = "a.txt"
"""
# What lies in the folder of every case, unless the case says otherwise.
USUAL = {"gold.txt": GOLD, "train.txt": TRAINING, "a.txt": SYSTEM, "project.toml": PROJECT}
SCORE = "score --gold gold.txt --train train.txt --system a=a.txt"


@dataclass(frozen=True)
class Case:
    """One row.

    Attributes:
        name: what is done, for the list of tests.
        command: the words after ``cwsdiag``, blanks between them; or all of them, where one has a blank.
        code: how it ends.
        says: what stands in what it prints, on both streams; a regular expression, blanks as they come.
        files: what lies there besides ``USUAL``, or instead of it: texts as UTF-8.
        silent: what it must not say; a regular expression.
        before: what else is done to the folder first.
    """

    name: str
    command: str | tuple[str, ...]
    code: int
    says: str
    files: Mapping[str, str | bytes] = field(default_factory=dict)
    silent: str = "Traceback"
    before: Callable[[Path], object] | None = None

    def __str__(self):
        return self.name


def run(case, folder):
    """Do what a case says in a folder, hold what it expects, and return what came of it."""
    for name, content in {**USUAL, **case.files}.items():
        (folder / name).write_bytes(content.encode() if isinstance(content, str) else content)
    if case.before is not None:
        case.before(folder)
    words = case.command.split() if isinstance(case.command, str) else list(case.command)
    with chdir(folder):
        result = CliRunner().invoke(cli.main, words)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise AssertionError(f"{case.name}: an exception of its own") from result.exception
    assert result.exit_code == case.code, result.output
    assert re.search(case.says, result.output), result.output
    assert not re.search(case.silent, result.output), result.output
    return result
