"""Reading files: gold, predictions and training data, in any of the formats in ``READERS``.

``read_document`` gives all words of a file, ``open_document`` streams them, ``survey`` tells what the file looks like.
"""

from cwsdiag.formats.base import Block, ContentKind, Reader, Role
from cwsdiag.formats.document import Document, open_document, read_document, survey
from cwsdiag.formats.encoding import Encoding
from cwsdiag.formats.normalise import COMPARABLE, NORMALISATIONS, Normalisation, comparable
from cwsdiag.formats.registry import READERS
from cwsdiag.formats.source import Source
from cwsdiag.formats.stream import DocumentStream
from cwsdiag.formats.survey import Facts, Summary
from cwsdiag.formats.wrappers import WRAPPERS

__all__ = [
    "COMPARABLE",
    "NORMALISATIONS",
    "READERS",
    "WRAPPERS",
    "Block",
    "Document",
    "DocumentStream",
    "Encoding",
    "Facts",
    "ContentKind",
    "Normalisation",
    "Reader",
    "Role",
    "Source",
    "Summary",
    "comparable",
    "open_document",
    "read_document",
    "survey",
]
