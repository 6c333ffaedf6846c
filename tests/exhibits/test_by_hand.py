"""Exhibits of small cases, counted by hand."""

import numpy as np
import pytest

import cwsdiag
from cwsdiag.charts.theme import PAGE
from cwsdiag.errors import SettingError
from cwsdiag.exhibits.across import Systems, components
from cwsdiag.exhibits.against import differences
from cwsdiag.exhibits.bakeoff import separators
from cwsdiag.exhibits.biases import SIGMA, ahead, bias_table, datasets
from cwsdiag.exhibits.difficulty import balanced, weighed, word_kinds
from cwsdiag.exhibits.looks import look_of
from cwsdiag.exhibits.registry import made
from cwsdiag.study import ScoreTable, study
from cwsdiag.weights import of_committee

GOLD = [["我们", "在", "北京"], ["好"], ["天气", "很", "好"]] * 4
SYSTEMS = {
    "a": [["我们", "在", "北京"], ["好"], ["天", "气", "很", "好"]] * 4,
    "b": [["我", "们", "在", "北京"], ["好"], ["天气", "很", "好"]] * 4,
    "c": [["我们", "在", "北京"], ["好"], ["天气", "很好"]] * 4,
}
WRONG = np.tile([[1, 0, 1, 0, 1, 0, 0], [1, 0, 0, 0, 0, 0, 1]], 4).astype(bool)


@pytest.fixture(scope="module")
def hard():
    return look_of(cwsdiag.load(gold=GOLD, systems=SYSTEMS, weights=of_committee(WRONG, committee="two")))


@pytest.fixture(scope="module")
def few():
    """Three systems on two datasets, on one of which the third lacks."""
    datasets = [cwsdiag.load(gold=GOLD, systems=SYSTEMS, name="p"),
                cwsdiag.load(gold=GOLD, systems={name: SYSTEMS[name] for name in "ab"}, name="q")]  # fmt: skip
    found = study(datasets, attributes=["wLen"], resamples=1, min_size=1, min_units=1)
    return Systems(found, found.measured, dict.fromkeys("abc", "#000000"))


def test_ways_to_weigh_stand_under_their_values(hard):
    content = weighed(hard)
    drawn = content.chart(PAGE)
    assert drawn["layout"]["xaxis"]["ticktext"] == ["standard", "punishment", "reward", "balanced"]
    rows = {row["name"]: row for row in content.table().frame.to_dict("records")}
    for trace in drawn["data"][:3]:
        row = rows[trace["customdata"][0][0]]
        shown = [row["precision"], row["p_punishment"], row["p_reward"], row["p_b"]]
        assert list(trace["y"]) == pytest.approx(shown)


def test_shares_of_kinds_have_no_sign(hard):
    assert "+" not in word_kinds(hard).table().markdown()


def test_why_no_order_is_known_and_over_how_many_datasets_a_mean_is(few):
    table = bias_table(few.study, [SIGMA])
    assert "Undefined, 3 buckets without gaps are needed, and there are 2: word length." in table.notes
    # Of the third system over one of two; all of the others.
    assert {few.study.models[place] for place, _column in table.counts} == {"c"}


def test_the_part_that_changes_most_is_the_number_whatever_its_sign(few):
    parts = {"one": {"p": "x"}, "two": {"p": "y"}, "three": {"p": "z"}}
    table = ScoreTable(tuple(parts), ("p", "q"), np.array([[0.9, 0.9], [0.7, 0.7], [0.88, 0.88]]), parts=parts)
    content = components(Systems(few.study, table, {}))
    # From x to y, to z, and from y to z.
    assert sorted(row["gain"] for row in content.table().frame) == pytest.approx([-20, -2, 18])
    assert content.numbers == {"gain": pytest.approx(-0.2)}


def test_a_click_on_who_is_ahead_leads_to_what_only_that_system_gets_right(few):
    content = ahead(few, "a", "c")
    # Highest and lowest, a dataset.
    assert list(content.chart(PAGE)["layout"]["yaxis"]["tickvals"]) == [0.5, 2.5]
    rows = content.table().frame
    assert {row["difference"] > 0 for row in rows} == {True, False}
    for row in rows:
        loser = {"a": "c", "c": "a"}[row["better"]]
        first = row["better"] if row["difference"] > 0 else loser
        assert row["words"] == ("only_a" if first == "a" else "only_b")


def test_many_that_are_level_are_counted_among_all():
    level = dict.fromkeys("defgh", SYSTEMS["a"])
    split = [[char for word in line for char in word] for line in GOLD]
    content = separators(look_of(cwsdiag.load(gold=GOLD, systems={**level, "worst": split}, name="p")))
    assert content.sentence.endswith("of 5 of 6 systems.")


def test_sentences_are_numbered_from_1():
    look = look_of(cwsdiag.load(gold=GOLD, systems=SYSTEMS, name="p"))
    assert made(look, "sentence", {"system": "a", "sentence": "12"}).content.sentence
    for number in ("0", "13"):
        with pytest.raises(SettingError, match=f"sentence '{number}': p has sentences 1 to 12"):
            assert made(look, "sentence", {"system": "a", "sentence": number}).content


def test_the_example_of_a_kind_has_its_shape_and_its_cause():
    gold, made_of = [["北京"], *[["天气", "很", "好"]] * 3], [["北", "京"], *[["天", "气", "很", "好"]] * 3]
    look = look_of(cwsdiag.load(gold=gold, systems={"s": made_of}, training=gold[1:]))
    assert made(look, "kinds", {"system": "s"}).example.aim == (2, 4)


def test_an_example_is_a_sentence_neither_too_short_nor_too_long():
    gold = [["北京"], [*["天气", "很"] * 20], ["天气", "很", "好", "啊", "朋友们"]]
    look = look_of(cwsdiag.load(gold=gold, systems={"s": [[char for word in line for char in word] for line in gold]}))
    assert made(look, "kinds", {"system": "s"}).example.sentence == 2


def test_kinds_of_errors_against_one_system_are_how_many_more_each_other_has(hard):
    found = differences(hard, "a")
    shapes = [[cell.difference for cell in line.cells] for line in found.lines if line.key.startswith("shape:")]
    # a misses a word in each of four parts, as b does; c misses two.
    assert (found.systems, np.sum(shapes, axis=0).tolist()) == (("b", "c"), [0, 4])


def test_means_of_ordered_attributes_are_read_from_their_axes():
    both = [cwsdiag.load(gold=GOLD, systems=SYSTEMS, name=name) for name in "pq"]
    found = study(both, attributes=["wCls", "wLen", "sLen"], resamples=1, min_size=1, min_units=1)
    ring = datasets(Systems(found, found.measured, {})).chart(PAGE)["data"][0]
    # Seven words of ten characters; the words of five, one and four characters a sentence are three, one and three.
    assert ring["hovertext"][:2] == ["<b>p</b><br>word length: 1.429", "<b>p</b><br>sentence length: 4.000"]


def test_f1_stands_hollow_beside_balanced_f(hard):
    content = balanced(hard)
    points = [one for one in content.chart(PAGE)["data"] if one["type"] == "scatter" and one["x"] != [None]]
    hollow = [one["x"][0] for one in points if "open" in str(one["marker"]["symbol"])]
    assert hollow == pytest.approx(content.table().frame["f1"].tolist())
