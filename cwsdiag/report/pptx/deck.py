"""The deck of a report: a slide with its title, then one for each finding, with notes."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING, Any

from pptx import Presentation
from pptx.opc.constants import RELATIONSHIP_TYPE
from pptx.oxml.ns import qn
from pptx.oxml.xmlchemy import OxmlElement
from pptx.util import Emu, Inches

from cwsdiag import __version__
from cwsdiag.charts.sizes import SLIDE
from cwsdiag.languages import _, language
from cwsdiag.report.pptx import placing
from cwsdiag.report.pptx.pictures import add_drawing
from cwsdiag.report.pptx.placing import MAIN, Place
from cwsdiag.report.pptx.tables import add_table
from cwsdiag.report.pptx.texts import CHINESE_FONT, name_fonts, told

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cwsdiag.report.bundle.contents import Contents, Entry
    from cwsdiag.report.bundle.drawings import Drawings

# Of the template of python-pptx, which is 4:3: the layout with a title and nothing else.
_TITLE_ONLY = 5
_TAGS = {"en": "en-US", "zh": "zh-CN"}
# What a drawing may fill, in pixels of 1/96 inch.
_PIXEL = 9525
_SIZE = replace(SLIDE, width=MAIN.width // _PIXEL, height=MAIN.height // _PIXEL, scale=1.385, text=1.385)
# Dots to an inch of the picture that stands for a drawing where SVG is not known.
_DPI = 150


def report_pptx(contents: Contents, drawings: Drawings) -> bytes:
    """Return the deck, in the language of the moment.

    Args:
        contents: the findings.
        drawings: draws charts and sentences.
    """
    deck = Presentation()
    _widen(deck)
    _cover(deck, contents)
    for entry in contents.entries:
        _finding(deck, entry, drawings)
    _describe(deck, contents)
    name_fonts(_parts(deck))
    file = BytesIO()
    deck.save(file)
    return file.getvalue()


def _widen(deck: Any) -> None:
    """Make the template 16:9, its layouts too, for slides that people add."""
    factor = placing.WIDTH / deck.slide_width
    deck.slide_width, deck.slide_height = placing.WIDTH, placing.HEIGHT
    for holder in (deck.slide_master, *deck.slide_layouts):
        for shape in holder.shapes:
            if shape._element.find(".//" + qn("a:xfrm")) is not None:
                shape.left, shape.width = Emu(int(shape.left * factor)), Emu(int(shape.width * factor))
    theme = deck.slide_master.part.part_related_by(RELATIONSHIP_TYPE.THEME)
    theme._blob = theme.blob.replace(b'<a:ea typeface=""/>', f'<a:ea typeface="{CHINESE_FONT}"/>'.encode())


def _cover(deck: Any, contents: Contents) -> None:
    slide = _slide(deck, contents.title, Place(placing.TITLE.left, Inches(2.3), placing.TITLE.width, Inches(1.7)))
    frame = slide.shapes.title.text_frame
    placing.fill(frame, contents.title, placing.COVER, bold=True)
    names = ", ".join(look.name for look in contents.looks)
    said = _("{day}, cwsdiag {version}", day=contents.day, version=__version__)
    under = Place(placing.TITLE.left, Inches(4.1), placing.TITLE.width, Inches(1.6))
    placing.add_text(slide.shapes, under, f"{names}\n{said}", placing.SAID, placing.SOFT)


def _finding(deck: Any, entry: Entry, drawings: Drawings) -> None:
    exhibit = entry.exhibit
    slide = _slide(deck, entry.title, placing.TITLE)
    placing.fill(slide.shapes.title.text_frame, entry.title, placing.title_size(entry.title), bold=True)
    said = exhibit.content.sentence
    if entry.shown.finding.show == "headline":
        # The sentence is what was kept: it has the slide for itself, as in a talk.
        placing.add_text(slide.shapes, placing.ALONE, said, placing.alone_size(said))
    else:
        placing.add_text(slide.shapes, placing.SENTENCE, said, placing.sentence_size(said))
        _main(slide, entry, drawings)
    placing.add_text(slide.shapes, placing.SOURCE, exhibit.source, placing.SMALL, placing.SOFT)
    _number(slide.shapes, placing.NUMBER)
    parts = [entry.note, exhibit.caption, exhibit.signature]
    slide.notes_slide.notes_text_frame.text = told("\n\n".join(part for part in parts if part))


def _main(slide: Any, entry: Entry, drawings: Drawings) -> None:
    """Put on a slide what was kept: the figure, the sentence or the table; what there is of these where that is not."""
    wanted = entry.shown.finding.show
    ways = {"figure": _figure, "table": _table, "ribbon": _ribbon}
    order = sorted(ways, key=lambda name: name != wanted)
    next((True for name in order if ways[name](slide, entry, drawings)), None)


def _figure(slide: Any, entry: Entry, drawings: Drawings) -> bool:
    svg = drawings.figure(entry.exhibit, _SIZE, title="")
    return svg is not None and _draw(slide, svg, entry, drawings)


def _ribbon(slide: Any, entry: Entry, drawings: Drawings) -> bool:
    svg = drawings.figure(entry.exhibit, _SIZE, title="", show="ribbon")
    return svg is not None and _draw(slide, svg, entry, drawings)


def _draw(slide: Any, svg: str, entry: Entry, drawings: Drawings) -> bool:
    png = drawings.png(svg, _DPI)
    if png is not None:
        add_drawing(slide, MAIN, svg, png, says=f"{entry.exhibit.content.title}. {entry.exhibit.content.sentence}")
    return png is not None


def _table(slide: Any, entry: Entry, _drawings: Drawings) -> bool:
    table = entry.exhibit.table
    if table is None or table.frame.empty:
        return False
    add_table(slide.shapes, MAIN, table)
    return True


def _slide(deck: Any, title: str, place: Place) -> Any:
    slide = deck.slides.add_slide(deck.slide_layouts[_TITLE_ONLY])
    shape = slide.shapes.title
    shape.left, shape.top, shape.width, shape.height = place
    shape.text_frame.text = told(title)
    return slide


def _number(shapes: Any, place: Place) -> None:
    """Put the number of the slide on it, as a field: it is right after slides were moved."""
    placing.add_text(shapes, place, "0", placing.SMALL, placing.SOFT, right=True)
    run = shapes[-1].text_frame.paragraphs[0]._p.find(qn("a:r"))
    field = OxmlElement("a:fld")
    # Any id will do that is one.
    field.set("id", "{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}")
    field.set("type", "slidenum")
    for child in list(run):
        field.append(child)
    run.addprevious(field)
    run.getparent().remove(run)


def _describe(deck: Any, contents: Contents) -> None:
    said, when = deck.core_properties, contents.made.replace(tzinfo=None)
    said.title, said.author, said.last_modified_by = told(contents.title)[:255], "", ""
    said.comments, said.language = f"cwsdiag {__version__}", _TAGS.get(language(), language())
    said.created = said.modified = when


def _parts(deck: Any) -> Iterator[Any]:
    """Yield the roots of all parts that have texts."""
    yield deck.slide_master._element
    for layout in deck.slide_layouts:
        yield layout._element
    for slide in deck.slides:
        yield slide._element
        if slide.has_notes_slide:
            yield slide.notes_slide._element
