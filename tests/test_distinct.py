"""The distinct words of a text, found by spans, against a dict over its words as strings."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from cwsdiag.attributes import Context
from cwsdiag.text import Segmentation, text_of

# Few characters, so that words come again; some beyond 16 bits, one that is 0, one that ends the code points.
CHARS = st.sampled_from(["的", "a", "\x00", "𠀀", "\U0010ffff"])
TEXTS = st.text(CHARS, min_size=1, max_size=60)


@st.composite
def cut_twice(draw):
    """A text and two ways to cut it, as words."""
    chars = draw(TEXTS)
    ways = []
    for _ in range(2):
        inside = draw(st.sets(st.sampled_from(range(1, len(chars))))) if len(chars) > 1 else ()
        ends = [*sorted(inside), len(chars)]
        ways.append([chars[start:end] for start, end in zip([0, *ends], ends, strict=False)])
    return ways


def numbered(words):
    """The distinct words in the order in which they come, and the place of each word among them."""
    types = list(dict.fromkeys(words))
    return types, [types.index(word) for word in words]


@given(cut_twice())
def test_words_are_numbered_as_they_come(ways):
    ours, theirs = ways
    text, word_ends = text_of(ours, [len(ours)])
    gold = Segmentation("gold", text, word_ends)
    system = Segmentation("system", text, text_of(theirs, [len(theirs)])[1])
    of_gold = Context(gold, training=None)
    # Beside gold, and by itself.
    contexts = [Context(system, training=None, gold=of_gold), of_gold]
    contexts.append(Context(Segmentation("again", text, system.word_ends), training=None))
    for context, words, before in zip(contexts, (theirs, ours, theirs), (ours, [], []), strict=True):
        types, ids = numbered([*before, *words])
        assert (context.types, context.type_ids.tolist()) == (types, ids[len(before) :])
        assert context.type_ids.dtype == np.int32
        assert context.segmentation.surfaces() == words
        assert context.segmentation.words_at(1, 4) == words[1:4]


def test_a_text_without_words_has_no_distinct_ones():
    text, word_ends = text_of([], [])
    empty = Segmentation("empty", text, word_ends)
    assert (empty.distinct.words, len(empty.distinct.ids), empty.surfaces()) == ([], 0, [])
    assert empty.distinct_beside(Segmentation("gold", text, word_ends)).words == []
