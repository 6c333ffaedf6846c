"""The report of the findings, asked for on their page: made aside, taken home as a zip; of others it is another one."""

import io
import zipfile
from concurrent.futures import wait

import pytest

from cwsdiag.ui import talk
from cwsdiag.ui.host import who
from tests.app.conftest import html, opened_page

FINDINGS = """
[[finding]]
kind = "scores"
title = "Who is best: <b>first</b>"
dataset = "own"

[[finding]]
kind = "self"
title = "Gone"
system = "nobody"
"""


@pytest.fixture
def folder(settings, monkeypatch, project):
    """A project on the disk with two findings, and a person who sits at its machine."""
    path = project()
    monkeypatch.setattr(who, "is_owner", lambda: True)
    settings(project=path)
    (path.parent / "findings.toml").write_text(FINDINGS, "utf-8")
    return path.parent


def downloads(app):
    return [one.proto.label for one in app.get("download_button") if "report" in one.proto.label]


def made(app):
    """Ask for a report and wait for it."""
    app.button(key="make a report").click().run()
    assert wait([app.session_state[talk._ASKED][2]], 60).done
    app.run()
    assert not app.exception


def test_a_report_is_made_and_taken_home(folder):
    app = opened_page("talk")
    assert not downloads(app)
    made(app)
    assert downloads(app) == ["Download the report"]
    job = app.session_state[talk._ASKED][2]
    with zipfile.ZipFile(io.BytesIO(job.result()[0])) as packed:
        assert {"report/report.html", "report/report.pptx", "report/results.json"} <= set(packed.namelist())
        page = packed.read("report/report.html").decode()
    assert "Who is best: &lt;b&gt;first&lt;/b&gt;" in page
    assert "nobody" in page
    # Of other findings nobody has asked for one.
    (folder / "findings.toml").write_text(FINDINGS.replace("Gone", "Still gone"), "utf-8")
    app.run()
    assert not downloads(app)
    assert app.button(key="make a report")


def test_what_fails_is_said_and_can_be_tried_again(folder, monkeypatch):
    def broken(*_given, **_options):
        raise ValueError("a secret path")

    with monkeypatch.context() as patched:
        patched.setattr("cwsdiag.report.writing.report_of", broken)
        app = opened_page("talk")
        made(app)
    assert "The report could not be made" in html(app)
    assert "secret" not in html(app)
    made(app)
    assert downloads(app)
