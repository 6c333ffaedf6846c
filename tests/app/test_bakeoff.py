"""The bakeoff on Scores in every state: what it says, and that its numbers are those of the command line."""

import json
from collections.abc import Callable
from dataclasses import replace
from html import escape
from pathlib import Path
from threading import Event
from typing import Any

import pandas as pd
import pyarrow as pa
import pytest
from streamlit.testing.v1 import AppTest

from cwsdiag.bakeoff import differences, oov_recalls, score_bakeoff, verdicts
from cwsdiag.diagnosis import diagnose
from cwsdiag.frames import p_value, signed
from cwsdiag.project import load_dataset, read_project
from cwsdiag.report.bakeoff import TWO_RULES
from cwsdiag.ui import scores
from cwsdiag.ui.shell import leads, navigation
from cwsdiag.ui.shell.tables import SYSTEM
from cwsdiag.ui.work import progress
from cwsdiag.views import standings
from cwsdiag.views.look import Look
from cwsdiag.views.standings import Leader, bakeoff_sentence, bakeoff_verdict, rules_sentence
from tests.app.conftest import FIRST, GOLD, SECOND, html, ways
from tests.app.own_files import drop

Opened = Callable[..., AppTest]
Project = Callable[..., Path]

NAN = float("nan")


def figures(app: AppTest) -> list[dict[str, Any]]:
    return [json.loads(chart.proto.spec) for chart in app.get("plotly_chart")]


@pytest.fixture
def tracks(project: Project) -> Path:
    """Four systems: two closed, one open, one of no known track; the best is the last."""
    path = project(systems={"first": FIRST, "second": SECOND, "third": SECOND, "same": GOLD})
    text = path.read_text("utf-8")
    for name, track in (("first", "closed"), ("second", "closed"), ("third", "open")):
        text = text.replace(f"name = '{name}'", f"name = '{name}'\ntrack = '{track}'")
    path.write_text(text, "utf-8")
    return path


def test_table_has_the_scores_of_the_bakeoff(opened: Opened, sample: Path) -> None:
    app = opened("scores", project=sample, dataset="news")
    table = app.dataframe[0].value.set_index(SYSTEM)
    expected = score_bakeoff(load_dataset(read_project(sample).dataset("news")))
    for score in expected:
        for key in table.columns:
            assert table.loc[score.name, key] == pytest.approx(getattr(score, key)), key
    assert table["f1"].tolist() == sorted((score.f1 for score in expected), reverse=True)
    assert "track" not in table, "none is said"
    assert "coverage" not in table, "all is compared"
    assert {"c_r", "c_p", "oov_rate", "insertions", "true_words", "test_words"} <= {*table.columns}
    known = diagnose(load_dataset(read_project(sample).dataset("news")), attributes=())
    oov = standings.oov_table(oov_recalls(known))
    drawn = figures(app)[-1]
    assert drawn["data"][0]["customdata"] == [[name] for name in oov["name"]]
    assert [x for trace in drawn["data"][1:] for x in trace["x"]] == oov["oov_recall"].tolist()
    assert escape(standings.oov_sentence(oov, lines=(), dataset="news")) in html(app)


def test_says_what_one_may_quote(opened: Opened, sample: Path) -> None:
    text = html(opened("scores", project=sample, dataset="news"))
    assert "crf leads news with F 0.830. The bakeoff&#x27;s rule and the paired test tell crf from jieba" in text
    assert "p is adjusted for the pairs tested, 5 of 6." in text and "leaves out 0" not in text
    assert escape(TWO_RULES) in text


def test_matrices_say_what_the_differences_are(opened: Opened, sample: Path) -> None:
    app = opened("scores", project=sample, dataset="news")
    dataset = load_dataset(read_project(sample).dataset("news"))
    rules, tests = differences(dataset), verdicts(diagnose(dataset, attributes=()))
    rule, paired, *_more = figures(app)
    for figure, wanted in (
        (rule, [one.differ for one in rules]),
        (paired, [one.scores["f1"].verdict == "significant" for one in tests]),
    ):
        filled = sum(colour.endswith(", 1.0)") for colour in figure["data"][0]["marker"]["color"])
        assert filled == 2 * sum(wanted)
    table = app.dataframe[1].value
    assert (len(table), len(tests)) == (6, 5)
    for one in tests:
        row = table[(table[SYSTEM] == one.a) & (table["other "] == one.b)]
        f1, recall = one.scores["f1"], one.scores["recall"]
        assert row["f1"].item() == pytest.approx(100 * f1.difference)
        assert (row["p"].item(), row["verdict"].item()) == (f1.p_deciding, f1.verdict)
        assert row["recall"].item() == pytest.approx(100 * recall.difference)
        # All cells are as they are written, whoever writes their column; what is significant is bold.
        drawn = app.dataframe[1].proto.arrow_data.styler
        shown = pa.ipc.open_stream(drawn.display_values).read_pandas()
        assert shown["recall"][row.index[0]] == signed(100 * recall.difference)
        cell = f"row{row.index[0]}_col{table.columns.get_loc('recall')}"
        bold = any(cell in rule.partition("{")[0] and "bold" in rule for rule in drawn.styles.split("}"))
        assert bold == (recall.verdict == "significant")
        assert shown["p"][row.index[0]] in ("< 0.001", p_value(f1.p_deciding))


def test_every_pair_is_tested_where_that_is_asked_for(opened: Opened, project: Project) -> None:
    path = project(systems={"a": GOLD, "b": FIRST, "c": SECOND, "d": SECOND})
    app = opened("scores", project=path)
    table = app.dataframe[1].value
    assert table["verdict"].tolist().count("–") == 1, "the second and the fourth"
    assert "p is adjusted for the pairs tested, 5 of 6." in html(app)
    next(one for one in app.toggle if one.label == "Test every pair").set_value(True).run()
    assert app.query_params["pairs"] == "all"
    assert "–" not in app.dataframe[1].value["verdict"].tolist()
    assert "p is adjusted for the pairs tested, 6 of 6." in html(app)


def test_blocks_are_drawn_where_neighbours_are_right_and_wrong_together(opened: Opened, project: Project) -> None:
    first, second = FIRST.splitlines(keepends=True)[:1], SECOND.splitlines(keepends=True)[:1]
    gold = GOLD.splitlines(keepends=True)[:1]
    # Runs of 25 sentences, right and wrong by turns.
    systems = {"a": (gold + first) * 25, "b": (second + gold) * 25}
    texts = {name: "".join(line * 25 for line in lines) for name, lines in systems.items()}
    path = project(gold="".join(gold * 1250), systems=texts)
    sentences, blocks = (
        opened("scores", project=path, **unit).dataframe[1].value for unit in ({"unit": "sentence"}, {})
    )
    assert (blocks["low"] < sentences["low"]).all() and (blocks["high"] > sentences["high"]).all()


def test_page_is_drawn_before_the_tests_are_there(
    opened: Opened, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = Event()
    monkeypatch.setattr(progress, "PATIENCE", 0)
    tested = Look.bakeoff_verdicts
    monkeypatch.setattr(Look, "bakeoff_verdicts", lambda *args, **how: held.wait(60) and tested(*args, **how))
    app = opened("scores", project=project())
    text = html(app)
    assert "The paired tests are under way" in text and "the paired test says" not in text
    assert app.dataframe[1].value["verdict"].tolist() == ["–"]
    held.set()
    monkeypatch.setattr(progress, "PATIENCE", 60)
    app.run()
    assert "under way" not in html(app)
    assert app.dataframe[1].value["verdict"].tolist() == ["significant"]


def test_tracks_are_ranked_apart(opened: Opened, tracks: Path) -> None:
    app = opened("scores", project=tracks, baselines="on")
    table = app.dataframe[0].value
    assert table[SYSTEM].tolist() == ["first", "second", "third", "same", "TOP", "BASE", "VOTE"]
    assert table["track"].fillna("").tolist() == ["closed", "closed", "open", "", "", "", ""]
    text = html(app)
    assert "first leads the closed track of own with F" in text
    assert "third has F 0.769 on the open track." in text
    assert "same has F 1.000 on the systems without a track." in text
    assert "tell first from second" in text
    corpora = figures(app)[2]
    assert corpora["layout"]["xaxis"]["ticktext"] == [
        "<b>own</b><br>closed",
        "<b>own</b><br>open",
        "<b>own</b><br>track not given",
    ]


def test_base_and_top_are_systems_when_switched_on(opened: Opened, project: Project) -> None:
    assert len(opened("scores", project=project()).dataframe[0].value) == 2
    app = opened("scores", project=project(), baselines="on")
    assert app.dataframe[0].value[SYSTEM].tolist()[2:] == ["TOP", "BASE"]
    assert len(app.dataframe[1].value) == 6


def test_chart_has_all_corpora_and_always_both_lines(opened: Opened, sample: Path) -> None:
    chart = figures(opened("scores", project=sample))[2]
    drawn = {trace["customdata"][0][1]: trace for trace in chart["data"] if "customdata" in trace}
    assert set(drawn) == {"crf", "jieba", "maximum matching", "wapic", "BASE", "TOP"}
    corpora = [dataset.name for dataset in read_project(sample).datasets]
    assert [data[0] for data in drawn["crf"]["customdata"]] == corpora


def test_uploads_are_a_corpus_of_their_own(opened: Opened, sample: Path) -> None:
    app = opened("data", project=sample)
    drop(app, ("gold.txt", GOLD.encode()))
    drop(app, ("first.txt", FIRST.encode()))
    app.switch_page(str(Path(__file__).parents[2] / "pages" / "scores.py")).run()
    assert not app.exception
    assert len(figures(app)[-1]["layout"]["xaxis"]["ticktext"]) == 1


def test_one_system_says_why_there_are_no_matrices(opened: Opened, project: Project) -> None:
    app = opened("scores", project=project(systems={"<b>only": FIRST}))
    assert "&lt;b&gt;only is the only system" in html(app)
    # F by corpus, and OOV recall.
    assert len(figures(app)) == 2
    assert "&lt;b&gt;only has F 0.880 on own." in html(app)


def test_equal_systems_share_the_lead(opened: Opened, project: Project) -> None:
    text = html(opened("scores", project=project(systems={"one": FIRST, "two": FIRST})))
    assert "one and two share the highest F on own, 0.880." in text
    assert "Neither the bakeoff&#x27;s rule nor the paired test tells one from two." in text


def test_without_training_oov_is_undefined_and_there_is_no_base(opened: Opened, project: Project) -> None:
    app = opened("scores", project=project(training=None), baselines="on")
    table = app.dataframe[0].value
    assert table[SYSTEM].tolist() == ["first", "second", "TOP"]
    assert table[["oov_rate", "oov_recall", "iv_recall"]].isna().all(axis=None)


def test_one_sentence_is_never_sure(opened: Opened, project: Project) -> None:
    path = project(gold="我们 在 北京 。\n", systems={"a": "我们 在 北 京 。\n", "b": "我 们 在 北 京 。\n"})
    app = opened("scores", project=path)
    table = app.dataframe[1].value
    assert table[["low", "high"]].isna().all(axis=None)
    assert table["verdict"].tolist() == ["too few differ"]
    assert "the paired test tells" not in html(app).replace("nor the paired test tells", "")


def test_ten_systems_with_long_names_stay_apart(opened: Opened, project: Project) -> None:
    names = [f"bert-base-chinese finetuned on pku and msr, epoch {n:02d}, seed 1" for n in range(10)]
    app = opened("scores", project=project(systems=dict.fromkeys(names, FIRST)))
    scores, pairs = (table.value for table in app.dataframe)
    assert sorted(scores["full name "]) == names
    assert scores[SYSTEM].nunique() == 10
    assert set(pairs["system, full name "]) | set(pairs["other, full name "]) == set(names)
    assert "10 of 10 systems share the highest F on own" in html(app)


def test_all_undefined_is_said(opened: Opened, project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cwsdiag.exhibits.bakeoff.leaders", lambda ranked, pairs: [])
    assert "there is no score" in html(opened("scores", project=project()))


def test_undefined_scores_stand_last_of_their_track_and_lead_nothing() -> None:
    numbers = dict.fromkeys(("recall", "c_r", "precision", "c_p", "oov_rate", "oov_recall"), 0.5) | {"true_words": 7}
    rows = [("none", "closed", NAN), ("one", "closed", 0.5), ("two", None, 0.9), ("TOP", None, 1.0)]
    scores = pd.DataFrame([{"name": name, "track": track, "f1": f1, **numbers} for name, track, f1 in rows])
    ranked = standings.standings(scores, lines=("BASE", "TOP"))
    assert ranked["name"].tolist() == ["one", "none", "two", "TOP"]
    found = standings.leaders(ranked, pd.DataFrame())
    assert [(one.names, one.best["track"], one.others) for one in found] == [
        (("one",), "closed", ()),
        (("two",), None, ()),
    ]


@pytest.mark.parametrize("systems", [{}, None])
def test_nothing_to_score_leads_to_data(opened: Opened, project: Project, systems: dict[str, str] | None) -> None:
    app = opened("scores", project=None if systems is None else project(systems=systems))
    assert ways(app)
    assert not app.get("plotly_chart")


def test_system_called_base_is_a_system(opened: Opened, project: Project) -> None:
    app = opened("scores", project=project(systems={"BASE": FIRST, "second": SECOND}), baselines="on")
    assert app.dataframe[0].value[SYSTEM].tolist() == ["BASE", "second"]
    assert "BASE leads own" in html(app)
    chart = figures(app)[2]
    assert all(not data[2] for trace in chart["data"] for data in trace.get("customdata", ()))


def test_official_layout(sample: Path) -> None:
    dataset = load_dataset(read_project(sample).dataset("news"))
    summary = scores.official(dataset, sentences=False)
    assert summary.count("=== SUMMARY:") == 4
    assert "###\tcrf\t" in summary
    assert scores.official(dataset, sentences=True).count("NCHANGE:\t") == 4 * 1015


def test_downloads_are_made_when_asked_for(opened: Opened, sample: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scores, "sighan_lines", lambda *args, **options: pytest.fail("made too early"))
    app = opened("scores", project=sample)
    assert [button.proto.label for button in app.get("download_button")] == ["Summary", "With every sentence"]


def test_clicks_lead_on(monkeypatch: pytest.MonkeyPatch) -> None:
    led: list[tuple[str, dict[str, str | None]]] = []
    monkeypatch.setattr(navigation, "lead_to", lambda page, **changes: led.append((page, changes)))
    leads.to_pair("one", "two")
    leads.to_pair("one", "one")
    scores.to_system("news", "crf", False)
    scores.to_system("news", "BASE", True)
    assert led == [
        ("diagnosis", {"system": "one", "other": "two", "part": "panels"}),
        ("diagnosis", {"system": "one", "part": "panels"}),
        ("diagnosis", {"dataset": "news", "system": "crf", "part": "panels"}),
        ("diagnosis", {"dataset": "news", "system": "BASE", "baselines": "on", "part": "panels"}),
    ]


def leader(others: int = 3, rule: int = 0, test: int = 0, **changes: Any) -> Leader:
    names = tuple(f"s{n}" for n in range(1, others + 1))
    best = {"track": None, "oov_rate": 0.1, "oov_recall": 0.5, "true_words": 1000}
    best |= dict.fromkeys(("f1", "recall", "precision"), 0.9) | dict.fromkeys(("c_r", "c_p"), 0.01)
    return Leader(best | changes, ("s0",), names, names[:rule], names[:test])


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (leader(0), ""),
        (leader(1), "The bakeoff's rule and the paired test tell s0 from s1."),
        (leader(1, 1), "The paired test tells s0 from s1, the bakeoff's rule does not."),
        (leader(3), "The bakeoff's rule and the paired test tell s0 from s1, s2 and s3."),
        (leader(3, 0, 2), "The bakeoff's rule tells s0 from s1 and s2, the paired test does not."),
        (leader(3, 2, 2), "Neither the bakeoff's rule nor the paired test tells s0 from s1 and s2."),
        (leader(3, 3), "The paired test tells s0 from s1, s2 and s3, the bakeoff's rule does not."),
        (leader(9, 5, 4), "The bakeoff's rule does not tell s0 from 5 of 9 systems, the paired test not from 4 of 9 "
         "systems."),
    ],
)  # fmt: skip
def test_verdict(found: Leader, expected: str) -> None:
    assert bakeoff_verdict(found) == expected


def test_verdict_before_the_tests() -> None:
    assert bakeoff_verdict(leader(), tested=False) == "The bakeoff's rule tells s0 from s1, s2 and s3."
    assert bakeoff_verdict(leader(3, 1), tested=False) == "The bakeoff's rule does not tell s0 from s1."


def test_lead_of_every_track() -> None:
    closed, opened = leader(track="closed"), leader(0, track="open", oov_recall=NAN)
    last = replace(leader(2), names=("a", "b"))
    assert bakeoff_sentence([closed, opened, last], dataset="d") == (
        "s0 leads the closed track of d with F 0.900. s0 has F 0.900 on the open track. "
        "a and b share the highest F on the systems without a track, 0.900."
    )


@pytest.mark.parametrize(
    ("pairs", "apart", "expected"),
    [
        (1, 0, "the two agree on the only pair tested."),
        (1, 1, "they disagree: the cells are framed."),
        (66, 17, "they disagree on 17 of 66 pairs tested: those cells are framed."),
        (3, 0, "the two agree on all 3 pairs tested."),
    ],
)
def test_how_often_the_rules_agree(pairs: int, apart: int, expected: str) -> None:
    assert rules_sentence(pairs, apart).endswith(expected)
