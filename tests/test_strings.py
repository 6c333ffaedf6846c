"""String counts, and how a text cuts strings, against a search at every place."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from cwsdiag.strings import StringCounter, WayCounter
from cwsdiag.text import text_of
from tests.corpora import corpora

strings = st.sets(st.text("中国人a😀", min_size=1, max_size=12), max_size=20)


# What many long words have in common: how they begin, how they end, or that they go on as they began.
ALIKE = ["https://", "www.news.cn/", "/2026/11/", ".html", "a", "aa", "a" * 15, "ab" * 9, "😀中" * 17, "😀", "中"]


@st.composite
def alike(draw):
    """Text whose words share beginnings and ends or repeat themselves, in pieces, and strings out of it and like it."""
    line = st.lists(st.sampled_from(ALIKE), max_size=7)
    pieces = draw(st.lists(st.lists(line, min_size=1, max_size=3).filter(any), min_size=1, max_size=3))
    lines = ["".join(words) for corpus in pieces for words in corpus]
    wanted = {"".join(words) for words in draw(st.lists(line, max_size=5))}
    for _ in range(draw(st.integers(0, 12))):
        chars = draw(st.sampled_from(lines))
        begin = draw(st.integers(0, len(chars)))
        wanted.add(chars[begin : begin + draw(st.integers(1, 80))] + draw(st.sampled_from(["", "", "a", "中"])))
    return pieces, wanted - {""}


def ways_of(corpus, string):
    """How a text cuts a string: the words of every occurrence, each cut down to the string."""
    found = Counter()
    for sentence in corpus:
        owners = [number for number, word in enumerate(sentence) for _ in word]
        chars = "".join(sentence)
        for place in range(len(chars)):
            end = place + len(string)
            if not chars.startswith(string, place):
                continue
            pieces = []
            for at in range(place, end):
                if pieces and owners[at] == owners[at - 1]:
                    pieces[-1] += chars[at]
                else:
                    pieces.append(chars[at])
            opens = place == 0 or owners[place - 1] != owners[place]
            closes = end == len(chars) or owners[end - 1] != owners[end]
            found[tuple(pieces), opens, closes] += 1
    return found


@given(st.tuples(st.lists(corpora(), min_size=1, max_size=3), strings) | alike())
def test_overlapping_occurrences_within_sentences_and_how_they_are_cut(drawn):
    pieces, wanted = drawn
    # Strings that do occur, long ones among them, beside those drawn.
    wanted |= {"".join(sentence)[:10] for corpus in pieces for sentence in corpus if any(sentence)}
    # An empty string is nowhere.
    counter, cutter = StringCounter(wanted | {""}), WayCounter(wanted)
    ways = {string: Counter() for string in wanted}
    for corpus in pieces:
        text, word_ends = text_of([w for s in corpus for w in s], [len(s) for s in corpus])
        counter.add(text.codes, text.sentence_ends)
        cutter.add(text.codes, text.sentence_ends, word_ends)
        for string, found in ways.items():
            found.update(ways_of(corpus, string))
    assert counter.counts() == {string: found.total() for string, found in ways.items()}
    cut = cutter.ways()
    mine = {string: {(way.pieces, way.opens, way.closes): way.count for way in found} for string, found in cut.items()}
    assert mine == {string: found for string, found in ways.items() if found and len(string) > 1}
    for found in cut.values():
        assert [way.count for way in found] == sorted((way.count for way in found), reverse=True)
