"""What a file is taken for: one small text in many shapes, each read as what it is, or named."""

import json
import re
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cwsdiag
from cwsdiag.errors import FormatError
from cwsdiag.formats import Source
from tests.formats.helpers import counts, read, sentences, source
from tests.formats.test_round_trips import write_tags
from tests.oracles.attributes import unit_values

TEXT = [
    ["我们", "喜欢", "分词"],
    ["他", "在", "北京大学", "学习"],
    ["今天", "天气", "很", "好"],
    ["老师", "教", "学生", "语言", "。"],
    ["太阳", "从", "东方", "升", "起"],
]


def joined(between, end="\n"):
    return "".join(between.join(sentence) + end for sentence in TEXT)


def columns(between="\t", gap="\n", first=1):
    rows = ""
    for sentence in TEXT:
        for place, word in enumerate(sentence, first):
            rows += between.join([str(place), word, word, "NOUN", "_", "_", str(place + 1), "root", "_", "_"]) + "\n"
        rows += gap
    return rows


def dumped(value, indent=None):
    return json.dumps(value, ensure_ascii=False, indent=indent)


READ = {
    "words between U+001C": (joined("\x1c"), "separated"),
    "lines ended by U+2028": (joined(" ", "\u2028"), "words"),
    "lines ended by NEL": (joined(" ", "\x85"), "words"),
    "CoNLL-U with blanks and without blank lines": (columns("  ", gap=""), "conll"),
    "CoNLL-U from 0 without blank lines": (columns(first=0, gap=""), "conll"),
    "tags in small letters with parts of speech": (write_tags("s", "bme", "\t", "-nn")(TEXT), "tags"),
    "an array with a line for each sentence": ("[\n" + ",\n".join(map(dumped, TEXT)) + "\n]\n", "json"),
    "an array of characters with labels": (
        dumped(
            [
                {"chars": [*"".join(one)], "labels": [int(not place) for word in one for place in range(len(word))]}
                for one in TEXT
            ]
        ),
        "json",
    ),
    "an object that holds them": (
        dumped({"version": 1, "sentences": [{"words": one} for one in TEXT]}, 2),
        "json",
    ),
    "an array of outputs between |": (dumped([{"output": "|".join(one)} for one in TEXT], 1), "json"),
}


@pytest.mark.parametrize("shape", READ)
def test_what_is_clear_is_read(shape):
    text, format = READ[shape]
    document = read(text)
    assert (sentences(document), document.facts.format) == (TEXT, format)


NAMED = {
    "XML, a tag a word": (
        "".join("<s>" + "".join(f"<w>{word}</w>" for word in one) + "</s>\n" for one in TEXT),
        "XML or HTML",
    ),
    "lists of Python": ("['我们', '喜欢']\n['他', '在']\n", "as Python prints it"),
    "a wrong tag in small letters": ("我 b\n们 e\n来 s\n\n" * 30 + "我 x\n", "line 121: unknown tag 'x'"),
    "tags in a row": (
        "我/B 们/E 喜/B 欢/E 他/S\n在/S 北/B 京/E\n",
        "each character has one of the tags B E S",
    ),
    "JSON of something else": (dumped({word: 3 for one in TEXT for word in one}, 1), "line 1: no list of words"),
    "a NUL in a string": (
        dumped([["我\0们", "好"], ["好", "吗"]]),
        r"line 1: NUL character or half of a surrogate pair in '我\\x00们'",
    ),
}


@pytest.mark.parametrize("shape", NAMED)
def test_what_cannot_be_meant_otherwise_is_refused(shape):
    text, said = NAMED[shape]
    with pytest.raises(FormatError, match=said):
        read(text)


def test_whoever_names_the_format_is_not_contradicted():
    assert read(NAMED["XML, a tag a word"][0], format="words").warnings == ()
    assert read("我/B 们/E 喜/B 欢/E\n", format="pos").words == ["我", "们", "喜", "欢"]


WORDS = sorted({word for sentence in TEXT for word in sentence})
SAID = {
    "words between commas": (joined(","), "',' seems to stand between its words"),
    "a list between commas": ("".join(f"{word},3\n" for word in WORDS), "a word, ',' and a number"),
    "a list with counts first": ("".join(f"3\t{word}\n" for word in WORDS), "those of a table"),
    "a list with some counts": (
        "".join(f"{word}\t3\n{word}\n" for word in WORDS),
        "those of a table",
    ),
    "CoNLL with blanks in a form": (columns(" ").replace("北京大学", "北京 大学"), "those of a table"),
    "a column of tags": (
        "".join(f"{word}\tNN\n" for one in TEXT for word in one),
        "those of a table",
    ),
    "tags that are not known": (write_tags("U", "LCR", " ")(TEXT), "those of a table"),
    "lines of tags": (joined(" ") + "</doc>\n", "some lines are tags as of XML"),
    "U+2028 inside lines": (
        joined(" ").replace("欢 分", "欢\u2028分"),
        r"1 × U\+2028 \(from line 1\), taken for white",
    ),
    "ends of sentences": (joined(" ", " [SEP]\n"), r"it has \[SEP\] as programs write"),
    "some parts of speech": (
        joined(" ").replace("我们", "我们/r").replace(" 在 ", " 在/p ").replace("学习", "学习_VV"),
        "and others have none",
    ),
    "control characters of another set": (joined(" ").replace("学习", "学\x91习"), r"1 × U\+0091 \(from line 2\)"),
    "CoNLL without blank lines": (columns(gap=""), "after 4 sentences there is no blank line"),
    "a word a line": ("".join(f"{word}\n" for one in TEXT for word in one), "each sentence has one word"),
}


@pytest.mark.parametrize("shape", SAID)
def test_what_looks_nearly_like_a_format_is_said(shape):
    text, said = SAID[shape]
    assert re.search(said, read(text).warnings[0])


@pytest.mark.parametrize(
    "text",
    [
        joined("\u3000", "\r\n"),
        "".join("".join(sentence) + "\n" for sentence in TEXT),
        "我们 和 < 他们 > 走\n今天 3 、 4 点 去 吧\n好 , 的 , 吗\n一 二\n三 四\n",
        "1 我们 喜欢 分词 吗\n2 他 在 北京 学习\n3 今天 天气 很 好\n4 去 吧 好 的\n",
        write_tags("S", "BME")(TEXT),
        columns(),
        "1 我 去 北京\n2 他 在 家\n3 你 来 吧\n4 好 的 吗\n",
        '["học sinh", "đi học", "hôm nay", "ở", "đây"]\n',
        "<b>我们</b> 喜欢 <i>它</i> 吗\n" * 5,
    ],
)
def test_of_a_sound_text_nothing_is_said(text):
    assert read(text).warnings == ()


FREQUENCIES = st.dictionaries(
    st.text("甲乙丙丁戊", min_size=1, max_size=3),
    st.one_of(
        st.decimals("0.0001", "9999", places=4).filter(bool).map(str),
        st.integers(1, 9999).map(str),
        st.sampled_from(["1e-5", "2.50E+3", ".5", "3.", "0.30000000000000004"]),
    ),
    min_size=1,
    max_size=12,
)


@settings(max_examples=30)
@given(frequencies=FREQUENCIES)
def test_frequencies_enter_as_their_ratios(frequencies):
    listed = "".join(f"{word}\t{text}\n" for word, text in frequencies.items())
    gold = [[word] for word in frequencies]
    dataset = cwsdiag.load(gold=gold, training=Source.from_bytes("list.txt", listed.encode()))
    found = cwsdiag.diagnose(dataset, attributes=["wFre", "cFre", "cCon"], resamples=1)
    # Whole numbers have the same ratios.
    whole = {word: int(Fraction(text) * 10**20) for word, text in frequencies.items()}
    for key in ("wFre", "cFre", "cCon"):
        wanted = unit_values(key, gold, None, whole)
        # Exact but where their digits are spread over more than 18.
        np.testing.assert_allclose(found.attribute(key).values, wanted, rtol=1e-9)


def test_of_several_numbers_the_one_that_is_taken_is_said():
    assert "the first is taken" in read("".join(f"{word}\t12\t0.5\n" for word in WORDS), "training").warnings[0]


def test_a_list_of_frequencies_says_that_it_is_one():
    text = "我们\t3.5\n的\t120\n北京\t0.25\n"
    document = read(text, "training")
    assert (counts(text), document.facts.decimals) == ([350, 12_000, 25], 2)
    training = cwsdiag.load(gold=[["我们"]], training=source(text)).training
    assert (training.frequencies, training.words, training.characters) == (True, 3, 5)
    assert cwsdiag.load(gold=[["我们"]], training={"我们": 0.5, "的": 2}).training.word_counts == {"我们": 5, "的": 20}


def test_sums_beyond_64_bits_keep_their_ratios():
    lines = [f"{chr(0x4E00 + place)}\t{'9' * 15}\n" for place in range(10_000)] + ["A\t499999999999999\nB\t1\n"]
    training = cwsdiag.load(gold=[["A", "B"]], training=source("".join(lines))).training
    assert training.words == 10_000 * (10**15 - 1) + 5 * 10**14
    assert (training.char_tag_counts >= 0).all()
    assert training.word_counts["A"] / training.second_word_count == pytest.approx(0.5, rel=1e-12)
    assert training.word_counts["B"] == 1


@pytest.mark.parametrize(
    "number", ["-3", "nan", "-inf", "0", "0.0", "1e99", "1,5", "6%", "1e-99", "9" * 16, "1.2.3", "+2", "１２"]
)
def test_what_is_no_number_above_0_is_refused_by_its_line(number):
    text = "我们\t3.5\n" * 3 + f"北京\t{number}\n" + "的\t2\n" * 90
    with pytest.raises(FormatError, match="file.txt, line 4: .*expected a word and how often it occurs"):
        read(text, "training")
