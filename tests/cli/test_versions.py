"""``cwsdiag versions``: JSON, text, what it refuses."""

import json

import pytest

from tests.cli.conftest import GOLD, WRONG

VERSIONS = """
[[dataset]]
name = "news"
gold = "gold.txt"
system = [
    { name = "crf", prediction = "right.txt", version = "1.10" },
    { name = "crf", prediction = "wrong.txt", version = "1.9" },
    { name = "other", prediction = "right.txt" },
]

[[dataset]]
name = "blog"
gold = "gold.txt"
system = [{ name = "crf", prediction = "right.txt" }]
"""


@pytest.fixture
def project(files):
    for name, text in (("gold", GOLD), ("right", GOLD), ("wrong", WRONG)):
        (files / f"{name}.txt").write_text(text * 12, encoding="utf-8")
    (files / "project.toml").write_text(VERSIONS, encoding="utf-8")
    return files


def test_versions_as_json(run, project):
    (document,) = json.loads(run("versions", ".", "--json").stdout)
    assert (document["dataset"], document["system"], document["bucket"]) == ("news", "crf", None)
    assert [(row["version"], row["f1"]) for row in document["versions"]] == [("1.9", 10 / 16), ("1.10", 1.0)]
    (step,) = document["steps"]
    assert (step["before"], step["after"], step["won"], step["lost"]) == ("1.9", "1.10", 24, 0)
    assert (step["f1"]["difference"], step["f1"]["verdict"]) == (6 / 16, "significant")
    assert step["words"][0] == {"word": "我们", "won": 12, "lost": 0, "sentence": 1}
    (short,) = json.loads(run("versions", ".", "--bucket", "wLen:≥4", "--json").stdout)
    assert (short["attribute"], short["bucket"], short["steps"][0]["won"]) == ("wLen", "≥ 4", 12)


def test_versions_as_text(run, project):
    text = run("versions", ".", "--system", "crf", "--dataset", "news").stdout
    assert "crf on news" in text
    assert "1.9 → 1.10: 24 gold words won, 0 lost; F1 +37.5" in text
    assert "北京大学   12     0         2" in text
    assert text.splitlines()[-1].startswith("cwsdiag ")
    assert "crf on news, word length 2" in run("versions", ".", "--bucket", "wLen: 2").stdout


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--system", "other"), "other: it has no versions. Systems with versions: crf."),
        (("--dataset", "blog"), "name one with --system. Systems with versions: none."),
        (("--dataset", "web"), "no dataset 'web'"),
        (("--bucket", "wLen"), "write ATTRIBUTE:LABEL"),
        (("--bucket", "wLen:9"), "there is no such bucket. Available: 1, 2, 3, ≥ 4."),
        (("--bucket", "nonsense:1"), "nonsense"),
    ],
)
def test_what_it_refuses(run, project, options, message):
    assert message in run("versions", ".", *options, code=2).stderr
