"""Drawings on slides: as SVG for programs that know it, with a picture for all others."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any

from pptx.opc.package import Part
from pptx.opc.packuri import PackURI
from pptx.oxml import parse_xml
from pptx.oxml.ns import qn

from cwsdiag.report.files.pictures import size_of
from cwsdiag.report.pptx.placing import within
from cwsdiag.report.pptx.texts import told

if TYPE_CHECKING:
    from cwsdiag.report.pptx.placing import Place

_IMAGE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/image"
# How Office says that a picture has an SVG beside it.
_EXTENSION = (
    '<a:extLst xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main">'
    '<a:ext uri="{{96DAC541-7B7A-43D3-8B79-37D633B846F1}}">'
    '<asvg:svgBlip xmlns:asvg="http://schemas.microsoft.com/office/drawing/2016/SVG/main" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:embed="{id}"/></a:ext></a:extLst>'
)


def add_drawing(slide: Any, place: Place, svg: str, png: bytes, *, says: str) -> None:
    """Put a drawing on a slide, as large as its place allows.

    Args:
        slide: that it stands on.
        place: that it has.
        svg: the drawing.
        png: the same as a picture.
        says: for those who do not see it.
    """
    picture = slide.shapes.add_picture(BytesIO(png), *within(place, *size_of(svg)))
    picture._element.nvPicPr.cNvPr.set("descr", told(says))
    package = slide.part.package
    number = 1 + sum(part.content_type == "image/svg+xml" for part in package.iter_parts())
    part = Part(PackURI(f"/ppt/media/drawing{number}.svg"), "image/svg+xml", package, svg.encode("utf-8"))
    id = slide.part.relate_to(part, _IMAGE)
    picture._element.find(".//" + qn("a:blip")).append(parse_xml(_EXTENSION.format(id=id)))
