"""The files of docs/serving/ are what this version understands, and fit each other."""

import re
import tomllib
from pathlib import Path

from streamlit import config

from cwsdiag.cli.app import app
from cwsdiag.site import site_folder

DOCS = Path(__file__).parents[3] / "docs"
FILES = DOCS / "serving"


def text(name: str) -> str:
    return (FILES / name).read_text("utf-8")


def test_every_file_is_shown() -> None:
    shown = re.findall(r"^```\{literalinclude\} serving/(\S+)$", (DOCS / "serving.md").read_text("utf-8"), re.M)
    assert sorted(shown) == sorted(path.name for path in FILES.iterdir())


def test_command_of_the_unit_is_one() -> None:
    unit = text("cwsdiag@.service").replace("\\\n", "")
    (command,) = re.findall(r"^ExecStart=/opt/cwsdiag/bin/cwsdiag app (.*)$", unit, re.M)
    given = app.make_context("app", command.replace("%i", "8601").split()).params
    assert given["public_url"] == "https://cws.lab.example/cws"
    assert tomllib.loads(text("sign-in.toml"))["auth"]["redirect_uri"] == f"{given['public_url']}/oauth2callback"
    # Where nginx looks for it.
    nginx = text("nginx.conf")
    assert f"server 127.0.0.1:{given['port']};" in nginx
    assert "location /cws/ {" in nginx and "Path=/cws;" in nginx and "server_name cws.lab.example;" in nginx


def test_nginx_lets_as_much_through_as_the_dashboard_takes() -> None:
    (megabytes,) = map(int, re.findall(r"client_max_body_size (\d+)m;", text("nginx.conf")))
    taken = tomllib.loads((site_folder() / ".streamlit" / "config.toml").read_text("utf-8"))["server"]["maxUploadSize"]
    assert taken < megabytes < 1.1 * taken


def test_names_of_the_environment_are_known() -> None:
    names = re.findall(r"^(\w+)=", text("cwsdiag.env"), re.M)
    known = {"HOME", "CWSDIAG_DATA", "CWSDIAG_CACHE", "CWSDIAG_MAX_MB", "MALLOC_MMAP_THRESHOLD_"}
    assert set(names) <= known | {"STREAMLIT_SERVER_COOKIE_SECRET"}
    assert "server.cookieSecret" in config.get_config_options()
