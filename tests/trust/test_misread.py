"""Nothing is misread in silence: a row a case."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.trust.cases import GOLD, SCORE, SYSTEM, Case, run

if TYPE_CHECKING:
    from pathlib import Path

CHECK = SCORE.replace("score", "check", 1)
TASK = "board add-task t --gold gold.txt --board b"
BALANCED = "balanced --gold gold.txt --system a=a.txt --weights g.weight"
TARGET = "project.toml --target made --way max"
UNCUT = GOLD.replace(" ", "")
FREQUENCIES = "我们\t3.5\n在\t0.25\n北京\t12\n喜欢\t1\n学习\t2\n"
COMMAS = FREQUENCIES.replace("\t", ",")
TABLE = "".join(f"{word}\tNN\n" for word in GOLD.split())
CONLL = "".join(
    f"{place}\t{word}\t_\t_\n" for line in GOLD.splitlines() for place, word in enumerate(line.split(), start=1)
)
JSON = '[["我们", "喜欢", "分词"], ["他", "在", "北京大学", "学习"]]'
LONG = GOLD * 9 + "好 的\n"
DIFFICULT = (
    "word,sentence,start,end,d\n我们,1,0,2,0.5\n喜欢,1,2,4,0_1\n分词,1,4,6,0\n"
    "他,2,6,7,0\n在,2,7,8,0\n北京大学,2,8,12,0\n学习,2,12,14,0\n"
)


CASES = [
    # forms: what a file is taken for.
    Case("nothing is wrong", SCORE, 0, "a ", silent="warning"),
    Case("frequencies", CHECK, 0, "frequencies +in place of counts", {"train.txt": FREQUENCIES}),
    Case("a negative one", SCORE, 2, r"train.txt, line 2: .*above 0", {"train.txt": FREQUENCIES.replace("0.25", "-1")}),
    Case("a list between commas", SCORE, 0, "a word, ',' and a number", {"train.txt": COMMAS}),
    Case("gold that is not cut", SCORE, 0, "as if gold were not segmented", {"gold.txt": UNCUT}),
    Case("the same in check", CHECK, 0, "probably not segmented", {"gold.txt": UNCUT}, silent="No warning"),
    Case("gold of a task", f"{TASK} --open-gold", 0, "as if gold were not", {"gold.txt": UNCUT}),
    Case("gold as XML", SCORE, 2, "gold.txt: this is XML", {"gold.txt": "<s>我们 喜欢</s>\n<s>分词</s>\n"}),
    Case("CoNLL in one piece", SCORE, 0, "after 1 sentence there is no blank line", {"gold.txt": CONLL}),
    Case("for sources", f"select-sources {TARGET}", 0, "warning: made: gold.txt: after 1", {"gold.txt": CONLL}),
    Case("a NUL in JSON", SCORE, 2, "gold.txt, line 1: NUL", {"gold.txt": JSON.replace("学习", "学\\u0000习")}),
    Case(
        "most left out",
        f"{SCORE} --mismatch skip",
        0,
        "coverage",
        {"gold.txt": LONG, "a.txt": "好 的\n"},
        silent="as if it were not segmented",
    ),
    Case("0_1 as a difficulty", BALANCED, 2, "line 1: .*'0_1'.*from 0 to 1", {"g.weight": "0.5 0_1 1\n0 0 0 0\n"}),
    Case("digits of another script", BALANCED, 2, "'١'", {"g.weight": "0.5 ١ 1\n0 0 0 0\n"}),
    Case("0_1 in a table", "balanced --gold gold.txt --system a=a.txt --weights g.csv", 2, "0_1", {"g.csv": DIFFICULT}),
    # options: what is asked for.
    Case(
        "a prediction given twice, left out",
        f"{SCORE} --mismatch skip",
        0,
        r"repeated: line 3, 4(?s:.*)coverage 1\.0000\), 9 of 18 words of the system \(coverage 0\.5000\)",
        {"a.txt": SYSTEM + SYSTEM},
    ),
    Case(
        "a sentence more in the middle, left out",
        f"{SCORE} --mismatch skip",
        0,
        r"not in gold: line 2(?s:.*)3 of 12 words of the system \(coverage 0\.7500\)",
        {"a.txt": "\n这 是 多余的\n".join(SYSTEM.splitlines())},
    ),
    Case("f_b that is no number", "judge scores s --judgements j.sqlite --f-b a=nan", 2, "a number from 0 to 1"),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_it_is_said(case: Case, tmp_path: Path) -> None:
    run(case, tmp_path)
