"""A text of one's own: how it is read and cut, what its words are like, and where a committee cuts it otherwise."""

import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cwsdiag
from cwsdiag.difficulty import committee, learn_segmenter, train_segmenter
from cwsdiag.difficulty.committees import LONGEST, described, disagreement, member_cuts, typed_text
from cwsdiag.errors import SettingError
from cwsdiag.matching import match
from cwsdiag.text import Segmentation
from tests.difficulty.corpus import segmentation, sentences_of
from tests.oracles import own as oracle
from tests.oracles.attributes import CATEGORIES, KEYS, defined, unit_values


def recut(sentences, rng):
    """The same characters, cut at random."""
    found = []
    for sentence in sentences:
        words = [""]
        for character in "".join(sentence):
            if words[-1] and rng.random() < 0.5:
                words.append("")
            words[-1] += character
        found.append(words)
    return found


@settings(max_examples=50)
@given(sentences_of(), st.none() | sentences_of())
def test_attributes_of_words(sentences, training):
    stats = cwsdiag.load(gold=sentences, systems={"a": sentences}, training=training).training
    known = {one.key: (values, names) for one, values, names in described(segmentation(sentences), stats)}
    assert list(known) == [key for key in KEYS if defined(key, training)]
    for key, (values, names) in known.items():
        wanted = unit_values(key, sentences, None, training)
        if key in CATEGORIES:
            assert [names[int(value)] for value in values] == wanted
        else:
            assert values.tolist() == pytest.approx(wanted)


@settings(max_examples=50)
@given(sentences_of(), st.integers(0, 5), st.integers(0, 1000))
def test_disagreement(sentences, members, seed):
    rng, cut = random.Random(seed), segmentation(sentences)
    others = [recut(sentences, rng) for _ in range(members)]
    cuts = [Segmentation("", cut.text, segmentation(other).word_ends) for other in others]
    # That of nobody is undefined.
    wanted = oracle.disagreement(sentences, others) if members else [math.nan] * len(cut)
    assert disagreement(cut, cuts).tolist() == pytest.approx(wanted, nan_ok=True)


def test_it_cuts_as_the_built_in_segmenter(training, gold):
    segmenter = learn_segmenter(training)
    (expected,) = train_segmenter(training, [gold.text])
    assert segmenter.cut(gold.text).word_ends.tolist() == expected.word_ends.tolist()
    assert segmenter.name == expected.name
    assert len(segmenter.cut(segmentation([]).text)) == 0


def test_members_cut_as_in_the_committee(training, gold, few, tmp_path):
    made, segmenter = committee(training, gold, few, cache=tmp_path), learn_segmenter(training, cache=tmp_path)
    cuts = list(member_cuts(made, segmenter, gold.text, tmp_path))
    assert [(~match(gold, cut).gold_hit).tolist() for cut in cuts] == made.wrong.tolist()
    # Where gold is what is cut, it is the difficulty of its words.
    assert disagreement(gold, cuts).tolist() == made.difficulty.tolist()
    with pytest.raises(SettingError, match="no longer there"):
        list(member_cuts(made, segmenter, gold.text, tmp_path / "elsewhere"))


def test_a_typed_text_has_a_sentence_a_line_and_no_white_space():
    text = typed_text(" 我们 在\t北京\r\n\n\u3000他\n")
    assert text is not None and text.sentences == ["我们在北京", "他"]
    text = typed_text("<b>**Ａ**</b>", normalise=["nfkc"])
    assert text is not None and text.sentences == ["<b>**A**</b>"]
    assert typed_text(" \n\u3000\t") is None
    with pytest.raises(SettingError, match="at most 4,000"):
        typed_text("一" * (LONGEST + 1))
    with pytest.raises(SettingError, match="invisible character, U\\+200B, at position 2"):
        typed_text("一\u200b二")
