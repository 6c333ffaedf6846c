"""The committee of the page Difficulty in every state: what it says, what it has made, and what becomes of that."""

import json
import re
import threading
import time
from collections.abc import Callable, Iterator
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
    segmenter,
)
from cwsdiag.errors import SettingError
from cwsdiag.exhibits import committee as committee_shown
from cwsdiag.folders import sample_project
from cwsdiag.parallel import Where
from cwsdiag.project import load_dataset, read_project
from cwsdiag.ui.difficulty import page as committee_part
from cwsdiag.views.committee import change_sentence, committee_name, enough_sentence
from cwsdiag.weights import INTERVALS, of_committee, read_weights, weights_bytes
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


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Members of these tests are kept for each alone."""
    monkeypatch.setenv("CWSDIAG_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Holds committees after their third member until it is opened, or they are stopped."""
    event = threading.Event()
    real = committee_part.committee

    def held(*given: Any, progress: Callable[[int, int], None], cancelled: Callable[[], bool], **settings: Any) -> Any:
        def tell(done: int, total: int) -> None:
            progress(done, total)
            while done >= 3 and not cancelled() and not event.wait(0.01):
                pass

        return real(*given, progress=tell, cancelled=cancelled, **settings)

    monkeypatch.setattr(committee_part, "committee", held)
    yield event
    event.set()


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


def test_before_a_run_says_what_it_would_be(opened: Opened, sample: Path) -> None:
    app = committees(opened, project=sample, dataset="news")
    assert "How hard is each of the 16,830 gold words of news?" in told(app)
    assert "Make difficulties" in labels(app)
    assert not queued(), "nothing is begun by looking"
    assert not app.get("plotly_chart")


def test_a_run_to_its_end_gives_the_dataset_its_difficulties(opened: Opened, sample: Path) -> None:
    app = made(ask(committees(opened, project=sample, dataset="news", members="10")))
    dataset = load_dataset(read_project(sample).dataset("news"))
    spec = read_project(sample).dataset("news")
    assert spec.training is not None
    expected = committee(read_training_text(spec.training.path, options=spec.training.options), dataset.gold, TEN)
    change = mean_change(expected.wrong, [5])[5]
    text = told(app)
    assert "Use K = 100 or more for news: 10 is not enough." in text
    assert f"From 5 to 10 members difficulty changes by {change:.3f} on average; under 0.02, a fifth" in text
    assert committee_name(expected.name) in text
    median = float(np.median(half_correlations(expected.wrong)))
    assert f"two random halves of the committee, 5 members each: median {median:.3f}, 95 % of 100 random splits" in text
    assert "Make difficulties" not in labels(app)
    moving, scored, growing = figures(app)
    words = [trace for trace in growing["data"] if "customdata" in trace]
    assert len(words) == len({*of_committee(expected.wrong, committee="").intervals().tolist()})
    assert [len(trace["x"]) for trace in words] == [10] * len(words)
    assert moving["data"][0]["y"] == pytest.approx([mean_change(expected.wrong)[size] for size in (1, 2, 5)])
    scores = member_scores(expected.wrong).tolist()
    marks = [(row[0], value) for trace in scored["data"] if "customdata" in trace
             for row, value in zip(trace["customdata"], trace["x"], strict=True)]  # fmt: skip
    assert sorted(marks) == list(enumerate(scores))
    (members,) = [frame.value for frame in app.dataframe if "ratio" in frame.value.columns]
    assert members["score"].tolist() == scores
    assert members["sentences"].tolist() == [one.sentences for one in expected.members]
    assert f"The 10 members get {min(scores):.3f} to {max(scores):.3f} of the gold words right" in text
    assert [button.proto.label for button in app.get("download_button")] == ["CSV", ".weight", ".weight_c"]
    app.session_state["settings"] = True
    visit(app, "summary")
    assert f"({expected.name})" in "".join(code.value for code in app.code), "the signature of every page says so"


def test_progress_cancel_and_going_on(
    opened: Opened, sample: Path, gate: threading.Event, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = ask(small(committees(opened, project=sample, dataset="news")))
    (job,) = queued()
    until(lambda: job.steps[0] == 3)
    app.run()
    bar = app.get("progress")[0].proto
    assert bar.text == "3 of 10 members"
    assert bar.value == 30
    assert "ask for the committee" not in [button.key for button in app.button]

    app.button(key="cancel committee").click().run()
    wait([job])
    app.run()
    assert "Stopped after 3 of 10 members." in told(app)
    kept = len([*cache.rglob("output.pkl")])
    assert 3 <= kept < 10
    assert "Go on" in labels(app)

    gate.set()
    learnt: list[int] = []
    monkeypatch.setattr("cwsdiag.difficulty.store.ModelStore.keep", lambda self, number, model: learnt.append(number))
    made(ask(app))
    assert len(learnt) == 10 - kept, "what was kept is not learnt again"
    assert "Use K = 100 or more" in told(app)


def test_other_pages_and_other_people_meanwhile(opened: Opened, sample: Path, gate: threading.Event) -> None:
    first = ask(small(committees(opened, project=sample, dataset="news")))
    (job,) = queued()
    until(lambda: job.steps[0] == 3)
    second = ask(small(committees(opened, project=sample, dataset="news")))
    assert second.get("progress")
    assert queued() == [job], "they share it"
    third = ask(small(committees(opened, project=sample, dataset="microblog")))
    assert third.get("progress")[0].proto.text == "Waiting: 1 run before this one …"

    visit(first, "diagnosis")
    visit(first, "difficulty")
    assert first.get("progress"), "it is still there"
    gate.set()
    for app in (first, second, third):
        assert "perceptron K=10 seed=0" in told(made(app))


def test_cancel_is_for_all_who_wait(opened: Opened, sample: Path, gate: threading.Event) -> None:
    first, second = (ask(small(committees(opened, project=sample, dataset="news"))) for _ in range(2))
    until(lambda: queued()[0].steps[0] == 3)
    second.button(key="cancel committee").click().run()
    for app in (first, second):
        assert "Stopped after 3 of 10 members." in told(made(app))


def test_a_committee_is_for_who_clicked_and_made_once(opened: Opened, sample: Path) -> None:
    link = {"dataset": "news", "members": "10", "seed": "3", "templates": "1,3", "ratios": "5,10"}
    first = made(ask(committees(opened, project=sample, **link)))
    assert {key: first.query_params[key] for key in link} == link
    (job,) = queued()
    assert job.result().settings == CommitteeSettings(10, 3, ("F1", "F3"), (5, 10))
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


def test_nothing_usual_is_in_the_address(opened: Opened, sample: Path) -> None:
    app = small(committees(opened, project=sample, dataset="news"))
    assert app.query_params["members"] in ("10", ["10"])
    app.button_group(key="choose templates").set_value(["F3"]).run()
    assert app.query_params["templates"] in ("3", ["3"])
    app.button_group(key="choose templates").set_value([]).run()
    small(app, 100)
    assert not {"members", "seed", "templates", "ratios", "learner"} & {*app.query_params}
    assert "for news" in told(made(ask(app)))


@pytest.mark.parametrize(
    ("key", "text"),
    [("members", "0"), ("members", "many"), ("seed", "-1"), ("templates", "4"), ("ratios", "7"), ("learner", "mine")],
)
def test_what_makes_no_sense_in_an_address_is_dropped(opened: Opened, sample: Path, key: str, text: str) -> None:
    app = made(ask(committees(opened, project=sample, dataset="news", **{"members": "4"} | {key: text})))
    (job,) = queued()
    assert job.result().settings == CommitteeSettings(100 if key == "members" else 4)
    assert not app.exception


def test_a_committee_stands_before_what_the_project_names_until_it_is_taken_back(opened: Opened) -> None:
    app = committees(opened, project=sample_project(), dataset="news")
    assert "50 is not enough" in told(app), "its table says which were wrong"
    assert len(figures(app)) == 3
    assert not queued(), "difficulties are known: nothing is made"
    ask(small(app))
    assert "10 is not enough" in told(made(app))
    visit(app, "summary")
    visit(app, "difficulty")
    assert "K=10 seed=0" in told(app)
    assert "50 is not enough" in told(committees(opened, project=sample_project(), dataset="news"))
    # The usual number, too, is another committee than the one that the project names.
    small(app, 100)
    assert app.query_params["members"] in ("100", ["100"])
    assert "perceptron K=100 seed=0" in told(made(ask(app)))


def test_what_the_project_names_stays_in_use_until_another_is_made(opened: Opened) -> None:
    app = opened("difficulty", project=sample_project(), dataset="news", members="20")
    assert "K=50 seed=0" in told(app)
    assert "K=20 seed=0" in told(made(ask(app)))


def test_difficulties_without_members_say_what_is_not_known(opened: Opened, project: Project) -> None:
    app = committees(opened, project=weighed(project()))
    assert "their file does not say which members were wrong" in told(app)
    assert not figures(app)


def test_parts_of_the_old_address(opened: Opened) -> None:
    app = committees(opened, project=sample_project(), dataset="news")
    app.button_group(key="choose part").set_value("words").run()
    assert "Who gets the hard ones?" in told(app)
    assert "part" not in app.query_params
    app.button_group(key="choose part").set_value("committee").run()
    assert app.query_params["part"] in ("committee", ["committee"])
    assert "Difficulty as it grows" in told(app)


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


@pytest.mark.parametrize("given", [{"gold": ""}, None])
def test_nothing_to_learn_for_leads_to_data(opened: Opened, project: Project, given: dict[str, str] | None) -> None:
    app = committees(opened, project=None if given is None else project(**given))
    assert app.get("page_link")
    assert not app.get("plotly_chart")


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


def test_a_fault_is_not_the_users(
    opened: Opened, sample: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(committee_part, "committee", lambda *args, **options: 1 // 0)
    app = made(ask(committees(opened, project=sample, dataset="news")))
    assert "This is a fault in cwsdiag, not in your files." in told(app)
    assert "ZeroDivisionError" in caplog.text
    assert "division" not in told(app)


def test_one_member_says_why_it_cannot_grow(opened: Opened, sample: Path) -> None:
    app = made(ask(committees(opened, project=sample, dataset="news", members="1")))
    assert "Use K = 100 or more for news: 1 is not enough." in told(app)
    assert "A committee of one has no smaller committee" in told(app)
    assert "The 1 member gets 0." in told(app)
    assert len(figures(app)) == 2


def test_other_words_are_drawn_on_request(opened: Opened, sample: Path) -> None:
    app = made(ask(committees(opened, project=sample, dataset="news", members="10")))
    before = [trace["name"] for trace in figures(app)[-1]["data"] if "customdata" in trace]
    app.button(key="other words").click().run()
    after = [trace["name"] for trace in figures(app)[-1]["data"] if "customdata" in trace]
    assert before != after
    assert len(after) == len(set(after))


def test_learning_curve_with_and_without_difficulties(opened: Opened, sample: Path) -> None:
    app = opened("difficulty", project=sample, dataset="news", part="learning")
    app.button(key="ask for the curve").click().run()
    table = learnt(made(app))
    assert table["sentences"].tolist() == [101, 252, 402, 503]
    assert table["f_b"].isna().all()
    assert table["f1"].is_monotonic_increasing
    assert "From 80 to 100 % of the training data (503 sentences) the built-in segmenter gains" in told(app)
    assert ((table["f1_min"] < table["f1"]) & (table["f1"] < table["f1_max"])).all()
    assert "The scores are means of 5 seeds, bars reach from the lowest to the highest." in told(app)
    assert "it is not known how hard the words are" in told(app)
    app.button_group(key="choose part").set_value("committee").run()
    app = made(ask(small(app)))
    app.button_group(key="choose part").set_value("learning").run()
    table = learnt(app)
    assert table["f_b"].notna().all()
    assert "A committee of perceptrons is hard on systems of its own kind" in told(app)
    assert {trace.get("name") for trace in figures(app)[-1]["data"]} >= {"F1", "balanced F"}


def test_crfs_learn_too(opened: Opened, project: Project) -> None:
    gold = "我们 在 北京 学习 。\n他 喜欢 秋天 。\n" * 5
    app = committees(opened, project=project(gold=gold, systems={}))
    app.button_group(key="choose learner").set_value("crf").run()
    app.button_group(key="choose part").set_value("learning").run()
    app.button(key="ask for the curve").click().run()
    table = learnt(made(app))
    assert table["sentences"].tolist() == [3, 8, 12, 15]
    assert table["f1"].notna().all()
    assert "The scores are those of one segmenter for each share: nothing in it is random." in told(app)


def test_a_curve_is_stopped(opened: Opened, sample: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def learnt(*given: Any) -> Any:
        (job,) = queued()
        job.stop()
        return real(*given)

    real = segmenter._cut_by_first
    monkeypatch.setattr(segmenter, "_cut_by_first", learnt)
    app = opened("difficulty", project=sample, dataset="news", part="learning")
    app.button(key="ask for the curve").click().run()
    assert "of 20 segmenters." in told(made(app))
    assert "Learn" in labels(app)


def test_files_hold_the_difficulties(sample: Path, tmp_path: Path) -> None:
    gold = load_dataset(read_project(sample).dataset("news")).gold
    wrong = np.random.default_rng(0).random((5, len(gold))) < 0.3
    weights = of_committee(wrong, committee="five")
    for ending in (".csv", ".weight", ".weight_c"):
        path = tmp_path / f"x{ending}"
        path.write_bytes(weights_bytes(weights, gold, ending))
        again = read_weights(path, gold)
        assert again.values == pytest.approx(weights.values)
        if ending == ".csv":
            assert again.wrong is not None and (again.wrong == wrong).all()
            assert again.committee == "five"


def test_sampled_words_spread_over_the_intervals(opened: Opened, sample: Path) -> None:
    spec = read_project(sample).dataset("news")
    assert spec.training is not None
    gold = load_dataset(spec).gold
    found = committee(read_training_text(spec.training.path, options=spec.training.options), gold, TEN)
    weights = of_committee(found.wrong, committee="")
    index = weights.intervals()
    words = committee_shown.sampled_words(weights, gold, seed=3)
    assert words == committee_shown.sampled_words(weights, gold, seed=3)
    assert len(words) == len(set(index.tolist())) <= INTERVALS
    assert sorted(index[words].tolist()) == index[words].tolist()
    for word, line in zip(words, committee_shown.growth_lines(found.wrong, gold, words), strict=True):
        assert line.word == gold.surfaces()[word]
        assert line.values[-1] == found.difficulty[word]
        around = f"{line.before.strip('…')}{line.word}{line.after.strip('…')}"
        assert around in gold.text.sentence(line.sentence - 1)


@pytest.mark.parametrize(
    ("changes", "members", "expected"),
    [
        ({50: 0.014}, 100, "K = 100 is enough for d."),
        ({50: 0.02}, 101, "Use K = 202 or more for d: 101 is not enough."),
        ({20: 0.03, 25: 0.02}, 50, "Use K = 100 or more for d: 50 is not enough."),
        ({}, 1, "Use K = 100 or more for d: 1 is not enough."),
    ],
)  # fmt: skip
def test_whether_it_is_enough(changes: dict[int, float], members: int, expected: str) -> None:
    assert enough_sentence(changes, members=members, dataset="d") == expected
    if changes:
        said = change_sentence(changes)
        assert said.startswith(f"From {max(changes)} to {2 * max(changes)} members difficulty changes by 0.0")


def test_without_its_cluster_a_committee_is_one_message(
    opened: Opened, sample: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(committee_part, "place", lambda: Where(scheduler="tcp://127.0.0.1:9"))
    app = made(ask(small(committees(opened, project=sample, dataset="news"))))
    (said,) = [shown.proto.body for shown in app.get("html") if "cw-box cw-error" in shown.proto.body]
    assert "tcp://127.0.0.1:9: no Dask scheduler answers" in said
