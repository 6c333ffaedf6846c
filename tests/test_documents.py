"""Documents: read from gold or from a file of ids, kept with the dataset, drawn as units."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cwsdiag
from cwsdiag.dataset import ReadOptions
from cwsdiag.diagnosis import diagnose
from cwsdiag.diagnosis.paired import compare
from cwsdiag.errors import FormatError, SettingError
from cwsdiag.formats.document import Document
from cwsdiag.formats.source import Source
from cwsdiag.formats.stream import open_document
from cwsdiag.inputs import FileSet
from cwsdiag.loading import DOCUMENTS, load_files
from cwsdiag.project import load_dataset, read_project
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


def ids_file(tmp_path, ids):
    path = tmp_path / "ids.txt"
    path.write_text("\n".join(ids) + "\n", encoding="utf-8")
    return path


def test_a_comparison_draws_and_swaps_documents(tmp_path):
    gold = [["ab", "c"]] * 40
    wrong = [["a", "b", "c"]] * 40
    ids = [str(sentence // 5) for sentence in range(40)]
    dataset = cwsdiag.load(gold=gold, systems={"A": gold, "B": wrong}, documents=ids_file(tmp_path, ids))
    (found,) = compare(diagnose(dataset, unit="document"), [("A", "B")])
    assert (found.unit, found.units, found.scores["f1"].differing_units) == ("document", 8, 8)
    assert found.scores["f1"].p == 2 / 2**8
    assert "documents:" in diagnose(dataset).signature


def test_documents_that_are_not_known_are_asked_for():
    dataset = cwsdiag.load(gold=[["a"]], systems={"one": [["a"]]})
    with pytest.raises(SettingError, match=r"# newdoc.*documents in a project, --documents"):
        diagnose(dataset, unit="document")


@pytest.mark.parametrize("ids", [["1", "", "2"], ["1"] * 4, []])
def test_as_many_ids_as_sentences_or_an_error(tmp_path, ids):
    gold = [["a"], ["b"], ["c"]]
    with pytest.raises(FormatError, match=rf"ids.txt: {sum(map(bool, ids))} document ids for the 3"):
        cwsdiag.load(gold=gold, documents=ids_file(tmp_path, ids))
    # Pages go on without them.
    found = load_files(FileSet.alike(ReadOptions(), gold=gold, documents=tmp_path / "ids.txt"))
    assert found.dataset is not None and found.dataset.documents is None
    assert list(found.problems) == [DOCUMENTS]


def test_a_project_names_a_file_of_ids(tmp_path):
    (tmp_path / "gold.txt").write_text("a b\nc\nd\n", encoding="utf-8")
    ids_file(tmp_path, "xxy")
    (tmp_path / "project.toml").write_text(
        '[[dataset]]\nname = "own"\ngold = "gold.txt"\ndocuments = "ids.txt"\n', encoding="utf-8"
    )
    (spec,) = read_project(tmp_path).datasets
    assert load_dataset(spec).documents.starts.tolist() == [0, 2]
