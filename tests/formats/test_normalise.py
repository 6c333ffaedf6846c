import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cwsdiag.errors import SettingError
from cwsdiag.formats import NORMALISATIONS, Block
from cwsdiag.formats.normalise import _opencc
from tests.formats.helpers import read, sentences

NFKC = NORMALISATIONS["nfkc"].apply
T2S = NORMALISATIONS["t2s"].apply


def test_nfkc_makes_full_width_half_width():
    document = read("他 有 １２ 台 ＩＢＭ ，\nﾊﾟ ㈱\n", normalise=("nfkc",))
    assert sentences(document) == [["他", "有", "12", "台", "IBM", ","], ["パ", "(株)"]]


def test_nfkc_comes_after_parsing():
    assert read("１／２/m 个/q\n我/r 去/v\n", normalise=("nfkc",)).words == ["1/2", "个", "我", "去"]


def test_white_space_that_nfkc_makes_is_removed():
    assert NFKC(Block(["a\u00a8b", "\ufdfa"], [2])).words == [
        "a\u0308b",
        unicodedata.normalize("NFKC", "\ufdfa").replace(" ", ""),
    ]


def test_nfkc_never_empties_or_joins_words():
    words = [
        char
        for code in range(1, sys.maxunicode + 1)
        if not (char := chr(code)).isspace() and not 0xD800 <= code < 0xE000
    ]
    changed = NFKC(Block(words, [len(words)])).words
    assert len(changed) == len(words)
    assert all(changed)
    assert not any(part.isspace() for word in changed for part in word)


@given(st.lists(st.text(alphabet="e\u0301가가1１", min_size=1), min_size=1))
def test_nfkc_works_word_by_word(words):
    assert NFKC(Block(words, [len(words)])).words == [unicodedata.normalize("NFKC", word) for word in words]


def test_t2s():
    document = read("我們 在 圖書館\n乾 杯 ， 乾 坤\n", normalise=("t2s",))
    assert sentences(document) == [["我们", "在", "图书馆"], ["干", "杯", "，", "乾", "坤"]]


def test_t2s_leaves_simplified_text_as_it_is():
    block = Block(["我们", "在"], [2])
    assert T2S(block) is block


def test_t2s_of_a_word_list_keeps_the_counts():
    assert T2S(Block(["圖書", "館"], [], [3, 4])) == Block(["图书", "馆"], [], [3, 4])


def test_t2s_that_changes_a_length_falls_back_to_words(monkeypatch):
    class Converter:
        def convert(self, text):
            return text.replace("甲乙", "丙").replace("乙", "丁")

    monkeypatch.setattr("cwsdiag.formats.normalise._opencc", Converter)
    assert T2S(Block(["甲", "乙", "乙"], [2, 1])).words == ["甲", "丁", "丁"]


def test_t2s_without_opencc(monkeypatch):
    monkeypatch.setitem(sys.modules, "opencc", None)
    _opencc.cache_clear()
    with pytest.raises(SettingError, match="t2s needs opencc: pip install opencc"):
        T2S(Block(["圖書"], [1]))


def test_both_in_the_order_given():
    assert read("ＩＢＭ 電腦\n", normalise=("nfkc", "t2s")).words == ["IBM", "电脑"]


def test_unknown():
    with pytest.raises(SettingError, match="no normalisation 'nfc'. There are: nfkc, t2s"):
        read("我们 去", normalise=("nfc",))
