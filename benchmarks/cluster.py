"""Curves, transfers, Ψ and committees: one after the other, side by side, and on a Dask cluster of this machine.

    CWSDIAG_TEST_DATA=DIR python -m benchmarks.cluster [--before FOLDER] [--corpora 16] [--words 20000] [--seeds 1]
        [--workers 2,4] [--runs 3] [--parts commands,tasks,paper]

DIR holds ``ud_chinese_gsd``; the corpora are made of it as in ``benchmarks.consistency``, each under rules of its own.
FOLDER is a checkout to compare with, run in turn with this one. A cluster is a scheduler and workers of one thread
each, processes of this machine, started once; what is sent goes through its network all the same. Times are medians of
whole commands, nothing kept; the JSON of all is compared. The tasks of a cluster are measured one by one, and what
follows for many machines is reckoned from that: see ``benchmarks.cluster_tasks``.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks import cluster_tasks, consistency

ROOT = Path(__file__).parent.parent


@dataclass(frozen=True)
class Run:
    """One finished command: wall and processor seconds, peak memory in MiB, digest of what it said."""

    wall: float
    cpu: float
    peak: float
    said: str


@dataclass(frozen=True)
class Way:
    """A way to run commands: in which checkout, and with which options."""

    name: str
    folder: Path
    options: tuple[str, ...] = ()
    is_cluster: bool = False


def main() -> None:
    """Print the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", type=Path)
    parser.add_argument("--corpora", type=int, default=16)
    parser.add_argument("--words", type=int, default=20_000)
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--workers", default="2,4")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--sizes", default="1,2,4", help="millions of words of the text whose memory is measured")
    parser.add_argument("--parts", default="commands,tasks,paper")
    asked = parser.parse_args()
    data = Path(os.environ["CWSDIAG_TEST_DATA"]).resolve() / "ud_chinese_gsd"
    parts = asked.parts.split(",")
    print("# On several processors and machines: time, memory and transfers\n")
    print(f"On {os.cpu_count()} processors. Made by\n")
    print(f"    CWSDIAG_TEST_DATA=DIR {command_line()}\n")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        corpora(data, folder, asked.corpora, asked.words)
        if "commands" in parts:
            print("\n".join(commands(data, folder, asked)))
        if "tasks" in parts or "paper" in parts:
            measured = cluster_tasks.measure(data, folder, [float(size) for size in asked.sizes.split(",")])
            print("\n".join(cluster_tasks.page(measured)))
            if "paper" in parts:
                print("\n".join(cluster_tasks.on_paper(measured)))


def command_line() -> str:
    return " ".join(
        ["python -m benchmarks.cluster", *("FOLDER" if Path(one).is_dir() else one for one in sys.argv[1:])]
    )


def corpora(data: Path, folder: Path, count: int, words: int) -> None:
    """Write corpora and a project of them."""
    lines = []
    for number in range(count):
        consistency.write(data, folder, number, training_words=words, test_words=words // 4)
        lines.append(f'[[dataset]]\nname = "c{number}"\ngold = "test-{number}.txt"\ntrain = "train-{number}.txt"\n')
    (folder / "project.toml").write_text("".join(lines), "utf-8")


def commands(data: Path, folder: Path, asked: argparse.Namespace) -> list[str]:
    """Return the table of whole commands."""
    project, out = str(folder / "project.toml"), str(folder / "weights.csv")
    wanted = {
        f"select-sources --curve, {asked.corpora} corpora, seeds: {asked.seeds}": [
            *("select-sources", project, "--target", "c0", "--curve", "--seeds", str(asked.seeds), "--no-cache"),
        ],
        f"study --train-built-in, {asked.corpora} corpora": ["study", project, "--train-built-in", "--no-cache"],
        f"study, Ψ alone, {asked.corpora} corpora": ["study", project],
        "learning-curve, 98,608 words": [
            *("learning-curve", "--gold", str(data / "test.txt"), "--train", str(data / "train.txt")),
        ],
        "difficulty, K = 100, 98,608 words": [
            *("difficulty", "--gold", str(data / "test.txt"), "--train", str(data / "train.txt"), "--no-cache"),
            *("--out", out),
        ],
    }
    lines = ["| command | where | wall s | processor s | peak MiB | the same JSON |", "|---|---|---|---|---|---|"]
    with ExitStack() as running:
        ways = [] if asked.before is None else [Way("before", asked.before.resolve())]
        ways += [Way("one job", ROOT, ("--jobs", "1")), Way("all processors", ROOT)]
        for count in map(int, asked.workers.split(",")):
            address = running.enter_context(workers(count))
            ways.append(Way(f"a cluster of {count}", ROOT, ("--scheduler", address), is_cluster=True))
        for name, command in wanted.items():
            lines += rows(name, command, ways, asked.runs)
    return [
        *lines,
        "",
        "Processor seconds and memory of a cluster are those of the command alone, without its workers.",
        "",
    ]


def rows(name: str, command: Sequence[str], ways: Sequence[Way], runs: int) -> list[str]:
    """Return the rows of a command: each way in turn, the first round not counted."""
    found: dict[str, list[Run]] = {way.name: [] for way in ways}
    for number in range(runs + 1):
        for way in ways:
            measured = run([*command, *way.options, "--json"], way.folder)
            if number:
                found[way.name].append(measured)
    first = found[ways[0].name][0].said
    lines = []
    for way in ways:
        wall, cpu, peak = (
            statistics.median(getattr(one, key) for one in found[way.name]) for key in ("wall", "cpu", "peak")
        )
        same = "yes" if {one.said for one in found[way.name]} == {first} else "**no**"
        lines.append(f"| {name} | {way.name} | {wall:.1f} | {cpu:.1f} | {peak:.0f} | {same} |")
    return lines


def run(command: Sequence[str], folder: Path) -> Run:
    """Run a command of a checkout to its end."""
    with tempfile.TemporaryFile() as out:
        started = time.perf_counter()
        process = subprocess.Popen(
            [sys.executable, "-m", "cwsdiag", *command],
            cwd=folder,
            env=os.environ | {"PYTHONPATH": str(folder)},
            stdout=out,
        )
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise SystemExit(f"failed with {process.returncode}: {' '.join(command)}")
        out.seek(0)
        # Both say which version they are.
        said = hashlib.sha256(re.sub(rb"cwsdiag \d\S*", b"", out.read())).hexdigest()
    return Run(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, said)


@contextmanager
def workers(count: int) -> Iterator[str]:
    """Start a scheduler with so many workers of one thread; give its address."""
    from distributed import LocalCluster

    options: dict[str, Any] = {"n_workers": count, "threads_per_worker": 1, "processes": True}
    with LocalCluster(**options, dashboard_address=":0", memory_limit=0) as cluster:
        yield cluster.scheduler_address


if __name__ == "__main__":
    main()
