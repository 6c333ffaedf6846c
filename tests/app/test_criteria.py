"""The Criteria page in every state: what it says, that its numbers are the library's, and what it does without some."""

import json
import math
import time
from collections.abc import Callable
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from cwsdiag.dataset import ReadOptions
from cwsdiag.exhibits.exhibit import Exhibit
from cwsdiag.folders import sample_project
from cwsdiag.project import FileSet, read_project
from cwsdiag.project.studies import load_corpora, load_transfers
from cwsdiag.study import (
    Concordance,
    Corpus,
    Fit,
    differences,
    distances,
    fit,
    orders,
    psi_matrix,
    read_text,
    relations,
)
from cwsdiag.ui.datasets import criteria, page
from cwsdiag.ui.shell import state
from cwsdiag.ui.shell.state import Key
from cwsdiag.views.criteria import fit_finding
from tests.app.conftest import frames, html, lead, ways
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
    assert len(pairs) == 16
    for row in pairs.to_dict("records"):
        line, column = NAMES.index(row["train"]), NAMES.index(row["test"])
        assert row["psi"] == matrix.values[line, column], "unrounded"
        assert row["lost"] == pytest.approx(matrix.values[column, column] - row["psi"])
    assert pairs["lost"].is_monotonic_decreasing
    text = html(app)
    assert f"Friedman&#x27;s test over 4 training data, χ² = {matrix.test().statistic:.2f}" in text
    apart = distances(matrix.values)
    first, second = np.unravel_index(int(np.nanargmax(apart)), apart.shape)
    assert f"“{NAMES[first]}” and “{NAMES[second]}” follow the most different criteria." in text
    cells = figures(app)[0]["data"][0]["customdata"]
    assert [cell for cell in cells if cell] == [[train, test] for train in NAMES for test in NAMES]


def test_the_pair_that_loses_most_is_shown_until_one_is_chosen(
    opened: Opened, sample: Path, corpora: tuple[Corpus, ...]
) -> None:
    app = opened("datasets", project=sample, part="consistency")
    train, test = "microblog, first criterion", "news, second criterion"
    assert f"{train} → {test}<small>Ψ 43.2 over 1,485 words; 70.5 under its own training data" in html(app)
    by_name = {corpus.name: corpus for corpus in corpora}
    words = table(app, "word", "taken")
    training = by_name[train].training
    assert training is not None
    text = read_text(sample.parent / "microblog/first/train.txt", options=ReadOptions())
    found = differences(training, text, by_name[test].test, own=by_name[test].training)
    assert words["word"].tolist() == [one.loss.word for one in found]
    assert words["taken"].tolist() == [one.loss.loss for one in found]


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


def test_the_own_pair_has_costs(opened: Opened, several: Callable[..., Path]) -> None:
    app = opened("datasets", project=several(A=(FIRST + "书架 。\n", FIRST)), train="A", test="A", part="consistency")
    assert "A is the only dataset here" in html(app)
    assert "Words are ranked by what each takes from 100." in html(app)
    words = table(app, "word", "taken")
    assert words["word"].tolist() == ["书架"]
    assert words["cut"].tolist() == ["not in the training data"]
    assert "own_psi" not in words
    assert "The string does not occur." in html(app)


def test_nothing_is_lost(opened: Opened, several: Callable[..., Path]) -> None:
    app = opened(
        "datasets", project=several(A=(FIRST, FIRST), B=(FIRST, FIRST)), train="A", test="B", part="consistency"
    )
    assert "No word loses anything here." in html(app)


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
    pairs = table(app, "psi", "lost")
    assert pairs["psi"].isna().sum() == 2
    assert "Words are ranked by what each takes from 100." in html(app)
    app = opened("datasets", project=project, train="B", test="A", part="consistency")
    assert "B has no segmented training text, so there is nothing to compare with." in html(app)
    for part in page.CRITERIA:
        opened("datasets", project=project, part=part, train="B", test="B")


def test_a_dataset_without_training_data(opened: Opened, several: Callable[..., Path]) -> None:
    project = several(A=(FIRST, FIRST), B=(SECOND, SECOND), C=(FIRST, None))
    app = opened("datasets", project=project, part="consistency")
    assert "C: there is no training text to count in" in html(app)
    assert "Dropped for gaps: C." in html(app), "of Friedman's test"
    assert "Without C: distances unknown." in html(opened("datasets", project=project, part="maps"))


@pytest.mark.parametrize("training", [None, "书\n年代\n好\n"])
def test_without_any_training_text_there_is_nothing_to_see(
    opened: Opened, several: Callable[..., Path], training: str | None
) -> None:
    for part in page.CRITERIA:
        app = opened("datasets", project=several(A=(FIRST, training)), part=part)
        assert "No dataset here has segmented training text" in html(app)
        assert ways(app) == ["See what the datasets have", "Open the sample"]
        assert not app.get("plotly_chart")


def test_transfer_has_the_numbers_of_the_library(
    opened: Opened, shown: list[Exhibit], sample: Path, corpora: tuple[Corpus, ...]
) -> None:
    app = opened("datasets", project=sample, part="transfer")
    (model,) = load_transfers(read_project(sample))
    assert "models:crf" in shown[-1].signature
    pairs = table(app, "u", "relative", "psi")
    for row in pairs.to_dict("records"):
        at = NAMES.index(row["train"]), NAMES.index(row["test"])
        assert row["u"] == model.u[at]
        assert row["relative"] == pytest.approx(model.relative[at])
    found = relations(psi_matrix(corpora).values, model.u, NAMES)
    shown = table(app, "rho", "p")
    assert shown["rho"].tolist() == [one.correlation.rho for one in found]
    assert shown["how"].tolist() == ["exact"] * 4 + ["approximate"]
    assert "their p is too small" in html(app)
    assert f"of Ψ and U of crf is {found[-1].correlation.rho:.3f} over all 16 pairs" in html(app)
    matrix, relation = figures(app)
    assert (
        sum(len(trace["x"]) if isinstance(trace["x"], list) else 4 for trace in relation["data"] if "name" not in trace)
        == 16
    )
    relative = opened("datasets", project=sample, part="transfer", measure="relative")
    assert "Û" in str(figures(relative)[0]["data"])
    assert said(relative, "measure") == "relative"


def edited(app: AppTest, name: str, *, hidden: bool = False) -> AppTest:
    """Return the page once this session calls the CRF on ``news`` so, or hides it."""

    def change(files: FileSet) -> FileSet:
        crf = next(file for file in files.systems if file.name == "crf")
        return files.with_changed(crf, name=name, hidden=hidden)

    app.session_state["what was made of the files of datasets"] = {"news": [change]}
    app.run()
    assert not app.exception
    return app


def test_a_hidden_system_has_no_u_for_who_hid_it_and_for_nobody_else(
    opened: Opened, shown: list[Exhibit], sample: Path
) -> None:
    app = opened("datasets", project=sample, part="transfer")
    before, signature = table(app, "u", "relative", "psi"), shown[-1].signature
    assert before["u"].notna().all()
    mine = edited(app, "crf", hidden=True)
    pairs = table(mine, "u", "relative", "psi")
    own = (pairs["train"] == "news") & (pairs["test"] == "news")
    assert pairs["u"].isna().tolist() == own.tolist()
    assert shown[-1].signature != signature
    others = opened("datasets", project=sample, part="transfer")
    assert table(others, "u", "relative", "psi")["u"].notna().all()
    assert shown[-1].signature == signature


def test_a_renamed_system_is_still_the_model_of_the_project(opened: Opened, shown: list[Exhibit], sample: Path) -> None:
    app = edited(opened("datasets", project=sample, part="transfer"), "mine")
    assert table(app, "u", "relative", "psi")["u"].notna().all()
    assert "models:crf" in shown[-1].signature


@pytest.mark.parametrize("part", ["transfer", "maps"])
def test_the_signature_tells_predictions_apart(
    opened: Opened, shown: list[Exhibit], several: Callable[..., Path], part: str
) -> None:
    path = several(A=(FIRST, FIRST), B=(SECOND, SECOND))
    said = [path.read_text("utf-8")]
    for name, trained in (("A", "A"), ("A", "B"), ("B", "A"), ("B", "B")):
        gold = FIRST if name == "A" else SECOND
        (path.parent / f"{trained}-{name}.txt").write_text(gold, "utf-8")
    tables = said[0].split("[[dataset]]")
    for place, name in ((1, "A"), (2, "B")):
        for trained in "AB":
            tables[place] += (
                f'\n[[dataset.system]]\nname = "m"\nprediction = "{trained}-{name}.txt"\ntrained_on = "{trained}"\n'
            )
    path.write_text("[[dataset]]".join(tables), "utf-8")
    opened("datasets", project=path, part=part)
    first = shown[-1].signature
    assert "models:m | A/m:" in first
    (path.parent / "B-A.txt").write_text(FIRST.replace("八十 年代", "八十年代"), "utf-8")
    opened("datasets", project=path, part=part)
    assert shown[-1].signature != first


@pytest.mark.parametrize("asked", ["![x](http://e/x.png)", "nfkc,![x](http://e/x.png)", "nfkc,nfkc", ",", "**"])
def test_an_address_names_known_normalisations_and_no_others(opened: Opened, sample: Path, asked: str) -> None:
    app = opened("datasets", project=sample, normalise=asked, part="consistency")
    known = "nfkc" if "nfkc" in asked else "as they are"
    (label,) = (one.proto.popover.label for one in app.get("popover") if one.proto.popover.label.startswith("Texts"))
    assert label == f"Texts: {known}"
    assert "cw-error" not in html(app)


def test_no_model_says_what_it_was_trained_on(opened: Opened, several: Callable[..., Path]) -> None:
    project = several(A=(FIRST, FIRST), B=(SECOND, SECOND))
    app = opened("datasets", project=project, part="transfer")
    assert "No prediction here says what its system was trained on, so" in html(app)
    assert app.button(key="ask for built-in transfer")
    assert "there is no map from U" in html(opened("datasets", project=project, part="maps"))


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
    opened: Opened, shown: list[Exhibit], several: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CWSDIAG_CACHE", str(tmp_path / "cache"))
    project = several(A=(FIRST, FIRST), B=(SECOND, SECOND), C=(FIRST, None))
    app = opened("datasets", project=project, part="transfer")
    app.button(key="ask for built-in transfer").click()
    app = finished(app, "ask for built-in transfer")
    pairs = table(app, "u", "relative").set_index(["train", "test"])
    assert pairs.loc[("A", "A"), "u"] == 1, "it has learnt this very text"
    assert pairs.loc[("B", "A"), "u"] < 1
    assert pairs.loc["C"]["u"].isna().all()
    assert "models:perceptron F2 | segmenter:perceptron F2" in shown[-1].signature
    assert "distances averaged over perceptron, template 2" in html(opened("datasets", project=project, part="maps"))


def test_maps_turn_two_clicks_into_a_pair(opened: Opened, sample: Path) -> None:
    app = opened("datasets", project=sample, part="maps")
    assert "Click two datasets, one after the other" in html(app)
    psi, u = figures(app)[:2]
    assert psi["layout"]["xaxis"]["range"] == u["layout"]["xaxis"]["range"]
    assert len(table(app, "psi", "u")) == 6
    app = opened("datasets", project=sample, part="maps", train="news")
    assert "Training data: news. Now click the dataset whose test text you want to look at." in html(app)
    assert not any("word" in frame for frame in frames(app))
    app = opened("datasets", project=sample, part="maps", train="news", test="microblog")
    assert "news → microblog" in html(app)
    assert any("word" in frame for frame in frames(app))


def test_clicks_on_a_map(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen: dict[Key, str | None] = {}
    monkeypatch.setattr(state, "get", chosen.get)
    monkeypatch.setattr(state, "put", lambda key, value: chosen.update({key: value or None}))
    pairs = []
    for name in ("a", "b", "c", "c"):
        criteria.choose_point(name)
        pairs.append((chosen[Key.TRAIN], chosen[Key.TEST]))
    assert pairs == [("a", None), ("a", "b"), ("c", None), ("c", "c")]


def test_sources_come_in_the_orders_of_the_library(
    opened: Opened, shown: list[Exhibit], sample: Path, corpora: tuple[Corpus, ...]
) -> None:
    app = opened("datasets", project=sample, part="sources", test="microblog")
    found = orders(corpora[1], corpora)
    rows = table(app, "order", "psi")
    assert rows["psi"].tolist() == [value for order in found for value in order.psi]
    assert "f1" not in rows
    assert f"a higher Ψ than its own training data: {found[0].psi[0]:.1f}." in html(app)
    assert max(found[0].psi) == found[0].psi[0]
    assert "Ψ is that of the target&#x27;s test text, as there is no development text" in html(app)
    assert "target:microblog" in shown[-1].signature


def test_f1_as_sources_are_added(
    opened: Opened, shown: list[Exhibit], several: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CWSDIAG_CACHE", str(tmp_path / "cache"))
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


def test_one_dataset_has_no_source_and_no_map(opened: Opened, several: Callable[..., Path]) -> None:
    project = several(A=(FIRST, FIRST))
    sources = html(opened("datasets", project=project, part="sources"))
    assert "A is the only dataset here with segmented training text" in sources and "Two datasets" in sources
    assert "A map needs two datasets" in html(opened("datasets", project=project, part="maps"))
    app = opened("datasets", project=project, part="consistency")
    assert "Two datasets are needed to compare criteria" in html(app) and not app.get("plotly_chart")
    assert "→" not in html(app)


def test_a_text_of_ones_own(opened: Opened, shown: list[Exhibit], sample: Path, corpora: tuple[Corpus, ...]) -> None:
    app = opened("datasets", project=sample, part="fit")
    assert "Drop a file on the field above" in html(app)
    data = (sample.parent / "news/second/test.txt").read_bytes()
    app.get("file_uploader")[0].set_value((f"{HOSTILE}.txt", data, "text/plain")).run()
    expected = fit(corpora[2].test, corpora)
    rows = table(app, "psi", "seen_psi")
    assert rows["psi"].tolist() == [one.psi for one in expected]
    assert rows["name"].tolist()[0] == "news, second criterion"
    text = html(app)
    assert "The criterion of news, second criterion is nearest to &lt;b&gt;*$:red[x].txt: Ψ" in text
    assert "<b>*$" not in text
    words = table(app, "word", "taken")
    assert words["taken"].is_monotonic_decreasing and "own_psi" not in words
    assert "resamples:1000 | seed:0" in shown[-1].signature


@pytest.mark.parametrize("data", [b"", b"\n \n", b"\x00\xff\x00\xfe" * 40])
def test_a_text_that_is_none(opened: Opened, sample: Path, data: bytes) -> None:
    app = opened("datasets", project=sample, part="fit")
    app.get("file_uploader")[0].set_value(("bad.txt", data, "text/plain")).run()
    assert not app.exception
    assert "This file cannot be used" in html(app) or "Drop a file" in html(app)
    assert "fault in cwsdiag" not in html(app)


def test_a_nearest_dataset_that_only_has_more_of_the_words_is_said_to_be_so() -> None:
    near = Fit("news", 52.6, 50.0, 55.0, 0.85, 61.6, 70.0, 0.0, 0.0, 0.0)
    far = Fit("microblog", 51.2, 49.0, 53.0, 0.63, 81.5, 70.0, 1.4, 0.2, 2.6)
    said = fit_finding([near, far], "mine.txt", 1486)[0]
    assert "1.4 points [0.2, 2.6] ahead of microblog. Over the words" in said
    assert "microblog is nearest: Ψ 81.5 against 61.6." in said
    assert "Over the words" not in fit_finding([near, replace(far, seen_psi=62.0)], "mine.txt", 1486)[0]
    nothing = [replace(one, psi=0.0, seen=0.0, seen_psi=math.nan) for one in (near, far)]
    assert "No training data here has a word of mine.txt" in fit_finding(nothing, "mine.txt", 9)[0]


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


def test_a_long_sentence_is_trimmed_around_the_string() -> None:
    words = [f"词{number:03}" for number in range(200)]
    words[100] = "甲乙"
    text = read_text([words], options=ReadOptions())
    place = Concordance(text, "甲乙").places(limit=1)[0]
    drawn = criteria.sentence_html(place)
    assert drawn == (
        '<p class="cw-preview cw-example">…词097 词098 词099 <mark>甲</mark><mark>乙</mark> 词101 词102 词103…</p>'
    )


def test_a_long_word_is_trimmed_around_the_string() -> None:
    text = read_text([["前" * 50 + "甲" + "后" * 50, "完"]], options=ReadOptions())
    drawn = criteria.sentence_html(Concordance(text, "甲").places(limit=1)[0])
    assert f">…{'前' * 12}<mark>甲</mark>{'后' * 12}…<" in drawn


def test_ways_beyond_the_most_frequent_are_counted() -> None:
    lines = [["年", f"{number}"] for number in range(1)] + [[f"年{number}"] for number in range(6)]
    text = read_text(lines, options=ReadOptions())
    drawn = criteria.side_html(("A", "test text", text), Concordance(text, "年"))
    assert "3 more ways to cut it, 3× in all." in drawn


def test_every_part_begins_with_what_it_finds(opened: Opened, sample: Path) -> None:
    leads = {lead(opened("datasets", project=sample, part=part)) for part in page.CRITERIA}
    assert len(leads - {""}) == len(page.CRITERIA)
