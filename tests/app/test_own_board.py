"""The Leaderboard of who sits at the machine of the server: a board of one's own, and the example."""

import pytest

from cwsdiag import files
from cwsdiag.board import Board
from cwsdiag.ui.host import who
from tests.app.conftest import field, html, opened_page, said
from tests.app.test_board import GOLD, TRAINING, draft, press, sent, systems
from tests.board.corpus import weights_of
from tests.serving import hand_over


@pytest.fixture
def home(monkeypatch, tmp_path):
    """The data folder of a user without a history; it is not there yet."""
    monkeypatch.setenv(files.DATA_VARIABLE, str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.fixture
def visit(monkeypatch, home):
    """``visit(name="lab", at_home=True, **selection)`` gives a page of a server without options."""

    def open_page(name="lab", *, at_home=True, **chosen):
        monkeypatch.setattr(who, "is_owner", lambda: at_home)
        hand_over(monkeypatch)
        return opened_page(name, **chosen)

    return open_page


def test_the_first_task_makes_the_file_and_takes_the_place_of_the_example(visit, home):
    app = visit()
    assert systems(app) == ["crf", "maximum matching", "jieba", "TOP", "BASE"]
    assert "Example: " in html(app)
    assert not home.exists()
    assert not [one for one in app.text_input if one.label == "Name of the system"], "nobody writes into the example"
    field(app, "Name of the task").set_value("news")
    press(app, "Make the task")
    assert "The gold file is missing." in html(app)
    assert field(app, "Name of the task").value == "news"
    given = {"Gold": GOLD.encode(), "Training data or dictionary, optional": TRAINING.encode()}
    for label, data in {**given, "Difficulties, optional": weights_of(GOLD)}.items():
        name = "difficulty.csv" if label.startswith("Difficulties") else "text.txt"
        field(app, label).set_value((name, data, "text/plain"))
    field(app, "A private gold may have few sentences").set_value(True)
    field(app, "Rules, for everybody").set_value("半开放: public lists, too")
    field(app, "Tracks").set_value("closed，半开放")
    field(app, "Where characters differ from gold").set_value("count")
    field(app, "Open until").set_value("tomorrow")
    press(app, "Make the task")
    assert "is no time. Write it as" in html(app)
    field(app, "Open until").set_value("2999-01-01 12:00")
    press(app, "Make the task")
    (task,) = Board(home / "board.sqlite", create=False).tasks()
    assert (task.tracks, task.closes) == (("closed", "半开放"), "2999-01-01T12:00:00+00:00")
    assert (task.name, task.open_gold, task.committee, task.mismatch) == ("news", False, "seven", "count")
    assert "Systems can be submitted until 2999-01-01 12:00 UTC." in html(app)
    assert "半开放: public lists, too" in html(app)
    assert field(app, "Track").options == ["closed", "半开放"]
    assert said(app, "task") == "news"
    assert home.stat().st_mode & 0o077 == 0, "it holds private gold"
    assert "Example: " not in html(app)
    assert field(app, "Task").options == ["news"]


def test_ones_own_board_is_for_oneself_alone(visit, home):
    home.mkdir()
    Board(home / "board.sqlite").add_task(draft())
    app = visit(at_home=False)
    assert field(app, "Task").value == "news"
    assert "dinner" not in sent(app)
    assert not [button for button in app.button if button.label == "Make the task"]
    assert "no task &#x27;dinner&#x27; on this board" in html(visit("summary", at_home=False, dataset="board:dinner"))
