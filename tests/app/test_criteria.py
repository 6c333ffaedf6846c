"""The Criteria page in every state: what it says, that its numbers are the library's, and what it does without some."""

import json
import time
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from cwsdiag.exhibits.exhibit import Exhibit
from cwsdiag.files import sample_project
from cwsdiag.project import FileSet, read_project
from cwsdiag.project.studies import load_corpora
from cwsdiag.study import (
    Corpus,
    fit,
    psi_matrix,
)
from cwsdiag.ui.datasets import page
from tests.app.conftest import frames, html, ways
from tests.app.test_separators import said

Opened = Callable[..., AppTest]

NAMES = ["news", "microblog", "news, second criterion", "microblog, first criterion"]
# 年代 is one word in the first criterion, two in the second.
FIRST = "八十 年代 的 书 。\n那 个 年代 好 。\n新 书 。\n" * 10
SECOND = "八十 年 代 的 书 。\n那个 年 代 好 。\n新书 。\n" * 10
HOSTILE = "<b>*$:red[x]"


@pytest.fixture
def several(tmp_path: Path) -> Callable[..., Path]:
    """``several(name=(gold, training), …)`` writes a project of datasets; training data may be None."""

    def write(normalise: str = "", **texts: tuple[str, str | None]) -> Path:
        lines = [f"[study]\nnormalise = [{normalise}]"] if normalise else []
        for number, (name, (gold, training)) in enumerate(texts.items()):
            (tmp_path / f"{number}.gold.txt").write_text(gold, "utf-8")
            lines += ["[[dataset]]", f"name = {name!r}", f'gold = "{number}.gold.txt"']
            if training is not None:
                (tmp_path / f"{number}.train.txt").write_text(training, "utf-8")
                lines.append(f'train = "{number}.train.txt"')
        path = tmp_path / "project.toml"
        path.write_text("\n".join(lines), "utf-8")
        return path

    return write


@pytest.fixture(scope="module")
def corpora() -> tuple[Corpus, ...]:
    return load_corpora(read_project(sample_project()))


def table(app: AppTest, *columns: str) -> Any:
    """Return the table with these columns."""
    return next(frame for frame in frames(app) if {*columns} <= {*frame.columns})


def figures(app: AppTest) -> list[dict[str, Any]]:
    return [json.loads(chart.proto.spec) for chart in app.get("plotly_chart")]


def test_consistency_has_the_numbers_of_the_library(opened: Opened, sample: Path, corpora: tuple[Corpus, ...]) -> None:
    app = opened("datasets", project=sample, part="consistency")
    matrix = psi_matrix(corpora)
    pairs = table(app, "psi", "lost")
    for row in pairs.to_dict("records"):
        line, column = NAMES.index(row["train"]), NAMES.index(row["test"])
        assert row["psi"] == matrix.values[line, column], "unrounded"
        assert row["lost"] == pytest.approx(matrix.values[column, column] - row["psi"])
    assert len(pairs) == 16 and pairs["lost"].is_monotonic_decreasing
    assert f"Friedman&#x27;s test over 4 training data, χ² = {matrix.test().statistic:.2f}" in html(app)
    cells = figures(app)[0]["data"][0]["customdata"]
    assert [cell for cell in cells if cell] == [[train, test] for train in NAMES for test in NAMES]


def test_a_word_shows_how_each_side_cuts_it(opened: Opened, several: Callable[..., Path]) -> None:
    project = several(A=(FIRST, FIRST * 2), B=(SECOND, SECOND * 2))
    app = opened("datasets", project=project, train="B", test="A", string="年代", part="consistency")
    text = html(app)
    assert "<b>B</b> training data<small>40 occurrences</small>" in text
    assert "split 年·代 <small>40×</small>" in text and "as a word 年代 <small>20×</small>" in text
    assert "八十 <mark>年</mark> <mark>代</mark> 的" in text
    assert "八十 <mark>年</mark><mark>代</mark> 的" in text
    words = table(app, "word", "cut").set_index("word")
    assert words.loc["年代", "cut"] == "split 年·代 40×"
    assert words.loc["年代", "occurs"] == "0 / 40"
    assert said(app, "string") == "年代"
    inside = opened("datasets", project=project, train="A", test="B", string="年", part="consistency")
    assert "inside 年代 <small>40×</small>" in html(inside)


def test_normalisation_is_that_of_the_project_until_another_is_chosen(
    opened: Opened, shown: list[Exhibit], several: Callable[..., Path]
) -> None:
    project = several(
        normalise='"numbers"', A=("１２３ 本 。\n" * 3, "4 本 。\n" * 3), B=("9 本 。\n", "９９本 。\n" * 3)
    )
    app = opened("datasets", project=project, part="consistency")
    assert "normalise:numbers" in shown[-1].signature
    assert table(app, "psi", "lost")["psi"].max() == 100
    pills = next(one for one in app.get("button_group") if one.key == "choose normalise")
    assert pills.value == ["numbers"]
    pills.set_value([]).run()
    assert said(app, "normalise") == "none"
    assert "normalise:none" in shown[-1].signature
    assert table(app, "psi", "lost")["psi"].max() < 100
    assert page.normalise_text(["latin", "nfkc"], []) == "nfkc,latin", "in the order in which they are done"
    assert page.normalise_text(["numbers"], ["numbers"]) is None


def test_the_training_text_is_normalised_as_the_counts_are(opened: Opened, several: Callable[..., Path]) -> None:
    project = several(A=("12年 好 。\n", "1 年 好 。\n" * 3), B=("1 年 好 。\n", "1年 好 。\n" * 3))
    app = opened(
        "datasets", project=project, normalise="numbers", train="A", test="A", string="0年", part="consistency"
    )
    assert "split 0·年 <small>3×</small>" in html(app)


def test_a_word_list_has_no_psi(opened: Opened, several: Callable[..., Path]) -> None:
    project = several(A=(FIRST, FIRST), B=(SECOND, "年代\n书\n那个\n好\n"))
    app = opened("datasets", project=project, part="consistency")
    assert "B: there is no training text to count in" in html(app)
    assert "no two criteria can be compared both ways" in html(app)
    assert table(app, "psi", "lost")["psi"].isna().sum() == 2
    for part in page.CRITERIA:
        app = opened("datasets", project=project, part=part, train="B", test="A")
        assert part != "consistency" or "B has no segmented training text, so there is nothing" in html(app)


def test_without_any_training_text_there_is_nothing_to_see(opened: Opened, several: Callable[..., Path]) -> None:
    for part in page.CRITERIA:
        app = opened("datasets", project=several(A=(FIRST, "书\n年代\n好\n")), part=part)
        assert "No dataset here has segmented training text" in html(app)
        assert ways(app) == ["See what the datasets have", "Open the sample"]
        assert not app.get("plotly_chart")


def edited(app: AppTest, name: str, *, hidden: bool = False) -> AppTest:
    """Return the page once this session calls the CRF on ``news`` so, or hides it."""

    def change(files: FileSet) -> FileSet:
        crf = next(file for file in files.systems if file.name == "crf")
        return files.with_changed(crf, name=name, hidden=hidden)

    app.session_state["what was made of the files of datasets"] = {"news": [change]}
    app.run()
    assert not app.exception
    return app


def finished(app: AppTest, gone: str) -> AppTest:
    """Run a page until a button of it is gone and no progress is shown."""
    end = time.monotonic() + 120
    while time.monotonic() < end:
        app.run()
        if not any(button.key in (gone, f"cancel {gone.removeprefix('ask for ')}") for button in app.button):
            return app
        time.sleep(0.1)
    raise AssertionError("the work does not end")


def test_the_built_in_segmenter_learns_on_every_dataset(
    opened: Opened, shown: list[Exhibit], several: Callable[..., Path]
) -> None:
    project = several(A=(FIRST, FIRST), B=(SECOND, SECOND), C=(FIRST, None))
    app = opened("datasets", project=project, part="transfer")
    assert "No prediction here says what its system was trained on, so" in html(app)
    app.button(key="ask for built-in transfer").click()
    app = finished(app, "ask for built-in transfer")
    pairs = table(app, "u", "relative").set_index(["train", "test"])
    assert pairs.loc[("A", "A"), "u"] == 1, "it has learnt this very text"
    assert pairs.loc[("B", "A"), "u"] < 1
    assert pairs.loc["C"]["u"].isna().all()
    assert "models:perceptron F2 | segmenter:perceptron F2" in shown[-1].signature
    assert "distances averaged over perceptron, template 2" in html(opened("datasets", project=project, part="maps"))


def test_f1_as_sources_are_added(opened: Opened, shown: list[Exhibit], several: Callable[..., Path]) -> None:
    project = several(A=(FIRST, FIRST), B=(SECOND, SECOND))
    curve = '\n[[study.curve]]\nname = "mine"\ndataset = "A"\nf1 = [[80, 90], [82, 91]]\n'
    project.write_text(project.read_text(encoding="utf-8") + curve, encoding="utf-8")
    app = opened("datasets", project=project, part="sources", test="A")
    own = table(app, "way", "f1")
    assert own.drop(columns="step").values.tolist() == [["mine", 0.81, 0.8, 0.82, 2], ["mine", 0.905, 0.9, 0.91, 2]]
    assert "mine: own training data alone 0.810" in str(figures(app)[1]["data"])
    assert " | curves:" in shown[-1].signature
    app.button(key="ask for selection curves").click()
    app = finished(app, "ask for selection curves")
    rows = table(app, "way", "f1")
    assert rows["way"].tolist() == [way for way in ("max", "min", "random", "mine") for _step in range(2)]
    assert rows["seeds"].tolist() == [*[5] * 6, 2, 2]
    assert (rows["f1_min"] <= rows["f1"]).all() and (rows["f1"] <= rows["f1_max"]).all()
    assert rows["f1"].iloc[0] == 1
    assert "seed:0 | seeds:5" in shown[-1].signature
    assert "The three ways: no Friedman test, because it needs 3 steps without gaps, and there are 0." in html(app)


def test_a_text_of_ones_own_and_one_that_is_none(opened: Opened, several: Callable[..., Path]) -> None:
    project = several(A=(FIRST, FIRST), B=(SECOND, SECOND))
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


def test_hostile_words_and_names_are_shown_literally(opened: Opened, several: Callable[..., Path]) -> None:
    gold = f"{HOSTILE} 好 。\n<script>x</script> 的 。\n" * 3
    cut = "<b> *$:red[x] 好 。\n<script> x</script> 的 。\n" * 3
    project = several(**{HOSTILE: (gold, gold), "<i>B</i>": (cut, cut)})
    for part in page.CRITERIA:
        app = opened("datasets", project=project, part=part, train="<i>B</i>", test=HOSTILE, string=HOSTILE)
        text = html(app)
        assert "<b>*$" not in text and "<script" not in text and "<i>B" not in text
        assert not app.markdown or all(HOSTILE not in one.value for one in app.markdown)
    app = opened("datasets", project=project, train="<i>B</i>", test=HOSTILE, string=HOSTILE, part="consistency")
    assert escape(f"as a word {HOSTILE}") in html(app)
    assert "split &lt;b&gt;·*$:red[x]" in html(app)
