"""``cwsdiag study`` on projects of many shapes: gaps, little data, any names, other normalisations, icwb2-data."""

import json

import pytest

from tests.cli.conftest import document
from tests.cli.test_study import FAST

RIGHT = "我们 喜欢 分词\n他 在 北京大学 学习\n"
WRONG = "我 们 喜欢 分词\n他 在 北京 大学 学习\n"
TRAIN = "我们 在 北京\n他 喜欢 学习 分词\n"


@pytest.fixture
def write(files):
    """Write a project of texts: for each dataset gold, training data or None, and predictions by system."""

    def written(datasets, more=""):
        lines = [more]
        for number, (name, (gold, train, systems)) in enumerate(datasets.items()):
            lines += ["[[dataset]]", f"name = {json.dumps(name)}", f'gold = "{number}-gold.txt"']
            (files / f"{number}-gold.txt").write_text(gold, encoding="utf-8")
            if train is not None:
                lines.append(f'train = "{number}-train.txt"')
                (files / f"{number}-train.txt").write_text(train, encoding="utf-8")
            for place, (system, text) in enumerate(systems.items()):
                file = f"{number}-{place}.txt"
                lines += ["[[dataset.system]]", f"name = {json.dumps(system)}", f'prediction = "{file}"']
                (files / file).write_text(text, encoding="utf-8")
        (files / "project.toml").write_text("\n".join(lines), encoding="utf-8")
        return files

    return written


def test_gaps_are_said_and_left_out_of_tests(run, write):
    both = {"right": RIGHT, "wrong": WRONG}
    folder = write({"a": (RIGHT, TRAIN, both), "b": (RIGHT, TRAIN, {"right": RIGHT}), "c": (WRONG, TRAIN, both)})
    found = document(run("study", folder, "--json", "--min-size", 0, "--min-units", 0, *FAST))
    assert (found["gaps"], found["left_out_of_tests"]) == ([{"model": "wrong", "dataset": "b"}], ["wrong"])
    assert [row["n"] for row in found["model_means"]] == [3, 2]
    gap = next(row for row in found["scores"] if (row["model"], row["dataset"]) == ("wrong", "b"))
    assert (gap["f1"], gap["best"]) == (None, False)
    assert {row["dataset"] for row in found["aided_diagnosis"]} == {"a", "c"}
    text = run("study", folder, "--min-size", 0, "--min-units", 0, *FAST).stdout
    assert "left out of tests: wrong, without a score on b" in text
    assert " (2)" in text, "how many a mean is of where it is not of all"


def test_a_study_goes_on_without_a_dataset_that_is_broken(run, write):
    both = {"right": RIGHT, "wrong": WRONG}
    three = dict.fromkeys(("a", "b", "c"), (RIGHT, TRAIN, both))
    folder = write({name: three[name] for name in ("a", "c")})
    without = document(run("study", folder, "--json", *FAST))
    folder = write(three)
    (folder / "1-1.txt").write_text("别 的 字\n", encoding="utf-8")
    result = run("study", folder, "--json", *FAST, code=1)
    found = json.loads(result.stdout)
    (row,) = found["unusable"]
    assert (row["dataset"], row["left_out_of"], without["unusable"]) == ("b", None, [])
    assert "differ" in row["problem"]
    # What is left is a study of the others, and of nothing else but the names of their files.
    assert found["scores"] == without["scores"]
    assert found["across"]["psi"] == without["across"]["psi"]
    assert "warning: b is left out, as it cannot be used: " in result.stderr
    # A text that only what is seen across datasets needs leaves its dataset out of that alone.
    folder = write(three)
    project = (folder / "project.toml").read_text("utf-8").replace('gold = "1-', 'dev = "gone.txt"\ngold = "1-')
    (folder / "project.toml").write_text(project, encoding="utf-8")
    found = json.loads(run("study", folder, "--json", *FAST, code=1).stdout)
    (row,) = found["unusable"]
    assert (row["dataset"], row["left_out_of"]) == ("b", "what is seen across datasets")
    assert len(found["datasets"]) == 3
    assert {row["train"] for row in found["across"]["psi"]} == {"a", "c"}
