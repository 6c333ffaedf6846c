"""The Committee page in every state: what it says, what it has made, and what becomes of that."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from cwsdiag.difficulty import Committee, CommitteeSettings, Crf, committee, mean_change, read_training_text
from cwsdiag.errors import SettingError
from cwsdiag.project import load_dataset, read_project
from cwsdiag.site import site_folder
from cwsdiag.ui.difficulty.committee import bench as page_parts
from cwsdiag.ui.difficulty.committee import results, work
from cwsdiag.ui.shell import navigation
from cwsdiag.ui.work import progress
from cwsdiag.ui.work.kept import background_jobs
from cwsdiag.weights import INTERVALS, of_committee, read_weights
from tests.app.conftest import html

Opened = Callable[..., AppTest]
Project = Callable[..., Path]

TEN = CommitteeSettings(members=10)


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Members of these tests are kept for each alone."""
    monkeypatch.setenv("CWSDIAG_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Holds committees after their third member until it is opened, or they are stopped."""
    event = threading.Event()
    real = work.committee

    def held(*given: Any, told: Callable[[int, int], None], cancelled: Callable[[], bool], **settings: Any) -> Any:
        def tell(done: int, total: int) -> None:
            told(done, total)
            while done >= 3 and not cancelled() and not event.wait(0.01):
                pass

        return real(*given, told=tell, cancelled=cancelled, **settings)

    monkeypatch.setattr(work, "committee", held)
    yield event
    event.set()


def ask(app: AppTest, label: str = "Make the committee") -> AppTest:
    app.button(key="ask for the committee").click().run()
    assert not app.exception
    return app


def small(app: AppTest, members: int = 10) -> AppTest:
    app.number_input(key="committee members").set_value(members).run()
    return app


def until(fits: Callable[[], bool]) -> None:
    end = time.monotonic() + 120
    while not fits():
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.02)


def made(app: AppTest) -> AppTest:
    """Wait for what was asked for, and look again."""
    jobs = background_jobs()
    until(lambda: all(job.is_over for job in jobs._jobs.values()))
    return app.run()


def told(app: AppTest) -> str:
    return unescape(html(app))


def figures(app: AppTest) -> list[dict[str, Any]]:
    return [json.loads(chart.proto.spec) for chart in app.get("plotly_chart")]


def labels(app: AppTest) -> list[str]:
    return [button.label for button in app.button]


def test_before_a_run_says_what_it_would_be(opened: Opened, sample: Path) -> None:
    app = opened("committee", project=sample, dataset="news")
    assert "How hard is each of the 1,573 gold words of news?" in told(app)
    assert "Make the committee" in labels(app)
    assert not app.get("plotly_chart")


def test_a_run_to_its_end_gives_the_dataset_its_difficulties(opened: Opened, sample: Path) -> None:
    app = made(ask(small(opened("committee", project=sample, dataset="news"))))
    dataset = load_dataset(read_project(sample).dataset("news"))
    spec = read_project(sample).dataset("news")
    assert spec.train is not None
    expected = committee(read_training_text(spec.train, options=spec.options), dataset.gold, TEN)
    change = mean_change(expected, [5])[5]
    text = told(app)
    assert "K = 10 is not enough for news: from 5 to 10 members difficulty changes by" in text
    assert f"changes by {change:.3f} on average over 1,573 gold words, not under 0.02" in text
    assert expected.name in text
    assert "These are the difficulties of news on all pages of your session." in text
    assert "Use its difficulties" not in labels(app)
    growing, moving = figures(app)
    words = [trace for trace in growing["data"] if "customdata" in trace]
    assert len(words) == len({*of_committee(expected.wrong, committee="").intervals().tolist()})
    assert [len(trace["x"]) for trace in words] == [10] * len(words)
    assert moving["data"][0]["y"] == pytest.approx([mean_change(expected)[size] for size in (1, 2, 5)])
    assert [button.proto.label for button in app.get("download_button")] == ["CSV", "Parquet", ".weight", ".weight_c"]
    app.switch_page(str(site_folder() / "pages" / "overview.py")).run()
    assert f"({expected.name})" in "".join(code.value for code in app.code), "the signature of every page says so"


def test_progress_cancel_and_going_on(
    opened: Opened, sample: Path, gate: threading.Event, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = ask(small(opened("committee", project=sample, dataset="news")))
    (job,) = background_jobs()._jobs.values()
    until(lambda: job.done == 3)
    app.run()
    bar = app.get("progress")[0].proto
    assert bar.text.startswith("3 of 10 members, about ")
    assert bar.value == 30
    assert "You can use other pages meanwhile" in told(app)
    assert "ask for the committee" not in [button.key for button in app.button]

    app.button(key="cancel committee").click().run()
    until(lambda: job.is_over)
    app.run()
    assert "Stopped after 3 of 10 members. Those are kept" in told(app)
    kept = len([*cache.rglob("*.model")])
    assert 3 <= kept < 10
    assert "Go on" in labels(app)

    gate.set()
    learnt: list[int] = []
    monkeypatch.setattr("cwsdiag.difficulty.cache.ModelCache.write", lambda self, number, model: learnt.append(number))
    made(ask(app))
    assert len(learnt) == 10 - kept, "what was kept is not learnt again"
    assert "These are the difficulties of news" in told(app)


def test_other_pages_and_other_people_meanwhile(opened: Opened, sample: Path, gate: threading.Event) -> None:
    first = ask(small(opened("committee", project=sample, dataset="news")))
    (job,) = background_jobs()._jobs.values()
    until(lambda: job.done == 3)
    second = small(opened("committee", project=sample, dataset="news"))
    assert second.get("progress")
    ask(second)
    assert [*background_jobs()._jobs.values()] == [job], "they share it"
    third = small(opened("committee", project=sample, dataset="microblog"))
    assert "The server is busy with another run" in told(third)
    ask(third)
    assert third.get("progress")[0].proto.text == "Waiting for another run on this server …"

    first.switch_page(str(site_folder() / "pages" / "explore.py")).run()
    assert not first.exception
    first.switch_page(str(site_folder() / "pages" / "committee.py")).run()
    assert first.get("progress"), "it is still there"
    gate.set()
    for app in (first, second, third):
        assert "These are the difficulties of" in told(made(app))


def test_who_has_not_asked_is_offered_what_is_there(opened: Opened, sample: Path) -> None:
    made(ask(small(opened("committee", project=sample, dataset="news"))))
    other = small(opened("committee", project=sample, dataset="news"))
    assert "K = 10 is not enough" in told(other)
    assert "These are the difficulties" not in told(other)
    assert "Use its difficulties" in labels(other)
    assert "These are the difficulties of news" in told(ask(other))


def test_settings_are_another_committee_and_are_remembered(opened: Opened, sample: Path) -> None:
    app = made(ask(small(opened("committee", project=sample, dataset="news"))))
    app.number_input(key="committee seed").set_value(7).run()
    assert "Make the committee" in labels(app), "this one is not there yet"
    app.switch_page(str(site_folder() / "pages" / "overview.py")).run()
    app.switch_page(str(site_folder() / "pages" / "committee.py")).run()
    assert (app.number_input(key="committee members").value, app.number_input(key="committee seed").value) == (10, 7)
    app.number_input(key="committee seed").set_value(0).run()
    assert "K = 10 is not enough" in told(app)


def test_settings_that_make_no_sense_are_said(opened: Opened, sample: Path) -> None:
    app = opened("committee", project=sample, dataset="news")
    app.button_group(key="committee templates").set_value([]).run()
    assert "no such feature templates: none" in told(app)
    assert app.button(key="ask for the committee").disabled


def test_crf_that_is_not_installed_is_said(opened: Opened, sample: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(learner: Crf) -> None:
        raise SettingError("CRFs need python-crfsuite, which is not installed: pip install 'cwsdiag[crf]'")

    monkeypatch.setattr(Crf, "require", missing)
    app = opened("committee", project=sample, dataset="news")
    for key in ("committee learner", "committee curve learner"):
        app.button_group(key=key).set_value("crf").run()
    assert told(app).count("CRFs need python-crfsuite") == 2
    assert app.button(key="ask for the committee").disabled
    assert app.button(key="ask for the curve").disabled


@pytest.mark.parametrize(
    ("training", "expected"),
    [
        (None, page_parts.NO_TRAINING),
        ("我们\n喜欢\n北京\n" * 4, "train.txt: this is a word list."),
    ],
)
def test_training_data_that_will_not_do(opened: Opened, project: Project, training: str | None, expected: str) -> None:
    app = opened("committee", project=project(training=training))
    assert expected in told(app)
    assert app.get("page_link"), "to Data"
    assert "Make the committee" not in labels(app)


@pytest.mark.parametrize("given", [{"gold": ""}, None])
def test_nothing_to_learn_for_leads_to_data(opened: Opened, project: Project, given: dict[str, str] | None) -> None:
    app = opened("committee", project=None if given is None else project(**given))
    assert app.get("page_link")
    assert not app.get("plotly_chart")


def test_gold_alone_is_enough(opened: Opened, project: Project) -> None:
    app = made(ask(small(opened("committee", project=project(systems={})), 4)))
    assert "K = 4 is" in told(app)


def test_a_cache_that_cannot_be_written_is_said(
    opened: Opened, sample: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    monkeypatch.setenv("CWSDIAG_CACHE", str(tmp_path / "file"))
    app = made(ask(small(opened("committee", project=sample, dataset="news"))))
    assert "models cannot be kept there" in told(app)
    assert "Try again" in labels(app)


def test_a_fault_is_not_the_users(
    opened: Opened, sample: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(work, "committee", lambda *args, **options: 1 // 0)
    app = made(ask(small(opened("committee", project=sample, dataset="news"))))
    assert progress.FAULT in told(app)
    assert "ZeroDivisionError" in caplog.text
    assert "division" not in told(app)


def test_one_member_says_why_it_cannot_grow(opened: Opened, sample: Path) -> None:
    app = made(ask(small(opened("committee", project=sample, dataset="news"), 1)))
    assert "K = 1 is too few for news" in told(app)
    assert "A committee of one has no smaller committee" in told(app)
    assert len(figures(app)) == 1


def test_other_words_are_drawn_on_request(opened: Opened, sample: Path) -> None:
    app = made(ask(small(opened("committee", project=sample, dataset="news"))))
    before = [trace["name"] for trace in figures(app)[0]["data"] if "customdata" in trace]
    app.button(key="other words").click().run()
    after = [trace["name"] for trace in figures(app)[0]["data"] if "customdata" in trace]
    assert before != after
    assert len(after) == len(set(after))


def test_learning_curve_with_and_without_difficulties(opened: Opened, sample: Path) -> None:
    app = opened("committee", project=sample, dataset="news")
    app.button(key="ask for the curve").click().run()
    table = made(app).dataframe[0].value
    assert table["sentences"].tolist() == [80, 200, 320, 400]
    assert table["f_b"].isna().all()
    assert table["f1"].is_monotonic_increasing
    assert "From 80 to 100 % of the training data (400 sentences) the built-in segmenter gains" in told(app)
    assert "Make a committee above." in told(app)
    app = made(ask(small(app)))
    table = app.dataframe[0].value
    assert table["f_b"].notna().all()
    assert "; of f_b, " in told(app)
    assert {trace.get("name") for trace in figures(app)[-1]["data"]} >= {"F1", "f_b"}


def test_crfs_learn_in_processes_and_leave_this_one_to_the_pages(opened: Opened, project: Project) -> None:
    gold = "我们 在 北京 学习 。\n他 喜欢 秋天 。\n" * 5
    app = opened("committee", project=project(gold=gold, systems={}))
    app.button_group(key="committee curve learner").set_value("crf").run()
    app.button(key="ask for the curve").click().run()
    table = made(app).dataframe[0].value
    assert table["sentences"].tolist() == [3, 8, 12, 15]
    assert table["f1"].notna().all()
    assert work.jobs(Crf()) >= 2, "a single process would be this one"


def test_a_curve_is_stopped(opened: Opened, sample: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def learnt(*given: Any) -> Any:
        (job,) = background_jobs()._jobs.values()
        job.stop()
        return real(*given)

    real = work._learnt
    monkeypatch.setattr(work, "_learnt", learnt)
    app = opened("committee", project=sample, dataset="news")
    app.button(key="ask for the curve").click().run()
    assert "of 4 segmenters." in told(made(app))
    assert "Learn" in labels(app)


def test_files_hold_the_difficulties(sample: Path, tmp_path: Path) -> None:
    gold = load_dataset(read_project(sample).dataset("news")).gold
    wrong = np.random.default_rng(0).random((5, len(gold))) < 0.3
    cuts = np.zeros((5, 1), dtype=np.uint8)
    made = Committee(CommitteeSettings(members=5), (), wrong, gold.text, cuts, "train.txt", "")
    weights = of_committee(wrong, committee=made.name)
    for ending in (".csv", ".parquet", ".weight", ".weight_c"):
        path = tmp_path / f"x{ending}"
        path.write_bytes(results.weights_bytes(made, gold, ending))
        again = read_weights(path, gold)
        assert again.values == pytest.approx(weights.values)
        if ending in (".csv", ".parquet"):
            assert again.wrong is not None and (again.wrong == wrong).all()
            assert again.committee == made.name


def test_sampled_words_spread_over_the_intervals(opened: Opened, sample: Path) -> None:
    spec = read_project(sample).dataset("news")
    assert spec.train is not None
    gold = load_dataset(spec).gold
    found = committee(read_training_text(spec.train, options=spec.options), gold, TEN)
    index = of_committee(found.wrong, committee="").intervals()
    words = results.sampled_words(found, gold, seed=3)
    assert words == results.sampled_words(found, gold, seed=3)
    assert len(words) == len(set(index.tolist())) <= INTERVALS
    assert sorted(index[words].tolist()) == index[words].tolist()
    for word, line in zip(words, results.lines(found, gold, words), strict=True):
        assert line.word == gold.surfaces()[word]
        assert line.values[-1] == found.difficulty[word]
        around = f"{line.before.strip('…')}{line.word}{line.after.strip('…')}"
        assert around in gold.text.sentence(line.sentence - 1)


@pytest.mark.parametrize(
    ("changes", "members", "expected"),
    [
        ({50: 0.014}, 100, "K = 100 is enough for d: from 50 to 100 members difficulty changes by 0.014 on average "
         "over 1 gold word, under 0.02, a fifth of an interval."),
        ({50: 0.02}, 101, "K = 101 is not enough for d: from 50 to 100 members"),
        ({}, 1, "K = 1 is too few for d"),
        ({1: float("nan")}, 2, "Gold of d has no word"),
    ],
)  # fmt: skip
def test_whether_it_is_enough(changes: dict[int, float], members: int, expected: str) -> None:
    said = results.enough_sentence(changes, members=members, words=1, dataset="d")
    assert said.startswith(expected)


def test_times_left_are_said_as_people_do() -> None:
    assert [progress._time(seconds) for seconds in (0.2, 1, 89, 90, 610)] == [
        "1 second",
        "1 second",
        "89 seconds",
        "2 minutes",
        "10 minutes",
    ]


def test_pages_are_where_they_belong() -> None:
    assert navigation.PAGES["committee"].door == "difficulty"
