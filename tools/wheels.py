"""Look for the wheels of all that cwsdiag requires, extras included, for several versions of Python and systems.

    python -m tools.wheels [--python 3.14 ...] [--system linux-x86_64 ...]

pip resolves what pyproject.toml asks for as it would there, from wheels alone, and fetches only what packages say of
themselves. Prints a Markdown table: for each version and system how many wheels, or what there is none of; and below it
the packages whose wheels are made for one system. Conditions such as `sys_platform == "win32"` are those of the Python
that runs this: on Windows and macOS try it there, too.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
# Extras that people install; the others are for who works on cwsdiag.
EXTRAS = ("crf", "cluster", "serve")


def _linux(machine: str) -> list[str]:
    # pip takes these by name, and not the older ones of a newer. 2.34 is that of distributions of 2022.
    return [f"manylinux2014_{machine}", *(f"manylinux_2_{minor}_{machine}" for minor in range(17, 35))]


def _mac(machine: str) -> list[str]:
    return [f"macosx_{major}_0_{kind}" for major in range(11, 15) for kind in (machine, "universal2")]


SYSTEMS = {
    "linux-x86_64": _linux("x86_64"),
    "linux-aarch64": _linux("aarch64"),
    "macos-arm64": _mac("arm64"),
    "windows-amd64": ["win_amd64"],
}


def required() -> list[str]:
    """Return what pyproject.toml requires, for running and for the extras."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    found: list[str] = [*project["dependencies"]]
    for extra in EXTRAS:
        found += project["optional-dependencies"][extra]
    return found


def resolved(requirements: list[str], python: str, system: str) -> dict[str, str] | str:
    """Return the names of the wheels of all that is required by the names of their packages, or why there are none."""
    platforms = [part for tag in SYSTEMS[system] for part in ("--platform", tag)]
    with TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [sys.executable, "-m", "pip", "install", "--dry-run", "--quiet", "--ignore-installed"]
        command += ["--only-binary=:all:", "--implementation", "cp", "--python-version", python, *platforms]
        command += ["--target", folder, "--report", str(report), *requirements]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            errors = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
            return errors[-1].removeprefix("ERROR: ") if errors else f"pip ended with {done.returncode}"
        found = json.loads(report.read_text("utf-8"))["install"]
    return {one["metadata"]["name"]: one["download_info"]["url"].rpartition("/")[2] for one in found}


def main() -> int:
    """Print the table; return 1 where something has no wheels."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", nargs="+", default=PYTHONS, metavar="VERSION", help="such as 3.14")
    parser.add_argument("--system", nargs="+", default=[*SYSTEMS], choices=SYSTEMS)
    settings = parser.parse_args()
    requirements, binary, missing = required(), set[str](), False
    print("| Python |", " | ".join(settings.system), "|")
    print("|---|" + "---|" * len(settings.system))
    for python in settings.python:
        cells = []
        for system in settings.system:
            found = resolved(requirements, python, system)
            if isinstance(found, str):
                missing = True
                cells.append(found)
            else:
                binary |= {name for name, wheel in found.items() if not wheel.endswith("-any.whl")}
                cells.append(f"{len(found)} wheels")
        print(f"| {python} |", " | ".join(cells), "|", flush=True)
    print("\nMade for each system:", ", ".join(sorted(binary, key=str.lower)) + ".")
    return int(missing)


if __name__ == "__main__":
    sys.exit(main())
