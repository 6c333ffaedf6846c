"""Findings: pinned where they are seen, listed and changed on Talk, kept where they belong."""

from html import escape

import pytest

from cwsdiag.findings import Finding, read_findings, to_text
from cwsdiag.languages.visible import plain
from cwsdiag.ui.files import uploads
from cwsdiag.ui.host import who
from tests.app.conftest import FIRST, GOLD, SECOND, component, go, html, opened_page, said
from tests.app.own_files import drop, press

KEY = "k" * 43


@pytest.fixture(autouse=True)
def workspaces(settings):
    """A server that keeps workspaces."""


@pytest.fixture
def at_home(monkeypatch, settings, project):
    """A project on the disk, and a person who sits at its machine."""
    monkeypatch.setattr(who, "is_owner", lambda: True)
    path = project()
    settings(project=path)
    return path


def opened_menu(app, key):
    """Open the ⋯ of an exhibit."""
    app.session_state[f"{key} menu"] = True
    app.run()
    assert not app.exception
    return app


def pin(app, key, form="figure"):
    """Pin an exhibit from its ⋯ in one of its forms, or take it out again, and see the page that follows."""
    opened_menu(app, key)
    if any(group.key == f"{key} form" for group in app.get("button_group")):
        app.session_state[f"{key} form"] = form
        app.run()
    app.button(key=f"{key} pin").click().run()
    assert not app.exception


def says_of_pin(app, key):
    """What the ⋯ of an exhibit offers that pins it or takes it out; nothing where it cannot be pinned."""
    return [one.label for one in opened_menu(app, key).button if one.key == f"{key} pin"]


def in_file(project):
    return list(read_findings((project.parent / "findings.toml").read_text("utf-8")))


def listed(app):
    """The titles on Talk."""
    stage = component(app, "cwsdiag_stage")
    return [] if stage is None else [one["title"] for one in stage["listed"]]


def count(app):
    return next(link.proto.label for link in app.main.get("page_link") if link.proto.label.startswith("Talk"))


def test_what_is_pinned_is_what_is_seen(at_home):
    app = opened_page("summary")
    assert count(app) == "Talk"
    pin(app, "lead")
    (kept,) = in_file(at_home)
    assert [toast.value for toast in app.toast] == [f"Pinned: {plain(kept.title)}"]
    assert count(app) == "Talk (1)"
    assert (kept.kind, kept.where.dataset, kept.show) == ("scores", "own", "figure")
    assert kept.title == kept.headline.rstrip(".")
    # Its table is another finding; the chart once more takes it out.
    assert says_of_pin(app, "lead") == ["Unpin"]
    pin(app, "lead", "table")
    assert [(one.kind, one.show) for one in in_file(at_home)] == [("scores", "figure"), ("scores", "table")]
    pin(app, "lead")
    assert [(one.kind, one.show) for one in in_file(at_home)] == [("scores", "table")]
    app = opened_page("diagnosis", attribute="wLen", bucket="2", show="wrong", part="slices")
    pin(app, "lead")
    options = in_file(at_home)[-1].options
    assert dict(options) == {"system": "first", "other": "second", "attribute": "wLen"}, "one panel"
    pin(app, "words", "table")
    assert in_file(at_home)[-1].options["bucket"] == "2"
    pin(app, "place")
    assert in_file(at_home)[-1].kind == "sentence"
    assert not says_of_pin(opened_page("diagnosis", text="我"), "words"), "no kind knows a search"


def test_what_is_presented_from_its_menu_is_not_pinned(at_home):
    app = opened_menu(opened_page("summary"), "lead")
    app.button(key="lead present").click().run()
    stage = component(app, "cwsdiag_stage")
    (slide,) = stage["slides"].values()
    assert stage["presenting"]
    assert "plotly" in slide["large"]
    assert not (at_home.parent / "findings.toml").exists()


@pytest.fixture
def tray(at_home):
    """A talk of three: scores, two systems, why one fails."""
    pin(opened_page("summary"), "lead")
    for part, form in (("panels", "figure"), ("kinds", "table")):
        pin(opened_page("diagnosis", part=part), "lead", form)
    return opened_page("talk")


def titles(project):
    return [one.title for one in in_file(project)]


def test_slides_are_renamed_noted_and_removed_and_two_sessions_lose_nothing(tray, at_home):
    before = titles(at_home)
    assert listed(tray) == before
    assert "Kept in findings.toml, beside the project." in html(tray)
    ids = [one.id for one in in_file(at_home)]
    other = opened_page("talk", finding=ids[2])
    second = go(tray, "talk", {"finding": ids[1]})
    assert second.text_input[0].value == before[1]
    second.text_input[0].set_value("crf <b>wins</b>\u3000长句").run()
    press(other, "Remove")
    second.text_area[0].set_value("Ask about\nthe training data").run()
    assert [one.id for one in in_file(at_home)] == ids[:2]
    kept = in_file(at_home)[1]
    assert (kept.id, kept.title, kept.note) == (ids[1], "crf <b>wins</b>\u3000长句", "Ask about\nthe training data")
    press(second, "Remove")
    assert listed(second) == [before[0]]
    assert said(second, "finding") == ids[0], "the next one is chosen"
    second.button(key="bring back").click().run()
    assert [one.id for one in in_file(at_home)] == ids[:2]
    second.text_input[0].set_value("  ").run()
    assert titles(at_home)[0] == before[0]


def test_a_finding_leads_back_to_where_it_was_seen(at_home):
    pin(opened_page("diagnosis", system="second", part="panels", attribute="wLen", buckets="equal:3"), "lead")
    tray = opened_page("talk", system="first", buckets="classes")
    (link,) = [one.proto for one in tray.main.get("page_link") if one.proto.label == "Open on Diagnosis"]
    leads = set(link.query_string.split("&"))
    assert leads == leads | {
        "dataset=own", "system=second", "other=first", "buckets=equal%3A3", "part=panels", "attribute=wLen"
    }  # fmt: skip


def test_a_finding_whose_data_changed_says_both_numbers(tray, at_home):
    before = in_file(at_home)[0]
    # ``second`` is as gold now.
    (at_home.parent / "1.txt").write_text(GOLD, "utf-8")
    now = opened_page("talk")
    assert component(now, "cwsdiag_stage")["listed"][0]["kind"] == "changed"
    assert "The files it rests on have changed: second." in html(now)
    assert escape(before.headline, quote=False) in html(now)
    assert "F1" in now.table[0].value.index
    press(now, "Keep what it says now")
    assert (in_file(at_home)[0].id, in_file(at_home)[0].numbers["f1"]) == (before.id, 1.0)
    assert "Not as it was pinned" not in html(now)
    # Without its system it cannot be made at all.
    at_home.write_text(at_home.read_text("utf-8").partition("[[dataset.system]]")[0], "utf-8")
    lost = in_file(at_home)[1]
    stage = component(opened_page("talk", finding=lost.id), "cwsdiag_stage")
    assert stage["listed"][1] == {"id": lost.id, "title": lost.title, "kind": "cannot be shown"}
    assert "no system" in stage["slides"][lost.id]["sentence"]


def test_a_broken_file_is_said_and_left_as_it_is(at_home):
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


def in_session(app):
    ((own, _problem),) = app.session_state["findings that are in this session only"].values()
    return own


def test_a_folder_that_cannot_be_written_to(at_home, monkeypatch):
    def refuse(*_args, **_options):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("cwsdiag.files.write_whole", refuse)
    app = opened_page("summary")
    pin(app, "lead")
    tray = go(app, "talk", {})
    assert listed(tray) == [in_session(tray)[0].title]
    assert "What you keep stays in this session until that is mended." in html(tray)
    assert "Kept in findings.toml" not in html(tray)


def test_visitors_keep_theirs_in_a_workspace_and_see_none_of_the_owner(at_home, monkeypatch, settings):
    pin(opened_page("summary"), "lead")
    monkeypatch.setattr(who, "is_owner", lambda: False)
    visitor = opened_page("diagnosis", w=KEY, part="panels")
    assert count(visitor) == "Talk"
    pin(visitor, "lead")
    assert len(in_file(at_home)) == 1
    settings(project=at_home)
    again = opened_page("talk", w=KEY)
    assert len(listed(again)) == 1
    assert "Kept on this server, for this browser." in html(again)
    settings(project=at_home, no_workspaces=True)
    without = opened_page("summary", w=KEY)
    pin(without, "lead")
    assert "gone when the page is loaded again" in html(go(without, "talk", {}))


def test_of_what_was_uploaded_they_stay_with_the_files(opened):
    app = opened("files", w=KEY)
    drop(app, ("gold.txt", GOLD), ("first.txt", FIRST))
    pin(go(app, "summary", {"dataset": "upload"}), "lead")
    drop(go(app, "files", {"dataset": "upload"}), ("second.txt", SECOND))
    again = opened("talk", w=KEY, dataset="upload")
    (title,) = listed(again)
    assert "The files it rests on have changed: second." in html(again)
    # They go into the zip, and come out of it where that is dropped.
    view = again.session_state["view of this run"]
    entries = [one for one in view.catalogue.entries.values() if one.origin == "upload"]
    _text, content = again.session_state["uploaded files"]
    dropped = opened("files")
    drop(dropped, ("project.zip", uploads.archive(entries, findings=content.findings)))
    assert listed(go(dropped, "talk", {"dataset": "upload"})) == [title]
