import pytest

from cwsdiag.errors import FormatError, SettingError
from tests.formats.helpers import read

LIST = "我们\n北京\n的\n\n日出东方\n"


def test_a_word_a_line():
    document = read(LIST, "training")
    assert (document.summary.format, document.summary.kind) == ("word-list", "list")
    assert (document.words, document.sizes, document.counts) == (["我们", "北京", "的", "日出东方"], [], None)


@pytest.mark.parametrize("separator", [" ", "\t", "  ", " \t"])
@pytest.mark.parametrize("tail", ["", " n"])
def test_words_with_counts(separator, tail):
    tail = tail.replace(" ", separator)
    document = read(f"我们{separator}12{tail}\n的{separator}7{tail}\n", "training")
    assert (document.summary.format, document.summary.kind) == ("word-counts", "counts")
    assert (document.words, document.sizes, document.counts) == (["我们", "的"], [], [12, 7])


def test_blanks_inside_a_word_are_deleted():
    assert read(LIST + "New York\n", "training", format="word-list").words[-1] == "NewYork"
    document = read("我们\t12\nNew York\t3\n", "training", format="word-counts")
    assert (document.words, document.counts) == (["我们", "NewYork"], [12, 3])


def test_blank_lines_between_counts():
    assert read("\n我们 12\n\n的 3\n", "training").counts == [12, 3]


@pytest.mark.parametrize("role", ["gold", "system"])
def test_gold_and_systems_are_never_word_lists(role):
    assert read(LIST, role).summary.format == "words"
    with pytest.raises(SettingError, match="the format 'word-list' is for training data only"):
        read(LIST, role, format="word-list")


def test_unsegmented_text_is_no_word_list():
    text = "昨天下午我们在图书馆门口等了很久\n他说明天不会下雨\n"
    assert read(text, "training").summary.format == "words"


def test_segmented_text_is_no_word_list():
    assert read("我们 去\n" * 3 + "的\n" * 3, "training").summary.format == "words"


@pytest.mark.parametrize("count", ["0", "-1", "1.5", "many", "１２", "1" * 16, "1_0", ""])
@pytest.mark.parametrize("separator", [" ", "\t"])
def test_bad_counts(count, separator):
    with pytest.raises(FormatError, match="file.txt, line 31: '去.*': expected a word and how often it occurs"):
        read(f"我们{separator}12\n" * 30 + f"去{separator}{count}\n", "training")


def test_a_count_without_a_word():
    with pytest.raises(FormatError, match="line 2: .*expected a word and how often"):
        read("我们 12\n7\n", "training", format="word-counts")
