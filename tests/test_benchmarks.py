"""Every benchmark runs, as small as it can be: one that nobody runs is broken."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SMALL = ["--words", "2000", "--systems", "2", "--training", "20000", "--runs", "1"]
SMALLEST = {
    "acts": ["--runs", "1", "--sessions", "2"],
    "beside": ["--rounds", "1", "--clicks", "3", "--copies", "1"],
    "browser": ["--times", "1", "start", "small", "shift"],
    "cluster": ["--corpora", "2", "--words", "500", "--runs", "1", "--workers", "2", "--parts", "commands"],
    "command_line": ["--runs", "1", "--times", "1"],
    "committee": ["--runs", "1"],
    "consistency": ["--runs", "1"],
    "coverage": ["--draws", "2"],
    "difficulty_study": [],
    "million": SMALL,
    "million_pages": SMALL,
    "newcomer": ["--times", "1"],
    "people": ["--people", "2", "--seconds", "2", "--rounds", "1"],
    "swaps": ["--draws", "2"],
    "training": ["--words", "20000", "--gold", "1000", "--rounds", "1"],
}
# Tools of benchmarks, which measure nothing when run.
TOOLS = {"cluster_tasks", "real_project"}


def test_all_are_here():
    programs = {path.stem for path in (ROOT / "benchmarks").glob("*.py") if "__main__" in path.read_text("utf-8")}
    assert programs - TOOLS == set(SMALLEST)


@pytest.mark.seldom
@pytest.mark.real_data
@pytest.mark.parametrize("name", SMALLEST)
def test_it_runs(name, tmp_path, monkeypatch):
    monkeypatch.setenv("CWSDIAG_CACHE", str(tmp_path / "cache"))
    data = ["--data", str(tmp_path)] if SMALLEST[name] == SMALL else []
    command = [sys.executable, "-m", f"benchmarks.{name}", *SMALLEST[name], *data]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    assert "|" in done.stdout, "a table"
