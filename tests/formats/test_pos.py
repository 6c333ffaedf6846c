import pytest
from hypothesis import given
from hypothesis import strategies as st

from cwsdiag.errors import FormatError
from cwsdiag.formats import Source
from cwsdiag.formats.readers.words import without_brackets
from tests.formats.helpers import read, read_document, tags


def test_a_word_keeps_its_part_of_speech():
    document = read("我们_PN 去_VV 北京_NR-LOC\n\n看_VV __PU 海_NN\n")
    assert tags(document) == ["PN", "VV", "NR-LOC", "VV", "PU", "NN"]
    assert tags(read("中央/n 台/n]nt 1/2/m", format="pos")) == ["n", "n", "m"]
    assert tags(read("我们_PN 去_V\u200bV", format="pos")) == ["PN", "V\\u200bV"]


TOKENS = st.lists(st.sampled_from(["我_N", "去_V", "__P", "a_b_X"]), max_size=4)


@given(st.lists(TOKENS, min_size=1), st.integers(1, 40))
def test_pieces_of_any_size_and_normalisations_keep_them(lines, chunk_size):
    text = "\n".join(map(" ".join, [["看_V"], *lines])).encode()
    for normalise in ((), ("nfkc", "t2s")):
        document = read_document(
            Source.from_bytes("a", text), role="gold", format="pos", normalise=normalise, chunk_size=chunk_size
        )
        pairs = [token.rpartition("_")[::2] for line in lines for token in line]
        assert list(zip(document.words, tags(document), strict=True)) == [("看", "V"), *pairs]


@pytest.mark.parametrize(
    ("tokens", "expected", "pairs"),
    [
        ("[中央/n 台/n", "[中央/n 台/n", 0),
        ("[中央/n 台/n]/nt", "中央/n 台/n", 1),
        ("[[上海/ns 市/n]ns 政府/n]nt", "上海/ns 市/n 政府/n", 2),
        ("[[/w 台/n]nt", "[/w 台/n", 1),
    ],
)
def test_only_pairs_of_brackets_are_cut(tokens, expected, pairs):
    assert without_brackets(tokens) == (expected, pairs)


@pytest.mark.parametrize(
    ("token", "problem"),
    [
        ("看看", "line 2: '看看' has no part of speech: expected word/POS.*format 'words'"),
        ("/v", "line 2: '/v' has no word or no tag"),
    ],
)
def test_bad_tokens(token, problem):
    with pytest.raises(FormatError, match=problem):
        read(f"{'我们/r 去/v ' * 5}\n我们/r {token} 海/n\n")


@pytest.mark.parametrize("text", ["我们 去 北京 看 http://a_b/c 好 吗", "a_b 我 去", "， 。 / _"])
def test_text_without_tags_is_not_taken_for_it(text):
    assert read(text).words == text.split()
