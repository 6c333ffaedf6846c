"""Start the dashboard's server in this process."""

from __future__ import annotations

import errno
import os
import runpy
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

from cwsdiag import files
from cwsdiag.board import Board
from cwsdiag.difficulty import store
from cwsdiag.errors import ReadError, SettingError, WorkspaceError
from cwsdiag.files import sample_project, site_folder
from cwsdiag.judging import Judgements
from cwsdiag.project.archive import is_archive, read_archive
from cwsdiag.project.icwb2 import is_icwb2
from cwsdiag.ui.host import server
from cwsdiag.ui.host.server import ServerSettings, started_with

ADDRESS = "127.0.0.1"
PORT = 8501
_WILDCARDS = ("0.0.0.0", "::")
_PORTS_TRIED = 100


def launch(settings: ServerSettings, *, port: int | None, address: str | None) -> None:
    """Serve the dashboard until Ctrl-C or SIGTERM, which are passed on, and print the address it is found at.

    Args:
        settings: what all pages go by. Files of the board and of judgements are made where there are none.
        port: where to look for a free port first; None means 8501, 0 any free one.
        address: what to listen on; None means 127.0.0.1: nobody but this machine.

    Raises:
        BoardError: the board cannot be used.
        JudgingError: the judgements cannot be used.
        ArchiveError: a packed project cannot be unpacked.
        ProjectError: what was unpacked names what is not in it, or its project file cannot be used.
        ReadError: the project is neither a file nor an icwb2-data folder, ``root`` no folder.
        SettingError: ``address`` is none of this machine's, no port is free, or the public address is none of a site.
    """
    with _unpacked(settings) as unpacked:
        checked = _checked(unpacked)
        # What was unpacked goes with the server, and the sample is offered anyway.
        if unpacked is settings and checked.project not in (None, sample_project().resolve()):
            server.remember_project(checked.project)
        _serve(checked, port=port, address=address or ADDRESS)


@contextmanager
def _unpacked(settings: ServerSettings) -> Iterator[ServerSettings]:
    """Give the settings with a packed project unpacked, into a folder that goes when the server does."""
    project = settings.project
    if project is None or not is_archive(project):
        yield settings
        return
    with TemporaryDirectory(prefix="cwsdiag-", ignore_cleanup_errors=True) as folder:
        with project.open("rb") as file:
            unpacked = read_archive(file, Path(folder) / "project", name=str(project))
        yield replace(settings, project=unpacked.path)


def _serve(settings: ServerSettings, *, port: int | None, address: str) -> None:
    name, base = _public(settings.public_url)
    wanted = PORT if port is None else port
    chosen = free_port(address, wanted)

    # They count from the folder that this was started in, which is another one in a moment.
    for variable in (files.DATA_VARIABLE, store.VARIABLE):
        if named := os.environ.get(variable):
            os.environ[variable] = str(Path(named).absolute())
    site = site_folder()
    # Streamlit reads .streamlit/ of the working directory too: a folder someone else filled must not decide
    # where the dashboard listens, whom it trusts or which certificates it shows.
    os.chdir(site)
    app = runpy.run_path(str(site / "app.py"))["app"]
    # Streamlit looks for its configuration beside what was started.
    sys.argv = [str(site / "app.py")]

    if chosen != wanted and wanted:
        print(f"Port {wanted} is busy, using {chosen}.")  # noqa: T201
    print(f"cwsdiag dashboard: {_links(address, chosen, base)}  (Ctrl-C stops it)", flush=True)  # noqa: T201
    if settings.open_gold:
        print("Private gold of the board is shown to everyone who can reach this address.", flush=True)  # noqa: T201
    if sys.platform != "win32":
        import resource

        # Each session is a file and more, and shells give 1,024.
        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        with suppress(ValueError, OSError):  # macOS says that there is no limit, and has one
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    # The server catches what tells it to end, closes its connections and then passes the signal on.
    with started_with(settings):
        app.run(
            # What holds whatever configuration files say; the rest is in .streamlit/config.toml.
            config={
                "server.address": address,
                "server.port": chosen,
                "server.baseUrlPath": base,
                "server.allowedHosts": _host_names(address, name),
                # Where a proxy hands on another Host than browsers ask for: else Streamlit asks the internet for its
                # address.
                **({"browser.serverAddress": name} if name else {}),
                "server.headless": True,
                "browser.gatherUsageStats": False,
                "logger.hideWelcomeMessage": True,
            }
        )


def free_port(address: str, first: int) -> int:
    """Return ``first`` or the next port after it that is free on ``address``; any free one for ``first`` = 0.

    Raises:
        SettingError: ``address`` is none of this machine's, or no port from ``first`` on is free.
    """
    for port in range(first, min(first + _PORTS_TRIED, 65535) + 1):
        with socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET) as probe:
            if os.name != "nt":  # there, the option would let two servers share a port
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                # As the server will.
                probe.bind((address, port))
            except OSError as error:
                if error.errno in (errno.EADDRINUSE, errno.EACCES):
                    continue
                raise SettingError(
                    f"Cannot listen on the address {address}: {error.strerror or error}. "
                    "Give one of this machine's: 127.0.0.1 for this machine only, 0.0.0.0 for all its networks."
                ) from error
            return int(probe.getsockname()[1])
    raise SettingError(f"None of the ports {first} to {port} is free on {address}. Give another one with --port.")


def _checked(settings: ServerSettings) -> ServerSettings:
    """Return the settings with paths that hold in any working directory, and files that can be used."""
    project, root = settings.project, settings.root
    if project is not None and not (os.path.isfile(project) or is_icwb2(project)):
        raise ReadError(
            f"{project}: there is no such file. Give a project.toml, a project.zip, or an unpacked icwb2-data folder."
        )
    if root is not None and not root.is_dir():
        raise ReadError(f"{root}: there is no such folder. Give --root a folder with segmentation files.")
    # Made or brought up to date before anybody asks for them.
    if settings.board is not None:
        Board(settings.board)
    if settings.judgements is not None:
        Judgements(settings.judgements)
    if settings.store is not None:
        with suppress(WorkspaceError):  # said where somebody wants to keep something
            settings.store.sweep()
    names = ("project", "root", "board", "judgements", "workspaces")
    absolute: dict[str, Any] = {
        name: Path(os.path.realpath(path)) for name in names if (path := getattr(settings, name)) is not None
    }
    return replace(settings, **absolute)


def _public(url: str | None) -> tuple[str, str]:
    """Return the name and the path of a public address; both empty for none.

    Raises:
        SettingError: it is no address of a site.
    """
    if url is None:
        return "", ""
    try:
        parts = urlsplit(url)
        name, _port = parts.hostname or "", parts.port
    except ValueError:
        name = ""
    if not name or parts.scheme not in ("http", "https") or parts.username or parts.query or parts.fragment:
        raise SettingError(f"--public-url {url}: give the address that browsers open, as in https://lab.example/cws.")
    return name.lower(), parts.path.strip("/")


def _host_names(address: str, public: str) -> list[str]:
    """Return the names a browser may call this server by; others are turned away (DNS rebinding)."""
    names = {"localhost", "127.0.0.1", "::1", address, public}
    if address in _WILDCARDS:
        host = socket.gethostname()
        names |= {host, f"{host}.local", socket.getfqdn(), *_own_addresses()}
    return sorted(name.lower() for name in names - {"", *_WILDCARDS})


def _own_addresses() -> set[str]:
    """Return the addresses of this machine that others reach it by, as far as the system tells."""
    addresses: set[str] = set()
    with suppress(OSError):  # a machine that does not know its own name
        addresses |= {str(entry[4][0]) for entry in socket.getaddrinfo(socket.gethostname(), None)}
    # Connecting a datagram socket sends nothing, it only chooses the address to send from. The other ends are
    # nobody's (RFC 5737, RFC 3849).
    for family, nowhere in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:  # no network of this family
            probe.connect((nowhere, 9))
            addresses.add(str(probe.getsockname()[0]))
    return addresses


def _links(address: str, port: int, base: str) -> str:
    """Return where a browser finds the dashboard."""
    path = f":{port}/{base}".rstrip("/")
    if address in _WILDCARDS:
        return f"http://127.0.0.1{path}, from other machines http://{socket.gethostname()}{path}"
    return f"http://{f'[{address}]' if ':' in address else address}{path}"
