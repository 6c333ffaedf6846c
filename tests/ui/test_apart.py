"""Work in a process of its own: what comes of it, how it is stopped, and what is left where it or the server dies."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cwsdiag.errors import Cancelled, EncodingError
from cwsdiag.languages import lazy, speaking, translated
from cwsdiag.ui.work import apart, child
from cwsdiag.ui.work.apart import FaultError
from cwsdiag.ui.work.background import Job
from tests.ui.working import (
    deaf,
    described,
    ending,
    faulty,
    giving_what_cannot_be_sent,
    obedient,
    refusing,
    short_of_memory,
    until,
)

TREE = Path(__file__).parents[2]


def is_there(process: int) -> bool:
    """Tell whether a process runs; one that ended and was not asked for does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text("ascii").rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.fixture
def processes(tmp_path: Path) -> Iterator[Callable[[], list[int]]]:
    """``processes()`` gives the numbers of the two that ``deaf`` says it is."""

    def read() -> list[int]:
        until(lambda: (tmp_path / "processes").exists() and bool((tmp_path / "processes").read_text("ascii")))
        return [int(number) for number in (tmp_path / "processes").read_text("ascii").split()]

    yield read
    if (tmp_path / "processes").exists():
        for number in filter(is_there, read()):
            os.kill(number, signal.SIGKILL)


def test_what_comes_of_it() -> None:
    job: Job[dict[str, Any]] = Job(9)
    found = apart.run(job, described, 7)
    assert (job.done, job.total) == (1, 3)
    assert found["one"] == 7
    assert found["process"] != os.getpid()
    assert found["pages"] == [False, False], "it is not the server once more, whatever pages have it do"
    assert not found["told what to do"], "nobody else reads that"
    assert found["path"] == sys.path
    if hasattr(os, "nice"):
        assert found["nice"] == 19


def test_what_a_user_can_mend_is_said_in_the_language_of_the_page() -> None:
    with pytest.raises(EncodingError, match="not utf-8: ") as refused:
        apart.run(Job(1), refusing)
    assert refused.value.remedy == "encoding"
    assert isinstance(refused.value.problem, type(lazy("")))
    with speaking("zh"):
        assert translated(refused.value.problem) == "not utf-8: ", "as it was said there in that language"


def test_a_fault_names_its_place() -> None:
    with pytest.raises(FaultError, match="in faulty(?s:.*)ZeroDivisionError: of no number"):
        apart.run(Job(1), faulty)
    with pytest.raises(FaultError, match="ended with exit code 3"):
        apart.run(Job(1), ending)
    with pytest.raises(FaultError, match="pickle"):
        apart.run(Job(1), giving_what_cannot_be_sent)


def test_it_is_stopped_at_its_next_step() -> None:
    job: Job[None] = Job(5)
    found = threading.Thread(target=job.run, args=(lambda job: apart.run(job, obedient),))
    found.start()
    until(lambda: job.done == 1)
    job.stop()
    found.join(60)
    assert (job.state, job.done) == ("stopped", 1)
    # And what was stopped before it began.
    late: Job[None] = Job(5)
    late.stop()
    with pytest.raises(Cancelled):
        apart.run(late, obedient)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no groups of processes there")
def test_what_does_not_stop_is_ended_with_all_that_it_began(
    tmp_path: Path, processes: Callable[[], list[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(apart, "GRACE", 0.0)
    job: Job[None] = Job(5)
    found = threading.Thread(target=job.run, args=(lambda job: apart.run(job, deaf, tmp_path / "processes"),))
    found.start()
    both = processes()
    job.stop()
    found.join(60)
    assert job.state == "stopped"
    until(lambda: not any(map(is_there, both)))


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="processes cannot be looked at here")
def test_a_killed_process_is_one_message(tmp_path: Path, processes: Callable[[], list[int]]) -> None:
    job: Job[None] = Job(5)
    found = threading.Thread(target=job.run, args=(lambda job: apart.run(job, deaf, tmp_path / "processes"),))
    found.start()
    both = processes()
    assert Path(f"/proc/{both[0]}/oom_score_adj").read_text("ascii").strip() == "1000", "this, before the server"
    os.kill(both[0], signal.SIGKILL)
    found.join(60)
    assert job.state == "failed"
    assert "was ended from outside, as systems do when memory runs out" in str(job.error)
    until(lambda: not any(map(is_there, both)))
    with pytest.raises(type(job.error), match="was ended from outside"):  # type: ignore[arg-type]
        apart.run(Job(1), short_of_memory)


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="processes cannot be looked at here")
def test_nothing_is_left_of_a_server_that_is_killed(tmp_path: Path, processes: Callable[[], list[int]]) -> None:
    code = f"""
from pathlib import Path
from cwsdiag.ui.work import apart
from cwsdiag.ui.work.background import Job
from tests.ui.working import deaf
apart.run(Job(5), deaf, Path({str(tmp_path / "processes")!r}))
"""
    server = subprocess.Popen([sys.executable, "-c", code], cwd=TREE)
    try:
        both = processes()
    finally:
        server.kill()
        server.wait(60)
    until(lambda: not any(map(is_there, both)))


def test_one_processor_is_left_to_the_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    found = {}
    for cores in (1, 2, 8):
        monkeypatch.setattr("joblib.cpu_count", lambda cores=cores: cores)
        found[cores] = child.spare_cores()
    assert found == {1: 1, 2: 1, 8: 7}
