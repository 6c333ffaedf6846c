"""The Difficulty page in every state: what it says, and that its numbers are those of the library."""

import json
import re
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from cwsdiag.balanced import Swap, accuracy_by_difficulty, balance, group_shares, word_groups
from cwsdiag.board import Board, Entry, TaskDraft
from cwsdiag.formats import Source
from cwsdiag.project import load_dataset, read_project
from cwsdiag.ui.data import own_weights
from cwsdiag.ui.data.files import File
from cwsdiag.ui.difficulty import words as difficulty
from cwsdiag.ui.difficulty.sentence import HardWord, sentence_html
from cwsdiag.ui.shell import navigation
from cwsdiag.ui.shell.tables import FULL, SYSTEM
from cwsdiag.ui.shell.view import View
from cwsdiag.views.difficulty import Correlation, Hardness, correlation_sentence, swaps_sentence
from tests.app.conftest import FIRST, GOLD, SECOND, html
from tests.app.test_difficulty import weighed

Opened = Callable[..., AppTest]
Project = Callable[..., Path]
SAMPLE = Path(__file__).parents[2] / "sample_data" / "difficulty.toml"


def charts(app: AppTest) -> list[dict[str, Any]]:
    return [json.loads(chart.proto.spec) for chart in app.get("plotly_chart")]


def table(app: AppTest, *columns: str) -> pd.DataFrame:
    """The table of the page that has these columns."""
    (found,) = (frame.value for frame in app.dataframe if {*columns} <= {*frame.value.columns})
    return found


@pytest.fixture
def balanced() -> Any:
    return balance(load_dataset(read_project(SAMPLE).dataset("news")))


def test_numbers_are_those_of_the_library(opened: Opened, balanced: Any) -> None:
    app = opened("difficulty", project=SAMPLE)
    scores = table(app, "f_b", "p_b").set_index(SYSTEM)
    for score in balanced.scores:
        row = scores.loc[score.name]
        for key in ("f1", "p_reward", "p_punishment", "p_b", "r_reward", "r_punishment", "r_b", "f_b"):
            assert row[key] == getattr(score, key), key
        assert row["f_b_low"] == balanced.intervals[score.name].low
        assert row["f_b_committee_se"] == balanced.committee_errors[score.name].se
    assert scores["f_b"].is_monotonic_decreasing
    pairs = table(app, "other ", "verdict")
    assert len(pairs) == 3
    assert (pairs["f_b"] >= 0).all()
    accuracy, expected = table(app, "words", "system 0"), accuracy_by_difficulty(balanced)
    assert accuracy["words"].sum() == 1573
    for place, name in enumerate(("crf", "maximum matching", "jieba")):
        assert accuracy[f"system {place}"].tolist() == expected[name].tolist()
    shares = table(app, "all words", "OOV words", "idioms")
    assert shares["OOV words"].tolist() == group_shares(balanced, word_groups(balanced))["OOV words"].tolist()
    assert shares["idioms"].sum() == pytest.approx(100)


def test_says_what_one_may_quote_and_names_the_committee(opened: Opened) -> None:
    text = html(opened("difficulty", project=SAMPLE))
    assert "jieba leads news with f_b 0.761 [0.733, 0.793] on 1,573 gold words" in text
    assert "By F1 crf leads, 0.854 to 0.824." in text
    assert "committee: perceptron K=50 seed=0 F1,F2,F3 10,20,30 %" in text
    assert "f_b compares systems under one committee, never across committees." in text
    assert "Another committee of 50 members of this kind would move f_b by" in text
    assert "words of four characters in the list that comes with cwsdiag, 210 words" in text


def test_hardest_sentence_comes_first_and_its_number_is_in_the_address(opened: Opened) -> None:
    app = opened("difficulty", project=SAMPLE)
    assert "sentence" not in app.query_params
    first = re.findall("Sentence ([0-9]+)<small>", html(app))
    app.button(key="sentence less hard").click().run()
    assert not app.exception
    assert [app.query_params["sentence"]] != first
    assert "2nd hardest of 100 sentences" in html(app)
    app.button(key="sentence hardest").click().run()
    assert [app.query_params["sentence"]] == first
    assert "3rd" not in html(opened("difficulty", project=SAMPLE, sentence="7")).partition("cw-hard")[0]


def test_bare_numbers_have_no_committee_error(opened: Opened, project: Project) -> None:
    text = html(opened("difficulty", project=weighed(project())))
    assert "is not known: the file of difficulties does not say which members were wrong." in text
    assert "committee: gold.weight. " in text
    assert "over 2 systems" in text
    assert "Two points always lie on a line" in text


def test_one_system(opened: Opened, project: Project) -> None:
    app = opened("difficulty", project=weighed(project(systems={"<b>only": FIRST})))
    assert "&lt;b&gt;only on own: f_b" in html(app)
    assert "&lt;b&gt;only is the only system" in html(app)


@pytest.mark.parametrize(("number", "said"), [("0", "f_b is undefined on own"), ("0.5", "leads own with f_b")])
def test_all_words_alike(opened: Opened, project: Project, number: str, said: str) -> None:
    weights = " ".join([number] * 6) + "\n"
    text = html(opened("difficulty", project=weighed(project(), weights * 40)))
    assert said in text
    assert "All words have the same difficulty" in text


def test_ten_systems_with_long_names(opened: Opened, project: Project) -> None:
    names = [f"bert-base-chinese finetuned on pku and msr, epoch {n:02d}, seed 1" for n in range(10)]
    app = opened("difficulty", project=weighed(project(systems=dict.fromkeys(names, SECOND))))
    assert sorted(table(app, "f_b", "p_b")[FULL]) == names


def test_without_training_nothing_is_oov(opened: Opened, project: Project) -> None:
    text = html(opened("difficulty", project=weighed(project(training=None))))
    assert "Without training data no word is OOV." in text


def test_audience_sees_figures(opened: Opened) -> None:
    assert len(charts(opened("difficulty", project=SAMPLE, present="on"))) == 6


def test_without_difficulties_it_says_how_to_get_some(opened: Opened, project: Project) -> None:
    app = opened("difficulty", project=project())
    text = html(app)
    assert "How hard the words of own are is not known yet." in text
    assert "cwsdiag difficulty --gold GOLD --train TRAINING --out difficulty.csv" in text
    assert app.get("page_link")
    assert not charts(app)


def drop(app: AppTest, name: str, data: str) -> AppTest:
    uploader = next(one for one in app.get("file_uploader") if one.key.startswith("upload weights"))
    uploader.set_value((name, data.encode(), "text/plain")).run()
    assert not app.exception
    return app


LINES = "0 0.1 0.2 0.45 1 0\n0.3 0 0.2 0 0.9 0\n" * 20


def test_uploaded_weights_belong_to_the_dataset_in_this_session(opened: Opened, project: Project) -> None:
    path = project()
    app = drop(opened("difficulty", project=path), "mine.weight", LINES)
    assert "committee: mine.weight" in html(app)
    app.button(key="forget weights").click().run()
    assert "is not known yet" in html(app)
    assert "is not known yet" in html(opened("difficulty", project=path)), "nobody else has them"


def test_weights_that_do_not_fit_change_nothing(opened: Opened, project: Project) -> None:
    app = drop(opened("difficulty", project=project()), "mine.weight", "0.5\n")
    assert "This file does not fit: nothing was changed" in html(app)
    assert "is not known yet" in html(app)


def test_project_weights_that_do_not_fit_are_named(opened: Opened, project: Project) -> None:
    app = opened("difficulty", project=weighed(project(), "0.5\n"))
    assert "The file of difficulties cannot be used" in html(app)


def test_idioms_of_ones_own(opened: Opened, project: Project) -> None:
    gold = GOLD.replace("语言学", "一举两得")
    systems = {"first": FIRST.replace("语言 学", "一举 两得"), "second": SECOND.replace("语言学", "一举两得")}
    app = opened("difficulty", project=weighed(project(gold=gold, systems=systems)))
    assert table(app, "idioms")["idioms"].sum() == pytest.approx(100)
    uploader = next(one for one in app.get("file_uploader") if one.key == "upload idioms")
    uploader.set_value(("<i>.txt", "画蛇添足".encode(), "text/plain")).run()
    assert table(app, "idioms")["idioms"].isna().all()
    assert "your list &lt;i&gt;.txt, 1 word." in html(app)


def test_private_gold_keeps_its_words(opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board(tmp_path / "board.sqlite")
    board.add_task(TaskDraft("t", gold=Source.from_bytes("g", GOLD.encode()), training=None))
    board.submit("t", Entry("one", "x", "open", "", ""), Source.from_bytes("s", FIRST.encode()))
    file = File.uploaded("gold", "mine.weight", LINES.encode())
    monkeypatch.setattr(own_weights, "of", lambda entry_id: file)
    app = opened("difficulty")
    monkeypatch.setattr("sys.argv", ["app.py", "--board", str(tmp_path / "board.sqlite")])
    app.query_params["dataset"] = "board:t"
    app.query_params["submissions"] = "1"
    app.run()
    assert not app.exception
    text = html(app)
    assert "The gold of this task is private" in text
    assert "语言" not in text
    assert not app.get("file_uploader")


def test_own_weights_are_kept_by_dataset() -> None:
    st.session_state.clear()
    file = File.uploaded("gold", "mine.weight", b"1")
    own_weights.keep("news", file)
    assert own_weights.of("news") == file
    assert own_weights.of("other") is None
    own_weights.forget("news")
    assert own_weights.of("news") is None
    own_weights.forget("news")


def test_clicks_lead_to_words(monkeypatch: pytest.MonkeyPatch) -> None:
    led: list[tuple[str, dict[str, Any]]] = []
    monkeypatch.setattr(navigation, "lead_to", lambda page, **changes: led.append((page, changes)))
    chosen: dict[str, str | None] = {"now": None}
    monkeypatch.setattr(difficulty.state, "get", lambda key: chosen["now"])
    difficulty.to_interval(9)
    chosen["now"] = "equal:3;diff=classes"
    difficulty.to_word("北京", 0)
    rest = {"where": None, "show": None, "text": None, "sort": None, "attribute": "diff"}
    tenths = "diff=edges:0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9"
    assert led == [
        ("explore", {"bucket": "9", "word": None, **rest}),
        ("explore", {"bucket": "0", "word": "北京", "buckets": f"equal:3;{tenths}", **rest}),
    ]


def test_sentence_is_escaped_and_speaks() -> None:
    word = HardWord("<b>", 0.824, 8, "41 of 50 members wrong", {"a": "right", "b": "wrong"})
    drawn = sentence_html([word, HardWord("。", 0.0, 0, "", {"a": "off"})], {"a": "one", "b": "<two>"})
    assert 'aria-label="&lt;b&gt;, difficulty 0.82, A right, B wrong"' in drawn
    assert escape("<two>") in drawn
    assert "<b>, " not in drawn
    assert ">.82<" in drawn
    assert "A not compared" in drawn


def test_hardest_sentences_are_by_mean_and_short_ones_last(balanced: Any) -> None:
    hard = Hardness(balanced.dataset)
    gold, d = balanced.dataset.gold, balanced.weights.values
    means = [d[gold.sentence_ids == sentence].mean() for sentence in range(100)]
    counts = np.bincount(gold.sentence_ids)
    assert list(hard.hardest) == sorted(range(100), key=lambda s: (counts[s] < 5, -means[s], s))


def test_correlation_needs_three_systems() -> None:
    assert "says nothing for 2 systems" in correlation_sentence(Correlation(np.nan, np.nan, 2))
    assert correlation_sentence(Correlation(0.9, 0.0001, 4)).endswith("0.900 (p < 0.001).")


def test_where_gold_is_withheld_figures_stand_without_words(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(View, "withholds_gold", property(lambda view: True))
    app = opened("difficulty", project=SAMPLE)
    assert len(charts(app)) == 6
    text = html(app)
    assert "cw-hard" not in text
    assert "Sentences and their words are withheld" in text
    assert "Words are withheld" in text
    assert not [frame for frame in app.dataframe if "word" in frame.value.columns]
    assert not app.get("file_uploader")


def test_systems_that_are_level_share_the_lead(opened: Opened, project: Project) -> None:
    text = html(opened("difficulty", project=weighed(project(systems={"one": FIRST, "two": FIRST}))))
    assert "one and two lead own with the same f_b" in text
    assert "No two systems change their order from F1 to f_b." in text


def test_many_changes_of_order_are_counted() -> None:
    swap = Swap("up", "down", (), ())
    assert swaps_sentence([swap]).startswith("From F1 to f_b up passes down. ")
    assert swaps_sentence([swap] * 20).startswith("From F1 to f_b 20 pairs of systems change order. ")
