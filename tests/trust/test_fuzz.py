"""Every file that is read, changed at random: it is read, or there is one message of our own.

In CI the same few changes are tried each time. ``HYPOTHESIS_PROFILE=long pytest tests/trust/test_fuzz.py`` tries twenty
thousand others for each kind of file.
"""

from __future__ import annotations

import gzip
import os
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cwsdiag
from cwsdiag.errors import CwsdiagError
from cwsdiag.findings.finding import read_findings
from cwsdiag.formats import READERS, open_document
from cwsdiag.judging import from_csv, to_csv
from cwsdiag.labels import read_documents, read_labels
from cwsdiag.project import load_dataset, read_project
from cwsdiag.report.gate import read_results
from cwsdiag.report.results import project_results, results_json
from cwsdiag.training import gather
from cwsdiag.views.look import Look
from cwsdiag.weights import read_weights
from tests.formats.helpers import read_document, source, survey
from tests.formats.test_parquet import packed
from tests.judging import corpus as judged

if TYPE_CHECKING:
    # What is done, where, over how much of the rest, and with what.
    Changes = list[tuple[str, float, float, bytes]]

LONG = os.environ.get("HYPOTHESIS_PROFILE") == "long"
# Each kind of file is tried so often; the long profile says itself how often.
tried = settings() if LONG else settings(max_examples=25)

# What formats are made of, and what breaks programs.
PIECES = [
    "我们", "B", "S", "O", "X", "/", "|", "_NN", "/n", "#", "# newdoc", "1-2", "3.1", "{", "}", "[", "]", ",", ":", "=",
    "\t", " ", "\n", "\n\n", "\r", "\r\n", "\\", "\\ud800", "\\u0000", "null", "true", "NaN", "1e999", "-0", "0_1",
    "gold.txt", "-1", "3.5", ".", "inf", "'", '"', '"""', "[[dataset]]", "a.b = 1", "<x>", "```", "1979-05-27",
    "../../etc/passwd", "/dev/zero", "1" * 400, "9" * 6000, "[" * 3000, "a" * 5000, "\0", "\x1b[31m", "\x1c", "\x85",
    "\u2028", "\u200b", "\u202e", "\ufeff", "\u3000", "\ufffe", "𠮷",
]  # fmt: skip
BYTES = [
    *(piece.encode() for piece in PIECES),
    b"\xff",
    b"\xfe\xff",
    b"\xed\xa0\x80",
    b"\x1f\x8b\x08",
    b"PAR1",
    b"\x80",
]


@st.composite
def changes(draw):
    """What is done to a file: something put in, taken out, replaced or said twice, here and there."""
    acts = st.sampled_from(["put", "cut", "swap", "twice"])
    share = st.floats(0, 1, exclude_max=True)
    one = st.tuples(acts, share, share, st.sampled_from(BYTES) | st.binary(max_size=4))
    return draw(st.lists(one, min_size=1, max_size=4))


def changed(data, made):
    for act, where, reach, piece in made:
        start = int(where * (len(data) + 1))
        end = min(len(data), start + 1 + int(reach**3 * len(data)))
        inside = {"put": piece + data[start:end], "cut": b"", "swap": piece, "twice": data[start:end] * 2}[act]
        data = data[:start] + inside + data[end:]
    return data


def read_or_said(read):
    """Read something; what is wrong is said in a few lines in which nothing hides."""
    try:
        read()
    except CwsdiagError as error:
        message = str(error)
        assert message and len(message.splitlines()) <= 10
        assert all(line.isprintable() for line in message.splitlines()), message


TEXTS = {
    "words": "我们 在 北京\n他 喜欢 学习\n",
    "tags": "我\tB\n们\tE\n在\tS\n\n他\tS\n",
    "pos": "我们/r 在/p 北京/ns\n他/r 喜欢/v\n",
    "conllu": "# newdoc id = a\n# sent_id = 1\n# g = x\n1\t我们\t_\tPRON\n2-3\t在北\n2\t在\n\n# g = x\n1\t他\t_\n\n",
    "jsonl": '{"words": ["我们", "在"], "doc": "a"}\n["他", "喜欢"]\n{"text": "他喜欢", "boundaries": [1, 3]}\n',
    "counts": "我们\t12\n在\t3\n北京\t1\n",
    "separated": "我们|在|北京\n他|喜欢\n",
    "parquet": packed({"tokens": [["我们", "在"], ["他"]] * 5, "doc": [*"aaaabbbbcc"]}),
}


@pytest.mark.parametrize("seed", TEXTS.values(), ids=TEXTS)
@tried
@given(made=changes(), role=st.sampled_from(["gold", "system", "training"]), format=st.sampled_from([None, *READERS]))
def test_texts(seed, made, role, format):
    data = changed(seed if isinstance(seed, bytes) else seed.encode(), made)

    def read():
        document = read_document(source(data), role=role, format=format)
        assert document.words and all(document.words)
        assert not any(char.isspace() and char not in "\x1c\x1d\x1e\x1f" for word in document.words for char in word)
        assert sum(document.sizes) == (len(document.words) if READERS[document.facts.format].kind == "segmented" else 0)
        facts = survey(source(data), role=role, format=format)
        assert (facts.words, facts.sentences) == (len(document.words), len(document.sizes))
        if role == "training":
            gather(open_document(source(data), role=role, format=format), strings=["我们"])

    read_or_said(read)


PROJECT = b"""
normalise = ["nfkc"]
[study]
buckets = 5
published = [{ system = "x", source = "y", f1 = { a = 96.5 }, parts = { decoder = "crf" } }]
curve = [{ name = "c", dataset = "a", order = ["b"], f1 = [90.0, 91.5] }]
[[dataset]]
name = "a"
gold = { file = "gold.txt", encoding = "utf-8", format = "words" }
train = "train.txt"
mismatch = "skip"
documents = "documents.txt"
system = [
    { name = "s", prediction = "system.txt", track = "open", parts = { a = 1 }, hidden = false },
    { name = "m", runs = ["gold.txt", "system.txt"], separator = "/", strip = ["numbers"] },
]
[[dataset]]
name = "b"
gold = "gold.txt"
train = "train.txt"
"""
FILES = {
    "gold": "我们 在 北京\n他 学习\n",
    "system": "我们 在 北 京\n他 学习\n",
    "train": "我们 在\n",
    "documents": "a\nb\n",
}
FINDINGS = b"""
[[finding]]
kind = "self"
id = "a"
title = "T"
note = \"\"\"two
lines\"\"\"
dataset = "a"
system = "s"
address = { part = "x" }
headline = "H"
numbers = { f1 = 0.9, other = nan }
digests = { gold = "abc" }
signature = "cwsdiag 0.2.0"
"""
GOLD = cwsdiag.load(gold=[["=我们", "在"], ["他"]], systems={"s": [["=我们", "在"], ["他"]]})
TABLE = "word,sentence,start,end,d\n'=我们,1,0,3,0.5\n在,1,3,4,0\n他,2,4,5,1\n".encode()
VOTES = """word,sentence,start,end,d,votes,members,wrong,committee
'=我们,1,0,3,0.5,2,4,0xc0,k
在,1,3,4,0,0,4,0x00,k
他,2,4,5,1,4,4,0xf0,k
"""
LABELLED = read_document(source(TEXTS["jsonl"]), role="gold")
KINDS = [
    *("project", "a.weight", "a.weight_c", "a.csv", "b.csv", "b.csv.gz", "documents", "labels", "ids"),
    *("judgements", "findings", "results"),
]


@pytest.fixture(scope="module")
def kinds(tmp_path_factory):
    """A file of each other kind, and what reads it."""
    folder = tmp_path_factory.mktemp("project")
    for name, text in FILES.items():
        (folder / f"{name}.txt").write_text(text, "utf-8")
    judgements = judged.opened(tmp_path_factory.mktemp("judging"))
    study = judgements.new("s", judged.dataset(sentences=4), sentences=4, seed=1)
    judged.judge_all(judgements, study, "=judge", 1)

    def project(data):
        (folder / "project.toml").write_bytes(data)
        return [load_dataset(spec) for spec in read_project(folder).datasets]

    def results(data):
        (folder / "results.json").write_bytes(data)
        return read_results(folder / "results.json")

    def difficulties(name):
        return lambda data: read_weights(source(data, name), GOLD.gold)

    def labels(data):
        return read_labels(source(data), LABELLED, None)

    # Whoever reads judgements and findings has decoded the file.
    return {
        "project": (PROJECT, project),
        "a.weight": (b"0.5 0\n1\n", difficulties("a.weight")),
        "a.weight_c": (b"0.5 0.5 0.5 0\n1\n", difficulties("a.weight_c")),
        "a.csv": (VOTES.encode(), difficulties("a.csv")),
        "b.csv": (TABLE, difficulties("b.csv")),
        "b.csv.gz": (gzip.compress(TABLE, mtime=0), difficulties("b.csv.gz")),
        "documents": (b"a\na\nb\nc\n", lambda data: read_documents(source(data), 4)),
        "labels": (b"genre,date\na,1\nb,\na,2\n", labels),
        "ids": (b"sent_id\tgenre\n1\ta\n3\tb\n", labels),
        "judgements": (
            to_csv(*judgements.look("s")).encode(),
            lambda data: from_csv(study, data.decode("utf-8", "replace")),
        ),
        "findings": (FINDINGS, lambda data: read_findings(data.decode("utf-8", "replace"))),
        "results": (results_json(project_results([Look(GOLD)])).encode(), results),
    }


@pytest.mark.parametrize("name", KINDS)
@tried
@given(made=changes())
def test_other_kinds(name, made, kinds):
    data, read = kinds[name]
    read_or_said(lambda: read(changed(data, made)))


def test_unchanged_they_are_read(kinds):
    assert [*kinds] == KINDS
    for data, read in kinds.values():
        assert read(data) is not None
