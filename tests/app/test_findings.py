"""Findings: pinned where they are seen, listed and changed in the tray, kept where they belong."""

from collections.abc import Callable
from html import escape
from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from cwsdiag.findings import Finding, read_findings, to_text
from cwsdiag.ui.host import server, who
from cwsdiag.ui.host.server import ServerSettings
from cwsdiag.ui.own import uploads
from tests.app.conftest import FIRST, GOLD, SECOND, TRAINING, go, html, opened_page
from tests.app.own_files import drop, press

Project = Callable[..., Path]
Opened = Callable[..., AppTest]


@pytest.fixture(autouse=True)
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """``settings(**options)`` starts the server anew, with the same folder of workspaces."""

    def start(**options: object) -> None:
        started = ServerSettings(workspaces=tmp_path / "workspaces", **options)  # type: ignore[arg-type]
        monkeypatch.setattr(server, "settings", lambda: started)
        st.cache_resource.clear()

    start()
    return start


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


def pin(app: AppTest, key: str, show: str = "figure") -> None:
    """Pin a part of an exhibit from its ⋯, and see the page that follows."""
    opened_menu(app, key).button(key=f"{key} pin {show}").click().run()
    assert not app.exception


def pinnable(app: AppTest, key: str) -> set[str]:
    """The parts of an exhibit that can be pinned."""
    opened_menu(app, key)
    return {one.key.rpartition(" ")[2] for one in app.button if str(one.key).startswith(f"{key} pin ")}


def in_file(project: Path) -> list[Finding]:
    return list(read_findings((project.parent / "findings.toml").read_text("utf-8")))


def listed(app: AppTest) -> list[str]:
    """The titles in the tray."""
    tables = [frame.value for frame in app.dataframe if "title" in frame.value.columns]
    return [] if not tables else tables[0]["title"].tolist()


def count(app: AppTest) -> str:
    return next(link.proto.label for link in app.sidebar.get("page_link") if link.proto.label.startswith("Findings"))


def test_what_is_pinned_is_what_is_seen(at_home: Path) -> None:
    app = opened_page("overview")
    assert count(app) == "Findings"
    seen = html(app)
    pin(app, "lead")
    assert [toast.value for toast in app.toast] == ["Pinned: first is best on own"]
    assert count(app) == "Findings (1)"
    (kept,) = in_file(at_home)
    assert (kept.kind, kept.where.dataset, kept.show) == ("scores", "own", "figure")
    assert escape(kept.headline, quote=False) in seen
    # Its table is another finding; the chart once more takes it out.
    pin(app, "lead", "table")
    assert [(one.kind, one.show) for one in in_file(at_home)] == [("scores", "figure"), ("scores", "table")]
    assert "Unpin the chart" in [button.label for button in app.button]
    pin(app, "lead")
    assert [(one.kind, one.show) for one in in_file(at_home)] == [("scores", "table")]
    app = opened_page("self_diagnosis", system="second", first="cost")
    pin(app, "lead")
    kept = in_file(at_home)[-1]
    assert (dict(kept.options), dict(kept.address)) == ({"system": "second", "order": "cost"}, {"first": "cost"})
    app = opened_page("explore", attribute="wLen", bucket="2", show="wrong")
    pin(app, "words", "table")
    assert in_file(at_home)[-1].options["bucket"] == "2"
    pin(app, "place")
    assert in_file(at_home)[-1].kind == "sentence"
    assert not pinnable(opened_page("explore", where="wLen:0"), "words"), "no kind knows further conditions"


def test_one_panel_of_many_is_pinned(at_home: Path) -> None:
    app = opened_menu(opened_page("self_diagnosis", system="second"), "lead")
    app.selectbox(key="lead panel").select("wLen").run()
    app.button(key="lead pin figure").click().run()
    (kept,) = in_file(at_home)
    assert (kept.kind, dict(kept.options)) == ("self", {"system": "second", "attribute": "wLen"})
    assert "word length" in kept.title
    assert "Unpin the chart" in [button.label for button in app.button]
    app.selectbox(key="lead panel").select("").run()
    assert "Unpin the chart" not in [button.label for button in app.button]


def formats(app: AppTest, key: str) -> list[str]:
    opened_menu(app, key)
    return next(list(group.options) for group in app.get("button_group") if group.key == f"{key} format")


def test_what_is_saved_is_shown_with_its_caption(at_home: Path) -> None:
    app = opened_page("overview")
    assert formats(app, "lead") == ["SVG", "PDF", "PNG", "CSV", "LaTeX", "Markdown"]
    (told,) = [one.value for one in app.code if not one.value.startswith("cwsdiag ")]
    assert told.startswith("first is best on own. first leads second by 11.1 points")
    assert formats(opened_page("sentence"), "lead") == ["SVG", "PDF", "PNG"]


@pytest.fixture
def tray(at_home: Path) -> AppTest:
    """A tray of three: scores, two systems, one system."""
    for page, key in (("overview", "lead"), ("compare", "lead"), ("self_diagnosis", "kinds")):
        pin(opened_page(page), key)
    return opened_page("findings")


TITLES = ["first is best on own", "F1 by bucket: first and second on own", "Why first fails on own"]


def test_the_tray_lists_renames_moves_and_removes(tray: AppTest, at_home: Path) -> None:
    assert listed(tray) == TITLES
    assert "Kept in findings.toml, beside the project." in html(tray)
    ids = [one.id for one in in_file(at_home)]
    second = go(tray, "findings", {"finding": ids[1]})
    assert second.text_input[0].value == TITLES[1]
    second.text_input[0].set_value("crf <b>wins</b>\u3000长句").run()
    second.text_area[0].set_value("Ask about\nthe training data").run()
    press(second, "Up")
    assert [(one.id, one.title, one.note) for one in in_file(at_home)][0] == (
        ids[1],
        "crf <b>wins</b>\u3000长句",
        "Ask about\nthe training data",
    )
    assert second.button(key="finding up").disabled
    press(second, "Remove")
    assert listed(second) == [TITLES[0], TITLES[2]]
    assert second.query_params["finding"] == ids[0], "the next one is chosen"
    second.button(key="bring back").click().run()
    assert [one.id for one in in_file(at_home)] == [ids[1], ids[0], ids[2]]
    second.text_input[0].set_value("  ").run()
    assert [one.id for one in in_file(at_home) if one.title.strip()] == [ids[1], ids[0], ids[2]]


def test_the_one_that_is_moved_stays_the_one_that_is_shown(tray: AppTest, at_home: Path) -> None:
    """The first is shown without being chosen: what would follow a move, such as Remove, is of the same finding."""
    press(tray, "Down")
    assert listed(tray) == [TITLES[1], TITLES[0], TITLES[2]]
    assert tray.text_input[0].value == TITLES[0]
    press(tray, "Remove")
    assert listed(tray) == [TITLES[1], TITLES[2]]


def test_a_finding_leads_back_to_where_it_was_seen(at_home: Path) -> None:
    pin(opened_page("self_diagnosis", system="second", first="cost", buckets="equal:3"), "lead")
    tray = opened_page("findings", system="first", buckets="classes")
    (link,) = [one.proto for one in tray.main.get("page_link") if one.proto.label == "Open on One system"]
    assert set(link.query_string.split("&")) == {"dataset=own", "system=second", "first=cost", "buckets=equal%3A3"}


def test_a_finding_whose_data_changed_says_both_numbers(tray: AppTest, at_home: Path) -> None:
    before = in_file(at_home)[0]
    # ``second`` is as gold now.
    (at_home.parent / "1.txt").write_text(GOLD, "utf-8")
    now = opened_page("findings")
    assert "changed" in [frame.value for frame in now.dataframe][0]["standing"].tolist()
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
    gone = opened_page("findings", finding=in_file(at_home)[1].id)
    assert "This finding cannot be shown now" in html(gone)
    assert before.title in listed(gone)


def test_two_sessions_lose_nothing_of_each_other(tray: AppTest, at_home: Path) -> None:
    other = opened_page("findings")
    tray.text_input[0].set_value("renamed here").run()
    press(go(other, "findings", {"finding": in_file(at_home)[2].id}), "Remove")
    pin(opened_page("overview"), "lead", "table")
    tray.text_area[0].set_value("noted").run()
    kept = in_file(at_home)
    assert [one.title for one in kept] == ["renamed here", TITLES[1], TITLES[0]]
    assert kept[0].note == "noted"


def test_a_broken_file_is_said_and_left_as_it_is(at_home: Path) -> None:
    path = at_home.parent / "findings.toml"
    path.write_text('[[finding]]\nkind = "nothing"\n', "utf-8")
    app = opened_page("overview")
    pin(app, "lead")
    tray = go(app, "findings", {})
    assert listed(tray) == TITLES[:1]
    assert "findings.toml: finding 1: kind must be one of" in html(tray)
    assert path.read_text("utf-8") == '[[finding]]\nkind = "nothing"\n'
    mended = Finding("by hand", "by hand", "scores", in_session(tray)[0].where)
    path.write_text(to_text([mended]), "utf-8")
    tray.run()
    assert listed(tray) == ["by hand", TITLES[0]]
    tray.text_input[0].set_value("mended").run()
    assert [one.title for one in in_file(at_home)] == ["mended", TITLES[0]], "with what was pinned meanwhile"


def in_session(app: AppTest) -> tuple[Finding, ...]:
    (own,) = app.session_state["findings that are in this session only"].values()
    return own.own or ()


def test_a_folder_that_cannot_be_written_to(at_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_args: object, **_options: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("cwsdiag.files.write_whole", refuse)
    app = opened_page("overview")
    pin(app, "lead")
    tray = go(app, "findings", {})
    assert listed(tray) == TITLES[:1]
    assert "What you keep stays in this session until that is mended." in html(tray)
    assert "Kept in findings.toml" not in html(tray)
    assert not (at_home.parent / "findings.toml").exists()
    monkeypatch.undo()


def test_proposed_findings_are_added_once(at_home: Path) -> None:
    tray = opened_page("findings")
    assert "Nothing is pinned yet." in html(tray)
    press(tray, "Propose findings")
    found = in_file(at_home)
    assert "first is best on own" in [one.title for one in found]
    assert count(tray) == f"Findings ({len(found)})"
    assert [toast.value for toast in tray.toast] == [f"{len(found)} findings were added."]
    press(tray, "Propose findings")
    assert [one.id for one in in_file(at_home)] == [one.id for one in found]


def test_visitors_keep_theirs_in_a_workspace_and_see_none_of_the_owner(
    at_home: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, settings: Callable[..., None]
) -> None:
    pin(opened_page("overview"), "lead")
    monkeypatch.setattr(who, "is_owner", lambda: False)
    key = "k" * 43
    visitor = opened_page("compare", w=key)
    assert count(visitor) == "Findings"
    pin(visitor, "lead")
    assert len(in_file(at_home)) == 1
    settings(project=at_home)
    again = opened_page("findings", w=key)
    assert listed(again) == [TITLES[1]]
    assert "Kept on this server, for this browser." in html(again)
    settings(project=at_home, no_workspaces=True)
    without = opened_page("overview", w=key)
    pin(without, "lead")
    assert "gone when the page is loaded again" in html(go(without, "findings", {}))


def test_of_what_was_uploaded_they_stay_with_the_files(opened: Opened) -> None:
    key = "k" * 43
    app = opened("data", w=key)
    drop(app, ("gold.txt", GOLD), ("train.txt", TRAINING), ("first.txt", FIRST))
    pin(go(app, "overview", {"dataset": "upload"}), "lead")
    drop(go(app, "data", {"dataset": "upload"}), ("second.txt", SECOND))
    again = opened_page("findings", w=key, dataset="upload")
    assert listed(again) == ["F1 of all systems on gold.txt"]
    assert "The files it rests on have changed: second." in html(again)
    # They go into the zip, and come out of it where that is dropped.
    view = again.session_state["view of this run"]
    entries = [one for one in view.catalogue.entries.values() if one.origin == "upload"]
    _text, content = again.session_state["uploaded files"]
    text = content.findings
    dropped = opened("data")
    drop(dropped, ("project.zip", uploads.archive(entries, findings=text)))
    assert listed(go(dropped, "findings", {"dataset": "upload"})) == ["F1 of all systems on gold.txt"]
