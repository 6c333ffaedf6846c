"""Places of words as lines: the same by plain loops over the words of a sentence."""

from hypothesis import given, settings
from hypothesis import strategies as st

from cwsdiag.loading import load
from cwsdiag.views.ribbons import lines
from tests.corpora import cases


def spans(corpus):
    start = 0
    for number, sentence in enumerate(corpus):
        for place, word in enumerate(sentence):
            yield start, start + len(word), number, place
            start += len(word)


def clipped(span, first, size):
    return max(-1, span[0] - first), min(size + 1, span[1] - first)


@settings(max_examples=60)
@given(cases(), st.integers(0, 6), st.integers(1, 3))
def test_lines_say_what_loops_say(case, around, size):
    gold, systems, _ = case
    dataset = load(gold=gold, systems=systems)
    cut = {system.name: system for system in dataset.systems}
    words = list(spans([sentence for sentence in gold if sentence]))
    chars = "".join(word for sentence in gold for word in sentence)
    # Several words in a row stand in as many sentences as they are of.
    firsts = range(max(0, len(words) - size + 1))
    made = lines(dataset.gold, cut, firsts, size=size, around=around)
    assert [line.word for line in made] == list(firsts)
    for line in made:
        (start, _, sentence, place), (_, end, last, _) = words[line.word], words[line.word + size - 1]
        assert (line.sentence, line.number) == (sentence, place)
        sentences = range(sentence, last + 1)
        inside = [
            i for s, e, of, _ in words if of in sentences for i in range(s, e) if start - around <= i < end + around
        ]
        first, shown = inside[0], len(inside)
        assert line.text == "".join(chars[i] for i in inside)
        assert line.text[slice(*line.span)] == chars[start:end]
        assert line.span[0] == start - first
        assert list(line.cuts) == [s - first for s, _, _, _ in words if first < s < first + shown]
        right = {(s, e) for s, e, _, _ in words}
        for name in systems:
            wrong = [
                clipped((s, e), first, shown)
                for s, e, _, _ in spans(systems[name])
                if (s, e) not in right and s < first + shown and e > first
            ]
            assert list(line.wrong[name]) == wrong
            assert line.off[name] == ()


def test_what_was_not_compared_is_neither_right_nor_wrong():
    gold = [["我们", "在", "北京"], ["北京", "的", "人"]]
    skipped = [["我们", "在", "北", "京"], ["南京", "的", "人"]]
    dataset = load(gold=gold, systems={"one": skipped}, mismatch="skip")
    line = lines(dataset.gold, {"a": dataset.system("one")}, [4])[0]
    assert line.wrong["a"] == ()
    assert line.off["a"]
    first = lines(dataset.gold, {"a": dataset.system("one")}, [2])[0]
    assert first.wrong["a"] == ((3, 4), (4, 5))
