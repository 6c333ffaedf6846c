"""CWSDIAG_TEST_DATA: unset, set, and set to what is not there."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = """
import pytest

@pytest.mark.real_data
def test_marked():
    pass

def test_by_fixture(real_data):
    assert (real_data / "gold.txt").is_file()

def test_other():
    pass
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    shutil.copy(Path(__file__).parent / "conftest.py", tmp_path)
    (tmp_path / "pyproject.toml").write_text("[tool.pytest.ini_options]\nmarkers = ['real_data', 'browser']\n")
    (tmp_path / "test_some.py").write_text(TESTS)
    (tmp_path / "data" / "ud_chinese_gsd").mkdir(parents=True)
    (tmp_path / "data" / "ud_chinese_gsd" / "gold.txt").touch()
    return tmp_path


def run(project: Path, data: str | None, *options: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("CWSDIAG_", "PYTEST_"))}
    # Most of the time of so small a run is that of plugins which have no part in it.
    environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    if data is not None:
        environment["CWSDIAG_TEST_DATA"] = data
    command = [sys.executable, "-m", "pytest", "-p", "xdist", "-p", "no:cacheprovider", *options]
    return subprocess.run(command, cwd=project, env=environment, capture_output=True, text=True, check=False)


def test_unset_deselects_with_one_line(project: Path) -> None:
    done = run(project, None)
    assert done.returncode == 0
    assert "1 passed, 2 deselected" in done.stdout
    lines = [line for line in done.stdout.splitlines() if "real-data" in line]
    assert lines == ["real-data tests run: 0 (deselected: CWSDIAG_TEST_DATA is not set)"]


@pytest.mark.parametrize("options", [(), ("-n", "2")])
def test_set_runs_and_counts_them(project: Path, options: tuple[str, ...]) -> None:
    done = run(project, "data", *options)
    assert done.returncode == 0
    assert "3 passed" in done.stdout
    assert "real-data tests run: 2\n" in done.stdout


@pytest.mark.parametrize("data", ["nowhere", "data/ud_chinese_gsd"])
@pytest.mark.parametrize("options", [(), ("-n", "2")])
def test_missing_folder_is_a_failure(project: Path, data: str, options: tuple[str, ...]) -> None:
    done = run(project, data, *options)
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert f"CWSDIAG_TEST_DATA is {data}, but there is no folder" in done.stderr
