"""Files of one's own on the page Files: taken over, mended, renamed, removed."""

import pytest

from tests.app.conftest import FIRST, GOLD, SECOND, html, visit
from tests.app.own_files import choice, drop, press, roles, rows, systems, take_as
from tests.counted import counted
from tests.serving import hand_over

pytestmark = pytest.mark.usefixtures("plain_start")


def test_what_is_dropped_is_compared_renamed_hidden_and_removed(loaded):
    assert loaded.query_params["dataset"] == "upload"
    assert systems(loaded) == ["first", "second.seg"]
    assert "40 sentences" in rows(loaded)
    assert "words separated by white space" in html(loaded)
    assert "cw-error" not in html(loaded)
    name = next(box for box in loaded.text_input if box.value == "first")
    for wrong, complaint in (("second.seg", "has this name already"), (" ", "needs a name")):
        name.set_value(wrong).run()
        assert complaint in html(loaded)
        assert systems(loaded) == ["first", "second.seg"]
    name.set_value("  baseline ").run()
    assert systems(loaded) == ["baseline", "second.seg"]
    assert next(box for box in loaded.selectbox if box.key == "choose system").value == "baseline"
    press(loaded, "Hide", 0)
    assert systems(loaded) == ["second.seg"]
    assert rows(loaded).count("hidden") == 1
    visit(loaded, "summary")
    assert "second.seg" in html(loaded)
    visit(loaded, "files")
    press(loaded, "Hide", 0)
    assert "All systems are hidden" in html(loaded)
    visit(loaded, "diagnosis")
    assert "All systems of this dataset are hidden." in html(loaded)
    press(loaded, "Show all systems")
    assert "All systems of this dataset are hidden." not in html(loaded)
    visit(loaded, "files")
    press(loaded, "Remove", 2)
    assert systems(loaded) == ["second.seg"]
    press(loaded, "Remove", 0)
    assert "Still missing: a gold file." in html(loaded)


def test_the_page_reads_each_file_once(opened, project, monkeypatch):
    work = counted(monkeypatch)
    app = opened("files", project=project(), dataset="own")
    assert rows(app).count("40 sentences") == 3  # gold and predictions: what the rows say comes of the same reading
    assert "15 sentences" in rows(app)
    assert work.reads == dict.fromkeys(("gold.txt", "train.txt", "0.txt", "1.txt"), 1)
    assert work.alignments == {"first": 1, "second": 1}


def test_a_file_of_the_same_name_takes_the_place_of_the_other_unless_they_come_together(loaded, opened):
    take_as(loaded, "first.txt", "gold")
    drop(loaded, ("first.txt", GOLD.replace("秋天", "秋 天")))
    assert roles(loaded)["first.txt"] == "gold"
    assert len(roles(loaded)) == 4
    app = opened("files")
    drop(app, ("gold.txt", GOLD), ("out.txt", FIRST), ("out.txt", SECOND))
    assert systems(app) == ["out", "out 2"]


def test_a_file_with_the_tags_of_both_is_gold_and_a_prediction(opened):
    app = opened("files")
    drop(app, ("test.txt", "北 x B B\n京 x I B\n人 x B B\n\n" * 20))
    assert roles(app) == {"test.gold.txt": "gold", "test.predicted.txt": "system"}
    assert "F1 0.400" in rows(app)


def test_files_have_a_limit_however_small_they_are(loaded, monkeypatch):
    there = roles(loaded)
    monkeypatch.setattr("cwsdiag.ui.files.uploads.MOST_MEMBERS", len(there))
    drop(loaded, ("one_more.txt", FIRST))
    assert roles(loaded) == there
    assert f"No more than {len(there)} files can be here together." in html(loaded)


def test_a_hostile_name_is_no_markup(opened):
    app = opened("files")
    drop(app, ("gold.txt", GOLD), (".", SECOND), ("![x](http://e.example/x.png)<b>:red[y]$z$.txt", FIRST))
    assert roles(app)["."] == "system", "a name that is no name"
    label = next(box.label for box in app.selectbox if box.label.startswith("Role of _"))
    assert not set("[]()<>:$!`*") & set(label)
    assert "<b>:red" not in html(app)


def test_utf_16_without_a_mark_is_read_as_its_message_says(opened):
    app = opened("files")
    drop(app, ("gold.txt", GOLD.encode("utf-16-le")))
    assert "set the encoding to utf-16-le or utf-16-be" in html(app)
    box = choice(app, "encoding")
    box.set_value("utf-16-le").run()
    assert roles(app) == {"gold.txt": "gold"}
    assert "cw-error" not in html(app)
    drop(app, ("gold.txt", GOLD.encode("gb18030")))
    choice(app, "encoding").set_value("").run()
    assert "GB18030" in rows(app)
    choice(app, "encoding").set_value("utf-8").run()
    assert "Still read as before" in html(app)
    assert "GB18030" in rows(app)


def test_wrong_file_loses_nothing(loaded):
    for content, message in ((b"", "the file is empty"), (b"\x00\x01\xff" * 50, "binary")):
        drop(loaded, ("wrong.txt", content))
        assert roles(loaded)["wrong.txt"] == "out"
        assert html(loaded).count(message) == 1
        assert systems(loaded) == ["first", "second.seg"]
    press(loaded, "Remove")
    assert "wrong.txt" not in roles(loaded)
    drop(loaded, ("other.txt", "另 一个 文件 。\n"))
    assert roles(loaded)["other.txt"] == "out"
    assert "Other sentences than gold.txt, 0.0 times as long." in html(loaded)
    take_as(loaded, "other.txt", "gold")
    assert html(loaded).count("This file cannot be used") == 3
    take_as(loaded, "gold.txt", "gold")
    assert systems(loaded) == ["first", "second.seg"]


def test_prediction_with_other_characters_waits_and_can_be_compared_in_part(loaded):
    drop(loaded, ("third.txt", FIRST.replace("秋天", "冬天", 1)))
    assert html(loaded).count("its characters differ from those of the gold file") == 1
    assert systems(loaded) == ["first", "second.seg"]
    for way in ("skip", "count"):
        choice(loaded, "mismatch").set_value(way).run()
        assert systems(loaded) == ["first", "second.seg", "third"]
        assert "This file cannot be used" not in html(loaded)
    visit(loaded, "summary")
    assert "third has other characters than gold" in html(loaded)
    assert "All of that counts in its scores." in html(loaded)


def test_separator_is_found_out_and_can_be_named(opened):
    app = opened("files")
    drop(app, ("gold.txt", GOLD.encode()))
    drop(app, ("slashes.txt", FIRST.replace(" ", "/").encode()), ("joined.txt", FIRST.replace(" ", "_").encode()))
    assert "/, because" in html(app)
    assert systems(app) == ["slashes"]
    take_as(app, "joined.txt", "system")
    choice(app, "separator", "joined").set_value("_").run()
    assert "_, because" in html(app)
    assert systems(app) == ["slashes", "joined"]


def test_files_of_a_project_are_changed_for_one_session(opened, project):
    path = project()
    before = path.read_bytes()
    app = opened("files", project=path, system="second")
    next(box for box in app.text_input if box.value == "second").set_value("dictionary <b>").run()
    press(app, "Hide", 0)
    assert systems(app) == ["dictionary <b>"]
    assert app.query_params["system"] == "dictionary <b>"
    assert "**dictionary <b>**" in rows(app)
    next(box for box in app.text_input if box.value == "dictionary <b>").set_value("first").run()
    assert "has this name already" in html(app), "a hidden system keeps its name"
    for left_out in (["markdown"], []):
        choice(app, "strip", "dictionary").set_value(left_out).run()
        assert choice(app, "strip", "dictionary").value == left_out
    choice(app, "normalise", "gold").set_value(["nfkc"]).run()
    assert choice(app, "normalise", "training").value == ["nfkc"], "all files are read alike"
    take_as(app, "train.txt", "gold")
    assert roles(app)["gold.txt"] == "system", "the one that was gold fits nothing then"
    assert "This file cannot be used" in html(app)
    stranger = opened("files", project=path)
    assert systems(stranger) == ["first", "second"]
    assert roles(stranger)["gold.txt"] == "gold" and roles(stranger)["train.txt"] == "training"
    assert choice(stranger, "normalise", "gold").value == []
    assert path.read_bytes() == before


def test_files_are_opened_by_path_and_no_path_leads_out(opened, tmp_path, monkeypatch):
    root = tmp_path / "root"
    root.mkdir()
    (tmp_path / "secret.txt").write_text("秘密 。\n", "utf-8")
    (root / "out.txt").symlink_to(tmp_path / "secret.txt")
    (root / "gold.txt").write_text(GOLD, "utf-8")
    (root / "first.txt").write_text(FIRST, "utf-8")
    app = opened("files")
    hand_over(monkeypatch, "--root", str(root))

    def choose(path):
        next(box for box in app.selectbox if box.label.startswith("Path under")).set_value(path).run()

    outside = ["../secret.txt", "/etc/passwd", "out.txt", "%2e%2e/secret.txt", "none.txt"]
    with monkeypatch.context() as patch:
        # AppTest can only choose what is offered; the browser's tests type.
        patch.setattr("cwsdiag.ui.files.uploads.offered", lambda root: outside)
        app.run()
        for path in outside:
            choose(path)
            assert "cw-error" in html(app)
            assert all(button.disabled for button in app.button if str(button.key).startswith("open "))
            assert "秘密" not in html(app)
    app.run()
    for path in ("gold.txt", "first.txt"):
        choose(path)
        press(app, "Open this file")
    assert systems(app) == ["first"]
    (root / "gold.txt").unlink()
    (root / "gold.txt").symlink_to(tmp_path / "secret.txt")
    app.run()
    assert "秘密" not in html(app)
    assert "no such file under the folder of this server" in html(app)


@pytest.mark.parametrize(
    ("gold", "system", "kind", "fix"),
    [
        ("我 有 １２３ 个 。\n" * 20, "我 有 123 个 。\n" * 20, "normalise", "nfkc"),
        (GOLD, "".join(f"{place}. {line}\n" for place, line in enumerate(FIRST.splitlines(), 1)), "strip", "numbers"),
    ],
)
def test_every_fix_leads_to_a_comparison(opened, gold, system, kind, fix):
    app = opened("files")
    drop(app, ("gold.txt", gold), ("other.txt", system))
    text = html(app)
    assert text.count("This file cannot be used") == 1
    for option in ("--normalise", "--mismatch", "mismatch: skip", "(nfkc"):
        assert option not in text
    choice(app, kind, "other").set_value([fix]).run()
    assert systems(app) == ["other"]
    assert "This file cannot be used" not in html(app)


def test_what_mends_training_data_is_said_in_the_row_of_gold(opened, project):
    said = "gold.txt and the training data train.txt differ in"
    text, training = "我 们 有 123 个 说话 这样 学习 。\n" * 20, "我 們 有 123 個 說話 這樣 學習 。\n" * 20
    app = opened("files", project=project(gold=text, training=training, systems={"same": text}))
    assert said in html(app)
    choice(app, "normalise", "gold").set_value(["t2s"]).run()
    assert said not in html(app), "mended"
