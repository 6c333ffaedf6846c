"""Commands that are told to end do so alike, leave nothing that goes on, and say so; what cannot be printed is said."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from cwsdiag.cli.output import well_ended
from tests.parallel.processes import BOUND, of_session, until

if TYPE_CHECKING:
    from collections.abc import Callable

    Start = Callable[..., subprocess.Popen[Any]]

COMMAND = [sys.executable, "-m", "cwsdiag"]


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="processes cannot be listed here")
@pytest.mark.parametrize(
    ("learner", "sent", "code"),
    [("crf", "INT", 130), ("perceptron:passes=1000", "TERM", 143)],
)
def test_what_learns_ends_with_who_is_told_to_end(files, start_process, learner, sent, code):
    """A script has its background jobs ignore SIGINT, so that one ends by SIGTERM alone; nothing of it stays."""
    pytest.importorskip("pycrfsuite")
    (files / "train.txt").write_text((files / "train.txt").read_text("utf-8") * 20_000, encoding="utf-8")
    command = [*COMMAND, "difficulty", "--gold", "gold.txt", "--train", "train.txt", "--out", "w.csv", "--no-cache"]
    command += ["--learner", learner, "--k", "50", "--jobs", "2"]
    script = "$@ & echo $! > pid; wait $!; echo $? > code" if sent == "TERM" else 'echo $$ > pid; exec "$@"'
    running = start_process(
        ["bash", "-c", script, "bash", *command],
        cwd=files,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    until(lambda: (files / "pid").exists() and (files / "pid").read_text())
    told = int((files / "pid").read_text())
    until(lambda: learns(told, learner) or running.poll() is not None)
    os.kill(told, signal.Signals[f"SIG{sent}"])
    out, error = running.communicate(timeout=BOUND)
    assert int((files / "code").read_text() if sent == "TERM" else running.returncode) == code
    assert out == ""
    # How many members there were is said where it came between two of them.
    assert error.startswith("\ncwsdiag: stopped")
    assert error.endswith(f"({'SIGTERM' if sent == 'TERM' else 'Ctrl-C'}).\n")
    assert error.count("\n") == 2
    until(lambda: not of_session(running.pid))
    assert not [*Path("/dev/shm").glob(f"*[-_]{told}[-_]*")]
    assert not (files / "w.csv").exists()


def learns(process, learner):
    """Tell whether members are learnt: two threads, or two processes and what looks after them."""
    if learner == "crf":
        return len(of_session(os.getsid(process))) > 4
    return len([*Path(f"/proc/{process}/task").iterdir()]) > 2


@pytest.fixture
def children(monkeypatch):
    """None that would be ended: those of this process are of other tests."""
    monkeypatch.setattr(multiprocessing, "active_children", list)


@pytest.mark.usefixtures("children")
def test_what_is_interrupted_may_raise_anything():
    import click

    with pytest.raises(click.exceptions.Exit) as ended, well_ended(click.Context(click.Command("made"))):
        try:
            os.kill(os.getpid(), signal.SIGTERM)
            time.sleep(60)
        except KeyboardInterrupt:
            raise RuntimeError("the pool is broken") from None
    assert ended.value.exit_code == 143


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device here")
@pytest.mark.parametrize("arguments", ["--help", "score --gold gold.txt"])
def test_what_cannot_be_printed_is_said(files, arguments):
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [*COMMAND, *arguments.split()], cwd=files, stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 2
    assert done.stderr == "cwsdiag: what it prints cannot be written: the disk is full. Make room and try again.\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device here")
def test_where_nothing_can_be_said_either_the_exit_code_says_it(files):
    with open("/dev/full", "wb") as full:
        done = subprocess.run([*COMMAND, "score", "--gold", "none.txt"], cwd=files, stderr=full, check=False)
    assert done.returncode == 2
