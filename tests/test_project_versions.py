"""Versions of a system in project files: which is the newest, what the others are, and how they are packed."""

import io
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cwsdiag
from cwsdiag.errors import ProjectError, SettingError
from cwsdiag.project import load_dataset
from cwsdiag.project.archive import write_archive
from cwsdiag.project.unpacking import read_archive
from cwsdiag.project.versions import UNNAMED, load_versions, version_order
from cwsdiag.scores import score_systems
from cwsdiag.ui.data.catalogue import Entry
from cwsdiag.ui.data.files import Edit, File, FileSet
from cwsdiag.ui.own import packing, records
from tests.packed import packed

HEAD = '[[dataset]]\nname = "news"\ngold = "gold.txt"\n'


def system(name, file="gold.txt", **keys):
    said = "".join(f"{key} = {value}\n" for key, value in keys.items())
    return f'[[dataset.system]]\nname = "{name}"\nprediction = "{file}"\n{said}'


@pytest.fixture
def project(tmp_path):
    def read(*systems, head=HEAD):
        for name, text in (("gold", "我们 喜欢\n"), ("one", "我 们 喜欢\n"), ("two", "我 们 喜 欢\n")):
            (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")
        path = tmp_path / "project.toml"
        path.write_text(head + "".join(systems), encoding="utf-8")
        return cwsdiag.read_project(path)

    return read


VERSIONS = (
    system("crf", "one.txt", version='"1.9"'),
    system("bert"),
    system("crf", "gold.txt", version='"1.10"'),
    system("crf", "two.txt"),
)


def test_the_newest_stands_and_the_others_are_read_where_they_are_asked_for(project):
    (spec,) = project(*VERSIONS).datasets
    assert [(one.name, one.version) for one in spec.systems] == [("bert", None), ("crf", "1.10")]
    assert [(one.name, one.version) for one in spec.older] == [("crf", "1.9"), ("crf", None)]
    dataset = load_dataset(spec)
    assert dataset.versions == {"crf": "1.10"}
    assert [one.f1 for one in score_systems(dataset)] == [1.0, 1.0]
    versions = load_versions(spec.files(), "crf")
    assert [one.name for one in versions.systems] == [UNNAMED, "1.9", "1.10"]
    assert [one.f1 for one in score_systems(versions)] == pytest.approx([0, 2 / 5, 1])
    with pytest.raises(SettingError, match=r"no system 'bert' with versions in this dataset\. Available: crf"):
        load_versions(spec.files(), "bert")


@pytest.mark.parametrize(
    ("systems", "message"),
    [
        ((system("crf"), system("crf")), "two systems have the same name: crf"),
        ((system("crf", version='"1"'), system("crf", version='" 1 "')), r"the same name: crf \(1\)"),
        ((system("crf", version="1.10"),), "version must be text: write it in quotes"),
        ((system("crf", version="2026-11-20"),), "version must be text"),
        ((system("crf", version='" "'),), "'version' is missing or not text"),
        ((system("crf", version='"–"'),), "is what one without a name is called"),
    ],
)
def test_what_is_refused(project, systems, message):
    with pytest.raises(ProjectError, match=message):
        project(*systems)


def test_runs_are_of_one_version_together(project):
    runs = [
        f'[[dataset.system]]\nname = "bert"\nversion = "{version}"\nruns = {files}\n'
        for version, files in (("1", '["one.txt", "one.txt", "two.txt"]'), ("2", '["gold.txt", "one.txt"]'))
    ]
    (spec,) = project(*runs).datasets
    assert [(one.name, one.version) for one in spec.systems] == [("bert #1", "2"), ("bert #2", "2")]
    assert [(one.name, one.version) for one in spec.older] == [("bert #1", "1"), ("bert #2", "1"), ("bert #3", "1")]


def test_what_a_system_was_trained_on_tells_it_from_others(project):
    head = HEAD.replace("news", "blog") + HEAD
    (_blog, spec) = project(*VERSIONS, system("crf", version='"3"', trained_on='"blog"'), head=head).datasets
    assert [(one.name, one.version) for one in spec.transferred] == [("crf ← blog", "3")]
    assert spec.systems[1].version == "1.10"


# Oldest first.
SORTED = (
    None,
    "0.9",
    "0.9.1",
    "1",
    "1.9",
    "1.10",
    "2026-02-28",
    "2026-11-3",
    "2026-11-20",
    "a",
    "a1",
    "a02",
    "B10",
    "b11",
)


def test_versions_are_sorted_as_people_count():
    assert [*map(version_order, SORTED)] == sorted(map(version_order, SORTED))
    assert sorted(["1.0-rc1", "1.0", "0" * 5000 + "2", "9" * 5000], key=version_order) == [
        "1.0", "1.0-rc1", "0" * 5000 + "2", "9" * 5000,
    ]  # fmt: skip


@given(st.lists(st.text("0129.-va", max_size=6), unique=True), st.lists(st.integers(0, 10**30), min_size=2))
def test_versions_have_one_order(versions, numbers):
    ordered = sorted(versions, key=version_order)
    assert all(version_order(first) < version_order(second) for first, second in pairwise(ordered))
    assert sorted((f"v{number}" for number in numbers), key=version_order) == [f"v{n}" for n in sorted(numbers)]


def test_versions_are_packed_and_opened_again(project, tmp_path):
    (spec,) = project(*VERSIONS).datasets
    out = io.BytesIO()
    write_archive(out, packed(project(*VERSIONS)))
    files = FileSet.of_project(spec, cwsdiag.project.StudySpec())
    for place, data in enumerate((out.getvalue(), packing.archive([Entry("news", "news", "project", files)]))):
        (again,) = read_archive(io.BytesIO(data), tmp_path / str(place), name="a.zip").datasets
        for systems in ("systems", "older"):
            before, after = getattr(spec, systems), getattr(again, systems)
            assert [(one.name, one.version, one.prediction.read_text("utf-8")) for one in before] == [
                (one.name, one.version, one.prediction.read_text("utf-8")) for one in after
            ]


def test_a_session_keeps_versions_with_their_system(project):
    (spec,) = project(*VERSIONS).datasets
    files = FileSet.of_project(spec, cwsdiag.project.StudySpec())
    assert [(file.name, file.version) for file in files.older] == [("crf", "1.9"), ("crf", None)]
    assert list(files.described().older["crf"]) == ["1.9", None]
    renamed = files.edited({"crf": Edit("mine")})
    assert [file.name for file in renamed.older] == ["mine", "mine"]
    assert [one.name for one in load_versions(renamed.described(), "mine").systems] == [UNNAMED, "1.9", "1.10"]
    crf = next(file for file in files.systems if file.name == "crf")
    mine = File.uploaded("system", "mine.txt", b"x", name="mine")
    assert [file.name for file in files.replacing(crf, mine).older] == ["mine", "mine"]
    kept = files.mapped(lambda file: file.kept_at(file.path))
    text = records.to_text(records.Content((kept,)))
    (again,) = records.of_text(text, path=lambda _digest: spec.gold, root=None).datasets
    assert [(file.name, file.version) for file in (*again.systems, *again.older)] == [
        (file.name, file.version) for file in (*files.systems, *files.older)
    ]
