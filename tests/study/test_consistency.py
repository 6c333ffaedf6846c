"""Ψ, its matrix and what makes it up against plain loops; the claims of METHODS 10 about it."""

import math
import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cwsdiag
from cwsdiag.files import sample_project
from cwsdiag.study import (
    fit,
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


@given(texts, texts)
def test_psi_is_as_the_oracle_has_it(train, test):
    wanted = oracle.psi(train, test)
    assert close(psi(training(train), text(test)), wanted)
    assert -LOST <= wanted <= 100 + LOST


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
    strings = oracle_attributes.string_counts(train, set(wanted))
    as_word, counts = Counter(words_of(train)), Counter(words_of(test))
    known = oracle.consistencies(set(wanted), own)
    for one in found:
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
    found = matrix.test()
    assert (found.treatments, found.blocks) == (matrix.names, matrix.names)
    statistic, p = oracle.friedman(matrix.values.tolist())
    assert close(found.statistic, statistic) and close(found.p_chi2, p)
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


def test_psi_of_words_that_are_always_cut_so_is_100_to_the_last_place():
    for size in range(1, 60, 7):
        made = [[chr(ord("一") + number) for number in range(size)]]
        found = corpus("c", made, made)
        assert psi(found.training, found.test) == 100
        assert select_sources(found, []).psi == (100,)
        (one,) = fit(found.test, [found], resamples=3)
        assert (one.psi, one.low, one.high, one.own_psi, one.seen, one.seen_psi) == (100, 100, 100, 100, 1, 100)


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


SAMPLE = sample_project()


@pytest.mark.real_data
def test_real_text_against_itself_is_above_real_text_with_shuffled_boundaries(real_data):
    sentences = read_words(real_data / "test.txt")
    itself = training(real_data / "test.txt", set(words_of(sentences)))
    own = psi(itself, text(sentences))
    for seed in range(2):
        rng = random.Random(seed)
        for shuffle in (shuffled, mixed):
            other = shuffle(sentences, rng)
            assert "".join(words_of(other)) == "".join(words_of(sentences))
            assert own > psi(itself, text(other))
            assert own > psi(training(other), text(sentences))


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
