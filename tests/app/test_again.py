"""What a page says that goes on in another session, and what of uploads in memory the server counts."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from cwsdiag.ui.host import server
from cwsdiag.ui.host.server import ServerSettings
from cwsdiag.ui.serving import holding, sessions
from tests.app.conftest import GOLD, Opened, html
from tests.app.own_files import drop

TITLE = "Your visit began anew"


@pytest.fixture
def start(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    return lambda **options: monkeypatch.setattr(server, "settings", lambda: ServerSettings(**options))


def test_uploads_that_were_not_kept_are_said_to_be_gone_until_the_next_act(
    opened: Opened, start: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    start(no_workspaces=True)
    assert TITLE not in html(opened("data"))
    monkeypatch.setattr(sessions, "named", lambda headers: "another session")
    app = opened("data", dataset="upload")
    assert TITLE in html(app)
    assert "Files that you uploaded were not kept and are gone" in html(app)
    app.run()
    assert TITLE in html(app), "nothing was done yet"
    drop(app, ("gold.txt", GOLD.encode()))
    assert TITLE not in html(app)


def test_files_in_memory_are_counted_and_files_on_disk_are_not(opened: Opened, start: Callable[..., None]) -> None:
    def held(app: AppTest) -> int:
        kept: holding.Held = app.session_state["bytes of files in this session"]
        return kept.bytes

    app = opened("data")
    drop(app, ("gold.txt", GOLD.encode()))
    assert held(app) == 0
    start(no_workspaces=True)
    app = opened("data")
    drop(app, ("gold.txt", GOLD.encode()))
    assert held(app) == len(GOLD.encode())
