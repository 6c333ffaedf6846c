"""Patterns as the page shows them: what training made of their characters, and their places, by plain loops."""

import pytest

from cwsdiag.diagnosis.word_types import Form
from cwsdiag.languages import speaking
from cwsdiag.loading import load
from cwsdiag.views.look import Look
from cwsdiag.views.patterns import PatternPlaces, of_system, pair_remark

GOLD = [["研究", "生命", "的", "起源"], ["研究", "生命"], ["起源", "北京"]]
ONE = [["研究生", "命", "的", "起", "源"], ["研究生", "命"], ["起源", "北", "京"]]
TWO = [["研究", "生命", "的", "起源"], ["研", "究", "生命"], ["起源", "北", "京"]]
TRAINING = [["研究", "生命"], ["研究", "生命"], ["研究生", "命"], ["起源"], ["其", "起源说"]]
WORDS = len([word for sentence in GOLD for word in sentence])


def looked():
    return Look(load(gold=GOLD, systems={"one": ONE, "two": TWO}, training=TRAINING))


def test_table_by_hand():
    known = looked()
    words = known.words(None, None, {"a": "one", "b": "two"})
    of = of_system(known, "one")
    assert of is of_system(known, "one")
    frame = of.with_training(of.frame(words))
    assert frame[["gold", "made", "places", "cost", "training"]].to_numpy().tolist() == [
        ["研究 | 生命", "研究生 | 命", 2, 8, "研究 | 生命 2×, 研究生 | 命 1×"],
        ["起源", "起 | 源", 1, 3, "起源 1×, 起源… 1×"],
        ["北京", "北 | 京", 1, 3, "not in training"],
    ]
    assert of.share(frame["cost"].sum()) == 14 / (WORDS + 10), "1 - F1: 8 gold words, 10 of the system, 2 right"
    assert of.frame(words, show="only_b")["gold"].tolist() == ["研究 | 生命", "起源"]
    assert of.frame(words, show="only_b")["places"].tolist() == [2, 1], "生命 is right in B in both places"
    assert of.frame(words, show="right").empty
    for text, found in (("究生", ["研究 | 生命"]), ("起 源", ["起源"]), ("|", [])):
        assert of.frame(words, text=text)["gold"].tolist() == found, text
    places = PatternPlaces(of, 0, words, show="all", ways=of.ways)
    assert (places.title, places.places(), places.forms["b"]) == ("研究 | 生命", [0, 4], [Form("研 | 究 | 生命", 1)])
    assert places.remark == "Training text: 研究 | 生命 2×, 研究生 | 命 1×"
    assert places.places(("b", "研 | 究 | 生命")) == [4]


# One system joins all dates and cuts 北京 in every third sentence; another joins them, too.
DATES = [[f"{number}", "月", "在", "北京"] for number in range(1, 13)]
JOINED = [[f"{day}月", "在", *(("北", "京") if int(day) % 3 == 0 else ("北京",))] for day, *_rest in DATES]
ALSO = [[f"{day}月", "在", "北京"] for day, *_rest in DATES]


def dated():
    return Look(load(gold=DATES, systems={"a": JOINED, "b": ALSO, "gold": DATES}, training=DATES))


def test_a_pattern_with_classes_stands_in_place_of_its_literal_ones():
    known = dated()
    of, words = of_system(known, "a"), known.words(None, None, {"a": "a"})
    frame = of.with_training(of.frame(words))
    assert frame.iloc[:, 1:].to_numpy().tolist() == [
        ["⟨number⟩ | 月", "⟨number⟩月", 12, 36, "⟨number⟩ | 月 12×"],
        ["北京", "北 | 京", 4, 12, "北京 12×"],
    ]
    assert of.frame(words, text="3月")[["gold", "places"]].to_numpy().tolist() == [["⟨number⟩ | 月", 1]]
    number = int(frame["number"][0])
    assert of.names[number] == "number 月 → number月"
    places = PatternPlaces(of, number, words, show="all", ways=of.ways)
    assert places.places() == list(range(0, 48, 4))
    assert places.places(("a", "3月")) == [8], "a literal one by what the system made"
    assert places.remark == "A convention: so in 12 of 12 places of gold. Training text: ⟨number⟩ | 月 12×"
    literal = of.numbers["3 月 → 3月"]
    assert of.top(literal) == number
    assert PatternPlaces(of, literal, words, show="all", ways=None).places() == [8]
    with speaking("zh"):
        assert of.frame(words)["gold"][0] == "⟨数字⟩ | 月"


def test_conventions_are_said_with_their_points():
    known = dated()
    of = of_system(known, "a")
    # 48 gold words and 40 of the system, of which 20 are matched.
    points = 100 * (2 * 44 / 100 - 2 * 20 / 88)
    assert 100 * of.won(of.conventions.listed) == pytest.approx(points)
    (number,) = of.conventions.listed.tolist()
    assert of.convention(number) == f"a joins number and 月 (12 of 12): {points:.1f} points, a convention."
    assert of.deed(of.numbers["北京 → 北 京"]) == "a makes 北 | 京 of 北京"
    (row,) = of.regular_rows()
    assert (row["same"], row["gold_places"], row["share"], row["whose"]) == (12, 12, 100.0, "system")
    assert pair_remark(known, "a", "gold") == f"a loses {points:.1f} points by 1 convention of its own."
    assert pair_remark(known, "a", "b") == "", "both have it"
    assert pair_remark(known, "gold", "a") == ""


def test_what_was_not_compared_was_made_nothing_of():
    gold, skipped, cut = [["北京"], ["北京", "的"]], [["北", "京"], ["南京", "的"]], [["北", "京"], ["北", "京", "的"]]
    known = Look(load(gold=gold, systems={"skipped": skipped, "cut": cut}, mismatch="skip"))
    of = of_system(known, "cut")
    found = PatternPlaces(of, 0, known.words(None, None, {"a": "cut", "b": "skipped"}), show="all", ways=of.ways)
    assert found.places() == [0, 1]
    assert [found.made("b", word) for word in found.places()] == ["北 | 京", ""]
