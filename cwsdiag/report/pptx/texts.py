"""Texts of slides: what XML can hold, in fonts that are named for Chinese, too."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from pptx.oxml.ns import qn
from pptx.oxml.xmlchemy import OxmlElement

from cwsdiag.languages.visible import visible

if TYPE_CHECKING:
    from collections.abc import Iterable

# There with every Office, on Windows and on a Mac; elsewhere the machine takes one of its own.
CHINESE_FONT = "Microsoft YaHei"
_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# What may stand behind the fonts in the properties of a text, by the schema of DrawingML.
_BEHIND = tuple(map(qn, ("a:cs", "a:sym", "a:hlinkClick", "a:hlinkMouseOver", "a:rtl", "a:extLst")))
_PROPERTIES = tuple(map(qn, ("a:rPr", "a:defRPr", "a:endParaRPr")))


def told(text: str) -> str:
    """Return a text with what is hidden in it written out, and a sign for each character that XML cannot hold."""
    return _NO_XML.sub("\ufffd", visible(text, keep="\n\t\r\v"))


def name_fonts(roots: Iterable[Any]) -> None:
    """Name the font of Chinese in all texts of some parts: programs that are not told one take any.

    Args:
        roots: elements of slides, notes, charts, layouts.
    """
    for root in roots:
        for run in root.iter(qn("a:r"), qn("a:fld")):
            if run.find(qn("a:rPr")) is None:
                run.insert(0, OxmlElement("a:rPr"))
        for properties in root.iter(*_PROPERTIES):
            _name(properties)


def _name(properties: Any) -> None:
    found = properties.find(qn("a:ea"))
    if found is None:
        found = OxmlElement("a:ea")
        behind = next((child for child in properties if child.tag in _BEHIND), None)
        if behind is None:
            properties.append(found)
        else:
            behind.addprevious(found)
    found.set("typeface", CHINESE_FONT)
