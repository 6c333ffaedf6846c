"""The file formats that can be read. To add one: write its file, and add its line here."""

from __future__ import annotations

from cwsdiag.formats.base import Reader
from cwsdiag.formats.readers.conll import CONLL
from cwsdiag.formats.readers.json_text import JSON, JSONL
from cwsdiag.formats.readers.pos import POS
from cwsdiag.formats.readers.separated import SEPARATED
from cwsdiag.formats.readers.tags import TAGS, TAGS_END
from cwsdiag.formats.readers.words import WORD_COUNTS, WORD_LIST, WORDS

# Where two are equally sure of a file, the first of them reads it.
READERS: dict[str, Reader] = {
    "words": WORDS,
    "pos": POS,
    "separated": SEPARATED,
    "conll": CONLL,
    "tags": TAGS,
    "tags-end": TAGS_END,
    "json": JSON,
    "jsonl": JSONL,
    "word-list": WORD_LIST,
    "word-counts": WORD_COUNTS,
}
