"""Charts as files, drawn by Plotly in a Chromium: whole, named, their text read back."""

import io

import pytest
from pypdf import PdfReader

from cwsdiag.charts.theme import SIZES
from cwsdiag.exhibits.looks import look_of
from cwsdiag.exhibits.registry import made
from cwsdiag.loading import load
from cwsdiag.report.files import close_browser, pdf_of, picture_of
from cwsdiag.views.look import LookKey

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


@pytest.fixture(scope="module")
def look():
    gold = [["我们", "在", "北京", "学习"], ["他", "喜欢", "秋天"]] * 20
    made = [["我们", "在", "北", "京", "学习"], ["他", "喜欢", "秋天"]] * 20
    dataset = load(gold=gold, systems=dict.fromkeys(NAMES, made) | {NAMES[1]: gold}, name="新闻 <b>")
    return look_of(dataset, LookKey("新闻 <b>"))


@pytest.mark.parametrize(
    ("kind", "options", "size"),
    [
        ("scores", {}, "column"),
        ("against", {"system": NAMES[0]}, "slide"),
    ],
)
def test_a_chart_is_whole_and_its_text_is_read_back(drawing, page, look, kind, options, size):
    svg = picture_of(made(look, kind, options), SIZES[size])
    page.set_content(svg)
    assert page.evaluate(OUTSIDE) == []
    assert page.locator("img, script").count() == 0
    assert "customdata" not in svg
    read = "".join(PdfReader(io.BytesIO(pdf_of(svg))).pages[0].extract_text().split())
    assert "新闻<b>" in read and "长江" in read
