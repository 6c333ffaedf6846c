"""Attributes with categories: the class of a word, its part of speech, labels of its sentence (METHODS 2, 12).

What a word is by its characters alone: number or date, Latin, punctuation, or something else (METHODS 12).

Closed lists hold simplified and traditional forms.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from unicodedata import category, name

from cwsdiag.attributes.base import CATEGORIES, LABEL, SLICE, Attribute, Context, NamedSlice
from cwsdiag.languages import lazy
from cwsdiag.text import Categories, frozen

_NUMERALS = "0-9０-９〇零一二两兩三四五六七八九十百千万萬亿億"

# For dates and times; for what is measured; for what is counted. What often follows 一 without counting is left out:
# 起 (一起, together), 样 and 樣, 般, 同, 直, 旦.
_UNITS = """
    世纪 世紀 年代 年级 年級 年 季度 月份 个月 個月 月 星期 周 週 日 号 號 天 夜 晚 代 届 屆 期 岁 歲
    小时 小時 分钟 分鐘 毫秒 时 時 分 秒 点 點 刻

    公里 千米 平米 厘米 毫米 公分 公尺 英里 英尺 英寸 海里 米 里 尺 寸 丈 km cm mm m 吋 呎 哩
    平方公里 平方千米 平方英里 平方米 平方尺 立方米 公顷 公頃 亩 畝 公斤 千克 毫克 斤 克 吨 噸 kg g 升
    摄氏度 攝氏度 度 ° ℃ 千瓦 瓦 伏 马力 馬力 % ％ ‰ 美元 欧元 歐元 日元 港元 港币 港幣 英镑 英鎊 元 角 毛

    人次 部分 个 個 只 隻 张 張 位 名 台 臺 把 块 塊 家 条 條 句 片 次 遍 场 場 根 辆 輛 套 间 間 格 碗 份 件 双 雙
    瓶 批 笔 筆 排 盏 盞 袋 首 页 頁 折 声 聲 座 口 道 顿 頓 粒 艘 级 級 轮 輪 列 层 層 楼 樓 卷 册 冊 本 篇 章
    节 節 段 行 项 項 类 類 种 種 款 架 门 門 封 箱 包 杯 桶 锅 鍋 罐 步 圈 趟 阵 陣 局 支 枝 枚 颗 顆 棵 株 朵
    头 頭 匹 群 串 堆 户 戶 栋 棟 扇 对 對 幅 部 集 所 倍 成 顶 頂 副 股 滴 团 團 枪 槍 站 路
"""

_NUMBER = rf"(?:[{_NUMERALS}](?:[{_NUMERALS}.,．，]*[{_NUMERALS}])?|[几幾数數半][{_NUMERALS}]*)"
_UNIT = "|".join(sorted(_UNITS.split(), key=len, reverse=True))
_ABOUT = "[多余餘来來几幾]"
# A number with what it counts, measures or dates, and ordinals, rough numbers and fractions.
# Of so many parts at most: 半 ends a part or begins the next, so that each more doubles what is tried.
_AMOUNT = re.compile(
    rf"第?(?:{_NUMBER}{_ABOUT}?[万萬亿億]?(?:{_UNIT})[多余餘半]?){{1,8}}{_NUMBER}?"
    rf"|第{_NUMBER}|{_NUMBER}[多余餘]|{_NUMBER}分之{_NUMBER}"
)
_LATIN = "A-Za-zＡ-Ｚａ-ｚÀ-ÖØ-öø-ɏ"
_LATIN_OR_DIGIT = f"0-9０-９{_LATIN}"
# Latin letters and digits, with the signs that stand inside such runs; at least two characters.
_LATIN_RUN = re.compile(rf"[{_LATIN_OR_DIGIT}][{_LATIN_OR_DIGIT}.,:/&'’_+~@．，：／－–-]*[{_LATIN_OR_DIGIT}+]")
# Dates as 3·15 among them; 几 and 数 are numbers only before a numeral.
_BARE_NUMBER = re.compile(
    rf"[+＋−－-]?[{_NUMERALS}](?:[{_NUMERALS}.,:/·．，：／－–-]*[{_NUMERALS}])?|[几幾数數][{_NUMERALS}]+"
)
_LATIN_LETTER = re.compile(f"[{_LATIN}]")

WORD_CLASSES = ("number", "latin", "punctuation", "other")


def word_class(word: str) -> str:
    """Return which of ``WORD_CLASSES`` a word belongs to, the first whose rule says yes.

    Args:
        word: at least one character. ``number``: a number, with its unit, date or time, or without. ``latin``: a Latin
            letter, alone or with others, digits and the signs inside such runs. ``punctuation``: no letter and no digit
            of any script (Unicode L, N) in it.
    """
    if _BARE_NUMBER.fullmatch(word) or _AMOUNT.fullmatch(word):
        return "number"
    if _LATIN_LETTER.search(word) and (len(word) == 1 or _LATIN_RUN.fullmatch(word)):
        return "latin"
    return "other" if any(map(str.isalnum, word)) else "punctuation"


_HAN = re.compile("[\u2e80-\u2fdf々〇\u3021-\u3029\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+")
# Signs that several scripts write within words, by the beginnings of their names.
_SHARED = ("KATAKANA-HIRAGANA",)
_WIDTHS = ("FULLWIDTH", "HALFWIDTH")
MIXED = "mixed"


@lru_cache(maxsize=1 << 18)
def class_of(word: str) -> str:
    """Return the class of a word: number, latin, punctuation, han, the name of another script, or mixed.

    ``han`` are words of Han characters alone, and so for every other script, by the names of Unicode; marks within
    words belong to any.
    """
    cls = word_class(word)
    if cls != "other":
        return cls
    if _HAN.fullmatch(word):
        return "han"
    scripts = {_script(char) for char in word if category(char)[0] != "M"} - {""}
    return scripts.pop() if len(scripts) == 1 else MIXED


def _script(char: str) -> str:
    """Return the script of a character by its name in Unicode; empty for what several share, mixed without a name."""
    script = next((word for word in name(char, "").split() if word not in _WIDTHS), MIXED)
    return "" if script in _SHARED else script.lower()


def word_classes(context: Context) -> Categories:
    """Return the class of each word."""
    of_types = Categories.of([class_of(word) for word in context.types])
    return Categories(of_types.names, frozen(of_types.codes[context.type_ids]))


def parts_of_speech(context: Context) -> Categories:
    """Return for each word the part of speech of the gold word that covers its last character."""
    pos = context.gold.segmentation.pos
    assert pos is not None  # the attribute is undefined without
    return Categories(pos.names, frozen(pos.codes[context.gold_words]))


def label_attributes(labels: Mapping[str, Categories]) -> list[Attribute]:
    """Return an attribute of each label of the gold sentences: ``label:genre``."""

    def compute(of_sentences: Categories, context: Context) -> Categories:
        return Categories(of_sentences.names, frozen(of_sentences.codes[context.segmentation.sentence_ids]))

    return [
        _named(
            LABEL,
            label,
            lazy("The label {name} of the gold sentence that contains the word.", name=label),
            partial(compute, of_sentences),
        )
        for label, of_sentences in labels.items()
    ]


def slice_attributes(slices: Sequence[NamedSlice]) -> list[Attribute]:
    """Return an attribute of each slice that a project names; a diagnosis, which has the buckets, fills them in."""
    return [
        _named(
            SLICE,
            name,
            lazy("Words in all of these buckets: {where}.", where=", ".join(map(" ".join, where))),
            _unknown,
        )
        for name, where in slices
    ]


def _named(kind: str, name: str, description: str, compute: Callable[[Context], Categories]) -> Attribute:
    return Attribute(kind + name, name, description, "", "word", compute, buckets=CATEGORIES)


def _unknown(_context: Context) -> Categories:
    raise AssertionError("undefined: which words are in a slice is known where there are buckets")


_NO_MEAN: str = lazy("none: categories have no mean")

CATEGORY_ATTRIBUTES = (
    Attribute(
        key="wCls",
        label=lazy("word class"),
        description=lazy("What the word is by its characters: a number, Latin, punctuation, of one script, or mixed."),
        formula=lazy("wCls(w) = number, latin, punctuation, else the one script of w, else mixed"),
        unit="word",
        compute=word_classes,
        buckets=CATEGORIES,
        source="cwsdiag",
        mean_unit=_NO_MEAN,
        low_score=lazy("in numbers or punctuation: often a convention that gold and the system do not share"),
    ),
    Attribute(
        key="wPos",
        label=lazy("part of speech"),
        description=lazy("The part of speech of the gold word, as the gold file has it."),
        formula=lazy("wPos(w) = tag of the gold word at the last character of w"),
        unit="word",
        compute=parts_of_speech,
        needs=frozenset({"parts of speech"}),
        buckets=CATEGORIES,
        source="cwsdiag",
        mean_unit=_NO_MEAN,
        low_score=lazy("in proper nouns: names that the model does not know"),
    ),
)
