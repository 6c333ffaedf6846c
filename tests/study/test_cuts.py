"""How a corpus segments a string against a walk over every sentence."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from cwsdiag.study import Concordance
from tests.oracles import study as oracle
from tests.study.helpers import text, texts


@st.composite
def cases(draw):
    """A text and a string, as a rule one that it has."""
    sentences = draw(texts)
    chars = "".join(draw(st.sampled_from([sentence for sentence in sentences if sentence])))
    start = draw(st.integers(0, len(chars) - 1))
    inside = chars[start : start + draw(st.integers(1, 4))]
    return sentences, draw(st.one_of(st.just(inside), st.just(inside), st.text("中国", min_size=1, max_size=3)))


@settings(max_examples=200)
@given(cases(), st.integers(1, 5))
def test_cuts_and_places_are_as_the_oracle_has_them(case, limit):
    sentences, string = case
    found = Concordance(text(sentences), string)
    places = oracle.places(sentences, string)
    assert len(found) == len(places)
    cuts = found.cuts()
    assert Counter({(cut.words, cut.before): count for cut, count in cuts}) == Counter(cut for *_, cut in places)
    assert [count for _, count in cuts] == sorted((count for _, count in cuts), reverse=True)
    for cut, _ in cuts:
        assert cut.length == len(string)
        assert cut.manner == oracle.manner((cut.words, cut.before), string)
    held = [tuple(sentence) for sentence in sentences if sentence]
    for cut, _ in cuts:
        wanted = [one for one in places if one[2] == (cut.words, cut.before)]
        mine = found.places(cut, limit=limit)
        assert [(place.words, place.start) for place in mine] == [(held[at], start) for at, start, _ in wanted[:limit]]
        for place in mine:
            assert "".join(place.words)[place.start : place.end] == string
