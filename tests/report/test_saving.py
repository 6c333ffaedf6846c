"""Exhibits as files: each format of each kind, and what is done where there is no browser."""

import csv
import io
import re
import warnings

import pytest

import cwsdiag
from cwsdiag.charts.paper import SIZES
from cwsdiag.cli import figure as command
from cwsdiag.errors import DrawingError, SettingError
from cwsdiag.exhibits import KINDS, ProjectScenes, Where, made
from cwsdiag.project import load_dataset, read_project
from cwsdiag.report.files import saving
from cwsdiag.report.files.pictures import size_of
from cwsdiag.site import sample_project
from tests.exhibits.test_exhibits import ASKED

NO_BROWSER = "No Chromium was found"


@pytest.fixture(scope="module")
def scene():
    return ProjectScenes(read_project(sample_project())).scene(Where("news"))


@pytest.fixture
def browserless(monkeypatch):
    def missing(spec):
        raise DrawingError(NO_BROWSER)

    monkeypatch.setattr(saving, "svg_of", missing)


@pytest.mark.parametrize("kind", KINDS)
def test_numbers_and_caption_of_every_kind(scene, kind):
    exhibit = made(scene, kind, ASKED[kind])
    size = SIZES["column"]
    assert saving.file_of(exhibit, "txt", size).decode() == exhibit.caption() + "\n"
    table = exhibit.table()
    if table is None:
        with pytest.raises(SettingError, match="no table"):
            saving.file_of(exhibit, "csv", size)
        return
    rows = list(csv.reader(io.StringIO(saving.file_of(exhibit, "csv", size).decode())))
    assert rows[0] == list(table.columns) and len(rows) == 1 + len(table.frame)
    assert saving.file_of(exhibit, "md", size).decode().count("\n") == 2 + len(table.frame)
    tex = saving.file_of(exhibit, "tex", size).decode()
    assert r"\begin{tabular}" in tex and tex.startswith(f"% {exhibit.signature.splitlines()[0]}")


@pytest.mark.parametrize("size", [SIZES["column"], SIZES["wide"]], ids=["column", "wide"])
def test_a_chart_is_drawn_as_on_its_page(scene, size, monkeypatch):
    drawn = []
    picture = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
    monkeypatch.setattr(saving, "svg_of", lambda spec: drawn.append(spec) or picture)
    exhibit = made(scene, "compare", ASKED["compare"])
    said = []
    assert saving.file_of(exhibit, "svg", size, said.append).decode() == picture and not said
    assert saving.file_of(exhibit, "pdf", size).startswith(b"%PDF")
    assert saving.file_of(exhibit, "png", size).startswith(b"\x89PNG")
    layout = drawn[0]["layout"]
    assert layout["width"] == size.width
    assert exhibit.title.split()[0] in layout["title"]["text"] and "crf (A)" in layout["title"]["text"]
    titles = [note["text"] for note in layout["annotations"]]
    assert "<b>word length</b>" in titles


def test_a_slide_is_our_own_where_there_is_one_under_its_title(scene, browserless):
    svg = saving.file_of(made(scene, "compare", ASKED["compare"]), "svg", SIZES["slide"]).decode()
    assert size_of(svg) == (1280, 720) and "F1 by bucket: crf and jieba on news" in svg
    assert min(map(float, re.findall(r'font-size="([\d.]+)"', svg))) >= 18


def test_without_a_browser_it_is_said_and_drawn_otherwise(scene, browserless):
    said = []
    svg = saving.file_of(made(scene, "scores", {}), "svg", SIZES["wide"], said.append).decode()
    assert size_of(svg)[0] == SIZES["wide"].width and "maximum matching" in svg
    assert said[0].startswith(NO_BROWSER) and "drawn by cwsdiag itself" in said[0]
    sentence = made(scene, "sentence", ASKED["sentence"])
    assert saving.file_of(sentence, "svg", SIZES["column"], said.append) and len(said) == 1, "that is never a chart"
    with pytest.raises(DrawingError, match=NO_BROWSER):
        saving.file_of(made(scene, "across", {}), "png", SIZES["column"])
    with pytest.raises(DrawingError, match="no figure"):
        saving.file_of(made(scene, "words", ASKED["words"]), "png", SIZES["column"])


def test_formats_sizes_and_options_that_there_are(scene):
    with pytest.raises(SettingError, match="svg, pdf, png, csv, tex, md, txt"):
        saving.file_of(made(scene, "scores", {}), "docx", SIZES["column"])
    with pytest.raises(SettingError, match="column, wide, slide"):
        saving.size_named("poster")
    (sizes,) = (one.type.choices for one in command.figure.params if one.name == "size_name")
    assert tuple(sizes) == tuple(SIZES)
    options = {name for kind in KINDS.values() for name in (*kind.NEEDS, *kind.TAKES)}
    assert options == command.ASKED.keys()


def test_figures_of_a_diagnosis(tmp_path, browserless):
    dataset = load_dataset(read_project(sample_project()).datasets[0])
    diagnosis = cwsdiag.diagnose(dataset, attributes=["wLen"], buckets=2, resamples=20)
    figure = diagnosis.figure("self", system="crf", attribute="wLen")
    assert list(figure.table["gold"]) == [row.gold for row in diagnosis.breakdown.query("system == 'crf'").itertuples()]
    assert "resampling" in figure.caption and figure.plotly is figure.plotly
    figure.plotly.update_layout(width=77)
    assert diagnosis.figure("self", system="crf", attribute="wLen").plotly.layout.width is None, "kept charts stay"
    figure.save(tmp_path / "self.csv")
    assert (tmp_path / "self.csv").read_text("utf-8").startswith("title,label,")
    with pytest.warns(UserWarning, match="drawn by cwsdiag itself"):
        figure.save(tmp_path / "self.svg", size="wide")
    sentence = diagnosis.figure("sentence", system="crf", sentence=3)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        sentence.save(str(tmp_path / "sentence.png"))
    assert sentence.plotly is None and "text/plain" in sentence._repr_mimebundle_()
    assert "text/html" in diagnosis.figure("words", system="crf")._repr_mimebundle_()
    with pytest.raises(SettingError, match="needs system"):
        diagnosis.figure("self")
