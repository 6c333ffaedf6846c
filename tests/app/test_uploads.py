"""Files of one's own on the page Files: taken over, mended, renamed, removed."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from tests.app.conftest import FIRST, GOLD, SECOND, html, visit
from tests.app.own_files import choice, drop, press, roles, rows, systems, take_as
from tests.counted import counted
from tests.serving import hand_over

Opened = Callable[..., AppTest]


def test_gold_training_and_two_predictions(loaded: AppTest) -> None:
    assert loaded.query_params["dataset"] == "upload"
    assert systems(loaded) == ["first", "second.seg"]
    assert "40 sentences" in rows(loaded)
    assert "words separated by white space" in html(loaded)
    assert "cw-error" not in html(loaded)


def test_the_page_reads_each_file_once(
    opened: Opened, project: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    work = counted(monkeypatch)
    app = opened("data", project=project(), dataset="own")
    assert rows(app).count("40 sentences") == 3  # gold and predictions: what the rows say comes of the same reading
    assert "15 sentences" in rows(app)
    assert work.reads == dict.fromkeys(("gold.txt", "train.txt", "0.txt", "1.txt"), 1)
    assert work.alignments == {"first": 1, "second": 1}


def test_predictions_may_come_first(opened: Opened) -> None:
    app = opened("data")
    drop(app, ("first.txt", FIRST), ("second.txt", SECOND))
    assert "Still missing: a gold file." in html(app)
    drop(app, ("gold.txt", GOLD))
    assert systems(app) == ["first", "second"]
    assert "cw-error" not in html(app)


def test_a_file_of_the_same_name_takes_the_place_of_the_other(loaded: AppTest) -> None:
    take_as(loaded, "first.txt", "gold")
    drop(loaded, ("first.txt", GOLD.replace("秋天", "秋 天")))
    assert roles(loaded)["first.txt"] == "gold"
    assert len(roles(loaded)) == 4


def test_files_of_one_name_that_come_together_are_both_kept(opened: Opened) -> None:
    app = opened("data")
    drop(app, ("gold.txt", GOLD), ("out.txt", FIRST), ("out.txt", SECOND))
    assert systems(app) == ["out", "out 2"]


def test_a_file_with_the_tags_of_both_is_gold_and_a_prediction(opened: Opened) -> None:
    def tags(line: str) -> str:
        return "".join("BI"[place > 0] for word in line.split() for place in range(len(word)))

    both = "\n".join(
        "".join(
            f"{char} x {gold} {given}\n"
            for char, gold, given in zip(cut.replace(" ", ""), tags(cut), tags(out), strict=True)
        )
        for cut, out in zip(GOLD.splitlines(), FIRST.splitlines(), strict=True)
    )
    app = opened("data")
    drop(app, ("test.txt", both))
    assert roles(app) == {"test.gold.txt": "gold", "test.predicted.txt": "system"}
    apart = opened("data")
    drop(apart, ("gold.txt", GOLD), ("first.txt", FIRST))
    facts = [re.findall(r"F1 [\d.]+", rows(one)) for one in (app, apart)]
    assert facts[0] == facts[1] != []


def test_files_have_a_limit_however_small_they_are(loaded: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    there = roles(loaded)
    monkeypatch.setattr("cwsdiag.ui.files.uploads.MOST_MEMBERS", len(there))
    drop(loaded, ("one_more.txt", FIRST))
    assert roles(loaded) == there
    assert f"No more than {len(there)} files can be here together." in html(loaded)


def test_a_hostile_name_is_no_markup(opened: Opened) -> None:
    app = opened("data")
    drop(app, ("gold.txt", GOLD), ("![x](http://e.example/x.png)<b>:red[y]$z$.txt", FIRST))
    label = next(box.label for box in app.selectbox if box.label.startswith("Role of _"))
    assert not set("[]()<>:$!`*") & set(label)
    assert "<b>:red" not in html(app)


def test_a_name_that_is_no_name_is_taken(opened: Opened) -> None:
    app = opened("data")
    drop(app, ("gold.txt", GOLD), (".", FIRST))
    assert roles(app) == {"gold.txt": "gold", ".": "system"}


def test_utf_16_without_a_mark_is_read_as_its_message_says(opened: Opened) -> None:
    app = opened("data")
    drop(app, ("gold.txt", GOLD.encode("utf-16-le")))
    assert "set the encoding to utf-16-le or utf-16-be" in html(app)
    box = choice(app, "encoding")
    assert {"utf-16-le", "utf-16-be"} <= set(box.options)
    box.set_value("utf-16-le").run()
    assert roles(app) == {"gold.txt": "gold"}
    assert "cw-error" not in html(app)


@pytest.mark.parametrize(
    ("content", "message"),
    [(b"", "the file is empty"), (b"\x00\x01\xff" * 50, "binary"), (b"   \n\n", "no word in this file")],
)
def test_wrong_file_loses_nothing(loaded: AppTest, content: bytes, message: str) -> None:
    drop(loaded, ("wrong.txt", content))
    assert roles(loaded)["wrong.txt"] == "out"
    assert html(loaded).count(message) == 1
    assert systems(loaded) == ["first", "second.seg"]
    press(loaded, "Remove")
    assert "wrong.txt" not in roles(loaded)


def differing(app: AppTest, way: str) -> None:
    choice(app, "mismatch").set_value(way).run()
    assert not app.exception


def test_prediction_with_other_characters_waits_and_can_be_compared_in_part(loaded: AppTest) -> None:
    other = FIRST.replace("秋天", "冬天", 1).encode()
    drop(loaded, ("third.txt", other))
    assert html(loaded).count("its characters differ from those of the gold file") == 1
    assert "other characters than gold" not in html(loaded), "one error, said once"
    assert systems(loaded) == ["first", "second.seg"]
    differing(loaded, "skip")
    assert systems(loaded) == ["first", "second.seg", "third"]
    assert "This file is not compared" not in html(loaded)
    differing(loaded, "count")
    assert systems(loaded) == ["first", "second.seg", "third"]
    visit(loaded, "overview")
    assert "third has other characters than gold" in html(loaded)
    assert "All of that counts in its scores." in html(loaded)


def test_text_that_fits_nothing_is_left_out_until_wanted(loaded: AppTest) -> None:
    drop(loaded, ("other.txt", "另 一个 文件 。\n"))
    assert roles(loaded)["other.txt"] == "out"
    assert "Other sentences than gold.txt, 0.0 times as long." in html(loaded)
    assert systems(loaded) == ["first", "second.seg"]
    take_as(loaded, "other.txt", "gold")
    assert html(loaded).count("This file is not compared") == 3
    take_as(loaded, "gold.txt", "gold")
    assert systems(loaded) == ["first", "second.seg"]


def test_full_width_is_mended_by_one_click(opened: Opened) -> None:
    app = opened("data")
    drop(app, ("gold.txt", ("我 有 １２３ 个 。\n" * 20).encode()))
    drop(app, ("half.txt", ("我 有 123 个 。\n" * 20).encode()))
    choice(app, "normalise").set_value(["nfkc"]).run()
    assert systems(app) == ["half"]
    choice(app, "normalise").set_value([]).run()
    assert "This file is not compared" in html(app)


def test_system_is_renamed_and_stays_selected(loaded: AppTest) -> None:
    box = next(box for box in loaded.text_input if box.value == "first")
    box.set_value("  baseline ").run()
    assert systems(loaded) == ["baseline", "second.seg"]
    assert next(box for box in loaded.selectbox if box.key == "choose system").value == "baseline"


@pytest.mark.parametrize(("name", "complaint"), [("second.seg", "has this name already"), (" ", "needs a name")])
def test_names_differ_and_are_not_empty(loaded: AppTest, name: str, complaint: str) -> None:
    next(box for box in loaded.text_input if box.value == "first").set_value(name).run()
    assert complaint in html(loaded)
    assert systems(loaded) == ["first", "second.seg"]


def test_file_is_removed(loaded: AppTest) -> None:
    press(loaded, "Remove", 2)
    assert systems(loaded) == ["second.seg"]
    press(loaded, "Remove", 0)
    assert "Still missing: a gold file." in html(loaded)


def test_encoding_is_overridden(opened: Opened) -> None:
    app = opened("data")
    drop(app, ("gold.txt", GOLD.encode("gb18030")))
    assert "GB18030" in rows(app)
    choice(app, "encoding").set_value("utf-8").run()
    assert "Still read as before" in html(app)
    assert "GB18030" in rows(app)
    assert choice(app, "encoding").value == ""


def test_separator_is_found_out_and_can_be_named(opened: Opened) -> None:
    app = opened("data")
    drop(app, ("gold.txt", GOLD.encode()))
    drop(app, ("slashes.txt", FIRST.replace(" ", "/").encode()), ("joined.txt", FIRST.replace(" ", "_").encode()))
    assert "/, because" in html(app)
    assert systems(app) == ["slashes"]
    take_as(app, "joined.txt", "system")
    choice(app, "separator", "joined").set_value("_").run()
    assert "_, because" in html(app)
    assert systems(app) == ["slashes", "joined"]


def test_two_people_do_not_see_each_others_files(loaded: AppTest, opened: Opened) -> None:
    stranger = opened("overview", dataset="upload")
    assert "No data is open" in html(stranger) or "is not here" in html(stranger)
    assert "gold.txt" not in html(stranger)


def test_names_of_two_uploads_that_swap_places_stay_different(loaded: AppTest) -> None:
    next(box for box in loaded.text_input if box.value == "first").set_value("second.seg").run()
    assert systems(loaded) == ["first", "second.seg"]


def test_hidden_system_is_left_out_until_shown_again(loaded: AppTest) -> None:
    press(loaded, "Hide", 0)
    assert systems(loaded) == ["second.seg"]
    assert rows(loaded).count("hidden") == 1
    visit(loaded, "overview")
    assert "second.seg" in html(loaded)
    visit(loaded, "data")
    press(loaded, "Show")
    assert systems(loaded) == ["first", "second.seg"]


def test_all_hidden_is_said(loaded: AppTest) -> None:
    press(loaded, "Hide", 0)
    press(loaded, "Hide", 0)
    assert "All systems are hidden" in html(loaded)
    visit(loaded, "explore")
    assert "All systems of this dataset are hidden." in html(loaded)
    press(loaded, "Show all systems")
    assert "All systems of this dataset are hidden." not in html(loaded)


def test_systems_of_a_project_are_renamed_and_hidden_for_one_session(opened: Opened, sample: Path) -> None:
    before = sample.read_bytes()
    app = opened("data", project=sample, dataset="microblog", system="jieba")
    next(box for box in app.text_input if box.value == "jieba").set_value("dictionary <b>").run()
    press(app, "Hide", 0)
    assert systems(app) == ["maximum matching", "dictionary <b>", "wapic"]
    assert app.query_params["system"] == "dictionary <b>"
    assert "**dictionary <b>**" in rows(app)
    next(box for box in app.text_input if box.value == "dictionary <b>").set_value("crf").run()
    assert "has this name already" in html(app), "a hidden system keeps its name"
    stranger = opened("data", project=sample, dataset="microblog")
    assert systems(stranger) == ["crf", "maximum matching", "jieba", "wapic"]
    assert systems(opened("data", project=sample, dataset="microblog")) == ["crf", "maximum matching", "jieba", "wapic"]
    assert sample.read_bytes() == before


def test_gold_and_training_data_of_a_project_are_changed_for_one_session(opened: Opened, sample: Path) -> None:
    app = opened("data", project=sample, dataset="microblog")
    choice(app, "normalise", "gold").set_value(["nfkc"]).run()
    assert choice(app, "normalise", "training").value == ["nfkc"], "all files are read alike"
    take_as(app, "train.txt", "gold")
    assert roles(app)["test.txt"] == "system", "the one that was gold fits nothing then"
    assert "test.txt" in rows(app) and "This file is not compared" in html(app)
    stranger = opened("data", project=sample, dataset="microblog")
    assert roles(stranger)["test.txt"] == "gold" and roles(stranger)["train.txt"] == "training"
    assert choice(stranger, "normalise", "gold").value == []


def test_name_may_be_taken_from_a_renamed_system(opened: Opened, sample: Path) -> None:
    app = opened("data", project=sample, dataset="microblog")
    for old, new in (("crf", "x"), ("jieba", "crf"), ("x", "jieba")):
        next(box for box in app.text_input if box.value == old).set_value(new).run()
    assert systems(app) == ["jieba", "maximum matching", "crf", "wapic"]


def test_without_a_folder_no_path_can_be_named(opened: Opened) -> None:
    assert not any(box.label.startswith("Path under") for box in opened("data").selectbox)


@pytest.fixture
def rooted(opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    """A dashboard that was started with a folder, in which there are a gold file and a prediction."""
    root = tmp_path / "root"
    root.mkdir()
    (tmp_path / "secret.txt").write_text("秘密 。\n", "utf-8")
    (root / "out.txt").symlink_to(tmp_path / "secret.txt")
    (root / "gold.txt").write_text(GOLD, "utf-8")
    (root / "first.txt").write_text(FIRST, "utf-8")
    app = opened("data")
    hand_over(monkeypatch, "--root", str(root))
    return app.run()


def choose(app: AppTest, path: str) -> None:
    next(box for box in app.selectbox if box.label.startswith("Path under")).set_value(path).run()
    assert not app.exception


def test_files_are_opened_by_path(rooted: AppTest) -> None:
    choose(rooted, "gold.txt")
    press(rooted, "Open this file")
    choose(rooted, "first.txt")
    press(rooted, "Open this file")
    assert systems(rooted) == ["first"]
    assert rooted.query_params["dataset"] == "upload"
    assert "cw-error" not in html(rooted)


@pytest.mark.parametrize("path", ["../secret.txt", "/etc/passwd", "out.txt", "%2e%2e/secret.txt", "none.txt"])
def test_paths_that_lead_out_are_refused(rooted: AppTest, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # AppTest can only choose what is offered; the browser's tests type.
    monkeypatch.setattr("cwsdiag.ui.files.uploads.offered", lambda root: [path])
    rooted.run()
    choose(rooted, path)
    assert "cw-error" in html(rooted)
    assert all(button.disabled for button in rooted.button if str(button.key).startswith("open "))
    assert "秘密" not in html(rooted)
    assert not roles(rooted)


def test_link_in_the_place_of_an_opened_file_is_refused(rooted: AppTest, tmp_path: Path) -> None:
    choose(rooted, "gold.txt")
    press(rooted, "Open this file")
    (tmp_path / "root" / "gold.txt").unlink()
    (tmp_path / "root" / "gold.txt").symlink_to(tmp_path / "secret.txt")
    rooted.run()
    assert "秘密" not in html(rooted)
    assert "no such file under the folder of this server" in html(rooted)


@pytest.mark.parametrize(
    ("gold", "system", "fix"),
    [
        ("我 有 １２３ 个 。\n" * 20, "我 有 123 个 。\n" * 20, "nfkc"),
        (
            "我们 这样 说话 学习 。\n" * 20,
            "我們 這樣 說話 學習 。\n" * 20,
            "t2s",
        ),
        (
            GOLD,
            "".join(f"{place}. {line}\n" for place, line in enumerate(FIRST.splitlines(), start=1)),
            "numbers",
        ),
        (GOLD, FIRST.replace("秋天", "冬天", 1), "mismatch"),
    ],
)
def test_every_fix_leads_to_a_comparison(opened: Opened, gold: str, system: str, fix: str) -> None:
    app = opened("data")
    drop(app, ("gold.txt", gold.encode()))
    drop(app, ("other.txt", system.encode()))
    text = html(app)
    assert text.count("This file is not compared") == 1
    for option in ("--normalise", "--mismatch", "mismatch: skip", "(nfkc"):
        assert option not in text
    if fix == "mismatch":
        differing(app, "skip")
    else:
        choice(app, "strip" if fix == "numbers" else "normalise", "other").set_value([fix]).run()
    assert systems(app) == ["other"]
    assert "This file is not compared" not in html(app)


def test_what_was_left_out_of_a_projects_file_is_taken_back(opened: Opened, project: Callable[..., Path]) -> None:
    app = opened("files", project=project())
    for left_out in (["markdown"], []):
        choice(app, "strip", "second").set_value(left_out).run()
        assert "went wrong" not in html(app)
        assert choice(app, "strip", "second").value == left_out


@pytest.mark.parametrize(
    ("training", "fix"),
    [
        ("我 有 １２３ 个 。\n" * 20, "nfkc"),
        ("我 們 有 123 個 說話 這樣 學習 。\n" * 20, "t2s"),
    ],
)
def test_what_mends_training_data_is_said_in_the_row_of_gold(opened: Opened, training: str, fix: str) -> None:
    app = opened("data")
    text = "我 们 有 123 个 说话 这样 学习 。\n" * 20
    drop(app, ("gold.txt", text.encode()))
    drop(app, ("train.txt", training.encode()))
    take_as(app, "train.txt", "training")
    drop(app, ("same.txt", text.replace("说话", "说 话").encode()))
    assert "gold.txt and the training data train.txt differ in" in html(app)
    choice(app, "normalise", "gold").set_value([fix]).run()
    assert choice(app, "normalise", "train").value == [fix], "of all files"
    assert "gold.txt and the training data train.txt differ in" not in html(app), "mended"
