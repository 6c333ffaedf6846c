"""``cwsdiag audit``: documents, marks, corrected gold, messages."""

import csv
import io
import json

import pytest

from cwsdiag.files import sample_project

GOLD = "这 就是 他\n" * 9 + "这 就 是 我\n" + "北京 大学 好\n"
OTHER = "这 就是 他\n" * 9 + "这 就是 我\n" + "北京大学 好\n"
OPTIONS = ("audit", "--gold", "gold.txt", *(f"--system={name}=other.txt" for name in "abc"))


@pytest.fixture(autouse=True)
def texts(files):
    (files / "gold.txt").write_text(GOLD, encoding="utf-8")
    (files / "other.txt").write_text(OTHER, encoding="utf-8")


def marked(run, files, **marks):
    """The file of marks that somebody makes of what --csv prints, by gold words."""
    rows = list(csv.DictReader(io.StringIO(run(*OPTIONS, "--csv").stdout)))
    with (files / "marks.csv").open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows({**row, "mark": marks.get(row["gold"].replace(" ", ""), "")} for row in rows)
    return rows


def test_document(run):
    document = json.loads(run(*OPTIONS, "--train", "other.txt", "--json").stdout)
    (one,) = document["strings"]
    assert one == {
        "sentence": 10,
        "start": 37,
        "end": 39,
        "gold": ["就", "是"],
        "proposal": ["就是"],
        "rank": pytest.approx(0.596 * 2 / 3, abs=0.001),
        "ways": [{"words": ["就是"], "count": 9}, {"words": ["就", "是"], "count": 1}],
        "mark": None,
    }
    assert [(place["gold"], place["proposal"], place["systems"]) for place in document["agreed"]] == [
        (["就", "是"], ["就是"], 3),
        (["北京", "大学"], ["北京大学"], 3),
    ]
    assert document["training"] == [], "ten places in training are too few"
    assert document["gold"]["words"] == 34
    assert not {"marks", "before", "after"} & set(document)
    assert document["signature"].startswith("cwsdiag ")


def test_marks_correct_gold_and_scores_stand_side_by_side(run, files):
    assert [row["kind"] for row in marked(run, files, 就是="wrong", 北京大学="right")] == ["agreed strings", "agreed"]
    document = json.loads(run(*OPTIONS, "--marks", "marks.csv", "--corrected", "new.txt", "--json").stdout)
    assert (files / "new.txt").read_text("utf-8") == GOLD.replace("就 是", "就是")
    assert document["marks"] == {"right": 1, "wrong": 1, "unclear": 0}
    before, after = (document[when][0] for when in ("before", "after"))
    assert (before["matched"], before["words"], before["gold_words"]) == (30, 32, 34)
    assert (after["matched"], after["words"], after["gold_words"]) == (31, 32, 33)
    text = run(*OPTIONS, "--marks", "marks.csv").stdout
    assert ["a", "0.909", "0.954", "+4.5"] in [line.split() for line in text.splitlines()]
    # What was marked is there again, to go on.
    again = list(csv.DictReader(io.StringIO(run(*OPTIONS, "--marks", "marks.csv", "--csv").stdout)))
    assert [row["mark"] for row in again] == ["wrong", "right"]


@pytest.mark.parametrize(("encoding", "delimiter"), [("utf-8-sig", ";"), ("gb18030", ","), ("utf-16", "\t")])
def test_marks_are_read_as_spreadsheets_save_them(run, files, encoding, delimiter):
    lines = ["start,end,gold,proposal,mark", "37,39,就 是,就是,wrong"]
    (files / "marks.csv").write_text("\n".join(lines).replace(",", delimiter), encoding=encoding)
    run(*OPTIONS, "--marks", "marks.csv", "--corrected", "new.txt")
    assert (files / "new.txt").read_text("utf-8") == GOLD.replace("就 是", "就是")


def test_no_file_is_written_over(run, files):
    marked(run, files, 就是="wrong")
    for name in ("gold.txt", "marks.csv"):
        result = run(*OPTIONS, "--marks", "marks.csv", "--corrected", name, code=2)
        assert f"{name}: is there already" in result.stderr
    assert (files / "gold.txt").read_text("utf-8") == GOLD
    assert "Give --marks" in run(*OPTIONS, "--corrected", "new.txt", code=2).stderr


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["37,39,就 是,就是,false"], "marks.csv, line 2: mark 'false': one of right, wrong, unclear."),
        (
            ["36,38,就 是,就是,wrong"],
            "marks.csv, line 2: gold does not have '就 是' at 36 to 38. Give marks of this gold",
        ),
        (["-2,39,就 是,就是,wrong"], "line 2: gold does not have"),
        (["37,99999999999,就 是,就是,wrong"], "line 2: gold does not have"),
        (["37,39,就 是,就,wrong"], "line 2: proposal '就': gold has other characters there."),
        (["37,39,就 是,就 是,wrong"], "line 2: wrong, and the proposal '就 是' is what gold has."),
        (["37,39,就 是,就是,wrong", "37,39,就 是,就是,right"], "line 3: marked otherwise in line 2."),
        (
            ["37,39,就 是,就是,wrong", "36,40,这 就 是 我,这就 是我,wrong"],
            "line 3: wrong, as is line 2, which overlaps it.",
        ),
    ],
)
def test_marks_that_cannot_be_used(run, files, lines, message):
    (files / "marks.csv").write_text("\n".join(["start,end,gold,proposal,mark", *lines]), encoding="utf-8")
    result = run(*OPTIONS, "--marks", "marks.csv", code=2)
    assert message in result.stderr
    assert result.stdout == "" and result.stderr.count("\n") == 1


def test_marks_without_their_columns_or_of_no_text(run, files):
    (files / "marks.csv").write_text("start,end\n", encoding="utf-8")
    assert "line 1: no column gold, proposal, mark." in run(*OPTIONS, "--marks", "marks.csv", code=2).stderr
    (files / "marks.csv").write_bytes(b"\xff\xfe\x00")
    assert run(*OPTIONS, "--marks", "marks.csv", code=2).stderr.startswith("cwsdiag: marks.csv, line 1, byte 2: ")
    assert run(*OPTIONS, "--marks", "none.csv", code=2).stderr.count("\n") == 1


def test_project(run):
    everything = json.loads(run("audit", sample_project(), "--json").stdout)["datasets"]
    assert [one["name"] for one in everything][:2] == ["news", "microblog"]
    (one,) = json.loads(run("audit", sample_project(), "--dataset", "microblog", "--json").stdout)["datasets"]
    assert one == everything[1]
    assert one["agreed"] == [], "the four systems do not agree against gold anywhere"
    for arguments, message in (
        (("--gold", "gold.txt"), "PROJECT says which files are read, and how."),
        (("--csv",), "name it with --dataset"),
    ):
        assert message in run("audit", sample_project(), *arguments, code=2).stderr
    assert "give --gold; or a PROJECT" in run("audit", code=2).stderr
