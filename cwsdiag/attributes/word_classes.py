"""What a word is by its characters alone: number or date, Latin, punctuation, or something else (METHODS 12).

Closed lists hold simplified and traditional forms.
"""

from __future__ import annotations

import re

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
