"""The Difficulty page in every state: what it says, and that its numbers are those of the library."""

import gzip
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from cwsdiag.balanced import Swap, accuracy_by_difficulty, balance, group_shares, word_groups
from cwsdiag.board import Board, Entry, Submitter, TaskDraft
from cwsdiag.folders import sample_project
from cwsdiag.formats import Source
from cwsdiag.inference import Interval
from cwsdiag.project import File, FileSet, load_dataset, read_project
from cwsdiag.ui.data.catalogue import DatasetEntry as CatalogueEntry
from cwsdiag.ui.data.catalogue import SessionCommittee, _weighed, own_weights
from cwsdiag.ui.difficulty import page as difficulty
from cwsdiag.ui.shell import navigation
from cwsdiag.ui.shell.tables import FULL, SYSTEM
from cwsdiag.ui.shell.view import View
from cwsdiag.views.hardness import Hardness, ScoreCorrelation, correlation_sentence, swaps_sentence
from tests.app.conftest import FIRST, GOLD, SECOND, drawings, frames, html, queued, visit
from tests.app.own_files import roles
from tests.app.test_difficulty import weighed
from tests.serving import hand_over

Opened = Callable[..., AppTest]
Project = Callable[..., Path]
SAMPLE = sample_project()


def charts(app: AppTest) -> list[dict[str, Any]]:
    return [json.loads(chart.proto.spec) for chart in app.get("plotly_chart")]


def table(app: AppTest, *columns: str) -> pd.DataFrame:
    """The table of the page that has these columns."""
    (found,) = (frame for frame in frames(app) if {*columns} <= {*frame.columns})
    return found


def scored(opened: Opened, **selection: Any) -> AppTest:
    return opened("scores", part="balanced", **selection)


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Members of these tests are kept for each alone."""
    monkeypatch.setenv("CWSDIAG_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def balanced() -> Any:
    return balance(load_dataset(read_project(SAMPLE).dataset("news")))


def test_numbers_are_those_of_the_library(opened: Opened, balanced: Any) -> None:
    app = scored(opened, project=SAMPLE)
    scores = table(app, "f_b", "f_b_low").set_index(SYSTEM).join(table(app, "p_b", "r_b").set_index(SYSTEM))
    for score in balanced.scores:
        row = scores.loc[score.name]
        for key in ("f1", "p_reward", "p_punishment", "p_b", "r_reward", "r_punishment", "r_b", "f_b"):
            assert row[key] == getattr(score, key), key
        assert row["f_b_low"] == balanced.intervals[score.name].low
        assert row["f_b_committee_se"] == balanced.committee_errors[score.name].se
    assert scores["f_b"].is_monotonic_decreasing
    pairs = table(app, "other ", "verdict")
    assert len(pairs) == 6
    assert (pairs["f_b"] >= 0).all()
    app = opened("difficulty", project=SAMPLE)
    accuracy, expected = table(app, "words", "system 0"), accuracy_by_difficulty(balanced)
    assert accuracy["words"].sum() == len(balanced.dataset.gold)
    for place, name in enumerate(("crf", "maximum matching", "jieba", "wapic")):
        assert accuracy[f"system {place}"].tolist() == expected[name].tolist()
    shares = table(app, "all words", "OOV words", "idioms")
    assert shares["OOV words"].tolist() == group_shares(balanced, word_groups(balanced))["OOV words"].tolist()
    assert shares["idioms"].sum() == pytest.approx(100)


def test_says_what_one_may_quote_and_names_the_committee(opened: Opened) -> None:
    text = html(scored(opened, project=SAMPLE))
    assert "wapic leads news with balanced F 0.794, 4.0 points ahead of jieba. By F1 crf leads." in text
    assert "Balanced F (f_b) is F with each word weighted by how hard it is for a committee" in text
    assert "Committee: perceptron K=50 seed=0; templates 1, 2 and 3; 10, 20 and 30 % of " in text
    assert "A committee of perceptrons is hard on systems of its own kind" in text
    assert "compares systems under one committee, never across committees." in text
    assert "Another committee of 50 members of this kind would move f_b by" in text
    words = html(opened("difficulty", project=SAMPLE, part="words"))
    assert "words of four characters in the list that comes with cwsdiag, 227 words" in words
    assert " words of news with difficulty 0.9 to 1, " in words


@pytest.mark.parametrize("dataset", [spec.name for spec in read_project(SAMPLE).datasets])
def test_every_dataset_of_the_sample_shows_all_of_the_page(opened: Opened, dataset: str) -> None:
    app = opened("difficulty", project=SAMPLE, part="words", dataset=dataset)
    assert "too few to show" not in json.dumps(charts(app)), "idioms are drawn"
    assert table(app, "idioms")["idioms"].sum() == pytest.approx(100)
    assert len(charts(opened("difficulty", project=SAMPLE, part="committee", dataset=dataset))) == 3


@pytest.mark.parametrize(
    ("part", "page", "said"),
    [("scores", "scores", {"part": "balanced"}), ("rows", "sentences", {"order": "hardest"}),
     ("sentence", "sentences", {"order": "hardest"})],
)  # fmt: skip
def test_parts_of_0_2_0_lead_to_where_they_are(opened: Opened, part: str, page: str, said: dict[str, str]) -> None:
    app = opened("difficulty", project=SAMPLE, part=part)
    assert app.session_state["selection"].page == page
    assert {key: "".join(app.query_params[key]) for key in said} == said


def test_bare_numbers_have_no_committee_error(opened: Opened, project: Project) -> None:
    text = html(scored(opened, project=weighed(project())))
    assert "is not known: the file of difficulties does not say which members were wrong." in text
    assert "Committee: gold.weight. " in text
    assert "If the members of the committee are perceptrons or CRFs, it is hard on systems of that kind" in text
    assert "Two points always lie on a line: with two systems r is 1 or -1." in text


def test_one_system(opened: Opened, project: Project) -> None:
    app = scored(opened, project=weighed(project(systems={"<b>only": FIRST})))
    assert "&lt;b&gt;only has balanced F " in html(app)
    assert "Differences in balanced F" not in html(app)


@pytest.mark.parametrize(
    ("number", "said"), [("0", "Balanced F (f_b) is undefined on own"), ("0.5", "leads own with balanced F")]
)
def test_all_words_alike(opened: Opened, project: Project, number: str, said: str) -> None:
    weights = " ".join([number] * 6) + "\n"
    text = html(scored(opened, project=weighed(project(), weights * 40)))
    assert said in text
    assert "All words have the same difficulty" in text


def test_ten_systems_with_long_names(opened: Opened, project: Project) -> None:
    names = [f"bert-base-chinese finetuned on pku and msr, epoch {n:02d}, seed 1" for n in range(10)]
    app = scored(opened, project=weighed(project(systems=dict.fromkeys(names, SECOND))))
    assert sorted(table(app, "f_b", "f_b_low")[FULL]) == names


def test_without_training_nothing_is_oov(opened: Opened, project: Project) -> None:
    text = html(opened("difficulty", project=weighed(project(training=None)), part="words"))
    assert "Without training data no word is OOV." in text


def test_without_difficulties_and_training_it_says_what_is_needed(opened: Opened, project: Project) -> None:
    app = opened("difficulty", project=project(training=None))
    text = html(app)
    assert "How hard is each of the 240 gold words of own?" in text
    assert "This dataset has no training data, and a committee has to learn from something" in text
    assert app.get("page_link")
    assert app.get("file_uploader")
    assert not charts(app)


def test_without_difficulties_a_click_makes_a_committee(opened: Opened, project: Project) -> None:
    app = opened("difficulty", project=project())
    assert not queued(), "none is made unasked"
    assert "How hard is each" in html(app)
    app.button(key="ask for the committee").click().run()
    for job in queued():
        assert job.result(120)
    text = html(app.run())
    assert "words of own with difficulty" in text
    assert "members" not in app.query_params


def drop(app: AppTest, name: str, data: str) -> AppTest:
    uploader = next(one for one in app.get("file_uploader") if one.key.startswith("upload weights"))
    uploader.set_value((name, data.encode(), "text/plain")).run()
    assert not app.exception
    return app


LINES = "0 0.1 0.2 0.45 1 0\n0.3 0 0.2 0 0.9 0\n" * 20


def test_uploaded_weights_belong_to_the_dataset_in_this_session(opened: Opened, project: Project) -> None:
    path = project(training=None)
    app = drop(opened("difficulty", project=path), "mine.weight", LINES)
    assert "In use: mine.weight" in html(app)
    app.button(key="forget weights").click().run()
    assert "How hard is each" in html(app)
    assert "How hard is each" in html(opened("difficulty", project=path)), "nobody else has them"


def test_uploaded_weights_take_the_place_of_a_committee(opened: Opened) -> None:
    app = opened("difficulty", project=SAMPLE, members="3")
    app.button(key="ask for the committee").click().run()
    for job in queued():
        assert job.result(120)
    assert "K=3 seed=0" in html(app.run())
    given = (SAMPLE.parent / "news" / "first" / "difficulty.csv.gz").read_bytes()
    drop(app, "mine.csv", gzip.decompress(given).decode())
    assert "K=50 seed=0" in html(app)
    assert "members" not in app.query_params


def test_weights_that_do_not_fit_change_nothing(opened: Opened, project: Project) -> None:
    app = drop(opened("difficulty", project=project(training=None)), "mine.weight", "0.5\n")
    assert "This file does not fit: nothing was changed" in html(app)
    assert "How hard is each" in html(app)


def test_project_weights_that_do_not_fit_are_named(opened: Opened, project: Project) -> None:
    app = opened("difficulty", project=weighed(project(), "0.5\n"))
    assert not queued(), "it is not covered up"
    assert "Make difficulties" in [button.label for button in app.button]
    assert "The file of difficulties cannot be used" in html(app)
    app.button(key="ask for the committee").click().run()
    for job in queued():
        assert job.result(120)
    assert "words of own with difficulty" in html(app.run())
    assert app.query_params["members"] in ("100", ["100"])


def test_idioms_of_ones_own(opened: Opened, project: Project) -> None:
    gold = GOLD.replace("语言学", "一举两得")
    systems = {"first": FIRST.replace("语言 学", "一举 两得"), "second": SECOND.replace("语言学", "一举两得")}
    app = opened("difficulty", project=weighed(project(gold=gold, systems=systems)), part="words")
    assert table(app, "idioms")["idioms"].sum() == pytest.approx(100)
    uploader = next(one for one in app.get("file_uploader") if one.key == "upload idioms")
    uploader.set_value(("<i>.txt", "画蛇添足".encode(), "text/plain")).run()
    assert table(app, "idioms")["idioms"].isna().all()
    assert "your list &lt;i&gt;.txt, 1 word." in html(app)


def test_idioms_of_a_project(opened: Opened, project: Project) -> None:
    path = weighed(project())
    (path.parent / "four.txt").write_text("我们在北 语言学。", "utf-8")
    path.write_text(path.read_text("utf-8").replace("gold =", 'idioms = "four.txt"\ngold =', 1), "utf-8")
    assert "Idioms: words of four characters in the list four.txt of this project, 2 words." in html(
        opened("difficulty", project=path, part="words")
    )
    (path.parent / "four.txt").write_bytes(b"\xff\xfe\x00\x00\x01" * 9)
    text = html(opened("difficulty", project=path, part="words"))
    assert "The list of idioms of this project cannot be used" in text
    assert "the list that comes with cwsdiag, 227 words" in text


def test_private_gold_keeps_its_words(opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board(tmp_path / "board.sqlite")
    board.add_task(TaskDraft("t", gold=Source.from_bytes("g", GOLD.encode()), few_sentences=True))
    by = Submitter(signed_in="x")
    board.submit("t", Entry("one", "x", "open", ""), Source.from_bytes("s", FIRST.encode()), by=by)
    board.close("t")
    file = File.uploaded("gold", "mine.weight", LINES.encode())
    monkeypatch.setattr("cwsdiag.ui.data.catalogue.own_weights", lambda entry: {"file": file})
    app = opened("difficulty")
    hand_over(monkeypatch, "--board", str(tmp_path / "board.sqlite"))
    app.query_params["dataset"] = "board:t"
    app.query_params["submissions"] = "1"
    app.run()
    assert not app.exception
    text = html(app)
    assert "The difficulties of words are withheld." in text
    assert "is private: systems are scored against it" in text
    assert "Your own difficulties are not accepted here" in text
    assert "语言" not in text
    assert not app.get("file_uploader")


def test_own_weights_are_kept_by_dataset() -> None:
    st.session_state.clear()
    news, other = dataset_entry("news"), dataset_entry("other")
    file = File.uploaded("weights", "mine.weight", b"1")
    own_weights(news)["file"] = file
    assert own_weights(news) == {"file": file}
    assert own_weights(other) == {}
    own_weights(news)["committee"] = SessionCommittee(replace(file, name="made"), "stamp", instead=True)
    found = _weighed(news).files.weights
    assert found is not None and found.name == "made", "a committee stands before the file"
    del own_weights(news)["committee"]
    assert _weighed(news).files.weights == file


def dataset_entry(id: str, gold: bytes = b"x") -> CatalogueEntry:
    return CatalogueEntry(id, id, "upload", FileSet(files=(File.uploaded("gold", "gold.txt", gold),)))


def test_own_weights_are_those_of_their_gold() -> None:
    st.session_state.clear()
    before, after = dataset_entry("upload"), dataset_entry("upload", b"another text")
    own_weights(before)["file"] = File.uploaded("weights", "mine.weight", b"1")
    assert own_weights(after) == {}
    assert _weighed(after) is after
    assert _weighed(before).files.weights == own_weights(before)["file"]


def test_difficulties_given_for_files_of_ones_own_are_kept_with_them(loaded: AppTest, opened: Opened) -> None:
    loaded.session_state["browser of this test"] = "k" * 43
    visit(loaded, "difficulty")
    first = drop(loaded, "first.weight", LINES)
    assert "In use: first.weight" in html(first)
    assert not any(button.key == "forget weights" for button in first.button)
    drop(first, "second.weight", LINES.replace("0.45", "0.5"))
    again = opened("difficulty", w="k" * 43, dataset="upload")
    assert "In use: second.weight" in html(again), "also for whoever loads the page anew"
    visit(again, "data")
    assert roles(again)["second.weight"] == "weights"
    assert roles(again)["first.weight"] == "out"
    assert roles(again)["gold.txt"] == "gold"


def test_clicks_lead_to_words(monkeypatch: pytest.MonkeyPatch) -> None:
    led: list[tuple[str, dict[str, Any]]] = []
    monkeypatch.setattr(navigation, "lead_to", lambda page, **changes: led.append((page, changes)))
    chosen: dict[str, str | None] = {"now": None}
    monkeypatch.setattr(difficulty.state, "get", lambda key: chosen["now"])
    difficulty.to_words(9)
    chosen["now"] = "equal:3;diff=classes"
    difficulty.to_words(0, "北京")
    filters = ("where", "shape", "cause", "of", "show", "text")
    rest = dict.fromkeys((*filters, "part", "list", "pattern", "form", "place")) | {"attribute": "diff"}
    tenths = "diff=edges:0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9"
    assert led == [
        ("diagnosis", {"bucket": "9", "word": None, **rest}),
        ("diagnosis", {"bucket": "0", "word": "北京", "buckets": f"equal:3;{tenths}", **rest}),
    ]


def test_hardest_sentences_are_by_mean_and_short_ones_last(balanced: Any) -> None:
    hard = Hardness(balanced.dataset)
    gold, d = balanced.dataset.gold, balanced.weights.values
    counts = np.bincount(gold.sentence_ids)
    # Means that differ by rounding alone are equal.
    means = [round(d[gold.sentence_ids == sentence].mean(), 9) for sentence in range(len(counts))]
    order = [*hard.hardest]
    assert sorted(order) == [*range(len(counts))]
    keys = [(counts[sentence] < 5, -means[sentence]) for sentence in order]
    assert keys == sorted(keys)


def test_correlation_needs_three_systems() -> None:
    assert "says nothing for 2 systems" in correlation_sentence(ScoreCorrelation(np.nan, np.nan, 2))
    assert correlation_sentence(ScoreCorrelation(0.9, 0.0001, 4)).endswith("0.900 (p < 0.001).")


def test_where_gold_is_withheld_figures_stand_without_words(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(View, "withholds_gold", property(lambda view: True))
    for page, figures, said in (("scores", 4, "Words are withheld"), ("difficulty", 2, "")):
        app = opened(page, project=SAMPLE, part={"scores": "balanced", "difficulty": "committee"}[page])
        assert len(charts(app)) == figures
        assert not drawings(app)
        assert said in html(app)
        assert not [frame for frame in frames(app) if "word" in frame.columns]
        assert not app.get("file_uploader")


def test_systems_that_are_level_share_the_lead(opened: Opened, project: Project) -> None:
    text = html(scored(opened, project=weighed(project(systems={"one": FIRST, "two": FIRST}))))
    assert "one and two lead own with the same balanced F, " in text
    assert "No two systems change their order from F1 to f_b." in text


def test_many_changes_of_order_are_counted() -> None:
    swap = Swap("up", "down", Interval(-0.02, -0.03, -0.01), Interval(0.01, -0.005, 0.02), (), ())
    assert swaps_sentence([swap]).startswith(
        "From F1 to f_b up passes down (F1 −2.0 [−3.0, −1.0], f_b +1.0 [−0.5, 2.0]). Both intervals leave out 0 "
        "for 0 of 1 pair."
    )
    assert swaps_sentence([swap] * 20).startswith(
        "From F1 to f_b 20 pairs of systems change order. Both intervals leave out 0 for 0 of 20 pairs."
    )
