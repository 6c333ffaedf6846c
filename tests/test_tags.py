"""Parts of speech from the files to gold and to systems over it, and scores of them."""

from dataclasses import asdict

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


def tagged(name, corpus, tags):
    """A file of words with tags, one for each."""
    found = iter(tags)
    lines = (" ".join(f"{word}_{next(found)}" for word in sentence) for sentence in corpus)
    return Source.from_bytes(name, "\n".join(lines).encode())


def numbered(name, corpus):
    """A file in which each word has its number as its tag."""
    return tagged(name, corpus, (f"T{n}" for n in range(sum(map(len, corpus)))))


def load(gold, system, **options):
    return cwsdiag.load(gold=gold, systems={"s": system}, input_format="pos", **options)


@st.composite
def pairs(draw, other):
    gold = draw(corpora())
    return gold, draw(other(gold))


@given(pairs(damaged), st.sampled_from(["skip", "count"]))
def test_words_put_on_other_characters_keep_their_tags(pair, mismatch):
    gold, system = pair
    words = [word for sentence in system for word in sentence]
    try:
        dataset = load(numbered("gold", gold), numbered("system", system), mismatch=mismatch)
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


def conll(corpus):
    """A file of words and tags in CoNLL-U."""
    sentences = ("".join(f"{n}\t{w}\t_\t{t}\t_\n" for n, (w, t) in enumerate(one, start=1)) for one in corpus)
    return Source.from_bytes("it.conllu", "\n".join(sentences).encode())


def without(corpus):
    """The same with None for no tag."""
    return [[(word, None if tag == "_" else tag) for word, tag in sentence] for sentence in corpus]


def told(score):
    """A score as the oracle has it, NaN as None."""
    row = {key: None if value != value else value for key, value in asdict(score).items()}
    confusion = score.tag_confusion
    return row | {"tag_confusion": confusion and {(gold, system): count for gold, system, count in confusion}}


def wanted(gold, system):
    row = oracle.scores(oracle.tagged(without(gold)), oracle.tagged(without(system)))
    return {key: None if value != value else value for key, value in row.items()}


@given(tagged_pairs())
def test_joint_scores_against_plain_loops(pair):
    gold, system = pair
    dataset = cwsdiag.load(gold=conll(gold), systems={"s": conll(system)}, input_format="conll")
    if not all(any(tag != "_" for sentence in corpus for _word, tag in sentence) for corpus in pair):
        with pytest.raises(SettingError, match="no parts of speech to compare"):
            score_tags(dataset)
        return
    (score,) = score_tags(dataset)
    row = told(score)
    assert (row["tag_confusion"] or {}) == wanted(gold, system)["tag_confusion"]
    assert row | {"tag_confusion": 0} == pytest.approx(wanted(gold, system) | {"tag_confusion": 0})
    assert [n for *_tags, n in score.tag_confusion] == sorted((n for *_tags, n in score.tag_confusion), reverse=True)
