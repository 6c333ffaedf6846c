"""Places of words as lines, by hand."""

from cwsdiag.loading import load
from cwsdiag.views.ribbons import lines

GOLD = [["我们", "在", "北京"], ["好"], ["天气", "很", "好"]]
MADE = [["我", "们", "在北", "京"], ["好"], ["天", "气很", "好"]]


def line(first, *, made=MADE, mismatch="error", **options):
    dataset = load(gold=GOLD, systems={"one": made}, mismatch=mismatch)
    (found,) = lines(dataset.gold, {"a": dataset.system("one")}, [first], **options)
    return found


def test_a_line_has_the_sentence_around_a_word_where_gold_cuts_it_and_what_is_wrong():
    found = line(1)
    assert (found.word, found.sentence, found.number) == (1, 0, 1)
    assert (found.text, found.span, found.cuts) == ("我们在北京", (2, 3), (2, 3))
    assert (found.wrong["a"], found.off["a"]) == (((0, 1), (1, 2), (2, 4), (4, 5)), ())


def test_no_more_is_shown_than_so_many_characters_on_each_side():
    found = line(1, around=1)
    assert (found.text, found.span, found.cuts) == ("们在北", (1, 2), (1, 2))
    assert found.wrong["a"] == ((0, 1), (1, 3))
    # Words that reach out of it begin and end beside it.
    assert line(0, around=1).wrong["a"] == ((0, 1), (1, 2), (2, 4))
    assert line(5, around=0).wrong["a"] == ((-1, 1),)


def test_several_words_stand_in_as_many_sentences_as_they_are_of():
    found = line(2, size=3)
    assert (found.text, found.span, found.cuts) == ("我们在北京好天气很好", (3, 8), (2, 3, 5, 6, 8, 9))


def test_what_was_not_compared_is_neither_right_nor_wrong():
    skipped = [["我们", "在", "北", "京"], ["好"], ["阴", "天", "很", "好"]]
    found = line(4, made=skipped, mismatch="skip")
    assert found.wrong["a"] == () and found.off["a"]
    assert line(2, made=skipped, mismatch="skip").wrong["a"] == ((3, 4), (4, 5))
