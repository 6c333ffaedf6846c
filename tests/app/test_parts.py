"""The parts of the pages that need no page: grouped words, sentences, and how selections are labelled."""

import pytest

from cwsdiag.exhibits.overview import lead_remark, lead_sentence
from cwsdiag.frames import Panel, tick_label
from cwsdiag.inference import Interval
from cwsdiag.loading import load
from cwsdiag.views.buckets import Bucket
from cwsdiag.views.findings import worst_remark, worst_sentence
from cwsdiag.views.look import Lead, Look

GOLD = [["我们", "在", "北京"], ["北京", "的", "<b>", "𠀀"], ["北京", "学习"]]
A = [["我们", "在", "北", "京"], ["北京", "的", "<b>", "𠀀"], ["北京学", "习"]]
B = [["我们", "在北京"], ["北京的", "<b>𠀀"], ["北京", "学习"]]


@pytest.fixture
def look() -> Look:
    return Look(load(gold=GOLD, systems={"one": A, "two": B}))


def test_characters_are_grouped_by_their_word(look: Look) -> None:
    trained = Look(load(gold=GOLD, systems={"one": A}, training=GOLD))
    table = trained.words("cCon", None, {"a": "one"})
    assert len(table.units) == len(trained.dataset.gold.text.chars)
    row = table.frame().query("word == '北京'").iloc[0]
    assert (row["count"], row["wrong_a"]) == (6, 3)
    assert table.places("北京") == [2, 7, 3]


def test_words_without_systems(look: Look) -> None:
    table = look.words(None, None, {})
    assert table.frame(show="wrong")["count"].sum() == 9
    assert table.places("北京") == [2, 3, 7]


def test_words_of_a_bucket_are_made_once(look: Look) -> None:
    assert look.words("wLen", 0, {"a": "one"}) is look.words("wLen", 0, {"a": "one"})
    assert look.words("wLen", 0, {"a": "one"}) is not look.words("wLen", 0, {"a": "two"})


LEAD = Lead("crf", Interval(0.9128, 0.905, 0.92), "jieba", Interval(0.118, 0.101, 0.131))
F1 = Interval(0.9, 0.89, 0.91)


@pytest.mark.parametrize(
    ("lead", "sentence", "remark"),
    [
        (
            LEAD,
            "crf leads jieba by 11.8 points.",
            "F1 of crf on x: 0.913 [0.905, 0.920] over 40 gold words. The lead is within [10.1, 13.1].",
        ),
        (
            Lead("crf", F1, "jieba", Interval(0.01, -0.0004, 0.02)),
            "crf leads jieba by 1.0 point.",
            "F1 of crf on x: 0.900 [0.890, 0.910] over 40 gold words. The lead is within [−0.04, 2.00].",
        ),
        (Lead("crf", F1), "crf has an F1 of 0.900.", "F1 of crf on x: 0.900 [0.890, 0.910] over 40 gold words."),
    ],
)  # fmt: skip
def test_sentence_on_the_best(lead: Lead, sentence: str, remark: str) -> None:
    assert lead_sentence(lead) == sentence
    assert lead_remark(lead, dataset="x", words=40) == remark


def test_sentence_on_the_worst() -> None:
    rows = [
        {"label": label, "f1": f1, "f1_low": low, "f1_high": high, "gold": 432, "units": 432}
        for label, f1, low, high in (("2", 0.92, 0.9, 0.94), ("≥ 4", 0.81, 0.78, 0.84))
    ]
    panel = Panel("wLen", "word length", "words", rows, worst=1, best=0, undefined="")
    worst = Bucket(panel, panel.rows[1], 432, candidates=28)
    assert worst_sentence(worst, system="crf") == "crf has its lowest F1 at words with word length ≥ 4: 0.810."
    assert "95 % interval [0.780, 0.840] from" in worst_remark(worst, least="30 gold units in 10 sentences")
    assert "the lowest of 28 buckets of at least 30" in worst_remark(worst, least="30 gold units in 10 sentences")


@pytest.mark.parametrize(
    ("label", "tick"),
    [
        ("(0, 0.5]", "≤ .5"),
        ("(0.5, 1)", "< 1"),
        ("0", "0"),
        ("≤ 30", "≤ 30"),
        ("S ≤ 2", "S ≤ 2"),
        ("M (2, 10.5]", "M ≤ 10.5"),
        ("> 0.09", "> .09"),
    ],
)
def test_ticks_are_short(label: str, tick: str) -> None:
    assert tick_label(label) == tick
