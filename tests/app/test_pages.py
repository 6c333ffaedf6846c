"""Every page in every state: what it says, what it offers, and what a link restores."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest
from streamlit.testing.v1 import AppTest

from cwsdiag.attributes import ATTRIBUTES
from cwsdiag.ui.shell.navigation import PAGES
from cwsdiag.ui.shell.tables import SYSTEM
from tests.app.conftest import FIRST, GOLD, SECOND, go, html, places, ways
from tests.oracles.attributes import DEFINED_ALWAYS, KEYS

Opened = Callable[..., AppTest]
Project = Callable[..., Path]
RESULT_PAGES = ("overview", "self_diagnosis", "explore")


def chosen(app: AppTest) -> dict[str, Any]:
    """Return what the selection's widgets show, by name."""
    return {
        str(widget.key).removeprefix("choose "): widget.value
        for widget in [*app.selectbox, *app.text_input, *app.get("button_group")]
        if str(widget.key).startswith("choose ")
    }


def links(app: AppTest) -> dict[str, dict[str, list[str]]]:
    """Return what the links of the side bar select, by their labels."""
    found = app.sidebar.get("page_link")
    return {str(link.proto.label): parse_qs(link.proto.query_string) for link in found}


def follow(app: AppTest, label: str) -> None:
    """Click a link of the side bar."""
    name = next(name for name, spec in PAGES.items() if spec.title == label)
    go(app, name, links(app)[label])


@pytest.mark.parametrize("page", ["data", *RESULT_PAGES])
@pytest.mark.parametrize("dataset", ["news", "microblog"])
def test_sample_on_every_page(opened: Opened, sample: Path, page: str, dataset: str) -> None:
    app = opened(page, project=sample, dataset=dataset, system="jieba", other="crf")
    assert [title.value.partition(" :")[0] for title in app.title] == [PAGES[page].title]
    assert chosen(app)["dataset"] == dataset
    assert (chosen(app)["system"], chosen(app)["other"]) == ("jieba", "crf")
    assert {box.label: box.value for box in app.sidebar.selectbox}["System A"] == "jieba"
    assert "cw-error" not in html(app)


@pytest.mark.parametrize("page", RESULT_PAGES)
def test_nothing_loaded_leads_to_data(opened: Opened, page: str) -> None:
    app = opened(page)
    assert "No data is open" in html(app)
    assert ways(app) == ["Open the sample", "Add your own files"]


def test_nothing_loaded_offers_the_sample(opened: Opened) -> None:
    app = opened("data")
    assert chosen(app)["dataset"] is None
    button = next(button for button in app.button if button.label == "Open the sample")
    button.click().run()
    assert chosen(app)["dataset"] == "sample:news"
    assert app.query_params["dataset"] == "sample:news"


@pytest.mark.parametrize("page", RESULT_PAGES)
def test_without_systems(opened: Opened, project: Project, page: str) -> None:
    app = opened(page, project=project(systems={}))
    assert "no prediction" in html(app)
    assert set(chosen(app)) == {"dataset"}


def test_without_training_attributes_say_why_they_are_undefined(opened: Opened, project: Project) -> None:
    app = opened("self_diagnosis", project=project(training=None))
    annotations = json.loads(app.get("plotly_chart")[0].proto.spec)["layout"]["annotations"]
    undefined = [one for one in annotations if one["text"] == "undefined: needs<br>training data"]
    assert len(undefined) == len(KEYS) - len(DEFINED_ALWAYS)
    assert "no training data" in html(opened("data", project=project(training=None)))
    offered = next(
        box for box in opened("explore", project=project(training=None)).selectbox if box.key == "choose attribute"
    ).options
    assert offered == ["all words", *(ATTRIBUTES[key].label for key in DEFINED_ALWAYS)]


def test_training_word_list_says_what_is_undefined(opened: Opened, project: Project) -> None:
    app = opened("data", project=project(training="我们\n北京\n学习\n语言\n的\n他\n"))
    assert "is a word list" in html(app)


def test_one_sentence_is_no_diagnosis(opened: Opened, project: Project) -> None:
    path = project(gold="我们 在 北京 。\n", systems={"only": "我们 在 北 京 。\n"})
    assert "no attribute has two buckets of at least 30 gold units in 10 sentences" in html(
        opened("self_diagnosis", project=path)
    )
    assert "only has an F1 of 0.667." in html(opened("summary", project=path))
    assert "4 gold words: only gets 1 wrong." in html(opened("explore", project=path))


def test_system_equal_to_gold(opened: Opened, project: Project) -> None:
    path = project(systems={"same": GOLD, "first": FIRST})
    # Of 40 sentences, all right: Wilson's bound.
    assert "F1 of same on own: 1.000 [0.912, 1.000]" in html(opened("summary", project=path))


def test_broken_prediction_takes_nothing_with_it(opened: Opened, project: Project) -> None:
    path = project(systems={"first": FIRST, "other text": "完全 不同 。\n"})
    app = opened("overview", project=path)
    assert app.dataframe[0].value[SYSTEM].tolist() == ["first"]
    assert "its characters differ from those of the gold file" in html(opened("data", project=path))


def test_project_that_cannot_be_read_is_named(opened: Opened, tmp_path: Path) -> None:
    (tmp_path / "project.toml").write_text("[[dataset]", "utf-8")
    assert "this is not valid TOML" in html(opened("data", project=tmp_path / "project.toml"))


def test_link_restores_the_words_of_a_bucket(opened: Opened, project: Project) -> None:
    link = {
        "dataset": "own", "system": "second", "other": "first", "attribute": "wLen", "bucket": "1", "show": "wrong",
        "text": "秋", "word": "秋天",
    }  # fmt: skip
    app = opened("explore", project=project(), **link)
    kept = {key: value for key, value in link.items() if key != "word"}
    assert chosen(app) == kept | {"buckets": "own", "list": "words", "shape": "any", "cause": "any"}
    assert app.dataframe[0].value["word"].tolist() == ["秋天"]
    assert (places(app)["word"], places(app)["counted"]) == ("秋天", "20 places")
    assert dict(app.query_params) == link


def test_invalid_values_of_a_link_are_dropped(opened: Opened, project: Project) -> None:
    app = opened(
        "explore",
        project=project(),
        dataset="none",
        system="none",
        attribute="none",
        bucket="99",
        show="x",
        buckets="y",
    )
    assert chosen(app) == {
        "dataset": "own", "system": "first", "other": "second", "buckets": "own", "attribute": "all", "bucket": "all",
        "show": "all", "text": "", "list": "words", "shape": "any", "cause": "any",
    }  # fmt: skip
    asked = "dataset=none, buckets=y, system=none, attribute=none, bucket=99 and show=x"
    assert f"This address asks for what is not here: {asked}. What you see was chosen instead." in html(app)
    # Nothing is written without an act: the browser would make an entry of it.
    assert app.query_params["show"] == "x"
    next(box for box in app.selectbox if box.key == "choose system").set_value("second").run()
    assert "what is not here" not in html(app)
    assert dict(app.query_params) == {"system": "second"}


def test_link_to_a_dataset_that_is_not_here_says_so(opened: Opened) -> None:
    text = html(opened("overview", dataset="upload"))
    assert "This address asks for what is not here: dataset=upload. Uploaded files are seen in the browser" in text


def test_selection_survives_a_change_of_page(opened: Opened, project: Project) -> None:
    app = opened("explore", project=project(), system="second", attribute="wLen", bucket="2")
    assert links(app)["Overview"] == {"system": ["second"]}
    follow(app, "Overview")
    assert chosen(app)["system"] == "second"
    assert links(app)["Words"] == {"system": ["second"], "attribute": ["wLen"], "bucket": ["2"]}
    follow(app, "Words")
    assert (chosen(app)["attribute"], chosen(app)["bucket"]) == ("wLen", "2")


def test_where_nobody_chose_it_is_the_best_and_its_runner_up(opened: Opened, project: Project) -> None:
    path = project(systems={"second": SECOND, "same": GOLD, "first": FIRST})
    app = opened("compare", project=path)
    assert (chosen(app)["system"], chosen(app)["other"]) == ("same", "first")
    assert not dict(app.query_params)
    app = opened("compare", project=path, system="same", other="same")
    assert (chosen(app)["system"], chosen(app)["other"]) == ("same", "first")
    assert "what is not here" not in html(app), "it is here, and is A"
    app = opened("compare", project=path, system="second", baselines="on")
    assert (chosen(app)["system"], chosen(app)["other"]) == ("second", "same")


def test_address_that_is_not_the_one_written_is_taken_over_whole(opened: Opened, project: Project) -> None:
    app = opened("explore", project=project(), system="second", attribute="wLen")
    next(box for box in app.selectbox if box.key == "choose bucket").set_value("1").run()
    written = dict(app.query_params)
    assert written == {"system": "second", "attribute": "wLen", "bucket": "1"}
    # As the browser's Back does.
    for key in ("attribute", "bucket"):
        del app.query_params[key]
    app.run()
    assert (chosen(app)["attribute"], chosen(app)["bucket"]) == ("all", "all")
    assert dict(app.query_params) == {"system": "second"}


def test_act_counts_where_its_address_has_not_arrived(opened: Opened, project: Project) -> None:
    app = opened("explore", project=project(), attribute="wLen")
    next(box for box in app.selectbox if box.key == "choose bucket").set_value("1").run()
    # The browser sent the next act along with the address from before the first.
    app.query_params.clear()
    app.query_params["attribute"] = "wLen"
    next(box for box in app.selectbox if box.key == "choose shape").set_value("split").run()
    assert dict(app.query_params) == {"attribute": "wLen", "bucket": "1", "shape": "split"}


def test_a_is_never_b(opened: Opened, project: Project) -> None:
    app = opened("overview", project=project(), system="first", other="second")
    next(box for box in app.selectbox if box.key == "choose system").set_value("second").run()
    assert (chosen(app)["system"], chosen(app)["other"]) == ("second", "first")


def test_buckets_are_made_anew_for_all_attributes(opened: Opened, project: Project) -> None:
    app = opened("self_diagnosis", project=project(), buckets="equal:3")
    labels = app.dataframe[0].value.query("title == 'word length'")["label"]
    assert labels.tolist() == ["≤ 1", "2", "≥ 3"]


def test_fewer_buckets_than_asked_for_are_explained(opened: Opened, project: Project) -> None:
    text = html(opened("self_diagnosis", project=project(), buckets="equal:8"))
    assert "word length: 3 buckets instead of 8" in text


def test_fault_of_ours_is_no_traceback(opened: Opened, project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: object, **kwargs: object) -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr("cwsdiag.views.look.score_systems", broken)
    text = html(opened("overview", project=project()))
    assert "Something went wrong on this page" in text
    assert "secret detail" not in text


HOSTILE = '<img src=x onerror="alert(1)"> <iframe srcdoc="<b>x</b>"> [link](http://evil.example) **fat** $x$ 词 语'


@pytest.mark.parametrize("page", ["data", *RESULT_PAGES])
def test_hostile_texts_are_shown_literally(opened: Opened, project: Project, page: str) -> None:
    name = "<script>**name**[l](http://e)"
    path = project(
        gold=(HOSTILE + "\n") * 40, systems={name: (HOSTILE.replace("词 语", "词语") + "\n") * 40}, training=HOSTILE
    )
    app = opened(page, project=path)
    drawn = html(app)
    for tag in ("<img", "<iframe", "<script"):
        assert tag not in drawn
    assert not any("evil" in block.value or "fat" in block.value for block in [*app.markdown, *app.caption])
    if page == "explore":
        assert "**fat**" in app.dataframe[0].value["word"].tolist()


def test_a_part_is_not_carried_to_a_page_that_has_others(opened: Opened, sample: Path) -> None:
    app = opened("study", project=sample, part="diagnosis", measure="sigma", system="crf")
    assert links(app)["Criteria"] == {"system": ["crf"]}
    follow(app, "Criteria")
    assert "what is not here" not in html(app)
    follow(app, "Systems")
    assert app.query_params["part"] == "diagnosis", "there it stays as it was"


def test_a_bar_moves_nothing_of_a_page(opened: Opened, project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """What moves within its container is drawn anew by the browser, and closes what somebody has open."""

    def taken(app: AppTest) -> list[int]:
        (page,) = [one for one in app.main.children.values() if one.proto.id.endswith("-page")]
        return list(page.children)

    monkeypatch.setattr("cwsdiag.ui.work.results.PATIENCE", 0)
    waited = opened("self_diagnosis", project=project())
    first = taken(waited)
    assert taken(waited.run()) == first, "then nothing is waited for"
