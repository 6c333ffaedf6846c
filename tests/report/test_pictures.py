"""PDF and PNG of SVG: sizes, fonts, text that is read back, and what is refused."""

import io

import pytest
from pypdf import PdfReader

from cwsdiag.charts.theme import SIZES
from cwsdiag.errors import DrawingError
from cwsdiag.exhibits.registry import made
from cwsdiag.report import files
from cwsdiag.report.files import pdf_of, picture_of
from cwsdiag.views.look import LookKey

SYSTEMS = {"system": "crf", "other": "jieba"}
TEXT = "长江一号 wLen ≤4 丽 <b>&amp; font-family: x;"


def svg(inside="", *, width=321, height=200):
    head = f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="{width}"'
    return f'{head} height="{height}" viewBox="0 0 {width} {height}">{inside}</svg>'


def written(text, more=""):
    escaped = text.replace("&", "&amp;").replace("<", "&lt;")
    return f"<text x='9' y='40' {more}>{escaped}</text>"


@pytest.mark.parametrize(
    "more",
    [
        "style=\"font-family: 'Source Sans', 'Noto Sans CJK SC', sans-serif; font-size: 12px\"",
        "style='font-family: &quot;Source Sans&quot;, serif; font-size: 12px'",
        "font-family='Arial, sans-serif' font-size='12'",
        "class='one' font-size='12'",
    ],
)
def test_chinese_is_read_back_from_a_pdf_with_its_font_inside(more):
    drawing = svg("<style>.one { font-family: 'Source Sans', serif; }</style>" + written(TEXT, more))
    page = PdfReader(io.BytesIO(pdf_of(drawing))).pages[0]
    assert page.extract_text() == TEXT, "长 and not the radical ⻓"
    assert [float(side) for side in page.mediabox[2:]] == [321 * 0.75, 200 * 0.75], "85 mm are 240.75 points"
    (font,) = page["/Resources"]["/Font"].values()
    font = font.get_object()
    (below,) = font["/DescendantFonts"]
    inside = below.get_object()["/FontDescriptor"].get_object()
    assert font["/Subtype"] == "/Type0" and {"/FontFile2", "/FontFile3"} & inside.keys()


@pytest.mark.parametrize("size", ["column", "wide", "slide"])
def test_a_sentence_is_drawn_and_its_characters_are_read_back(sample_looks, size):
    exhibit = made(sample_looks.look(LookKey("news")), "sentence", {**SYSTEMS, "sentence": "3"})
    page = PdfReader(io.BytesIO(pdf_of(picture_of(exhibit, SIZES[size])))).pages[0]
    read = "".join(page.extract_text().split())
    words = "地铁公司透露，南湖站的站厅壁画将由市民投票选出。"
    assert {char: read.count(char) for char in set(words)} == {char: 3 * words.count(char) for char in set(words)}


def test_without_cairo_it_is_said(monkeypatch):
    def missing():
        raise DrawingError(files._NO_CAIRO)

    monkeypatch.setattr(files, "_cairosvg", missing)
    with pytest.raises(DrawingError, match="apt install libcairo2"):
        pdf_of(svg())
