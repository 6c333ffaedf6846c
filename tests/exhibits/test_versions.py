"""The exhibit of versions: from a project, of a bucket, and what it refuses."""

import pytest

from cwsdiag.errors import SettingError
from cwsdiag.exhibits import ProjectScenes, Where, made
from cwsdiag.project import read_project
from tests.app.conftest import FIRST, GOLD, SECOND

PROJECT = """
[[dataset]]
name = "news"
gold = "gold.txt"
system = [
    { name = "crf", version = "1.9", prediction = "first.txt" },
    { name = "crf", version = "1.10", prediction = "second.txt" },
    { name = "crf", version = "2", prediction = "gold.txt" },
    { name = "other", prediction = "first.txt" },
]
"""


@pytest.fixture
def scene(tmp_path):
    for name, text in (("gold", GOLD), ("first", FIRST), ("second", SECOND), ("project", PROJECT)):
        (tmp_path / f"{name}.{'toml' if name == 'project' else 'txt'}").write_text(text, encoding="utf-8")
    return ProjectScenes(read_project(tmp_path / "project.toml")).scene(Where("news"))


def test_the_newest_step_and_another(scene):
    newest = made(scene, "versions", {"system": "crf"})
    assert newest.title == "crf on news, from version to version"
    assert newest.headline.startswith("From 1.10 to 2: 40 gold words won, 0 gold words lost")
    assert (newest.numbers["won"], newest.numbers["lost"]) == (40, 0)
    assert list(newest.table().frame["version"]) == ["1.9", "1.10", "2"]
    assert newest.example().aim is not None
    assert {"system crf 1.9", "system crf 2", "gold"} <= set(newest.digests)
    other = made(scene, "versions", {"system": "crf", "version": "1.10", "attribute": "wLen", "bucket": "2"})
    assert other.title == "crf on news, from version to version: words with word length 3"
    assert other.headline.startswith("From 1.9 to 1.10: 20 gold words won, 0 gold words lost")
    assert other.address == {"system": "crf", "version": "1.10", "versions_of": "wLen:2"}
    assert other.example() is None


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"system": "other"}, "no system 'other' with versions"),
        ({"system": "crf", "version": "1.9"}, "no version '1.9' after another. There are: 1.10, 2."),
        ({"system": "crf", "attribute": "wLen"}, "a bucket is an attribute and the number"),
        ({"system": "crf", "attribute": "wLen", "bucket": "x"}, "a bucket is an attribute and the number"),
        ({"system": "crf", "attribute": "wLen", "bucket": "9"}, "wLen has no bucket 9"),
    ],
)
def test_what_it_refuses(scene, options, message):
    with pytest.raises(SettingError, match=message):
        _ = made(scene, "versions", options).headline
