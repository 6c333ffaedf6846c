"""Whatever the bytes are: words, or one clear message."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cwsdiag.errors import CwsdiagError
from cwsdiag.formats import READERS
from cwsdiag.formats.document import read_document
from tests.formats.helpers import source, survey

PIECES = st.sampled_from(
    [
        "我",
        "们",
        "B",
        "I",
        "E",
        "S",
        "0",
        "1",
        "12",
        "#",
        "/n",
        "_NN",
        "[",
        "]",
        "]nt",
        "{",
        '"words"',
        '"text"',
        ":",
        ",",
    ]
    + ["/", "|", "\u200b", "1. ", "```", "“", "”", "**", '"output"']
    + ["-", ".", "\t", " ", "\n", "\n\n", "\r", "\r\n", "\ufeff", "\u3000", "\x1c", "\0", "\\", "\\ud842", "\U00020bb7"]
)
TEXTS = st.lists(PIECES, max_size=30).map("".join)


def words_or_message(data, role, format):
    try:
        document = read_document(source(data), role=role, format=format)
        facts = survey(source(data), role=role, format=format)
    except CwsdiagError as error:
        message = str(error)
        assert message
        assert len(message.splitlines()) <= 10
        assert all(line.isprintable() for line in message.splitlines())
        return
    assert document.words
    assert not any(char.isspace() and char not in "\x1c\x1d\x1e\x1f" for word in document.words for char in word)
    assert all(document.words)
    assert sum(document.sizes) == (len(document.words) if document.facts.kind == "segmented" else 0)
    assert (facts.words, facts.sentences) == (len(document.words), len(document.sizes))


@pytest.mark.parametrize("format", [None, *READERS])
@given(text=TEXTS, role=st.sampled_from(["gold", "system", "training"]))
@settings(max_examples=40)
def test_any_text(format, text, role):
    if text:
        words_or_message(text.encode(), role, format)
