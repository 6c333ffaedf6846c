"""A server for many as docs/serving.md describes it, tried: nginx with TLS and a sub-path, two processes, sign-in.

    python -m benchmarks.serving

The files of docs/serving/ are what runs here, with names, ports and secrets of this machine put in. It needs nginx and
openssl, the extra ``serve``, and the package oidc-provider-mock; what is not there is said, and nothing is tried.
"""

from __future__ import annotations

import os
import re
import shutil
import ssl
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from urllib.error import HTTPError, URLError
from urllib.request import HTTPErrorProcessor, HTTPSHandler, Request, build_opener

from playwright.sync_api import sync_playwright

from benchmarks.dashboard import TREE, chromium
from tests.browser import settling
from tests.serving import free_port

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page

FILES = TREE / "docs" / "serving"
NAME = "localhost"
MEGABYTE = 1024 * 1024
_WHOLE = """user root;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{}}
http {{
    log_format upstream '$upstream_addr $status $request_uri';
    access_log {folder}/access.log upstream;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    include {folder}/site.conf;
}}
"""


class Site:
    """The site as it runs: where it is, and which process answers what."""

    def __init__(self, folder: Path, project: Path, *, sign_in: bool) -> None:
        self.folder = folder
        self._project = project
        self._sign_in = sign_in
        self.nodes = (free_port(), free_port())
        self.plain, self.tls, self.provider = free_port(), free_port(), free_port()
        self.address = f"https://{NAME}:{self.tls}/cws"
        self.processes: dict[int, subprocess.Popen[bytes]] = {}

    def write(self) -> None:
        """Write the files of docs/serving/ with what is true of this machine."""
        files = {"nginx.conf": "site.conf"}
        if self._sign_in:
            files["sign-in.toml"] = "home/.streamlit/secrets.toml"
        (self.folder / "home" / ".streamlit").mkdir(parents=True)
        ports = {"8601": self.nodes[0], "8602": self.nodes[1]}
        for given, here in files.items():
            text = (FILES / given).read_text("utf-8")
            text = re.sub(r"127\.0\.0\.1:(860\d)", lambda found: f"127.0.0.1:{ports[found[1]]}", text)
            text = text.replace("https://cws.lab.example/cws", self.address)
            text = text.replace("https://login.lab.example", f"http://localhost:{self.provider}")
            text = re.sub(r"listen( +)80;", rf"listen\g<1>{self.plain};", text)
            text = re.sub(r"listen( +)443 ssl;", rf"listen\g<1>{self.tls} ssl;", text)
            text = text.replace("301 https://$http_host", f"301 https://{NAME}:{self.tls}")
            text = text.replace("cws.lab.example;", f"{NAME};")
            text = re.sub(r"/etc/ssl/\S*cws\.lab\.example\.(pem|key)", rf"{self.folder}/cert.\1", text)
            (self.folder / here).write_text(text, "utf-8")
        (self.folder / "nginx.conf").write_text(_WHOLE.format(folder=self.folder), "utf-8")
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}"]
            + ["-keyout", str(self.folder / "cert.key"), "-out", str(self.folder / "cert.pem")],
            check=True,
            capture_output=True,
        )

    def environment(self) -> dict[str, str]:
        """Return the environment of a process: that of docs/serving/cwsdiag.env, in folders of its own."""
        lines = (FILES / "cwsdiag.env").read_text("utf-8").splitlines()
        given = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
        here = {"HOME": "home", "CWSDIAG_DATA": "data", "CWSDIAG_CACHE": "cache"}
        given |= {name: str(self.folder / folder) for name, folder in here.items()}
        return {**os.environ, **given, "PYTHONPATH": str(TREE)}

    def start(self, port: int) -> None:
        """Start one process of the dashboard, with the command that the unit of docs/serving/ has."""
        unit = (FILES / "cwsdiag@.service").read_text("utf-8").replace("\\\n", "")
        (command,) = re.findall(r"^ExecStart=\S+ (.*)$", unit, re.MULTILINE)
        command = command.replace("%i", str(port)).replace("https://cws.lab.example/cws", self.address)
        command = command.replace("/var/lib/cwsdiag", str(self.folder / "data"))
        (self.folder / "data").mkdir(exist_ok=True)
        self._run(port, [sys.executable, "-m", "cwsdiag", *command.split(), str(self._project)])

    def start_all(self) -> None:
        """Start nginx, the provider of sign-in if there is one, and the dashboard."""
        for port in self.nodes:
            self.start(port)
        if self._sign_in:
            self._run(self.provider, [sys.executable, "-m", "oidc_provider_mock", "--port", str(self.provider)])
        nginx = ["nginx", "-p", str(self.folder), "-c", str(self.folder / "nginx.conf"), "-g", "daemon off;"]
        self._run(self.tls, nginx)
        for port in self.nodes:
            _wait(f"http://127.0.0.1:{port}/cws/_stcore/health")
        _wait(f"{self.address}/_stcore/health")

    def _run(self, port: int, command: list[str]) -> None:
        with (self.folder / f"{port}.log").open("ab") as log:
            self.processes[port] = subprocess.Popen(
                command, cwd=self.folder, env=self.environment(), stdout=log, stderr=subprocess.STDOUT
            )

    def stop(self, *ports: int) -> None:
        """End processes; all of them where none is named."""
        for port in ports or tuple(self.processes):
            process = self.processes.pop(port)
            process.terminate()
            process.wait(30)

    def answered(self) -> list[tuple[int, str]]:
        """Return which process answered what, in order."""
        lines = (self.folder / "access.log").read_text("utf-8").splitlines()
        parts = [line.split() for line in lines if line.startswith("127.0.0.1:")]
        return [(int(part[0].rsplit(":", 1)[1]), part[-1]) for part in parts]


class _AsItIs(HTTPErrorProcessor):
    """Takes every reply as it is, those that lead elsewhere too."""

    def http_response(self, request, response):
        return response

    https_response = http_response


def ask(address: str, **headers: str):
    """Return the reply to a request without cookies; the certificate is this machine's own."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return build_opener(HTTPSHandler(context=context), _AsItIs).open(Request(address, headers=headers), timeout=30)


def _wait(address: str, *, seconds: float = 120) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            if ask(address).status == 200:
                return
        except (URLError, HTTPError, OSError):
            pass
        time.sleep(0.2)
    raise SystemExit(f"{address} did not answer within {seconds:g} s.")


def lacking() -> list[str]:
    """Return what is not here of what this needs."""
    programs = [name for name in ("nginx", "openssl") if shutil.which(name) is None]
    return programs + [name for name in ("authlib", "oidc_provider_mock") if find_spec(name) is None]


@contextmanager
def site(project: Path = TREE / "sample_data", *, sign_in: bool = True) -> Iterator[Site]:
    """Run the site as long as this lasts.

    Args:
        project: what it shows.
        sign_in: whether people can sign in, which needs what ``lacking`` names.
    """
    with TemporaryDirectory(prefix="cwsdiag-serving-") as folder, ExitStack() as stack:
        running = Site(Path(folder), project, sign_in=sign_in)
        running.write()
        stack.callback(running.stop)
        running.start_all()
        yield running


def holds(what: str, is_so: object, seen: object = "") -> None:
    """Print whether something holds; what does not is said with what was seen, and ends the trial."""
    print(f"{'ok ' if is_so else 'NO '} {what}", flush=True)
    if not is_so:
        raise SystemExit(f"Seen: {seen!r}")


def try_replies(running: Site) -> None:
    """Try what needs no browser: where one is led, who is turned away, which process answers."""
    away = ask(f"http://{NAME}:{running.plain}/cws/explore?dataset=news")
    holds("http leads to https", away.status == 301 and away.headers["Location"].startswith("https://"), away.headers)
    page = ask(f"{running.address}/explore", Accept="text/html")
    cookie = page.headers["Set-Cookie"]
    wanted = ("Secure", "HttpOnly", "SameSite=Lax", "Path=/cws")
    holds("the cookie of a process is for this site over TLS alone", all(one in cookie for one in wanted), cookie)
    names = ("Content-Security-Policy", "Strict-Transport-Security", "X-Content-Type-Options", "X-Frame-Options")
    holds("headers come through", all(page.headers[name] for name in names), page.headers.items())
    holds("metrics are refused", ask(f"{running.address}/_stcore/metrics").status == 403)
    holds("but on the machine", ask(f"http://127.0.0.1:{running.nodes[0]}/cws/_stcore/metrics").status == 200)
    for _ in range(40):
        ask(f"{running.address}/_stcore/host-config")
    used = {node for node, what in running.answered() if what.endswith("host-config")}
    holds("strangers are spread over both processes", used == set(running.nodes), used)


def try_pages(running: Site, page: Page) -> None:
    """Try a deep link, the websocket, an upload; all of one person go to one process, until that ends."""
    before = len(running.answered())
    wrong: list[str] = []
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.on("response", lambda reply: wrong.append(f"{reply.status} {reply.url}") if reply.status >= 400 else None)
    page.goto(f"{running.address}/explore?dataset=microblog&system=jieba&attribute=wLen&bucket=1")
    settling.settle(page)
    holds("a deep link works below the sub-path", page.locator(".cw-ribbon").count() > 0)
    holds("nothing in the console, nothing not found", not wrong, wrong)
    page.get_by_role("link", name="Files").click()
    settling.settle(page)
    text = ("我们 在 北京 学习 语言学 。\n" * (30 * MEGABYTE // 41)).encode()
    page.locator("input[type=file]").first.set_input_files(
        {"name": "gold.txt", "mimeType": "text/plain", "buffer": text}
    )
    page.locator(".cw-file").first.wait_for()
    settling.settle(page)
    holds(f"a file of {len(text) / MEGABYTE:.0f} MB is uploaded through nginx", page.locator(".cw-file").count() == 1)
    used = {node for node, _ in running.answered()[before + 1 :]}
    holds("all of one person go to one process", len(used) == 1, used)

    (node,) = used
    running.stop(node)
    page.locator(".cw-box", has_text="Your visit began anew").wait_for()
    settling.settle(page)
    box = page.locator(".cw-box", has_text="Your visit began anew").inner_text()
    holds("when it ends, the other takes over, and the page says so", "files are here again" in box, box)
    holds("with the files that were uploaded", page.locator(".cw-file").count() == 1)
    running.start(node)
    _wait(f"http://127.0.0.1:{node}/cws/_stcore/health")


def try_sign_in(running: Site, page: Page) -> None:
    """Try to sign in: Streamlit's own way, to the provider and back through nginx."""
    code = 'from streamlit.user_info import generate_login_redirect_url as way; print(way("default"))'
    found = subprocess.run(
        [sys.executable, "-c", code], env=running.environment(), cwd=running.folder, capture_output=True, text=True
    )
    way = found.stdout.strip().splitlines()[-1]
    page.goto(f"{running.address}/{way.lstrip('/')}")
    holds("sign-in leads to the provider", f":{running.provider}/" in page.url, page.url)
    page.locator("input[name=sub]").fill("someone@lab.example")
    page.get_by_role("button", name="Authorize").click()
    page.wait_for_url(f"{running.address}/**")
    settling.settle(page)
    cookies = {cookie["name"]: cookie for cookie in page.context.cookies()}
    user = cookies.get("_streamlit_user")
    holds("and back, with a cookie that no script can read", user and user["httpOnly"], list(cookies))
    holds("sent over TLS alone", user["secure"], user)


def main() -> None:
    if missing := lacking():
        raise SystemExit(f"Nothing was tried: this needs {', '.join(missing)}. See the top of benchmarks/serving.py.")
    with site() as running, sync_playwright() as playwright:
        browser = chromium(playwright)
        try_replies(running)
        context = browser.new_context(ignore_https_errors=True)
        settling.watch(context)
        try_pages(running, context.new_page())
        try_sign_in(running, context.new_page())
        browser.close()


if __name__ == "__main__":
    main()
