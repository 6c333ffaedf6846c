"""Which browser is taken, on machines made up of a few commands on PATH."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

TOOL = Path(__file__).parents[2] / "tools" / "ensure_chromium.py"
FINE = "exit 0"


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """A folder of commands: a font is there; playwright's Chromium is not, nor can it be downloaded."""
    command(tmp_path / "fc-list", "echo NotoSansCJK.ttc")
    (tmp_path / "playwright").mkdir()
    (tmp_path / "playwright" / "__init__.py").touch()
    return tmp_path


def command(path: Path, script: str) -> None:
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


def ensure(machine: Path, *, root: bool = True) -> subprocess.CompletedProcess[str]:
    user = 0 if root else 1000
    program = f"import os, runpy; os.geteuid = lambda: {user}; runpy.run_path({str(TOOL)!r}, run_name='__main__')"
    environment = {"PATH": f"{machine}{os.pathsep}/nowhere", "PYTHONPATH": str(machine)}
    return subprocess.run(
        [sys.executable, "-c", program],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


@pytest.mark.parametrize("name", ["chromium", "chromium-browser", "google-chrome"])
def test_present_browser_is_taken_and_a_missing_font_said(machine: Path, name: str) -> None:
    command(machine / "chromium", "exit 1")
    command(machine / name, FINE)
    command(machine / "fc-list", FINE)
    done = ensure(machine)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Warning: no font has Chinese characters")
    assert done.stdout.endswith(f"Chromium for the browser tests: {machine / name}\n")


# Puts a browser beside itself.
APT = """case "$*" in *install*)
    printf '#!/bin/sh\\nexit 0\\n' > "${0%/*}/chromium"
    /bin/chmod +x "${0%/*}/chromium";;
esac"""


@pytest.mark.parametrize(("root", "sudo", "installs"), [(True, None, True), (False, FINE, True), (False, None, False)])
def test_package_manager_is_asked_where_it_needs_no_password(
    machine: Path, root: bool, sudo: str | None, installs: bool
) -> None:
    command(machine / "env", 'shift; exec "$@"')
    command(machine / "apt-get", APT)
    if sudo is not None:
        command(machine / "sudo", '[ "$1" = -n ] || exit 1; shift; case "$1" in true) exit 0;; esac; exec "$@"')
    done = ensure(machine, root=root)
    assert (machine / "chromium").exists() is installs
    assert (done.returncode == 0) is installs


def test_none_to_be_had_is_one_clear_line(machine: Path) -> None:
    done = ensure(machine)
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    assert last.startswith("No Chromium for the browser tests:")
    assert "chromium or chromium-browser or google-chrome" in last
    assert "Traceback" not in done.stderr
