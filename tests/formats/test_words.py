import pytest

from tests.formats.helpers import read, sentences

# White_Space of PropList.txt in the Unicode Character Database.
WHITE_SPACE = [
    *range(0x9, 0xE), 0x20, 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000,
]  # fmt: skip


@pytest.mark.parametrize("with_separator_control", [False, True])
def test_only_unicode_white_space_separates(with_separator_control):
    # U+001C in another line sends the whole text down the exact path.
    extra = "\n\x1c\n" if with_separator_control else "\n我\n"
    codes = [code for code in range(1, 0x3100) if chr(code) not in "\n\r\ufeff" and not 0x1C <= code <= 0x1F]
    document = read("\n".join(f"我{chr(code)}们" for code in codes) + extra, format="words")
    for code, words in zip(codes, sentences(document)[:-1], strict=True):
        assert words == (["我", "们"] if code in WHITE_SPACE else [f"我{chr(code)}们"]), hex(code)


def test_lines_end_at_lf_crlf_and_cr_only():
    assert sentences(read("我\r\n\r们 去\r看\n\n \n海\x0b天\u2028地")) == [
        ["我"],
        ["们", "去"],
        ["看"],
        ["海", "天", "地"],
    ]


def test_feff_is_deleted_everywhere_and_separates_nothing():
    assert read("\ufeff我\ufeff们 去\ufeff\n\ufeff \ufeff\n").words == ["我们", "去"]
