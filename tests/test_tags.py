"""Parts of speech from the files to gold and to systems over it, and scores of them."""

from dataclasses import asdict
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cwsdiag
from cwsdiag.errors import AlignmentError, SettingError
from cwsdiag.formats import Source
from cwsdiag.scores import score_tags
from tests.corpora import corpora, damaged, resegmented
from tests.formats.helpers import tags
from tests.oracles import tagging as oracle


def conll(corpus):
    """A file of sentences of (word, tag) in CoNLL-U."""
    sentences = ("".join(f"{n}\t{w}\t_\t{t}\t_\n" for n, (w, t) in enumerate(one, start=1)) for one in corpus)
    return Source.from_bytes("it.conllu", "\n".join(sentences).encode())


def numbered(corpus):
    """A file in which each word has its number as its tag."""
    numbers = count()
    return conll([[(word, f"T{next(numbers)}") for word in sentence] for sentence in corpus if sentence])


def load(gold, system, **options):
    return cwsdiag.load(gold=gold, systems={"s": system}, input_format="conll", **options)


@st.composite
def pairs(draw, other):
    gold = draw(corpora())
    return gold, draw(other(gold))


@given(pairs(damaged), st.sampled_from(["skip", "count"]))
def test_words_put_on_other_characters_keep_their_tags(pair, mismatch):
    gold, system = pair
    words = [word for sentence in system for word in sentence]
    try:
        dataset = load(numbered(gold), numbered(system), mismatch=mismatch)
    except AlignmentError as error:
        assert "nothing is left" in str(error)
        return
    (text,) = dataset.systems
    numbers = [None if tag is None else int(tag[1:]) for tag in tags(text)]
    own = text.covered(text.word_starts) & text.written
    assert [number is not None for number in numbers] == own.tolist()
    assert [words[n] for n in numbers if n is not None] == [
        word for word, mine in zip(text.surfaces(), own, strict=True) if mine
    ]
    if mismatch == "count":
        assert int(own.sum()) == len(words)


TAGS = st.sampled_from(["n", "v", "nr", "_"])


@st.composite
def tagged_pairs(draw):
    """Gold and a system over the same characters, as sentences of (word, tag); ``_`` is no tag."""
    gold = draw(corpora())
    return [
        [[(word, draw(TAGS)) for word in sentence] for sentence in corpus if sentence]
        for corpus in (gold, draw(resegmented(gold)))
    ]


def without(corpus):
    """The same with None for no tag."""
    return [[(word, None if tag == "_" else tag) for word, tag in sentence] for sentence in corpus]


@given(tagged_pairs())
def test_joint_scores_against_plain_loops(pair):
    gold, system = pair
    dataset = load(conll(gold), conll(system))
    if not all(any(tag != "_" for sentence in corpus for _word, tag in sentence) for corpus in pair):
        with pytest.raises(SettingError, match="no parts of speech to compare"):
            score_tags(dataset)
        return
    (score,) = score_tags(dataset)
    wanted = oracle.scores(oracle.tagged(without(gold)), oracle.tagged(without(system)))
    assert {(own, other): times for own, other, times in score.tag_confusion} == wanted["tag_confusion"]
    shares = wanted | {"tag_confusion": 0}
    assert asdict(score) | {"tag_confusion": 0} == pytest.approx(shares, nan_ok=True)
    counts = [times for *_tags, times in score.tag_confusion]
    assert counts == sorted(counts, reverse=True)
