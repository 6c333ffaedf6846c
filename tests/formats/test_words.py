import sys
import unicodedata

import pytest

from tests.formats.helpers import read, sentences

# White_Space of PropList.txt in the Unicode Character Database.
WHITE_SPACE = [
    *range(0x9, 0xE), 0x20, 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000,
]  # fmt: skip


@pytest.mark.parametrize("gap", [" ", "  ", "\t", "\u3000", " \u3000\t ", "\x0b", "\u2028", "\x85"])
def test_any_white_space_separates(gap):
    document = read(f"{gap}我们{gap}去{gap}\n看{gap}海\n")
    assert document.facts.format == "words"
    assert sentences(document) == [["我们", "去"], ["看", "海"]]


@pytest.mark.parametrize("with_separator_control", [False, True])
def test_only_unicode_white_space_separates(with_separator_control):
    # U+001C in another line sends the whole text down the exact path.
    extra = "\n\x1c\n" if with_separator_control else "\n我\n"
    for code in range(1, 0x3100):
        char = chr(code)
        if char in "\n\r\ufeff" or 0x1C <= code <= 0x1F:
            continue
        document = read(f"我{char}们{extra}", format="words")
        expected = ["我", "们"] if code in WHITE_SPACE else [f"我{char}们"]
        assert document.words[:-1] == expected, hex(code)


def test_white_space_is_all_that_python_knows():
    python = {code for code in range(sys.maxunicode + 1) if chr(code).isspace()}
    assert python - set(WHITE_SPACE) == {0x1C, 0x1D, 0x1E, 0x1F}, unicodedata.unidata_version


def test_information_separators_are_characters():
    assert read("我\x1c们 去\x1f\n").words == ["我\x1c们", "去\x1f"]


def test_lines_end_at_lf_crlf_and_cr_only():
    assert sentences(read("我\r\n\r们 去\r看\n\n \n海\x0b天\u2028地")) == [
        ["我"],
        ["们", "去"],
        ["看"],
        ["海", "天", "地"],
    ]


def test_feff_is_deleted_everywhere_and_separates_nothing():
    assert read("\ufeff我\ufeff们 去\ufeff\n\ufeff \ufeff\n").words == ["我们", "去"]
