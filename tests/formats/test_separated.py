"""Words between separators: found out where that is plain, or asked for."""

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from cwsdiag.errors import SettingError
from tests.formats.helpers import read, read_document, sentences, source, survey

WHITE = " \t\u3000"


@pytest.mark.parametrize(
    ("text", "separator", "words"),
    [
        ("我们 / 喜欢 / 分词 / 吗 /\n好。\n", "/", [["我们", "喜欢", "分词", "吗"], ["好。"]]),
        ("1. 我们|喜欢|分词\n2. 你|好\n", "|", [["1.我们", "喜欢", "分词"], ["2.你", "好"]]),
        ("我们|和/或|他们|走\n我|去|北/京\n", "|", [["我们", "和/或", "他们", "走"], ["我", "去", "北/京"]]),
        ("我们\u200b喜欢\u200b分词 你\u200b好\n", "\u200b", [["我们", "喜欢", "分词", "你", "好"]]),
    ],
)
def test_plain_separators_are_found_out(text, separator, words):
    document = read(text)
    assert (document.facts.format, document.facts.separator.chars) == ("separated", separator)
    assert sentences(document) == words


@pytest.mark.parametrize(
    ("text", "format"),
    [
        ("我们/r 喜欢/v 分词/n\n你/r 好/a\n", "pos"),
        ("我们 喜欢 | 分词 技术 | 很多\n他们 也 | 喜欢 它 | 吗\n", "words"),
        ("我们_喜欢_分词\n你_好\n", "words"),
        ("这是没有分词的一个句子/还有后面很长的一半\n另外一个没有分词的句子/它也还有很长的一半\n", "words"),
        ("我们 喜欢\u200b分词 的 人\n他们 也 喜欢\u200b它 的\n", "words"),
        ('["我/们", "喜/欢"]\n["你/好", "分/词"]\n', "jsonl"),
    ],
)
def test_what_is_not_plain_is_read_as_before(text, format):
    document = read(text)
    assert (document.facts.format, document.facts.separator) == (format, None)


def test_what_the_first_lines_say_holds_for_the_file():
    document = read("我们/喜欢/分词\n" * 200 + "后来 的 行 没有 斜线 了\n" * 300)
    assert (document.facts.format, document.words[-1]) == ("separated", "后来的行没有斜线了")


@pytest.mark.parametrize(
    ("separator", "text", "words"),
    [
        ("U+005F", "我们_喜欢\n", ["我们", "喜欢"]),
        ("<sep>", "我们<sep>喜欢<sep><sep>分词<sep>\n", ["我们", "喜欢", "分词"]),
        ("\t", "học sinh\tđi học\tbài\thôm nay\n", ["họcsinh", "đihọc", "bài", "hômnay"]),
    ],
)
def test_separators_that_are_asked_for(separator, text, words):
    document = read_document(source(text), role="gold", separator=separator)
    assert document.words == words
    assert document.facts.warnings == ()


@pytest.mark.parametrize(("separator", "format"), [("", None), ("中", None), ("\0", None), ("/", "conll")])
def test_what_cannot_separate(separator, format):
    with pytest.raises(SettingError, match="separator"):
        read_document(source("我们/喜欢\n"), role="gold", separator=separator, format=format)


def test_a_separator_of_all_files_is_passed_over_where_words_stand_between_blanks_and_that_is_said():
    document = read_document(source("我们 和 / 或 他们\n"), role="gold", separator="/")
    assert document.words == ["我们", "和", "/", "或", "他们"]
    (warning,) = document.warnings
    assert warning == "file.txt: its words do not stand between /; it is read as words separated by white space."
    named = read_document(source("我们 和 / 或 他们\n"), role="gold", separator="/", format="separated")
    assert named.words == ["我们和", "或他们"]


def test_the_survey_says_what_it_took_and_what_it_left_out():
    found = survey(source("我们/喜 欢//分词\n/你/好/\n他\n" + "去/看/海\n" * 5), role="system")
    assert found.separators == {"/": 13}
    assert found.separator.reason == "it stands in 100% of the lines with several words"
    assert found.stripped == {"white space characters in words": 1, "pairs of separators with nothing between": 1}
    assert found.reading == "separated,/,utf-8"
    assert survey(source("我|们|喜|欢\n"), role="system").reading == "separated,U+007C,utf-8"


def cut_by_hand(line, separator):
    """What stands between separators, without white space; one of no width is white space too."""
    if separator == "\u200b":
        line = "".join(separator if char in WHITE else char for char in line)
    pieces = ("".join(char for char in piece if char not in WHITE) for piece in line.split(separator))
    return [piece for piece in pieces if piece]


SEPARATORS = st.sampled_from(["/", "|", "_", "\u200b", "//", "<sep>", "、", "U+00B7", "😀", "\t"])


@given(line=st.text("我们ab/|_\u200b<sep>、·😀" + WHITE, max_size=40), separator=SEPARATORS)
@example(line="/ /", separator="/")
def test_lines_are_cut_as_by_hand(line, separator):
    assume(any(cut_by_hand(line, "·" if separator == "U+00B7" else separator)))
    document = read_document(source(line + "\n"), role="gold", format="separated", separator=separator)
    assert document.words == cut_by_hand(line, "·" if separator == "U+00B7" else separator)


WORDS = st.lists(
    st.lists(st.text("我们中ab1.，\u0301𠮷กำខ្", min_size=1, max_size=5), min_size=1, max_size=6), min_size=1, max_size=5
)


@given(corpus=WORDS, separator=st.sampled_from(["|", "/", "\u200b"]))
def test_what_is_found_out_is_read_back(corpus, separator):
    document = read("".join(separator.join(words) + "\n" for words in corpus))
    assume(document.facts.separator is not None)
    assert sentences(document) == corpus
