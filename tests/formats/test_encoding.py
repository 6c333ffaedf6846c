import codecs

import pytest

from cwsdiag.errors import EncodingError, ReadError, SettingError
from cwsdiag.formats.encoding import detect, forced
from tests.formats.helpers import read_document, source

SIMPLIFIED = [
    "昨天下午我们在图书馆门口等了很久",
    "这家工厂去年生产了三万辆自行车，今年打算出口一半。",
    "他说：“如果明天不下雨，孩子们就去公园看花。”",
    "记者了解到，当地政府已经决定修建一条新的铁路",
    "没有人知道那只猫是从哪里来的",
]
TRADITIONAL = [
    "昨天下午我們在圖書館門口等了很久",
    "這家工廠去年生產了三萬輛自行車，今年打算出口一半。",
    "他說：「如果明天不下雨，孩子們就去公園看花。」",
    "記者瞭解到，當地政府已經決定修建一條新的鐵路",
    "沒有人知道那隻貓是從哪裡來的",
]
CANTONESE = ["佢哋喺學校食咗飯先返屋企", "呢啲嘢係邊個嘅？我唔知喎"]


@pytest.mark.parametrize("length", [6, 30])
@pytest.mark.parametrize(
    ("text", "codec", "wanted"),
    [
        *((text, codec, "gb18030") for text in SIMPLIFIED + TRADITIONAL for codec in ("gbk", "gb18030")),
        *((text, codec, "cp950") for text in TRADITIONAL for codec in ("cp950", "big5hkscs")),
        *((text, "big5hkscs", "big5hkscs") for text in CANTONESE),
    ],
)
def test_chinese_is_told_by_its_frequent_characters(text, codec, wanted, length):
    data = text[:length].encode(codec)
    found = detect(data, complete=True)
    assert (found.codec, data.decode(found.codec)) == (wanted, text[:length])


@pytest.mark.parametrize("words", [["龜裂", "甌江", "甄別", "甩手", "生成"], ["穿鑿", "突兀", "窘迫", "竄改", "立刻"]])
@pytest.mark.parametrize("codec", ["big5", "gb18030"])
def test_a_sorted_word_list_has_few_frequent_characters(words, codec):
    found = detect("\n".join(words).encode(codec), complete=True)
    assert found.codec == {"big5": "cp950"}.get(codec, codec)


@pytest.mark.parametrize(
    ("mark", "codec"),
    [(codecs.BOM_UTF16_BE, "utf-16-be"), (codecs.BOM_UTF32_LE, "utf-32-le")],
)
def test_byte_order_mark(mark, codec):
    data = mark + "我们 去\n".encode(codec)
    found = detect(data, complete=True)
    assert found.codec == codec
    assert read_document(source(data), role="gold").words == ["我们", "去"]


def test_utf8_and_ascii():
    assert detect("我们".encode(), complete=True).reason == "it begins with valid UTF-8"
    half_at_the_end = "我们".encode()[:-1]
    assert detect(half_at_the_end, complete=False).codec == "utf-8"


@pytest.mark.parametrize("codec", ["gb18030", "cp950"])
def test_half_a_character_at_the_end_of_the_head(codec):
    assert detect(TRADITIONAL[0].encode(codec)[:-1], complete=False).codec == codec


@pytest.mark.parametrize("broken", [b"\xff", b"\xb5\xc4", b"\xe6\x88"])
@pytest.mark.parametrize("lines", [3, 2000])
def test_utf8_but_for_a_few_bytes_is_an_error_with_its_place(broken, lines):
    good = "我们 喜欢 中文\r\n".encode() * lines
    with pytest.raises(EncodingError) as error:
        read_document(source(good + b"abc" + broken + b"d\r\n" + good), role="gold")
    message = str(error.value)
    assert message.startswith(f"file.txt, line {lines + 1}, byte {len(good) + 3:,}: not UTF-8: {broken[0]:x} (")


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "binary file.*NUL in line 3, byte 8"),
        (b"PK\x03\x04 xl/workbook.xml", "a zip, Word or Excel file, not text. Unpack it, or save it as plain text"),
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3", "a PDF file"),
        ("我们 去".encode("utf-16-le"), "UTF-16 without a byte order mark: set the encoding to utf-16-le or utf-16-be"),
        ("我们 去".encode("utf-32-le"), "UTF-32 without a byte order mark: set the encoding to utf-32-le[.]"),
    ],
)
def test_binary_files(data, problem):
    with pytest.raises(ReadError, match=problem):
        read_document(source(data), role="gold")


@pytest.mark.parametrize("data", [bytes(range(128, 256)), "これは日本語".encode("shift_jis"), b"\xff\xfd\x80"])
def test_what_is_no_chinese(data):
    with pytest.raises(EncodingError, match="file.txt: the encoding cannot be detected.*--encoding"):
        read_document(source(data), role="gold")


@pytest.mark.parametrize(("codec", "label"), [("utf-7", "UTF-7"), ("hz", "HZ")])
def test_chinese_that_looks_like_ascii(codec, label):
    with pytest.raises(EncodingError, match=f"file.txt: this is Chinese in {label}.*Save it as UTF-8"):
        read_document(source("我们 喜欢 中文\n他 在 学习\n".encode(codec)), role="gold")
    # What such bytes may mean besides.
    for text in ("a+b = c - d+e-\n", "~{ 7 }~\n"):
        assert read_document(source(text), role="gold").facts.encoding.codec == "utf-8"


def test_nul_in_text_names_the_line():
    with pytest.raises(ReadError.__base__, match="file.txt, line 3: NUL character"):
        read_document(source("我们\r\n去\r\n看\0看\r\n"), role="gold")


@pytest.mark.parametrize("name", ["gbk", "utf-16", "utf_8_sig"])
def test_an_encoding_can_be_forced(name):
    data = "我們 去\n".encode(name)
    document = read_document(source(data), role="gold", encoding=name)
    assert document.words == ["我們", "去"]
    assert document.facts.encoding.reason == "it was asked for"


def test_a_forced_encoding_that_fails():
    data = "我们 去\n看看\n".encode("gbk") + b"\xa0 \n"
    with pytest.raises(EncodingError, match="line 3, byte 13: not GB18030: a0 ") as error:
        read_document(source(data), role="gold", encoding="gb18030")
    assert "it was asked for" in str(error.value)


@pytest.mark.parametrize("name", ["hex", "utf\0"])
def test_a_forced_encoding_that_does_not_exist(name):
    with pytest.raises(SettingError, match="no encoding"):
        forced(name, b"")


def test_a_forced_encoding_without_byte_order():
    with pytest.raises(EncodingError, match="file.txt: no byte order mark of utf-16. Set the encoding to utf-16-le or"):
        read_document(source("我们 去".encode("utf-16-le")), role="gold", encoding="utf-16")
