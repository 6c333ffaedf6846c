"""Drawings that a browser hands in: taken as data, and only where nothing in them could run or be fetched."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cwsdiag.errors import DrawingError
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

# Characters: a chart of some thousand marks has a million.
MOST = 8_000_000
# What a chart is made of.
_PARTS = frozenset(
    (
        *("svg", "g", "defs", "desc", "title", "style", "symbol", "use", "a", "clipPath", "mask", "marker", "pattern"),
        *("circle", "ellipse", "line", "path", "polygon", "polyline", "rect", "image", "text", "textPath", "tspan"),
        *("linearGradient", "radialGradient", "stop"),
    )
)
_WITHIN = re.compile(r"#|data:image/(?:png|jpeg);base64,")
_FETCHED = re.compile(r"url\((?!\s*['\"]?#)|@import|expression\(|javascript:", re.IGNORECASE)


def accepted(svg: object) -> str:
    """Return a drawing that a browser handed in.

    Raises:
        DrawingError: it is too large, no SVG, or holds what could run, or asks for something outside it.
    """
    from xml.etree.ElementTree import ParseError, fromstring

    if not isinstance(svg, str) or len(svg) > MOST:
        raise _refused(lazy("it is larger than {most:,} characters", most=MOST))
    try:
        # Python's parser would take entities as a document defines them.
        root = fromstring(svg) if "<!DOCTYPE" not in svg else None
    except ParseError:
        raise _refused(lazy("it is no SVG")) from None
    if root is None or _local(root.tag) != "svg":
        raise _refused(lazy("it is no SVG"))
    for element in root.iter():
        _check(element)
    return svg


def _check(element: Element) -> None:
    name = _local(element.tag)
    if name not in _PARTS:
        raise _refused(lazy("there is a {name} in it", name=name))
    for key, value in element.attrib.items():
        attribute = _local(key)
        outside = attribute == "href" and value and not _WITHIN.match(value)
        if attribute.startswith("on") or outside or _FETCHED.search(value):
            raise _refused(lazy("its {name} asks for something outside it", name=name))
    if _FETCHED.search(element.text or "") and name == "style":
        raise _refused(lazy("its {name} asks for something outside it", name=name))


def _local(tag: object) -> str:
    # Comments have a function for a tag.
    return str(tag).rpartition("}")[2]


def _refused(why: str) -> DrawingError:
    said = lazy(
        "The browser gave a drawing that is not taken: {why}. Load the page again, and save once more.", why=why
    )
    return DrawingError(said)
