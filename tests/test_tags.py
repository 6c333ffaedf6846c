"""Parts of speech from the files to gold and to systems over it, and scores of them."""

import math
from collections import Counter
from dataclasses import asdict

import pytest
from hypothesis import given, settings
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


@settings(max_examples=200)
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


def test_joint_scores_by_hand():
    # People's Daily: the brackets of a compound are none of its words.
    gold = "[中央/n 电视台/n]nt 报道/v 说/v ，/w 他/r 去/v 了/u 北京/ns 。/w"
    systems = {
        "right": gold,
        "other": "[中央/n 电视台/n]nt 报道/n 说/v ，/w 他去/v 了/y 北京/ns 。/w",
        "words": "中央 电视台 报道 说 ， 他 去 了 北京 。",
    }
    sources = {name: Source.from_bytes(name, text.encode()) for name, text in systems.items()}
    dataset = cwsdiag.load(gold=Source.from_bytes("gold", gold.encode()), systems=sources)
    right, other, words = score_tags(dataset)
    assert (right.joint_f1, right.tag_accuracy) == (1.0, 1.0)
    assert (other.joint_precision, other.joint_recall) == (6 / 9, 6 / 10)
    assert (other.joint_f1, other.tag_accuracy) == (12 / 19, 6 / 8)
    assert set(other.tag_confusion) == {
        ("n", "n", 2), ("v", "n", 1), ("v", "v", 1), ("w", "w", 2), ("u", "y", 1), ("ns", "ns", 1),
    }  # fmt: skip
    assert told(words) == dict.fromkeys(told(words))


@pytest.mark.parametrize("mismatch", ["skip", "count"])
def test_joint_scores_where_characters_differ(mismatch):
    dataset = load(
        Source.from_bytes("g", "我_r 在_p 北京_ns\n今天_t 晴_a\n".encode()),
        Source.from_bytes("s", "我_n 在_p 北平_ns 今天_t 晴_a 好的_v".encode()),
        mismatch=mismatch,
    )
    (score,) = score_tags(dataset)
    assert sum(count for *_tags, count in score.tag_confusion) == 4
    assert score.tag_accuracy == 3 / 4
    assert (score.joint_precision, score.joint_recall) == ((3 / 4, 3 / 4) if mismatch == "skip" else (3 / 6, 3 / 5))


def test_systems_of_which_no_word_is_right_have_no_accuracy():
    (score,) = score_tags(load(Source.from_bytes("g", b"ab_n"), Source.from_bytes("s", b"a_n b_n")))
    assert (score.joint_f1, score.tag_confusion) == (0.0, ())
    assert math.isnan(score.tag_accuracy)


@pytest.mark.real_data
def test_joint_scores_of_real_data(real_data):
    lines = (real_data / "test.conllu").read_text("utf-8").split("\n\n")
    gold = [[tuple(row.split("\t")[1:4:2]) for row in one.split("\n") if row] for one in lines if one.strip()]
    frequent = Counter(tag for sentence in gold for _word, tag in sentence).most_common(1)[0][0]
    # The words of a real system, each with the tag that gold has most.
    words = (real_data / "systems" / "crf-f2-full.txt").read_text("utf-8").split("\n")
    system = [[(word, frequent) for word in line.split()] for line in words if line.strip()]
    dataset = cwsdiag.load(gold=real_data / "test.conllu", systems={"crf": conll(system)}, mismatch="skip")
    (score,) = score_tags(dataset)
    left = dataset.systems[0].left_out.tolist()
    kept = [
        [one for one in oracle.tagged(corpus) if not any(start <= one[0] < end for start, end in left)]
        for corpus in (gold, system)
    ]
    by_span = {one[:2]: one[2] for one in kept[1]}
    pairs = Counter((tag, by_span[start, end]) for start, end, tag in kept[0] if (start, end) in by_span)
    right = sum(count for (tag, other), count in pairs.items() if tag == other)
    assert told(score)["tag_confusion"] == dict(pairs)
    assert score.joint_recall == right / len(kept[0])
    assert score.joint_precision == right / len(kept[1])
    assert score.tag_accuracy == right / sum(pairs.values())
