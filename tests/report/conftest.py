"""Reports of the sample, and of a dataset whose names, words and notes try to be more than text."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

import cwsdiag
from cwsdiag.exhibits.looks import ProjectLooks, look_of
from cwsdiag.exhibits.registry import made
from cwsdiag.files import sample_project
from cwsdiag.findings import kept
from cwsdiag.formats import Source
from cwsdiag.project import read_project
from cwsdiag.report.contents import contents_of
from cwsdiag.views.look import LookKey
from tests.exhibits import test_exhibits as every

ASKED = {
    kind: every.ASKED[kind]
    for kind in ("scores", "self", "kinds", "compare", "extremes", "pair-kinds", "words", "sentence")
}
NOTE = "记得问训练数据。\nAsk about it."
HOSTILE = "<img src=x onerror=alert(1)>\\input{/etc/passwd}"
FORMULA = "=cmd|' /C calc'!A0"
SCRIPT = "</script><script>alert(2)</script>\u2028*bold* [a](http://evil.example) $x$"


def one_look(look):
    """A look alone, as what gives looks."""
    return SimpleNamespace(names=[look.name], look=lambda where: look)


@pytest.fixture(scope="session")
def sample_looks():
    project = read_project(sample_project())
    return ProjectLooks(replace(project, datasets=project.datasets[:1]))


@pytest.fixture(scope="session")
def contents(sample_looks):
    """A finding of every kind, on the first dataset of the sample."""
    look = sample_looks.look(LookKey("news"))
    findings = [kept(made(look, kind, options), id=kind, note=NOTE) for kind, options in ASKED.items()]
    return contents_of("Findings: 样本", findings, sample_looks)


@pytest.fixture(scope="session")
def hostile_look():
    lines = "我们 喜欢 <img> =cmd\n你 好 </script> \\input{x}\n长 江 大桥 -1\n" * 12
    wrong = lines.replace("我们 喜欢", "我 们喜欢").replace("大桥 -1", "大桥-1").replace("你 好", "你好")
    systems = {HOSTILE: Source.from_bytes("a", wrong.encode()), FORMULA: Source.from_bytes("b", lines.encode())}
    dataset = cwsdiag.load(gold=Source.from_bytes("gold", lines.encode()), systems=systems, name=SCRIPT)
    return look_of(dataset)


@pytest.fixture(scope="session")
def hostile(hostile_look):
    """Findings of every kind on a dataset whose names and words are meant to do harm."""
    options = {"system": HOSTILE, "other": FORMULA}
    asked = {kind: {key: options.get(key, value) for key, value in given.items()} for kind, given in ASKED.items()}
    findings = [
        kept(made(hostile_look, kind, given), id=kind, title=f"{SCRIPT} {kind}\x00\ud800", note=f"{HOSTILE}\n{FORMULA}")
        for kind, given in asked.items()
    ]
    return contents_of(SCRIPT, findings, one_look(hostile_look))
