"""Datasets in every state of its systems: parts, numbers, gaps, and what is left out."""

from html import unescape

import pyarrow as pa
import pytest

from cwsdiag.charts.theme import COLUMN
from cwsdiag.exhibits.exhibit import Exhibit
from cwsdiag.files import sample_project
from cwsdiag.project import load_dataset, read_project
from cwsdiag.report.files import file_of
from cwsdiag.study import study
from cwsdiag.ui.data import catalogue
from cwsdiag.ui.datasets.page import SYSTEMS
from cwsdiag.ui.shell import show
from tests.app.conftest import FIRST, GOLD, SECOND, TRAINING, figures, html
from tests.oracles.attributes import KEYS

# crf, wapic, jieba and maximum matching by their mean F1.
ORDER = (0, 3, 2, 1)
BOTH = {"gold": GOLD, "train": TRAINING, "first": FIRST, "second": SECOND}


@pytest.fixture(scope="module")
def found():
    return study([load_dataset(one) for one in read_project(sample_project()).datasets])


def test_scores_say_who_is_best_and_whether_that_is_real(opened, shown, sample, found):
    app = opened("datasets", project=sample)
    assert "crf has the highest mean: " in unescape(html(app))
    assert f"Friedman's test over 4 datasets, χ² = {found.models_test().statistic:.2f}" in unescape(html(app))
    (table,) = (table.value for table in app.dataframe)
    assert table.iloc[:4, 0].tolist() == [found.models[place] for place in ORDER], "the best average first"
    assert table["news"].tolist()[:4] == [found.f1[place, 0] for place in ORDER]
    assert shown[-1].signature == found.signature
    cells = pa.ipc.open_stream(app.dataframe[0].proto.arrow_data.styler.display_values).read_pandas()
    for place, name in enumerate(found.datasets):
        for one in found.verdicts[place]:
            if one.a == found.models[found.f1[:, place].argmax()]:
                cell = cells[name].iloc[table.iloc[:, 0].tolist().index(one.b)]
                assert ("≈" in cell) == (one.scores["f1"].verdict != "significant")
    assert cells["news"].iloc[0] == f"{found.f1[0, 0]:.3f} *"


def test_tests_by_dataset_are_saved_as_papers_print_them(opened, sample, found, monkeypatch):
    drawn: dict[str, Exhibit] = {}
    monkeypatch.setattr(show, "menu", lambda exhibit, *, key, apart=False: drawn.update({key: exhibit}))
    app = opened("datasets", project=sample, part="tests")
    wanted = [[test.p_adjusted for test in row] for row in found.dataset_tests]
    assert app.dataframe[0].value[[f"p_adjusted_{name}" for name in KEYS]].to_numpy().tolist() == wanted
    assert [*drawn] == ["dataset tests head", "system tests head"]
    assert file_of(drawn["dataset tests head"], "tex", COLUMN).decode().startswith(f"% {found.signature}\n")


def test_buckets_are_chosen_on_the_page(opened, shown, several):
    app = opened("datasets", project=several(one=BOTH, two=BOTH), part="diagnosis", cut="4")
    assert "buckets:equal:4" in shown[-1].signature
    (cut,) = [one for one in [*app.selectbox, *app.get("button_group")] if one.key == "choose cut"]
    assert cut.value == 4
    cut.set_value("classes").run()
    assert app.query_params["cut"] == "classes" and "buckets:classes" in shown[-1].signature
    app.query_params["cut"] = "x"
    app.run()
    assert "buckets:equal:10" in shown[-1].signature


def test_gaps_and_what_cannot_be_used_are_said(opened, several):
    path = several(one=BOTH | {"third": GOLD}, two=BOTH | {"third": GOLD}, three=BOTH, bad=BOTH)
    (path.parent / "3.gold.txt").write_bytes(b"\xff\xfe\x00\xd8\x00")
    app = opened("datasets", project=path)
    text = html(app)
    assert "Left out, because they cannot be used: bad" in text
    assert "first has the highest mean of the 2 systems with a score on all datasets: F1" in text
    assert "third (none in use on three)" in text
    assert app.dataframe[0].value["three"].isna().tolist() == [False, False, True, False]
    pair = opened("datasets", project=path, part="diagnosis", dataset="one", system="third", other="first")
    assert "no prediction on this dataset" in figures(pair)[0]["data"][0]["hovertext"][-1]


def test_a_system_that_is_not_studied_is_not_diagnosed(opened, several):
    link = {"part": "diagnosis", "baselines": "on", "system": "BASE"}
    app = opened("datasets", project=several(one=BOTH, two=BOTH), dataset="one", **link)
    assert "BASE (system A) is not among the systems here." in html(app)


@pytest.mark.parametrize("part", SYSTEMS)
def test_hostile_names_of_ten_systems(opened, several, part):
    names = [f"<script>**bert**[l](http://e), finetuned on pku and msr, epoch {number:02d}" for number in range(10)]
    texts = {"gold": GOLD, "train": TRAINING} | dict.fromkeys(names, FIRST)
    text = html(opened("datasets", project=several(**{"<img src=x>": texts, "$two$": texts}), part=part))
    assert "<script" not in text
    assert "<img" not in text


def test_datasets_that_are_looked_at_together_are_read_once(opened, several, monkeypatch):
    read: list[str] = []
    load = catalogue.load_files
    monkeypatch.setattr(catalogue, "load_files", lambda files, **how: read.append(files.name) or load(files, **how))
    monkeypatch.setattr(catalogue, "_DATASETS", {"server": 1, "session": 1})
    opened("datasets", project=several(one=BOTH, two=BOTH, three=BOTH)).run()
    assert sorted(read) == ["one", "three", "two"]
