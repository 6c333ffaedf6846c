"""The committee of the page Difficulty in every state: what it says, what it has made, and what becomes of that."""

from concurrent.futures import wait
from html import unescape

import pytest

from cwsdiag.difficulty import (
    CommitteeSettings,
    Crf,
    committee,
    member_scores,
    read_training_text,
)
from cwsdiag.errors import SettingError
from cwsdiag.files import sample_project
from cwsdiag.project import load_dataset, read_project
from cwsdiag.ui.difficulty import page as committee_part
from tests.app.conftest import figures, html, queued, table, visit
from tests.app.test_difficulty import weighed


def committees(opened, **selection):
    return opened("difficulty", part="committee", **selection)


def made(app, key="ask for the committee"):
    """Ask for a committee or a curve, wait for it, and look again."""
    app.button(key=key).click().run()
    assert not app.exception
    wait(queued())
    return app.run()


def curve(app):
    """Have the learning curve made, and return its table."""
    app.button_group(key="choose part").set_value("learning").run()
    button = "ask for the curve"
    return table(made(app, button) if button in [one.key for one in app.button] else app, "f1_min")


def told(app):
    return unescape(html(app))


def labels(app):
    return [button.label for button in app.button]


def test_a_run_to_its_end_gives_the_dataset_its_difficulties(opened, project):
    path = project()
    app = committees(opened, project=path, members="10")
    assert "How hard is each of the 240 gold words of own?" in told(app)
    assert not queued(), "nothing is begun by looking"
    assert not figures(app)
    made(app)
    spec = read_project(path).datasets[0]
    text, dataset = read_training_text(path.parent / "train.txt", options=spec.gold.options), load_dataset(spec)
    expected = committee(text, dataset.gold, CommitteeSettings(members=10))
    assert "Use K = 100 or more for own: 10 is not enough." in told(app)
    assert "Make difficulties" not in labels(app)
    members = table(app, "ratio")
    assert members["score"].tolist() == member_scores(expected.wrong).tolist()
    assert members["sentences"].tolist() == [one.sentences for one in expected.members]
    assert [button.proto.label for button in app.get("download_button")] == ["CSV", ".weight", ".weight_c"]
    growing = figures(app)[-1]
    app.button(key="other words").click().run()
    assert growing["data"] != figures(app)[-1]["data"]
    app.session_state["settings"] = True
    visit(app, "summary")
    assert f"({expected.name})" in "".join(code.value for code in app.code), "the signature of every page says so"


def test_a_committee_is_for_who_clicked_and_made_once(opened, project):
    path, link = project(), {"members": "4", "seed": "3", "templates": "1,3", "ratios": "5,10"}
    first = made(committees(opened, project=path, **link))
    assert {key: first.query_params[key] for key in link} == link
    (job,) = queued()
    assert job.result().settings == CommitteeSettings(4, 3, ("F1", "F3"), (5, 10))
    visit(first, "diagnosis")
    assert "difficulty" in told(first)
    second = opened("difficulty", project=path, **link)
    visit(second, "diagnosis")
    assert "difficulty" not in told(second)
    visit(second, "difficulty")
    assert job.result().name.split()[-1] in told(made(second)), "its difficulties are in use"
    assert queued() == [job], "it was there"


def test_what_makes_no_sense_in_an_address_is_dropped(opened, project):
    app = committees(opened, project=project(), members="many")
    assert app.number_input(key="choose members").value == 100
    wrong = {"seed": "-1", "templates": "4", "ratios": "7", "learner": "mine"}
    made(committees(opened, project=project(), members="4", **wrong))
    (job,) = queued()
    assert job.result().settings == CommitteeSettings(4)


def test_a_committee_stands_before_what_the_project_names(opened):
    app = committees(opened, project=sample_project(), dataset="news")
    assert "50 is not enough" in told(app), "its table says which were wrong"
    assert len(figures(app)) == 3
    assert not queued(), "difficulties are known: nothing is made"
    app.number_input(key="choose members").set_value(4).run()
    assert "4 is not enough" in told(made(app))
    visit(app, "summary")
    visit(app, "difficulty")
    assert "K=4 seed=0" in told(app)
    # The usual number, too, is another committee than the one that the project names.
    app.number_input(key="choose members").set_value(100).run()
    assert app.query_params["members"] in ("100", ["100"])


def test_difficulties_without_members_say_what_is_not_known(opened, project):
    app = committees(opened, project=weighed(project()))
    assert "their file does not say which members were wrong" in told(app)
    assert not figures(app)


def test_crf_that_is_not_installed_is_said(opened, project, monkeypatch):
    def missing(learner):
        raise SettingError("CRFs need python-crfsuite, which is not installed: pip install 'cwsdiag[crf]'")

    monkeypatch.setattr(Crf, "require", missing)
    app = committees(opened, project=project(), learner="crf")
    assert "CRFs need python-crfsuite" in told(app)
    assert app.button(key="ask for the committee").disabled
    app.button_group(key="choose part").set_value("learning").run()
    assert app.button(key="ask for the curve").disabled


@pytest.mark.parametrize(
    ("training", "expected"),
    [(None, committee_part.NO_TRAINING), ("我们\n喜欢\n北京\n" * 4, "train.txt: this is a word list.")],
)
def test_training_data_that_will_not_do(opened, project, training, expected):
    app = committees(opened, project=project(training=training))
    assert expected in told(app)
    assert app.get("page_link"), "to the files"
    assert app.get("file_uploader"), "or a file of difficulties"
    assert "Make difficulties" not in labels(app)


def test_gold_alone_is_enough_and_crfs_learn_too(opened, project):
    gold = "我们 在 北京 学习 。\n他 喜欢 秋天 。\n" * 5
    app = committees(opened, project=project(gold=gold, systems={}), members="4", learner="crf")
    assert "No system is shown here, so nobody is scored yet." in told(made(app))
    learnt = curve(app)
    assert learnt["sentences"].tolist() == [3, 8, 12, 15]
    assert learnt[["f1", "f_b"]].notna().all(axis=None)
    assert "The scores are those of one segmenter for each share: nothing in it is random." in told(app)


def test_a_cache_that_cannot_be_written_is_said(opened, project, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("", "utf-8")
    monkeypatch.setenv("CWSDIAG_CACHE", str(tmp_path / "file"))
    app = made(committees(opened, project=project()))
    assert "models cannot be kept there" in told(app)
    assert "Make difficulties" in labels(app), "it can be tried again"


def test_learning_curve_without_difficulties(opened, project):
    app = committees(opened, project=project())
    learnt = curve(app)
    assert learnt["sentences"].tolist() == [3, 8, 12, 15]
    assert learnt["f_b"].isna().all()
    assert ((learnt["f1_min"] <= learnt["f1"]) & (learnt["f1"] <= learnt["f1_max"])).all()
    assert "From 80 to 100 % of the training data (15 sentences) the built-in segmenter gains" in told(app)
    assert "it is not known how hard the words are" in told(app)
