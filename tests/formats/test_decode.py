from hypothesis import given
from hypothesis import strategies as st

from cwsdiag.formats.encoding import Encoding, count_lines, cut_at, decoded, with_line_feeds

TEXTS = st.text(alphabet="我a𠮷\r\n\ufeff ", max_size=40)


def pieces_of(data, size):
    return [data[start : start + size] for start in range(0, len(data), size)]


@given(TEXTS, st.integers(1, 7), st.sampled_from(["utf-8", "gb18030", "utf-16-le", "utf-16-be"]))
def test_chunks_do_not_change_the_text(text, size, codec):
    encoding = Encoding(codec, False, codec, "")
    pieces = list(decoded(pieces_of(text.encode(codec), size), encoding, "f"))
    assert "".join(pieces) == text
    assert all(pieces)
    assert "".join(map(with_line_feeds, pieces)) == with_line_feeds(text)
    assert sum(map(count_lines, pieces)) == count_lines(text) == with_line_feeds(text).count("\n")


@given(st.lists(st.text(alphabet="a\n", min_size=1, max_size=5), max_size=12), st.sampled_from(["\n", "\n\n"]))
def test_cuts_are_only_after_separators(texts, separator):
    cut = list(cut_at(texts, separator))
    assert "".join(cut) == "".join(texts)
    assert all(cut)
    assert all(piece.endswith(separator) for piece in cut[:-1])


def test_a_line_over_many_pieces_is_looked_through_once():
    # 40 MB: looked through anew for each piece, it would take minutes.
    pieces = ["a" * 1000] * 40_000
    assert list(cut_at([*pieces, "\nb"], "\n")) == ["".join(pieces) + "\n", "b"]
