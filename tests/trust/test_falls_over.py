"""Nothing falls over, and nothing goes on for ever: a row a case."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from tests.trust.cases import PROJECT, SCORE, Case, run

if TYPE_CHECKING:
    from pathlib import Path

FILES = SCORE.removeprefix("score ")
DIAGNOSE = f"diagnose {FILES}"
TEXTS = "--gold gold.txt --train train.txt"
DIFFICULTY = f"difficulty {TEXTS} --out out.csv"
MANY = "4" * 5000
NAME = "名" * 5000
KEPT = "findings project.toml --kept"
DIFFICULTIES = {"d.weight": "0 0.5 1\n0 0 1 0\n"}
LONG = "g" * 10_000
NO_PATH = r"is no path: [^ ]{1,45}\.\n$"


def _pipe(folder: Path) -> None:
    os.mkfifo(folder / "pipe")


CASES = [
    # limits: how much is read.
    Case("a folder is no file", f"{SCORE} --system b=there", 2, "this is a folder", {"there/b.txt": "我 们"}),
    Case("endless gold", "score --gold /dev/zero --system a=a.txt", 2, "/dev/zero: this is a device"),
    Case("an endless project", "study /dev/zero", 2, "this is a device"),
    Case("endless difficulties", f"{DIAGNOSE} --weights /dev/zero", 2, "this is a device"),
    Case("endless findings", "report project.toml --out o --findings /dev/zero", 2, "this is a device"),
    Case("an endless plug-in", f"{DIAGNOSE} --plugin /dev/zero", 2, "there is no such file"),
    Case("a pipe nobody fills is gold", "score --gold pipe --system a=a.txt", 2, "named pipe", before=_pipe),
    Case("a pipe nobody fills is a project", "study pipe", 2, "named pipe", before=_pipe),
    Case("a project nested deep", "study p.toml", 2, "nested too deeply", {"p.toml": "a = " + "[" * 100_000}),
    Case("a project of long keys", "study p.toml", 2, "nested too deeply", {"p.toml": ".".join("a" * 100_000)}),
    Case("a project with a long number", "study p.toml", 2, "more than 64 bits", {"p.toml": "a = " + "9" * 6_000}),
    Case(
        "parts of a model in a long number",
        "study p.toml",
        2,
        "more than 64 bits",
        {"p.toml": f"{PROJECT}parts = {{ a = 0x{'f' * 6_000} }}\n"},
    ),
    Case("a name of 10,000 characters", "study p.toml", 2, NO_PATH, {"p.toml": PROJECT.replace("gold.txt", LONG)}),
    Case("a NUL in a path", "study p.toml", 2, NO_PATH, {"p.toml": PROJECT.replace("gold.txt", "a\\u0000")}),
    Case("a project called by 10,000 characters", ("study", LONG), 2, "there is no such project file"),
    Case("a zip is a project", "study p.zip", 2, "is a zip: cwsdiag app opens it", {"p.zip": "PK\x03\x04"}),
    Case("a date out of range", "study p.toml", 2, "Invalid date", {"p.toml": "a = 2026-02-30"}),
    Case("findings nested deep", KEPT, 2, "nested too deeply", {"findings.toml": "a = " + "[" * 100_000}),
    Case("results nested deep", "gate project.toml --baseline r", 2, "no results.json", {"r": '{"a":' + "[" * 100_000}),
    Case("results with a long number", "gate project.toml --baseline r", 2, "no results.json", {"r": "9" * 6_000}),
    Case("JSON nested deep", "score --gold j --system a=a.txt", 2, "not JSON", {"j": '{"words":' + "[" * 100_000}),
    # options: how much is asked for.
    *(
        Case(name, command, 2, says)
        for name, command, says in (
            ("a billion resamples", f"{DIAGNOSE} --resamples 1000000000", "1<=x<=100000"),
            ("resamples of many digits", f"{DIAGNOSE} --resamples {MANY}", "4{25}… is not in the range"),
            ("a seed that JSON cannot hold", f"{DIAGNOSE} --seed 9007199254740992", "0<=x<=9007199254740991"),
            ("a size beyond all texts", f"{DIAGNOSE} --min-size 3000000000", "0<=x<=2147483647"),
            ("buckets of many digits", f"{DIAGNOSE} --buckets {MANY}", "buckets 'equal:4{33}…': write equal:4"),
            ("a bucket beyond all", f"words {FILES} --attribute wLen --bucket 100", "0<=x<=99"),
            ("a hundred billion members", f"{DIFFICULTY} --k 100000000000", "1<=x<=100000"),
            (
                "passes without end",
                f"{DIFFICULTY} --learner perceptron:passes=1000000000",
                "passes is 1000000000: give .* to 1,000",
            ),
            (
                "a penalty without bound",
                f"{DIFFICULTY} --learner crf:c2=inf",
                "c2 is inf: give a number above 0, up to 1,000,000",
            ),
            ("ratios that are none", f"{DIFFICULTY} --ratios nan", "no such ratios: nan"),
            ("a million seeds", f"learning-curve {TEXTS} --seeds 1000000", "1<=x<=1000"),
            (
                "a share that is none",
                f"learning-curve {TEXTS} --shares nan",
                "nan of 2 training sentences cannot be learnt from",
            ),
            (
                "a bucket of a figure that is none",
                "figure words . --system a --caption --attribute wLen --bucket 50",
                "wLen has no bucket 50",
            ),
            (
                "a bucket of a figure, of digits",
                f"figure words . --system a --caption --attribute wLen --bucket {MANY}",
                "4…': give its number",
            ),
            (
                "a sentence of a figure, of digits",
                f"figure sentence . --system a --caption --sentence {MANY}",
                "made has sentences 1 to 2",
            ),
            (
                "no such kind of errors",
                "figure words . --system a --shape spilt --caption",
                "the kind of error is .spilt.: give one of .split., .merged., .crossed.",
            ),
            ("no such cause", "figure words . --system a --cause luck --caption", "the cause of errors is 'luck'"),
            (
                "a moment beyond time",
                "board add-task t --board b.sqlite --gold gold.txt --opens 9999-12-31T23:59-23:59",
                "is no time",
            ),
            ("an attribute of digits", f"{DIAGNOSE} --attributes {MANY}", "unknown attribute '4{39}…'"),
            ("rows without end", "psi --train train.txt --test gold.txt --limit 10000000", "0<=x<=1000000"),
            ("a submission of 24 digits", f"board remove {MANY[:24]} --board b.sqlite", "1<=x<=9007199254740991"),
            (
                "a billion sentences to draw",
                "draw gold.txt -n 1000000000 -o o.txt",
                "1,000,000,000 sentences cannot be drawn",
            ),
            ("more than any text has", "draw gold.txt -n 10000000000 -o o.txt", "1<=x<=2147483647"),
            ("sentences longer than all", "draw gold.txt --max-length 10000000000 -o o.txt", "1<=x<=2147483647"),
            (
                "sentences to judge",
                f"judge new s {FILES} --sentences 10000000000 --judgements j.sqlite",
                "1<=x<=2147483647",
            ),
            (
                "costs without bound",
                "separators --reference gold.txt --system a=a.txt --costs 1e300,1",
                "cost is 1e.300: .* to 1,000,000",
            ),
            ("days without end", "app --workspace-days 99999999999", "1<=x<=36500"),
            ("megabytes without end", "app --workspaces-mb 99999999999", "1<=x<=1000000"),
            (
                "a system that is no UTF-8",
                (*SCORE.split(), "--system", "\udcff=a.txt", "--json"),
                "udcff=a.txt' is no text in UTF-8",
            ),
            (
                "a study that is no UTF-8",
                ("judge", "scores", "\udcff", "--judgements", "j.sqlite"),
                "is no text in UTF-8",
            ),
        )
    ),
    # names: what is far too long is not repeated whole.
    *(
        Case(f"too long: {name}", (*command.split(), NAME), 2, r"\A(.{,630}\n?){1,10}\Z", silent="名{320}")
        for name, command in (
            ("a system", f"{SCORE} --system"),
            ("a system's file", f"{SCORE} --system b={NAME}/"),
            ("an option of some", f"{SCORE} --mismatch"),
            ("a number", f"{DIFFICULTY} --k"),
            ("an option", f"{SCORE} --{NAME}"),
            ("an argument", "draw gold.txt -n 1 -o o.txt"),
            ("a figure", "figure"),
            ("a command", ""),
            ("a dataset", "select-sources . --target"),
            ("a template", "learning-curve . --template"),
            ("a plug-in", f"{DIAGNOSE} --plugin"),
            ("a folder to write to", "report . --out"),
        )
    ),
    # ends: how commands end.
    Case(
        "a scheduler that is none",
        "difficulty --gold gold.txt --train train.txt --out w.csv --scheduler foo",
        2,
        "is no address",
    ),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_it_is_said(case: Case, tmp_path: Path) -> None:
    run(case, tmp_path)
