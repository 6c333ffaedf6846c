"""Where the dashboard listens, and for whom."""

import os
import socket
import sys
from pathlib import Path
from typing import Any

import pytest
from streamlit import config

from cwsdiag.board import Board
from cwsdiag.errors import ArchiveError, BoardError, JudgingError, ReadError, SettingError
from cwsdiag.files import sample_project, site_folder
from cwsdiag.project import read_project
from cwsdiag.project.archive import write_archive
from cwsdiag.ui import launch as launching
from cwsdiag.ui.host import server
from cwsdiag.ui.host.server import ServerSettings
from cwsdiag.workspaces import Store, new_key
from tests.packed import packed


class FakeApp:
    """Stands in for the server: keeps what it was started with."""

    config: dict[str, Any]
    settings: ServerSettings
    arguments: list[str]
    folder: Path

    def run(self, *, config):
        self.config, self.settings = config, server.settings()
        self.arguments, self.folder = list(sys.argv), Path.cwd()


@pytest.fixture
def served(monkeypatch, tmp_path):
    app = FakeApp()
    monkeypatch.setattr("runpy.run_path", lambda path: {"app": app})
    monkeypatch.setattr("sys.argv", ["cwsdiag"])
    monkeypatch.chdir(tmp_path)
    return app


@pytest.fixture
def busy():
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


def test_default_is_this_machine_alone_without_telemetry_and_nothing_is_made(served, capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("CWSDIAG_DATA", str(tmp_path / "data"))
    launching.launch(ServerSettings(), port=0, address=None)
    assert served.config["server.address"] == "127.0.0.1"
    assert served.config["browser.gatherUsageStats"] is False
    assert set(served.config["server.allowedHosts"]) == {"127.0.0.1", "::1", "localhost"}
    assert set(served.config) <= set(config.get_config_options())
    said = capsys.readouterr().out
    assert f"http://127.0.0.1:{served.config['server.port']} " in said and "Private gold" not in said
    assert served.arguments == [str(site_folder() / "app.py")]
    assert served.settings.boards == (None, tmp_path / "data" / "board.sqlite")
    assert served.settings.embedded_judgements == tmp_path / "data" / "judgements.sqlite"
    assert not (tmp_path / "data").exists()


def test_packed_project_is_unpacked_for_as_long_as_the_server_runs(served, tmp_path):
    project = read_project(sample_project())
    with Path("sample.zip").open("wb") as out:
        write_archive(out, packed(project), project.study)
    seen = []

    def run(*, config):
        served.settings = server.settings()
        seen.extend(one.name for one in read_project(served.settings.project).datasets)

    served.run = run
    launching.launch(ServerSettings(Path("sample.zip")), port=0, address=None)
    assert seen == [one.name for one in project.datasets]
    assert not served.settings.project.parent.exists()
    assert list(tmp_path.iterdir()) == [tmp_path / "sample.zip"]


def test_paths_reach_the_router_absolute_and_a_board_is_made(served, tmp_path, capsys):
    (tmp_path / "project.toml").touch()
    (tmp_path / "files").mkdir()
    named = ServerSettings(Path("project.toml"), Path("files"), board=Path("lab.sqlite"), open_gold=True)
    launching.launch(named, port=0, address=None)
    project, files, board = (tmp_path / name for name in ("project.toml", "files", "lab.sqlite"))
    assert served.settings == ServerSettings(project, files, board=board, open_gold=True)
    assert served.settings.boards == (board, None)
    assert served.folder == site_folder(), "a .streamlit/ in the user's folder is not read"
    assert Board(board, create=False).tasks() == []
    assert "Private gold of the board is shown to everyone who can reach this address." in capsys.readouterr().out


def test_what_is_over_goes_when_the_server_starts(served, tmp_path):
    old = Store(tmp_path / "kept").workspace(new_key())
    old.write("x")
    os.utime(old.folder / "used", (0, 0))
    launching.launch(ServerSettings(workspaces=Path("kept")), port=0, address=None)
    assert not old.folder.exists()
    assert served.settings.workspaces == tmp_path / "kept"


def test_busy_port_is_named_and_the_next_free_one_taken(served, busy, capsys):
    launching.launch(ServerSettings(), port=busy, address=None)
    assert busy < served.config["server.port"] <= busy + 100
    assert f"Port {busy} is busy, using {served.config['server.port']}." in capsys.readouterr().out


@pytest.mark.parametrize("address", ["0.0.0.0", "::"])
def test_all_networks_only_when_asked_and_by_own_names_only(served, address, monkeypatch, capsys):
    monkeypatch.setattr(launching, "free_port", lambda address, first: 8501)
    monkeypatch.setattr(socket, "gethostname", lambda: "Lab-Machine")
    launching.launch(ServerSettings(), port=None, address=address)
    assert served.config["server.address"] == address
    assert {"lab-machine", "lab-machine.local", "localhost"} <= set(served.config["server.allowedHosts"])
    assert "*" not in served.config["server.allowedHosts"]
    assert "http://127.0.0.1:8501, from other machines http://Lab-Machine:8501" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("setting", "error", "message"),
    [
        ({"project": Path("broken.zip")}, ArchiveError, r"broken\.zip: the archive is damaged"),
        ({"project": Path("none.toml")}, ReadError, "none.toml: there is no such file"),
        ({"root": Path("nowhere")}, ReadError, "nowhere: there is no such folder"),
        ({"board": Path("nowhere/lab.sqlite")}, BoardError, "nowhere/lab.sqlite: cannot be made"),
        ({"judgements": Path("nowhere/people.sqlite")}, JudgingError, "nowhere/people.sqlite: cannot be made"),
    ],
)
def test_bad_settings_are_named(served, setting, error, message):
    Path("broken.zip").write_bytes(b"PK\x03\x04 and nothing more")
    with pytest.raises(error, match=message):
        launching.launch(ServerSettings(**setting), port=None, address=None)
    assert not hasattr(served, "config")


def test_behind_a_proxy_the_public_name_and_path_hold(served, capsys):
    launching.launch(ServerSettings(public_url="https://CWS.lab.example:8443/seg/cws/"), port=0, address=None)
    assert set(served.config["server.allowedHosts"]) == {"127.0.0.1", "::1", "localhost", "cws.lab.example"}
    assert (served.config["server.address"], served.config["server.baseUrlPath"]) == ("127.0.0.1", "seg/cws")
    assert served.config["browser.serverAddress"] == "cws.lab.example"
    assert f"http://127.0.0.1:{served.config['server.port']}/seg/cws " in capsys.readouterr().out


@pytest.mark.parametrize("url", ["lab.example/cws", "https://", "https://me@lab.example", "https://["])
def test_public_address_that_is_none_is_named(served, url):
    with pytest.raises(SettingError, match=r"--public-url .*: give the address that browsers open"):
        launching.launch(ServerSettings(public_url=url), port=0, address=None)


@pytest.mark.parametrize("address", ["192.0.2.77", "no such name"])
def test_bad_addresses_are_named(served, address):
    with pytest.raises(SettingError, match=f"Cannot listen on the address {address}"):
        launching.launch(ServerSettings(), port=None, address=address)
    assert not hasattr(served, "config")
