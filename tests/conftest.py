"""Settings of all tests: real data, hypothesis, and the order in which files run."""

import os
import signal
import subprocess
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, settings

from cwsdiag.files import DATA_VARIABLE

VARIABLE = "CWSDIAG_TEST_DATA"
# What a user makes and what is kept for one: no test and no server of a test comes near the real ones.
FOLDERS = ("CWSDIAG_DATA", "CWSDIAG_CACHE")
CORPUS = "ud_chinese_gsd"
REAL_DATA = pytest.StashKey[Path | None]()

# Machines that run tests are noisy, so no deadline. CI draws the same examples each time: a change must not
# fail on an example that has nothing to do with it.
settings.register_profile("cwsdiag", deadline=None, derandomize=bool(os.environ.get("CI")))
# By hand, for what is tried with anything: HYPOTHESIS_PROFILE=long pytest tests/trust/test_fuzz.py.
settings.register_profile("long", deadline=None, max_examples=20_000, suppress_health_check=list(HealthCheck))
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "cwsdiag"))


def pytest_configure(config):
    _hear_ctrl_c()
    # What is kept for a user goes into a folder of the tests, also where a test starts a server.
    data = TemporaryDirectory(prefix="cwsdiag-data-", ignore_cleanup_errors=True)
    config.add_cleanup(data.cleanup)
    os.environ[DATA_VARIABLE] = data.name
    config.stash[REAL_DATA] = _real_data(config.invocation_params.dir)


@pytest.fixture(scope="session", autouse=True)
def nobodys_folders(tmp_path_factory):
    """The folders of a user without a history, for this process and all that it starts."""
    with pytest.MonkeyPatch.context() as patch:
        for name in FOLDERS:
            patch.setenv(name, str(tmp_path_factory.mktemp("user") / "folder"))
        yield


def _real_data(start):
    named = os.environ.get(VARIABLE)
    if not named:
        return None
    corpus = (start / named / CORPUS).resolve()
    if not corpus.is_dir():
        raise pytest.UsageError(f"{VARIABLE} is {named}, but there is no folder {corpus}. Unset it or mend it.")
    return corpus


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    for item in items:
        if "real_data" in getattr(item, "fixturenames", ()):
            item.add_marker("real_data")
    if config.stash[REAL_DATA] is None:
        deselected = [item for item in items if item.get_closest_marker("real_data")]
        items[:] = [item for item in items if not item.get_closest_marker("real_data")]
        config.hook.pytest_deselected(items=deselected)
    items.sort(key=_slow_first)


def _slow_first(item):
    """Order files for parallel runs: what takes long must not begin last."""
    if item.path.name == "test_packaging.py":
        return 0
    return 1 if item.get_closest_marker("browser") else 2


def pytest_terminal_summary(terminalreporter, config):
    reports = [*terminalreporter.stats.get("passed", ()), *terminalreporter.stats.get("failed", ())]
    ran = sum(report.when == "call" and "real_data" in report.keywords for report in reports)
    why = f" (deselected: {VARIABLE} is not set)" if config.stash[REAL_DATA] is None else ""
    terminalreporter.write_line(f"real-data tests run: {ran}{why}")


def _hear_ctrl_c():
    """Undo what a shell does to what it starts in the background: it has SIGINT ignored, by all that is started then.

    Run as ``make test &``, a test of Ctrl-C would wait for the end of what goes on as told.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def start_process():
    """``start_process(command, **options)`` is ``subprocess.Popen``; what still runs after the test is killed."""
    with ExitStack() as over:

        def start(command, **options):
            process = over.enter_context(subprocess.Popen(command, **options))
            over.callback(process.kill)
            return process

        yield start


@pytest.fixture(scope="session")
def real_data(pytestconfig):
    """The folder of real text and of what five segmenters made of it."""
    folder = pytestconfig.stash[REAL_DATA]
    assert folder is not None, "deselected without the folder"
    return folder


@pytest.fixture(scope="session")
def paper_tables(real_data):
    """The folder of the tables of [RC], which stands beside the real text."""
    folder = real_data.parent / "rethinkcws_tables"
    if not folder.is_dir():
        pytest.skip("the paper's tables are not among the test data")
    return folder
