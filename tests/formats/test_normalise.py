import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cwsdiag.errors import SettingError
from cwsdiag.formats import COMPARABLE, NORMALISATIONS, Block
from cwsdiag.formats.normalise import _opencc
from tests.formats.helpers import read, sentences

NFKC = NORMALISATIONS["nfkc"].apply
T2S = NORMALISATIONS["t2s"].apply
NUMBERS = NORMALISATIONS["numbers"].apply
LATIN = NORMALISATIONS["latin"].apply
UNDERSCORES = NORMALISATIONS["underscores"].apply
CHARS = [
    char for code in range(1, sys.maxunicode + 1) if not (char := chr(code)).isspace() and not 0xD800 <= code < 0xE000
]


def test_nfkc_comes_after_parsing():
    assert read("１／２/m 个/q\n我/r 去/v\n", normalise=("nfkc",)).words == ["1/2", "个", "我", "去"]


def test_nfkc_never_empties_or_joins_words():
    changed = NFKC(Block(CHARS, [len(CHARS)])).words
    assert len(changed) == len(CHARS)
    assert all(changed)
    assert not any(part.isspace() for word in changed for part in word)


@given(st.lists(st.text(alphabet="e\u0301가가1１", min_size=1), min_size=1))
def test_nfkc_works_word_by_word(words):
    assert NFKC(Block(words, [len(words)])).words == [unicodedata.normalize("NFKC", word) for word in words]


def test_t2s():
    document = read("我們 在 圖書館\n乾 杯 ， 乾 坤\n", normalise=("t2s",))
    assert sentences(document) == [["我们", "在", "图书馆"], ["干", "杯", "，", "乾", "坤"]]


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


def is_digit(char):
    return unicodedata.category(char) == "Nd"


def is_latin(char):
    return unicodedata.category(char).startswith("L") and "LATIN" in unicodedata.name(char, "").split()


@pytest.mark.parametrize(("apply", "symbol", "counts"), [(NUMBERS, "0", is_digit), (LATIN, "X", is_latin)])
def test_every_character_by_itself(apply, symbol, counts):
    block = Block(CHARS, [len(CHARS)])
    assert apply(block) == block._replace(words=[symbol if counts(char) else char for char in CHARS])


@pytest.mark.parametrize(("apply", "symbol", "alike"), [(NUMBERS, "0", "17１３"), (LATIN, "X", "aZéｂ")])
@given(st.data())
def test_runs_word_by_word(apply, symbol, alike, data):
    words = data.draw(st.lists(st.text(alphabet=alike + "年，", min_size=1), min_size=1))

    def shortened(word):
        kept = [symbol if char in alike else char for char in word]
        return "".join(char for i, char in enumerate(kept) if i == 0 or char != symbol or kept[i - 1] != symbol)

    assert apply(Block(words, [len(words)])).words == [shortened(word) for word in words]


def test_underscores_and_what_is_nothing_else():
    block = Block(["học_sinh", "đi", "_", "__", "_a"], [2, 1, 2], None, [(0, "x"), (1, "y"), (2, "z"), (3, None)])
    assert UNDERSCORES(block) == Block(["họcsinh", "đi", "a"], [2, 1], None, [(0, "x"), (1, "y"), (1, "z"), (2, None)])
    assert UNDERSCORES(Block(["a_b", "_"], [], [3, 4])) == Block(["ab"], [], [3], [])
    assert read("Tôi là sinh_viên\n", normalise=("underscores",)).words == ["Tôi", "là", "sinhviên"]


def test_comparable_ones_keep_the_characters_however_text_is_cut():
    assert COMPARABLE == ("nfkc", "t2s", "underscores")
    for key, normalisation in NORMALISATIONS.items():
        cut, uncut = (
            normalisation.apply(Block(words, [len(words)])).words for words in (["2", "0a", "b", "_", "c"], ["20ab_c"])
        )
        assert ("".join(cut) == "".join(uncut)) == (key in COMPARABLE)
