"""Ψ, its matrix and what makes it up against plain loops; the claims of METHODS 10 about it."""

import math
import random
from collections import Counter
from itertools import islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cwsdiag.study import (
    fit,
    psi,
    psi_matrix,
    read_corpora,
    string_losses,
)
from tests.oracles import attributes as oracle_attributes
from tests.oracles import study as oracle
from tests.oracles.words import words_of
from tests.study.helpers import (
    close,
    corpus,
    corpus_files,
    lines,
    read_words,
    select_sources,
    tables_close,
    text,
    texts,
    training,
)

LOST = 1e-9


@given(texts, texts)
def test_psi_is_as_the_oracle_has_it(train, test):
    wanted = oracle.psi(train, test)
    assert close(psi(training(train), text(test)), wanted)
    assert -LOST <= wanted <= 100 + LOST


@given(texts, texts, texts)
def test_costs_sum_to_what_is_missing_and_losses_to_the_difference_of_two_psi(train, own, test):
    plain, costs = string_losses(training(train), text(test)), oracle.costs(train, test)
    assert [one.cost for one in plain] == sorted((one.cost for one in plain), reverse=True)
    assert all(close(one.cost, costs[one.word]) and math.isnan(one.loss + one.own_consistency) for one in plain)
    assert math.fsum(one.cost for one in plain) == pytest.approx(100 - oracle.psi(train, test), abs=1e-9)
    found = string_losses(training(train), text(test), own=training(own))
    wanted = oracle.losses(train, own, test)
    assert {one.word for one in found} == {one.word for one in plain} == set(wanted)
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
    trainings = {"text": lines("a b | ab"), "counts": {"a": 2, "ab": 1}, "list": {"a", "ab"}, "none": None}
    matrix = psi_matrix([corpus(name, data, lines("a b")) for name, data in trainings.items()])
    assert np.isnan(matrix.values[1:]).all() and np.isnan(matrix.by_training[1:]).all()
    assert matrix.values[0].tolist() == matrix.by_test.tolist() == pytest.approx([50, 50, 50, 50])
    assert math.isnan(psi(training({"a", "ab"}), text(lines("a"))))
    for words in ({"a": 2}, {"a"}):
        with pytest.raises(ValueError, match="word list"):
            string_losses(training(words), text(lines("a")))


def test_psi_of_words_that_are_always_cut_so_is_100_to_the_last_place():
    for size in (1, 7, 49):
        made = [[chr(ord("一") + number) for number in range(size)]]
        found = corpus("c", made, made)
        assert psi(found.training, found.test) == 100
        assert select_sources(found, []).psi == (100,)
        (one,) = fit(found.test, [found], resamples=3)
        assert (one.psi, one.low, one.high, one.own_psi, one.seen, one.seen_psi) == (100, 100, 100, 100, 1, 100)


def shuffled(sentences, rng):
    """The same sentences, the lengths of their words in another order."""
    made = []
    for sentence in sentences:
        characters = iter("".join(sentence))
        sizes = rng.sample([len(word) for word in sentence], len(sentence))
        made.append(["".join(islice(characters, size)) for size in sizes])
    return made


@pytest.mark.real_data
def test_real_text(real_data):
    names = ("dev.txt", "test.txt")
    words = {name: read_words(real_data / name) for name in names}
    found = psi_matrix(read_corpora([corpus_files(name, real_data / name, real_data / name) for name in names]))
    wanted = [[oracle.psi(words[train], words[test]) for test in names] for train in names]
    assert tables_close(found.values, wanted)
    # Against itself a text does well, against the same characters with other boundaries badly.
    other = shuffled(words["test.txt"], random.Random(0))
    itself = training(words["test.txt"], set(words_of(other)))
    assert psi(itself, text(words["test.txt"])) > psi(itself, text(other))
