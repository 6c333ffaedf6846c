"""Nobody is where they do not belong: a row a case."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.trust.cases import SCORE, Case, run
from tests.trust.hidden import DIAGNOSE, EVIL, EVIL_FILES, EVIL_PROJECT, FORMULAS, HIDING, RAW, SEEN, WORDS

if TYPE_CHECKING:
    from pathlib import Path

CASES = [
    # shown: what names may hold, and what leaves the machine.
    Case("an escape", (*SCORE.split(), "--system", f"{EVIL}=a.txt"), 0, SEEN, silent=RAW),
    Case("in JSON", (*SCORE.split(), "--system", f"{EVIL}=a.txt", "--json"), 0, r'"\\\\x1b\[31m', silent=RAW),
    Case(
        "a name that is no UTF-8",
        (*SCORE.split(), "--system", "\udcffb=a.txt", "--json"),
        2,
        "is no text in UTF-8",
        silent=RAW,
    ),
    Case(
        "twice", (*SCORE.split(), *["--system", f"{EVIL}=a.txt"] * 2), 2, f"two systems are called '{SEEN}'", silent=RAW
    ),
    Case("asked for as it came", (*WORDS, "--system", f"{EVIL}=a.txt", "--of", EVIL), 0, SEEN, silent=RAW),
    Case("nobody's name", (*WORDS, "--of", EVIL), 2, f"no system '{SEEN}' in this dataset", silent=RAW),
    Case("an argument too many", (*WORDS, EVIL), 2, f"unexpected extra argument .{SEEN}", silent=RAW),
    Case("an option that is none", (*WORDS, f"--{EVIL}"), 2, f"No such option '--{SEEN}", silent=RAW),
    Case("a file that is not there", ("check", f"{EVIL}.txt"), 2, f"{SEEN}.txt: there is no such file", silent=RAW),
    Case("a plug-in that is not there", (*DIAGNOSE, "--plugin", EVIL), 2, f"{SEEN}: there is no", silent=RAW),
    Case(
        "its files",
        "results project.toml",
        2,
        f"{SEEN}: there is no such file",
        {"project.toml": EVIL_FILES},
        silent=RAW,
    ),
    Case("a study", "study project.toml --resamples 10", 0, SEEN, {"project.toml": EVIL_PROJECT}, silent=RAW),
    Case("a target", ("select-sources", "project.toml", "--target", EVIL), 2, f"no dataset '{SEEN}'", silent=RAW),
    Case("a pair", ("study", "project.toml", "--pair", f"{EVIL}=a"), 2, SEEN, silent=RAW),
    Case("words that hide", WORDS, 0, r"北\\u202e京", HIDING, silent=RAW),
    Case("other characters", WORDS, 2, r"北\\u202e", {"gold.txt": HIDING["gold.txt"]}, silent=RAW),
    Case("formulas in words", (*WORDS, "--csv"), 0, r"(?s)\n'=1,1,0.*\n'@x,", FORMULAS, silent=r"(?m)(^|,)[=@]"),
    # gold: what a private gold gives away.
    # owner: who may do what.
    # server: what the server answers.
    Case("a public address without https", "app --public-url lab.example", 2, "--public-url lab.example: give the"),
    Case("no room for anybody's uploads", "app --uploads-mb 0", 2, "--uploads-mb"),
    Case("more room than any machine has", "app --all-uploads-mb 99999999999999", 2, "--all-uploads-mb"),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_it_is_said(case: Case, tmp_path: Path) -> None:
    run(case, tmp_path)
