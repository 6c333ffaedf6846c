"""Reading files: gold, predictions and training data, in any of the formats in ``READERS``.

``open_document`` streams the words of a file and can tell what it looks like; ``cwsdiag.formats.document`` has all its
words.
"""

from cwsdiag.formats.base import Block, ContentKind, Reader, Role
from cwsdiag.formats.encoding import Encoding
from cwsdiag.formats.normalise import COMPARABLE, NORMALISATIONS, Normalisation, comparable
from cwsdiag.formats.source import Source
from cwsdiag.formats.stream import READERS, DocumentStream, open_document
from cwsdiag.formats.survey import Facts
from cwsdiag.formats.wrappers import WRAPPERS

__all__ = [
    "COMPARABLE",
    "NORMALISATIONS",
    "READERS",
    "WRAPPERS",
    "Block",
    "DocumentStream",
    "Encoding",
    "Facts",
    "ContentKind",
    "Normalisation",
    "Reader",
    "Role",
    "Source",
    "comparable",
    "open_document",
]
