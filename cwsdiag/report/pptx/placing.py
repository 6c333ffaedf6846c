"""Where things stand on a slide of 16:9, and how large their type is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from pptx.dml.color import RGBColor
from pptx.enum.text import MSO_ANCHOR, MSO_AUTO_SIZE, PP_ALIGN
from pptx.util import Emu, Inches, Pt

from cwsdiag.charts import theme
from cwsdiag.frames import width
from cwsdiag.report.pptx.texts import told

if TYPE_CHECKING:
    from pptx.util import Length

WIDTH, HEIGHT = Inches(40 / 3), Inches(7.5)


class Place(NamedTuple):
    """A rectangle on a slide."""

    left: Length
    top: Length
    width: Length
    height: Length


_LEFT, _WIDE = Inches(0.6), Inches(40 / 3 - 1.2)
TITLE = Place(_LEFT, Inches(0.35), _WIDE, Inches(0.75))
SENTENCE = Place(_LEFT, Inches(1.1), _WIDE, Inches(1.15))
MAIN = Place(_LEFT, Inches(2.35), _WIDE, Inches(4.45))
ALONE = Place(_LEFT, Inches(2), _WIDE, Inches(4.6))
SOURCE = Place(_LEFT, Inches(6.92), Inches(11.2), Inches(0.4))
NUMBER = Place(Inches(11.9), Inches(6.92), Inches(0.83), Inches(0.4))

INK = RGBColor.from_string(theme.INK["light"][1:])
SOFT = RGBColor.from_string(theme.LABEL[1:])
# Sizes of type: of the title of all, of slides, of the sentence, and the smallest, a fortieth of the height.
COVER, HEADING, SAID, SMALL = Pt(40), Pt(28), Pt(18), Pt(13.5)
# How many letters a title and a sentence may have to be set large; of more the type is smaller.
_LONG_TITLE, _LONG = 48, 280


def add_text(
    shapes: Any, place: Place, said: str, size: Length, colour: RGBColor = INK, *, right: bool = False
) -> None:
    """Put a text on a slide; it breaks its lines within its place.

    Args:
        shapes: of the slide.
        place: where it stands.
        said: any text.
        size: of its type.
        colour: of its type.
        right: whether it is set to the right.
    """
    frame = shapes.add_textbox(*place).text_frame
    fill(frame, said, size, colour)
    if right:
        frame.paragraphs[0].alignment = PP_ALIGN.RIGHT


def fill(frame: Any, said: str, size: Length, colour: RGBColor = INK, *, bold: bool = False) -> None:
    """Set the text of a frame, which has no margins then."""
    frame.word_wrap, frame.auto_size, frame.vertical_anchor = True, MSO_AUTO_SIZE.NONE, MSO_ANCHOR.TOP
    frame.margin_left = frame.margin_right = frame.margin_top = frame.margin_bottom = Emu(0)
    frame.text = told(said)
    for paragraph in frame.paragraphs:
        paragraph.alignment = PP_ALIGN.LEFT
        for run in paragraph.runs:
            run.font.size, run.font.bold, run.font.color.rgb = size, bold, colour


def sentence_size(said: str) -> Length:
    """Return the size of a sentence's type: smaller where it would not fit its place."""
    return SAID if width(said) <= _LONG else Pt(15)


def alone_size(said: str) -> Length:
    """Return the size of the type of a sentence that has a slide for itself."""
    return Pt(36) if width(said) <= _LONG else Pt(28)


def title_size(said: str) -> Length:
    """Return the size of a title's type: smaller where it takes two lines."""
    return HEADING if width(said) <= _LONG_TITLE else Pt(20)


def within(place: Place, width: float, height: float) -> Place:
    """Return the part of a place that something of this shape fills, in its middle from left to right, on top."""
    scale = min(place.width / width, place.height / height)
    wide, high = int(width * scale), int(height * scale)
    return Place(Emu(int(place.left + (place.width - wide) / 2)), place.top, Emu(wide), Emu(high))
