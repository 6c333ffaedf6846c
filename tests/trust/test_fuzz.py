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
from cwsdiag.findings import finding as findings
from cwsdiag.formats import READERS, open_document
from cwsdiag.formats.document import read_document
from cwsdiag.formats.source import Source
from cwsdiag.judging import JudgingStudy, from_csv, to_csv
from cwsdiag.labels import read_documents, read_labels
from cwsdiag.project import load_dataset, read_project
from cwsdiag.report.gate import read_results
from cwsdiag.report.results import project_results, results_json
from cwsdiag.training import gather
from cwsdiag.views.look import Look
from cwsdiag.weights import read_weights, weights_bytes
from tests.judging import corpus as judged

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from cwsdiag.formats import Role

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
def changes(draw: st.DrawFn) -> Changes:
    """What is done to a file: something put in, taken out, replaced or said twice, here and there."""
    acts = st.sampled_from(["put", "cut", "swap", "twice"])
    share = st.floats(0, 1, exclude_max=True)
    one = st.tuples(acts, share, share, st.sampled_from(BYTES) | st.binary(max_size=4))
    return draw(st.lists(one, min_size=1, max_size=4))


def changed(data: bytes, made: Changes) -> bytes:
    for act, where, reach, piece in made:
        start = int(where * (len(data) + 1))
        end = min(len(data), start + 1 + int(reach**3 * len(data)))
        inside = {"put": piece + data[start:end], "cut": b"", "swap": piece, "twice": data[start:end] * 2}[act]
        data = data[:start] + inside + data[end:]
    return data


def read_or_said(read: Callable[[], object]) -> None:
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
}


@pytest.mark.parametrize("seed", TEXTS)
@tried
@given(made=changes(), role=st.sampled_from(["gold", "system", "training"]), format=st.sampled_from([None, *READERS]))
def test_texts(seed: str, made: Changes, role: Role, format: str | None) -> None:
    data = changed(TEXTS[seed].encode(), made)

    def read() -> None:
        source = Source.from_bytes("it", data)
        if role == "training":
            gather(open_document(source, role=role, format=format), strings=["我们"])
        else:
            read_document(source, role=role, format=format)

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


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("project")
    for name, text in (
        ("gold", "我们 在 北京\n他 学习\n"),
        ("system", "我们 在 北 京\n他 学习\n"),
        ("train", "我们 在\n"),
    ):
        (made / f"{name}.txt").write_text(text, "utf-8")
    (made / "documents.txt").write_text("a\nb\n", "utf-8")
    return made


@tried
@given(made=changes())
def test_projects(folder: Path, made: Changes) -> None:
    path = folder / "project.toml"
    path.write_bytes(changed(PROJECT, made))

    def read() -> None:
        for spec in read_project(path).datasets:
            read_or_said(lambda: load_dataset(spec))  # noqa: B023

    read_or_said(read)


GOLD = cwsdiag.load(
    gold=[["=我们", "在", "北京"], ["他", "学习"]], systems={"s": [["=我们", "在", "北", "京"], ["他", "学习"]]}
)
WEIGHTS = read_weights(Source.from_bytes("a.weight", b"0.5 0 1\n0.25 0.75\n"), GOLD.gold)
VOTED = read_weights(
    Source.from_bytes(
        "a.csv",
        b"word,sentence,start,end,d,votes,members,wrong,committee\n"
        + "\n".join(
            f"{word},{sentence},{start},{end},{votes / 4},{votes},4,0x{wrong},k"
            for word, sentence, start, end, votes, wrong in [
                ("=我们", 1, 0, 3, 2, "c0"), ("在", 1, 3, 4, 0, "00"), ("北京", 1, 4, 6, 4, "f0"),
                ("他", 2, 6, 7, 1, "80"), ("学习", 2, 7, 9, 3, "e0"),
            ]
        ).encode(),
    ),
    GOLD.gold,
)  # fmt: skip
DIFFICULTIES = {
    "a.weight": b"0.5 0 1\n0.25 0.75\n",
    "a.weight_c": b"0.5 0.5 0.5 0 1 1\n0.25 0.75 0.75\n",
    "a.csv": weights_bytes(VOTED, GOLD.gold),
    "b.csv": weights_bytes(WEIGHTS, GOLD.gold),
    "a.csv.gz": gzip.compress(weights_bytes(VOTED, GOLD.gold), mtime=0),
}


@pytest.mark.parametrize("name", DIFFICULTIES)
@tried
@given(made=changes())
def test_difficulties(name: str, made: Changes) -> None:
    data = changed(DIFFICULTIES[name], made)
    read_or_said(lambda: read_weights(Source.from_bytes(name, data), GOLD.gold))


@tried
@given(made=changes())
def test_documents(made: Changes) -> None:
    data = changed(b"a\na\nb\nc\n", made)
    read_or_said(lambda: read_documents(Source.from_bytes("it", data), 4))


LABELLED = read_document(Source.from_bytes("gold", TEXTS["jsonl"].encode()), role="gold")


@tried
@given(made=changes(), tables=st.sampled_from(["genre,date\na,1\nb,\na,2\n", "sent_id\tgenre\n1\ta\n3\tb\n"]))
def test_labels(made: Changes, tables: str) -> None:
    data = changed(tables.encode(), made)
    read_or_said(lambda: read_labels(Source.from_bytes("it", data), LABELLED, None))


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> tuple[JudgingStudy, bytes]:
    with_marks = judged.opened(tmp_path_factory.mktemp("judging"))
    made = with_marks.new("s", judged.dataset(sentences=4), sentences=4, seed=1)
    judged.judge_all(with_marks, made, "=judge", 1)
    return made, to_csv(*with_marks.look("s")).encode()


def test_unchanged_they_are_read(study: tuple[JudgingStudy, bytes], results: bytes, folder: Path) -> None:
    for text in TEXTS.values():
        assert read_document(Source.from_bytes("it", text.encode()), role="training").words
    (folder / "project.toml").write_bytes(PROJECT)
    assert [load_dataset(spec).name for spec in read_project(folder / "project.toml").datasets] == ["a", "b"]
    for name, data in DIFFICULTIES.items():
        assert len(read_weights(Source.from_bytes(name, data), GOLD.gold).values) == len(GOLD.gold)
    assert from_csv(study[0], study[1].decode())
    assert len(findings.read_findings(FINDINGS.decode())) == 1
    (folder / "results.json").write_bytes(results)
    assert read_results(folder / "results.json").datasets


@tried
@given(made=changes())
def test_judgements(study: tuple[JudgingStudy, bytes], made: Changes) -> None:
    # Whoever calls it has decoded the file.
    text = changed(study[1], made).decode("utf-8", "replace")
    read_or_said(lambda: from_csv(study[0], text))


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


@tried
@given(made=changes())
def test_findings(made: Changes) -> None:
    # As whoever calls it decodes the file.
    text = changed(FINDINGS, made).decode("utf-8", "replace")
    read_or_said(lambda: findings.read_findings(text))


@pytest.fixture(scope="module")
def results() -> bytes:
    return results_json(project_results([Look(GOLD)])).encode()


@tried
@given(made=changes())
def test_results(results: bytes, folder: Path, made: Changes) -> None:
    path = folder / "results.json"
    path.write_bytes(changed(results, made))
    read_or_said(lambda: read_results(path))
