"""What tests run in processes of their own: ``python -m tests.board.worker WHAT BOARD``."""

import itertools
import os
import signal
import sqlite3
import sys
from pathlib import Path

from cwsdiag.board import Board
from cwsdiag.errors import BoardError
from tests.board.corpus import draft, entry, numbered, source


def submit(path):
    """Hand in a file."""
    Board(path).submit("news", entry(), source(numbered(1)))


def submit_the_same(path):
    """Hand in the file that others hand in too, and tell whether it was taken."""
    try:
        Board(path).submit("news", entry(), source(numbered(0)))
    except BoardError as error:
        assert "this file is on the board already" in str(error)
        print("refused")
    else:
        print("taken")


def add_task(path):
    """Make board and task."""
    Board(path).add_task(draft())


def killed_everywhere(what, path):
    """Do something again and again in forks that are killed before their 1st, 2nd, 3rd … statement; tell how many."""
    for number in itertools.count(1):
        child = os.fork()
        if not child:
            _kill_before_statement(number)
            what(path)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if not os.WIFSIGNALED(status):
            assert status == 0
            print(number - 1)
            return


def _kill_before_statement(number):
    connect = sqlite3.connect
    left = itertools.count(number - 1, -1)

    def step(statement):
        if next(left) == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def traced(*arguments, **named):
        connection = connect(*arguments, **named)
        connection.set_trace_callback(step)
        return connection

    sqlite3.connect = traced


if __name__ == "__main__":
    task, path = sys.argv[1], Path(sys.argv[2])
    if task == "submit-the-same":
        submit_the_same(path)
    else:
        killed_everywhere({"add-task-killed": add_task, "submit-killed": submit}[task], path)
