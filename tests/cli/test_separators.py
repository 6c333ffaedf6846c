"""``cwsdiag separators``: documents, tables, files, messages."""

import pytest

from tests.cli.conftest import document

FIRST = "我们 喜欢 分词\n他 在 北京大学 学习\n"
SECOND = "我们 喜欢 分词\n他 在 北京 大学 学习\n"
THIRD = "我们 喜欢分词\n他 在 北京大学 学习\n"
SYSTEM = "我 们 喜欢 分词\n他在 北京 大学 学习\n"


@pytest.fixture
def files(tmp_path):
    for name, text in (("first", FIRST), ("second", SECOND), ("third", THIRD), ("system", SYSTEM)):
        (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")
    return tmp_path


ONE = ("--reference", "first.txt")
THREE = (*ONE, "--reference", "second.txt", "--reference", "third.txt")
MINE = ("--system", "mine=system.txt")


def test_several_references_as_json(run):
    found = document(run("separators", *THREE, *MINE, "--json"))
    assert [row["separators"] for row in found["references"]] == [5, 6, 4]
    assert (found["intersection"], found["union"]) == ({"separators": 4}, {"separators": 6})
    assert found["references"][0] == {"name": "first.txt", "sentences": 2, "characters": 14, "separators": 5}
    assert found["systems"] == [
        {
            "name": "mine", "sub": 4, "ins": 1, "del": 2, "distance": 3, "precision": 4 / 6, "recall": 4 / 5,
            "f1": 8 / 11, "coverage": 1.0, "system_coverage": 1.0,
        }
    ]  # fmt: skip
    (one,) = found["ranges"]
    assert one["name"] == "mine"
    against = {end: tuple(one[end][key] for key in ("sub", "ins", "del")) for end in ("intersection", "union")}
    assert against == {"intersection": (3, 1, 3), "union": (5, 1, 1)}
    assert one["optimal_precision"] == one["union"]["precision"] == 5 / 6
    assert one["optimal_recall"] == one["intersection"]["recall"] == 3 / 4
    assert " | reference 3:" in found["signature"] and "third.txt" not in found["signature"]


def test_references_alone_are_made_into_files(run, files):
    result = run("separators", *THREE, "--union", "any.txt", "--intersection", "all.txt")
    assert (files / "any.txt").read_bytes().decode() == SECOND
    assert (files / "all.txt").read_bytes().decode() == THIRD
    assert "3 references: 2 sentences, 14 characters" in result.stdout


def test_text(run):
    (line,) = run("separators", *ONE, *MINE, "--toolkit").stdout.splitlines()
    assert line == "mine\tSub: 4\tIns: 1\tDel: 2\tDistance: 3\tPrecision: 57.14%"
    lines = run("separators", *ONE, *MINE).stdout.split("\n")
    assert lines[0] == "reference: first.txt, 2 sentences, 14 characters, 5 separators"
    assert lines[3].split() == ["mine", "4", "1", "2", "3", "0.667", "0.800", "0.727", "1.0000", "1.0000"]
    spans = ["mine", "0.500", "0.833", "0.750", "0.833", "0.600", "0.833", "3", "1", "3", "5", "1", "1"]
    assert spans in [line.split() for line in run("separators", *THREE, *MINE).stdout.splitlines()]


def test_a_system_whose_own_characters_count_is_left_out_and_named(run, files):
    (files / "other.txt").write_text(FIRST.replace("喜欢", "喜観"), encoding="utf-8")
    systems = (*MINE, "--system", "other=other.txt", "--mismatch", "count")
    found = document(run("separators", *ONE, *systems, "--json"))
    assert [one["name"] for one in found["systems"]] == ["mine"]
    assert found["warnings"][-1].startswith("Not compared here: other.")
    refused = run("separators", *ONE, *systems[2:], code=2)
    assert "other: separators are compared over one text" in refused.stderr


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ((*ONE, *ONE), "a reference already"),
        ((*THREE, "--system", "second.txt=system.txt"), "systems other names"),
        ((*ONE, *MINE, "--intersection", "./system.txt"), "in use already"),
        ((*ONE, "--union", "."), "cannot be written"),
        ((*ONE, *MINE, "--costs", "1,-1"), "from 0 to 1,000,000"),
        (("--reference", "big5.txt", "--normalise", "t2s", "--union", "x.txt"), "lacks the character"),
    ],
)
def test_bad_input_ends_with_one_short_message(refused, files, arguments, named):
    (files / "big5.txt").write_bytes("我們 喜歡 說話\n他們 在 學習 漢語\n".encode("cp950"))
    before = {*files.iterdir()}
    assert named in refused("separators", *arguments)
    assert {*files.iterdir()} == before
