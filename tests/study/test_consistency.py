"""Ψ, its matrix and what makes it up against plain loops; the claims of METHODS 10 about it."""

import math
import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cwsdiag
from cwsdiag.folders import sample_project
from cwsdiag.study import (
    fit,
    friedman,
    psi,
    psi_matrix,
    read_corpora,
    select_sources,
    string_losses,
)
from tests.oracles import attributes as oracle_attributes
from tests.oracles import study as oracle
from tests.oracles.words import words_of
from tests.study.helpers import close, corpus, corpus_files, lines, read_words, tables_close, text, texts, training

LOST = 1e-9


@settings(max_examples=200)
@given(texts, texts)
def test_psi_is_as_the_oracle_has_it(train, test):
    wanted = oracle.psi(train, test)
    assert close(psi(training(train), text(test)), wanted)
    assert -LOST <= wanted <= 100 + LOST


@given(texts, texts)
def test_psi_is_the_mean_consistency_of_the_test_words(train, test):
    assert close(psi(training(train), text(test)), 100 * oracle_attributes.mean("wCon", test, train))


@given(texts)
def test_psi_of_training_data_under_itself_is_the_consistency_weighted_by_tokens(train):
    counts = Counter(words_of(train))
    known = oracle.consistencies(set(counts), train)
    wanted = sum(known[word] * count for word, count in counts.items()) / sum(counts.values())
    assert close(psi(training(train), text(train)), 100 * wanted)


@given(texts, texts)
def test_costs_sum_to_what_is_missing(train, test):
    found = string_losses(training(train), text(test))
    wanted = oracle.costs(train, test)
    assert {one.word for one in found} == set(wanted)
    assert all(close(one.cost, wanted[one.word]) for one in found)
    assert math.fsum(one.cost for one in found) == pytest.approx(100 - oracle.psi(train, test), abs=1e-9)
    assert [one.cost for one in found] == sorted((one.cost for one in found), reverse=True)
    assert all(math.isnan(one.loss) and math.isnan(one.own_consistency) for one in found)


@given(texts, texts, texts)
def test_losses_sum_to_the_difference_of_two_psi(train, own, test):
    found = string_losses(training(train), text(test), own=training(own))
    wanted = oracle.losses(train, own, test)
    assert {one.word for one in found} == set(wanted)
    assert all(close(one.loss, wanted[one.word]) for one in found)
    difference = oracle.psi(own, test) - oracle.psi(train, test)
    assert math.fsum(one.loss for one in found) == pytest.approx(difference, abs=1e-9)
    assert [one.loss for one in found] == sorted((one.loss for one in found), reverse=True)


@given(texts, texts, texts)
def test_what_a_loss_is_made_of(train, own, test):
    words = set(words_of(test))
    strings = oracle_attributes.string_counts(train, words)
    as_word, counts = Counter(words_of(train)), Counter(words_of(test))
    known = oracle.consistencies(words, own)
    for one in string_losses(training(train), text(test), own=training(own)):
        assert (one.count, one.as_word, one.as_string) == (counts[one.word], as_word[one.word], strings[one.word])
        assert one.is_unseen == (strings[one.word] == 0)
        assert close(one.own_consistency, known[one.word])


datasets = st.lists(st.tuples(texts, texts), min_size=1, max_size=4)


@given(datasets)
def test_the_matrix_is_as_the_oracle_has_it(drawn):
    files = [corpus_files(f"c{number}", test, train) for number, (train, test) in enumerate(drawn)]
    check_matrix(psi_matrix(read_corpora(files)), drawn)
    # Strings that were not counted while reading are counted later.
    later = [corpus(f"c{number}", train, test) for number, (train, test) in enumerate(drawn)]
    check_matrix(psi_matrix(later), drawn)


def check_matrix(matrix, drawn):
    wanted = [[oracle.psi(train, test) for _, test in drawn] for train, _ in drawn]
    assert matrix.names == tuple(f"c{number}" for number in range(len(drawn)))
    assert tables_close(matrix.values, wanted)
    assert matrix.by_training.tolist() == pytest.approx([math.fsum(row) / len(row) for row in wanted])
    columns = list(zip(*wanted, strict=True))
    assert matrix.by_test.tolist() == pytest.approx([math.fsum(column) / len(column) for column in columns])


def test_word_lists_have_no_psi():
    made = [
        corpus("text", lines("a b | ab"), lines("a b")),
        corpus("counts", {"a": 2, "ab": 1}, lines("ab")),
        corpus("list", {"a", "ab"}, lines("b")),
        corpus("none", None, lines("a ab")),
    ]
    matrix = psi_matrix(made)
    assert np.isnan(matrix.values[1:]).all()
    assert matrix.values[0].tolist() == pytest.approx([50, 50, 50, 50])
    assert matrix.by_training[0] == pytest.approx(50)
    assert np.isnan(matrix.by_training[1:]).all()
    assert matrix.by_test.tolist() == pytest.approx([50, 50, 50, 50])
    assert np.isnan(psi_matrix(made[1:]).by_test).all()
    assert math.isnan(psi(training({"a", "ab"}), text(lines("a"))))
    for words in ({"a": 2}, {"a"}):
        with pytest.raises(ValueError, match="word list"):
            string_losses(training(words), text(lines("a")))


def test_test_texts_are_treatments_and_training_data_blocks():
    rng = random.Random(5)
    made = [
        corpus(
            f"c{number}",
            [[rng.choice(["a", "ab", "b", "ba"]) for _ in range(9)] for _ in range(4)],
            [[rng.choice(["a", "ab", "b", "ba"]) for _ in range(6)]],
        )
        for number in range(4)
    ]
    matrix = psi_matrix([*made, corpus("list", {"a"}, lines("a b"))])
    found = matrix.test()
    wanted = friedman(matrix.values, treatments=matrix.names, blocks=matrix.names)
    assert (found.treatments, found.blocks, found.dropped) == (matrix.names, matrix.names[:4], ("list",))
    statistic, p = oracle.friedman(matrix.values.tolist())
    assert (found.statistic, found.p_chi2) == pytest.approx((statistic, p))
    assert found.p == wanted.p


def test_by_hand():
    # 'ab' is a word in two of three places, 'c' never is, 'd' is not there.
    train = lines("ab e | a b | ab ce")
    assert psi(training(train), text(lines("ab c d"))) == pytest.approx(100 * (2 / 3) / 3)
    assert psi(training(train), text(lines("ab ab"))) == pytest.approx(200 / 3)


@given(texts)
def test_psi_does_not_pass_100(test):
    train = [[word] for word in {word for sentence in test for word in sentence}]
    assert 0 < psi(training(train), text(test)) <= 100


def test_psi_of_words_that_are_always_cut_so_is_100_to_the_last_place():
    for size in range(1, 60):
        made = [[chr(ord("一") + number) for number in range(size)]]
        found = corpus("c", made, made)
        assert psi(found.training, found.test) == 100
        assert select_sources(found, []).psi == (100,)
        (one,) = fit(found.test, [found], resamples=3)
        assert (one.psi, one.low, one.high, one.own_psi, one.seen, one.seen_psi) == (100, 100, 100, 100, 1, 100)


def test_overlapping_occurrences_count_and_sentence_ends_part():
    train = lines("aa a | a")
    assert psi(training(train), text(lines("aa"))) == pytest.approx(50)
    assert psi(training(train), text(lines("a"))) == pytest.approx(50)


# Against itself a corpus does well, against the same characters with other boundaries badly.


def shuffled(sentences, rng):
    """The same sentences, the lengths of their words in another order."""
    made = []
    for sentence in sentences:
        chars, sizes = "".join(sentence), [len(word) for word in sentence]
        rng.shuffle(sizes)
        made.append(cut(chars, sizes))
    return made


def mixed(sentences, rng):
    """The same characters, the lengths of all words of the corpus in another order, sentences of as many words."""
    words = words_of(sentences)
    sizes = [len(word) for word in words]
    rng.shuffle(sizes)
    stream = iter(cut("".join(words), sizes))
    return [[next(stream) for _ in sentence] for sentence in sentences]


def cut(chars, sizes):
    made, start = [], 0
    for size in sizes:
        made.append(chars[start : start + size])
        start += size
    return made


def check_against_shuffled(path, seeds):
    sentences = read_words(path)
    itself = training(path, set(words_of(sentences)))
    own = psi(itself, text(sentences))
    for seed in seeds:
        rng = random.Random(seed)
        for shuffle in (shuffled, mixed):
            other = shuffle(sentences, rng)
            assert "".join(words_of(other)) == "".join(words_of(sentences))
            assert own > psi(itself, text(other))
            assert own > psi(training(other), text(sentences))


SAMPLE = sample_project()


@pytest.mark.parametrize("name", ["train.txt", "test.txt"])
@pytest.mark.parametrize("which", ["news/first", "news/second", "microblog/first", "microblog/second"])
def test_psi_against_itself_is_above_psi_against_shuffled_boundaries(which, name):
    check_against_shuffled(SAMPLE.parent / which / name, range(3))


@pytest.mark.real_data
@pytest.mark.parametrize(("name", "seeds"), [("test.txt", range(3)), ("dev.txt", range(3)), ("train.txt", range(1))])
def test_real_text_against_itself_is_above_real_text_with_shuffled_boundaries(real_data, name, seeds):
    check_against_shuffled(real_data / name, seeds)


@pytest.mark.parametrize(
    ("train", "other"),
    [
        # A corpus that follows no one criterion: moving the few to the side of the many raises Ψ.
        (lines("a a | aa | aa | aa | aa | aa"), lines("aa | aa | aa | aa | aa | aa")),
        (lines("a ab | aa b | aa b | aa b | aa b | aa b"), lines("aa b | aa b | aa b | aa b | aa b | aa b")),
    ],
)
def test_of_any_text_that_is_no_theorem(train, other):
    assert "".join(words_of(train)) == "".join(words_of(other))
    own, better = oracle.psi(train, train), oracle.psi(train, other)
    assert own < better
    assert psi(training(train), text(train)) == pytest.approx(own)
    assert psi(training(train), text(other)) == pytest.approx(better)


def test_the_sample():
    project = cwsdiag.read_project(SAMPLE)
    files = [(read_words(spec.training.path), read_words(spec.gold.path)) for spec in project.datasets]
    corpora = read_corpora([corpus_files(spec.name, spec.gold.path, spec.training.path) for spec in project.datasets])
    matrix = psi_matrix(corpora)
    wanted = [[oracle.psi(train, test) for _, test in files] for train, _ in files]
    assert matrix.names == ("news", "microblog", "news, second criterion", "microblog, first criterion")
    assert tables_close(matrix.values, wanted)
    # Each text is nearest to its own criterion, whatever the register.
    by_name = dict(zip(matrix.names, matrix.values.T, strict=True))
    assert by_name["news"][0] > by_name["news"][2]
    assert by_name["microblog"][1] > by_name["microblog"][3]


@pytest.mark.real_data
def test_real_text(real_data):
    names = ("train.txt", "dev.txt", "test.txt")
    words = {name: read_words(real_data / name) for name in names}
    found = psi_matrix(read_corpora([corpus_files(name, real_data / name, real_data / name) for name in names]))
    wanted = [[oracle.psi(words[train], words[test]) for test in names] for train in names]
    assert tables_close(found.values, wanted)
