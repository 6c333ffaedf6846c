"""Processes that are killed, and several that write at once."""

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cwsdiag.board import Board
from tests.board.corpus import ask, check_whole, numbered

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
def test_a_submission_killed_at_any_statement_leaves_nothing(board, start):
    before = check_whole(board.path)
    kills = int(finish(start("submit-killed", board.path)))
    assert kills > 40
    (table,) = check_whole(board.path)
    # All were killed but the last, and their numbers were never given out.
    assert [line.id for line in table if line.kind == "system"] == [3]
    assert [line for line in table if line.kind == "baseline"] == before[0]


@pytest.mark.skipif(sys.platform == "win32", reason="needs fork")
def test_a_board_killed_while_it_is_made_leaves_nothing(tmp_path, start):
    path = tmp_path / "board.sqlite"
    kills = int(finish(start("add-task-killed", path)))
    assert kills > 60
    (table,) = check_whole(path)
    assert [line.system for line in table] == ["TOP", "BASE"]
    assert Board(path).task("news").sentences == 30


@pytest.mark.parametrize("number", range(3))
def test_a_server_killed_at_any_time_leaves_whole_submissions(board, start, number):
    process = start("submit-for-ever", board.path, 0)
    assert process.stdout.readline() == "begun\n"
    time.sleep(random.Random(number).uniform(0.1, 0.6))
    process.kill()
    process.wait()
    (table,) = check_whole(board.path)
    came = sorted(line.id for line in table if line.kind == "system")
    assert came == list(range(3, 3 + len(came)))
    # The next one works on the file as it was left.
    finish(start("submit", board.path, 10_000, 1))
    assert Board(board.path).task("news").submissions == len(came) + 1


def test_twenty_submissions_from_four_processes_are_all_there_once(board, start):
    for process in [start("submit", board.path, first, 5) for first in (0, 5, 10, 15)]:
        finish(process)
    (table,) = check_whole(board.path)
    systems = [line for line in table if line.kind == "system"]
    assert len(systems) == 20
    assert len({line.digest for line in systems}) == 20
    (files,) = ask(board.path, "SELECT count(DISTINCT packed) FROM file JOIN submission ON submission.file = file.id "
                   "WHERE kind = 'system'")  # fmt: skip
    assert files == (20,)


def test_of_four_processes_with_the_same_file_one_succeeds(board, start):
    told = [finish(process) for process in [start("submit-the-same", board.path) for _ in range(4)]]
    assert sorted(told) == ["refused", "refused", "refused", "taken"]
    (table,) = check_whole(board.path)
    assert len([line for line in table if line.kind == "system"]) == 1


def test_four_processes_make_the_same_board_at_once(start, tmp_path):
    path = tmp_path / "board.sqlite"
    for process in [start("open", path) for _ in range(4)]:
        finish(process)
    assert check_whole(path) == []


def test_numbered_files_differ():
    assert len({numbered(number) for number in range(20)}) == 20
