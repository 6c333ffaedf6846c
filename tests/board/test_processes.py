"""Processes that are killed, and several that write at once."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.board.corpus import check_whole

ROOT = Path(__file__).parents[2]


@pytest.fixture
def start(start_process):
    def worker(*arguments):
        command = [sys.executable, "-m", "tests.board.worker", *map(str, arguments)]
        return start_process(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    return worker


def finish(process):
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    return out.strip()


@pytest.mark.skipif(sys.platform == "win32", reason="needs fork")
def test_a_board_and_a_submission_killed_at_any_statement_leave_nothing(tmp_path, start):
    path = tmp_path / "board.sqlite"
    assert int(finish(start("add-task-killed", path))) > 60
    before = check_whole(path)
    assert [line.system for line in before[0]] == ["TOP", "BASE"]
    assert int(finish(start("submit-killed", path))) > 40
    (table,) = check_whole(path)
    # All were killed but the last, and their numbers were never given out.
    assert [line.id for line in table if line.kind == "system"] == [3]
    assert [line for line in table if line.kind == "baseline"] == before[0]


def test_of_four_processes_with_the_same_file_one_succeeds(board, start):
    told = [finish(process) for process in [start("submit-the-same", board.path) for _ in range(4)]]
    assert sorted(told) == ["refused", "refused", "refused", "taken"]
    (table,) = check_whole(board.path)
    assert len([line for line in table if line.kind == "system"]) == 1
