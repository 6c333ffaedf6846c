"""``report.pptx``: a slide with the title, then one for each finding, with notes; figures as drawings."""

from __future__ import annotations

import re
from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple

from pptx import Presentation
from pptx.dml.color import RGBColor
from pptx.enum.text import MSO_ANCHOR, MSO_AUTO_SIZE, PP_ALIGN
from pptx.opc.constants import RELATIONSHIP_TYPE
from pptx.opc.package import Part
from pptx.oxml import parse_xml
from pptx.oxml.ns import qn
from pptx.util import Emu, Inches, Length, Pt

from cwsdiag import __version__
from cwsdiag.charts import theme
from cwsdiag.charts.theme import SLIDE
from cwsdiag.exhibits.exhibit import Exhibit
from cwsdiag.frames import width
from cwsdiag.languages import _, language
from cwsdiag.languages.visible import visible
from cwsdiag.output import Table
from cwsdiag.report.files import size_of

if TYPE_CHECKING:
    from cwsdiag.findings import Shown
    from cwsdiag.report.contents import Contents, Drawings


class Box(NamedTuple):
    """A rectangle on a slide."""

    left: Length
    top: Length
    width: Length
    height: Length


def _inches(left: float, top: float, width: float, height: float) -> Box:
    return Box(Inches(left), Inches(top), Inches(width), Inches(height))


# Where things stand on a slide of 16:9.
WIDTH, HEIGHT = Inches(40 / 3), Inches(7.5)
_LEFT, _WIDE = 0.6, 40 / 3 - 1.2
_TITLE = _inches(_LEFT, 0.35, _WIDE, 0.75)
_SENTENCE = _inches(_LEFT, 1.1, _WIDE, 1.15)
_MAIN = _inches(_LEFT, 2.35, _WIDE, 4.45)
_ALONE = _inches(_LEFT, 2, _WIDE, 4.6)
_SOURCE = _inches(_LEFT, 6.92, 11.2, 0.4)
_NUMBER = _inches(11.9, 6.92, 0.83, 0.4)
_COVER_TITLE = _inches(_LEFT, 2.3, _WIDE, 1.7)
_COVER_LINES = _inches(_LEFT, 4.1, _WIDE, 1.6)
_INK, _SOFT = (RGBColor.from_string(colour[1:]) for colour in (theme.INK["light"], theme.LABEL))
_GREY = RGBColor(0x77, 0x77, 0x77)
# The smallest type is a fortieth of the height. Of more letters than so many a title and a sentence are set smaller.
_SMALL, _LONG_TITLE, _LONG = Pt(13.5), 48, 280
# Rows and columns of a table, height of a row, the widest cell in letters, and a table without a style of its own.
MOST_ROWS, MOST_COLUMNS, _ROW, _WIDEST = 8, 8, Inches(0.45), 30
_PLAIN = "{2D5ABB26-0587-4C30-8999-92F81FD0307C}"
# Of the template of python-pptx, which is 4:3: the layout with a title and nothing else.
_TITLE_ONLY = 5
# What a drawing may fill, in pixels of 1/96 inch; dots to an inch of the picture for programs that know no SVG.
_PIXEL, _DPI = 9525, 150
_SIZE = replace(SLIDE, width=_MAIN.width // _PIXEL, height=_MAIN.height // _PIXEL, scale=1.385, text=1.385)
# How Office says that a picture has an SVG beside it.
_EXTENSION = (
    '<a:extLst xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main">'
    '<a:ext uri="{{96DAC541-7B7A-43D3-8B79-37D633B846F1}}">'
    '<asvg:svgBlip xmlns:asvg="http://schemas.microsoft.com/office/drawing/2016/SVG/main" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:embed="{id}"/></a:ext></a:extLst>'
)
# The number of a slide as a field is right after slides were moved; any id will do that is one.
_NUMBER_FIELD = (
    '<a:fld xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'id="{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}" type="slidenum">'
    f'<a:rPr sz="{int(_SMALL.pt * 100)}"><a:solidFill><a:srgbClr val="{_SOFT}"/></a:solidFill></a:rPr>'
    "<a:t>0</a:t></a:fld>"
)
# There with every Office, on Windows and on a Mac; elsewhere the machine takes one of its own.
CHINESE_FONT = "Microsoft YaHei"
_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def report_pptx(contents: Contents, drawings: Drawings) -> bytes:
    """Return the deck, in the language of the moment.

    Args:
        contents: the findings.
        drawings: draws charts and sentences.
    """
    deck = Presentation()
    _widen(deck)
    slide = _slide(deck, contents.title, _COVER_TITLE, Pt(40))
    made = _("{day}, cwsdiag {version}", day=contents.day, version=__version__)
    names = ", ".join(look.name for look in contents.looks)
    _add_text(slide.shapes, _COVER_LINES, f"{names}\n{made}", Pt(18), _SOFT)
    for entry in contents.entries:
        _add_finding(deck, entry, drawings)
    about = deck.core_properties
    about.title, about.author, about.last_modified_by = _in_xml(contents.title)[:255], "", ""
    about.comments, about.language = f"cwsdiag {__version__}", language()
    about.created = about.modified = contents.made.replace(tzinfo=None)
    file = BytesIO()
    deck.save(file)
    return file.getvalue()


def _widen(deck: Any) -> None:
    """Make the template 16:9, its layouts too, for slides that people add."""
    factor = WIDTH / deck.slide_width
    deck.slide_width, deck.slide_height = WIDTH, HEIGHT
    for holder in (deck.slide_master, *deck.slide_layouts):
        for shape in holder.shapes:
            if shape._element.find(".//" + qn("a:xfrm")) is not None:
                shape.left, shape.width = Emu(int(shape.left * factor)), Emu(int(shape.width * factor))
    look = deck.slide_master.part.part_related_by(RELATIONSHIP_TYPE.THEME)
    # All texts that name no font of their own have those of the theme.
    look._blob = look.blob.replace(b'<a:ea typeface=""/>', f'<a:ea typeface="{CHINESE_FONT}"/>'.encode())


def _slide(deck: Any, title: str, place: Box, size: Length) -> Any:
    slide = deck.slides.add_slide(deck.slide_layouts[_TITLE_ONLY])
    shape = slide.shapes.title
    shape.left, shape.top, shape.width, shape.height = place
    _fill(shape.text_frame, title, size, bold=True)
    return slide


def _add_finding(deck: Any, entry: Shown, drawings: Drawings) -> None:
    exhibit, show = entry.on_slide, entry.finding.show
    slide = _slide(deck, entry.title, _TITLE, Pt(28) if width(entry.title) <= _LONG_TITLE else Pt(20))
    sentence = exhibit.content.sentence
    is_short = width(sentence) <= _LONG
    if show == "headline":
        # The sentence is what was kept: it has the slide for itself, as in a talk.
        _add_text(slide.shapes, _ALONE, sentence, Pt(36) if is_short else Pt(28))
    else:
        _add_text(slide.shapes, _SENTENCE, sentence, Pt(18) if is_short else Pt(15))
        # What was kept first; what there is of the others where that is not.
        for part in sorted(("figure", "table", "ribbon"), key=lambda name: name != show):
            if part != "table":
                if _add_drawing(slide, exhibit, drawings, part):
                    break
            elif exhibit.table:
                add_table(slide.shapes, _MAIN, exhibit.table)
                break
    _add_text(slide.shapes, _SOURCE, exhibit.source, _SMALL, _SOFT)
    paragraph = _add_text(slide.shapes, _NUMBER, "", _SMALL, _SOFT).paragraphs[0]
    paragraph.alignment = PP_ALIGN.RIGHT
    paragraph._p.append(parse_xml(_NUMBER_FIELD))
    parts = [entry.finding.note, exhibit.caption, exhibit.signature]
    slide.notes_slide.notes_text_frame.text = _in_xml("\n\n".join(filter(None, parts)))


def _add_drawing(slide: Any, exhibit: Exhibit, drawings: Drawings, show: str) -> bool:
    """Put a figure or a sentence on a slide, in the middle and as large as there is room: SVG beside a picture."""
    svg = drawings.figure(exhibit, _SIZE, title="", show=show)
    png = None if svg is None else drawings.png(svg, _DPI)
    if svg is None or png is None:
        return False
    across, down = size_of(svg)
    scale = min(_MAIN.width / across, _MAIN.height / down)
    wide, high = int(across * scale), int(down * scale)
    left = Emu(int(_MAIN.left + (_MAIN.width - wide) / 2))
    picture = slide.shapes.add_picture(BytesIO(png), left, _MAIN.top, Emu(wide), Emu(high))
    description = f"{exhibit.content.title}. {exhibit.content.sentence}"
    picture._element.nvPicPr.cNvPr.set("descr", _in_xml(description))
    package = slide.part.package
    path = package.next_partname("/ppt/media/drawing%d.svg")
    part = Part(path, "image/svg+xml", package, svg.encode("utf-8"))
    id = slide.part.relate_to(part, RELATIONSHIP_TYPE.IMAGE)
    picture._element.find(".//" + qn("a:blip")).append(parse_xml(_EXTENSION.format(id=id)))
    return True


def add_table(shapes: Any, place: Box, table: Table) -> None:
    """Put the first rows and columns of a table on a slide, rounded as on pages: as many as the back row reads."""
    heads, *rows = [list(map(_cut, row[:MOST_COLUMNS])) for row in (table.heads, *table.cells(MOST_ROWS))]
    frame = shapes.add_table(len(rows) + 1, len(heads), place.left, place.top, place.width, _ROW * (len(rows) + 1))
    frame._element.graphic.graphicData.tbl.tblPr[0].text = _PLAIN
    widths = [max(map(width, column)) + 3 for column in zip(heads, *rows, strict=True)]
    for column, wide in zip(frame.table.columns, widths, strict=True):
        column.width = Emu(int(place.width * wide / sum(widths)))
    for line, cells in enumerate([heads, *rows]):
        for at, (key, text, is_number) in enumerate(zip(table.columns, cells, table.numbers, strict=False)):
            mark = table.emphasis.get((line - 1, key)) if line else "strong"
            cell = frame.table.cell(line, at)
            cell.text_frame.text = _in_xml(text)
            cell.vertical_anchor, cell.margin_top, cell.margin_bottom = MSO_ANCHOR.MIDDLE, Emu(0), Emu(0)
            paragraph = cell.text_frame.paragraphs[0]
            paragraph.alignment = PP_ALIGN.RIGHT if is_number else PP_ALIGN.LEFT
            for run in paragraph.runs:
                run.font.size, run.font.bold = Pt(16), mark == "strong"
                run.font.color.rgb = _GREY if mark == "weak" else _INK


def _cut(text: str) -> str:
    return text if len(text) <= _WIDEST else f"{text[: _WIDEST - 1]}…"


def _add_text(shapes: Any, place: Box, text: str, size: Length, colour: RGBColor = _INK) -> Any:
    """Put a text on a slide, which breaks its lines within its place; return its frame."""
    frame = shapes.add_textbox(*place).text_frame
    _fill(frame, text, size, colour)
    return frame


def _fill(frame: Any, text: str, size: Length, colour: RGBColor = _INK, *, bold: bool = False) -> None:
    """Set the text of a frame, which has no margins then."""
    frame.word_wrap, frame.auto_size, frame.vertical_anchor = True, MSO_AUTO_SIZE.NONE, MSO_ANCHOR.TOP
    frame.margin_left = frame.margin_right = frame.margin_top = frame.margin_bottom = Emu(0)
    frame.text = _in_xml(text)
    for paragraph in frame.paragraphs:
        paragraph.alignment = PP_ALIGN.LEFT
        for run in paragraph.runs:
            run.font.size, run.font.bold, run.font.color.rgb = size, bold, colour


def _in_xml(text: str) -> str:
    """Return a text with what is hidden in it written out, and a sign for each character that XML cannot hold."""
    return _NO_XML.sub("\ufffd", visible(text, keep="\n\t\r\v"))
