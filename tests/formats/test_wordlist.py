import pytest

from cwsdiag.errors import EncodingError, SettingError
from tests.formats.helpers import counts, read

LIST = "我们\n北京\n的\n\n日出东方\n"


def test_a_word_a_line():
    document = read(LIST, "training")
    assert document.facts.format == "word-list"
    assert (document.words, document.sizes, counts(LIST)) == (["我们", "北京", "的", "日出东方"], [], None)


@pytest.mark.parametrize(("separator", "tail"), [(" ", ""), ("\t", ""), ("  ", " n"), (" \t", "\tn")])
def test_words_with_counts(separator, tail):
    text = f"我们{separator}12{tail}\n的{separator}7{tail}\n"
    document = read(text, "training")
    assert document.facts.format == "word-counts"
    assert (document.words, document.sizes, counts(text)) == (["我们", "的"], [], [12, 7])


@pytest.mark.parametrize("role", ["gold", "system"])
def test_gold_and_systems_are_never_word_lists(role):
    assert read(LIST, role).facts.format == "words"
    with pytest.raises(SettingError, match="the format 'word-list' is for training data only"):
        read(LIST, role, format="word-list")


def test_segmented_text_is_no_word_list():
    assert read("我们 去\n" * 3 + "的\n" * 3, "training").facts.format == "words"


@pytest.mark.parametrize("encoding", ["utf-8", "cp950"])
def test_a_line_with_a_stray_byte_is_left_out_and_named(encoding):
    lines = ["我們", "北京", "的", "日出", "東方", "喜歡", "大學", "學習"]
    data = [line.encode(encoding) for line in lines]
    data.insert(2, "香".encode(encoding) + b"\x80" + "港".encode(encoding))
    document = read(b"\n".join(data) + b"\n", "training")
    assert (document.facts.format, document.facts.encoding.codec) == ("word-list", encoding)
    assert (document.words, document.facts.lines) == (lines, 9)
    (warning,) = document.warnings
    assert warning.startswith("file.txt: left out of this word list") and warning.endswith(": line 3 (80).")


def test_many_stray_bytes_are_another_encoding():
    words = [chr(0x4E00 + place) for place in range(40)]
    data = "\n".join(words).encode() + b"\n\x80" * 11
    with pytest.raises(EncodingError, match="line 41, byte 160: not UTF-8: 80"):
        read(data, "training", format="word-list")
    assert len(read(data[:-2], "training", format="word-list").words) == 40
