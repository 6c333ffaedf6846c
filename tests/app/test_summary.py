"""Summary: the table of systems and its choices, notes, and the cards of proposed findings."""

import json
import sys
from concurrent.futures._base import DoneAndNotDoneFutures
from pathlib import Path
from typing import Any

import pytest

from cwsdiag.project import read_project
from cwsdiag.running import run
from cwsdiag.ui.shell.tables import FULL, SYSTEM
from cwsdiag.ui.work import progress
from cwsdiag.ui.work.jobs import Job
from cwsdiag.views.look import Look
from tests.app.conftest import FIRST, GOLD, SECOND, Opened, Project, html


def test_how_fast_a_system_was_is_a_column_where_it_was_run_here(opened: Opened, project: Project) -> None:
    path = project()
    (path.parent / "cut.py").write_text("import sys\nfor line in sys.stdin: print(' '.join(line.strip()))\n", "utf-8")
    own = f'\n[[dataset.system]]\nname = "own"\ncommand = {json.dumps(f"{sys.executable} cut.py")}\n'
    path.write_text(path.read_text("utf-8") + own, "utf-8")
    assert "speed" not in opened("summary", project=path).dataframe[0].value, "before it was run"
    [system] = [one for one in read_project(path).datasets[0].systems if one.run]
    made = run(system, mismatch="error")
    speed = opened("summary", project=path).dataframe[0].value.set_index(SYSTEM)["speed"]
    assert speed["own"] == round(made.characters / made.seconds)
    assert speed[["first", "second"]].isna().all()


def test_ten_systems_with_long_names_stay_apart(opened: Opened, project: Project) -> None:
    names = [f"bert-base-chinese finetuned on pku and msr, epoch {n:02d}, seed 1" for n in range(10)]
    app = opened("summary", project=project(systems=dict.fromkeys(names, FIRST)))
    table = app.dataframe[0].value
    assert sorted(table[FULL]) == names, "full names at the end"
    assert table[SYSTEM].nunique() == 10
    assert table[SYSTEM].str.len().max() <= 34


def test_tests_that_fail_are_said_and_tried_again(
    opened: Opened, project: Project, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(look: Look) -> None:
        raise RuntimeError("broken")

    with monkeypatch.context() as broken:
        broken.setattr(Look, "verdicts", fails)
        app = opened("summary", project=project())
        assert "This could not be made" in html(app)
        assert "This is a fault in cwsdiag" in html(app) and "broken" not in html(app) and "under way" not in html(app)
        assert "verdict" not in app.dataframe[0].value
    assert "work in the background failed" in [record.message for record in caplog.records]
    app.run()
    assert "could not be made" not in html(app) and "verdict" in app.dataframe[0].value


def test_a_copy_of_gold_is_warned_of(opened: Opened, project: Project) -> None:
    app = opened("summary", project=project(systems={"first": FIRST, "one": GOLD, "two": GOLD}))
    assert "one and two have exactly the words of gold" in html(app)
    assert "exactly the words of gold" not in html(opened("summary", project=project()))


def test_gold_that_is_not_segmented_is_warned_of(opened: Opened, project: Project) -> None:
    uncut = "".join(GOLD.replace("\n", "。").split()) + "\n"
    app = opened("summary", project=project(gold=uncut, systems={"first": " ".join(uncut)}))
    assert "characters on average, so it is probably not segmented." in html(app)


@pytest.mark.parametrize("name", ["summary", "study"])
def test_tests_that_end_while_the_page_is_drawn_are_shown(
    opened: Opened, sample: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """The page was begun without them, and nobody would ask again."""
    real, asked = progress.wait, list[Any]()

    def late(jobs: list[Job[Any]], patience: float) -> Any:
        asked.append(jobs)
        return real(jobs, 60) if len(asked) > 1 else DoneAndNotDoneFutures(set(), {*real(jobs, 60).done})

    monkeypatch.setattr(progress, "wait", late)
    text = html(opened(name, project=sample))
    assert len(asked) > 1 and "under way" not in text
    assert "significant" in text or "(p = 0.004)" in text


def test_models_of_several_runs_have_a_row_each(opened: Opened, project: Project) -> None:
    path = project(systems={"first": FIRST, "second": SECOND})
    runs = '[[dataset.system]]\nname = "bert"\nruns = ["0.txt", "1.txt"]\n'
    path.write_text(path.read_text("utf-8").replace("[[dataset.system]]", f"{runs}[[dataset.system]]", 1), "utf-8")
    assert "Several runs of a model" not in html(opened("summary", project=path))
    tables = [table.value for table in opened("summary", project=path, measure="all").dataframe]
    (found,) = (table for table in tables if "f1_sd" in table)
    plain = next(table for table in tables if "words" in table).set_index(SYSTEM)["f1"]
    assert found[SYSTEM].tolist() == ["bert"]
    assert found["f1"][0] == pytest.approx((plain["bert #1"] + plain["bert #2"]) / 2)
    (pairs,) = (table for table in tables if "share" in table)
    assert len(pairs) == 1, "the best against the model"


def test_without_punctuation_ranks_and_intervals_are_of_the_other_words(opened: Opened, project: Project) -> None:
    path = project(gold="“ 我们 ” 。\n" * 40, systems={"glued": "“ 我们 ”。\n" * 40, "cut": "“ 我 们 ” 。\n" * 40})
    every, spoken = (opened("summary", project=path, part=part).dataframe[0].value for part in ("", "spoken"))
    assert every[SYSTEM].tolist() == ["cut", "glued"] and spoken[SYSTEM].tolist() == ["glued", "cut"]
    assert spoken["f1_no_punctuation"].tolist() == [1, 0]
    heads = json.loads(opened("summary", project=path, part="spoken").dataframe[0].proto.columns)
    assert heads["interval"]["label"] == "95 % interval, 0.00 to 1.00"
    assert all(one.startswith("data:image/svg+xml;base64,") for one in spoken["interval"])


def test_what_is_hidden_is_shown_again(opened: Opened, project: Project) -> None:
    path = project()
    text = path.read_text("utf-8").replace('prediction = "1.txt"', 'prediction = "1.txt"\nhidden = true')
    path.write_text(text, "utf-8")
    app = opened("summary", project=path)
    assert app.dataframe[0].value[SYSTEM].tolist() == ["first"]
    app.button(key="show hidden").click().run()
    assert app.dataframe[0].value[SYSTEM].tolist() == ["first", "second"]


def test_a_card_leads_to_where_it_stands_and_is_pinned_alone(opened: Opened, project: Project) -> None:
    app = opened("summary", project=project())
    titles = [button.label for button in app.button if str(button.key).endswith("title")]
    assert titles and all(len(title.split()) <= 12 for title in titles)
    pins = [button.key for button in app.button if str(button.key).endswith("pin")]
    app.button(key=pins[0]).click().run()
    assert [app.button(key=pin).help for pin in pins] == ["Unpin", *["Pin"] * (len(pins) - 1)]
    app.button(key=pins[0]).click().run()
    assert {app.button(key=pin).help for pin in pins} == {"Pin"}
    app.button(key="card 0 title").click().run()
    assert app.session_state["selection"].page == "diagnosis"
