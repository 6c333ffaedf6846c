"""Charts as files, drawn by Plotly in a Chromium: whole, named, their text read back."""

import io

import pytest
from cwsdiag.charts.paper import SIZES, on_paper
from pypdf import PdfReader

from cwsdiag.report.files.browser import close_browser, svg_of
from cwsdiag.report.files.pictures import pdf_of
from tests.charts.every_figure import every

NAMES = ["长江分词器 <img src=x onerror=alert(1)>", "an-old-one, finetuned on pku and msr, epoch 02", "jieba"]
# What of a picture's texts lies outside it, by more than a rounded corner.
OUTSIDE = """() => {
  const box = document.querySelector('svg').getBoundingClientRect();
  return [...document.querySelectorAll('svg text')].filter(one => one.textContent.trim()).map(one => {
    const found = one.getBoundingClientRect();
    return [one.textContent, found.left - box.left, found.top - box.top, box.right - found.right,
            box.bottom - found.bottom];
  }).filter(([text, ...room]) => Math.min(...room) < -1);
}"""


@pytest.fixture(scope="module")
def drawing(browser_type, browser_type_launch_args):
    """The same Chromium as the tests', for a process of its own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BROWSER_PATH", browser_type_launch_args["executable_path"] or browser_type.executable_path)
        yield
        close_browser()


def spec_of(which, size):
    figure = every(NAMES, across=size.across, width=round(size.width / size.text))[which]()
    return on_paper(figure, size, title="F1 在新闻上 <b>").to_dict()


@pytest.mark.parametrize(
    ("which", "size"),
    [("overview.scores_figure", "column"), ("compare.pair_figure", "wide"), ("against.against_figure", "slide")],
)
def test_a_chart_is_whole_and_its_text_is_read_back(drawing, page, which, size):
    svg = svg_of(spec_of(which, SIZES[size]))
    page.set_content(svg)
    assert page.evaluate(OUTSIDE) == []
    assert page.locator("img, script").count() == 0
    assert "customdata" not in svg and "data:image" not in svg
    read = "".join(PdfReader(io.BytesIO(pdf_of(svg))).pages[0].extract_text().split())
    assert "F1在新闻上<b>" in read and ("长江" in read or which == "compare.pair_figure")
