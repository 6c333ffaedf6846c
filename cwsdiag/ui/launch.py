"""Start the dashboard's server in this process."""

from __future__ import annotations

import os
import runpy
import socket
import sys
from contextlib import suppress
from pathlib import Path

from cwsdiag.board import Board
from cwsdiag.errors import ReadError, SettingError
from cwsdiag.judging import Judgements
from cwsdiag.project.icwb2 import is_icwb2
from cwsdiag.site import site_folder

ADDRESS = "127.0.0.1"
PORT = 8501
_WILDCARDS = ("0.0.0.0", "::")
_PORTS_TRIED = 100


def launch(
    *,
    project: Path | None,
    root: Path | None,
    port: int | None,
    address: str | None,
    board: Path | None = None,
    open_gold: bool = False,
    judgements: Path | None = None,
) -> None:
    """Serve the dashboard until Ctrl-C, and print the address it is found at.

    Args:
        project: the project file or icwb2-data folder to open; None opens none.
        root: the folder whose files the dashboard may open by path; None leaves that to uploads.
        port: where to look for a free port first; None means 8501, 0 any free one.
        address: what to listen on; None means 127.0.0.1: nobody but this machine.
        board: the file of the board, made where there is none; None leaves it to the project to name one.
        open_gold: whether pages show the private gold of the board, to everybody who reaches this server.
        judgements: the file of people's judgements, made where there is none; None leaves the Judge page without.

    Raises:
        BoardError: ``board`` cannot be used.
        JudgingError: ``judgements`` cannot be used.
        ReadError: ``project`` is neither of these, ``root`` no folder.
        SettingError: ``address`` is none of this machine's, or no port is free.
    """
    arguments = _script_arguments(project, root) + _board_arguments(board, open_gold) + _judging_arguments(judgements)
    address = address or ADDRESS
    wanted = PORT if port is None else port
    chosen = free_port(address, wanted)

    site = site_folder()
    # Streamlit reads .streamlit/ of the working directory too: a folder someone else filled must not decide
    # where the dashboard listens, whom it trusts or which certificates it shows.
    os.chdir(site)
    app = runpy.run_path(str(site / "app.py"))["app"]
    sys.argv = [str(site / "app.py"), *arguments]

    if chosen != wanted and wanted:
        print(f"Port {wanted} is busy, using {chosen}.")  # noqa: T201
    print(f"cwsdiag dashboard: {_links(address, chosen)}  (Ctrl-C stops it)", flush=True)  # noqa: T201
    if open_gold:
        print("Private gold of the board is shown to everyone who can reach this address.", flush=True)  # noqa: T201
    # The server catches Ctrl-C, closes its connections and then passes the signal on.
    with suppress(KeyboardInterrupt):
        app.run(config=_settings(address, chosen))
    print("Stopped.")  # noqa: T201


def free_port(address: str, first: int) -> int:
    """Return ``first`` or the next port after it that is free on ``address``; any free one for ``first`` = 0.

    Raises:
        SettingError: ``address`` is none of this machine's, or no port from ``first`` on is free.
    """
    last = min(first + _PORTS_TRIED, 65535)
    for port in range(first, last + 1):
        try:
            return _bind(address, port)
        except PermissionError:
            continue
        except OSError as error:
            if not _is_busy(address, error):
                raise SettingError(
                    f"Cannot listen on the address {address}: {error.strerror or error}. "
                    "Give one of this machine's: 127.0.0.1 for this machine only, 0.0.0.0 for all its networks."
                ) from error
    raise SettingError(f"None of the ports {first} to {last} is free on {address}. Give another one with --port.")


def _bind(address: str, port: int) -> int:
    """Bind a socket as the server will, let go of it, and return its port."""
    with socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET) as probe:
        if os.name != "nt":  # there, the option would let two servers share a port
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind((address, port))
        found: int = probe.getsockname()[1]
        return found


def _is_busy(address: str, error: OSError) -> bool:
    """Return whether ``error`` is about the port, not the address: any free port then works."""
    try:
        _bind(address, 0)
    except OSError:
        return False
    return True


def _script_arguments(project: Path | None, root: Path | None) -> list[str]:
    """Return what the router is told, with paths that hold in any working directory."""
    arguments: list[str] = []
    if project is not None:
        if not (project.is_file() or is_icwb2(project)):
            raise ReadError(f"{project}: there is no such file. Give a project.toml, or an unpacked icwb2-data folder.")
        arguments.append(str(project.resolve()))
    if root is not None:
        if not root.is_dir():
            raise ReadError(f"{root}: there is no such folder. Give --root a folder with segmentation files.")
        arguments += ["--root", str(root.resolve())]
    return arguments


def _board_arguments(board: Path | None, open_gold: bool) -> list[str]:
    """Return what the router is told of the board, which is made or brought up to date before anybody asks for it."""
    arguments: list[str] = []
    if board is not None:
        Board(board)
        arguments += ["--board", str(board.resolve())]
    return [*arguments, "--open-gold"] if open_gold else arguments


def _judging_arguments(judgements: Path | None) -> list[str]:
    """Return what the router is told of the file of judgements, which is made or brought up to date first."""
    if judgements is None:
        return []
    Judgements(judgements)
    return ["--judgements", str(judgements.resolve())]


def _settings(address: str, port: int) -> dict[str, object]:
    """Return the settings that hold whatever configuration files say; others: in .streamlit/config.toml."""
    return {
        "server.address": address,
        "server.port": port,
        "server.allowedHosts": _host_names(address),
        "server.headless": True,
        "browser.gatherUsageStats": False,
        "logger.hideWelcomeMessage": True,
    }


def _host_names(address: str) -> list[str]:
    """Return the names a browser may call this server by; others are turned away (DNS rebinding)."""
    names = {"localhost", "127.0.0.1", "::1"}
    if address in _WILDCARDS:
        host = socket.gethostname()
        names |= {host, f"{host}.local", socket.getfqdn(), *_own_addresses()}
    elif address != ADDRESS:
        names.add(address)
    return sorted(name.lower() for name in names)


def _own_addresses() -> set[str]:
    """Return the addresses of this machine that others reach it by, as far as the system tells."""
    found: set[str] = set()
    with suppress(OSError):  # a machine that does not know its own name
        found |= {str(entry[4][0]) for entry in socket.getaddrinfo(socket.gethostname(), None)}
    # Connecting a datagram socket sends nothing, it only chooses the address to send from. The other ends are
    # nobody's (RFC 5737, RFC 3849).
    for family, nowhere in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with (
            suppress(OSError),
            socket.socket(family, socket.SOCK_DGRAM) as probe,
        ):  # no network of this family
            probe.connect((nowhere, 9))
            found.add(str(probe.getsockname()[0]))
    return found


def _links(address: str, port: int) -> str:
    """Return where a browser finds the dashboard."""
    if address in _WILDCARDS:
        return f"http://127.0.0.1:{port}, from other machines http://{socket.gethostname()}:{port}"
    return f"http://[{address}]:{port}" if ":" in address else f"http://{address}:{port}"
