"""Uploads outlive a reload: kept under an address, shared for reading, removed, packed, opened again."""

import io
import os
import re
import shutil
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from cwsdiag.project import load_dataset, read_project
from cwsdiag.project.archive import write_archive
from cwsdiag.project.unpacking import read_archive
from cwsdiag.signature import signature
from cwsdiag.ui.host import server
from cwsdiag.ui.host.server import ServerSettings
from cwsdiag.ui.own import packing
from cwsdiag.ui.own.workspace import _OPEN
from cwsdiag.workspaces import Store
from tests.app.conftest import FIRST, GOLD, SECOND, TRAINING, Opened, go, html
from tests.app.own_files import drop, press, roles, systems, take_as
from tests.packed import packed


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
def stored(opened: Opened) -> AppTest:
    app = opened("data")
    drop(app, ("gold.txt", GOLD.encode()))
    drop(app, ("train.txt", TRAINING.encode()))
    drop(app, ("first.txt", FIRST.encode()), ("second.txt", SECOND.encode()))
    return app


def address(app: AppTest) -> dict[str, str]:
    return {key: app.query_params[key] for key in ("w", "dataset")}


def shared(app: AppTest) -> str:
    """Return the key that Share shows."""
    found = next(re.search(r"w=([\w-]{43})", code.value) for code in app.code if "w=" in code.value)
    assert found is not None
    return found[1]


def signed(app: AppTest) -> str:
    return next(code.value for code in app.code if code.value.startswith("cwsdiag "))


def labels(app: AppTest) -> set[str]:
    return {button.label for button in app.button}


def test_reload_and_restart_show_the_same(
    stored: AppTest, opened: Opened, settings: Callable[..., None], tmp_path: Path
) -> None:
    before = signed(stored)
    key = stored.query_params["w"]
    assert len(key) == 43
    assert "30 days" in html(stored)
    assert "200 MB" in html(stored)
    settings()
    again = opened("data", **address(stored))
    assert systems(again) == ["first", "second"]
    assert signed(again) == before
    assert "cw-error" not in html(again)
    on_disk = [path for path in (tmp_path / "workspaces").rglob("*") if path.is_file()]
    assert not any(key in str(path) for path in on_disk)
    assert sum(path.parent.name == "files" for path in on_disk) == 4


def test_address_says_it_on_every_page(stored: AppTest) -> None:
    key = stored.query_params["w"]
    for name in ("overview", "explore", "judge", "data"):
        stored.switch_page(str(Path(__file__).parents[2] / "pages" / f"{name}.py")).run()
        assert stored.query_params["w"] == key


def test_files_are_read_from_the_disk_and_not_held(stored: AppTest) -> None:
    files = stored.session_state["uploaded files"][0]
    for file in (files.gold, files.training, *files.systems):
        assert file.is_kept
        assert file.data == b""
        assert file.path.read_bytes() == b"".join(file.source().stored())


def test_changes_are_kept_too(stored: AppTest, opened: Opened) -> None:
    next(box for box in stored.text_input if box.value == "first").set_value("baseline").run()
    press(stored, "Hide", 1)
    next(box for box in stored.selectbox if box.label == "Track").set_value("closed").run()
    again = opened("data", **address(stored))
    assert systems(again) == ["baseline"]
    press(again, "Show")
    assert systems(again) == ["baseline", "second"]
    assert next(box for box in again.selectbox if box.label == "Track").value == "closed"


def test_another_tab_sees_what_the_first_changed(stored: AppTest, opened: Opened) -> None:
    other = opened("data", **address(stored))
    press(stored, "Remove", 2)
    other.run()
    assert systems(other) == ["second"]
    drop(other, ("third.txt", FIRST.encode()))
    stored.run()
    assert systems(stored) == ["second", "third"]


def test_of_two_tabs_that_change_at_once_the_later_is_told(stored: AppTest, opened: Opened) -> None:
    other = opened("data", **address(stored))
    press(stored, "Remove", 2)
    press(other, "Hide", 1)
    assert "changed in another tab" in html(other)
    assert systems(other) == ["second"]


def test_shared_address_shows_and_changes_nothing(stored: AppTest, opened: Opened) -> None:
    key = shared(stored)
    assert key != stored.query_params["w"]
    reader = opened("data", w=key, dataset="upload")
    assert systems(reader) == ["first", "second"]
    assert signed(reader) == signed(stored)
    assert "shown to you to read" in html(reader)
    assert not reader.file_uploader
    assert labels(reader) & {"Remove", "Hide", "Remove all files", "Swap"} == set()
    assert not reader.text_input
    assert stored.query_params["w"] not in repr(reader.session_state[_OPEN])
    press(reader, "Close these files")
    assert "w" not in reader.query_params
    assert "dataset" not in reader.query_params
    stored.run()
    assert systems(stored) == ["first", "second"]


def test_readers_are_not_asked_what_only_the_owner_can_say(opened: Opened) -> None:
    wide = GOLD.replace("。", "．")
    owner = opened("data")
    drop(owner, ("gold.txt", wide.encode()), ("first.txt", FIRST.replace("。", ".").encode()))
    press(owner, "Normalise all files by NFKC")
    assert "Undo nfkc in all files" in labels(owner)
    reader = opened("data", w=shared(owner), dataset="upload")
    assert systems(reader) == ["first"]
    assert "Undo nfkc in all files" not in labels(reader)
    owner = opened("data")
    drop(owner, ("a.txt", FIRST.encode()), ("b.txt", SECOND.encode()))
    assert "Which file is gold?" in {box.label for box in owner.selectbox}
    reader = opened("data", w=shared(owner))
    assert "Still missing: a gold file." in html(reader)
    assert "Which file is gold?" not in {box.label for box in reader.selectbox}


def test_reader_that_acts_all_the_same_is_refused(stored: AppTest, opened: Opened) -> None:
    reader = opened("data", w=shared(stored), dataset="upload")
    # As if a page still had buttons, though its address came to be one for reading.
    stored.session_state[_OPEN] = reader.session_state[_OPEN]
    press(stored, "Remove", 2)
    assert systems(opened("data", w=shared(opened("data", **address(stored))), dataset="upload")) == ["first", "second"]


@pytest.mark.parametrize("page", ["data", "overview", "judge"])
def test_unknown_address_says_so_on_each_page(opened: Opened, page: str) -> None:
    app = opened(page, w="A" * 43, dataset="upload")
    assert "not on this server" in html(app)


@pytest.mark.parametrize("key", ["x", "A" * 43, "../../etc"])
def test_unknown_address_says_so_and_loses_nothing(stored: AppTest, key: str) -> None:
    mine = stored.query_params["w"]
    stored.query_params["w"] = key
    stored.run()
    assert "not on this server" in html(stored)
    assert systems(stored) == ["first", "second"]
    press(stored, "Hide", 0)
    assert stored.query_params["w"] == mine, "once somebody acts: an address that is only looked at is not changed"


def test_unknown_address_in_a_fresh_session_says_so(opened: Opened) -> None:
    app = opened("data", w="A" * 43, dataset="upload")
    assert html(app).count("not on this server") == 1


def test_strangers_do_not_find_it(stored: AppTest, opened: Opened) -> None:
    stranger = opened("data", dataset="upload")
    assert "gold.txt" not in html(stranger)
    assert "w" not in stranger.query_params
    drop(stranger, ("own.txt", GOLD.encode()))
    assert stranger.query_params["w"] != stored.query_params["w"]


def test_removed_is_gone_everywhere(stored: AppTest, opened: Opened, tmp_path: Path) -> None:
    before, reading = address(stored), shared(stored)
    other = opened("data", **before)
    press(stored, "Remove all files")
    assert "cw-file" not in html(stored)
    assert "w" not in stored.query_params
    assert [path.name for path in (tmp_path / "workspaces").iterdir()] == ["LOCK"]
    for key in (before["w"], reading):
        assert "not on this server" in html(opened("data", w=key, dataset="upload"))
    other.run()
    assert "removed from the server" in html(other)
    assert "cw-file" not in html(other)


def test_time_that_is_over_is_said(stored: AppTest, opened: Opened, settings: Callable[..., None]) -> None:
    settings(workspace_days=0)
    assert "not on this server" in html(opened("data", **address(stored)))


def test_without_workspaces_files_stay_in_the_session(opened: Opened, settings: Callable[..., None]) -> None:
    settings(no_workspaces=True)
    app = opened("data")
    assert "this server keeps no files" in html(app)
    drop(app, ("gold.txt", GOLD.encode()))
    drop(app, ("first.txt", FIRST.encode()))
    assert systems(app) == ["first"]
    assert "w" not in app.query_params
    assert "This server keeps no files" in html(app)
    assert "Share" not in labels(app)


def test_what_is_too_large_stays_in_the_session_and_is_said(opened: Opened, settings: Callable[..., None]) -> None:
    settings(workspace_mb=1)
    app = opened("data")
    drop(app, ("gold.txt", GOLD.encode() * 900))
    assert "Not all files are kept" in html(app)
    assert "no more than 1 MB" in html(app)
    assert "cw-file" in html(app), "and can be used all the same"
    drop(app, ("gold.txt", GOLD.encode()))
    assert "Not all files are kept" not in html(app)


def test_folder_that_cannot_be_made_is_said(opened: Opened, tmp_path: Path) -> None:
    (tmp_path / "workspaces").write_text("in the way", "utf-8")
    app = opened("data")
    drop(app, ("gold.txt", GOLD.encode()))
    drop(app, ("first.txt", FIRST.encode()))
    assert "cannot keep files" in html(app)
    assert systems(app) == ["first"]


def test_files_by_path_stay_where_they_are(opened: Opened, settings: Callable[..., None], tmp_path: Path) -> None:
    root = tmp_path / "root"
    root.mkdir()
    (root / "gold.txt").write_text(GOLD, "utf-8")
    settings(root=root)
    app = opened("data")
    next(box for box in app.selectbox if box.label.startswith("Path under")).set_value("gold.txt").run()
    press(app, "Open this file")
    again = opened("data", **address(app))
    assert "gold.txt" in html(again)
    assert not list((tmp_path / "workspaces").glob("*/files/*"))


def downloaded(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> bytes:
    """Return what Download project saves."""
    made: list[bytes] = []
    real = packing.archive
    monkeypatch.setattr(packing, "archive", lambda *given, **more: made.append(real(*given, **more)) or made[-1])
    caught: list[Callable[[], bytes]] = []
    monkeypatch.setattr(
        "cwsdiag.ui.shell.widgets.download",
        lambda label, *, data, **_: caught.append(data) if label == "Download project" else None,
    )
    app.run()
    return caught[0]()


def test_download_gives_the_same_numbers_to_the_command_and_to_the_page(
    stored: AppTest, opened: Opened, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    next(box for box in stored.selectbox if box.label == "Track").set_value("open").run()
    next(box for box in stored.selectbox if box.label == "Trained on").set_value(
        "the training data of this dataset"
    ).run()
    next(box for box in stored.text_input if box.label == "Name of the dataset").set_value("mine").run()
    before = signed(stored)
    with monkeypatch.context() as patch:
        data = downloaded(stored, patch)
    project = read_archive(io.BytesIO(data), tmp_path / "unpacked", name="project.zip")
    (spec,) = project.datasets
    assert (spec.name, spec.systems[0].track, spec.systems[0].trained_on) == ("mine", "open", "mine")
    assert set(signature(load_dataset(spec)).split(" | ")) <= set(before.split(" | "))
    app = opened("data")
    drop(app, ("project.zip", data))
    assert systems(app) == ["first", "second"]
    assert signed(app) == before
    assert app.query_params["w"] != stored.query_params["w"]
    with monkeypatch.context() as patch:
        assert downloaded(app, patch) == data


def test_project_of_several_datasets_opens_on_the_page(opened: Opened, sample: Path) -> None:
    project = read_project(sample)
    out = io.BytesIO()
    write_archive(out, packed(project), project.study)
    app = opened("data")
    drop(app, ("sample.zip", out.getvalue()))
    again = opened("data", **address(app))
    box = next(box for box in again.selectbox if box.label == "Dataset")
    assert [option for option in box.options if "uploaded" in option] == [
        f"{one.name} (uploaded)" for one in project.datasets
    ]
    box.set_value("upload:microblog").run()
    assert systems(again) == ["crf", "maximum matching", "jieba"]


@pytest.mark.parametrize("page", ["study", "criteria"])
def test_a_zip_is_a_project_to_pages_over_several_datasets(
    opened: Opened, sample: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, page: str
) -> None:
    text = sample.read_text("utf-8")
    assert "[study]" not in text
    folder = tmp_path / "project"
    shutil.copytree(sample.parent, folder)
    (folder / sample.name).write_text(f'{text}\n[study]\nbuckets = 6\nnormalise = ["nfkc", "numbers"]\n', "utf-8")
    project = read_project(folder / sample.name)
    with monkeypatch.context() as patch:
        patch.setattr(server, "settings", lambda: ServerSettings(project.path))
        there = opened(page)
    out = io.BytesIO()
    write_archive(out, packed(project), project.study)
    app = opened("data")
    drop(app, ("sample.zip", out.getvalue()))
    here = opened(page, **address(app))
    assert html(here) == html(there)
    assert signed(here) == signed(there)
    assert ("buckets:equal:6" if page == "study" else "numbers") in signed(here)
    with monkeypatch.context() as patch:
        assert downloaded(opened("data", **address(app)), patch) == out.getvalue()


def test_archive_that_cannot_be_opened_loses_nothing(stored: AppTest) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("../x", "x")
    drop(stored, ("evil.zip", out.getvalue()))
    assert "The archive was not opened" in html(stored)
    assert "leads out" in html(stored)
    assert systems(stored) == ["first", "second"]


def test_archive_takes_a_workspace_of_its_own(stored: AppTest, opened: Opened, sample: Path) -> None:
    before = address(stored)
    out = io.BytesIO()
    write_archive(out, packed(read_project(sample)))
    drop(stored, ("sample.zip", out.getvalue()))
    assert stored.query_params["w"] != before["w"]
    assert systems(stored) == ["crf", "maximum matching", "jieba"]
    assert systems(opened("data", **before)) == ["first", "second"]


def test_names_of_a_project_are_in_its_download(
    opened: Opened, sample: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(server, "settings", lambda: ServerSettings(sample, workspaces=tmp_path / "workspaces"))
    app = opened("data", dataset="news")
    next(box for box in app.text_input if box.value == "jieba").set_value("dictionary").run()
    data = downloaded(app, monkeypatch)
    project = read_archive(io.BytesIO(data), tmp_path / "unpacked", name="project.zip")
    assert [one.name for one in project.datasets] == [one.name for one in read_project(sample).datasets]
    assert [(one.name, one.model) for one in project.datasets[0].systems][-1] == ("dictionary", "jieba")
    assert Store(tmp_path / "workspaces").folder.exists() is False, "nothing was uploaded"


def weighed_zip(folder: Path) -> bytes:
    """Return a project with difficulties and two systems as a zip."""
    tables = ['[[dataset]]\nname = "mine"\ngold = "gold.txt"\nweights = "own.weight"\nidioms = "four.txt"\n']
    (folder / "four.txt").write_text("我们在北", "utf-8")
    for name, text in {"first": FIRST, "second": SECOND}.items():
        (folder / f"{name}.txt").write_text(text, "utf-8")
        tables.append(f'[[dataset.system]]\nname = "{name}"\nprediction = "{name}.txt"\n')
    (folder / "gold.txt").write_text(GOLD, "utf-8")
    (folder / "own.weight").write_text("0 0.1 0.2 0.45 1 0\n0.3 0 0.2 0 0.9 0\n" * 20, "utf-8")
    (folder / "project.toml").write_text("".join(tables), "utf-8")
    out = io.BytesIO()
    write_archive(out, packed(read_project(folder / "project.toml")))
    return out.getvalue()


def test_difficulties_of_a_zip_are_no_second_gold(opened: Opened, tmp_path: Path) -> None:
    app = opened("data")
    drop(app, ("mine.zip", weighed_zip(tmp_path)))
    take_as(app, "first.txt", "out")
    drop(app, ("third.txt", FIRST))
    assert roles(app) == {
        "gold.txt": "gold",
        "own.weight": "weights",
        "first.txt": "out",
        "second.txt": "system",
        "third.txt": "system",
    }
    assert "cw-error" not in html(app)
    go(app, "difficulty", {"part": "words", "w": app.query_params["w"], "dataset": app.query_params["dataset"]})
    assert "four characters in the list four.txt of this project, 1 word." in html(app)


def test_of_files_that_come_together_those_that_fit_are_kept(
    opened: Opened, settings: Callable[..., None], tmp_path: Path
) -> None:
    settings(workspace_mb=1)
    app = opened("data")
    texts = [text * (400_000 // len(SECOND.encode())) for text in (GOLD, FIRST, SECOND)]
    drop(app, *((name, text) for name, text in zip(("gold.txt", "first.txt", "second.txt"), texts, strict=True)))
    assert "no more than 1 MB" in html(app)
    assert len(roles(app)) == 3
    assert len(list((tmp_path / "workspaces").glob("*/files/*"))) == 2
    assert "cw-error" not in html(app)
    again = opened("data", **address(app))
    assert len(roles(again)) == 2
    drop(app, ("mine.zip", weighed_zip(tmp_path)))
    assert "in this session only, so they would be lost" in html(app)
    assert len(roles(app)) == 3


def test_what_another_tab_changes_leaves_what_only_this_session_has(
    opened: Opened, settings: Callable[..., None]
) -> None:
    settings(workspace_mb=1)
    app = opened("data")
    drop(app, ("gold.txt", GOLD), ("first.txt", FIRST))
    drop(app, ("large.txt", SECOND * 900))
    assert "no more than 1 MB" in html(app)
    other = opened("data", **address(app))
    press(other, "Hide")
    app.run()
    assert set(roles(app)) == {"gold.txt", "first.txt", "large.txt"}
    assert "Show" in labels(app)


def test_what_is_dropped_while_another_tab_changes_something_is_added(stored: AppTest, opened: Opened) -> None:
    other = opened("data", **address(stored))
    press(stored, "Remove", 2)
    drop(other, ("third.txt", SECOND))
    assert "with those that were added here" in html(other)
    assert systems(other) == ["second", "third"]
    assert systems(opened("data", **address(stored))) == ["second", "third"]


def test_what_is_dropped_once_the_time_is_over_stays_and_that_is_said(stored: AppTest, tmp_path: Path) -> None:
    (used,) = (tmp_path / "workspaces").glob("*/used")
    os.utime(used, (0, 0))
    drop(stored, ("third.txt", GOLD))
    assert "removed from the server, in another tab or because their time was over" in html(stored)
    assert "What only this session has is still here" in html(stored)
    assert set(roles(stored)) == {"third.txt"}


def test_looking_is_use(stored: AppTest, tmp_path: Path) -> None:
    (used,) = (tmp_path / "workspaces").glob("*/used")
    then = time.time() - 29 * 86_400
    os.utime(used, (then, then))
    stored.run()
    assert used.stat().st_mtime > then + 86_400


def test_what_is_gone_from_the_disk_is_not_brought_back(stored: AppTest) -> None:
    press(stored, "Remove", 2)
    assert "Undo" in labels(stored)
    press(stored, "Remove all files")
    assert "Undo" not in labels(stored)


def test_download_opens_again_after_gold_was_replaced(
    stored: AppTest, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    next(box for box in stored.selectbox if box.label == "Trained on").set_value(
        "the training data of this dataset"
    ).run()
    drop(stored, ("better.txt", GOLD.replace("秋天", "秋 天")))
    take_as(stored, "better.txt", "gold")
    with monkeypatch.context() as patch:
        data = downloaded(stored, patch)
    app = opened("data")
    drop(app, ("project.zip", data))
    assert "The archive was not opened" not in html(app)
    assert systems(app) == systems(stored)
