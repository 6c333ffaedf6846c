"""The committee of the page Difficulty in every state: what it says, what it has made, and what becomes of that."""

import json
import re
import time
from collections.abc import Callable
from concurrent.futures import wait
from html import unescape
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from cwsdiag.difficulty import (
    CommitteeSettings,
    Crf,
    committee,
    half_correlations,
    mean_change,
    member_scores,
    read_training_text,
)
from cwsdiag.errors import SettingError
from cwsdiag.files import sample_project
from cwsdiag.parallel import Where
from cwsdiag.project import load_dataset, read_project
from cwsdiag.ui.difficulty import page as committee_part
from cwsdiag.views.committee import committee_name
from tests.app.conftest import html, queued, visit
from tests.app.test_difficulty import weighed

Opened = Callable[..., AppTest]
Project = Callable[..., Path]

TEN = CommitteeSettings(members=10)


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    """The sample without the difficulties that come with it, and with all that a committee takes to be learnt."""
    folder = sample_project().parent
    text = re.sub(r'weights = "[^"]*"\n', "", sample_project().read_text("utf-8"))
    (tmp_path / "project.toml").write_text(re.sub(r'"((news|microblog)/[^"]*)"', rf'"{folder}/\1"', text), "utf-8")
    return tmp_path / "project.toml"


def committees(opened: Opened, **selection: Any) -> AppTest:
    return opened("difficulty", part="committee", **selection)


def ask(app: AppTest, label: str = "Make difficulties") -> AppTest:
    app.button(key="ask for the committee").click().run()
    assert not app.exception
    return app


def small(app: AppTest, members: int = 10) -> AppTest:
    app.number_input(key="choose members").set_value(members).run()
    return app


def until(fits: Callable[[], bool]) -> None:
    end = time.monotonic() + 120
    while not fits():
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.02)


def made(app: AppTest) -> AppTest:
    """Wait for what was asked for, and look again."""
    wait(queued())
    return app.run()


def told(app: AppTest) -> str:
    return unescape(html(app))


def figures(app: AppTest) -> list[dict[str, Any]]:
    return [json.loads(chart.proto.spec) for chart in app.get("plotly_chart")]


def learnt(app: AppTest) -> pd.DataFrame:
    """The table of the learning curve."""
    (found,) = [frame.value for frame in app.dataframe if "f1_min" in frame.value.columns]
    return found


def labels(app: AppTest) -> list[str]:
    return [button.label for button in app.button]


def test_a_run_to_its_end_gives_the_dataset_its_difficulties(opened: Opened, sample: Path) -> None:
    app = committees(opened, project=sample, dataset="news", members="10")
    assert "How hard is each of the 16,830 gold words of news?" in told(app)
    assert not queued(), "nothing is begun by looking"
    assert not app.get("plotly_chart")
    app = made(ask(app))
    dataset = load_dataset(read_project(sample).dataset("news"))
    spec = read_project(sample).dataset("news")
    assert spec.training is not None
    expected = committee(read_training_text(spec.training.path, options=spec.training.options), dataset.gold, TEN)
    text = told(app)
    assert "Use K = 100 or more for news: 10 is not enough." in text
    assert committee_name(expected.name) in text
    median = float(np.median(half_correlations(expected.wrong)))
    assert f"two random halves of the committee, 5 members each: median {median:.3f}, 95 % of 100 random splits" in text
    assert "Make difficulties" not in labels(app)
    moving, _scored, growing = figures(app)
    assert moving["data"][0]["y"] == pytest.approx([mean_change(expected.wrong)[size] for size in (1, 2, 5)])
    (members,) = [frame.value for frame in app.dataframe if "ratio" in frame.value.columns]
    assert members["score"].tolist() == member_scores(expected.wrong).tolist()
    assert members["sentences"].tolist() == [one.sentences for one in expected.members]
    assert [button.proto.label for button in app.get("download_button")] == ["CSV", ".weight", ".weight_c"]
    app.button(key="other words").click().run()
    assert growing["data"] != figures(app)[-1]["data"]
    app.session_state["settings"] = True
    visit(app, "summary")
    assert f"({expected.name})" in "".join(code.value for code in app.code), "the signature of every page says so"


def test_a_committee_is_for_who_clicked_and_made_once(opened: Opened, sample: Path) -> None:
    link = {"dataset": "news", "members": "4", "seed": "3", "templates": "1,3", "ratios": "5,10"}
    first = made(ask(committees(opened, project=sample, **link)))
    assert {key: first.query_params[key] for key in link} == link
    (job,) = queued()
    assert job.result().settings == CommitteeSettings(4, 3, ("F1", "F3"), (5, 10))
    name = job.result().name.split()[-1]
    visit(first, "self_diagnosis")
    assert "difficulty" in told(first)
    second = opened("difficulty", project=sample, **link)
    assert "Make difficulties" in labels(second)
    visit(second, "self_diagnosis")
    assert "difficulty" not in told(second)
    visit(second, "difficulty")
    assert name in told(ask(second)), "its difficulties are in use"
    assert queued() == [job], "it was there"


def test_what_makes_no_sense_in_an_address_is_dropped(opened: Opened, sample: Path) -> None:
    for members in ("0", "many"):
        app = committees(opened, project=sample, dataset="news", members=members)
        assert app.number_input(key="choose members").value == 100
    wrong = {"seed": "-1", "templates": "4", "ratios": "7", "learner": "mine"}
    made(ask(committees(opened, project=sample, dataset="news", members="4", **wrong)))
    (job,) = queued()
    assert job.result().settings == CommitteeSettings(4)


def test_a_committee_stands_before_what_the_project_names_until_it_is_taken_back(opened: Opened) -> None:
    app = committees(opened, project=sample_project(), dataset="news")
    assert "50 is not enough" in told(app), "its table says which were wrong"
    assert len(figures(app)) == 3
    assert not queued(), "difficulties are known: nothing is made"
    ask(small(app))
    assert "10 is not enough" in told(made(app))
    assert "K=10 seed=0" in told(app)
    visit(app, "summary")
    visit(app, "difficulty")
    assert "K=10 seed=0" in told(app)
    assert "50 is not enough" in told(committees(opened, project=sample_project(), dataset="news"))
    # The usual number, too, is another committee than the one that the project names.
    small(app, 100)
    assert app.query_params["members"] in ("100", ["100"])


def test_difficulties_without_members_say_what_is_not_known(opened: Opened, project: Project) -> None:
    app = committees(opened, project=weighed(project()))
    assert "their file does not say which members were wrong" in told(app)
    assert not figures(app)


def test_crf_that_is_not_installed_is_said(opened: Opened, sample: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(learner: Crf) -> None:
        raise SettingError("CRFs need python-crfsuite, which is not installed: pip install 'cwsdiag[crf]'")

    monkeypatch.setattr(Crf, "require", missing)
    app = committees(opened, project=sample, dataset="news")
    app.button_group(key="choose learner").set_value("crf").run()
    assert "CRFs need python-crfsuite" in told(app)
    assert app.button(key="ask for the committee").disabled
    app.button_group(key="choose part").set_value("learning").run()
    assert app.button(key="ask for the curve").disabled


@pytest.mark.parametrize(
    ("training", "expected"),
    [
        (None, committee_part.NO_TRAINING),
        ("我们\n喜欢\n北京\n" * 4, "train.txt: this is a word list."),
    ],
)
def test_training_data_that_will_not_do(opened: Opened, project: Project, training: str | None, expected: str) -> None:
    app = committees(opened, project=project(training=training))
    assert expected in told(app)
    assert "How hard is each of the 240 gold words of own?" in told(app), "what the page answers"
    assert app.get("page_link"), "to the files"
    assert app.get("file_uploader"), "or a file of difficulties"
    assert "Make difficulties" not in labels(app)


def test_gold_alone_is_enough(opened: Opened, project: Project) -> None:
    app = made(ask(committees(opened, project=project(systems={}), members="4")))
    assert "4 is not enough" in told(app)
    assert "No system is shown here, so nobody is scored yet." in told(app)


def test_a_cache_that_cannot_be_written_is_said(
    opened: Opened, sample: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    monkeypatch.setenv("CWSDIAG_CACHE", str(tmp_path / "file"))
    app = made(ask(committees(opened, project=sample, dataset="news")))
    assert "models cannot be kept there" in told(app)
    assert "Try again" in labels(app)


def test_learning_curve_with_and_without_difficulties(opened: Opened, sample: Path) -> None:
    app = opened("difficulty", project=sample, dataset="news", part="learning", members="4")
    app.button(key="ask for the curve").click().run()
    table = learnt(made(app))
    assert table["sentences"].tolist() == [101, 252, 402, 503]
    assert table["f_b"].isna().all()
    assert table["f1"].is_monotonic_increasing
    assert "From 80 to 100 % of the training data (503 sentences) the built-in segmenter gains" in told(app)
    assert ((table["f1_min"] < table["f1"]) & (table["f1"] < table["f1_max"])).all()
    assert "it is not known how hard the words are" in told(app)
    app.button_group(key="choose part").set_value("committee").run()
    app = made(ask(app))
    app.button_group(key="choose part").set_value("learning").run()
    assert learnt(app)["f_b"].notna().all()
    assert "A committee of perceptrons is hard on systems of its own kind" in told(app)


def test_crfs_learn_too(opened: Opened, project: Project) -> None:
    gold = "我们 在 北京 学习 。\n他 喜欢 秋天 。\n" * 5
    app = opened("difficulty", project=project(gold=gold, systems={}), part="learning", learner="crf")
    app.button(key="ask for the curve").click().run()
    table = learnt(made(app))
    assert table["sentences"].tolist() == [3, 8, 12, 15]
    assert table["f1"].notna().all()
    assert "The scores are those of one segmenter for each share: nothing in it is random." in told(app)


def test_without_its_cluster_a_committee_is_one_message(
    opened: Opened, sample: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(committee_part, "place", lambda: Where(scheduler="tcp://127.0.0.1:9"))
    app = made(ask(small(committees(opened, project=sample, dataset="news"))))
    (said,) = [shown.proto.body for shown in app.get("html") if "cw-box cw-error" in shown.proto.body]
    assert "tcp://127.0.0.1:9: no Dask scheduler answers" in said
