"""Pages run without a browser, on small files of their own."""

import json
import re
from functools import cache
from pathlib import Path

import pandas as pd
import pytest
import streamlit as st
from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest

from cwsdiag.exhibits.exhibit import Exhibit
from cwsdiag.files import sample_project, site_folder
from cwsdiag.ui.host import server
from cwsdiag.ui.host.server import ServerSettings
from cwsdiag.ui.middleware import COOKIE, MOVED
from cwsdiag.ui.shell import show
from cwsdiag.ui.shell.navigation import PAGES
from cwsdiag.ui.work.results import queue
from tests.app.own_files import drop
from tests.serving import hand_over

ROUTER = Path(__file__).parents[2] / "cwsdiag" / "ui" / "main.py"

GOLD = "我们 在 北京 学习 语言学 。\n他 喜欢 北京 的 秋天 。\n" * 20
FIRST = "我们 在 北京 学习 语言 学 。\n他 喜欢 北京 的 秋天 。\n" * 20
SECOND = "我们 在 北 京 学习 语言学 。\n他 喜欢 北京 的 秋 天 。\n" * 20
TRAINING = "我们 学习 语言 。\n他 在 北京 。\n北京 的 秋天 。\n" * 5
# The column of names in tables of systems.
SYSTEM = "system "


@pytest.fixture(scope="session", autouse=True)
def installed_components():
    """What is installed stays so: Streamlit looks through it for components once, not for every page of a test."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manifest_scanner, "scan_component_manifests", cache(manifest_scanner.scan_component_manifests))
        yield


@pytest.fixture(autouse=True)
def fresh_server(monkeypatch):
    """Nothing is loaded, nothing is left of the test before, and pages wait for what they would draw later."""
    hand_over(monkeypatch)
    monkeypatch.setattr("cwsdiag.ui.shell.progress.PATIENCE", 60)
    # What takes long is done here: a process of its own for each would take longer than what these tests ask for.
    monkeypatch.setattr("cwsdiag.ui.work.worker.run", worked_here)
    monkeypatch.setattr(type(st.context), "cookies", property(browser_cookies))
    # Nobody opens an expander here: what stands in those of the page Files is drawn.
    expander = st.expander
    monkeypatch.setattr(st, "expander", lambda label, **options: expander(label, **options | {"expanded": True}))
    st.cache_resource.clear()


def browser_cookies(_context):
    """As the middleware does it: a key in the address a page is opened with is the cookie of its browser."""
    return {COOKIE: st.session_state.setdefault("browser of this test", st.query_params.get("w", ""))}


def worked_here(job, function, *args):
    """Do the work of a job as ``worker.run`` does, in the thread that waits there."""
    return function(*args, progress=job.tell, cancelled=lambda: job.stopping)


@pytest.fixture
def opened(monkeypatch):
    """``opened(page, project=None, **selection)`` gives a page as somebody sees it who follows a link."""

    def open_page(page, *, project=None, **selection):
        hand_over(monkeypatch, *([str(project)] if project else []))
        return opened_page(page, **selection)

    return open_page


def opened_page(name, **selection):
    """Open a page of the server that ``sys.argv`` starts, as somebody sees it who follows a link."""
    return go(AppTest.from_file(str(ROUTER), default_timeout=60), name, selection)


def go(app, name, selection):
    """Go to a page, by its name now or in 0.2.0, with an address that says a selection."""
    name, place = MOVED.get(name.replace("_", "-"), (name, {}))
    selection = {**place, **selection}
    if name != "home":
        app.switch_page(str(site_folder() / "pages" / f"{name}.py"))
    app.query_params.clear()
    for key, value in selection.items():
        app.query_params[key] = value
    app.run()
    assert not app.exception
    return app


@pytest.fixture
def plain_start(monkeypatch):
    """Where nothing is open, the sample is diagnosed for a picture: not for tests of what is dropped there."""
    monkeypatch.setattr("cwsdiag.ui.files.page.empty.open_sample", lambda seen: None)


@pytest.fixture
def loaded(opened):
    """Files of one's own: gold, training data, two predictions."""
    app = opened("data")
    drop(app, ("first.txt", FIRST), ("gold.txt", GOLD), ("second.seg.txt", SECOND), ("train.txt", TRAINING))
    return app


@pytest.fixture
def settings(tmp_path, monkeypatch):
    """``settings(**options)`` starts the server anew, with the same folder of workspaces."""

    def start(**options):
        started = ServerSettings(workspaces=tmp_path / "workspaces", **options)  # type: ignore[arg-type]
        monkeypatch.setattr(server, "settings", lambda: started)
        st.cache_resource.clear()

    start()
    return start


@pytest.fixture
def shown(monkeypatch):
    """The exhibits that pages drew with a ⋯, the last one last."""
    drawn: list[Exhibit] = []
    monkeypatch.setattr(show, "menu", lambda exhibit, *, key, apart=False: drawn.append(exhibit))
    return drawn


@pytest.fixture
def sample():
    return sample_project()


@pytest.fixture
def several(tmp_path):
    """``several(name={"gold": text, "train": text, system: text, …}, …)`` writes a project, and gives its path."""

    def write(**datasets):
        lines = []
        for number, (name, texts) in enumerate(datasets.items()):
            # The files of the first dataset are gold.txt, train.txt, 0.txt, 1.txt.
            before, systems = f"{number}." if number else "", 0
            lines += ["[[dataset]]", f"name = {name!r}"]
            for what, text in texts.items():
                if what in ("gold", "train"):
                    file = f"{before}{what}.txt"
                    lines.append(f'{what} = "{file}"')
                else:
                    file = f"{before}{systems}.txt"
                    systems += 1
                    lines += ["[[dataset.system]]", f"name = {what!r}", f'prediction = "{file}"']
                (tmp_path / file).write_text(text, "utf-8")
        (tmp_path / "project.toml").write_text("\n".join(lines), "utf-8")
        return tmp_path / "project.toml"

    return write


@pytest.fixture
def project(several):
    """``project(training=…, gold=…, systems=…)`` writes a project of one dataset, ``own``, and gives its path."""

    def write(*, training=TRAINING, gold=GOLD, systems=None):
        given = {"gold": gold} if training is None else {"gold": gold, "train": training}
        return several(own=given | ({"first": FIRST, "second": SECOND} if systems is None else systems))

    return write


def ways(app):
    """Return what the buttons say that get a page going which lacks something, the first one first."""
    return [button.label for button in app.button if str(button.key).startswith("way ")]


def visit(app, name):
    """Go to a page as links lead there: with all of the selection that its address can say."""
    selected, there = app.session_state["selection"].selected, MOVED.get(name.replace("_", "-"), (name, {}))[0]
    go(app, name, {key: selected[key] for key in PAGES[there].keys if key in selected and key != "part"})


def html(app):
    """Return all that a page drew as HTML of its own, without style sheets."""
    drawn = "\n".join(element.proto.body for element in app.get("html"))
    return re.sub("<style>.*?</style>", "", drawn, flags=re.DOTALL)


def lead(app):
    """Return what a page says first, with what stands behind its i."""
    return html(app).partition('<div class="cw-lead">')[2].partition("</div>")[0]


def drawings(app):
    """Return the sentences that a page drew, as SVG."""
    drawn = [one.proto for one in app.get("bidi_component") if one.proto.component_name == "cwsdiag_drawing"]
    return [json.loads(one.json)["svg"] for one in drawn]


def frames(app):
    """Return what the tables of a page hold, and after the others those of which a row is ``chosen``."""
    found = [one.value for one in app.dataframe]
    for one in app.get("bidi_component"):
        if one.proto.component_name == "cwsdiag_rows":
            told = json.loads(one.proto.json)
            found.append(pd.DataFrame(told["cells"], columns=[column["key"] for column in told["columns"]]))
            found[-1] = found[-1].assign(**told["values"])
            found[-1].attrs["chosen"] = told["chosen"]
    return found


def table(app, *columns):
    """Return the first table with these columns."""
    return next(frame for frame in frames(app) if {*columns} <= {*frame.columns})


def figures(app):
    """Return the figures of a page."""
    return [json.loads(chart.proto.spec) for chart in app.get("plotly_chart")]


def said(app, key):
    """Return what the address says; AppTest gives a list until the page has written it."""
    value = app.query_params.get(key)
    return value[0] if isinstance(value, list) else value


def field(app, label):
    """Return what a text or a number is typed into, or a choice is made with."""
    typed = (*app.text_input, *app.text_area, *app.number_input)
    chosen = (*app.selectbox, *app.multiselect, *app.radio, *app.checkbox, *app.toggle, *app.file_uploader)
    return next(one for one in (*typed, *chosen) if one.label == label)


def places(app):
    """Return what the component that draws the places of a word was given."""
    return component(app, "cwsdiag_places")


def component(app, name):
    """Return what a component of ours was given; None where it is not drawn."""
    drawn = [one.proto for one in app.get("bidi_component") if one.proto.component_name == name]
    assert len(drawn) < 2
    return json.loads(drawn[0].json) if drawn else None


def queued():
    """Return the jobs of the server's queue, the one asked for last at the end."""
    return list(queue()._jobs.values())
