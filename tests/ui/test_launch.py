"""Where the dashboard listens, and for whom."""

import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cwsdiag.board import Board
from cwsdiag.errors import BoardError, ReadError, SettingError
from cwsdiag.site import sample_project, site_folder
from cwsdiag.ui import launch as launching
from cwsdiag.ui.data import catalogue
from tests.icwb2_files import UTF8, build


class FakeApp:
    """Stands in for the server: keeps what it was started with."""

    config: dict[str, Any]
    arguments: list[str]
    folder: Path

    def run(self, *, config: dict[str, Any]) -> None:
        self.config, self.arguments, self.folder = config, list(sys.argv), Path.cwd()


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> FakeApp:
    app = FakeApp()
    monkeypatch.setattr("runpy.run_path", lambda path: {"app": app})
    monkeypatch.setattr("sys.argv", ["cwsdiag"])
    monkeypatch.chdir(tmp_path)
    return app


@pytest.fixture
def busy() -> Iterator[int]:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


def test_default_is_this_machine_alone_without_telemetry(served: FakeApp, capsys: pytest.CaptureFixture[str]) -> None:
    launching.launch(project=None, root=None, port=0, address=None)
    assert served.config["server.address"] == "127.0.0.1"
    assert served.config["browser.gatherUsageStats"] is False
    assert set(served.config["server.allowedHosts"]) == {"127.0.0.1", "::1", "localhost"}
    assert f"http://127.0.0.1:{served.config['server.port']} " in capsys.readouterr().out
    assert served.arguments == [str(site_folder() / "app.py")]


def test_settings_exist_in_this_streamlit(served: FakeApp) -> None:
    from streamlit import config

    launching.launch(project=None, root=None, port=0, address=None)
    assert set(served.config) <= set(config.get_config_options())


def test_an_unpacked_icwb2_data_folder_is_a_project(served: FakeApp, tmp_path: Path) -> None:
    folder = build(tmp_path, suffixes=(UTF8,), names=("pku",))
    launching.launch(project=Path("icwb2-data"), root=None, port=0, address=None)
    assert served.arguments[1:] == [str(folder)]


def test_paths_reach_the_router_absolute_though_the_folder_changes(served: FakeApp, tmp_path: Path) -> None:
    (tmp_path / "project.toml").touch()
    (tmp_path / "files").mkdir()
    launching.launch(project=Path("project.toml"), root=Path("files"), port=0, address=None)
    assert served.arguments[1:] == [str(tmp_path / "project.toml"), "--root", str(tmp_path / "files")]
    assert served.folder == site_folder(), "a .streamlit/ in the user's folder is not read"


def test_board_is_made_and_reaches_the_router(
    served: FakeApp, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    launching.launch(project=None, root=None, port=0, address=None, board=Path("lab.sqlite"), open_gold=True)
    assert served.arguments[1:] == ["--board", str(tmp_path / "lab.sqlite"), "--open-gold"]
    assert Board(tmp_path / "lab.sqlite", create=False).tasks() == []
    assert "Private gold of the board is shown to everyone who can reach this address." in capsys.readouterr().out
    monkeypatch.setattr("sys.argv", served.arguments)
    assert catalogue.server_board() == tmp_path / "lab.sqlite"
    assert catalogue.server_opens_gold()
    assert catalogue.server_project() is None


def test_without_the_option_gold_stays_private(
    served: FakeApp, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    launching.launch(project=sample_project(), root=None, port=0, address=None, board=Path("lab.sqlite"))
    assert "Private gold" not in capsys.readouterr().out
    monkeypatch.setattr("sys.argv", served.arguments)
    assert not catalogue.server_opens_gold()
    assert catalogue.server_project() == sample_project()


def test_board_of_the_command_wins_over_that_of_the_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "gold.txt").touch()
    project = tmp_path / "project.toml"
    project.write_text('board = "own.sqlite"\n[[dataset]]\nname = "x"\ngold = "gold.txt"\n', "utf-8")
    for arguments, wanted in (([], tmp_path / "own.sqlite"), (["--board", "other.sqlite"], Path("other.sqlite"))):
        monkeypatch.setattr("sys.argv", ["app.py", str(project), *arguments])
        assert catalogue.server_board() == wanted
    project.write_text("[[dataset]", "utf-8")
    monkeypatch.setattr("sys.argv", ["app.py", str(project)])
    assert catalogue.server_board() is None, "what is wrong with the project is said on Data"


def test_busy_port_is_named_and_the_next_free_one_taken(
    served: FakeApp, busy: int, capsys: pytest.CaptureFixture[str]
) -> None:
    launching.launch(project=None, root=None, port=busy, address=None)
    assert busy < served.config["server.port"] <= busy + 100
    assert f"Port {busy} is busy, using {served.config['server.port']}." in capsys.readouterr().out


@pytest.mark.parametrize("address", ["0.0.0.0", "::"])
def test_all_networks_only_when_asked_and_by_own_names_only(
    served: FakeApp, address: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(launching, "free_port", lambda address, first: 8501)
    monkeypatch.setattr(socket, "gethostname", lambda: "Lab-Machine")
    launching.launch(project=None, root=None, port=None, address=address)
    assert served.config["server.address"] == address
    assert {"lab-machine", "lab-machine.local", "localhost"} <= set(served.config["server.allowedHosts"])
    assert "*" not in served.config["server.allowedHosts"]
    assert "http://127.0.0.1:8501, from other machines http://Lab-Machine:8501" in capsys.readouterr().out


def test_interrupt_is_no_error(served: FakeApp, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(*, config: dict[str, Any]) -> None:
        raise KeyboardInterrupt

    served.run = interrupted  # type: ignore[method-assign]
    launching.launch(project=None, root=None, port=0, address=None)
    assert capsys.readouterr().out.endswith("Stopped.\n")


@pytest.mark.parametrize(
    ("setting", "error", "message"),
    [
        ({"project": Path("none.toml")}, ReadError, "none.toml: there is no such file"),
        ({"project": Path()}, ReadError, "there is no such file"),
        ({"root": Path("nowhere")}, ReadError, "nowhere: there is no such folder"),
        ({"board": Path("nowhere/lab.sqlite")}, BoardError, "nowhere/lab.sqlite: cannot be opened"),
        ({"board": Path()}, BoardError, "cannot be opened"),
        ({"address": "192.0.2.77"}, SettingError, "Cannot listen on the address 192.0.2.77"),
        ({"address": "no such name"}, SettingError, "Cannot listen on the address no such name"),
    ],
)
def test_bad_settings_are_named(served: FakeApp, setting: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        launching.launch(**{"project": None, "root": None, "port": None, "address": None, **setting})
    assert not hasattr(served, "config")


def test_no_free_port_is_named(monkeypatch: pytest.MonkeyPatch, busy: int) -> None:
    monkeypatch.setattr(launching, "_PORTS_TRIED", 0)
    with pytest.raises(SettingError, match=f"None of the ports {busy} to {busy} is free on 127.0.0.1"):
        launching.free_port("127.0.0.1", busy)
