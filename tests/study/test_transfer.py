"""U and Û: tables from predictions that say what they come from, and by the built-in segmenter."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cwsdiag
from cwsdiag.errors import FormatError, SettingError
from cwsdiag.study import Transfer, averaged_over, built_in_transfer, side_means, transfers
from tests.corpora import corpora, resegmented
from tests.oracles import study as oracle
from tests.study.helpers import close, tables_close, text

NAN = math.nan


@st.composite
def predictions(draw):
    """Test texts, and what models trained on each made of each; some are missing."""
    size = draw(st.integers(1, 4))
    tests = [draw(corpora()) for _ in range(size)]
    return tests, [
        [draw(st.one_of(st.none(), resegmented(gold), resegmented(gold))) for gold in tests] for _ in range(size)
    ]


@given(predictions())
def test_tables_are_as_the_oracle_has_them(drawn):
    tests, made = drawn
    names = [f"c{number}" for number in range(len(tests))]
    found = []
    for j, gold in enumerate(tests):
        systems = {f"from {i}": row[j] for i, row in enumerate(made) if row[j] is not None}
        dataset = cwsdiag.load(gold=gold, systems={**systems, "unsaid": gold}, name=names[j])
        found.append((dataset, {f"from {i}": ("m", names[i]) for i in range(len(tests))}))
    tables = transfers(found, names)
    if not any(one is not None for row in made for one in row):
        assert tables == ()
        return
    (table,) = tables
    wanted = oracle.transfer(tests, made)
    assert (table.model, table.names) == ("m", tuple(names))
    assert tables_close(table.u, wanted)
    assert tables_close(table.relative, oracle.relative(wanted))


cells = st.one_of(st.just(NAN), st.floats(0, 1))


@given(st.integers(1, 4).flatmap(lambda n: st.lists(st.lists(cells, min_size=n, max_size=n), min_size=n, max_size=n)))
def test_means_of_rows_and_columns_with_and_without_the_diagonal(table):
    size = range(len(table))
    for own in (True, False):
        (rows, of_rows), (columns, of_columns) = side_means(np.array(table), own=own)
        for at in size:
            row = [table[at][j] for j in size if own or j != at]
            column = [table[i][at] for i in size if own or i != at]
            assert close(rows[at], oracle.mean_of_defined(row)) and close(columns[at], oracle.mean_of_defined(column))
            assert of_rows[at] == sum(not math.isnan(cell) for cell in row)
            assert of_columns[at] == sum(not math.isnan(cell) for cell in column)


def test_a_table_for_each_model_in_order():
    right, wrong = [["我们", "好"]], [["我", "们好"]]
    of_a = cwsdiag.load(gold=right, systems={"1": right, "2": wrong, "3": right, "4": right}, name="a")
    elsewhere = cwsdiag.load(gold=right, systems={"5": right}, name="elsewhere")
    learnt = {"1": ("second", "a"), "2": ("first", "b"), "3": ("second", "b"), "4": ("third", "elsewhere")}
    found = transfers([(of_a, learnt), (elsewhere, {"5": ("first", "a")})], ["a", "b"])
    assert [one.model for one in found] == ["second", "first"]
    assert tables_close(found[0].u, [[1, NAN], [1, NAN]])
    assert tables_close(found[1].u, [[NAN, NAN], [0, NAN]])


def known(model, *pairs):
    u = np.full((3, 3), NAN)
    for train, test in pairs:
        u["abc".index(train), "abc".index(test)] = 0.5
    return Transfer(model, tuple("abc"), u)


ALL = [(train, test) for train in "abc" for test in "abc"]


@pytest.mark.parametrize(
    ("tables", "expected"),
    [
        ([known("whole", *ALL), known("hole", *ALL[:-1])], ["whole"]),
        ([known("one", *ALL[:-1]), known("two", ("a", "a"), ("b", "b"), ("a", "b"), ("b", "a"))], ["one", "two"]),
        ([known("one", *ALL[:-1]), known("own", ("a", "a"), ("b", "b"))], ["one"]),
    ],
)
def test_a_map_is_averaged_over_models_with_all_pairs_or_else_with_some(tables, expected):
    assert [table.model for table in averaged_over(tables)] == expected


def test_settings_that_make_no_sense():
    texts = {"a": text([["一"], ["二"]])}
    with pytest.raises(SettingError, match="F9"):
        built_in_transfer(texts, texts, template="F9")
    with pytest.raises(FormatError, match="as in a word list"):
        built_in_transfer(texts, texts)
