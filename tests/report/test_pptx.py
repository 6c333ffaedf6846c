"""``report.pptx``: opened again it says what the findings say; its fonts, and its figures as drawings."""

import io
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from pptx import Presentation
from pptx.oxml.ns import qn

from cwsdiag.languages.visible import visible
from cwsdiag.report.contents import Drawings
from cwsdiag.report.pptx import report_pptx
from tests.report.conftest import FORMULA, HOSTILE, NOTE, SCRIPT


@pytest.fixture(scope="module")
def data(contents):
    return report_pptx(contents, Drawings())


@pytest.fixture(scope="module")
def slides(data):
    return list(Presentation(io.BytesIO(data)).slides)


def texts(slide):
    return [shape.text_frame.text for shape in slide.shapes if shape.has_text_frame]


def test_a_slide_a_finding_with_title_sentence_and_notes(slides, contents):
    assert slides[0].shapes.title.text_frame.text == contents.title
    assert len(slides) == 1 + len(contents.entries)
    for slide, entry in zip(slides[1:], contents.entries, strict=True):
        assert slide.shapes.title.text_frame.text == entry.title
        assert {entry.on_slide.content.sentence, entry.exhibit.source} <= set(texts(slide))
        notes = slide.notes_slide.notes_text_frame.text
        assert notes.startswith(NOTE)
        assert entry.on_slide.caption in notes
        assert slide._element.findall(".//" + qn("a:fld"))[0].get("type") == "slidenum"


def test_it_is_wide_and_nothing_lies_outside(data):
    deck = Presentation(io.BytesIO(data))
    assert deck.slide_width * 9 == deck.slide_height * 16
    for holder in (deck.slide_master, *deck.slide_layouts, *deck.slides):
        for shape in holder.shapes:
            assert shape.left >= 0
            assert shape.left + shape.width <= deck.slide_width
            assert shape.top + shape.height <= deck.slide_height


def test_figures_are_svg_beside_a_picture(slides, contents):
    for slide, entry in zip(slides[1:], contents.entries, strict=True):
        pictures = [shape for shape in slide.shapes if shape.shape_type == 13]
        # Without a Chromium.
        assert bool(pictures) == (entry.exhibit.content.svg is not None)
        for picture in pictures:
            [svg] = picture._element.iter("{http://schemas.microsoft.com/office/drawing/2016/SVG/main}svgBlip")
            part = slide.part.related_part(svg.get(qn("r:embed")))
            assert part.content_type == "image/svg+xml"
            assert ElementTree.fromstring(part.blob).tag.endswith("svg")
            assert picture._element.nvPicPr.cNvPr.get("descr").startswith(entry.on_slide.content.title)


def test_texts_of_others_stay_texts(hostile):
    data = report_pptx(hostile, Drawings())
    slides = list(Presentation(io.BytesIO(data)).slides)
    assert slides[0].shapes.title.text_frame.text == visible(SCRIPT)
    assert all(f"{HOSTILE}\n{FORMULA}" in slide.notes_slide.notes_text_frame.text for slide in slides[1:])


def test_a_headline_that_was_kept_has_the_slide_for_itself(contents):
    entry = contents.entries[0]
    alone = replace(contents, entries=[replace(entry, finding=replace(entry.finding, show="headline"))])
    slide = list(Presentation(io.BytesIO(report_pptx(alone, Drawings()))).slides)[1]
    [said] = [
        shape
        for shape in slide.shapes
        if shape.has_text_frame and shape.text_frame.text == entry.exhibit.content.sentence
    ]
    assert said.height > height(slide) / 2
    assert not any(shape.shape_type == 13 for shape in slide.shapes)


def height(slide):
    return slide.part.package.presentation_part.presentation.slide_height
