"""Whole-process times and peak memory of the commands, on real text of three sizes.

    CWSDIAG_TEST_DATA=DIR python -m benchmarks.command_line [--runs 5] [--times 1 10 50] [--before FOLDER]

DIR holds ``ud_chinese_gsd``. The commands and ``python -c "import numpy"`` are run in turn, so that the ratio between
them holds on a machine whose speed drifts; figures are medians, of wall seconds and of what the processor worked.
FOLDER is another checkout of cwsdiag, whose commands are run in turn with these.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import subprocess
import sys
import sysconfig
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

COMMAND = [str(Path(sysconfig.get_path("scripts")) / "cwsdiag")]
BASELINE = [sys.executable, "-c", "import numpy"]
SYSTEMS = ("crf-f2-full", "crf-f1-800", "jieba", "snownlp", "thulac")
WORD_LIST_LINES = 55_000
TEST_WORDS = 105_000


@dataclass(frozen=True)
class Run:
    """One finished process: wall seconds, peak memory in MiB, and seconds of processors."""

    wall: float
    peak: float
    cpu: float


def run(command: list[str], tree: Path | None = None) -> Run:
    """Run a command to its end, on the code of a checkout if one is given, its output thrown away."""
    # Or modules would be compiled again by each process.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    if tree is not None:
        environment["PYTHONPATH"] = str(tree.resolve())
    started = time.perf_counter()
    with Path(os.devnull).open("w") as nothing:
        process = os.posix_spawn(
            command[0], command, environment, file_actions=[(os.POSIX_SPAWN_DUP2, nothing.fileno(), 1)]
        )
        _, status, usage = os.wait4(process, 0)
    wall = time.perf_counter() - started
    if status:
        raise SystemExit(f"failed with {status}: {' '.join(command)}")
    return Run(wall, usage.ru_maxrss / 1024, usage.ru_utime + usage.ru_stime)


def medians(
    commands: dict[str, list[str]], runs: int, *, baseline: list[str] = BASELINE
) -> dict[str, tuple[Run, float]]:
    """Return for each command its median figures, and its median ratio to the baseline run next to it."""
    found = _measured(commands, runs, baseline, {"": None})
    return {name: (_median(results), _ratio(results, "wall")) for name, results in found.items()}


def _measured(
    commands: dict[str, list[str]], runs: int, baseline: list[str], trees: dict[str, Path | None]
) -> dict[str, list[tuple[Run, Run]]]:
    """Return for each command, on each checkout in turn, its runs, each with the one of the baseline next to it.

    Args:
        commands: by name.
        runs: of each, after one that is not counted.
        baseline: the command that they are compared with.
        trees: checkouts, by what stands behind the name of a command that is run on them; None for what is installed.
    """
    found: dict[str, list[tuple[Run, Run]]] = {name + behind: [] for name in commands for behind in trees}
    for number in range(runs + 1):
        for name, command in commands.items():
            for behind, tree in trees.items():
                base = run(baseline)
                measured = run(command, tree)
                if number:  # the first round warms the caches of the file system
                    found[name + behind].append((measured, base))
    return found


def _median(results: list[tuple[Run, Run]]) -> Run:
    return Run(*(statistics.median(getattr(one, name) for one, _ in results) for name in ("wall", "peak", "cpu")))


def _ratio(results: list[tuple[Run, Run]], what: str) -> float:
    return statistics.median(getattr(one, what) / getattr(base, what) for one, base in results)


def repeated(source: Path, times: int, target: Path) -> Path:
    """Write a file several times over."""
    content = source.read_bytes()
    with target.open("wb") as out:
        for _ in range(times):
            out.write(content)
    return target


def sized_commands(data: Path, folder: Path, times: int) -> dict[str, list[str]]:
    """Return both commands on training text repeated ``times``, on test text repeated ten times if that is more."""
    test_times = 10 if times > 1 else 1
    gold = repeated(data / "test.txt", test_times, folder / f"gold-{times}.txt")
    train = repeated(data / "train.txt", times, folder / f"train-{times}.txt")
    files = ["--gold", str(gold), "--train", str(train)]
    for name in SYSTEMS:
        system = repeated(data / "systems" / f"{name}.txt", test_times, folder / f"{name}-{times}.txt")
        files += ["--system", f"{name}={system}"]
    label = f"{98_608 * times:,} training words, {12_012 * test_times:,} test words, five systems"
    return {
        f"score --json, {label}": [*COMMAND, "score", *files, "--json"],
        f"diagnose --json, {label}": [*COMMAND, "diagnose", *files, "--json"],
    }


@dataclass(frozen=True)
class WordListFiles:
    """Gold of ``count`` words, a damaged copy of it as the system, and a word list."""

    gold: Path
    system: Path
    words: Path
    count: int


def word_list_files(data: Path, folder: Path) -> WordListFiles:
    """Write 105,000 test words, what a system might make of them, and a word list of 55,000 lines."""
    rng = random.Random(1)
    lines: list[list[str]] = []
    for name in ("train.txt", "test.txt"):
        lines += [line.split() for line in (data / name).read_text(encoding="utf-8").splitlines()]
    gold, words = [], 0
    for line in lines:
        gold.append(line)
        words += len(line)
        if words >= TEST_WORDS:
            break
    types = sorted({word for line in lines for word in line})
    made: set[str] = set()
    while len(types) + len(made) < WORD_LIST_LINES:
        made.add(rng.choice(types) + rng.choice(types))
    for name, rows in (
        ("gold", ["  ".join(line) for line in gold]),
        ("system", ["  ".join(damaged(line, rng)) for line in gold]),
        ("words", [*types, *sorted(made)]),
    ):
        (folder / f"{name}.txt").write_text("\n".join(rows) + "\n", encoding="utf-8")
    return WordListFiles(folder / "gold.txt", folder / "system.txt", folder / "words.txt", words)


def word_list_command(data: Path, folder: Path) -> dict[str, list[str]]:
    """Return ``score`` on 105,000 test words with a word list of 55,000 lines."""
    files = word_list_files(data, folder)
    named = ["--gold", str(files.gold), "--train", str(files.words), "--system", f"system={files.system}"]
    label = f"score --json, {files.count:,} test words, word list of 55,000 lines"
    return {label: [*COMMAND, "score", *named, "--json"]}


def damaged(words: list[str], rng: random.Random) -> list[str]:
    """Return a segmentation with about one word in ten split or joined."""
    found: list[str] = []
    for word in words:
        chance = rng.random()
        if chance < 0.05 and len(word) > 1:
            found += [word[:1], word[1:]]
        elif chance < 0.1 and found:
            found[-1] += word
        else:
            found.append(word)
    return found


def reading_share(times: int, folder: Path) -> tuple[float, float]:
    """Return seconds of reading all files, and of the whole of ``diagnose`` without start-up, in this process."""
    from cwsdiag.dataset import ReadOptions, open_corpus, read
    from cwsdiag.diagnosis import diagnose
    from cwsdiag.inputs import FileSet
    from cwsdiag.loading import load_files
    from cwsdiag.report.documents import diagnosis_document, to_json

    options = ReadOptions()
    systems = {name: folder / f"{name}-{times}.txt" for name in SYSTEMS}
    gold, train = folder / f"gold-{times}.txt", folder / f"train-{times}.txt"
    files = FileSet.alike(options, gold=gold, systems=systems, training=train)
    started = time.perf_counter()
    read(gold, role="gold", options=options)
    for prediction in systems.values():
        read(prediction, role="system", options=options)
    for _ in open_corpus(train, role="training", options=options).blocks():
        pass
    reading = time.perf_counter() - started
    started = time.perf_counter()
    to_json(diagnosis_document(diagnose(load_files(files, stop=True).whole), []))
    return reading, time.perf_counter() - started


TRAINING = """
import sys, time
from pathlib import Path
from cwsdiag.dataset import ReadOptions, open_corpus, read
from cwsdiag.training import gather
gold = read(Path(sys.argv[1]), role="gold", options=ReadOptions())
strings = set(gold.words)
def peak():
    # Not ru_maxrss: a child inherits its parent's.
    line = next(l for l in Path("/proc/self/status").read_text().splitlines() if l.startswith("VmHWM"))
    return int(line.split()[1]) / 1024
before = peak()
started = time.perf_counter()
gather(open_corpus(Path(sys.argv[2]), role="training", options=ReadOptions()), strings=strings)
seconds = time.perf_counter() - started
print(seconds, peak() - before)
"""


def training_statistics(times: int, folder: Path, data: Path) -> tuple[float, float]:
    """Return seconds, and MiB above start-up, of gathering training statistics with the test words' string counts."""
    arguments = [str(data / "test.txt"), str(folder / f"train-{times}.txt")]
    done = subprocess.run([sys.executable, "-c", TRAINING, *arguments], capture_output=True, text=True, check=True)
    seconds, peak = map(float, done.stdout.split())
    return seconds, peak


def show_commands(commands: dict[str, list[str]], runs: int, before: Path | None) -> None:
    """Print the table of commands, with those of another checkout between them where one is given."""
    trees = {"": Path(__file__).parents[1], ", before": before} if before else {"": None}
    print("| command | wall s | × `import numpy` | CPU s | × `import numpy` | peak MiB |")
    print("|---|---|---|---|---|---|")
    base = run(BASELINE)
    print(f'| `python -c "import numpy"` | {base.wall:.3f} | 1 | {base.cpu:.3f} | 1 | {base.peak:.0f} |')
    for label, results in _measured(commands, runs, BASELINE, trees).items():
        figures, wall, cpu = _median(results), _ratio(results, "wall"), _ratio(results, "cpu")
        print(f"| {label} | {figures.wall:.3f} | {wall:.2f} | {figures.cpu:.3f} | {cpu:.2f} | {figures.peak:.0f} |")


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--times", type=int, nargs="+", default=[1, 10, 50], help="how often the training text stands")
    parser.add_argument("--before", type=Path, metavar="FOLDER", help="another checkout, to compare with")
    settings = parser.parse_args()
    runs, sizes = settings.runs, settings.times
    data = Path(os.environ["CWSDIAG_TEST_DATA"]).resolve() / "ud_chinese_gsd"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        commands = {"--version": [*COMMAND, "--version"], **word_list_command(data, folder)}
        for times in sizes:
            commands |= sized_commands(data, folder, times)
        show_commands(commands, runs, settings.before)
        print("\n| training text | reading all files s | load, diagnose and print s | share of reading |")
        print("|---|---|---|---|")
        for times in sizes:
            pairs = [reading_share(times, folder) for _ in range(3)]
            reading, whole = (statistics.median(column) for column in zip(*pairs, strict=True))
            print(f"| {98_608 * times:,} words | {reading:.2f} | {whole:.2f} | {100 * reading / whole:.0f} % |")
        print("\n| training statistics | s | MiB above start-up |")
        print("|---|---|---|")
        for times in sizes:
            pairs = [training_statistics(times, folder, data) for _ in range(runs)]
            seconds, peak = (statistics.median(column) for column in zip(*pairs, strict=True))
            print(f"| {98_608 * times:,} words | {seconds:.2f} | {peak:.0f} |")


if __name__ == "__main__":
    main()
