"""What takes long is made once, kept for who may have it, and says how far it is."""

import threading

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from cwsdiag.progress import of_reading, stage
from cwsdiag.project import File, FileSet
from cwsdiag.ui.data import catalogue
from cwsdiag.ui.data.catalogue import DatasetEntry
from cwsdiag.ui.work import results as keeping
from cwsdiag.ui.work.results import Job, how_far, kept, read
from cwsdiag.views.look import LookKey
from tests.packed import edited


@pytest.fixture(autouse=True)
def fresh_server():
    """Nothing is left of the test before."""
    st.cache_resource.clear()


def get(stamp, made, *, kind="letters", places=2):
    def make():
        made.append(stamp)
        return stamp.upper()

    return kept("server", kind, stamp, make, places=places)


def test_results_are_kept_and_the_oldest_go():
    made: list[str] = []
    for stamp in ("a", "b", "a", "c", "a", "b"):
        assert get(stamp, made) == stamp.upper()
    assert made == ["a", "b", "c", "b"]


def test_who_asks_meanwhile_waits_for_the_same_reading(monkeypatch):
    monkeypatch.setattr(keeping, "PATIENCE", 30)
    made, go = list[str](), threading.Event()

    def slow():
        go.wait(120)
        made.append("a")
        return "A"

    def ask():
        found.append(read("server", "x", "a", slow, places=2, size=1, what="Reading"))

    found: list[str] = []
    threads = [threading.Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    go.set()
    for thread in threads:
        thread.join(120)
    assert (made, found) == (["a"], ["A"] * 3)


def test_what_is_of_a_session_stays_there():
    def page(session):
        import streamlit as st
        from streamlit.runtime.scriptrunner import get_script_run_ctx

        from cwsdiag.ui.work.results import kept

        context = get_script_run_ctx()
        assert context is not None
        # Under test all sessions are called the same.
        context.session_id = session
        for scope in ("session", "server"):
            st.text(kept(scope, "who", "stamp", lambda: session, places=1))

    def shown(session):
        return [text.value for text in AppTest.from_function(page, args=(session,)).run().text]

    assert shown("first") == ["first", "first"]
    assert shown("second") == ["second", "first"]
    assert shown("first") == ["first", "first"]


class Ended(Exception):
    """Stands for what ends a run when somebody clicks."""


@pytest.mark.parametrize(("own", "hidden"), [(True, False), (False, False), (False, True)])
def test_what_rests_on_one_persons_files_or_wishes_stays_in_the_session(own, hidden, monkeypatch):
    def remembered_read(scope, kind, stamp, make, **how):
        scopes[kind] = scope
        return make()

    scopes = {}
    monkeypatch.setattr(catalogue, "read", remembered_read)
    given = [("gold", "gold"), ("system", "s"), ("system", "t")]
    text = "我们 在 北京 。\n".encode()
    files = FileSet(files=tuple(File.uploaded(role, name, text) for role, name in given))
    files = edited(files, {"s": {"hidden": hidden}})
    entry = DatasetEntry("id", "label", "project", files, own=own)
    assert catalogue.look(entry, LookKey()) is not None
    catalogue.bakeoff(entry)
    scope = "session" if own else "server"
    assert scopes == {"files": scope, "looks": "session" if hidden else scope, "bakeoff": scope}


def test_a_bar_says_how_far_a_long_reading_is_and_a_click_does_not_end_it(monkeypatch):
    class Place:
        def progress(self, share, text):
            drawn.append((share, text))
            raise Ended

    def slow():
        told = of_reading("gold.txt", 4_000_000)
        told(1_000_000)
        told(1_000_000)
        go.wait(20)
        made.append("a")
        return "A"

    drawn, made, go = list[tuple[float, str]](), list[str](), threading.Event()
    monkeypatch.setattr(st, "empty", Place)
    monkeypatch.setattr(keeping, "_LONG", 600)
    with pytest.raises(Ended):
        read("server", "x", "a", slow, places=2, size=4_000_000, what="Reading files")
    assert (drawn[0], made) == ((0.5, "Reading files … 2 of 4 MB"), [])
    go.set()
    assert read("server", "x", "a", lambda: pytest.fail("read twice"), places=2, size=1, what="Reading") == "A"
    assert made == ["a"]


def test_progress_in_words():
    job = Job[str](50_000_000)
    job.run(lambda job: stage("Reading *gold*.txt"))  # type: ignore[arg-type, func-returns-value]
    job.tell(13_000_000, 50_000_000)
    assert how_far(job, "Reading files") == (0.26, "Reading \\*gold\\*\\.txt … 13 of 50 MB"), "names as they are"
    job.tell(99_000_000, 50_000_000)
    assert how_far(job, "Reading files") == (1.0, "Reading \\*gold\\*\\.txt …")
    job.stage = ("Counting", 3, 10)
    assert how_far(job, "Reading files") == (0.3, "Counting … 3 of 10"), "its own steps"
    assert how_far(Job(), "Diagnosing") == (0.0, "Diagnosing …")


def test_a_long_wait_moves_each_second():
    job: Job[str] = Job()
    job.began -= 61
    assert how_far(job, "Counting") == (0.0, "Counting … (61 seconds)")
