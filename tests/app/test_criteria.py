"""The views of Datasets about criteria: what they say, that numbers are the library's, what they do without some."""

import time
from html import escape

import pytest

from cwsdiag.project import read_project
from cwsdiag.project.studies import load_corpora
from cwsdiag.study import fit, psi_matrix
from cwsdiag.ui.datasets import page
from tests.app.conftest import figures, html, said, table, ways

# 年代 is one word in the first criterion, two in the second.
FIRST = "八十 年代 的 书 。\n那 个 年代 好 。\n新 书 。\n" * 10
SECOND = "八十 年 代 的 书 。\n那个 年 代 好 。\n新书 。\n" * 10
A, B = {"gold": FIRST, "train": FIRST}, {"gold": SECOND, "train": SECOND}
HOSTILE = "<b>*$:red[x]"


def test_consistency_has_the_numbers_of_the_library(opened, several):
    path = several(A=A, B=B, C={"gold": SECOND, "train": FIRST})
    matrix = psi_matrix(load_corpora(read_project(path)))
    app = opened("datasets", project=path, part="consistency")
    pairs = table(app, "psi", "lost")
    for row in pairs.to_dict("records"):
        line, column = "ABC".index(row["train"]), "ABC".index(row["test"])
        assert row["psi"] == matrix.values[line, column], "unrounded"
        assert row["lost"] == pytest.approx(matrix.values[column, column] - row["psi"])
    assert len(pairs) == 9 and pairs["lost"].is_monotonic_decreasing


def test_a_word_shows_how_each_side_cuts_it(opened, several):
    project = several(A=A | {"train": FIRST * 2}, B=B | {"train": SECOND * 2})
    app = opened("datasets", project=project, train="B", test="A", string="年代", part="consistency")
    text = html(app)
    assert "<b>B</b> training data<small>40 occurrences</small>" in text
    assert "split 年·代 <small>40×</small>" in text and "as a word 年代 <small>20×</small>" in text
    assert "八十 <mark>年</mark> <mark>代</mark> 的" in text
    assert "八十 <mark>年</mark><mark>代</mark> 的" in text
    words = table(app, "word", "cut").set_index("word")
    assert (words.loc["年代", "cut"], words.loc["年代", "occurs"]) == ("split 年·代 40×", "0 / 40")
    assert said(app, "string") == "年代"
    inside = opened("datasets", project=project, train="A", test="B", string="年", part="consistency")
    assert "inside 年代 <small>40×</small>" in html(inside)


def test_normalisation_is_that_of_the_project_until_another_is_chosen(opened, shown, several):
    project = several(
        A={"gold": "１２３ 本 。\n12年 好 。\n", "train": "4 本 。\n1 年 好 。\n" * 3},
        B={"gold": "9 本 。\n1 年 好 。\n", "train": "９９本 。\n1年 好 。\n" * 3},
    )
    project.write_text('study = { normalise = ["numbers"] }\n' + project.read_text("utf-8"), "utf-8")
    app = opened("datasets", project=project, train="A", test="A", string="0年", part="consistency")
    assert "normalise:numbers" in shown[-1].signature
    assert "split 0·年 <small>3×</small>" in html(app), "the text as it was counted"
    pills = next(one for one in app.get("button_group") if one.key == "choose normalise")
    assert pills.value == ["numbers"]
    before = table(app, "psi", "lost")["psi"].max()
    pills.set_value([]).run()
    assert said(app, "normalise") == "none"
    assert "normalise:none" in shown[-1].signature
    assert table(app, "psi", "lost")["psi"].max() < before


def test_a_word_list_has_no_psi(opened, several):
    project = several(A=A, B=B | {"train": "年代\n书\n那个\n好\n"})
    app = opened("datasets", project=project, part="consistency", train="B", test="A")
    assert "B: there is no training text to count in" in html(app)
    assert "no two criteria can be compared both ways" in html(app)
    assert "B has no segmented training text, so there is nothing" in html(app)
    assert table(app, "psi", "lost")["psi"].isna().sum() == 2


@pytest.mark.parametrize("part", page.CRITERIA)
def test_without_any_training_text_there_is_nothing_to_see(opened, several, part):
    app = opened("datasets", project=several(A=A | {"train": "书\n年代\n好\n"}), part=part)
    assert "No dataset here has segmented training text" in html(app)
    assert ways(app) == ["See what the datasets have", "Open the sample"]
    assert not app.get("plotly_chart")


def learnt(app, button):
    """Ask for what the built-in segmenter learns, and run the page until it is there."""
    app.button(key=f"ask for {button}").click()
    end = time.monotonic() + 120
    while time.monotonic() < end:
        app.run()
        if not any(one.key in (f"ask for {button}", f"cancel {button}") for one in app.button):
            return app
        time.sleep(0.1)
    raise AssertionError("the work does not end")


def test_the_built_in_segmenter_learns_on_every_dataset(opened, shown, several):
    project = several(A=A, B=B, C={"gold": FIRST})
    app = opened("datasets", project=project, part="transfer")
    assert "No prediction here says what its system was trained on, so" in html(app)
    pairs = table(learnt(app, "built-in transfer"), "u", "relative").set_index(["train", "test"])
    assert pairs.loc[("A", "A"), "u"] == 1, "it has learnt this very text"
    assert pairs.loc[("B", "A"), "u"] < 1
    assert pairs.loc["C"]["u"].isna().all()
    assert "models:perceptron F2 | segmenter:perceptron F2" in shown[-1].signature
    assert "distances averaged over perceptron, template 2" in html(opened("datasets", project=project, part="maps"))


def test_f1_as_sources_are_added(opened, shown, several):
    project = several(A=A, B=B)
    curve = '\n[[study.curve]]\nname = "mine"\ndataset = "A"\nf1 = [[80, 90], [82, 91]]\n'
    project.write_text(project.read_text("utf-8") + curve, "utf-8")
    app = opened("datasets", project=project, part="sources", test="A")
    own = table(app, "way", "f1")
    assert own.drop(columns="step").values.tolist() == [["mine", 0.81, 0.8, 0.82, 2], ["mine", 0.905, 0.9, 0.91, 2]]
    assert "mine: own training data alone 0.810" in str(figures(app)[1]["data"])
    assert " | curves:" in shown[-1].signature
    rows = table(learnt(app, "selection curves"), "way", "f1")
    assert rows["way"].tolist() == [way for way in ("max", "min", "random", "mine") for _step in range(2)]
    assert rows["seeds"].tolist() == [*[5] * 6, 2, 2]
    assert rows["f1"].iloc[0] == 1
    assert "seed:0 | seeds:5" in shown[-1].signature


def test_a_text_of_ones_own_and_one_that_is_none(opened, several):
    project = several(A=A, B=B)
    app = opened("datasets", project=project, part="fit")
    for data in (b"\n \n", b"\x00\xff\x00\xfe" * 40):
        app.get("file_uploader")[0].set_value(("bad.txt", data, "text/plain")).run()
        assert not app.exception
        assert "This file cannot be used" in html(app) and "fault in cwsdiag" not in html(app)
    app.get("file_uploader")[0].set_value((f"{HOSTILE}.txt", SECOND.encode(), "text/plain")).run()
    corpora = load_corpora(read_project(project))
    expected = fit(corpora[1].test, corpora)
    assert table(app, "psi", "seen_psi")["psi"].tolist() == [one.psi for one in expected]
    assert "The criterion of B is nearest to &lt;b&gt;*$:red[x].txt: Ψ" in html(app)


def test_hostile_words_and_names_are_shown_literally(opened, several):
    gold, cut = f"{HOSTILE} 好 。\n" * 3, "<b> *$:red[x] 好 。\n" * 3
    project = several(**{HOSTILE: {"gold": gold, "train": gold}, "<i>B</i>": {"gold": cut, "train": cut}})
    app = opened("datasets", project=project, train="<i>B</i>", test=HOSTILE, string=HOSTILE, part="consistency")
    text = html(app)
    assert "<b>*$" not in text and "<i>B" not in text
    assert escape(f"as a word {HOSTILE}") in text
    assert "split &lt;b&gt;·*$:red[x]" in text
