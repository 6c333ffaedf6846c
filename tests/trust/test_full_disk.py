"""A disk that is full: what was there stays whole, nothing of 0 bytes is left, and the message says what it is.

Files may not grow beyond a size in a process of their own (RLIMIT_FSIZE): writing then fails in its midst, as on a full
disk. Where it is the disk that is full, SQLite says so itself.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cwsdiag.board import Board
from tests.board.corpus import GOLD, TRAIN, draft, source

pytest.importorskip("resource")
# More than what SQLite lays beside a file that it reads.
MOST = 40_000
LONG = GOLD * 60
_PROGRAM = f"""
import json, resource, signal, sys
from click.testing import CliRunner
from cwsdiag import cli
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, ({MOST}, {MOST}))
said = []
for command in json.loads(sys.argv[1]):
    result = CliRunner().invoke(cli.main, command.split())
    said.append([result.exit_code, result.output if isinstance(result.exception, SystemExit) else repr(result)])
print(json.dumps(said))
"""
FILE, SQLITE = "cannot be written: larger than files may be here", "the disk is full, or fails to read or write it"
# Each writes more than may be written, over a file that is there or to one that is not.
COMMANDS = {
    "board fetch news training -o old.txt --board board.sqlite": FILE,
    "board fetch news training -o new.txt --board board.sqlite": FILE,
    "separators --reference long.txt --reference long2.txt --union old.txt": FILE,
    "board backup new.sqlite --board board.sqlite": SQLITE,
    "board add-task more --gold long.txt --board board.sqlite": SQLITE,
    "board add-task more --gold long.txt --board other.sqlite": SQLITE,
}


def test_whatever_is_written_is_there_or_not(tmp_path):
    (tmp_path / "long.txt").write_text(LONG, encoding="utf-8")
    (tmp_path / "long2.txt").write_text(LONG.replace("北京大学", "北京 大学"), encoding="utf-8")
    (tmp_path / "old.txt").write_text("before", encoding="utf-8")
    Board(tmp_path / "board.sqlite").add_task(draft(training=source(TRAIN + LONG, "train.txt")))
    kept = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM, json.dumps([*COMMANDS])],
        cwd=tmp_path, capture_output=True, text=True, timeout=120, check=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )  # fmt: skip
    for (command, wanted), (code, said) in zip(COMMANDS.items(), json.loads(done.stdout), strict=True):
        assert code == 2, (command, said)
        assert wanted in said, (command, said)
    there = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert there.keys() - kept.keys() <= {"board.sqlite-wal", "board.sqlite-shm"}
    assert kept.items() <= there.items()
    assert Board.check(tmp_path / "board.sqlite").problems == ()
