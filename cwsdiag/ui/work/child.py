"""The process that does one long piece of work for the server, see ``apart``; it knows nothing of Streamlit.

It is started as ``python -c``, is told its work on its input, and tells how far it is, and what came of it, on what was
its output. It ends, with all processes of its own, when who began it does: its input is closed then.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
import traceback
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing import BinaryIO

# The last of all to be given a processor, the first to be ended where memory runs out: rather this than the server.
_NICEST = 19
_FIRST_TO_GO = "1000"
# joblib's tracker says at length what it removed after processes that were ended; that they were is said already.
_UNSAID = "ignore:resource_tracker:UserWarning"


def main(given: BinaryIO) -> None:
    """Do the work that is told on the input.

    Args:
        given: a copy of the input.
    """
    give_way()
    # Whatever the server does with it: this is what ends this process, and those that it begins.
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    os.environ["PYTHONWARNINGS"] = ",".join(filter(None, (os.environ.get("PYTHONWARNINGS"), _UNSAID)))
    talk = os.fdopen(os.dup(1), "wb")
    # What a library prints must not stand among what is told, nor may it read what this is told.
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    function, args = pickle.load(given)
    stopping = threading.Event()
    threading.Thread(target=_listen, args=(given, stopping), daemon=True).start()
    with suppress(BrokenPipeError):
        _say(talk, _done(function, args, talk, stopping))


def give_way() -> None:
    """Have everything else on this machine, first of all the server, come before this process."""
    with suppress(OSError):  # what a system does not have, or not allow, is no reason not to work
        if hasattr(os, "nice"):
            os.nice(_NICEST)
        Path("/proc/self/oom_score_adj").write_text(_FIRST_TO_GO, "ascii")


def _done(function: Any, args: tuple[Any, ...], talk: BinaryIO, stopping: threading.Event) -> bytes:
    """Do the work, and return what came of it, as ``apart`` reads it."""
    from cwsdiag.errors import Cancelled, CwsdiagError
    from cwsdiag.languages import LANGUAGES, speaking, translated

    def told(done: int, total: int) -> None:
        _say(talk, _packed("told", done, total))

    try:
        return _packed("done", function(*args, told=told, cancelled=stopping.is_set))
    except Cancelled as error:
        return _packed("stopped", error.done)
    except CwsdiagError as error:
        said = {}
        for code in LANGUAGES:
            with speaking(code):
                said[code] = translated(error.problem)
        return _packed("refused", type(error), said, error.remedy)
    except (MemoryError, BrokenProcessPool):
        return _packed("killed")
    except BaseException:
        return _packed("failed", traceback.format_exc())


def _packed(*said: Any) -> bytes:
    return pickle.dumps(said, protocol=pickle.HIGHEST_PROTOCOL)


def _say(talk: BinaryIO, said: bytes) -> None:
    talk.write(said)
    talk.flush()


def _listen(given: BinaryIO, stopping: threading.Event) -> None:
    """Take note when the work is to stop; end at once when nobody is there to tell it to."""
    while given.read(1):
        stopping.set()
    end_group(os.getpid())
    os._exit(1)


def spare_cores() -> int:
    """Return how many processors long work has: one is left to those who look at pages meanwhile; at least 1."""
    import joblib

    return max(1, int(joblib.cpu_count()) - 1)


def end_group(leader: int) -> None:
    """End a process and those that it began, where it leads a group of them; else nothing.

    By SIGTERM, which joblib's tracker does not hear: that removes the files that processes shared, and ends then.

    Args:
        leader: number of the process.
    """
    if sys.platform != "win32":
        with suppress(OSError):
            os.killpg(leader, signal.SIGTERM)
