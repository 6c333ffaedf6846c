"""What a task of a cluster costs, and what follows for many machines on paper; see ``benchmarks.cluster``.

    CWSDIAG_TEST_DATA=DIR python -m benchmarks.cluster_tasks MILLIONS

measures a committee's tasks on a text of so many million words in this process, and prints them as JSON: one process
a size, so that its peak memory is its own.
"""

from __future__ import annotations

import ctypes
import json
import math
import os
import pickle
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from benchmarks import consistency

# The machines of the reckoning.
CORES, GIGABYTES, GIGABITS = 16, 64, 10
TEST_WORDS = 50_000
MEMBERS, LARGE_WORDS = 400, 100_000_000
CORPORA, CORPUS_WORDS = 50, (1_000_000, 10_000_000, 100_000_000)
# What the measured corpus has.
_MEASURED = CORPUS_WORDS[0]
# Members that are measured: they draw different templates and ratios.
_DRAWN = 12


@dataclass(frozen=True)
class Sized:
    """A committee on a text of some size.

    Attributes:
        words, characters: of the training text.
        text: bytes a word that the text takes, as it is sent.
        material: bytes a word that all members share takes, as it is sent.
        features: processor seconds to look for features.
        member: mean processor seconds of a member.
        out: bytes that a member gives back.
        peak: bytes a word that making the material took at most, beyond what was there before.
        learning: bytes a word beyond that while a member learnt.
        whole: bytes a word at most while the built-in segmenter (F2) learnt from all of the text.
    """

    words: int
    characters: int
    text: float
    material: float
    features: float
    member: float
    out: int
    peak: float
    learning: float
    whole: float


@dataclass(frozen=True)
class Measured:
    """What was measured.

    Attributes:
        sized: committees by size of their text.
        learning: processor seconds a training word of the built-in segmenter, F2, with its features.
        cutting: processor seconds a word that it cuts.
        counting: processor seconds a training word of Ψ.
        counted: bytes that the counts of a training text are, a word type.
        types: word types of that training text.
        bytes_a_word: of a training file.
        tasks: empty tasks a second that a scheduler and two workers do.
        sending: bytes a second that a text takes to a worker of this machine.
    """

    sized: tuple[Sized, ...]
    learning: float
    cutting: float
    counting: float
    counted: float
    types: int
    bytes_a_word: float
    tasks: float
    sending: float


def measure(data: Path, folder: Path, millions: Sequence[float]) -> Measured:
    """Measure tasks, each alone."""
    from cwsdiag.dataset import ReadOptions
    from cwsdiag.difficulty import read_training_text, train_segmenters

    sized = tuple(Sized(**json.loads(_other(data, size))) for size in millions)
    words, _, _, _ = consistency.write(data, folder, 0, training_words=_MEASURED, test_words=TEST_WORDS)
    path, options = folder / "train-0.txt", ReadOptions()
    training = read_training_text(path, options=options).bare()
    test = read_training_text(folder / "test-0.txt", options=options).bare()
    train_segmenters(test, [test.text], seeds=(0,))  # compiles
    learnt = _seconds(lambda: train_segmenters(training, [test.text], seeds=(0,)))
    cut = _seconds(lambda: train_segmenters(training, [test.text] * 9, seeds=(0,)))
    counting, counted, types = _psi(path, test, options)
    return Measured(
        sized=sized,
        learning=learnt / words,
        cutting=max(0.0, cut - learnt) / 8 / len(test),
        counting=counting / words,
        counted=counted / types,
        types=types,
        bytes_a_word=path.stat().st_size / words,
        tasks=_tasks_a_second(),
        sending=_sent_a_second(),
    )


def _seconds(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


def _psi(path: Path, test: Any, options: Any) -> tuple[float, int, int]:
    """Return processor seconds of a task of Ψ, the bytes of its result, and the word types in it."""
    from cwsdiag.formats import Source
    from cwsdiag.study.corpora import _counted

    source, strings = Source.from_path(path, any_size=True), frozenset(test.surfaces())
    content = path.read_bytes()
    started = time.process_time()
    found = _counted(strings, content, source.holding(b""), options)
    return time.process_time() - started, len(pickle.dumps(found)), len(found["word_counts"])


def _tasks_a_second(count: int = 1000) -> float:
    from distributed import Client

    from benchmarks.cluster import workers

    with workers(2) as address, Client(address, set_as_default=False) as client:
        # Until the workers have met their scheduler, and each has done something.
        client.gather(client.map(str, range(100), pure=False))
        started = time.perf_counter()
        client.gather(client.map(str, range(count), pure=False))
        return count / (time.perf_counter() - started)


def _sent_a_second(megabytes: int = 200) -> float:
    from distributed import Client

    from benchmarks.cluster import workers

    content = os.urandom(megabytes * 1_000_000)
    with workers(1) as address, Client(address, set_as_default=False) as client:
        client.submit(len, client.scatter(content[:1_000_000], hash=False)).result()
        started = time.perf_counter()
        client.submit(len, client.scatter(content, hash=False)).result()
        return len(content) / (time.perf_counter() - started)


def _other(data: Path, millions: float) -> str:
    environment = os.environ | {"CWSDIAG_TEST_DATA": str(data.parent)}
    command = [sys.executable, "-m", "benchmarks.cluster_tasks", str(millions)]
    return subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout


def sized(millions: float) -> Sized:
    """Measure a committee's material and members on a text of so many million words."""
    import tempfile

    from cwsdiag.dataset import ReadOptions
    from cwsdiag.difficulty import CommitteeSettings, read_training_text, train_segmenters
    from cwsdiag.difficulty.committees import work
    from cwsdiag.difficulty.learners import Material
    from cwsdiag.difficulty.store import ModelStore
    from cwsdiag.difficulty.templates import Features

    data = Path(os.environ["CWSDIAG_TEST_DATA"]).resolve() / "ud_chinese_gsd"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        consistency.write(data, folder, 0, training_words=int(millions * 1_000_000), test_words=TEST_WORDS)
        training = read_training_text(folder / "train-0.txt", options=ReadOptions()).bare()
        gold = read_training_text(folder / "test-0.txt", options=ReadOptions()).bare()
    settings, nowhere = CommitteeSettings(), ModelStore(None, "")
    small = Material.of(gold, Features.of(gold.text), gold.text)
    work(small, settings, 0, nowhere, None, False)  # compiles
    words, before = len(training), _peak(reset=True)
    text = len(pickle.dumps(training))
    made: list[Material] = []
    features = _seconds(lambda: made.append(Material.of(training, Features.of(training.text), gold.text)))
    peak, now = _peak() - before, _peak(reset=True)
    drawn = [_seconds(lambda n=number: work(made[0], settings, n, nowhere, None, False)) for number in range(_DRAWN)]
    learning = _peak() - now
    out = len(pickle.dumps(work(made[0], settings, 0, nowhere, None, False)))
    material = len(pickle.dumps(made.pop(), protocol=pickle.HIGHEST_PROTOCOL))
    now = _peak(reset=True)
    train_segmenters(training, [gold.text], seeds=(0,))
    whole = _peak() - now
    return Sized(
        words=words,
        characters=len(training.text.chars),
        text=text / words,
        material=material / words,
        features=features,
        member=sum(drawn) / len(drawn),
        out=out,
        peak=peak / words,
        learning=learning / words,
        whole=whole / words,
    )


def _peak(*, reset: bool = False) -> int:
    """Return the peak memory of this process in bytes, or what it has now where the peak is to begin anew."""
    if reset:
        # What was freed goes back first, or it would hide what is taken next.
        ctypes.CDLL(None).malloc_trim(0)
        Path("/proc/self/clear_refs").write_text("5")
    line = next(one for one in Path("/proc/self/status").read_text().splitlines() if one.startswith("VmHWM"))
    return int(line.split()[1]) * 1024


def page(found: Measured) -> list[str]:
    """Return the tables of what single tasks cost."""
    rows = [
        f"| {one.words:,} | {one.text:.0f} | {one.material:.0f} | {one.peak:.0f} | {one.learning:.0f} "
        f"| {one.whole:.0f} | {one.features:.1f} | {one.member:.2f} | {one.out / 1000:.1f} |"
        for one in found.sized
    ]
    return [
        "## Tasks",
        "",
        f"A committee's tasks, F1 to F3 on 10 to 30 %, {TEST_WORDS:,} gold words, one at a time. Sizes in bytes a "
        "training word:",
        "",
        "| training words | text, sent | material, sent | peak while made | more while a member learns "
        "| F2 from all, peak | features, s | member, s | back, kB |",
        "|---|---|---|---|---|---|---|---|---|",
        *rows,
        "",
        "The built-in segmenter (F2, all sentences, with its features) learns from a word in "
        f"{found.learning * 1e6:.1f} µs, and cuts one in {found.cutting * 1e6:.2f} µs. Counting a word for Ψ takes "
        f"{found.counting * 1e6:.2f} µs; a training file is {found.bytes_a_word:.1f} bytes a word, its counts come "
        f"back as {found.counted:.0f} bytes a word type ({found.types:,} types).",
        "",
        f"A scheduler with two workers on this machine does {found.tasks:,.0f} empty tasks a second; texts are sent at "
        f"{found.sending / 1e6:,.0f} MB a second.",
        "",
    ]


def on_paper(found: Measured) -> list[str]:
    """Return what larger work would take on several machines."""
    lines = [
        "## On paper",
        "",
        f"Machines of {CORES} cores as fast as this one's, {GIGABYTES} GB of memory, {GIGABITS} Gbit a second each; "
        "what all need goes from machine to machine: one transfer, and one more each time their number doubles.",
        "",
        "| work | machines | tasks | a task, s | at once | sent first, s | all, min | the limit |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for machines in (1, 10, 100):
        lines.append(_committee(found, machines))
        lines += [_transfers(found, machines, words) for words in CORPUS_WORDS]
        lines += [_psi_matrix(found, machines, words) for words in CORPUS_WORDS]
    return [*lines, ""]


def _spread(size: float, machines: int) -> float:
    """Return the seconds until all machines have something, each handing it on."""
    return size * 8 / (GIGABITS * 1e9) * (1 + math.log2(machines))


def _committee(found: Measured, machines: int) -> str:
    one = found.sized[-1]
    scale = LARGE_WORDS / one.words
    shared, member = one.material * LARGE_WORDS, one.learning * LARGE_WORDS
    places = min(CORES, int((GIGABYTES * 1e9 - shared) / member))
    first = one.features * scale + _spread(shared, machines)
    limit = "memory" if places < CORES else "processors"
    if machines * places > MEMBERS:
        limit = "members: more places than tasks"
    return _row(
        f"committee, K = {MEMBERS}, {LARGE_WORDS // 10**6} M words",
        *(machines, MEMBERS, one.member * scale, machines * places, first, limit),
    )


def _transfers(found: Measured, machines: int, words: int) -> str:
    """Return the row of U: a machine learns from as many corpora at once as its memory holds."""
    places = min(CORES, int(GIGABYTES * 1e9 / (found.sized[-1].whole * words)))
    a_task = found.learning * words + found.cutting * CORPORA * TEST_WORDS
    sent = found.sized[-1].text * CORPORA * (words + TEST_WORDS * machines)
    return _of_corpora("U", machines, places, words, a_task, sent)


def _psi_matrix(found: Measured, machines: int, words: int) -> str:
    sent = found.bytes_a_word * words * CORPORA
    return _of_corpora("Ψ", machines, CORES, words, found.counting * words, sent)


def _of_corpora(what: str, machines: int, places: int, words: int, a_task: float, sent: float) -> str:
    """Return the row of a matrix; what is sent leaves one machine, as fast as its network takes it."""
    leaves = sent * 8 / (GIGABITS * 1e9)
    limit = "memory" if places < CORES else "processors"
    if machines * places >= CORPORA:
        limit = "corpora: no fewer places than tasks"
    if leaves > math.ceil(CORPORA / (machines * places)) * a_task:
        limit = "the network of who sends"
    work = f"{what}, {CORPORA} × {CORPORA} corpora of {words // 10**6} M words"
    return _row(work, machines, CORPORA, a_task, machines * places, leaves, limit)


def _row(work: str, machines: int, tasks: int, a_task: float, places: int, first: float, limit: str) -> str:
    rounds = math.ceil(tasks / places)
    minutes = (first + rounds * a_task) / 60
    return f"| {work} | {machines} | {tasks} | {a_task:.1f} | {places} | {first:.1f} | {minutes:.1f} | {limit} |"


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asdict(sized(float(sys.argv[1])))))
