"""Try whether the tests notice faults made by hand: ``python -m tests.faults``, ``python -m tests.faults --only 7``.

Each fault of ``faults.toml`` is put into a copy of the package, and the tests of one file must turn red there.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[2]
# cwsdiag is imported first, so that what pytest puts before the folder of the copy changes nothing.
RUN = """
import os, sys, cwsdiag, pytest
assert cwsdiag.__file__.startswith(os.getcwd()), cwsdiag.__file__
sys.exit(pytest.main(["-x", "-q", "--no-header", "-p", "no:cacheprovider", *sys.argv[1:]]))
"""
PASSED, FAILED = 0, 1


def faults():
    """The list, in its order."""
    return tomllib.loads((ROOT / "tests" / "faults" / "faults.toml").read_text(encoding="utf-8"))["fault"]


def sources():
    """The text of each module of the package, by its path below the root."""
    return {path.relative_to(ROOT): path.read_text(encoding="utf-8") for path in (ROOT / "cwsdiag").rglob("*.py")}


def occurrences(piece, modules):
    """The module of each occurrence of a piece of code."""
    return [path for path, text in modules.items() for _ in range(text.count(piece))]


def run(copy, *tests):
    # The examples of hypothesis are the same each time; code of a fault is never kept for what comes after it.
    environment = {**os.environ, "CI": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-c", RUN, *tests]
    return subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True)


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--only", type=int, action="append", metavar="N", help="this fault, counted from 1; repeatable")
    only, modules, bad = parser.parse_args().only, sources(), 0
    chosen = [(n, fault) for n, fault in enumerate(faults(), start=1) if not only or n in only]
    with TemporaryDirectory(prefix="cwsdiag-faults-") as folder:
        copy = Path(folder).resolve()
        for path in ROOT.iterdir():
            if path.name != "cwsdiag":
                (copy / path.name).symlink_to(path)
        shutil.copytree(ROOT / "cwsdiag", copy / "cwsdiag")
        green = run(copy, *dict.fromkeys(fault["test"] for _, fault in chosen))
        if green.returncode != PASSED:
            print(green.stdout, green.stderr, "The tests are not green without a fault.", sep="\n")
            return 1
        for number, fault in chosen:
            places = occurrences(fault["before"], modules)
            if len(places) != 1:
                verdict = f"stands in {len(places)} places"
            else:
                path = places[0]
                faulty = modules[path].replace(fault["before"], fault["after"])
                (copy / path).write_text(faulty, encoding="utf-8")
                code = run(copy, fault["test"]).returncode
                # With its time: what Python made of the file is good again.
                shutil.copy2(ROOT / path, copy / path)
                verdict = {PASSED: "GREEN: not noticed", FAILED: "red"}.get(code, f"pytest ended with {code}")
            bad += verdict != "red"
            print(f"{number:3} {verdict:18} {fault['test']}: {fault['after']}", flush=True)
    print(f"{len(chosen) - bad} of {len(chosen)} faults were noticed.")
    return int(bool(bad))


if __name__ == "__main__":
    sys.exit(main())
