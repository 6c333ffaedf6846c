"""Parquet as data hubs have it; pyarrow and pandas write what is read here."""

import hashlib
import io
import json

import pandas as pd
import pyarrow
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyarrow import parquet

from cwsdiag.errors import InputError, ReadError
from cwsdiag.formats import Source
from tests.formats.helpers import read, read_document, sentences, source

SENTENCES = [["我们", "去", "北京"], ["2008年", "。"], ["𠮷野"]]
TAGS = [["B", "E", "S", "B", "E"], ["B", "M", "M", "M", "E", "S"], ["B", "E"]]
CHARS = [list("".join(words)) for words in SENTENCES]


def packed(columns, *, metadata=None, **options):
    table = pyarrow.table(columns)
    if metadata is not None:
        table = table.replace_schema_metadata({b"huggingface": json.dumps(metadata).encode()})
    file = io.BytesIO()
    parquet.write_table(table, file, **options)
    return file.getvalue()


@pytest.mark.parametrize(
    "data",
    [
        packed(
            {"tokens": CHARS, "labels": [["ESMB".index(tag) for tag in tags] for tags in TAGS]},
            metadata={"info": {"features": {"labels": [{"names": [*"ESMB"], "_type": "ClassLabel"}]}}},
        ),
        packed({"words": pyarrow.array(SENTENCES, pyarrow.large_list(pyarrow.large_string()))}, compression="zstd"),
    ],
)
def test_rows_are_sentences(data):
    document = read(data)
    assert sentences(document) == SENTENCES
    assert document.digest == hashlib.sha256(data).hexdigest()
    assert document.facts.packed == "parquet"


def test_what_pandas_writes_is_read_with_its_labels():
    frame = pd.DataFrame({"tokens": SENTENCES, "genre": ["news", "letter", "news"], "doc": ["a", "a", "b"]})
    document = read(frame.to_parquet())
    assert sentences(document) == SENTENCES
    assert document.labels["genre"].names == ("news", "letter")
    assert document.documents == (0, 2)


def test_what_is_asked_of_other_files_is_not_asked_of_it():
    data = packed({"tokens": SENTENCES})
    assert sentences(read_document(source(data), role="gold", format="words", encoding="gb18030")) == SENTENCES


@given(st.lists(st.lists(st.text('我们去\u2028\ufeff"\\a', min_size=1), min_size=1), min_size=1), st.integers(1, 3))
def test_it_says_what_lines_of_json_say(rows, group):
    lines = "".join(json.dumps({"words": words}) + "\n" for words in rows)
    data = packed({"words": rows}, row_group_size=group)

    def said(content):
        try:
            return sentences(read(content))
        except InputError as error:
            return str(error)

    assert said(data) == said(lines)


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (
            packed({"text": ["我们"], "ner": [[1]]}),
            r"no column of this Parquet file says words.*text \(string\), ner \(list",
        ),
        (packed({"words": [["我们".encode()]]}), r"it has words \(list<element: binary>\)"),
        (packed({"words": pyarrow.array([], pyarrow.list_(pyarrow.string()))}), "unpacks to nothing"),
        (packed({"words": [["我们"], None]}), "line 2: no list of words"),
        (packed({"chars": CHARS, "labels": [[7] * len(tags) for tags in TAGS]}), "line 1: the labels make no word"),
        (packed({"words": SENTENCES})[:-9], "damaged Parquet file"),
        (b"PAR1" + "我们 去\n".encode() * 9, "damaged Parquet file"),
    ],
)
def test_what_cannot_be_read_is_told(data, problem):
    with pytest.raises(InputError, match=problem):
        read(data)


def test_no_more_is_unpacked_than_is_allowed():
    by_footer = packed({"words": [["我" * 100]] * 100_000}, use_dictionary=False, compression="gzip")
    # One long word, again and again: its pages say nothing of how large it gets.
    by_rows = packed({"words": [["我" * 100_000]] * 300})
    for data, limit in ((by_footer, 1_000_000), (by_rows, 10_000_000)):
        with pytest.raises(ReadError, match="unpacks to more than the limit"):
            sum(map(len, Source.from_bytes("a.parquet", data, limit=limit).chunks()))
