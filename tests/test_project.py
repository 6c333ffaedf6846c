"""Project files."""

import pytest

import cwsdiag
from cwsdiag.errors import ProjectError

GOOD = """
normalise = ["nfkc"]

[[dataset]]
name = "a"
gold = "gold.txt"
train = "train.txt"

[[dataset.system]]
name = "one"
prediction = "one.txt"

[[dataset]]
name = "b"
gold = "gold.txt"
normalise = []
"""


@pytest.fixture
def folder(tmp_path):
    for name, text in (("gold", "我们 ａｂ\n"), ("train", "我们 好\n"), ("one", "我们 ab\n")):
        (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")
    return tmp_path


def write(folder, text):
    path = folder / "project.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_datasets_and_inherited_options(folder):
    project = cwsdiag.read_project(write(folder, GOOD))
    first, second = project.datasets
    assert (first.name, first.options.normalise, second.options.normalise) == ("a", ("nfkc",), ())
    assert first.systems[0].options.normalise == ("nfkc",)
    dataset = cwsdiag.load_dataset(first)
    assert dataset.gold.surfaces() == ["我们", "ab"]
    assert cwsdiag.score_systems(dataset)[0].f1 == 1.0
    assert cwsdiag.load_dataset(second).training is None
    assert cwsdiag.read_project(folder).path == folder / "project.toml"


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (("gold.txt", "gone.txt"), "gone.txt"),
        (("one.txt", "gone.txt"), "gone.txt"),
        (('train = "train.txt"', 'traín = "train.txt"'), "unknown"),
        (('train = "train.txt"', 'training = "train.txt"'), "'training'"),
        (('name = "b"', 'name = "a"'), "same name"),
        (('name = "one"', 'name = " "'), "'name'"),
        (('["nfkc"]', '["nfkd"]'), "normalise"),
        (('["nfkc"]', '["nfkc"]\nformat = "x"'), "'x'"),
        (('["nfkc"]', '["nfkc"]\nmismatch = "x"'), "mismatch"),
        (("[[dataset.system]]", "[dataset.system]"), "tables"),
        (('gold = "gold.txt"', "gold = 3"), "'gold'"),
        ((GOOD, ""), "no [[dataset]]"),
        ((GOOD, "a = ["), "TOML"),
    ],
)
def test_what_is_wrong_is_named(folder, change, named):
    with pytest.raises(ProjectError) as caught:
        cwsdiag.read_project(write(folder, GOOD.replace(*change)))
    assert named in str(caught.value) or "TOML" in str(caught.value)
    assert "project.toml" in str(caught.value)


def test_missing_project(tmp_path):
    with pytest.raises(ProjectError, match="no such project file"):
        cwsdiag.read_project(tmp_path / "project.toml")
