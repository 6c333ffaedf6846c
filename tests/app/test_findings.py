"""Findings: pinned where they are seen, listed and changed on Talk, kept where they belong."""

from collections.abc import Callable
from html import escape
from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from cwsdiag.findings import Finding, read_findings, to_text
from cwsdiag.languages.visible import plain
from cwsdiag.ui.files import uploads
from cwsdiag.ui.host import server, who
from cwsdiag.ui.host.server import ServerSettings
from tests.app.conftest import FIRST, GOLD, SECOND, TRAINING, Opened, Project, component, go, html, opened_page
from tests.app.own_files import drop, press


@pytest.fixture(autouse=True)
def workspaces(settings: Callable[..., None]) -> None:
    """A server that keeps workspaces."""


@pytest.fixture
def at_home(monkeypatch: pytest.MonkeyPatch, settings: Callable[..., None], project: Project) -> Path:
    """A project on the disk, and a person who sits at its machine."""
    monkeypatch.setattr(who, "is_owner", lambda: True)
    path = project()
    settings(project=path)
    return path


def opened_menu(app: AppTest, key: str) -> AppTest:
    """Open the ⋯ of an exhibit."""
    app.session_state[f"{key} menu"] = True
    app.run()
    assert not app.exception
    return app


def pin(app: AppTest, key: str, form: str = "figure") -> None:
    """Pin an exhibit from its ⋯ in one of its forms, or take it out again, and see the page that follows."""
    opened_menu(app, key)
    if any(group.key == f"{key} form" for group in app.get("button_group")):
        app.session_state[f"{key} form"] = form
        app.run()
    app.button(key=f"{key} pin").click().run()
    assert not app.exception


def says_of_pin(app: AppTest, key: str) -> list[str]:
    """What the ⋯ of an exhibit offers that pins it or takes it out; nothing where it cannot be pinned."""
    return [one.label for one in opened_menu(app, key).button if one.key == f"{key} pin"]


def in_file(project: Path) -> list[Finding]:
    return list(read_findings((project.parent / "findings.toml").read_text("utf-8")))


def listed(app: AppTest) -> list[str]:
    """The titles on Talk."""
    stage = component(app, "cwsdiag_stage")
    return [] if stage is None else [one["title"] for one in stage["listed"]]


def count(app: AppTest) -> str:
    return next(link.proto.label for link in app.main.get("page_link") if link.proto.label.startswith("Talk"))


def test_what_is_pinned_is_what_is_seen(at_home: Path) -> None:
    app = opened_page("summary")
    assert count(app) == "Talk"
    pin(app, "lead")
    (kept,) = in_file(at_home)
    assert [toast.value for toast in app.toast] == [f"Pinned: {plain(kept.title)}"]
    assert count(app) == "Talk (1)"
    assert (kept.kind, kept.where.dataset, kept.show) == ("scores", "own", "figure")
    # Its table is another finding; the chart once more takes it out.
    assert says_of_pin(app, "lead") == ["Unpin"]
    pin(app, "lead", "table")
    assert [(one.kind, one.show) for one in in_file(at_home)] == [("scores", "figure"), ("scores", "table")]
    pin(app, "lead")
    assert [(one.kind, one.show) for one in in_file(at_home)] == [("scores", "table")]
    app = opened_page("diagnosis", attribute="wLen", bucket="2", show="wrong", part="slices")
    pin(app, "words", "table")
    assert in_file(at_home)[-1].options["bucket"] == "2"
    pin(app, "place")
    assert in_file(at_home)[-1].kind == "sentence"
    assert says_of_pin(opened_page("diagnosis", where="wLen:0"), "words") == ["Pin"]
    assert not says_of_pin(opened_page("diagnosis", text="我"), "words"), "no kind knows a search"


def test_a_pin_is_one_panel_with_what_it_says_as_its_title(at_home: Path) -> None:
    app = opened_page("diagnosis", attribute="wLen", part="slices")
    pin(app, "lead")
    (kept,) = in_file(at_home)
    assert (kept.kind, dict(kept.options)) == ("compare", {"system": "first", "other": "second", "attribute": "wLen"})
    assert kept.title == kept.headline.rstrip(".")
    assert says_of_pin(app, "lead") == ["Unpin"]
    app.selectbox(key="lead panel").select("").run()
    assert says_of_pin(app, "lead") == ["Pin"]


def test_what_is_presented_from_its_menu_is_not_pinned(at_home: Path) -> None:
    app = opened_menu(opened_page("summary"), "lead")
    app.button(key="lead present").click().run()
    stage = component(app, "cwsdiag_stage")
    (slide,) = stage["slides"].values()
    assert stage["presenting"]
    assert "plotly" in slide["large"]
    assert not (at_home.parent / "findings.toml").exists()


@pytest.fixture
def tray(at_home: Path) -> AppTest:
    """A talk of three: scores, two systems, why one fails."""
    for part, key in (("", "lead"), ("panels", "lead"), ("kinds", "lead")):
        app = opened_page("diagnosis", part=part) if part else opened_page("summary")
        pin(app, key, "table" if part == "kinds" else "figure")
    return opened_page("talk")


def titles(project: Path) -> list[str]:
    return [one.title for one in in_file(project)]


def test_slides_are_renamed_noted_and_removed(tray: AppTest, at_home: Path) -> None:
    before = titles(at_home)
    assert listed(tray) == before
    assert "Kept in findings.toml, beside the project." in html(tray)
    ids = [one.id for one in in_file(at_home)]
    second = go(tray, "talk", {"finding": ids[1]})
    assert second.text_input[0].value == before[1]
    second.text_input[0].set_value("crf <b>wins</b>\u3000长句").run()
    second.text_area[0].set_value("Ask about\nthe training data").run()
    kept = in_file(at_home)[1]
    assert (kept.id, kept.title, kept.note) == (ids[1], "crf <b>wins</b>\u3000长句", "Ask about\nthe training data")
    press(second, "Remove")
    assert listed(second) == [before[0], before[2]]
    assert second.query_params["finding"] == ids[2], "the next one is chosen"
    second.button(key="bring back").click().run()
    assert [one.id for one in in_file(at_home)] == ids
    second.text_input[0].set_value("  ").run()
    assert titles(at_home)[2] == before[2]


def test_a_finding_leads_back_to_where_it_was_seen(at_home: Path) -> None:
    pin(opened_page("diagnosis", system="second", part="panels", attribute="wLen", buckets="equal:3"), "lead")
    tray = opened_page("talk", system="first", buckets="classes")
    (link,) = [one.proto for one in tray.main.get("page_link") if one.proto.label == "Open on Diagnosis"]
    said = set(link.query_string.split("&"))
    assert said >= {"dataset=own", "system=second", "other=first", "buckets=equal%3A3", "part=panels", "attribute=wLen"}


def test_a_finding_whose_data_changed_says_both_numbers(tray: AppTest, at_home: Path) -> None:
    before = in_file(at_home)[0]
    # ``second`` is as gold now.
    (at_home.parent / "1.txt").write_text(GOLD, "utf-8")
    now = opened_page("talk")
    assert component(now, "cwsdiag_stage")["listed"][0]["kind"] == "changed"
    said = html(now)
    assert "The files it rests on have changed: second." in said
    assert escape(before.headline, quote=False) in said
    assert "F1" in now.table[0].value.index
    press(now, "Keep what it says now")
    assert in_file(at_home)[0].numbers["f1"] == 1.0
    assert in_file(at_home)[0].id == before.id
    assert "Not as it was pinned" not in html(now)
    # Without its system it cannot be made at all.
    at_home.write_text(at_home.read_text("utf-8").partition("[[dataset.system]]")[0], "utf-8")
    lost = in_file(at_home)[1]
    gone = opened_page("talk", finding=lost.id)
    stage = component(gone, "cwsdiag_stage")
    assert stage["listed"][1] == {"id": lost.id, "title": lost.title, "kind": "cannot be shown"}
    assert "no system" in stage["slides"][lost.id]["sentence"]
    assert before.title in listed(gone)


def test_two_sessions_lose_nothing_of_each_other(tray: AppTest, at_home: Path) -> None:
    before = titles(at_home)
    other = opened_page("talk")
    tray.text_input[0].set_value("renamed here").run()
    press(go(other, "talk", {"finding": in_file(at_home)[2].id}), "Remove")
    pin(opened_page("summary"), "lead", "table")
    tray.text_area[0].set_value("noted").run()
    kept = in_file(at_home)
    assert [one.title for one in kept] == ["renamed here", before[1], before[0]]
    assert kept[0].note == "noted"


def test_a_broken_file_is_said_and_left_as_it_is(at_home: Path) -> None:
    path = at_home.parent / "findings.toml"
    path.write_text('[[finding]]\nkind = "nothing"\n', "utf-8")
    app = opened_page("summary")
    pin(app, "lead")
    tray = go(app, "talk", {})
    assert listed(tray) == [in_session(tray)[0].title]
    assert "findings.toml: finding 1: kind must be one of" in html(tray)
    assert path.read_text("utf-8") == '[[finding]]\nkind = "nothing"\n'
    (pinned,) = in_session(tray)
    mended = Finding("by hand", "by hand", "scores", in_session(tray)[0].where)
    path.write_text(to_text([mended]), "utf-8")
    tray.run()
    assert listed(tray) == ["by hand", in_session(tray)[0].title]
    tray.text_input[0].set_value("mended").run()
    assert titles(at_home) == ["mended", pinned.title], "with what was pinned meanwhile"


def in_session(app: AppTest) -> tuple[Finding, ...]:
    (own,) = app.session_state["findings that are in this session only"].values()
    return own.own or ()


def test_a_folder_that_cannot_be_written_to(at_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_args: object, **_options: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("cwsdiag.files.write_whole", refuse)
    app = opened_page("summary")
    pin(app, "lead")
    tray = go(app, "talk", {})
    assert listed(tray) == [in_session(tray)[0].title]
    assert "What you keep stays in this session until that is mended." in html(tray)
    assert "Kept in findings.toml" not in html(tray)
    assert not (at_home.parent / "findings.toml").exists()
    monkeypatch.undo()


def test_visitors_keep_theirs_in_a_workspace_and_see_none_of_the_owner(
    at_home: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, settings: Callable[..., None]
) -> None:
    pin(opened_page("summary"), "lead")
    monkeypatch.setattr(who, "is_owner", lambda: False)
    key = "k" * 43
    visitor = opened_page("diagnosis", w=key, part="panels")
    assert count(visitor) == "Talk"
    pin(visitor, "lead")
    assert len(in_file(at_home)) == 1
    settings(project=at_home)
    again = opened_page("talk", w=key)
    assert len(listed(again)) == 1
    assert "Kept on this server, for this browser." in html(again)
    settings(project=at_home, no_workspaces=True)
    without = opened_page("overview", w=key)
    pin(without, "lead")
    assert "gone when the page is loaded again" in html(go(without, "talk", {}))


def test_of_what_was_uploaded_they_stay_with_the_files(opened: Opened) -> None:
    key = "k" * 43
    app = opened("files", w=key)
    drop(app, ("gold.txt", GOLD), ("train.txt", TRAINING), ("first.txt", FIRST))
    pin(go(app, "summary", {"dataset": "upload"}), "lead")
    drop(go(app, "files", {"dataset": "upload"}), ("second.txt", SECOND))
    again = opened_page("talk", w=key, dataset="upload")
    (title,) = listed(again)
    assert "The files it rests on have changed: second." in html(again)
    # They go into the zip, and come out of it where that is dropped.
    view = again.session_state["view of this run"]
    entries = [one for one in view.catalogue.entries.values() if one.origin == "upload"]
    _text, content = again.session_state["uploaded files"]
    text = content.findings
    dropped = opened("files")
    drop(dropped, ("project.zip", uploads.archive(entries, findings=text)))
    assert listed(go(dropped, "talk", {"dataset": "upload"})) == [title]
