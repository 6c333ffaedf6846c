"""Which file is what, on the page: proposed, doubted, chosen, swapped; raw texts, difficulties, the next step."""

import pytest

from cwsdiag.ui.files import uploads
from tests.app.conftest import FIRST, GOLD, SECOND, TRAINING, html
from tests.app.own_files import drop, press, roles, systems, take_as

pytestmark = pytest.mark.usefixtures("plain_start")


def test_roles_do_not_depend_on_the_order_of_the_files(opened):
    raw = GOLD.replace(" ", "").replace("秋天", "春天", 1)
    files = [("first.txt", FIRST), ("train.txt", TRAINING), ("raw.txt", raw), ("gold.txt", GOLD)]
    for order in (files, [*files[2:], *files[:2]]):
        app = opened("files")
        drop(app, *order)
        assert roles(app) == {"gold.txt": "gold", "train.txt": "training", "first.txt": "system", "raw.txt": "raw"}
    text = html(app)
    assert "2 of 2 files have other characters than this raw text" in text
    assert "gold and first: 1 place, the first in sentence 2, character 7: raw text 语言学。他喜欢北京的[春]天" in text
    assert systems(app) == ["first"], "a raw text checks, it changes no number"


def test_nothing_tells_gold_from_predictions_but_the_person(opened, monkeypatch):
    app = opened("files")
    drop(app, ("a.txt", FIRST), ("b.txt", GOLD), ("c.txt", SECOND))
    assert set(roles(app).values()) == {"system"}
    assert html(app).count("a.txt, b.txt and c.txt have the same characters") == 3
    with monkeypatch.context() as patch:
        # As when another tab was faster: the answer is refused, and the field still there to be emptied.
        patch.setattr(uploads, "place", lambda id, places: None)
        for answer in ("b.txt", None):
            next(box for box in app.selectbox if box.label == "Which file is gold?").set_value(answer).run()
            assert not app.exception
    next(box for box in app.selectbox if box.label == "Which file is gold?").set_value("b.txt").run()
    assert roles(app) == {"b.txt": "gold", "a.txt": "system", "c.txt": "system"}


def test_what_is_swapped_is_called_so_and_swapped_back(loaded):
    take_as(loaded, "train.txt", "gold")
    take_as(loaded, "gold.txt", "training")
    assert "train.txt (gold) and gold.txt (training data) are swapped" in html(loaded)
    assert "(prediction of" not in html(loaded), "no other pair is suspected"
    assert html(loaded).count("Not compared: gold and training data are swapped.") == 2
    press(loaded, "Swap gold and training data")
    assert roles(loaded)["gold.txt"] == "gold"
    assert "cw-error" not in html(loaded)
    take_as(loaded, "first.txt", "out")
    drop(loaded, ("crf.output.txt", SECOND.replace("学习", "学 习")))
    assert roles(loaded)["first.txt"] == "out", "what was chosen stays chosen"
    assert systems(loaded) == ["second.seg", "crf.output"]
    take_as(loaded, "crf.output.txt", "gold")
    assert "Are crf.output.txt (gold) and gold.txt (prediction of gold) swapped?" in html(loaded)
    press(loaded, "Swap gold and prediction")
    assert roles(loaded)["gold.txt"] == "gold"


def test_a_table_of_labels_is_known_by_its_name(opened):
    app = opened("files")
    labels = "genre\n" + "news\nfiction\n" * (len(GOLD.splitlines()) // 2)
    drop(app, ("gold.txt", GOLD), ("first.txt", FIRST), ("labels.csv", labels))
    assert roles(app) == {"gold.txt": "gold", "first.txt": "system", "labels.csv": "labels"}
    drop(app, ("labels.csv", "genre\nnews\n"))
    assert f"1 rows of labels for the {len(GOLD.splitlines())} sentences of gold." in html(app)
    assert systems(app) == ["first"], "pages go on without them"
    take_as(app, "labels.csv", "out")
    drop(app, ("others.tsv", "sent_id\tgenre\n1\tnews\n"), ("more_labels.csv", labels))
    assert html(app).count("A dataset has one file of labels: choose it.") == 2
