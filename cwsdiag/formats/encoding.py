"""Which encoding a file is in, and from bytes to text, all in a stream.

Trying codecs until one does not fail gives wrong answers for Chinese: gb18030 decodes nearly every Big5 file without an
error, into other characters. So: a byte order mark decides, then strict UTF-8, and then the codec under which most
characters are frequent ones; these tell scripts apart, too.

Written down from memory for this project: the commonest function words and characters, then what news text is full of,
each in its simplified and its usual traditional form. Order and completeness do not matter, as only shares are
compared; about three quarters of the characters of running text are here.

Text is decoded, its line ends made alike, and cut where a reader allows it.
"""

from __future__ import annotations

import codecs
import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import AnyStr

from cwsdiag.errors import EncodingError, FormatError, ReadError, SettingError
from cwsdiag.formats.base import JSON_DOCUMENT, WHITE
from cwsdiag.languages import lazy

# Used in both scripts. Some of them (后 里 台 干 云 于) are the simplified form of a traditional character as well.
SHARED = frozenset(
    "的一是不了在人有我他中上大和地到以要就出可也你生能而子那得于着下自之年后作里用道行所然家事成方多去法"
    "如都同面起看定天分好小部其些主理心她本前但因只想日者意力它把十民第公此已工使情明性知全三又正外高由很"
    "最重物手向文政美相被利什二等或新己制身果加西斯月合回特代信表化老世位次度任常先海通教原提立及比解水名"
    "真走各入口平系活更打女四神何安少才反受目太量再感建做接必件管期市直德命山金指克保至形社便空治展科司五"
    "基眼非白界光放即像且思王象完式色路南品住告求程北死交取拉格望共清今切院候六七八九百千元城州省府企技京"
    "台香港投策改革委群干支持服研究育史村增律昨需怎朋友孩父母爸士姐席警察病食汽火房屋境星早晚春夏秋冬左右"
    "黑青花草木狗牛羊米茶酒肉菜衣商店站影算息序音歌曲舞演球冠足杯言字句翻吃喝玩笑哭跑跳坐睡醒恨喜怕忘吧呢"
    "啊哦嘛呀吸烟哪每另越宣布根示查竟尤例包括存曾功失伙伴判署易股票券罪犯嫌疑破造亡震洪害救援捐款雨雪云雷"
    "晴冷暖男婚姻夫妻兄弟妹奶叔伯舅著"
)

# Hardly ever in traditional text.
SIMPLIFIED = frozenset(
    "这个们来为国说时会对过发种经么学现当没动还进样开从实军无与长机关点业将两间问并应战头体见产话内给门儿"
    "东声员论处义几认条气题尔别变总电数报结务场计资许统区队决马书则听却达强难权设记类据边张该规万觉术领确"
    "传师观让识带导争运笔县议济湾银党众组织艺历农质价单闻够虽妈医药车飞铁筑环护红黄蓝绿树鸟鱼猫饭钱买卖网"
    "络视软乐赛奥篮语汉写读词译爱欢吗谁断继续举办参显调随属称号获败响双访华谈签协贸税币证选责坏伤灾风阴温"
    "热凉龄岁爷"
)

# Hardly ever in simplified text.
TRADITIONAL = frozenset(
    "這個們來為國說時會對過發種經麼學現當沒動還進樣開從實軍無與長機關點業將兩間問並應戰頭體見產話內給門兒"
    "東聲員論處義幾認條氣題爾別變總電數報結務場計資許統區隊決馬書則聽卻達強難權設記類據邊張該規萬覺術領確"
    "傳師觀讓識帶導爭運筆縣議濟灣銀黨眾組織藝歷農質價單聞夠雖媽醫藥車飛鐵築環護紅黃藍綠樹鳥魚貓飯錢買賣網"
    "絡視軟樂賽奧籃語漢寫讀詞譯愛歡嗎誰斷繼續舉辦參顯調隨屬稱號獲敗響雙訪華談簽協貿稅幣證選責壞傷災風陰溫"
    "熱涼齡歲爺爲裏裡後臺幹雲於"
)

PUNCTUATION = frozenset("，。、；：？！“”‘’（）《》〈〉「」『』【】…—·０１２３４５６７８９％")

FREQUENT = SHARED | SIMPLIFIED | TRADITIONAL | PUNCTUATION


@dataclass(frozen=True)
class Encoding:
    """An encoding, and why it was chosen.

    Attributes:
        codec: Python's name of it.
        label: what the user sees.
        reason: why it was chosen, to follow on "because".
    """

    codec: str
    label: str
    reason: str


# UTF-32 little-endian begins like UTF-16 does, so it comes first.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8", "UTF-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le", "UTF-32 (little-endian)"),
    (codecs.BOM_UTF32_BE, "utf-32-be", "UTF-32 (big-endian)"),
    (codecs.BOM_UTF16_LE, "utf-16-le", "UTF-16 (little-endian)"),
    (codecs.BOM_UTF16_BE, "utf-16-be", "UTF-16 (big-endian)"),
)
# Codec and label. Of codecs that do equally well the first is taken: Big5-HKSCS reads some marks of CP950 (﹑ ～ ／)
# as other characters, and is only right where characters of Hong Kong occur, on which CP950 fails.
_CHINESE = (
    ("gb18030", "GB18030 (GBK, GB2312)"),
    ("cp950", "Big5 (CP950)"),
    ("big5hkscs", "Big5-HKSCS"),
)
# Shares of frequent characters: below the first it is no Chinese text in that encoding; a lead smaller than the second
# is no decision. Running text has about 0.7 in its own encoding and less than 0.1 in another.
_LEAST_SHARE = 0.15
_LEAST_LEAD = 0.15

# What files that are no text begin with, and what to do about them.
_NO_TEXT = (
    (
        (b"PK\x03\x04", b"\xd0\xcf\x11\xe0"),
        lazy("a zip, Word or Excel file"),
        lazy("Unpack it, or save it as plain text"),
    ),
    ((b"%PDF",), lazy("a PDF file"), lazy("Save it as plain text")),
    ((b"BZh91AY&SY", b"\xfd7zXZ", b"7z\xbc\xaf", b"\x28\xb5\x2f\xfd"), lazy("a packed file"), lazy("Unpack it")),
)
# They look like ASCII, and what they write Chinese with.
_SEVEN_BITS = (("utf-7", "UTF-7", b"+"), ("hz", "HZ", b"~{"))
# They can make half surrogate pairs, or are for host names.
_NO_FILE_CODECS = frozenset({"utf-7", "unicode-escape", "raw-unicode-escape", "punycode", "idna"})


def detect(head: bytes, *, complete: bool, name: str = "file") -> Encoding:
    """Detect the encoding of a file from its beginning.

    Args:
        head: the first bytes.
        complete: whether they are the whole file; else half a character may stand at their end.
        name: of the file, for messages.

    Raises:
        ReadError: this is no text.
        EncodingError: no encoding fits. Bytes that are UTF-8 but for a few count as UTF-8; decoding them fails later,
            where the place is known.
    """
    for beginnings, what, remedy in _NO_TEXT:
        if head.startswith(beginnings):
            raise ReadError(lazy("{name}: this is {what}, not text. {remedy}.", name=name, what=what, remedy=remedy))
    for mark, codec, label in _MARKS:
        if head.startswith(mark):
            return Encoding(codec, label, lazy("the file begins with its byte order mark"))
    for codec, label, sign in _SEVEN_BITS:
        if head.isascii() and sign in head and _share(_decodes(head, codec, complete=complete) or "") >= _LEAST_SHARE:
            raise EncodingError(
                lazy(
                    "{name}: this is Chinese in {encoding}, which looks like ASCII. Save it as UTF-8.",
                    name=name,
                    encoding=label,
                )
            )
    if _decodes(head, "utf-8", complete=complete) is not None:
        return Encoding("utf-8", "UTF-8", lazy("it begins with valid UTF-8"))
    nul = head.find(b"\0")
    if nul >= 0:
        # Hardly a text of another encoding has only characters in this one.
        wide = [codec for codec in ("utf-32-le", "utf-32-be") if _decodes(head, codec, complete=False)]
        raise ReadError(
            lazy(
                "{name}: a binary file, not text: it has a NUL in line {line}, byte {byte:,}. Choose the text file. "
                "(Text in {encoding} without a byte order mark: set the encoding to {codecs}.)",
                encoding="UTF-32" if wide else "UTF-16",
                codecs=wide[0] if wide else lazy("{first} or {second}", first="utf-16-le", second="utf-16-be"),
                name=name,
                line=head.count(b"\n", 0, nul) + 1,
                byte=nul,
            )
        )
    text = head.decode("utf-8", "replace")
    bad = text.count("\ufffd")
    # UTF-8 but for a few bytes: its sequences of three bytes are rare in other encodings.
    if sum(char >= "\u0800" for char in text) >= 3 * bad:
        return Encoding("utf-8", "UTF-8", lazy("nearly all bytes are valid UTF-8"))
    shares = _shares(head, "strict", complete=complete)
    if max(shares.values(), default=0.0) < _LEAST_SHARE:
        # Text but for a few bytes: decoding it fails later, where the place is known, or leaves a line out.
        shares |= _shares(head, "surrogateescape", complete=complete)
    best = max(shares, key=lambda codec: shares[codec], default="")
    if not best or shares[best] < _LEAST_SHARE:
        raise EncodingError(
            lazy(
                "{name}: the encoding cannot be detected: not UTF-8, and no Chinese in GB18030 or Big5. If it is "
                "text, ",
                name=name,
            ),
            remedy="encoding",
        )
    reason = lazy("{share:.0%} of the characters it gives are frequent ones", share=shares[best])
    others = [share for codec, share in shares.items() if (codec == "gb18030") != (best == "gb18030")]
    # A codec of the other family does nearly as well.
    if any(share > shares[best] - _LEAST_LEAD for share in others):
        reason = lazy("{reason}, hardly more than by another encoding; check the preview", reason=reason)
    return Encoding(best, dict(_CHINESE)[best], reason)


def forced(encoding: str, head: bytes, *, name: str = "file") -> Encoding:
    """Return the encoding that the user asks for.

    Args:
        encoding: a name that Python knows.
        head: the first bytes of the file.
        name: of the file, for messages.

    Raises:
        SettingError: there is no text encoding of this name.
        EncodingError: the byte order is neither in the encoding's name nor in the file.
    """
    try:
        "".encode(encoding)
        codec = codecs.lookup(encoding).name
    except (LookupError, UnicodeError, ValueError):
        codec = ""
    if not codec or codec in _NO_FILE_CODECS:
        raise SettingError(
            lazy(
                "no encoding {encoding!r}. Available: utf-8, gb18030, gbk, big5, cp950, big5hkscs, utf-16 and all "
                "others that Python knows.",
                encoding=encoding,
            )
        )
    mark = next((codec for bom, codec, _ in _MARKS if head.startswith(bom)), "")
    if codec in ("utf-16", "utf-32"):
        if not mark.startswith(codec):
            raise EncodingError(
                lazy(
                    "{name}: no byte order mark of {codec}. Set the encoding to {codec}-le or {codec}-be.",
                    name=name,
                    codec=codec,
                )
            )
        codec = mark
    return Encoding(codec, codec.upper().replace("_", "-"), lazy("it was asked for"))


def encoded(text: str, codec: str, *, name: str) -> bytes:
    """Return text in an encoding; with a byte order mark where it could not be read again without one.

    Args:
        text: what is to be written.
        codec: Python's name of the encoding.
        name: of the file whose encoding this is, for messages.

    Raises:
        EncodingError: the encoding lacks a character of the text.
    """
    mark = next((mark for mark, known, _ in _MARKS if known == codec and codec != "utf-8"), b"")
    try:
        return mark + text.encode(codec, "surrogatepass" if codec == "utf-8" else "strict")
    except UnicodeEncodeError as error:
        raise EncodingError(
            lazy(
                "{name}: its encoding, {codec}, lacks the character {char!r}, which the text to be written has. "
                "Normalise nothing, or give the references in UTF-8.",
                name=name,
                codec=codec,
                char=error.object[error.start],
            )
        ) from None


def _decodes(data: bytes, codec: str, *, complete: bool, errors: str = "strict") -> str | None:
    """Return the text, or None where the bytes are none in this codec."""
    try:
        return codecs.getincrementaldecoder(codec)(errors).decode(data, complete)
    except UnicodeDecodeError:
        return None


def _shares(head: bytes, errors: str, *, complete: bool) -> dict[str, float]:
    """Return by codec the share of frequent characters in what it gives; nothing of codecs that fail.

    It is of the characters beyond ASCII, white space left out; 0 if there are none.
    """
    shares = {}
    for codec, _label in _CHINESE:
        text = _decodes(head, codec, complete=complete, errors=errors)
        if text is not None:
            shares[codec] = _share(text)
    return shares


def _share(text: str) -> float:
    chars = [char for char in text if char > "\x7f" and not char.isspace()]
    return sum(char in FREQUENT for char in chars) / max(len(chars), 1)


# Line ends to Unicode, white space between words here, where a file has LF, CRLF or CR too.
OTHER_ENDS = "\u2028\u2029\x85\v\f"
# Without blanks between words, lines have more characters than words do.
_LEAST_LINE = 5


def decoded(
    chunks: Iterable[bytes], encoding: Encoding, name: str, *, complete: bool = True, stray: bool = False
) -> Iterator[str]:
    r"""Yield the text of bytes; no piece is empty, and CR and LF of one line end are in one piece.

    Args:
        chunks: the bytes.
        encoding: what they are in.
        name: of the file, for messages.
        complete: whether the file ends where they end; else half a character may stand there.
        stray: whether bytes that are no text are passed on as ``surrogateescape`` writes them.

    Raises:
        EncodingError: the bytes are not text in this encoding.
        FormatError: there is a NUL character.
    """
    # It holds a CR at the end of a piece back: that may be the first half of a line end.
    decoder = io.IncrementalNewlineDecoder(
        codecs.getincrementaldecoder(encoding.codec)("surrogateescape" if stray else "strict"), translate=False
    )
    offset = 0
    line = 1
    for chunk in chain(chunks, (b"",)):
        final = complete and not chunk
        pending, state = decoder.getstate()
        try:
            text = decoder.decode(chunk, final)
        except UnicodeDecodeError as error:
            # The last bit says that a CR is held back.
            before = "\r" * (state & 1) + error.object[: error.start].decode(encoding.codec, "replace")
            raise EncodingError(
                lazy(
                    "{name}, line {line}, byte {byte:,}: not {encoding}: {what}.\n"
                    "The encoding was chosen because {reason}.\n"
                    "Fix that place or make the file again, or ",
                    name=name,
                    line=line + count_lines(before),
                    byte=offset - len(pending) + error.start,
                    encoding=encoding.label,
                    what=f"{error.object[error.start]:02x} ({error.reason})",
                    reason=encoding.reason,
                ),
                remedy="encoding",
            ) from None
        offset += len(chunk)
        if "\0" in text:
            nul = line + count_lines(text[: text.index("\0")])
            raise FormatError(
                lazy(
                    "{name}, line {line}: NUL character. The file is damaged, or not text: delete the character, or "
                    "make the file again. (UTF-16 without a byte order mark: set the encoding to utf-16-le or "
                    "utf-16-be.)",
                    name=name,
                    line=nul,
                )
            )
        line += count_lines(text)
        if text:
            yield text


def count_lines(text: str) -> int:
    r"""Return how many line ends (LF, CRLF, CR) there are."""
    return text.count("\n") + (text.count("\r") - text.count("\r\n") if "\r" in text else 0)


def cut_at(texts: Iterable[AnyStr], separator: AnyStr) -> Iterator[AnyStr]:
    """Join and cut pieces of text, or bytes, so that all but the last end with ``separator``; none is empty.

    Without a separator all of them are one piece.
    """
    nothing = separator[:0]
    if not separator:
        if whole := nothing.join(texts):
            yield whole
        return
    # A line may go over many pieces: each is looked through once, and all are joined at its end.
    pending: list[AnyStr] = []
    for text in texts:
        # The first half of a separator of two may end the piece before.
        before = pending[-1][-1:] if pending and len(separator) > 1 else nothing
        cut = (before + text).rfind(separator)
        if cut < 0:
            pending.append(text)
            continue
        cut += len(separator) - len(before)
        pending.append(text[:cut])
        yield nothing.join(pending)
        pending = [text[cut:]] if cut < len(text) else []
    if pending:
        yield nothing.join(pending)


def other_line_end(text: str) -> str | None:
    """Return what ends the lines of a file in place of LF; None where it has LF, or nothing else plainly does.

    Plain is one of ``OTHER_ENDS`` where no other line end stands inside the text, if most lines that it ends have white
    space inside, or all have none and are longer than words.

    Args:
        text: the head of the file, with LF for CRLF and CR.
    """
    body = text.strip()
    present = [char for char in OTHER_ENDS if char in body]
    # In a string of JSON it may stand as it is.
    if len(present) != 1 or "\n" in body or JSON_DOCUMENT.match(body):
        return None
    lines = [line for part in body.split(present[0]) if (line := part.strip())]
    several = sum(WHITE.search(line) is not None for line in lines)
    long = sum(map(len, lines)) >= _LEAST_LINE * len(lines)
    return present[0] if 2 * several >= len(lines) or (long and not several) else None


def with_line_feeds(text: str, other: str | None = None) -> str:
    r"""Return ``text`` with LF for every CRLF and CR, and for another line end where the file has one."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text if other is None else text.replace(other, "\n")
