"""Nobody is where they do not belong: a row a case."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from cwsdiag.board import Board, Entry, Submitter, TaskDraft
from cwsdiag.formats import Source
from cwsdiag.judging import Judgements
from cwsdiag.loading import load
from tests.trust.cases import GOLD, SCORE, Case, run
from tests.trust.hidden import EVIL, EVIL_FILES, FORMULAS, HIDING, RAW, SEEN, WORDS

if TYPE_CHECKING:
    from pathlib import Path

SUBMIT = "board submit lab a.txt --system-name s --track closed --board b.sqlite"


def _with_board(folder: Path) -> Board:
    """A board with a private task, a submission with a key of Zhao, whose key lies in a file, and one by a sign-in."""
    board = Board(folder / "b.sqlite")
    gold = Source.from_path(folder / "gold.txt")
    board.add_task(TaskDraft("lab", gold=gold, few_sentences=True))
    key = board.add_key("Zhao")
    (folder / "zhao").write_text(f"{key}\n", encoding="utf-8")
    for author, by in (("", Submitter(key=key)), ("Wang", Submitter(signed_in="id 7"))):
        board.submit("lab", Entry("first", author, "open"), Source.from_bytes("f", GOLD.encode()), by=by)
    return board


def _with_a_full_day(folder: Path) -> None:
    """The same, with as many submissions of Zhao's as are accepted."""
    board = _with_board(folder)
    by = Submitter(key=(folder / "zhao").read_text(encoding="utf-8"))
    for number in range(19):
        board.submit("lab", Entry(str(number), "", "open"), Source.from_bytes("f", GOLD.encode()), by=by)


def _with_a_pipe(folder: Path) -> None:
    """A board beside a named pipe, which nobody writes to."""
    _with_board(folder)
    os.mkfifo(folder / "pipe")


def judged(folder: Path) -> None:
    """Lay a file of judgements there, in which somebody judged both sentences of a study."""
    sentences = [["我们", "喜欢"], ["他", "学习"]]
    other = [["我", "们", "喜欢"], ["他", "学", "习"]]
    kept = Judgements(folder / "p")
    study = kept.new("s", load(gold=sentences, systems={"a": sentences, "b": other}), sentences=2)
    for item in study.to_judge:
        kept.mark("s", "Li Hua", item.number, {item.candidates[0].key: "best"})


CASES = [
    # shown: what names may hold, and what leaves the machine.
    Case("an escape", (*SCORE.split(), "--system", f"{EVIL}=a.txt"), 0, SEEN, silent=RAW),
    Case("in JSON", (*SCORE.split(), "--system", f"{EVIL}=a.txt", "--json"), 0, r'"\\\\x1b\[31m', silent=RAW),
    Case("no UTF-8", (*SCORE.split(), "--system", "\udcffb=a.txt", "--json"), 2, "is no text in UTF-8", silent=RAW),
    Case(
        "twice", (*SCORE.split(), *["--system", f"{EVIL}=a.txt"] * 2), 2, f"two systems are called '{SEEN}'", silent=RAW
    ),
    Case("asked for as it came", (*WORDS, "--system", f"{EVIL}=a.txt", "--of", EVIL), 0, SEEN, silent=RAW),
    Case("an option that is none", (*WORDS, f"--{EVIL}"), 2, f"No such option '--{SEEN}", silent=RAW),
    Case("a file that is not there", ("check", f"{EVIL}.txt"), 2, f"{SEEN}.txt: there is no such file", silent=RAW),
    Case(
        "its files",
        "results project.toml",
        2,
        f"files are missing: {SEEN}",
        {"project.toml": EVIL_FILES},
        silent=RAW,
    ),
    Case("a pair", ("study", "project.toml", "--pair", f"{EVIL}=a"), 2, SEEN, silent=RAW),
    Case("words that hide", WORDS, 0, r"北\\u202e京", HIDING, silent=RAW),
    Case("other characters", WORDS, 2, r"北\\u202e", {"gold.txt": HIDING["gold.txt"]}, silent=RAW),
    Case("formulas in words", (*WORDS, "--csv"), 0, r"(?s)\n'=1,1,0.*\n'@x,", FORMULAS, silent=r"(?m)(^|,)[=@]"),
    # gold: what a private gold gives away.
    Case(
        "scores of a private gold",
        "board show lab --json --board b.sqlite",
        0,
        r'"bakeoff.f1": (0\.\d{1,3}|1\.0)\b(?!\d)',
        silent="insertions|c_r|true_words|separators|coverage",
        before=_with_board,
    ),
    Case("the name of a key in other letters", f"{SUBMIT} --author ＺＨＡＯ", 2, "need the key", before=_with_board),
    Case("a pipe for a key", f"{SUBMIT} --key-file pipe", 2, "pipe: this is a named pipe", before=_with_a_pipe),
    Case("no key at all", f"{SUBMIT} --author Li", 2, "lab has a private gold and accepts.*key", before=_with_board),
    Case("too many", f"{SUBMIT} --key-file zhao", 2, "20 files to lab within a day", before=_with_a_full_day),
    Case(
        "a text of few words",
        f"{SUBMIT} --key-file zhao",
        2,
        "hardly segmented: 2 words, 7.0 characters each",
        {"a.txt": "我们喜欢分词\n他在北京大学学习\n"},
        before=_with_board,
    ),
    Case(
        "a private gold of few sentences",
        "board add-task lab --gold gold.txt --board b.sqlite",
        2,
        r"a private gold of 2 sentences; of fewer than 300 .*--few-sentences",
    ),
    Case(
        "which is wanted so", "board add-task lab --gold gold.txt --few-sentences --board b.sqlite", 0, "lab .* private"
    ),
    # owner: who may do what.
    Case("an owner who has no address", "app --owner li", 2, r"'li' is no e-mail address\. Write NAME@HOST\."),
    # server: what the server answers.
    Case("a public address without https", "app --public-url lab.example", 2, "--public-url lab.example: give the"),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_it_is_said(case: Case, tmp_path: Path) -> None:
    run(case, tmp_path)
