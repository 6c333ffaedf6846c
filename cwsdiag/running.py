"""Systems that a project runs: a command or an installed segmenter gets raw sentences and gives segmented lines.

What one wrote is kept beside the project, in plain files: whatever is pickled there would be run when it is read. It is
run only by whoever types ``cwsdiag run``, or owns a server that was started with ``--allow-run``, without a shell, in
the project's folder; all else takes what is kept, and refuses it once gold or what made it is another.
"""

from __future__ import annotations

import hashlib
import json
import os
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from cwsdiag import files, segmenters
from cwsdiag.errors import Cancelled, CwsdiagError, ReadError, brief
from cwsdiag.inputs import File, FileSet, Run, about
from cwsdiag.languages import lazy
from cwsdiag.loading import load_files
from cwsdiag.progress import stage
from cwsdiag.text import Segmentation, Text, frozen

_PER = 1000
# Seconds between two looks at what runs; characters of what it said last.
_LOOK, _LONGEST = 0.1, 200
_alive: set[subprocess.Popen[bytes]] = set()


@dataclass(frozen=True)
class RunReport:
    """How a run went.

    Attributes:
        lines: how many it was given, and gave.
        characters: how many these have.
        seconds: that it took, its start included.
        per_1000: seconds for 1,000 characters.
        version: of a segmenter's package; empty for a command.
    """

    lines: int
    characters: int
    seconds: float
    per_1000: float
    version: str


def run(system: File, *, mismatch: Any, stopped: Callable[[], bool] = lambda: False) -> RunReport:
    """Have a system segment the sentences of its gold file, and keep what it wrote.

    Args:
        system: a file with a ``run``.
        mismatch: what is done where it has other characters than gold.
        stopped: is asked again and again whether to end it.

    Raises:
        Cancelled: ``stopped`` said so.
        CwsdiagError: gold cannot be read, the command fails, takes too long or gives something else than its sentences.
            What was kept before stays.
    """
    assert system.run is not None and system.path is not None
    one, path = system.run, system.path
    # As they stand in the file: what is unified is so in what comes back, too.
    raw = FileSet(files=(one.gold.normalised(()),))
    sentences = load_files(raw, strings=False, stop=True).whole.gold.text.sentences
    of, start = one.of(), time.monotonic()
    written = _lines(one, sentences, stopped)
    seconds = time.monotonic() - start
    # Checked as every prediction is.
    digest = hashlib.sha256(written).hexdigest()
    given = replace(system, role="system", path=None, data=written, content=digest, run=None)
    load_files(FileSet(files=(one.gold, given), mismatch=mismatch), strings=False, stop=True)
    characters = sum(map(len, sentences))
    version = segmenters.version_of(one.segmenter) if one.segmenter else ""
    made = RunReport(len(sentences), characters, seconds, _PER * seconds / characters, version)
    # What says of what it is goes first: where the second cannot be written, it is another's no more.
    with suppress(OSError):
        about(path).unlink()
    said = json.dumps({"of": of, **asdict(made)}, ensure_ascii=False)
    files.save_all(path.parent, {path.name: written, about(path).name: said})
    return made


def answer(one: Run, text: Text, *, name: str, stopped: Callable[[], bool] = lambda: False) -> Segmentation:
    """Return how a command or segmenter cuts a text; nothing of it is kept.

    Args:
        one: what is run.
        text: at least one sentence.
        name: of the system.
        stopped: is asked again and again whether to end it.

    Raises:
        Cancelled: ``stopped`` said so.
        ReadError: it fails, takes too long or gives something else than the sentences.
    """
    # What is no UTF-8 has other characters then.
    written = _lines(one, text.sentences, stopped).decode("utf-8-sig", "replace").split("\n")
    lines = [line.split() for line in written[: len(text.sentences)]]
    for sentence, words in zip(text.sentences, lines, strict=True):
        if "".join(words) != sentence:
            raise ReadError(
                lazy(
                    "{command!r} made {words!r} of {sentence!r}. It must change no character, only put blanks between "
                    "words.",
                    command=brief(one.called),
                    words=brief(" ".join(words)),
                    sentence=brief(sentence),
                )
            )
    return Segmentation(name, text, frozen(np.cumsum([len(word) for words in lines for word in words], dtype=np.int32)))


def is_current(system: File) -> bool:
    """Return whether what is kept of a system is of its gold file and command, and can be read."""
    try:
        system.source()
    except CwsdiagError:
        return False
    return True


def end_all() -> None:
    """End all that runs: at the end of a program whose threads wait for it."""
    for process in [*_alive]:
        _end(process)


def _lines(one: Run, sentences: Sequence[str], stopped: Callable[[], bool]) -> bytes:
    """Return what a command writes for sentences, a line each."""
    written = _output(one, "".join(f"{sentence}\n" for sentence in sentences), stopped)
    lines = written.count(b"\n") + (not written.endswith(b"\n"))
    if lines != len(sentences) or not written:
        raise ReadError(
            lazy(
                "{command!r} wrote {lines:,} lines for {n:,} sentences. It must write one line for each, words between "
                "blanks.",
                command=brief(one.called),
                lines=lines if written else 0,
                n=len(sentences),
            )
        )
    return written


def _output(one: Run, text: str, stopped: Callable[[], bool]) -> bytes:
    """Return what a command writes to stdout, given a text on stdin; all that it began ends with it.

    Raises:
        Cancelled: ``stopped`` said so.
        ReadError: it cannot be started, fails, takes too long or writes too much.
    """
    stage(lazy("Segmenting"))
    command = shlex.split(one.command) or [sys.executable, "-m", "cwsdiag.segmenters", one.segmenter]
    name = brief(one.called)
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        given.write(text.encode("utf-8"))
        given.seek(0)
        end = time.monotonic() + one.seconds
        if stopped():
            raise Cancelled(0, 1)
        try:
            process = subprocess.Popen(
                command, cwd=one.folder, stdin=given, stdout=out, stderr=err, start_new_session=True
            )
        except (OSError, ValueError) as error:
            problem = files.trouble(error) if isinstance(error, OSError) else str(error)
            raise ReadError(lazy("{command!r} cannot be started: {problem}", command=name, problem=problem)) from None
        _alive.add(process)
        try:
            while process.poll() is None:
                if stopped():
                    raise Cancelled(0, 1)
                if time.monotonic() > end:
                    raise ReadError(
                        lazy(
                            "{command!r} took longer than {seconds:,} seconds and was ended. Make it faster, or set "
                            "`timeout` in the project to more seconds.",
                            command=name,
                            seconds=one.seconds,
                        )
                    )
                with suppress(subprocess.TimeoutExpired):
                    process.wait(_LOOK)
        finally:
            _alive.discard(process)
            _end(process)
        if process.returncode:
            err.seek(0)
            lines = err.read(files.MEGABYTE).decode("utf-8", "replace").strip().split("\n")
            raise ReadError(
                lazy(
                    "{command!r} ended with code {code}: {error}. Make it work in the folder of the project first.",
                    command=name,
                    code=process.returncode,
                    error=brief(lines[-1], _LONGEST) or lazy("it said nothing"),
                )
            )
        out.seek(0)
        if (size := os.fstat(out.fileno()).st_size) > files.limit():
            raise files.too_large(name, files.limit(), size)
        return out.read()


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a process with all that it began."""
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError, PermissionError):  # nothing is left
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
    process.wait()
