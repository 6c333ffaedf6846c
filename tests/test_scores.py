"""Scores against plain loops over word lists."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cwsdiag
from cwsdiag.attributes.categories import word_class
from cwsdiag.text import Segmentation, text_of
from tests.oracles import words as oracle
from tests.views.worlds import close

KEYS = (
    *("words", "gold_words", "matched", "precision", "recall", "f1", "oov_recall", "iv_recall"),
    *("precision_no_punctuation", "recall_no_punctuation", "f1_no_punctuation"),
    *("sentence_accuracy", "f1_unseen_sentences", "unseen_sentences"),
)


@given(st.lists(st.text(min_size=1, max_size=4), min_size=1))
def test_punctuation_is_the_class_of_words(words):
    """Words are asked all at once by their characters; the class of a word is asked one by one."""
    text = Segmentation("any", *text_of(words, [len(words)]))
    assert text.punctuation.tolist() == [word_class(word) == "punctuation" for word in words]


README_TABLE = {
    "crf-f2-full": (0.912, 0.914, 0.913, 0.768, 0.932),
    "crf-f1-800": (0.855, 0.861, 0.858, 0.708, 0.875),
    "jieba": (0.757, 0.836, 0.795, 0.672, 0.770),
    "snownlp": (0.776, 0.797, 0.787, 0.550, 0.808),
    "thulac": (0.752, 0.805, 0.777, 0.607, 0.772),
}


def test_sentences_that_were_not_looked_for_are_looked_for_later():
    training = cwsdiag.load(gold=[["ab"]], training=[["a", "b"], ["c", "d"]]).training
    assert training.has_sentences(["ab", "cd", "bc", "a"]).tolist() == [True, True, False, False]


@pytest.mark.real_data
def test_real_text_by_plain_loops(real_data, tmp_path):
    """All scores of real systems, where some sentences of the test text stand in the training text too."""
    systems = {name: real_data / "systems" / f"{name}.txt" for name in ("crf-f2-full", "thulac")}
    gold, training, *predictions = (
        [line.split() for line in path.read_text(encoding="utf-8").splitlines()]
        for path in (real_data / "test.txt", real_data / "train.txt", *systems.values())
    )
    training += [["".join(sentence)] for sentence in gold[:60]]
    (tmp_path / "train.txt").write_text("".join(" ".join(one) + "\n" for one in training), encoding="utf-8")
    files = {"gold": real_data / "test.txt", "training": tmp_path / "train.txt", "systems": systems}
    for row, prediction in zip(cwsdiag.score_systems(cwsdiag.load(**files)), predictions, strict=True):
        wanted = oracle.scores(gold, prediction, training)
        assert all(close(getattr(row, key), wanted[key], tolerance=1e-12) for key in KEYS)
        assert row.unseen_sentences == len(gold) - 60


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
