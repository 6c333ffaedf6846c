"""``cwsdiag figure``."""

import pytest

from cwsdiag.errors import DrawingError
from cwsdiag.exhibits.registry import KINDS
from cwsdiag.files import sample_project
from cwsdiag.report import files

SAMPLE = sample_project()


@pytest.fixture(autouse=True)
def browserless(monkeypatch):
    def missing(spec):
        raise DrawingError("No Chromium was found.")

    monkeypatch.setattr(files, "svg_of", missing)


def test_the_list_says_what_there_is_and_what_it_needs(run):
    lines = run("figure", "--list").stdout.splitlines()
    assert [line.split()[0] for line in lines] == list(KINDS)
    assert "--system --other" in next(line for line in lines if line.startswith("compare"))
    assert "--study" in next(line for line in lines if line.startswith("judges"))


def test_numbers_and_caption(run, files):
    asked = ("figure", "compare", SAMPLE, "--system", "crf", "--other", "jieba", "--attribute", "wLen")
    result = run(*asked, "-o", "f.csv", "--caption", "--dataset", "news")
    assert "crf" in result.stdout and "16,830 gold words" in result.stdout and "cwsdiag 0" in result.stdout
    rows = (files / "f.csv").read_text("utf-8").splitlines()
    assert len(rows) == 5, "four buckets"
    run(*asked, "-o", "f.csv", "--buckets", "2", "--unit", "block:5", "--baselines")
    assert len((files / "f.csv").read_text("utf-8").splitlines()) == 3


def test_without_a_chromium_it_says_so_and_makes_what_it_can(run, files):
    asked = ("figure", "sentence", SAMPLE, "--system", "crf", "--sentence", "3")
    run(*asked, "-o", "f.pdf", "--size", "wide", "--lang", "zh")
    assert (files / "f.pdf").read_bytes().startswith(b"%PDF")
    assert "No Chromium" in run("figure", "scores", SAMPLE, "-o", "f.png", code=2).stderr
    assert not (files / "f.png").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "takes a kind and a project"),
        (("self", SAMPLE), "nothing to do"),
        (("nope", SAMPLE, "--caption"), "no figure is called 'nope'"),
        (("self", SAMPLE, "-o", "f.csv"), "self needs system"),
        (("self", SAMPLE, "--system", "crf", "-o", "f"), "saved as svg, pdf"),
        (("scores", SAMPLE, "-o", "missing/f.csv"), "cannot be written"),
    ],
)
def test_what_is_missing_is_said(run, arguments, said):
    assert said in run("figure", *arguments, code=2).stderr
