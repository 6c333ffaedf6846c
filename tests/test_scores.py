"""Scores against plain loops over word lists."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cwsdiag
from cwsdiag import scores
from cwsdiag.attributes.categories import word_class
from cwsdiag.report.documents import score_document
from cwsdiag.text import Segmentation
from tests.corpora import cases
from tests.oracles import words as oracle

KEYS = (
    *("words", "gold_words", "matched", "precision", "recall", "f1", "oov_recall", "iv_recall"),
    *("precision_no_punctuation", "recall_no_punctuation", "f1_no_punctuation"),
    *("sentence_accuracy", "f1_unseen_sentences", "unseen_sentences"),
)


def same(mine: float | None, theirs: float) -> bool:
    if mine is None or math.isnan(mine):
        return math.isnan(theirs)
    return abs(mine - theirs) <= 1e-12


@given(cases())
def test_scores_are_those_of_the_oracle(case):
    gold, systems, training = case
    document = score_document(cwsdiag.load(gold=gold, systems=systems, training=training), [])
    for row in document["systems"]:
        expected = oracle.scores(gold, systems[row["name"]], training)
        for key in KEYS:
            assert same(row[key], expected[key]), key
        assert row["coverage"] == 1.0
        assert same(document["gold"]["oov_rate"], expected["oov_rate"])
        for key in ("sentences", "characters"):
            assert document["gold"][key] == expected[key]
        assert document["gold"]["words"] == expected["gold_words"]


def test_gold_against_itself_is_perfect():
    gold = [["中国", "人民"], ["人"]]
    (row,) = cwsdiag.score_systems(cwsdiag.load(gold=gold, systems={"same": gold}))
    assert (row.precision, row.recall, row.f1) == (1.0, 1.0, 1.0)
    assert math.isnan(row.oov_recall)
    assert math.isnan(row.iv_recall)


def test_punctuation_that_is_glued_to_a_word_is_no_punctuation():
    (row,) = cwsdiag.score_systems(
        cwsdiag.load(gold=[["好", "。", "a1", "……", "３"]], systems={"s": [["好。", "a1", "……３"]]})
    )
    # Right is a1 of 好, a1, ３ and of 好。, a1, ……３; with punctuation it is one of five and of three.
    assert (row.precision_no_punctuation, row.recall_no_punctuation, row.f1_no_punctuation) == (1 / 3, 1 / 3, 1 / 3)
    assert (row.precision, row.recall, row.f1) == (1 / 3, 1 / 5, 2 / 8)


def test_a_text_of_punctuation_has_no_score_without_it():
    (row,) = cwsdiag.score_systems(cwsdiag.load(gold=[["。", "！"]], systems={"s": [["。！"]]}))
    assert math.isnan(row.f1_no_punctuation) and row.f1 == 0


@given(st.lists(st.text(min_size=1, max_size=4), min_size=1))
def test_punctuation_is_the_class_of_words(words):
    """Words are asked all at once by their characters; the class of a word is asked one by one."""
    text = Segmentation.of_words("any", words, [len(words)])
    assert text.punctuation.tolist() == [word_class(word) == "punctuation" for word in words]


def test_ratio_of_nothing_is_undefined_not_zero():
    assert np.isnan(scores.ratio(0, 0))
    assert np.array_equal(scores.f1(gold=[0, 2], system=[0, 2], matched=[0, 1]), [math.nan, 0.5], equal_nan=True)
    assert scores.f1(gold=[0], system=[3], matched=[0]) == [0.0]


README_TABLE = {
    "crf-f2-full": (0.912, 0.914, 0.913, 0.768, 0.932),
    "crf-f1-800": (0.855, 0.861, 0.858, 0.708, 0.875),
    "jieba": (0.757, 0.836, 0.795, 0.672, 0.770),
    "snownlp": (0.776, 0.797, 0.787, 0.550, 0.808),
    "thulac": (0.752, 0.805, 0.777, 0.607, 0.772),
}


@pytest.mark.real_data
def test_five_systems_on_real_text(real_data):
    """The table that the official script gave, to its three decimals."""
    dataset = cwsdiag.load(
        gold=real_data / "test.txt",
        training=real_data / "train.txt",
        systems={name: real_data / "systems" / f"{name}.txt" for name in README_TABLE},
    )
    document = score_document(dataset, [])
    for row in document["systems"]:
        found = tuple(round(row[key], 3) for key in ("recall", "precision", "f1", "oov_recall", "iv_recall"))
        assert found == README_TABLE[row["name"]]
    assert round(document["gold"]["oov_rate"], 3) == 0.124
    assert (dataset.training.sentences, dataset.training.words) == (3997, 98608)


def test_unseen_sentences_need_a_training_text():
    gold, systems = [["ab", "c"], ["d", "e"]], {"s": [["ab", "c"], ["de"]]}
    (row,) = cwsdiag.score_systems(cwsdiag.load(gold=gold, systems=systems, training=[["a", "bc"], ["de", "f"]]))
    # "de" is a part of a sentence there, and no sentence.
    assert (row.unseen_sentences, row.f1_unseen_sentences, row.sentence_accuracy) == (1, 0.0, 0.5)
    for training in (None, {"ab": 2, "de": 1}, {"abc"}):
        document = score_document(cwsdiag.load(gold=gold, systems=systems, training=training), [])
        assert math.isnan(document["systems"][0]["f1_unseen_sentences"])
        assert document["systems"][0]["unseen_sentences"] is None
    all_seen = cwsdiag.load(gold=gold, systems=systems, training=[["abc"], ["d", "e"]])
    (row,) = cwsdiag.score_systems(all_seen)
    assert row.unseen_sentences == 0 and math.isnan(row.f1_unseen_sentences)


def test_sentences_that_were_not_looked_for_are_looked_for_later():
    training = cwsdiag.load(gold=[["ab"]], training=[["a", "b"], ["c", "d"]]).training
    assert training.has_sentences(["ab", "cd", "bc", "a"]).tolist() == [True, True, False, False]
    assert training.has_sentences([]).tolist() == []
    words = cwsdiag.load(gold=[["ab"]], training={"ab": 1}).training
    with pytest.raises(ValueError, match="no sentences"):
        words.has_sentences(["ab"])


@pytest.mark.real_data
@pytest.mark.parametrize("more", [0, 60])
def test_real_text_by_plain_loops(real_data, tmp_path, more):
    """All scores of real systems; some sentences of the test text may stand in the training text too."""
    systems = {path.stem: path for path in (real_data / "systems").glob("*.txt")}
    gold, training, *predictions = (
        [line.split() for line in path.read_text(encoding="utf-8").splitlines()]
        for path in (real_data / "test.txt", real_data / "train.txt", *systems.values())
    )
    training += [["".join(sentence)] for sentence in gold[:more]]
    (tmp_path / "train.txt").write_text("".join(" ".join(one) + "\n" for one in training), encoding="utf-8")
    files = {"gold": real_data / "test.txt", "training": tmp_path / "train.txt", "systems": systems}
    for row, prediction in zip(cwsdiag.score_systems(cwsdiag.load(**files)), predictions, strict=True):
        wanted = oracle.scores(gold, prediction, training)
        assert all(same(getattr(row, key), wanted[key]) for key in KEYS)
        assert row.unseen_sentences == len(gold) - more


@pytest.mark.real_data
def test_conllu_is_the_same_gold(real_data):
    """The release has two variant characters (哩 for 里) in the CoNLL-U file alone; all else is the same."""
    plain = cwsdiag.load(gold=real_data / "test.txt").gold
    columns = cwsdiag.load(gold=real_data / "test.conllu").gold
    differing = {pair for pair in zip(plain.text.chars, columns.text.chars, strict=True) if pair[0] != pair[1]}
    assert differing == {("里", "哩")}
    assert np.array_equal(columns.word_ends, plain.word_ends)
    assert np.array_equal(columns.text.sentence_ends, plain.text.sentence_ends)
    skipped = cwsdiag.load(gold=real_data / "test.txt", systems={"conllu": real_data / "test.conllu"}, mismatch="skip")
    assert cwsdiag.score_systems(skipped)[0].coverage == 1 - 2 / 12_012
