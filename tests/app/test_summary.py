"""Summary: the table of systems and its choices, notes, and the cards of proposed findings."""

import json
import sys
from concurrent.futures._base import DoneAndNotDoneFutures
from typing import Any

import pytest

from cwsdiag.project import read_project
from cwsdiag.running import run
from cwsdiag.ui.shell import progress
from cwsdiag.views.look import Look
from tests.app.conftest import FIRST, GOLD, SYSTEM, html, table


def test_how_fast_a_system_was_is_a_column_where_it_was_run_here(opened, project):
    path = project()
    (path.parent / "cut.py").write_text("import sys\nfor line in sys.stdin: print(' '.join(line.strip()))\n", "utf-8")
    own = f'\n[[dataset.system]]\nname = "own"\ncommand = {json.dumps(f"{sys.executable} cut.py")}\n'
    path.write_text(path.read_text("utf-8") + own, "utf-8")
    [system] = [one for one in read_project(path).datasets[0].systems if one.run]
    made = run(system, mismatch="error")
    speed = table(opened("summary", project=path), "speed").set_index(SYSTEM)["speed"]
    assert speed["own"] == round(made.characters / made.seconds)
    assert speed[["first", "second"]].isna().all()


def test_tests_that_fail_are_said_and_tried_again(opened, project, monkeypatch, caplog):
    def fails(look):
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


def test_gold_that_is_copied_or_not_segmented_is_warned_of(opened, project):
    app = opened("summary", project=project(systems={"first": FIRST, "one": GOLD, "two": GOLD}))
    assert "one and two have exactly the words of gold" in html(app)
    uncut = "".join(GOLD.replace("\n", "。").split()) + "\n"
    text = html(opened("summary", project=project(gold=uncut, systems={"first": " ".join(uncut)})))
    assert "characters on average, so it is probably not segmented." in text
    assert "exactly the words of gold" not in text


@pytest.mark.parametrize("name", ["summary", "datasets"])
def test_tests_that_end_while_the_page_is_drawn_are_shown(opened, several, monkeypatch, name):
    """The page was begun without them, and nobody would ask again."""
    real, asked = progress.wait, list[Any]()

    def late(jobs, patience):
        asked.append(jobs)
        return real(jobs, 60) if len(asked) > 1 else DoneAndNotDoneFutures(set(), {*real(jobs, 60).done})

    monkeypatch.setattr(progress, "wait", late)
    texts = {"gold": GOLD, "first": FIRST, "same": GOLD}
    text = html(opened(name, project=several(one=texts, two=texts)))
    assert len(asked) > 1 and "under way" not in text


def test_models_of_several_runs_have_a_row_each(opened, project):
    path = project()
    runs = '[[dataset.system]]\nname = "bert"\nruns = ["0.txt", "1.txt"]\n'
    path.write_text(path.read_text("utf-8").replace("[[dataset.system]]", f"{runs}[[dataset.system]]", 1), "utf-8")
    app = opened("summary", project=path, measure="all")
    found, plain = table(app, "f1_sd"), table(app, "words").set_index(SYSTEM)["f1"]
    assert found[SYSTEM].tolist() == ["bert"]
    assert found["f1"][0] == pytest.approx((plain["bert #1"] + plain["bert #2"]) / 2)
    assert len(table(app, "share")) == 1, "the best against the model"


def test_without_punctuation_ranks_and_intervals_are_of_the_other_words(opened, project):
    path = project(gold="“ 我们 ” 。\n" * 40, systems={"glued": "“ 我们 ”。\n" * 40, "cut": "“ 我 们 ” 。\n" * 40})
    assert opened("summary", project=path).dataframe[0].value[SYSTEM].tolist() == ["cut", "glued"]
    shown = opened("summary", project=path, part="spoken").dataframe[0]
    assert shown.value[SYSTEM].tolist() == ["glued", "cut"]
    assert shown.value["f1_no_punctuation"].tolist() == [1, 0]
    assert json.loads(shown.proto.columns)["interval"]["label"] == "95 % interval, 0.00 to 1.00"


def test_what_is_hidden_is_shown_again(opened, project):
    path = project()
    text = path.read_text("utf-8").replace('prediction = "1.txt"', 'prediction = "1.txt"\nhidden = true')
    path.write_text(text, "utf-8")
    app = opened("summary", project=path)
    assert app.dataframe[0].value[SYSTEM].tolist() == ["first"]
    app.button(key="show hidden").click().run()
    assert app.dataframe[0].value[SYSTEM].tolist() == ["first", "second"]


def test_a_card_leads_to_where_it_stands_and_is_pinned_alone(opened, project):
    app = opened("summary", project=project())
    pins = [button.key for button in app.button if str(button.key).endswith("pin")]
    app.button(key=pins[0]).click().run()
    assert [app.button(key=pin).help for pin in pins] == ["Unpin", *["Pin"] * (len(pins) - 1)]
    app.button(key=pins[0]).click().run()
    assert {app.button(key=pin).help for pin in pins} == {"Pin"}
    app.button(key="card 0 title").click().run()
    assert app.session_state["selection"].page == "diagnosis"
