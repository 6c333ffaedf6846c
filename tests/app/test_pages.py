"""Every page in every state: what it says, what it offers, and what a link restores."""

from urllib.parse import parse_qs

import pytest

from cwsdiag.ui.shell.navigation import PAGES
from tests.app.conftest import FIRST, GOLD, SECOND, SYSTEM, frames, go, html, places


def chosen(app):
    """Return what the selection's widgets show, by name."""
    return {
        str(widget.key).removeprefix("choose "): widget.value
        for widget in [*app.selectbox, *app.text_input, *app.get("button_group")]
        if str(widget.key).startswith("choose ")
    }


def links(app):
    """Return what the links over the page select, by their labels."""
    return {str(link.proto.label): parse_qs(link.proto.query_string) for link in app.get("page_link")}


def follow(app, label):
    """Click a link over the page."""
    name = next(name for name, spec in PAGES.items() if spec.title == label)
    go(app, name, links(app)[label])


def words(app):
    """Return the words that are listed."""
    return next(frame["word"].tolist() for frame in frames(app) if "word" in frame)


def test_one_sentence_is_no_diagnosis(opened, project):
    path = project(gold="我们 在 北京 。\n", systems={"only": "我们 在 北 京 。\n", "other text": "完全 不同 。\n"})
    text = html(opened("diagnosis", project=path))
    assert "no attribute has two of at least 30 gold units in 10 sentences" in text
    assert "all words<small>4 words, wrong: A 1" in text
    app = opened("summary", project=path)
    assert "only has an F1 of 0.667." in html(app)
    assert frames(app)[0][SYSTEM].tolist() == ["only"], "a broken prediction takes nothing with it"
    assert "its characters differ from those of the gold file" in html(opened("files", project=path))


def test_where_nobody_chose_it_is_the_best_and_its_runner_up(opened, project):
    path = project(systems={"second": SECOND, "same": GOLD, "first": FIRST})
    # Of 40 sentences, all right: Wilson's bound.
    assert "F1 of same on own: 1.000 [0.912, 1.000]" in html(opened("summary", project=path))
    for link in ({}, {"system": "same", "other": "same"}):
        app = opened("diagnosis", project=path, **link)
        assert (chosen(app)["system"], chosen(app)["other"]) == ("same", "first")
        assert dict(app.query_params) == link
        assert "what is not here" not in html(app), "it is here, and is A"


def test_project_that_cannot_be_read_is_named(opened, tmp_path):
    (tmp_path / "project.toml").write_text("[[dataset]", "utf-8")
    assert "this is not valid TOML" in html(opened("files", project=tmp_path / "project.toml"))


def test_link_restores_the_words_of_a_bucket(opened, project):
    link = {
        "dataset": "own", "system": "second", "other": "first", "attribute": "wLen", "bucket": "1", "show": "wrong",
        "text": "秋", "word": "秋天",
    }  # fmt: skip
    app = opened("diagnosis", project=project(), **link)
    kept = {key: link[key] for key in ("dataset", "system", "other", "show", "text")}
    assert chosen(app) == kept | {"part": "slices", "list": "words"}
    assert words(app) == ["秋天"]
    assert (places(app)["word"], places(app)["counted"]) == ("秋天", "20 places")
    assert dict(app.query_params) == link


def test_invalid_values_of_a_link_are_dropped(opened, project):
    app = opened(
        "diagnosis",
        project=project(),
        dataset="none",
        system="none",
        attribute="none",
        bucket="99",
        show="x",
        buckets="y",
    )
    assert chosen(app) == {
        "dataset": "own", "system": "first", "other": "second",
        "part": "slices", "show": "all", "text": "", "list": "words",
    }  # fmt: skip
    asked = "dataset=none, buckets=y, system=none, attribute=none, bucket=99 and show=x"
    assert f"This address asks for what is not here: {asked}. What you see was chosen instead." in html(app)
    # Nothing is written without an act: the browser would make an entry of it.
    assert app.query_params["show"] == "x"
    app.selectbox(key="choose system").set_value("second").run()
    assert "what is not here" not in html(app)
    # With it the slice that was shown first.
    assert dict(app.query_params) == {"system": "second", "attribute": "wFre", "bucket": "0"}


def test_link_to_a_dataset_that_is_not_here_says_so(opened):
    text = html(opened("summary", dataset="upload"))
    assert "This address asks for what is not here: dataset=upload. Uploaded files are seen in the browser" in text


def test_act_counts_where_its_address_has_not_arrived(opened, project):
    app = opened("diagnosis", project=project(), attribute="wLen")
    app.selectbox(key="choose show").set_value("wrong").run()
    # The browser sent the next act along with the address from before the first.
    app.query_params.clear()
    app.query_params["attribute"] = "wLen"
    app.text_input(key="choose text").set_value("语").run()
    assert dict(app.query_params) == {"attribute": "wLen", "show": "wrong", "text": "语"}


def test_fault_of_ours_is_no_traceback(opened, project, monkeypatch):
    def broken(*args, **kwargs):
        raise RuntimeError("secret detail")

    monkeypatch.setattr("cwsdiag.views.look.score_systems", broken)
    text = html(opened("summary", project=project()))
    assert "Something went wrong on this page" in text
    assert "secret detail" not in text


HOSTILE = '<img src=x onerror="alert(1)"> <iframe srcdoc="<b>x</b>"> [link](http://evil.example) **fat** $x$ 词 语'


@pytest.mark.parametrize("page", ["files", "summary", "diagnosis", "sentences"])
def test_hostile_texts_are_shown_literally(opened, project, page):
    systems = {"<script>**name**[l](http://e)": (HOSTILE.replace("词 语", "词语") + "\n") * 40}
    path = project(gold=(HOSTILE + "\n") * 40, systems=systems, training=HOSTILE)
    app = opened(page, project=path, attribute="all")
    drawn = html(app)
    for tag in ("<img", "<iframe", "<script"):
        assert tag not in drawn
    assert not any("evil" in block.value or "fat" in block.value for block in [*app.markdown, *app.caption])
    assert page != "diagnosis" or "**fat**" in words(app)


@pytest.mark.parametrize(("page", "label"), [("diagnosis", "More"), ("scores", "More: **Scores**")])
def test_more_names_the_page_behind_it_that_is_open(opened, project, page, label):
    app = opened(page, project=project())
    assert [node.proto.popover.label for node in app.get("popover")][:1] == [label]


def test_a_part_is_not_carried_to_a_page_that_has_others(opened, several):
    texts = {"gold": GOLD, "first": FIRST, "second": SECOND}
    app = opened("datasets", project=several(one=texts, two=texts), part="diagnosis", measure="sigma", system="second")
    assert links(app)["Diagnosis"] == {"system": ["second"]}
    follow(app, "Diagnosis")
    assert "what is not here" not in html(app) and chosen(app)["part"] == "slices"
    follow(app, "Datasets")
    assert app.query_params["part"] == "diagnosis", "there it stays as it was"


def test_a_bar_moves_nothing_of_a_page(opened, project, monkeypatch):
    """What moves within its container is drawn anew by the browser, and closes what somebody has open."""

    def taken(app):
        (page,) = [one for one in app.main.children.values() if getattr(one.proto, "id", "").endswith("-page")]
        return list(page.children)

    monkeypatch.setattr("cwsdiag.ui.work.results.PATIENCE", 0)
    waited = opened("diagnosis", project=project())
    first = taken(waited)
    assert taken(waited.run()) == first, "then nothing is waited for"
