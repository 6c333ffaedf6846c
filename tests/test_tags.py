"""Parts of speech from the files to gold and to systems over it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cwsdiag
from cwsdiag.errors import AlignmentError
from cwsdiag.formats import Source
from tests.corpora import corpora, damaged, resegmented
from tests.formats.helpers import tags


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


@given(pairs(resegmented))
def test_words_over_the_same_characters_keep_their_tags(pair):
    gold, system = pair
    dataset = load(numbered("gold", gold), numbered("system", system))
    for text, corpus in ((dataset.gold, gold), (dataset.systems[0], system)):
        words = [word for sentence in corpus for word in sentence]
        assert list(text.surfaces()) == words
        assert tags(text) == [f"T{n}" for n in range(len(words))]


@settings(max_examples=200)
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
    assert len({n for n in numbers if n is not None}) == int(own.sum())
    if mismatch == "count":
        assert int(own.sum()) == len(words)


@pytest.mark.real_data
def test_real_data(real_data):
    system = {"jieba": real_data / "systems" / "jieba.txt"}
    dataset = cwsdiag.load(gold=real_data / "test.conllu", systems=system, mismatch="skip")
    rows = [line.split("\t") for line in (real_data / "test.conllu").read_text("utf-8").split("\n") if "\t" in line]
    assert tags(dataset.gold) == [row[3] for row in rows]
    assert len(dataset.gold.pos.names) == 15
    assert dataset.systems[0].pos is None
