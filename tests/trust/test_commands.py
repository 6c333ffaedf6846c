"""Commands, given what people, programs and disks come up with: nothing falls over or goes on for ever, nothing is
misread in silence, nobody is where they do not belong, and nothing is lost. A row a case.
"""

from __future__ import annotations

import json
import os

import pytest

from cwsdiag.board import Board, Entry, Submitter, TaskDraft
from cwsdiag.formats import Source
from tests import older
from tests.board.corpus import draft
from tests.trust.cases import GOLD, PROJECT, SCORE, SYSTEM, Case, run
from tests.trust.damage import damaged, good_judgements

FILES = SCORE.removeprefix("score ")
DIAGNOSE = f"diagnose {FILES}"
TEXTS = "--gold gold.txt --train train.txt"
DIFFICULTY = f"difficulty {TEXTS} --out out.csv"
FIGURE = "figure words . --system a --caption"
MANY = "4" * 5000
NAME = "名" * 5000
LONG = PROJECT.replace("gold.txt", "g" * 10_000)
DEEP = "[" * 100_000
UNCUT = GOLD.replace(" ", "")
CONLL = "".join(f"{place}\t{word}\t_\t_\n" for line in GOLD.splitlines() for place, word in enumerate(line.split(), 1))
LEFT_OUT = {"gold.txt": GOLD * 9 + "好 的\n", "a.txt": "好 的\n"}
BALANCED = "balanced --gold gold.txt --system a=a.txt --weights"
DIFFICULT = {
    **dict.fromkeys(("gold.txt", "a.txt"), "我们 喜欢\n"),
    "g.csv": "word,sentence,start,end,d\n我们,1,0,2,0.5\n喜欢,1,2,4,0_1\n",
}
# What steers a terminal, turns a line round, and ends one to some programs; and how it is said.
EVIL = "\x1b[31mb\u202e\u2028\x9b"
SEEN = r"\\x1b\[31mb\\u202e\\u2028\\x9b"
RAW = "Traceback|[\x1b\u202e\u2028\x9b\ud800-\udfff]"
WORDS = ("words", "--gold", "gold.txt", "--train", "train.txt", "--system", "a=a.txt")
HIDING = {"gold.txt": "我们 在 北\u202e京\n", "a.txt": "我们 在 北\u202e 京\n"}
FORMULAS = {"gold.txt": "=1 @x 好\n", "a.txt": "=1 @x好\n"}
CHECKED = "board check --board b.sqlite"


def sealed(folder):
    """A board with a private task and a submission to it."""
    board = Board(folder / "b.sqlite")
    board.add_task(TaskDraft("lab", gold=Source.from_path(folder / "gold.txt"), few_sentences=True))
    key = Submitter(key=board.add_key("Zhao"))
    board.submit("lab", Entry("first", "", "open"), Source.from_bytes("f", GOLD.encode()), by=key)


def board(folder):
    """A board of one task."""
    Board(folder / "b.sqlite").add_task(draft(open_gold=True))


def broken(folder):
    """A board that lost a table."""
    board(folder)
    good = (folder / "b.sqlite").rename(folder / "good.sqlite")
    assert damaged(good, folder / "b.sqlite", "DROP TABLE score")


def pipe(folder):
    """A board, and a named pipe, which nobody writes to."""
    sealed(folder)
    os.mkfifo(folder / "pipe")


# What is read, and how much of it.
READ = [
    Case("endless gold", "score --gold /dev/zero --system a=a.txt", 2, "/dev/zero: this is a device"),
    Case("an endless project", "study /dev/zero", 2, "this is a device"),
    Case("endless difficulties", f"{DIAGNOSE} --weights /dev/zero", 2, "this is a device"),
    Case("endless findings", "report project.toml --out o --findings /dev/zero", 2, "this is a device"),
    Case("an endless plug-in", f"{DIAGNOSE} --plugin /dev/zero", 2, "there is no such file"),
    Case("a pipe for a key", "board submit lab a.txt --system-name s --track closed --board b.sqlite --key-file pipe",
         2, "pipe: this is a named pipe", before=pipe),
    Case("a board that is a pipe", "board list --board pipe", 2, "a named pipe", before=pipe),
    Case("a name of 10,000 characters", "study p.toml", 2, r"is no path: [^ ]{1,45}\.\n$", {"p.toml": LONG}),
    Case("a project called by 10,000 characters", ("study", NAME), 2, "there is no such project file"),
    Case("a zip is a project", "study p.zip", 2, "is a zip: cwsdiag app opens it", {"p.zip": "PK\x03\x04"}),
    Case("findings nested deep", "findings . --kept", 2, "nested too deeply", {"findings.toml": f"a = {DEEP}"}),
    Case("results nested deep", "gate project.toml --baseline r", 2, "no results.json", {"r": f'{{"a":{DEEP}'}),
    Case("JSON nested deep", "score --gold j --system a=a.txt", 2, "not JSON", {"j": f'{{"words":{DEEP}'}),
    Case("nothing is wrong", SCORE, 0, "a ", silent="warning"),
    Case("gold that is not cut", SCORE, 0, "as if gold were not segmented", {"gold.txt": UNCUT}),
    Case("gold of a task", "board add-task t --gold gold.txt --board b --open-gold", 0, "as if gold were not",
         {"gold.txt": UNCUT}),
    Case("CoNLL in one piece", "select-sources project.toml --target made --way max", 0,
         "warning: made: gold.txt: after 1", {"gold.txt": CONLL}),
    Case("most left out", f"{SCORE} --mismatch skip", 0, "coverage", LEFT_OUT, silent="as if it were not segmented"),
    Case("a sentence more in the middle", f"{SCORE} --mismatch skip", 0,
         r"not in gold: line 2(?s:.*)3 of 12 words of the system \(coverage 0\.7500\)",
         {"a.txt": "\n这 是 多余的\n".join(SYSTEM.splitlines())}),
    Case("0_1 as a difficulty", f"{BALANCED} g.weight", 2, "line 1: .*'0_1'", {"g.weight": "0.5 0_1 1\n0 0 0 0\n"}),
    Case("0_1 in a table", f"{BALANCED} g.csv", 2, "0_1", DIFFICULT),
]  # fmt: skip
# What is asked for: how much, and of what.
ASKED = [
    ("a billion resamples", f"{DIAGNOSE} --resamples 1000000000", "1<=x<=100000"),
    ("resamples of many digits", f"{DIAGNOSE} --resamples {MANY}", "4{25}.* is not a valid integer range"),
    ("a seed that JSON cannot hold", f"{DIAGNOSE} --seed 9007199254740992", "0<=x<=9007199254740991"),
    ("buckets of many digits", f"{DIAGNOSE} --buckets {MANY}", "buckets 'equal:4{33}…': write equal:4"),
    ("an attribute of digits", f"{DIAGNOSE} --attributes {MANY}", "unknown attribute '4{39}…'"),
    ("passes without end", f"{DIFFICULTY} --learner perceptron:passes=1000000000", "passes is 1000000000: give .* to"),
    ("a penalty without bound", f"{DIFFICULTY} --learner crf:c2=inf", "c2 is inf: give a number above 0, up to"),
    ("ratios that are none", f"{DIFFICULTY} --ratios nan", "no such ratios: nan"),
    ("a scheduler that is none", f"{DIFFICULTY} --scheduler foo", "is no address"),
    ("a share that is none", f"learning-curve {TEXTS} --shares nan", "nan of 2 training sentences cannot be learnt"),
    ("a bucket of a figure that is none", f"{FIGURE} --attribute wLen --bucket 50", "wLen has no bucket 50"),
    (
        "a sentence of a figure, of digits",
        f"figure sentence . --system a --caption --sentence {MANY}",
        "1 to 2",
    ),
    ("no such kind of errors", f"{FIGURE} --shape spilt", "the kind of error is .spilt.: give one of .split."),
    ("a moment beyond time", "board add-task t --board b --gold gold.txt --opens 9999-12-31T23:59-23:59", "is no time"),
    ("a submission of 24 digits", f"board remove {MANY[:24]} --board b.sqlite", "1<=x<=9007199254740991"),
    (
        "costs without bound",
        "separators --reference gold.txt --system a=a.txt --costs 1e300,1",
        "cost is 1e.300",
    ),
    ("a study that is no UTF-8", "judge scores \udcff --judgements j.sqlite", "is no text in UTF-8"),
    ("f_b that is no number", "judge scores s --judgements j.sqlite --f-b a=nan", "a number from 0 to 1"),
    ("an owner who has no address", "app --owner li", r"'li' is no e-mail address\. Write NAME@HOST\."),
]
# What is far too long is not repeated whole.
TOO_LONG = [
    ("a system", f"{SCORE} --system"),
    ("a system's file", f"{SCORE} --system b={NAME}/"),
    ("a number", f"{DIFFICULTY} --k"),
    ("an option", f"{SCORE} --{NAME}"),
    ("a command", ""),
    ("a file to write to", "draw gold.txt -n 1 -o"),
]
# What names may hold, and what leaves the machine.
SHOWN = [
    Case("an escape", (*SCORE.split(), "--system", f"{EVIL}=a.txt"), 0, SEEN, silent=RAW),
    Case("no UTF-8", (*SCORE.split(), "--system", "\udcffb=a.txt", "--json"), 2, "is no text in UTF-8", silent=RAW),
    Case("twice", (*WORDS, *["--system", f"{EVIL}=a.txt"] * 2), 2, f"two systems are called '{SEEN}'", silent=RAW),
    Case("asked for as it came", (*WORDS, "--system", f"{EVIL}=a.txt", "--of", EVIL), 0, SEEN, silent=RAW),
    Case("a file that is not there", ("check", f"{EVIL}.txt"), 2, f"{SEEN}.txt: there is no such file", silent=RAW),
    Case("its files", "results project.toml", 2, f"files are missing: {SEEN}",
         {"project.toml": PROJECT.replace('"a.txt"', json.dumps(EVIL))}, silent=RAW),
    Case("words that hide", WORDS, 0, r"北\\u202e京", HIDING, silent=RAW),
    Case("formulas in words", (*WORDS, "--csv"), 0, r"(?s)\n'=1,1,0.*\n'@x,", FORMULAS, silent=r"(?m)(^|,)[=@]"),
    Case("scores of a private gold", "board show lab --json --board b.sqlite", 0,
         r'"bakeoff.f1": (0\.\d{1,3}|1\.0)\b(?!\d)',
         silent="insertions|c_r|true_words|separators|coverage", before=sealed),
]  # fmt: skip
# What is written, and what was.
KEPT = [
    Case("a board that lost a table", CHECKED, 1, "wrong: its table score is missing", before=broken),
    Case("a sound board", CHECKED, 0, "task 1, .*\nnothing is wrong", before=board),
    Case("an older board", CHECKED, 0, r"version 4 of its tables \(newest 5\);",
         before=lambda folder: older.make("board", folder / "b.sqlite")),
    Case("a copy of it", "board backup copy.sqlite --board b.sqlite", 0, "as it was at this moment", before=board),
    Case("sound judgements", "judge check --judgements p", 0, "judgement 3, .*\nnothing is wrong",
         before=lambda folder: good_judgements(folder / "p")),
    Case("a board as judgements", "judge check --judgements b.sqlite", 2, "of another program", before=board),
    Case("a link to itself", "separators --reference gold.txt --union loop", 2,
         "loop: cannot be written: this link points at itself",
         before=lambda folder: (folder / "loop").symlink_to("loop")),
]  # fmt: skip
CASES = [
    *READ,
    *(Case(name, command, 2, says) for name, command, says in ASKED),
    *(
        Case(f"too long: {name}", (*command.split(), NAME), 2, r"\A(.{,630}\n?){1,10}\Z", silent="名{320}")
        for name, command in TOO_LONG
    ),
    *SHOWN,
    *KEPT,
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_it_is_said(case, tmp_path):
    run(case, tmp_path)
