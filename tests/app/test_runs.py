"""Systems that a project runs: who may have them run from a page, what is shown first, and what comes of it."""

import json
import sys
import zipfile
from concurrent.futures import wait
from dataclasses import asdict, replace
from io import BytesIO

import pytest

from cwsdiag.project import read_project
from cwsdiag.ui.commands import commands
from cwsdiag.ui.data import workspace
from cwsdiag.ui.host import who
from cwsdiag.ui.shell import progress
from cwsdiag.ui.work import worker
from tests.app.conftest import GOLD, SYSTEM, drawings, frames, go, html, opened_page
from tests.app.own_files import drop, press
from tests.app.test_sentence import typed
from tests.serving import hand_over
from tests.ui.working import until

PROGRAMS = {
    "works": "import sys\nfor line in sys.stdin: print(' '.join(line.strip()))\n",
    "fails": "import sys\nsys.exit('there is no model')\n",
    "changes": "import sys\nfor line in sys.stdin: print(line.strip().replace('我', '你'))\n",
}
SLOW = "import pathlib, time\npathlib.Path('begun').touch()\ntime.sleep(600)\n"
ASKED = "Run `cwsdiag run` on the project first"


@pytest.fixture(autouse=True)
def server():
    """A server that runs, whatever other tests have ended in this process."""
    with worker.ended_with_server():
        yield


@pytest.fixture
def path(project):
    """A project of ``first``, ``second`` and the systems of ``PROGRAMS``, none of which was run."""
    path = project()
    text = path.read_text("utf-8")
    for name, program in PROGRAMS.items():
        (path.parent / f"{name}.py").write_text(program, "utf-8")
        text += f'\n[[dataset.system]]\nname = "{name}"\ncommand = {json.dumps(f"{sys.executable} {name}.py")}\n'
    path.write_text(text, "utf-8")
    return path


@pytest.fixture
def visit(monkeypatch, path):
    """``visit(page, owner=True, arguments=("--allow-run",))`` gives a page with the project open."""

    def open_page(page, *, owner=True, arguments=("--allow-run",), **chosen):
        monkeypatch.setattr(who, "is_owner", lambda: owner)
        hand_over(monkeypatch, path, *arguments)
        return opened_page(page, **chosen)

    return open_page


def buttons(app):
    return [button.label for button in app.button if str(button.key).startswith("run ")]


def jobs():
    return list(commands()._jobs.values())


def ended(app):
    """Return the page once all that runs is over."""
    wait(jobs())
    app.run()
    assert not app.exception
    return app


@pytest.mark.parametrize(("owner", "arguments"), [(False, ("--allow-run",)), (True, ())])
def test_nobody_else_has_anything_run(visit, owner, arguments):
    app = visit("files", owner=owner, arguments=arguments)
    assert not buttons(app)
    assert sys.executable not in html(app)
    assert html(app).count(ASKED) == 3
    app = typed(go(app, "sentences", {"part": "own"}), "我们在北京。")
    assert len(drawings(app)) == 1
    assert "works" not in drawings(app)[0]
    assert not jobs()


def test_who_is_no_owner_any_more_has_nothing_run(visit, monkeypatch):
    app = visit("files")
    monkeypatch.setattr(who, "is_owner", lambda: False)
    press(app, "Run")
    assert not jobs()


def test_each_command_is_shown_and_run_and_what_it_wrote_is_read(visit, path):
    app = visit("files")
    for name in PROGRAMS:
        shown = f"{name}</b> <code>{sys.executable} {name}.py</code> <small>no output for this gold file yet"
        assert shown in html(app)
    assert buttons(app) == ["Run", "Run", "Run", "Run the 3 without output"]
    assert not jobs()
    press(app, "Run the 3 without output")
    page = html(ended(app))
    assert "ended with code 1: there is no model" in page
    assert "changes: its characters differ from" in page
    assert str(path.parent) not in page.replace(sys.executable, "")
    assert "<small>output kept: " in page
    assert page.count(ASKED) == 2
    assert buttons(app) == ["Run", "Run", "Run", "Run the 2 without output"]
    assert set(go(app, "summary", {}).dataframe[0].value[SYSTEM]) == {"first", "second", "works"}
    # Again, of another gold file, and of another command.
    (path.parent / "gold.txt").write_text(GOLD + "你 好\n", "utf-8")
    assert html(go(app, "files", {})).count(ASKED) == 3
    press(app, "Run")
    assert html(ended(app)).count(ASKED) == 2
    path.write_text(path.read_text("utf-8").replace("works.py", "works.py --better"), "utf-8")
    assert html(go(app, "files", {})).count(ASKED) == 3


def test_a_run_can_be_cancelled(visit, path):
    (path.parent / "works.py").write_text(SLOW, "utf-8")
    app = visit("files")
    press(app, "Run")
    until((path.parent / "begun").exists)
    app.run()
    [job] = jobs()
    press(app, "Cancel")
    wait([job])
    assert job.state == "stopped"
    assert buttons(ended(app))[0] == "Run"
    assert html(app).count(ASKED) == 3


def test_what_was_packed_or_uploaded_has_no_command(visit, path):
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for file in path.parent.glob("*.*"):
            archive.write(file, file.name)
    app = visit("files", arguments=("--allow-run", "--no-workspaces"))
    drop(app, ("project.zip", packed.getvalue()))
    assert "nothing is run that comes from elsewhere" in html(app)
    # Nor where what is kept for a browser was written by hand.
    (dataset,) = read_project(path).datasets
    uploaded = replace(next(one for one in dataset.systems if one.run), is_kept=True)
    document = json.loads(workspace.to_text(workspace.WorkspaceContent((dataset.mapped(lambda one: None),))))
    document["datasets"][0]["files"] = [json.loads(json.dumps(asdict(uploaded), default=str))]
    ((read,),) = (one.files for one in workspace.of_text(json.dumps(document), path=lambda _: path, root=None).datasets)
    assert (read.name, read.run) == ("works", None)


def test_a_typed_text_is_cut_by_them_too(visit, path):
    app = visit("sentences", part="own")
    assert not jobs()
    app = ended(typed(app, "我们在北京。\n他们"))
    page = html(app)
    assert "ended with code 1: there is no model" in page
    assert "made &#x27;你们在北京。&#x27; of &#x27;我们在北京。&#x27;" in page
    [svg] = drawings(app)
    assert "works: 我 们 在 北 京 。" in svg
    assert "fails" not in svg
    assert "".join(frames(app)[0]["word"]) == "我们在北京。他们"
    asked = len(jobs())
    app.run()
    assert len(jobs()) == asked
    # Without training data they alone cut it.
    path.write_text(path.read_text("utf-8").replace("train = ", "# train = "), "utf-8")
    assert "works makes 2 words of it." in html(ended(typed(app, "我们")))


def test_a_text_that_hangs_is_left_for_the_next(visit, path, monkeypatch):
    monkeypatch.setattr(progress, "PATIENCE", 0)
    (path.parent / "works.py").write_text(SLOW, "utf-8")
    app = visit("sentences", part="own")
    app.text_area[0].set_value("我们").run()
    until((path.parent / "begun").exists)
    until(lambda: sum(job.done() for job in jobs()) == 2)
    [hangs] = [job for job in jobs() if not job.done()]
    assert "Cancel" in [button.label for button in app.button]
    (path.parent / "works.py").write_text(PROGRAMS["works"], "utf-8")
    app.text_area[0].set_value("他们").run()
    wait([hangs])
    assert hangs.state == "stopped"
    assert "works: 他 们" in drawings(ended(app))[0]
