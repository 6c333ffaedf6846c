"""Documents: read from gold, drawn as units. What becomes of a file of ids commands and pages hold."""

import json

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from cwsdiag.formats.document import Document
from cwsdiag.formats.source import Source
from cwsdiag.formats.stream import open_document
from cwsdiag.resampling import unit_starts
from tests.oracles import units as oracle

IDS = st.lists(st.sampled_from("甲乙c"), min_size=1, max_size=12)
REST = "\t_" * 8


def starts_of(ids):
    return [document[0] for document in oracle.documents(ids)]


def read(text, **options):
    return Document.of(open_document(Source.from_bytes("gold", text.encode()), role="gold", **options))


def conll(ids, named):
    lines, last = [], None
    for id in ids:
        lines += [f"# newdoc{f' id = {id}' if named else ''}"] * (id != last)
        lines += ["# sent_id = 1", f"1\t词{REST}", f"2\t语{REST}", ""]
        last = id
    return "\n".join(lines) + "\n"


@given(IDS, st.booleans(), st.integers(1, 40))
def test_newdoc_begins_a_document(ids, named, chunk_size):
    found = read(conll(ids, named), chunk_size=chunk_size)
    assert list(found.documents) == starts_of(ids)
    assert len(found.sizes) == len(ids)


@given(IDS, st.integers(1, 40))
def test_a_change_of_doc_begins_a_document(ids, chunk_size):
    lines = [json.dumps({"words": ["词", "语"], "doc": id}) for id in ids]
    assert list(read("\n".join(lines), chunk_size=chunk_size).documents) == starts_of(ids)


def test_lines_of_which_some_have_a_doc_are_warned_of():
    found = read('{"words": ["a"], "doc": 1}\n{"words": ["b"]}\n')
    assert found.documents == ()
    assert "some lines have a field doc and some have none" in found.warnings[0]


@given(IDS, st.one_of(st.sampled_from(["sentence", "document"]), st.integers(1, 5).map("block:{}".format)))
def test_units_never_cross_documents(ids, unit):
    found = unit_starts(unit, len(ids), np.array(starts_of(ids), dtype=np.intp))
    assert found.tolist() == [sentences[0] for sentences in oracle.units(unit, ids)]
