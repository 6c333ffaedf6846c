"""Patterns as the page shows them: what training made of their characters, and their places, by plain loops."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from cwsdiag.diagnosis import diagnose
from cwsdiag.diagnosis.word_types import JOINT, SHOWS, Form
from cwsdiag.languages import speaking
from cwsdiag.loading import load
from cwsdiag.strings import Way
from cwsdiag.views.look import Look
from cwsdiag.views.patterns import PatternPlaces, of_system, ways_said
from tests.corpora import cases
from tests.oracles import error_patterns as oracle
from tests.oracles.words import spans, training_kind

GOLD = [["研究", "生命", "的", "起源"], ["研究", "生命"], ["起源", "北京"]]
ONE = [["研究生", "命", "的", "起", "源"], ["研究生", "命"], ["起源", "北", "京"]]
TWO = [["研究", "生命", "的", "起源"], ["研", "究", "生命"], ["起源", "北", "京"]]
TRAINING = [["研究", "生命"], ["研究", "生命"], ["研究生", "命"], ["起源"], ["其", "起源说"]]
WORDS = len([word for sentence in GOLD for word in sentence])


def over(corpus, start, end):
    """The words that have a character of a span, whole, as text."""
    text = "".join(word for sentence in corpus for word in sentence)
    return JOINT.join(text[s:e] for s, e in spans(corpus) if s < end and e > start)


@settings(max_examples=50)
@given(cases(), st.sampled_from(sorted(SHOWS)), st.data())
def test_frame_and_places_say_what_loops_say(case, show, data):
    gold, systems, training = case
    names = data.draw(st.permutations(sorted(systems)))[:2]
    roles = dict(zip("ab", names, strict=False))
    look = Look(load(gold=gold, systems=systems, training=training))
    of, words = of_system(look, names[0]), look.words(None, None, roles)
    frame = of.with_training(of.frame(words, show=show))
    everything, chosen = spans(gold), words.units.words[words.chosen(show)].tolist()
    wanted = oracle.patterns(gold, systems[names[0]], chosen)
    assert [
        (tuple(row.gold.split(JOINT)), tuple(row.made.split(JOINT)), row.places, row.cost) for row in frame.itertuples()
    ] == [
        (*pattern, places, places * (len(pattern[0]) + len(pattern[1]))) for pattern, places in oracle.by_cost(wanted)
    ]
    assert ("training" in frame) == (training_kind(training) == "corpus")
    for number, pattern in zip(frame["number"], map(tuple, oracle.by_cost(wanted)), strict=True):
        firsts, size = wanted[pattern[0]], len(pattern[0][0])
        found = PatternPlaces(of, number, words, show=show, ways=of.ways)
        assert (found.places(), found.size) == (firsts, size)
        for role, name in roles.items():
            for first in firsts:
                start, end = everything[first][0], everything[first + size - 1][1]
                made = over(systems[name], start, end)
                assert found.made(role, first) == ("" if made == over(gold, start, end) else made)
            forms = found.forms[role]
            assert [form.places for form in forms] == sorted((form.places for form in forms), reverse=True)
            for form in forms:
                places = found.places((role, form.text))
                assert places == [first for first in firsts if found.made(role, first) == form.text]
                assert len(places) == form.places


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
    for text, found in (
        ("究生", ["研究 | 生命"]),
        ("生 命", ["研究 | 生命"]),
        ("起 源", ["起源"]),
        ("|", []),
        ("x", []),
    ):
        assert of.frame(words, text=text)["gold"].tolist() == found, text
    places = PatternPlaces(of, 0, words, show="all", ways=of.ways)
    assert (places.title, places.places(), places.forms["b"]) == ("研究 | 生命", [0, 4], [Form("研 | 究 | 生命", 1)])
    assert places.remark == "Training text: 研究 | 生命 2×, 研究生 | 命 1×"
    assert places.places(("b", "研 | 究 | 生命")) == [4]


def test_what_training_made_is_said_with_its_count():
    assert ways_said(()) == "not in training"
    ways = [
        Way(("研究", "生"), True, False, 12),
        Way(("研究生",), False, True, 3),
        Way(("研", "究", "生"), True, True, 1),
    ]
    assert ways_said(ways) == "研究 | 生… 12×, …研究生 3×, 研 | 究 | 生 1×"
    assert ways_said([Way(("究",), False, False, 1)]) == "…究… 1×"
    assert ways_said([Way((str(number),), True, True, 1) for number in range(6)]).endswith("3 1×, 2 other ways")


def test_training_is_read_once_for_all_languages(monkeypatch):
    known, reads = looked(), []
    training = known.dataset.training
    blocks = training._source.blocks
    monkeypatch.setattr(type(training._source), "blocks", lambda source: reads.append(1) or blocks())
    words = known.words(None, None, {"a": "one"})
    of = of_system(known, "one")
    frame = of.with_training(of.frame(words))
    with speaking("zh"):
        other = of.with_training(of.frame(words))
    assert len(reads) == 1
    assert frame["training"][1] == "起源 1×, 起源… 1×"
    assert other["training"][1] == "起源 1×、起源… 1×"


def test_a_pattern_too_long_for_an_address_has_a_name_of_its_own():
    gold = [["字"] * 80 + ["甲"], ["字"] * 80 + ["乙"]]
    flat = [["".join(sentence)] for sentence in gold]
    of = of_system(Look(load(gold=gold, systems={"flat": flat})), "flat")
    assert len(of.names) == len(of.found.patterns) == 2
    assert of.names[1].endswith(" #1")
    assert max(map(len, of.names)) < 130
    assert of.ways is None


def test_what_was_not_compared_was_made_nothing_of():
    gold = [["我们", "在", "北京"], ["北京", "的"]]
    skipped = [["我们", "在", "北", "京"], ["南京", "的"]]
    cut = [["我们", "在", "北", "京"], ["北", "京", "的"]]
    dataset = load(gold=gold, systems={"skipped": skipped, "cut": cut}, mismatch="skip")
    known = Look(dataset)
    of = of_system(known, "cut")
    found = PatternPlaces(of, 0, known.words(None, None, {"a": "cut", "b": "skipped"}), show="all", ways=of.ways)
    assert found.places() == [2, 3]
    assert [found.made("b", word) for word in found.places()] == ["北 | 京", ""]
    assert diagnose(dataset, resamples=1).error_kinds("skipped").shapes.tolist()[3] == -1
    assert np.array_equal(of.found.firsts, [2, 3])
