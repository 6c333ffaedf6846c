"""The page Sentences: orders, search, links, the word that is marked, more systems, gold worth a look, an own text."""

import re

import pytest

from tests.app.conftest import drawings, frames, go, html, queued, said, ways

GOLD = "我们 在 北京 。\n他 喜欢 秋天 。\n北京 的 秋天 。\n他 在 学习 。\n"
A = "我们 在 北京 。\n他 喜 欢 秋 天 。\n北 京 的 秋天 。\n他 在 学习 。\n"
B = "我们 在 北 京 。\n他 喜欢秋天 。\n北京的 秋天 。\n他 在 学习 。\n"
C = "我们在 北京 。\n他 喜欢 秋天 。\n北京 的 秋天 。\n他 在 学 习 。\n"

PAIR = {"system": "first", "other": "second"}


@pytest.fixture
def small(project):
    return project(gold=GOLD, systems={"first": A, "second": B, "third": C})


def shown(app):
    """Return the number of the sentence that is shown."""
    number: int | None = app.number_input[0].value
    return number


def button(app, label):
    return next(one for one in app.button if one.label == label)


@pytest.mark.parametrize(
    ("order", "numbers"),
    [("errors", [2, 3, 1, 4]), ("disagreement", [1, 3, 2, 4]), ("text", [1, 2, 3, 4])],
)
def test_next_goes_through_the_order_and_previous_back(opened, small, order, numbers):
    app = opened("sentences", project=small, **PAIR, order=order)
    walked = [shown(app)]
    while not button(app, "Next").disabled:
        button(app, "Next").click().run()
        walked.append(shown(app))
    assert walked == numbers == frames(app)[0]["sentence"].tolist()
    button(app, "Previous").click().run()
    assert shown(app) == numbers[-2]
    assert said(app, "order") == order


def test_choosing_an_order_goes_to_its_first_but_text_order_stays(opened, small):
    app = opened("sentences", project=small, **PAIR, sentence="９")
    assert shown(app) == 2, "no such sentence: the first of the order"
    orders = next(box for box in app.selectbox if str(box.key).startswith("choose order"))
    orders.set_value("disagreement").run()
    assert shown(app) == 1
    button(app, "Next").click().run()
    orders.set_value("text").run()
    assert (shown(app), said(app, "order")) == (3, "text")


def test_the_word_one_came_from_is_marked_and_its_sentence_shown(opened, small):
    app = opened("sentences", project=small, **PAIR, place="3.3")
    assert shown(app) == 3
    assert bold(app) == ["秋天"]
    button(app, "Next").click().run()
    assert not bold(app) and "place" not in app.query_params
    strange = opened("sentences", project=small, **PAIR, place="3.9", sentence="1")
    assert not bold(strange) and "place=3.9" in html(strange)


def bold(app):
    """Return the words that the eye is to find."""
    (svg,) = drawings(app)
    return re.findall(r'<text [^>]*font-weight="700"[^>]*>([^<]*)</text>', svg)


def test_gold_worth_a_look_is_an_order_with_marks_and_reasons(opened, project):
    gold = "我们 在 北京 。\n" * 9 + "他 在 北 京 。\n"
    alike = dict.fromkeys("abc", gold.replace("北 京", "北京"))
    app = opened("sentences", project=project(gold=gold, systems=alike), order="audit")
    assert shown(app) == 10 and "1 of 1 place." in html(app)
    row = frames(app)[0].iloc[0]
    assert (row["gold"], row["proposal"]) == ("北 | 京", "北京")
    assert "all 3 systems" in row["why"]
    assert bold(app) == ["北", "京"]
    none = opened("sentences", project=project(systems={"first": GOLD}, gold=GOLD), order="audit")
    assert "No place of gold is worth a look." in html(none)


def typed(app, text):
    app.text_area[0].set_value(text).run()
    for job in queued():
        job.result(60)
    app.run()
    return app


def test_a_text_of_ones_own_is_cut_by_what_has_learnt_from_the_training_text(opened, small):
    app = typed(opened("sentences", project=small, part="own"), "我们在北京。\n<b>他**")
    assert not app.exception
    (svg,) = drawings(app)
    assert "".join(re.findall(r"<text[^>]*>([^<]*)</text>", svg)) == "我们在北京。&lt;b&gt;他**"
    words = frames(app)[0]
    assert "".join(words["word"]) == "我们在北京。<b>他**"
    # No gold: no scores, no difficulty; no committee: no disagreement.
    assert "disagreement" not in words and "difficulty" not in svg
    assert "The built-in segmenter, which has learnt from train.txt, makes" in html(app)
    typed(app, "他喜欢秋天")
    assert "".join(frames(app)[0]["word"]) == "他喜欢秋天"
    assert len(queued()) == 1
    typed(app, "  ")
    assert not frames(app) and not drawings(app)
    typed(app, "一\u200b二")
    assert "invisible character, U+200B" in html(app)


def test_members_of_a_committee_that_was_made_here_may_disagree(opened, small):
    app = opened("difficulty", project=small, members="3")
    app.button(key="ask for the committee").click().run()
    for job in queued():
        job.result(60)
    app.run().run()
    words = frames(typed(go(app, "sentences", {"part": "own"}), "我们在北京。"))[0]
    assert words["disagreement"].between(0, 1).all()


def test_a_text_of_ones_own_needs_training_text(opened, project):
    app = opened("sentences", project=project(training=None), part="own")
    assert "which this dataset does not have" in html(app)
    assert ways(app) == ["Add training data"]
