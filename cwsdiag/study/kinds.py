"""Named kinds of differences between segmentation criteria: the rules behind ``docs/kinds.md``.

A difference is a string that one corpus keeps as one word and another cuts into pieces. A rule sees the pieces and
nothing else, neither context nor dictionary, and its precision on judged cases is in ``docs/kinds.md``; what no rule
names is ``other``. Closed sets hold simplified and traditional forms.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cwsdiag.diagnosis.word_classes import AMOUNT, LATIN_RUN
from cwsdiag.languages import lazy


@dataclass(frozen=True)
class DifferenceKind:
    """A kind of difference.

    Attributes:
        key: short name, for addresses and files.
        label: the name that people read.
        description: its rule in a sentence.
        applies: whether a word that is cut into these pieces (at least two, none empty) is of this kind.
    """

    key: str
    label: str
    description: str
    applies: Callable[[tuple[str, ...]], bool]


_HAN = "㐀-䶿一-鿿\U00020000-\U0003ffff"


def _is_amount(pieces: tuple[str, ...]) -> bool:
    return AMOUNT.fullmatch("".join(pieces)) is not None


def _is_run(pieces: tuple[str, ...]) -> bool:
    return LATIN_RUN.fullmatch("".join(pieces)) is not None


# Surnames that are common words too are left out: 于 向 曾 任 高 白 常 万 易 金 史 方 成 时 和 单 管 尚 宫.
_SURNAMES = """
    王李张張刘劉陈陳杨楊黄黃赵趙吴吳周徐孙孫马馬朱胡郭何林罗羅郑鄭梁谢謝宋唐许許邓鄧韩韓冯馮曹彭肖萧蕭田董潘袁蔡
    蒋蔣余杜叶葉程魏苏蘇吕呂丁卢盧姚沈钟鍾姜崔谭譚陆陸范汪廖石韦韋贾賈夏邹鄒熊孟秦邱侯江尹薛闫閻雷龙龍黎陶贺賀
    毛郝顾顧龚龔邵覃武钱錢戴严嚴莫孔汤湯康乔喬赖賴庞龐樊兰蘭殷施洪翟倪聂聶鲁魯凌柳俞祁霍岳穆骆駱屠娄婁瞿闵閔褚
    卞柏窦竇阮裴耿葛邢甄麦麥鞠焦傅席佟詹虞祝
"""
_LONG_SURNAMES = """
    诸葛 諸葛 欧阳 歐陽 司马 司馬 上官 夏侯 慕容 司徒 令狐 皇甫 尉迟 尉遲 公孙 公孫
"""
SURNAMES = frozenset("".join(_SURNAMES.split())) | frozenset(_LONG_SURNAMES.split())

# Characters of foreign names written in Chinese, rare in given names.
_FOREIGN = "尔爾斯塞纳納玛瑪伊特勒夫兹茲尼拉蒂莎莱萊萨薩埃奥奧姆普易耶"
# What stands after a surname on its own without being a given name: dynasties and houses, places, grammatical words.
_NO_GIVEN_NAME = (
    "国國家军軍王公主氏市县縣镇鎮村庄莊屯桥橋湖江河岛島城厂廠路街港州案朝代族党黨派姓某先太老门門语語记記牌座皇后宗"
    "的了在是有为為等与與和及将將对對于於也会會所上下中内內外前东東西南北里裡之其用称稱说說都曾又"
    "罗羅洛卡加达達顿頓希宾賓克德恩奇诺諾巴丘尔拔柔默臣美"
)
_GIVEN_NAME = re.compile(rf"(?![{_NO_GIVEN_NAME}]$)(?:(?![{_FOREIGN}])[{_HAN}]){{1,2}}")


def _is_name(pieces: tuple[str, ...]) -> bool:
    return len(pieces) == 2 and pieces[0] in SURNAMES and _GIVEN_NAME.fullmatch(pieces[1]) is not None


VERBS = frozenset(
    "看听聽说說读讀写寫唱喊叫问問讲講谈談想记記学學认認懂闻聞见見遇碰找查寻尋等待睡醒吃喝咬吞嗑煮烤炖燉煎熬烧燒切剪砍割斩斬"
    "拆开開关關打敲砸摔撞踢踩踏跳跑走飞飛冲衝爬游遊骑騎驶駛坐站立躺跪倒爱愛"
    "拿取抢搶抓捉抱提举舉抬搬拉推拖扔丢丟抛拋放摆擺挂掛装裝塞填盖蓋埋挖掘掏抽拔拾捡撿采採摘收存藏留保守占佔卖賣买買换換"
    "借租付花攒攢省赚賺赶趕追逃躲避绕繞闯闖挤擠涌湧钻鑽潜潛沉浮升降落跌掉长長养養生活死杀殺击擊射刺毁毀炸烫燙"
    "变變改做造建修搭堆铺鋪刷洗擦扫掃涂塗染印刻拍录錄演选選挑派送寄递遞发發传傳转轉移调調接连連领領带帶引迎请請喚唤回返迁遷"
    "用穿戴披脱脫剥剝解断斷停住堵卡困锁鎖合分拼组組编編画畫算数數测測考赢贏输輸救治醉累哭笑吓嚇气氣饿餓逼弄搞折撕扯掰磨冻凍"
    "晒曬吹响響亮加减減增扩擴补補凑湊列流漂滚滾滑划劃搜剩排订訂签簽报報腾騰冒扑撲伸露显顯捧端抖插贴貼捅拨撥套求闹鬧翻跨"
)
_COMPLEMENTS = """
    到 成 见 見 完 好 住 掉 来 來 去 上 下 出 进 進 回 起 开 開 走 满 滿 错 錯 清 懂 死 破 断 斷 倒 光 穿 透 够 夠
    坏 壞 尽 盡 醒 着 清楚 干净 乾淨 上来 上來 上去 下来 下來 下去 进来 進來 进去 進去 出来 出來 出去 回来 回來 回去
    过来 過來 过去 過去 起来 起來 开来 開來
"""
COMPLEMENTS = frozenset(_COMPLEMENTS.split())
_COMPLEMENTS_OF_LONG_VERBS = frozenset(c for c in COMPLEMENTS if len(c) == 2) | frozenset("到成出")


def _is_complement(pieces: tuple[str, ...]) -> bool:
    verb, rest = pieces[0], "".join(pieces[1:])
    if len(verb) == 2:
        return rest in _COMPLEMENTS_OF_LONG_VERBS
    return verb in VERBS and (rest in COMPLEMENTS or (rest[0] in "得不" and rest[1:] in COMPLEMENTS))


PREFIXES = frozenset("非反超副准準亚亞泛伪偽")
SUFFIXES = frozenset("者员員家师師们們性化度率力感型式界学學论論观觀品物器") | {"主义", "主義"}


def _is_affix(pieces: tuple[str, ...]) -> bool:
    if len(pieces) != 2:
        return False
    first, last = pieces
    return (first in PREFIXES and len(last) > 1) or (last in SUFFIXES and len(first) > 1)


KINDS: dict[str, DifferenceKind] = {
    "number": DifferenceKind(
        "number",
        lazy("digits with measure or date"),
        lazy(
            "A number with its unit of measure, date or time, several of these in a row, an ordinal with 第, a number "
            "with 多 or 余, or a fraction with 分之 (3·月, 三·个, 第·二·天, 30·%)."
        ),
        _is_amount,
    ),
    "latin": DifferenceKind(
        "latin",
        lazy("Latin and number runs"),
        lazy("Latin letters, digits and the signs inside their runs, nothing else (Kate·Moss, 1·,·040, 4·:·00)."),
        _is_run,
    ),
    "name": DifferenceKind(
        "name",
        lazy("personal name"),
        lazy(
            "A listed surname and one or two characters, none of which is listed as rare in given names "
            "(王·小明, 欧阳·雪)."
        ),
        _is_name,
    ),
    "complement": DifferenceKind(
        "complement",
        lazy("verb + complement"),
        lazy(
            "A verb of one character from the list, or any two characters, with a resultative or directional "
            "complement from the list, also with 得 or 不 between (看·到, 走·出·去, 看·不·见)."
        ),
        _is_complement,
    ),
    "affix": DifferenceKind(
        "affix",
        lazy("affix"),
        lazy(
            "Two pieces: a listed suffix after two or more characters, or a listed prefix before them "
            "(科学·家, 现代·化, 非·专业)."
        ),
        _is_affix,
    ),
    "other": DifferenceKind("other", lazy("other"), lazy("Whatever no rule names."), lambda pieces: True),
}


def kind_of(pieces: Sequence[str]) -> str:
    """Return the key of the first kind whose rule says yes.

    Args:
        pieces: what one corpus makes of a word that the other keeps; at least two, none empty.
    """
    cut = tuple(pieces)
    return next(key for key, kind in KINDS.items() if kind.applies(cut))
