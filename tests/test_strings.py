"""String counts against a search at every place."""

from hypothesis import given
from hypothesis import strategies as st

from cwsdiag.strings import StringCounter
from cwsdiag.text import text_of
from tests.corpora import corpora

strings = st.sets(st.text("中国人a😀", min_size=1, max_size=12), max_size=20)


@given(st.lists(corpora(), min_size=1, max_size=3), strings)
def test_overlapping_occurrences_within_sentences(pieces, wanted):
    # Strings that do occur, long ones among them, beside those drawn.
    wanted |= {"".join(sentence)[:10] for corpus in pieces for sentence in corpus if sentence}
    counter = StringCounter(wanted)
    expected = dict.fromkeys(wanted, 0)
    for corpus in pieces:
        text, _ = text_of([w for s in corpus for w in s], [len(s) for s in corpus])
        counter.add(text.codes, text.sentence_ends)
        for sentence in ("".join(s) for s in corpus):
            for string in wanted:
                expected[string] += sum(sentence.startswith(string, i) for i in range(len(sentence)))
    assert counter.counts() == expected


def test_strings_with_one_prefix_and_empty_ones():
    wanted = ["一二三四五六七八九", "一二三四五六七八十", "一二三四五六七八", ""]
    text, _ = text_of(["一二三四五六七八九", "一二三四五六七八十一"], [1, 1])
    counter = StringCounter(wanted)
    counter.add(text.codes, text.sentence_ends)
    assert counter.counts() == {wanted[0]: 1, wanted[1]: 1, wanted[2]: 2}
