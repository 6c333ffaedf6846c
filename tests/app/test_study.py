"""The Study page in every state: its parts, its numbers, gaps, one dataset, and where it leads."""

import json
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from streamlit.testing.v1 import AppTest

from cwsdiag.charts.theme import COLUMN
from cwsdiag.exhibits.exhibit import Exhibit
from cwsdiag.project import load_dataset, read_project
from cwsdiag.report.files import file_of
from cwsdiag.study import Study, study
from cwsdiag.ui.data import catalogue
from cwsdiag.ui.datasets.page import SYSTEMS
from cwsdiag.ui.shell import show
from cwsdiag.views.wording import p_value
from tests.app.conftest import FIRST, GOLD, SECOND, TRAINING, Opened, html
from tests.oracles.attributes import KEYS

NAMES = ["news", "microblog", "news, second criterion", "microblog, first criterion"]
# crf, wapic, jieba and maximum matching by their mean F1.
ORDER = (0, 3, 2, 1)


@pytest.fixture(scope="module")
def found() -> Study:
    from cwsdiag.folders import sample_project

    return study([load_dataset(one) for one in read_project(sample_project()).datasets])


@pytest.fixture
def several(tmp_path: Path) -> Callable[..., Path]:
    """``several({dataset: {system: text}})`` writes a project of such datasets, and gives its path."""

    def write(datasets: dict[str, dict[str, str]], *, gold: str = GOLD) -> Path:
        lines = []
        for number, (name, systems) in enumerate(datasets.items()):
            (tmp_path / f"gold-{number}.txt").write_text(gold, "utf-8")
            (tmp_path / "train.txt").write_text(TRAINING, "utf-8")
            lines += ["[[dataset]]", f"name = {name!r}", f'gold = "gold-{number}.txt"', 'train = "train.txt"']
            for place, (system, text) in enumerate(systems.items()):
                (tmp_path / f"{number}-{place}.txt").write_text(text, "utf-8")
                lines += ["[[dataset.system]]", f"name = {system!r}", f'prediction = "{number}-{place}.txt"']
        (tmp_path / "project.toml").write_text("\n".join(lines), "utf-8")
        return tmp_path / "project.toml"

    return write


def figures(app: AppTest) -> list[Any]:
    return [json.loads(chart.proto.spec) for chart in app.get("plotly_chart")]


def test_scores_say_who_is_best_and_whether_that_is_real(
    opened: Opened, shown: list[Exhibit], sample: Path, found: Study
) -> None:
    app = opened("datasets", project=sample)
    text = unescape(html(app))
    means = found.f1.mean(axis=1)
    lead = 100 * (means[0] - means[ORDER[1]])
    mean = f"F1 {means[0]:.3f} on average over 4 datasets, {lead:.1f} points ahead of wapic, and first on 3 of 4."
    assert f"crf has the highest mean: {mean}" in text
    test = found.models_test()
    assert f"Friedman's test over 4 datasets, χ² = {test.statistic:.2f}, exact p = {p_value(test.p)}." in text
    assert "Datasets may differ by chance alone" in text
    (table,) = (table.value for table in app.dataframe)
    assert table.iloc[:4, 0].tolist() == [found.models[place] for place in ORDER], "the best average first"
    assert table["news"].tolist()[:4] == [found.f1[place, 0] for place in ORDER]
    assert table["rank  "].tolist()[:4] == [test.ranks[place] for place in ORDER]
    assert shown[-1].signature == found.signature
    cells = pa.ipc.open_stream(app.dataframe[0].proto.arrow_data.styler.display_values).read_pandas()
    for place, name in enumerate(found.datasets):
        for one in found.verdicts[place]:
            if one.a == found.models[found.f1[:, place].argmax()]:
                cell = cells[name].iloc[table.iloc[:, 0].tolist().index(one.b)]
                assert ("≈" in cell) == (one.scores["f1"].verdict != "significant")
    assert cells["news"].iloc[0] == f"{found.f1[0, 0]:.3f} *"


def test_biases_of_datasets(opened: Opened, sample: Path, found: Study) -> None:
    app = opened("datasets", project=sample, part="datasets")
    means, rho, sigma, sizes = (frame.value for frame in app.dataframe)
    folder = sample.parent / "news" / "first"
    assert sizes["words"].tolist()[:2] == [
        len((folder / name).read_text("utf-8").split()) for name in ("train.txt", "test.txt")
    ]
    for table, kind, values in (
        (means, "mean", found.means),
        (rho, "rho", found.rho_by_dataset[0]),
        (sigma, "sigma", found.sigma_by_dataset[0]),
    ):
        np.testing.assert_array_equal(table[[f"{kind}_{key}" for key in KEYS]], values)


def test_tables_are_saved_as_papers_print_them(
    opened: Opened, sample: Path, found: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: dict[str, Exhibit] = {}
    monkeypatch.setattr(show, "menu", lambda exhibit, *, key: drawn.update({key: exhibit}))
    opened("datasets", project=sample, part="tests")
    assert [*drawn] == ["dataset tests head", "system tests head"]
    tex = file_of(drawn["dataset tests head"], "tex", COLUMN).decode()
    assert tex.startswith(f"% {found.signature}\n") and "news, second criterion & " in tex
    assert "\\textbf{\\boldmath " in tex, "what is significant stands out"


def test_tests_by_dataset_and_by_system(opened: Opened, sample: Path, found: Study) -> None:
    app = opened("datasets", project=sample, part="tests")
    for place, key in enumerate(("p_adjusted", "p", "p_chi2")):
        wanted = [[getattr(test, key) for test in row] for row in found.dataset_tests]
        table = app.dataframe[place].value
        assert table[[f"{key}_{name}" for name in KEYS]].to_numpy().tolist() == wanted
    frequent = found.model_tests[found.models.index("crf")][KEYS.index("wFre")]
    texts = figures(app)[1]["data"][1]["text"]
    assert texts[KEYS.index("wFre")] == f"<b>{p_value(frequent.p_adjusted)}</b>"
    assert texts[KEYS.index("wLen")] == "–"


def test_buckets_are_chosen_on_the_page(opened: Opened, shown: list[Exhibit], several: Callable[..., Path]) -> None:
    project = several({"one": {"first": FIRST, "second": SECOND}, "two": {"first": FIRST, "second": SECOND}})
    app = opened("datasets", project=project, part="diagnosis", cut="4")
    assert "buckets:equal:4" in shown[-1].signature
    (cut,) = [one for one in [*app.selectbox, *app.get("button_group")] if one.key == "choose cut"]
    assert cut.value == 4
    cut.set_value("classes").run()
    assert app.query_params["cut"] == "classes" and "buckets:classes" in shown[-1].signature
    for asked, used in (("7", "equal:7"), ("x", "equal:10")):
        opened("datasets", project=project, part="tests", cut=asked)
        assert f"buckets:{used}" in shown[-1].signature


def test_a_gap_is_shown_and_said(opened: Opened, several: Callable[..., Path]) -> None:
    both = {"first": FIRST, "second": SECOND, "third": GOLD}
    path = several({"one": both, "two": both, "three": {name: both[name] for name in ("first", "second")}})
    app = opened("datasets", project=path)
    text = html(app)
    assert "first has the highest mean of the 2 systems with a score on all datasets: F1" in text
    assert "and first on 1 of 3." in text, "elsewhere the system with the gap is"
    assert "third (none in use on three)" in text
    assert app.dataframe[0].value["three"].isna().tolist() == [False, False, True, False]
    pair = opened("datasets", project=path, part="diagnosis", dataset="one", system="third", other="first")
    assert "no prediction on this dataset" in figures(pair)[0]["data"][0]["hovertext"][-1]


def test_a_file_that_cannot_be_used_leaves_its_dataset_out(opened: Opened, several: Callable[..., Path]) -> None:
    path = several({"one": {"first": FIRST}, "bad": {"first": FIRST}, "two": {"first": FIRST}})
    (path.parent / "gold-1.txt").write_bytes(b"\xff\xfe\x00\xd8\x00")
    text = html(opened("datasets", project=path))
    assert "Left out, because they cannot be used: bad" in text
    assert "over 2 datasets" in text


def test_a_system_that_is_not_studied_is_not_diagnosed(opened: Opened, sample: Path) -> None:
    app = opened("datasets", project=sample, part="diagnosis", dataset="news", baselines="on", system="BASE")
    assert "BASE (system A) is not among the systems here." in html(app)


def test_hostile_names_and_ten_systems(opened: Opened, several: Callable[..., Path]) -> None:
    names = [f"<script>**bert**[l](http://e), finetuned on pku and msr, epoch {number:02d}" for number in range(10)]
    systems = {name: (FIRST, SECOND, GOLD)[place % 3] for place, name in enumerate(names)}
    path = several({"<img src=x>": systems, "$two$": systems, "three": systems})
    for part in SYSTEMS:
        text = html(opened("datasets", project=path, part=part))
        assert "<script" not in text
        assert "<img" not in text


def test_datasets_that_are_looked_at_together_are_read_once(
    opened: Opened, sample: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    load = catalogue.load_files
    monkeypatch.setattr(catalogue, "load_files", lambda files: read.append(files.name) or load(files))
    monkeypatch.setattr(catalogue, "_DATASETS", {"server": 1, "session": 1})
    opened("study", project=sample).run()
    assert sorted(read) == sorted(one.name for one in read_project(sample).datasets)
