"""Which file is what, on the page: proposed, doubted, chosen, swapped; raw texts, difficulties, the next step."""

from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from cwsdiag.ui.files import uploads
from tests.app.conftest import FIRST, GOLD, SECOND, TRAINING, html
from tests.app.own_files import drop, press, roles, systems, take_as

Opened = Callable[..., AppTest]


@pytest.mark.parametrize("position", [0, 2])
def test_roles_do_not_depend_on_the_order_of_the_files(opened: Opened, position: int) -> None:
    files = [("first.txt", FIRST), ("train.txt", TRAINING), ("raw.txt", GOLD.replace(" ", "")), ("gold.txt", GOLD)]
    app = opened("data")
    drop(app, *files[position:], *files[:position])
    assert roles(app) == {"gold.txt": "gold", "train.txt": "training", "first.txt": "system", "raw.txt": "raw"}


def test_nothing_tells_gold_from_predictions_but_the_person(opened: Opened) -> None:
    app = opened("data")
    drop(app, ("a.txt", FIRST), ("b.txt", GOLD), ("c.txt", SECOND))
    assert set(roles(app).values()) == {"system"}
    assert html(app).count("a.txt, b.txt and c.txt have the same characters") == 3
    which = next(box for box in app.selectbox if box.label == "Which file is gold?")
    which.set_value(next(option for option in which.options if option == "b.txt")).run()
    assert roles(app) == {"b.txt": "gold", "a.txt": "system", "c.txt": "system"}
    assert systems(app) == ["a", "c"]


def test_which_file_is_gold_may_be_left_open_again(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    app = opened("data")
    drop(app, ("a.txt", FIRST), ("b.txt", GOLD))
    # As when another tab was faster: the answer is refused, and the field still there to be emptied.
    monkeypatch.setattr(uploads, "place", lambda id, places: None)
    for answer in ("b.txt", None):
        next(box for box in app.selectbox if box.label == "Which file is gold?").set_value(answer).run()
        assert not app.exception
    assert set(roles(app).values()) == {"system"}


def test_proposals_are_made_once_a_drop(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    propose = uploads.propose
    monkeypatch.setattr(uploads, "propose", lambda *asked: made.append(asked) or propose(*asked))
    drop(opened("data"), ("first.txt", FIRST), ("train.txt", TRAINING), ("gold.txt", GOLD))
    assert len(made) == 1, "the page keeps files in another order than that in which they come"


def test_another_gold_makes_the_first_a_prediction(loaded: AppTest) -> None:
    take_as(loaded, "first.txt", "gold")
    assert roles(loaded)["gold.txt"] == "system"
    assert systems(loaded) == ["gold", "second.seg"]


def test_gold_and_training_that_are_swapped_are_called_so_and_swapped_back(loaded: AppTest) -> None:
    take_as(loaded, "train.txt", "gold")
    take_as(loaded, "gold.txt", "training")
    assert "train.txt (gold) and gold.txt (training data) are swapped" in html(loaded)
    assert "(prediction of" not in html(loaded), "no other pair is suspected"
    assert html(loaded).count("Not compared: gold and training data are swapped.") == 2
    assert "cw-error" not in html(loaded)
    press(loaded, "Swap gold and training data")
    assert roles(loaded)["gold.txt"] == "gold"
    assert systems(loaded) == ["first", "second.seg"]
    assert "cw-error" not in html(loaded)


def test_of_what_is_not_compared_each_says_its_own_cause(loaded: AppTest) -> None:
    drop(loaded, ("third.txt", "天气 很 好 。\n" * 90))
    for name, place in (("third.txt", "system"), ("train.txt", "gold"), ("gold.txt", "training")):
        take_as(loaded, name, place)
    assert "train.txt (gold) and gold.txt (training data) are swapped" in html(loaded)
    assert html(loaded).count("Not compared: gold and training data are swapped.") == 2
    assert "third: its characters differ from those of the gold file train.txt" in html(loaded)


def test_gold_and_prediction_that_sound_swapped_are_swapped(loaded: AppTest) -> None:
    drop(loaded, ("crf.output.txt", SECOND.replace("学习", "学 习")))
    take_as(loaded, "crf.output.txt", "gold")
    assert "Are crf.output.txt (gold) and gold.txt (prediction of gold) swapped?" in html(loaded)
    press(loaded, "Swap gold and prediction")
    assert roles(loaded)["gold.txt"] == "gold"


def test_file_that_is_left_out_is_kept_and_not_used(loaded: AppTest) -> None:
    take_as(loaded, "first.txt", "out")
    assert systems(loaded) == ["second.seg"]
    drop(loaded, ("third.txt", SECOND.replace("学习", "学 习")))
    assert roles(loaded)["first.txt"] == "out", "what was chosen stays chosen"
    take_as(loaded, "first.txt", "system")
    assert systems(loaded) == ["second.seg", "third", "first"]


def test_raw_text_names_the_place_where_others_differ(opened: Opened) -> None:
    app = opened("data")
    raw = GOLD.replace(" ", "").replace("秋天", "春天", 1)
    drop(app, ("raw.txt", raw), ("gold.txt", GOLD), ("first.txt", FIRST))
    text = html(app)
    assert "2 of 2 files have other characters than this raw text" in text
    assert "gold and first: 1 place, the first in sentence 2, character 7: raw text 语言学。他喜欢北京的[春]天" in text
    assert systems(app) == ["first"], "a raw text checks, it changes no number"


def test_the_next_step_stands_first(loaded: AppTest) -> None:
    (button,) = (button for button in loaded.button if button.label == "See where these 2 systems fail")
    assert [one.key for one in loaded.button].index("next step") < [one.key for one in loaded.button].index(
        next(one.key for one in loaded.button if one.label == "Remove")
    )
    button.click().run()
    assert not loaded.exception
    assert loaded.dataframe[0].value["f1"].size == 2


def test_difficulties_are_known_by_their_heading(opened: Opened, sample: Path) -> None:
    folder = sample.parent / "microblog" / "first"
    app = opened("data")
    drop(app, *((name, (folder / name).read_bytes()) for name in ("difficulty.csv.gz", "test.txt", "crf.txt")))
    assert roles(app) == {"test.txt": "gold", "crf.txt": "system", "difficulty.csv.gz": "weights"}
    assert "cw-error" not in html(app)


def test_a_table_of_labels_is_known_by_its_name(opened: Opened) -> None:
    app = opened("data")
    table = "genre\n" + "news\nfiction\n" * (len(GOLD.splitlines()) // 2)
    drop(app, ("gold.txt", GOLD), ("first.txt", FIRST), ("labels.csv", table))
    assert roles(app) == {"gold.txt": "gold", "first.txt": "system", "labels.csv": "labels"}
    drop(app, ("train.txt", TRAINING))
    assert roles(app)["labels.csv"] == "labels"
    assert "cw-error" not in html(app)
    drop(app, ("labels.csv", "genre\nnews\n"))
    assert f"1 rows of labels for the {len(GOLD.splitlines())} sentences of gold." in html(app)
    assert systems(app) == ["first"], "pages go on without them"
    take_as(app, "labels.csv", "out")
    drop(app, ("others.tsv", "sent_id\tgenre\n1\tnews\n"), ("more_labels.csv", table))
    assert set(roles(app).values()) == {"gold", "system", "training", "out"}
    assert html(app).count("A dataset has one file of labels: choose it.") == 2
    take_as(app, "others.tsv", "labels")
    assert "cw-error" not in html(app)
