"""What of a page is said outside the catalogue: read from a page that is shown in a language made for the purpose."""

import json
import re
from collections.abc import Callable
from contextlib import contextmanager
from html import unescape
from typing import Any
from xml.etree import ElementTree

from google.protobuf.json_format import MessageToDict

from cwsdiag import languages

# Fields of what Streamlit sends that people read, by the kind of the element.
_READ = {"alt", "body", "caption", "content", "help", "label", "options", "placeholder", "text"}
_READ_BY_SCREEN_READERS = re.compile(r'(?:title|aria-label|alt|placeholder|data-tip)="([^"]*)"')
_STYLE, _TAG, _ICON, _CODE = (
    re.compile(pattern, re.DOTALL)
    for pattern in (r"<style>.*?</style>", r"<[^>]*>", r":[a-z]+(?:/\w+:|\b)", r"`[^`]*`")
)
# Where Plotly puts a value.
_PLACE = re.compile(r"%\{[^}]*\}")
_WORD = re.compile(r"[A-Za-z]{3,}")
# A name that a chart has no room for.
_SHORTENED = re.compile(r"\S*…\S*")


class Marked:
    """A language whose texts are English between marks, so that whatever else is English can be told."""

    def gettext(self, message):
        return f"⟦{message}⟧"

    def ngettext(self, one, many, count):
        return f"⟦{one if count == 1 else many}⟧"

    def pgettext(self, context, message):
        return f"⟦{message}⟧"


# The code of the marked language: what is kept for each language is not kept for one that people speak.
MARKED = "xx"


@contextmanager
def marked(patch):
    """Know the marked language."""
    known: Callable[[str], Any] = languages.catalogue
    with patch.context() as inside:
        inside.setitem(languages.LANGUAGES, MARKED, "Marked")
        inside.setattr(languages, "catalogue", lambda code: Marked() if code == MARKED else known(code))
        yield


def unmarked(app, names):
    """Return the texts of a page that hold English words outside the marks.

    Args:
        app: the page in the marked language.
        names: words that are no English: names of files and systems, keys, terms that are the same everywhere.
    """
    return {
        text
        for text in texts(app)
        if {word.lower() for word in _WORD.findall(_SHORTENED.sub("", outside(text)))} - names
    }


def outside(text):
    """Return what stands outside the marks."""
    kept, depth = [], 0
    for character in text:
        if character == "⟧":
            depth -= 1
            kept.append(" ")
        depth += character == "⟦"
        if depth <= 0 and character != "⟧":
            kept.append(character)
    return "".join(kept)


def texts(app):
    """Yield all that people read of a page, or have read to them."""
    for element in _elements(app._tree):
        kind = getattr(element, "type", "")
        if kind == "arrow_data_frame":
            yield from _table(element)
        elif kind == "plotly_chart":
            told = _strings(json.loads(element.proto.spec), {"text", "title", "name", "hovertext", "ticktext"})
            yield from (_PLACE.sub("", _plain(text)) for text in told)
            yield element.proto.alt
        elif kind == "bidi_component":
            told = json.loads(element.proto.json or "{}")
            # Where a click leads, and which element is meant, nobody reads.
            unread = ("address", "sentence", "form", "style", "paper", "format", "name")
            for column in told.get("columns", ()):
                del column["key"]
            for offer in told.pop("offers", ()):
                yield from _strings([offer.get("save"), offer.get("pin")], None)
            if drawing := told.pop("svg", ""):
                yield from _drawn(drawing)
            yield from _strings({name: one for name, one in told.items() if name not in unread}, None)
        elif kind != "code":
            yield from map(_plain, _strings(MessageToDict(element.proto), _READ))


def _drawn(svg):
    """Yield the texts of a drawing, and what is told of its parts."""
    for element in ElementTree.fromstring(svg).iter():
        if element.tag.rpartition("}")[2] in ("text", "title"):
            yield element.text or ""
        yield element.get("aria-label", "")


def _elements(block):
    for child in block.children.values():
        if getattr(child, "proto", None) is not None:
            yield child
        if getattr(child, "children", None):
            yield from _elements(child)


def _table(element):
    yield element.proto.alt
    columns = json.loads(element.proto.columns or "{}")
    shown = set(element.proto.column_order) or {name for name, of in columns.items() if of and not of.get("hidden")}
    for name in shown:
        column = columns.get(name) or {}
        yield str(column.get("label", ""))
        yield _plain(str(column.get("help") or ""))
        if name in element.value and element.value[name].dtype == object:
            yield from (cell for cell in element.value[name] if isinstance(cell, str))


def _strings(value, fields, field=""):
    if isinstance(value, dict):
        for name, one in value.items():
            yield from _strings(one, fields, name)
    elif isinstance(value, list):
        for one in value:
            yield from _strings(one, fields, field)
    elif isinstance(value, str) and (fields is None or field in fields):
        yield value


def _plain(text):
    """Return a text without its markup, and with what only screen readers and pointers get of it."""
    text = _STYLE.sub("", text)
    told = " ".join(_READ_BY_SCREEN_READERS.findall(text))
    return _CODE.sub("", _ICON.sub("", unescape(_TAG.sub(" ", text)))) + " " + unescape(told)
