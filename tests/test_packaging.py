"""What `pip install` gives: built as for a release, put in an empty environment, started from any folder."""

import json
import os
import re
import socket
import subprocess
import sys
import tarfile
import venv
import zipfile
from importlib.metadata import Distribution, PathDistribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import cwsdiag
from tests import serving

ROOT = Path(__file__).parents[1]
TRAVELS = ["app.py", "pages", "sample_data", ".streamlit/config.toml"]

# Run by the installed environment: opens a session as a browser does, lets the page run to its end, and
# prints what the server told it.
VISIT = """
import json, sys
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import connect

seen = {"errors": [], "links": []}
stream = sys.argv[1].replace("http", "ws") + "/_stcore/stream"
# By default 10 s to answer and 20 s from ping to pong: less than a busy machine can need.
with connect(stream, max_size=None, open_timeout=120, ping_interval=None) as socket:
    start = BackMsg()
    start.rerun_script.query_string = ""
    socket.send(start.SerializeToString())
    while "ended" not in seen:
        message = ForwardMsg()
        message.ParseFromString(socket.recv(timeout=120))
        kind = message.WhichOneof("type")
        if kind == "new_session":
            seen["telemetry"] = message.new_session.config.gather_usage_stats
        elif kind == "delta" and message.delta.new_element.WhichOneof("type") == "exception":
            seen["errors"].append(message.delta.new_element.exception.message)
        elif kind == "delta" and message.delta.new_element.WhichOneof("type") == "page_link":
            seen["links"].append(message.delta.new_element.page_link.label)
        elif kind == "script_finished":
            seen["ended"] = message.script_finished
print(json.dumps(seen))
"""


def _clean_environment():
    """Return this process's environment without what would lead to the checkout or to other settings."""
    return {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("STREAMLIT_", "PYTHON", "COV_")) and name != "VIRTUAL_ENV"
    }


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The folder of the source archive, and of the wheel made from that archive."""
    folder = tmp_path_factory.mktemp("dist")
    _run([sys.executable, "-m", "build", "--outdir", str(folder), str(ROOT)], cwd=folder)
    return folder


@pytest.fixture(scope="module")
def scripts(built, tmp_path_factory):
    """The folder of the commands of an environment that holds the wheel, what it requires, and nothing else."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, symlinks=os.name != "nt")
    scripts = folder / ("Scripts" if os.name == "nt" else "bin")
    wheel = _only(built, "*.whl")
    [metadata] = [one for one in zipfile.Path(wheel).iterdir() if one.name.endswith(".dist-info")]
    site = Path(_run([str(scripts / "python"), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]).strip())
    _share(_required(PathDistribution(metadata)), site)
    pip = [sys.executable, "-m", "pip", "--python", str(scripts / "python")]
    _run([*pip, "install", "--quiet", "--no-index", "--no-deps", "--no-compile", str(wheel)])
    _run([*pip, "check"])
    return scripts


def _required(wheel):
    """Return by their names all that a wheel requires, and what that requires, as it is installed here."""
    required: dict[str, Distribution] = {}
    asked = [(wheel, "")]
    seen: set[tuple[str, str]] = set()
    while asked:
        asking, extra = asked.pop()
        for requirement in map(Requirement, asking.requires or ()):
            if requirement.marker and not requirement.marker.evaluate({"extra": extra}):
                continue
            for wanted in ("", *requirement.extras):
                if (requirement.name, wanted) not in seen:
                    seen.add((requirement.name, wanted))
                    required[requirement.name] = distribution(requirement.name)
                    asked.append((required[requirement.name], wanted))
    return required


def _share(distributions, site):
    """Make distributions that are installed here those of another environment, too: nothing is fetched again."""
    for one in distributions.values():
        for name in {file.parts[0] for file in one.files or ()} - {"..", "__pycache__"}:
            if not (site / name).exists():
                (site / name).symlink_to(Path(str(one.locate_file(name))))


def test_source_archive_holds_all_that_wheel_and_tests_need(built):
    with tarfile.open(_only(built, "*.tar.gz")) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    needed = "app.py pages/files.py .streamlit/config.toml tools/ensure_chromium.py tests/conftest.py Makefile .ci/run"
    assert {*needed.split(), "LICENSE", "CITATION.cff", "CHANGELOG.md", "README.md"} <= names
    assert not [name for name in names if re.match(r"\.venv|\.git/|.*__pycache__|.*secrets\.toml", name)]


def test_wheel_keeps_everything_inside_the_package(built):
    with zipfile.ZipFile(_only(built, "*.whl")) as wheel:
        names = set(wheel.namelist())
    assert {name.split("/")[0] for name in names if ".dist-info" not in name} == {"cwsdiag"}
    for travelling in TRAVELS:
        source = ROOT / travelling
        files = [source] if source.is_file() else [file for file in source.rglob("*") if file.is_file()]
        expected = {file.relative_to(ROOT).as_posix() for file in files if "__pycache__" not in file.parts}
        assert expected and {f"cwsdiag/_site/{name}" for name in expected} <= names
    assert {f"cwsdiag/report/html/report.{ending}" for ending in ("css", "js", "html.j2")} <= names


def test_who_cites_names_this_version():
    assert f"\nversion: {cwsdiag.__version__}\n" in (ROOT / "CITATION.cff").read_text("utf-8")


def test_app_answers_here_alone_and_without_telemetry(scripts, tmp_path, start_process):
    """Whatever the folder and the environment say that it is started in."""
    (tmp_path / ".streamlit").mkdir()
    (tmp_path / ".streamlit" / "config.toml").write_text(
        '[server]\naddress = "0.0.0.0"\nenableXsrfProtection = false\n[browser]\ngatherUsageStats = true\n'
    )
    environment = {**_clean_environment(), "STREAMLIT_SERVER_ADDRESS": "0.0.0.0"}
    command = [str(scripts / "cwsdiag"), "app", "--port", str(serving.free_port())]
    with (log := tmp_path / "log.txt").open("wb") as output:
        process = start_process(command, cwd=tmp_path, env=environment, stdout=output, stderr=output)
    address = serving.wait_until_it_answers(process, log)
    assert address.startswith("http://127.0.0.1:")
    port = int(address.rpartition(":")[2])
    assert [host for host in _other_addresses() if _accepts(host, port)] == []

    seen = json.loads(_run([str(scripts / "python"), "-c", VISIT, address]))
    assert seen["telemetry"] is False
    assert seen["errors"] == []
    assert seen["ended"] == 0, "0 is FINISHED_SUCCESSFULLY"
    assert "Summary" in seen["links"]


def _only(folder, pattern):
    [found] = folder.glob(pattern)
    return found


def _run(command, cwd=None):
    done = subprocess.run(
        command, cwd=cwd, env=_clean_environment(), capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def _other_addresses():
    """Return addresses of this machine besides 127.0.0.1: a server on all of them answers on each."""
    others = {"127.0.0.2", "::1"}
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing
            others.add(probe.getsockname()[0])
        except OSError:
            pass  # no network but the loopback
    return others - {"127.0.0.1"}


def _accepts(host, port):
    try:
        socket.create_connection((host, port), timeout=2).close()
    except OSError:
        return False
    return True
