"""String counts, and how a text cuts strings, against a search at every place."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from cwsdiag.strings import StringCounter, WayCounter
from cwsdiag.text import text_of
from tests.corpora import corpora

strings = st.sets(st.text("中国人a😀", min_size=1, max_size=12), max_size=20)


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


@given(st.lists(corpora(), min_size=1, max_size=3), strings)
def test_overlapping_occurrences_within_sentences_and_how_they_are_cut(pieces, wanted):
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
