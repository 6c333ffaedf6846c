"""Project files: what they say about datasets that are compared with each other."""

import json
from pathlib import Path

import pytest

import cwsdiag
from cwsdiag.errors import ProjectError
from cwsdiag.loading import load_transferred
from cwsdiag.project import FileSet, StudySpec
from cwsdiag.project.archive import read_archive, write_archive
from cwsdiag.study import OwnCurve
from cwsdiag.ui.data.workspace import WorkspaceContent, of_text, to_text
from tests.packed import packed
from tests.test_project import folder as folder
from tests.test_project import write

STUDIED = """
[study]
normalise = ["nfkc", "numbers", "latin"]
buckets = 4

[[dataset]]
name = "a"
gold = "gold.txt"
dev = "train.txt"
normalise = "nfkc"
system = [
    { name = "one", prediction = "one.txt", track = "closed" },
    { name = "one", prediction = "gold.txt", trained_on = "b", track = "open" },
    { name = "other", prediction = "gold.txt" },
    { name = "third", prediction = "one.txt", trained_on = "a" },
]

[[dataset]]
name = "b"
gold = "one.txt"
"""


CURVES = (
    STUDIED
    + """
[[study.curve]]
name = "bert"
dataset = "a"
f1 = [[91.2, 92], [91, 93.1]]

[[study.curve]]
name = "crf"
dataset = "b"
order = ["a"]
f1 = [85.5]
"""
)


def test_curves_of_ones_own(folder):
    project = cwsdiag.read_project(write(folder, CURVES))
    assert project.study.curves == (
        OwnCurve("bert", "a", "max", ((91.2, 92.0), (91.0, 93.1))),
        OwnCurve("crf", "b", ("a",), ((85.5,),)),
    )
    with (folder / "packed.zip").open("w+b") as out:
        write_archive(out, packed(project), project.study)
        assert read_archive(out, folder / "unpacked", name="packed.zip").study == project.study
    with (folder / "part.zip").open("w+b") as out:
        write_archive(out, packed(project)[1:], project.study)
        kept = read_archive(out, folder / "part", name="part.zip").study
    assert not kept.curves, "both name a dataset that is not packed: it could not be opened"
    content = WorkspaceContent((FileSet(study=project.study),))
    (files,) = of_text(to_text(content), path=folder.joinpath, root=None).datasets
    assert files.study == project.study


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ('dataset = "b"', 'dataset = "c"', "dataset must name a dataset of this project"),
        ('order = ["a"]', 'order = ["b"]', "order others of them, each once"),
        ("f1 = [85.5]", "f1 = [0.855]", "f1 is in per cent"),
        ("f1 = [[91.2, 92], [91, 93.1]]", "f1 = [[91.2, 92], [91]]", "of equal length"),
        ("f1 = [85.5]", "", "f1 is missing. It must be a list"),
    ],
)
def test_curves_that_make_no_sense(folder, before, after, said):
    with pytest.raises(ProjectError, match=said):
        cwsdiag.read_project(write(folder, CURVES.replace(before, after)))


def test_how_datasets_are_compared(folder):
    project = cwsdiag.read_project(write(folder, STUDIED))
    assert project.study == StudySpec(("nfkc", "numbers", "latin"), 4)
    assert project.datasets[0].one("dev").path == folder / "train.txt"


def test_systems_say_what_they_were_trained_on(folder):
    spec, _ = cwsdiag.read_project(write(folder, STUDIED)).datasets
    assert [(system.name, system.model, system.trained_on) for system in spec.systems] == [
        ("one", "one", "a"),
        ("other", "other", None),
        ("third", "third", "a"),
    ]
    assert [system.name for system in cwsdiag.load_dataset(spec).systems] == ["one", "other", "third"]
    found = load_transferred(spec, stop=True).dataset
    assert [system.name for system in found.systems] == ["one", "third", "one ← b"]
    assert (found.name, found.training, found.tracks) == ("a", None, {"one": "closed", "one ← b": "open"})


def test_a_workspace_of_an_older_version_opens():
    file = {"file_name": "one.txt", "name": "one", "content": "0" * 64, "options": {"encoding": None}, "is_kept": True}
    old = {
        "mismatch": "skip",
        "gold": {**file, "role": "gold"},
        "training": None,
        "systems": [{**file, "role": "system"}],
    }
    old |= {"dev": None, "raw": [], "weights": {**file, "role": "gold"}}
    text = json.dumps({"datasets": [old]})
    (files,) = of_text(text, path=lambda _: Path(__file__), root=None).datasets
    assert (files.mismatch, [file.role for file in files.files]) == ("skip", ["gold", "system", "weights"])


@pytest.mark.parametrize(
    ("top", "study"),
    [
        ('normalise = ["t2s", "nfkc"]', StudySpec(("t2s", "nfkc"), 10)),
        ("normalise = 'nfkc'\n[study]\nnormalise = []\nbuckets = 50", StudySpec((), 50)),
    ],
)
def test_a_study_is_as_the_top_level_unless_it_says_otherwise(folder, top, study):
    assert cwsdiag.read_project(write(folder, f'{top}\n[[dataset]]\nname = "a"\ngold = "gold.txt"')).study == study


OWN, OTHER = 'track = "closed"', 'trained_on = "b"'


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ((OTHER, 'trained_on = "c"'), "system 'one' of dataset 'a': trained_on names no dataset of this project: 'c'."),
        ((OWN, f"{OWN}, {OTHER}"), "system number 1 of dataset 'a': track says closed, so trained on 'a' alone"),
        ((OWN, OTHER), "dataset 'a': two systems have the same name: one ← b"),
        (("train.txt", "gone.txt"), "gone.txt (dataset 'a')"),
        (('"numbers"', '"digits"'), "[study]: normalise must be a list of: latin, nfkc, numbers, t2s, underscores"),
        (
            ("buckets = 4", "buckets = 1"),
            "[study]: buckets must be a whole number from 2 to 50, or one of: classes, and is 1.",
        ),
        (("[study]", "[[study]]"), "study must be a table"),
    ],
)
def test_what_is_wrong_is_named(folder, change, named):
    assert change[0] in STUDIED
    with pytest.raises(ProjectError) as caught:
        cwsdiag.read_project(write(folder, STUDIED.replace(*change, 1)))
    assert named in str(caught.value)
