"""Parts of systems and published scores on pages: Systems with its part Components, Files, workspaces, the zip."""

from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from cwsdiag.exhibits.exhibit import Exhibit
from cwsdiag.project import read_project
from cwsdiag.project.studies import load_study, score_table
from cwsdiag.study import value_gains
from cwsdiag.ui.shell.navigation import PAGES
from tests.app.conftest import html, visit, ways

Opened = Callable[..., AppTest]
PUBLISHED = """
[[study.published]]
system = "bert"
source = "A. Author 2020"
parts = { method = "bert" }
f1 = { own = 99.12, elsewhere = 90 }

[[study.published]]
system = "elmo"
source = "A. Author 2020"
parts = { method = "elmo" }
f1 = { own = 97.5, elsewhere = 88 }
"""


@pytest.fixture
def published(project: Callable[..., Path]) -> Callable[..., Path]:
    """``published(datasets=True)`` writes a project with published scores, with a dataset of its own or without."""

    def write(*, datasets: bool = True) -> Path:
        path = project()
        own = path.read_text("utf-8") if datasets else ""
        path.write_text(own + '\nparts = { method = "crf" }\n' * datasets + PUBLISHED, "utf-8")
        return path

    return write


def frame(app: AppTest, place: int = 0) -> Any:
    return app.dataframe[place].value


def test_components_show_what_a_part_brings_and_where(opened: Opened, sample: Path) -> None:
    project = read_project(sample)
    cut = load_study(project, buckets=4)
    app = opened("datasets", project=sample, part="components", cut="4")
    (gain,) = value_gains(score_table(project, cut))
    costs = f"costs {-100 * gain.mean.value:.1f} points of F1 on average over 4 datasets, 95 % interval ["
    assert f"method: matching in place of CRF {costs}" in unescape(html(app))
    row = frame(app).iloc[0]
    assert (row["gain"], row["pairs"], row["datasets"]) == (100 * gain.mean.value, 1, 4)
    low, high = (f"{100 * end:.1f}".replace("-", "−") for end in (gain.mean.low, gain.mean.high))
    assert row["interval"] == f"[{low}, {high}]"


def test_published_scores_are_shown_and_count_when_asked_for(
    opened: Opened, shown: list[Exhibit], published: Callable[..., Path]
) -> None:
    path = published()
    app = opened("datasets", project=path)
    assert frame(app).iloc[:, 0].tolist() == ["first", "second", "mean"], "as the command without --published"
    assert "published:" not in shown[-1].signature
    asked = opened("datasets", project=path, published="on")
    table, text = frame(asked), unescape(html(asked))
    assert table.iloc[:2, 0].tolist() == ["bert", "elmo"] and table["own"].tolist()[:2] == [0.9912, 0.975]
    assert "Published in A. Author 2020: bert and elmo." in text
    assert "Published scores on elsewhere are left out" in text
    assert "published:" in shown[-1].signature
    pairs = opened("datasets", project=path, published="on", part="components")
    # "second" is said to be made of a method, as the published ones are.
    assert frame(pairs)["pairs"].tolist() == [1, 1, 1]


def test_a_project_of_published_scores_alone(opened: Opened, published: Callable[..., Path]) -> None:
    path = published(datasets=False)
    app = opened("datasets", project=path)
    assert frame(app).iloc[:, 0].tolist() == ["bert", "elmo", "mean"]
    assert frame(app)["elsewhere"].tolist()[:2] == [0.9, 0.88]
    assert "holds published scores and no texts" in html(app)
    pairs = opened("datasets", project=path, part="components")
    assert frame(pairs)["gain"].tolist() == [pytest.approx((97.5 - 99.12 + 88 - 90) / 2)]
    for page in PAGES:
        shown = opened(page, project=path)
        assert "Something went wrong" not in html(shown), page
        if page in ("overview", "criteria", "home"):
            assert ways(shown)[0] == "See the published scores"


def test_files_says_what_a_system_is_made_of(opened: Opened, sample: Path) -> None:
    app = opened("data", project=sample, dataset="microblog")
    boxes = [area for area in app.text_area if area.label == "Made of"]
    assert boxes[0].value == "method = CRF\nknowledge = training data", "said on another dataset"
    boxes[2].set_value("method = matching\n nonsense \nknowledge = own dictionary").run()
    visit(app, "datasets")
    assert frame(app)["method  "].tolist()[:4] == ["CRF", "rules and CRF", "matching", "matching"]
    visit(app, "data")
    assert [area.value for area in app.text_area if area.label == "Made of"][2] == (
        "method = matching\nknowledge = own dictionary"
    )
