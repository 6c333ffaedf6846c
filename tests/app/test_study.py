"""The Study page in every state: its parts, its numbers, gaps, one dataset, and where it leads."""

import json
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from cwsdiag.charts.theme import COLUMN
from cwsdiag.exhibits.exhibit import Exhibit
from cwsdiag.project import load_dataset, read_project
from cwsdiag.report.files import file_of
from cwsdiag.study import Study, study
from cwsdiag.ui.data import catalogue
from cwsdiag.ui.datasets.page import SYSTEMS
from cwsdiag.ui.shell import show, tables
from cwsdiag.views.wording import p_value
from tests.app.conftest import FIRST, GOLD, SECOND, TRAINING, html, lead, ways
from tests.oracles.attributes import CATEGORIES, KEYS

Opened = Callable[..., AppTest]
Project = Callable[..., Path]
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


def is_drawn(app: AppTest) -> bool:
    """Whether there is a chart or a table."""
    return bool(app.get("plotly_chart") or app.dataframe)


def chosen(app: AppTest, key: str) -> Any:
    return next(one for one in [*app.selectbox, *app.get("button_group")] if one.key == f"choose {key}")


def test_scores_say_who_is_best_and_whether_that_is_real(
    opened: Opened, shown: list[Exhibit], sample: Path, found: Study
) -> None:
    app = opened("datasets", project=sample)
    text = unescape(html(app))
    means = dict(zip(found.models, found.f1.mean(axis=1), strict=True))
    order = sorted(means, key=means.get, reverse=True)
    assert order == ["crf", "wapic", "jieba", "maximum matching"]
    lead = 100 * (means["crf"] - means["wapic"])
    mean = f"F1 {means['crf']:.3f} on average over 4 datasets, {lead:.1f} points ahead of wapic, and first on 3 of 4."
    assert f"crf has the highest mean: {mean}" in text
    test = found.models_test()
    assert f"Friedman's test over 4 datasets, χ² = {test.statistic:.2f}, exact p = {p_value(test.p)}." in text
    assert "Datasets may differ by chance alone" in text
    assert "not independent blocks" in text
    (table,) = (table.value for table in app.dataframe)
    assert table.iloc[:4, 0].tolist() == order, "the best average first"
    assert table["news"].tolist()[:4] == [found.f1[place, 0] for place in ORDER]
    assert table["news"].tolist()[4] == pytest.approx(found.f1[:, 0].mean())
    assert table["rank  "].tolist()[:4] == [test.ranks[place] for place in ORDER]
    assert len(figures(app)) == 1
    assert shown[-1].signature == found.signature
    assert [(one.a, one.b, one.scores["f1"].verdict) for one in found.verdicts[0]][0] == (
        "crf", "jieba", "significant",
    )  # fmt: skip
    assert "≈: the lead of the best over it is not significant by the paired test" in text


def test_scores_are_marked_where_the_lead_over_them_is_not_significant(
    opened: Opened, sample: Path, found: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts: dict[tuple[str, str], str] = {}
    styled = tables.styled

    def kept(frame: Any, *, columns: Any, cell: Any) -> Any:
        texts.update({(frame.iloc[row, 0], name): cell(row, name)[0] for row in range(len(frame)) for name in columns})
        return styled(frame, columns=columns, cell=cell)

    monkeypatch.setattr(tables, "styled", kept)
    opened("datasets", project=sample)
    for place, name in enumerate(found.datasets):
        for one in found.verdicts[place]:
            if one.a == found.models[found.f1[:, place].argmax()]:
                assert ("≈" in texts[one.b, name]) == (one.scores["f1"].verdict != "significant")
    assert texts["crf", "news"] == f"{found.f1[0, 0]:.3f} *" and "≈" not in texts["jieba", "mean"]


def test_parts_and_their_state_in_the_address(opened: Opened, sample: Path) -> None:
    leads = set()
    for part in SYSTEMS:
        app = opened("datasets", project=sample, part=part)
        assert is_drawn(app)
        leads.add(lead(app))
    assert len(leads) == len(SYSTEMS), "each says what it finds"
    app = opened("datasets", project=sample, part="nonsense")
    assert "not here: part=nonsense" in html(app)


def test_biases_of_systems(opened: Opened, sample: Path, found: Study) -> None:
    app = opened("datasets", project=sample, part="models")
    (table,) = (frame.value for frame in app.dataframe)
    rho, sigma = found.rho_by_model[0], found.sigma_by_model[0]
    assert table["oDen"].tolist() == [rho[place, KEYS.index("oDen")] for place in ORDER]
    (radar,) = figures(app)
    assert radar["data"][0]["r"][KEYS.index("oDen")] == pytest.approx(abs(rho[0, KEYS.index("oDen")]))
    assert radar["data"][0]["marker"]["symbol"][KEYS.index("oDen")] == "circle-open", "F1 of crf falls"
    text = html(app)
    assert "grey: by Friedman&#x27;s test over the datasets" in text
    assert "Undefined, needs 3 datasets without gaps, and there are 2: word length." in text
    spread = opened("datasets", project=sample, part="models", measure="sigma").dataframe[0].value
    assert spread["wCon"].tolist() == [sigma[place, KEYS.index("wCon")] for place in ORDER]
    one = opened("datasets", project=sample, part="models", over="microblog").dataframe[0].value
    assert one["wCon"].tolist() == [found.rho[place, 1, KEYS.index("wCon")] for place in ORDER]


def test_biases_of_datasets(opened: Opened, sample: Path, found: Study) -> None:
    app = opened("datasets", project=sample, part="datasets")
    means, rho, sigma, sizes = (frame.value for frame in app.dataframe)
    folder = sample.parent / "news" / "first"
    words = [len((folder / name).read_text("utf-8").split()) for name in ("train.txt", "test.txt")]
    assert sizes["words"].tolist()[:2] == words and len(sizes) == 8
    keys = [f"{{}}_{key}" for key in KEYS]
    np.testing.assert_array_equal(means[[key.format("mean") for key in keys]], found.means)
    assert "word length: characters per word" in html(app)
    np.testing.assert_array_equal(rho[[key.format("rho") for key in keys]], found.rho_by_dataset[0])
    assert sigma[[key.format("sigma") for key in keys]].to_numpy().tolist() == found.sigma_by_dataset[0].tolist()
    (radars,) = figures(app)
    assert sum(not trace["showlegend"] for trace in radars["data"]) == 3 * 4
    # Categories have no mean, so no axis there.
    assert KEYS[-1:] == CATEGORIES
    assert radars["data"][0]["r"][:-1] == pytest.approx(found.relative_means[0].tolist()[:-1])


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


def test_small_buckets_are_said_to_be_left_out(opened: Opened, sample: Path, found: Study) -> None:
    gold = [one.attribute("wLen").gold for one in found.diagnoses]
    small = [sum(size < 30 for size in sizes) for sizes in gold]
    for part in ("models", "datasets", "tests"):
        text = html(opened("datasets", project=sample, part=part))
        assert (
            f"word length ({sum(small)} of {sum(map(len, gold))})"
            in text.partition("leave out buckets with under 30 gold units: ")[2]
        )
    text = html(opened("datasets", project=sample, part="models", over="news"))
    assert f"word length ({small[0]} of {len(gold[0])})" in text.partition("under 30 gold units: ")[2]


def test_tests_by_dataset_and_by_system(opened: Opened, sample: Path, found: Study) -> None:
    app = opened("datasets", project=sample, part="tests")
    tables = [frame.value for frame in app.dataframe]
    for place, key in enumerate(("p_adjusted", "p", "p_chi2")):
        wanted = [[getattr(test, key) for test in row] for row in found.dataset_tests]
        assert tables[place][[f"{key}_{name}" for name in KEYS]].to_numpy().tolist() == wanted
    assert tables[3]["p_adjusted_wLen"].isna().all()
    lengths = KEYS.index("wLen")
    texts = figures(app)[1]["data"][1]["text"]
    assert texts[lengths] == "–"
    frequent = found.model_tests[found.models.index("crf")][KEYS.index("wFre")]
    assert texts[KEYS.index("wFre")] == f"<b>{p_value(frequent.p_adjusted)}</b>"
    hover = figures(app)[1]["data"][0]["hovertext"][lengths]
    assert "needs 3 datasets" in hover and "dropped: news and news, second criterion" in hover


def test_diagnosis_of_a_and_of_both(opened: Opened, sample: Path, found: Study) -> None:
    app = opened("datasets", project=sample, part="diagnosis", dataset="news", system="crf", other="jieba")
    both, alone = figures(app)
    sentences = KEYS.index("sLen")
    worst = found.self_diagnosis("crf")[0][KEYS.index("wLen")]
    assert worst is not None
    marks = [mark for trace in alone["data"] for mark in trace.get("customdata", ())]
    assert ["crf", "news", "wLen", worst.worst] in marks
    assert len(both["data"][0]["customdata"]) == 2 * 4 * len(KEYS)
    lowest = found.aided_diagnosis("crf", "jieba")[1][sentences]
    assert lowest is not None
    assert lowest.highest is not None
    row = both["data"][0]["customdata"][2 * len(KEYS) + sentences]
    assert row[:3] == ["microblog", "sLen", lowest.highest.bucket]
    assert row[3] == "only_a"
    ahead, fails, kinds = (frame.value for frame in app.dataframe)
    assert len(ahead) == 2 * 4 * len(KEYS) and len(fails) == 4 * 4 * len(KEYS)
    assert fails["title"].tolist()[: len(KEYS)] == [one.label for one in found.attributes]
    assert kinds["missed"].tolist() == [one.kind_counts("crf").missed for one in found.diagnoses]


def test_buckets_are_chosen_on_the_page(opened: Opened, shown: list[Exhibit], sample: Path) -> None:
    app = opened("datasets", project=sample, part="diagnosis", cut="4")
    assert "buckets:equal:4" in shown[-1].signature
    assert chosen(app, "cut").value == 4
    chosen(app, "cut").set_value(10).run()
    assert "cut" not in app.query_params
    assert "buckets:equal:10" in shown[-1].signature
    chosen(app, "cut").set_value("classes").run()
    assert app.query_params["cut"] == "classes" and "buckets:classes" in shown[-1].signature
    for cut, used in (("7", "equal:7"), ("x", "equal:10")):
        opened("datasets", project=sample, part="tests", cut=cut)
        assert f"buckets:{used}" in shown[-1].signature


def test_a_gap_is_shown_and_said(opened: Opened, several: Callable[..., Path]) -> None:
    both = {"first": FIRST, "second": SECOND, "third": GOLD}
    path = several({"one": both, "two": both, "three": {name: both[name] for name in ("first", "second")}})
    app = opened("datasets", project=path)
    text = html(app)
    assert "first has the highest mean of the 2 systems with a score on all datasets: F1" in text
    assert "and first on 1 of 3." in text, "elsewhere the system with the gap is"
    assert "third (none in use on three)" in text
    assert "no Friedman test, because it needs 3 systems, and there are 2." in text
    assert app.dataframe[0].value["three"].isna().tolist() == [False, False, True, False]
    for part in list(SYSTEMS)[2:]:
        assert is_drawn(opened("datasets", project=path, part=part, dataset="one", system="third"))
    pair = opened("datasets", project=path, part="diagnosis", dataset="one", system="third", other="first")
    assert "no prediction on this dataset" in figures(pair)[0]["data"][0]["hovertext"][-1]


def test_one_dataset_says_what_a_study_needs(opened: Opened, project: Project) -> None:
    path = project()
    app = opened("datasets", project=path)
    assert "This project has one dataset, own; first has the highest F1 there, " in html(app)
    assert "averages and tests over them need three or more" in html(app)
    assert len(app.dataframe) == 1
    for part in list(SYSTEMS)[2:]:
        assert is_drawn(opened("datasets", project=path, part=part))
    assert "No system here says what it is made of." in html(opened("datasets", project=path, part="components"))


def test_without_systems_there_is_nothing_to_study(opened: Opened, project: Project) -> None:
    app = opened("datasets", project=project(systems={}))
    assert "nothing to compare" in html(app)
    assert ways(app) == ["See what the datasets have", "Open the sample"]


def test_no_system_has_all_datasets(opened: Opened, several: Callable[..., Path]) -> None:
    app = opened("datasets", project=several({"one": {"first": FIRST}, "two": {"second": SECOND}}))
    assert "No system has a prediction on all 2 datasets" in html(app)
    assert len(app.dataframe) == 1


def test_a_file_that_cannot_be_used_leaves_its_dataset_out(opened: Opened, several: Callable[..., Path]) -> None:
    path = several({"one": {"first": FIRST}, "bad": {"first": FIRST}, "two": {"first": FIRST}})
    (path.parent / "gold-1.txt").write_bytes(b"\xff\xfe\x00\xd8\x00")
    text = html(opened("datasets", project=path))
    assert "Left out, because they cannot be used: bad" in text
    assert "over 2 datasets" in text


def test_a_system_that_is_not_studied_is_not_diagnosed(opened: Opened, sample: Path) -> None:
    app = opened("datasets", project=sample, part="diagnosis", dataset="news", baselines="on", system="BASE")
    assert "BASE (system A) is not among the systems here." in html(app)


@pytest.mark.parametrize("page", ["study", "criteria"])
def test_without_a_project_there_is_a_word_on_how_to_open_one(opened: Opened, page: str) -> None:
    assert "no project is open here" in html(opened(page))


def test_a_system_that_a_session_calls_otherwise_somewhere_is_one_model(opened: Opened, sample: Path) -> None:
    app = opened("datasets", project=sample, part="diagnosis", dataset="news")
    before = html(app)
    app.session_state["systems renamed or hidden"] = {"news": {"crf": {"name": "mine"}}}
    app.query_params["system"] = "mine"
    app.run()
    assert not app.exception
    text = html(app)
    assert "is not among the systems here" not in text
    assert text.count("crf") >= before.count("crf") > 0


def test_hostile_names_and_ten_systems(opened: Opened, several: Callable[..., Path]) -> None:
    names = [f"<script>**bert**[l](http://e), finetuned on pku and msr, epoch {number:02d}" for number in range(10)]
    systems = {name: (FIRST, SECOND, GOLD)[place % 3] for place, name in enumerate(names)}
    path = several({"<img src=x>": systems, "$two$": systems, "three": systems})
    for part in SYSTEMS:
        text = html(opened("datasets", project=path, part=part))
        assert "<script" not in text
        assert "<img" not in text


@pytest.mark.parametrize(
    ("p", "text"),
    [(0.04978, "0.0498"), (0.5, "0.5"), (1.0, "1"), (2.26e-6, "2.26e-6"), (0.0, "0"), (float("nan"), "–")],
)
def test_p_value(p: float, text: str) -> None:
    assert p_value(p) == text


@pytest.mark.parametrize("page", ["study", "bakeoff"])
def test_datasets_that_are_looked_at_together_are_read_once(
    opened: Opened, sample: Path, monkeypatch: pytest.MonkeyPatch, page: str
) -> None:
    read: list[str] = []
    load = catalogue.load_files
    monkeypatch.setattr(catalogue, "load_files", lambda files: read.append(files.name) or load(files))
    monkeypatch.setattr(catalogue, "_DATASETS", {"server": 1, "session": 1})
    opened(page, project=sample).run()
    assert sorted(read) == sorted(one.name for one in read_project(sample).datasets)
