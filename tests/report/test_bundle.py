"""The folder of a report: what lies in it, and what is left alone."""

import csv
import io
import json
from dataclasses import replace

import pytest

from cwsdiag.board import Board, TaskDraft
from cwsdiag.errors import DrawingError, ReadError
from cwsdiag.exhibits.looks import ProjectLooks
from cwsdiag.formats import Source
from cwsdiag.project import read_project
from cwsdiag.report import files
from cwsdiag.report.contents import private_gold
from cwsdiag.report.writing import Report, report_of, write_report
from cwsdiag.views.look import Look, LookKey, PrivateLook
from tests.report.conftest import FORMULA

# Kinds whose figures are drawn in each of the ways that there are.
FEW = ("kinds", "words", "sentence")


@pytest.fixture(scope="module")
def report(contents):
    return report_of(contents, figures=False)


def test_it_holds_page_slides_tables_and_all_numbers(report, contents):
    names = set(report.files)
    assert {"report.html", "report.pptx", "results.json"} <= names
    for stem, entry in zip(contents.stems, contents.entries, strict=True):
        has_table = entry.exhibit.table is not None
        assert (f"tables/{stem}.csv" in names) == (f"tables/{stem}.tex" in names) == has_table
    assert "tables/scores-1-news.csv" in names
    assert not [name for name in names if name.startswith("figures/")]
    assert not report.problems
    results = json.loads(report.files["results.json"])
    assert [one["name"] for one in results["datasets"]] == ["news"]
    rows = list(csv.DictReader(io.StringIO(report.files["tables/scores-1-news.csv"].decode())))
    ranking = contents.looks[0].ranking
    assert [(row["name"], float(row["f1"])) for row in rows] == list(zip(ranking["name"], ranking["f1"], strict=True))


def test_figures_are_drawn_and_what_cannot_be_is_said_once(contents, monkeypatch):
    """Without a Chromium sentences are there, and charts are not."""

    def nothing(spec):
        raise DrawingError("No Chromium was found.")

    monkeypatch.setattr(files, "svg_of", nothing)
    told = []
    few = replace(contents, entries=[one for one in contents.entries if one.exhibit.kind.name in FEW])
    found = report_of(few, progress=lambda done, total: told.append((done, total)))
    assert found.problems == ["No Chromium was found."]
    kinds = {one.exhibit.kind.name: stem for stem, one in zip(few.stems, few.entries, strict=True)}
    for kind, stem in kinds.items():
        drawn = kind == "sentence"
        assert [f"figures/{stem}.{ending}" in found.files for ending in ("svg", "pdf", "png")] == [drawn] * 3
    assert f"figures/{kinds['kinds']}-example.pdf" in found.files
    assert f"figures/{kinds['sentence']}-example.svg" not in found.files
    assert told == [(done, len(told)) for done in range(1, len(told) + 1)]


def test_files_of_others_stay_and_are_named(report, tmp_path):
    folder = tmp_path / "out"
    (folder / "figures").mkdir(parents=True)
    (folder / "figures" / "01-old.svg").write_text("old")
    (folder / "mine.txt").write_text("mine")
    (folder / "report.html").write_text("old")
    assert write_report(report, folder) == ["figures/01-old.svg"]
    assert (folder / "mine.txt").read_text() == "mine"
    found = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert {name: found[name] for name in report.files} == report.files
    assert len(found) == len(report.files) + 2


def test_a_folder_that_cannot_be_written_is_said(tmp_path):
    small = Report({"tables/a.csv": b"a"}, [])
    (tmp_path / "file").write_text("")
    with pytest.raises(ReadError, match="there is a file where a folder should be"):
        write_report(small, tmp_path / "file")
    (tmp_path / "tables").write_text("")
    with pytest.raises(ReadError, match="cannot be written"):
        write_report(small, tmp_path)


def test_names_are_short_enough_for_any_disk_and_formulas_are_text(hostile):
    found = report_of(hostile, figures=False)
    assert all(len(name.encode()) < 255 for name in found.files)
    assert not any(part in name for name in found.files for part in ("..", "\\", "<"))
    [scores] = [data for name, data in found.files.items() if name.startswith("tables/scores-") and "csv" in name]
    assert f"'{FORMULA}" in scores.decode()
    [latex] = [data for name, data in found.files.items() if name.startswith("tables/scores-") and "tex" in name]
    printed = [line for line in latex.decode().splitlines() if not line.startswith("%")]
    assert not any("\\input" in line for line in printed)


def test_the_private_gold_of_a_board_is_withheld(tmp_path):
    """Gold of a task, and gold of which a task has a part, are known by their sentences."""
    gold = "我们 喜欢 分词\n他 在 北京大学 学习\n"
    for name, text in (("private", gold), ("open", "长江 大桥\n"), ("other", "今天 天气\n")):
        (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")
    board = Board(tmp_path / "board.sqlite")
    secret = Source.from_bytes("gold", gold.splitlines()[1].encode())
    board.add_task(TaskDraft("secret", gold=secret, few_sentences=True))
    board.add_task(TaskDraft("known", gold=Source.from_bytes("gold", "长江 大桥\n".encode()), open_gold=True))
    datasets = "".join(
        f'[[dataset]]\nname = "{name}"\ngold = "{name}.txt"\n[[dataset.system]]\nname = "a"\n'
        f'prediction = "{name}.txt"\n'
        for name in ("private", "open", "other")
    )
    (tmp_path / "project.toml").write_text(f'board = "board.sqlite"\n{datasets}', encoding="utf-8")
    project = read_project(tmp_path / "project.toml")
    looks = ProjectLooks(project, private_gold(project))
    assert looks.names == ["private", "open", "other"]
    assert [type(looks.look(LookKey(name))) for name in looks.names] == [PrivateLook, Look, Look]
