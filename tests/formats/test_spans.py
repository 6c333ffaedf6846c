"""Words between white space, found as spans, against the reader that splits lines."""

from hypothesis import example, given
from hypothesis import strategies as st

from cwsdiag.formats.readers.words import cut_at_white, parse

# All that is white space, what Python alone takes for it, and characters of one, two and four bytes.
WHITE = [*"\t\n\v\f\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000", *map(chr, range(0x2000, 0x200B))]
CHARS = st.sampled_from(
    [*WHITE, *"\x1c\x1d\x1e\x1f\u200b\ufeff", "a", "的", "\x00", "𠀀", "\U0010ffff", "\ud800", "\u3001"]
)


@given(st.text(CHARS, max_size=40))
@example("")
@example("\n\n")
@example("一 二\n 三\n")
def test_spans_are_the_words_of_lines(text):
    found, wanted = cut_at_white(text), parse(text, 1)
    assert list(found.words) == wanted.words
    assert found.sizes == wanted.sizes
    assert len(found.words) == len(wanted.words)
    assert found.words[1:3] == wanted.words[1:3]
