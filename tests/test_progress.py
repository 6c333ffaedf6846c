"""The line of progress: quiet in pipes and for short work, seen on a terminal, gone afterwards."""

import os
import pty
import re
import subprocess
import sys

import pytest

CODE = """
import time
from cwsdiag.formats import Source
from cwsdiag.progress import working
with working("counting words"):
    for _ in Source.from_bytes("[b]large.txt", bytes(10)).chunks(1):
        time.sleep({seconds} / 10)
"""


@pytest.fixture
def on_terminal(start_process):
    def run(seconds):
        ours, theirs = pty.openpty()
        process = start_process(
            [sys.executable, "-c", CODE.format(seconds=seconds)], stderr=theirs, env={**os.environ, "TERM": "xterm"}
        )
        os.close(theirs)
        shown = b""
        try:
            while piece := os.read(ours, 4096):
                shown += piece
        except OSError:
            pass  # Linux says so when the other end is closed
        os.close(ours)
        assert process.wait() == 0
        return shown.decode()

    return run


def test_long_work_shows_a_line_on_a_terminal(on_terminal):
    shown = on_terminal(2.5)
    assert "counting words [b]large.txt" in shown
    assert re.search(r"large.txt 70%, left: 1 s", shown)
    assert shown.rpartition("\r")[0].rpartition("\r")[2].strip() == ""


def test_short_work_shows_nothing(on_terminal):
    assert on_terminal(0.01) == ""


def test_a_pipe_stays_clean():
    done = subprocess.run([sys.executable, "-c", CODE.format(seconds=1.3)], capture_output=True, check=True)
    assert done.stderr == b""
