"""Uploads outlive a reload: kept for a browser, opened in another one, removed, packed, opened again."""

import io
import json
import re
import zipfile
from collections.abc import Callable

import pytest

from cwsdiag.project import load_dataset, read_project
from cwsdiag.project.archive import read_archive, write_archive
from cwsdiag.signature import signature
from cwsdiag.ui.host import server
from cwsdiag.ui.host.server import ServerSettings
from cwsdiag.workspaces import Store
from tests.app.conftest import FIRST, GOLD, SECOND, TRAINING, go, html
from tests.app.own_files import drop, press, roles, systems, take_as
from tests.app.test_difficulty import weighed
from tests.packed import packed

# The cookie of a browser.
KEY = "k" * 43
MINE = {"w": KEY, "dataset": "upload"}

pytestmark = pytest.mark.usefixtures("plain_start")


@pytest.fixture(autouse=True)
def workspaces(settings):
    """A server that keeps workspaces."""


@pytest.fixture
def stored(opened):
    app = opened("files", w=KEY)
    drop(app, ("gold.txt", GOLD), ("train.txt", TRAINING), ("first.txt", FIRST), ("second.txt", SECOND))
    return app


def signed(app):
    """Return the signature of what is looked at."""
    return app.session_state["view of this run"].look.diagnosis.signature


def promise(app):
    """Return what the page says of files that are dropped."""
    return app.file_uploader[0].proto.help


def test_reload_and_restart_show_the_same_with_what_was_changed(stored, opened, settings, tmp_path):
    assert "30 days" in promise(stored) and "200 MB" in promise(stored)
    next(box for box in stored.text_input if box.value == "first").set_value("baseline").run()
    next(box for box in stored.selectbox if box.label == "Track").set_value("closed").run()
    before = signed(stored)
    press(stored, "Hide", 1)
    settings()
    again = opened("files", **MINE)
    assert systems(again) == ["baseline"]
    press(again, "Show")
    assert systems(again) == ["baseline", "second"]
    assert next(box for box in again.selectbox if box.label == "Track").value == "closed"
    assert signed(again) == before
    assert "cw-error" not in html(again)
    on_disk = [path for path in (tmp_path / "workspaces").rglob("*") if path.is_file()]
    assert sum(path.parent.name == "files" for path in on_disk) == 4
    files = stored.session_state["uploaded files"][1].datasets[0]
    assert {file.data for file in files.everything} == {b""}, "they are on the disk and not held"


def test_a_workspace_of_0_2_0_opens(opened, tmp_path):
    workspace = Store(tmp_path / "workspaces").workspace(KEY)
    plain = {"encoding": None, "format": None, "normalise": [], "separator": None, "strip": []}
    usual = {"size": 1, "hidden": False, "track": None, "model": "", "trained_on": None, "run_of": None, "parts": [],
             "version": None, "mark": "", "chosen": False, "options": plain}  # fmt: skip

    def file(role, name, text, **more):
        digest = workspace.add(text.encode())
        return usual | {"role": role, "name": name, "file_name": f"{name}.txt", "content": digest, **more}

    numbered = "".join(f"{number}. {line}\n" for number, line in enumerate(SECOND.splitlines(), start=1))
    second = file("system", "second", numbered, track="closed", options=plain | {"strip": ["numbers"]})
    first = file("system", "first", FIRST, hidden=True, chosen=True)
    files = {"name": "mine", "gold": file("gold", "gold", GOLD), "training": file("training", "train", TRAINING),
             "systems": [first, second], "mismatch": "skip", "baselines": False, "weights": None, "older": [],
             "raw": [], "out": [], "study": {"normalise": ["nfkc"], "buckets": 6}}  # fmt: skip
    workspace.write(json.dumps({"version": 1, "datasets": [files], "findings": ""}))
    app = opened("files", **MINE)
    assert systems(app) == ["second"]
    assert roles(app) == {"gold.txt": "gold", "train.txt": "training", "first.txt": "system", "second.txt": "system"}
    assert [box.value for box in app.selectbox if box.label == "Track"] == ["", "closed"]
    assert "cw-error" not in html(app)


def test_another_tab_sees_what_the_first_changed_and_adds_to_that(stored, opened, tmp_path):
    other = opened("files", **MINE)
    press(stored, "Remove", 2)
    drop(other, ("third.txt", FIRST))
    assert systems(other) == ["second", "third"]
    stored.run()
    assert systems(stored) == ["second", "third"]
    press(other, "Remove all files")
    stored.run()
    assert not roles(stored)
    assert not list((tmp_path / "workspaces").iterdir())
    assert "This address asks for what is not here: dataset=upload." in html(opened("files", **MINE))


def test_the_link_opens_them_in_another_browser_and_nobody_else_sees_them(stored, opened):
    assert KEY not in repr([code.value for code in stored.code]) + html(stored), "only where it is asked for"
    press(stored, "Link for another browser")
    assert any(code.value.endswith(f"?w={KEY}&dataset=upload") for code in stored.code)
    new = re.search(r'href="\?w=([\w-]{43})"', html(stored))
    assert new is not None and new[1] != KEY, "to begin another workspace"
    for stranger in (opened("files", w=new[1], dataset="upload"), opened("files", dataset="upload")):
        assert "gold.txt" not in html(stranger)
        drop(stranger, ("own.txt", GOLD))
    stored.run()
    assert systems(stored) == systems(opened("files", **MINE)) == ["first", "second"]


@pytest.mark.parametrize(("key", "options"), [(KEY, {"no_workspaces": True}), ("no key", {})])
def test_without_a_workspace_files_stay_in_the_session(opened, settings, tmp_path, key, options):
    settings(**options)
    app = opened("files", w=key)
    drop(app, ("gold.txt", GOLD), ("first.txt", FIRST))
    assert systems(app) == ["first"]
    assert "stays in your session" in promise(app)
    assert "Link for another browser" not in {button.label for button in app.button}
    assert "?w=" not in html(app)
    press(app, "Remove all files")
    assert not roles(app)
    assert not (tmp_path / "workspaces").exists()


def test_folder_that_cannot_be_made_and_content_that_cannot_be_read_are_said(opened, tmp_path):
    (tmp_path / "workspaces").write_text("in the way", "utf-8")
    app = opened("files", w=KEY)
    drop(app, ("gold.txt", GOLD), ("first.txt", FIRST))
    assert "cannot keep files" in html(app)
    assert systems(app) == ["first"]
    (tmp_path / "workspaces").unlink()
    Store(tmp_path / "workspaces").workspace(KEY).write('{"datasets": [{"gold": 1')
    app = opened("files", w=KEY)
    assert "What these files are to each other cannot be read" in html(app)
    drop(app, ("gold.txt", GOLD))
    assert roles(opened("files", w=KEY)) == {"gold.txt": "gold"}


def test_files_by_path_stay_where_they_are(opened, settings, tmp_path):
    root = tmp_path / "root"
    root.mkdir()
    (root / "gold.txt").write_text(GOLD, "utf-8")
    settings(root=root)
    app = opened("files", w=KEY)
    next(box for box in app.selectbox if box.label.startswith("Path under")).set_value("gold.txt").run()
    press(app, "Open this file")
    again = opened("files", **MINE)
    assert "gold.txt" in html(again)
    assert not list((tmp_path / "workspaces").glob("*/files/*"))


def downloaded(app, monkeypatch):
    """Return what Download project saves."""
    caught: list[Callable[[], bytes]] = []
    with monkeypatch.context() as patch:
        patch.setattr(
            "cwsdiag.ui.shell.widgets.download",
            lambda label, *, data, **_: caught.append(data) if label == "Download project" else None,
        )
        app.run()
    return caught[0]()


def test_download_gives_the_same_numbers_to_the_command_and_to_the_page(stored, opened, monkeypatch, tmp_path):
    boxes = {"Track": "open", "Trained on": "the training data of this dataset"}
    for label, value in boxes.items():
        next(box for box in stored.selectbox if box.label == label).set_value(value).run()
    next(box for box in stored.text_input if box.label == "Name of the dataset").set_value("mine").run()
    # Gold that was replaced is a file more.
    drop(stored, ("better.txt", GOLD.replace("秋天", "秋 天")))
    take_as(stored, "better.txt", "gold")
    take_as(stored, "gold.txt", "out")
    before = signed(stored)
    data = downloaded(stored, monkeypatch)
    project = read_archive(io.BytesIO(data), tmp_path / "unpacked", name="project.zip")
    (spec,) = project.datasets
    assert (spec.name, spec.systems[0].track, spec.systems[0].trained_on) == ("mine", "open", "mine")
    assert set(signature(load_dataset(spec)).split(" | ")) <= set(before.split(" | "))
    app = opened("files")
    drop(app, ("project.zip", data))
    assert systems(app) == systems(stored)
    assert signed(app) == before
    assert downloaded(app, monkeypatch) == data


@pytest.fixture
def two(project):
    """A project of two datasets, with settings of its study."""
    path = project()
    text = path.read_text("utf-8")
    study = '[study]\nbuckets = 6\nnormalise = ["nfkc", "numbers"]\n'
    path.write_text(f"{study}\n{text}\n{text.replace('own', 'other')}", "utf-8")
    return path


def packed_up(path):
    """Return a project as a zip."""
    project, out = read_project(path), io.BytesIO()
    write_archive(out, packed(project), project.study)
    return out.getvalue()


def test_a_zip_is_a_project_to_pages_over_several_datasets(opened, two, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(server, "settings", lambda: ServerSettings(two))
        there = opened("datasets")
    app = opened("files", w=KEY)
    drop(app, ("two.zip", packed_up(two)))
    here = opened("datasets", **MINE)
    assert html(here) == html(there)
    study = here.session_state["view of this run"].entry.files.study
    assert (study.buckets, study.normalise) == (6, ("nfkc", "numbers"))
    again = opened("files", **MINE)
    box = next(box for box in again.selectbox if box.label == "Dataset")
    assert [one for one in box.options if "uploaded" in one] == ["own (uploaded)", "other (uploaded)"]
    assert downloaded(again, monkeypatch) == packed_up(two)


def zipped(texts):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, text in texts.items():
            archive.writestr(name, text)
    return out.getvalue()


def test_texts_of_a_zip_are_taken_and_told_apart(opened):
    app = opened("files")
    drop(app, ("evil.zip", zipped({"../x": "x"})), ("gold.txt", GOLD))
    assert "The archive was not opened" in html(app)
    assert "leads out of its folder" in html(app)
    assert roles(app) == {"gold.txt": "gold"}
    app = opened("files")
    drop(app, ("mine.zip", zipped({"m/gold.txt": GOLD, "m/one/out.txt": FIRST, "m/two/out.txt": SECOND})))
    assert roles(app) == {"gold.txt": "gold", "one_out.txt": "system", "two_out.txt": "system"}
    assert systems(app) == ["one", "two"]


def test_archive_takes_the_place_of_no_files(stored, opened, two):
    drop(stored, ("two.zip", packed_up(two)))
    assert "it would take the place of your files" in html(stored)
    assert systems(stored) == ["first", "second"]
    press(stored, "Remove all files")
    drop(stored, ("two.zip", packed_up(two)))
    box = next(box for box in opened("files", **MINE).selectbox if box.label == "Dataset")
    assert sum("uploaded" in one for one in box.options) == 2


def test_difficulties_of_a_zip_are_no_second_gold(opened, project):
    path = weighed(project(training=None))
    (path.parent / "four.txt").write_text("我们在北", "utf-8")
    path.write_text(path.read_text("utf-8").replace("gold =", 'idioms = "four.txt"\ngold =', 1), "utf-8")
    app = opened("files")
    drop(app, ("mine.zip", packed_up(path)))
    take_as(app, "0.txt", "out")
    drop(app, ("third.txt", FIRST))
    kept = {"0.txt": "out", "1.txt": "system", "third.txt": "system"}
    assert roles(app) == {"gold.txt": "gold", "gold.weight": "weights", "four.txt": "idioms", **kept}
    assert "cw-error" not in html(app)
    go(app, "difficulty", {"part": "words", "dataset": app.query_params["dataset"]})
    assert "four characters in the list four.txt of this project, 1 word." in html(app)


def test_what_is_too_large_stays_in_the_session_and_is_said(opened, settings):
    settings(workspace_mb=1)
    app = opened("files", w=KEY)
    texts = [text * (400_000 // len(SECOND.encode())) for text in (GOLD, FIRST, SECOND)]
    drop(app, *zip(("gold.txt", "first.txt", "second.txt"), texts, strict=True))
    assert "Not all files are kept" in html(app)
    assert "no more than 1 MB" in html(app)
    assert len(roles(app)) == 3, "and can be used all the same"
    assert len(roles(opened("files", **MINE))) == 2
    press(app, "Remove all files")
    drop(app, ("gold.txt", GOLD))
    assert "Not all files are kept" not in html(app)
