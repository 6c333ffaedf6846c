"""Parts of systems and published scores in project files: read, refused where they contradict, packed."""

import io

import pytest

from cwsdiag.errors import ProjectError
from cwsdiag.project import StudySpec, read_project
from cwsdiag.project.archive import read_archive, write_archive
from cwsdiag.project.studies import load_study, score_table
from cwsdiag.study import Published
from tests.packed import packed

PUBLISHED = """
[[study.published]]
system = "bert"
source = "a paper"
parts = { encoder = "bert", layers = 12, tuned = true }
f1 = { "news, new" = 97.1, pku = 96 }
"""
SYSTEM = '[[dataset.system]]\nname = "crf"\nprediction = "gold.txt"\n'
DATASET = '[[dataset]]\nname = "{name}"\ngold = "gold.txt"\n' + SYSTEM


@pytest.fixture
def read(tmp_path):
    (tmp_path / "gold.txt").write_text("我们 喜欢 分词\n", encoding="utf-8")

    def reading(text):
        (tmp_path / "project.toml").write_text(text, encoding="utf-8")
        return read_project(tmp_path)

    return reading


def test_a_project_may_hold_nothing_but_published_scores(read):
    project = read("[study]\nbuckets = 4\n" + PUBLISHED)
    row = Published(
        "bert",
        "a paper",
        (("news, new", 97.1), ("pku", 96.0)),
        (("encoder", "bert"), ("layers", "12"), ("tuned", "true")),
    )
    assert (project.datasets, project.study, project.parts) == ((), StudySpec(buckets=4, published=(row,)), {})
    table = score_table(project, load_study(project), published=True)
    assert (table.models, table.datasets) == (("bert",), ("news, new", "pku"))
    assert score_table(project, load_study(project)).models == ()


def test_parts_may_be_said_on_any_dataset(read):
    first = DATASET.format(name="a") + 'parts = { decoder = "crf" }\n'
    second = DATASET.format(name="b") + 'parts = { encoder = " lstm ", decoder = "crf" }\n'
    third = DATASET.format(name="c") + SYSTEM.replace("crf", "other")
    assert read(first + second + third).parts == {"crf": {"decoder": "crf", "encoder": "lstm"}}
    runs = DATASET.format(name="a").replace('prediction = "gold.txt"', 'runs = ["gold.txt", "gold.txt"]')
    assert read(runs + 'parts = { decoder = "crf" }\n').parts == {
        "crf #1": {"decoder": "crf"},
        "crf #2": {"decoder": "crf"},
    }
    with pytest.raises(
        ProjectError, match="system 'crf' of dataset 'b': its part 'decoder' is 'mlp', but 'crf' before"
    ):
        read(first + second.replace('decoder = "crf"', 'decoder = "mlp"'))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (PUBLISHED.replace("97.1", "0.971").replace("96 ", "0.96 "), "number 1: f1 is in per cent: write 96.46"),
        (
            PUBLISHED.replace("97.1", "101"),
            "f1 must be a table with at least one name in it, the value of each a number from 0 to 100, and is",
        ),
        (PUBLISHED.replace("source", "from"), "unknown key 'from'"),
        (PUBLISHED * 101, "[study]: it has more than 100 [[study.published]]"),
        (PUBLISHED + PUBLISHED, "number 2: system 'bert' with source 'a paper' was there before"),
        (
            PUBLISHED.replace('encoder = "bert"', 'encoder = ""'),
            "parts must be a table with at least one name in it, the value of each",
        ),
        ("", "no [[dataset]]"),
        (DATASET.format(name="a") + 'parts = "crf"', "system number 1 of dataset 'a': parts must be a table"),
    ],
)
def test_what_is_refused_says_where(read, text, said):
    with pytest.raises(ProjectError) as caught:
        read(text)
    assert said in str(caught.value)


@pytest.mark.parametrize("datasets", ["", DATASET.format(name="a") + 'parts = { "a b" = "c\\"d", e = "" }\n'])
def test_they_are_packed_and_found_again(read, tmp_path, datasets):
    project = read(datasets.replace('e = ""', 'e = "f"') + PUBLISHED)
    out = io.BytesIO()
    write_archive(out, packed(project), project.study)
    again = read_archive(out, tmp_path / "again", name="it.zip")
    assert (again.study, again.parts) == (project.study, project.parts)
    assert len(again.datasets) == len(project.datasets)
