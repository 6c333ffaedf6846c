"""Files of one's own through the Data page: taken over, put aside, mended, renamed, removed."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from tests.app.conftest import FIRST, GOLD, SECOND, TRAINING, html

Opened = Callable[..., AppTest]


def upload(app: AppTest, role: str, *files: tuple[str, bytes]) -> None:
    """Drop files on one of the three places."""
    place = next(place for place in app.file_uploader if str(place.key).startswith(f"upload {role}"))
    content = [(name, data, "text/plain") for name, data in files]
    place.set_value(content if role == "system" else content[0])
    app.run()
    assert not app.exception


def press(app: AppTest, label: str, number: int = 0) -> None:
    [button for button in app.button if button.label == label][number].click().run()
    assert not app.exception


@pytest.fixture
def loaded(opened: Opened) -> AppTest:
    app = opened("data")
    upload(app, "gold", ("gold.txt", GOLD.encode()))
    upload(app, "training", ("train.txt", TRAINING.encode()))
    upload(app, "system", ("first.txt", FIRST.encode()), ("second.seg.txt", SECOND.encode()))
    return app


def systems(app: AppTest) -> list[str]:
    return next(list(box.options) for box in app.selectbox if box.key == "choose system")


def test_gold_training_and_two_predictions(loaded: AppTest) -> None:
    assert loaded.query_params["dataset"] == "upload"
    assert systems(loaded) == ["first", "second.seg"]
    text = html(loaded)
    assert "40 sentences" in text
    assert "words separated by white space" in text
    assert "cw-error" not in text.split("</style>")[-1]


def test_predictions_may_come_first(opened: Opened) -> None:
    app = opened("data")
    upload(app, "system", ("first.txt", FIRST.encode()))
    assert "Still missing: a gold file." in html(app)
    upload(app, "gold", ("gold.txt", GOLD.encode()))
    assert systems(app) == ["first"]


@pytest.mark.parametrize("role", ["gold", "training", "system"])
@pytest.mark.parametrize(
    ("content", "message"),
    [(b"", "the file is empty"), (b"\x00\x01\xff" * 50, "binary"), (b"   \n\n", "no word in this file")],
)
def test_wrong_file_loses_nothing(loaded: AppTest, role: str, content: bytes, message: str) -> None:
    upload(loaded, role, ("wrong.txt", content))
    assert "wrong.txt was not taken" in html(loaded)
    assert message in html(loaded)
    assert systems(loaded) == ["first", "second.seg"]
    press(loaded, "Dismiss")
    assert "wrong.txt" not in html(loaded)


def test_prediction_of_another_text_is_put_aside_and_can_be_compared_in_part(loaded: AppTest) -> None:
    other = FIRST.replace("秋天", "冬天", 1).encode()
    upload(loaded, "system", ("third.txt", other))
    assert "its characters are not those of the gold file" in html(loaded)
    assert systems(loaded) == ["first", "second.seg"]
    press(loaded, "Leave out what differs")
    assert systems(loaded) == ["first", "second.seg", "third"]
    assert "was not taken" not in html(loaded)


def test_gold_that_predictions_do_not_fit_is_put_aside_until_wanted(loaded: AppTest) -> None:
    upload(loaded, "gold", ("other.txt", "另 一个 文件 。\n".encode()))
    assert "other.txt was not taken as gold" in html(loaded)
    assert systems(loaded) == ["first", "second.seg"]
    press(loaded, "Take it all the same")
    assert "This file is not compared" in html(loaded)
    upload(loaded, "gold", ("gold.txt", GOLD.encode()))
    assert systems(loaded) == ["first", "second.seg"]


def test_what_came_after_a_file_was_put_aside_stays_when_it_is_mended(loaded: AppTest) -> None:
    upload(loaded, "system", ("third.txt", FIRST.replace("秋天", "冬天", 1).encode()))
    upload(loaded, "system", ("fourth.txt", SECOND.encode()))
    press(loaded, "Leave out what differs")
    assert systems(loaded) == ["first", "second.seg", "fourth", "third"]


def test_full_width_is_mended_by_one_click(opened: Opened) -> None:
    app = opened("data")
    upload(app, "gold", ("gold.txt", ("我 有 １２３ 个 。\n" * 20).encode()))
    upload(app, "system", ("half.txt", ("我 有 123 个 。\n" * 20).encode()))
    press(app, "Normalise all files by NFKC")
    assert systems(app) == ["half"]
    press(app, "Undo nfkc in all files")
    assert "This file is not compared" in html(app)


def test_system_is_renamed_and_stays_selected(loaded: AppTest) -> None:
    box = next(box for box in loaded.text_input if box.value == "first")
    box.set_value("  baseline ").run()
    assert systems(loaded) == ["baseline", "second.seg"]
    assert loaded.query_params["system"] == "baseline"


@pytest.mark.parametrize(("name", "complaint"), [("second.seg", "has this name already"), (" ", "needs a name")])
def test_names_differ_and_are_not_empty(loaded: AppTest, name: str, complaint: str) -> None:
    next(box for box in loaded.text_input if box.value == "first").set_value(name).run()
    assert complaint in html(loaded)
    assert systems(loaded) == ["first", "second.seg"]


def test_file_is_removed(loaded: AppTest) -> None:
    press(loaded, "Remove", 2)
    assert systems(loaded) == ["second.seg"]


def test_encoding_is_overridden(opened: Opened) -> None:
    app = opened("data")
    upload(app, "gold", ("gold.txt", GOLD.encode("gb18030")))
    assert "GB18030" in html(app)
    next(box for box in app.selectbox if box.label == "Encoding").set_value("utf-8").run()
    assert "gold.txt was not taken as gold" in html(app)
    assert "GB18030" in html(app)


def test_two_people_do_not_see_each_others_files(loaded: AppTest, opened: Opened) -> None:
    stranger = opened("overview", dataset="upload")
    assert "No data is open" in html(stranger) or "is not here" in html(stranger)
    assert "gold.txt" not in html(stranger)
