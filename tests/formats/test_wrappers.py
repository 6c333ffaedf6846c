"""What stands around lines without being text: found, said, and stripped only on request."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cwsdiag.errors import SettingError
from cwsdiag.formats import WRAPPERS, wrappers
from cwsdiag.formats.document import read_document
from tests.formats.helpers import read, sentences, source, survey

ALL = tuple(WRAPPERS)


@pytest.mark.parametrize(
    ("line", "bare"),
    [
        ("1. 我们 去", "我们 去"),
        ("1.我们 去", "我们 去"),
        (" 12） 我们", "我们"),
        ("3、我们", "我们"),
        ("(4) 我们", "我们"),
        ("【5】我们", "我们"),
        ("③ 我们", "我们"),
        ("６．我们", "我们"),
        ("1.5 倍", "1.5 倍"),
        ("1 . 我们", "1 . 我们"),
        ("2008 年", "2008 年"),
        ("1./我们", "1./我们"),
        ("1. / 我们", "1. / 我们"),
        ("1. ", "1. "),
        ("1. 2. 我们", "2. 我们"),
        ("- 我们 去", "我们 去"),
        ("* 我们", "我们"),
        ("## 我们", "我们"),
        ("> 我们", "我们"),
        ("-我们", "-我们"),
        ("- / 我们", "- / 我们"),
        ("**我们** 去", "我们 去"),
        ("**我们 去**", "我们 去"),
        ("2 ** 3", "2 ** 3"),
        ("`我们 去`", "我们 去"),
        ("```json", ""),
        ("```", ""),
        ("“我们 去”", "我们 去"),
        ('"我们 去"', "我们 去"),
        ("「我们 去」", "我们 去"),
        ("“ 我们 去 ”", "“ 我们 去 ”"),
        ("“/我们/”", "“/我们/”"),
        ("“我们”和“他们”", "“我们”和“他们”"),
        ("“我们", "“我们"),
        ("“”", "“”"),
        ("- 1. **“我们 去”**", "我们 去"),
        ("1. **“我们 去”**", "我们 去"),
        ("以下是分词结果：", "以下是分词结果："),
        ("", ""),
    ],
)
def test_lines(line, bare):
    assert wrappers.without(line) == bare


@given(st.text('12①.)（(、 -*#>`~“”"「」我a/|', max_size=8))
def test_each_line_that_would_change_is_counted(line):
    found = wrappers.counted([line])
    assert bool(+found) == (wrappers.without(line) != line)
    for key, strip in WRAPPERS.items():
        assert found[key] == (strip(line) != line)
        line = strip(line)


def test_nothing_is_stripped_unasked():
    text = "1. 我们 去\n2. “他 来”\n"
    assert read(text).words == ["1.", "我们", "去", "2.", "“他", "来”"]
    found = survey(source(text), role="system")
    assert (found.wrapped, found.stripped) == ({"numbers": 2, "quotes": 1}, {})


def test_what_is_stripped_is_said_and_no_line_is_lost():
    text = "```\n1. 我们 去\n2. “他 来”\n```\n"
    found = survey(source(text), role="system", strip=["quotes", "markdown"])
    assert found.preview == (("1.", "我们", "去"), ("2.", "“他", "来”"))
    assert found.wrapped == {"numbers": 2}
    found = survey(source(text), role="system", strip=ALL)
    assert found.preview == (("我们", "去"), ("他", "来"))
    assert (found.lines, found.sentences, found.wrapped) == (4, 2, {})
    assert found.stripped == {"Markdown marks of lines": 2, "numbers before lines": 2, "quotes around lines": 1}
    assert found.reading == "words,utf-8,strip-markdown,strip-numbers,strip-quotes"


def test_columns_have_no_such_lines():
    text = "1.\tB\n我\tE\n\n-\tS\n"
    assert read_document(source(text), role="gold", format="tags", strip=ALL).words == ["1.我", "-"]
    assert survey(source(text), role="gold", format="tags").wrapped == {}


def test_what_does_not_exist_cannot_be_stripped():
    with pytest.raises(SettingError, match="nothing called 'bullets' to strip. Available: markdown, numbers, quotes"):
        read_document(source("我们 去\n"), role="gold", strip=["bullets"])


def test_separators_in_strings_are_not_those_of_the_file():
    text = "".join(json.dumps({"output": f"“我们 | 喜欢 | {place} | 分词”"}) + "\n" for place in range(3))
    document = read_document(source(text), role="system", strip=["quotes"])
    assert (document.facts.format, document.facts.separator.chars) == ("jsonl", "|")
    assert sentences(document) == [["我们", "喜欢", str(place), "分词"] for place in range(3)]


def test_strings_in_json_lines():
    output = "1. 我们/喜欢/分词\n2. 你/好"
    text = "".join(json.dumps({"output": output}) + "\n" for _ in range(2))
    assert read(text).words == ["1.我们", "喜欢", "分词", "2.你", "好"] * 2
    found = survey(source(text), role="system")
    assert (found.wrapped, found.separators, found.separator.chars) == ({"numbers": 4}, {"/": 8}, "/")
    assert found.stripped == {"white space characters in words": 4}
    document = read_document(source(text), role="system", strip=["numbers"])
    assert sentences(document) == [["我们", "喜欢", "分词", "你", "好"]] * 2
    found = survey(source(text), role="system", strip=["numbers"])
    assert (found.wrapped, found.stripped) == ({}, {"numbers before lines": 4})


# Words that are not themselves what is stripped.
CORPORA = st.lists(
    st.lists(st.text("我们去ab，。", min_size=1, max_size=4), min_size=1, max_size=5), min_size=1, max_size=6
)
WRAPS = {
    "numbers": lambda number, line: f"{number}. {line}",
    "markdown": lambda number, line: f"- **{line}**",
    "quotes": lambda number, line: f"“{line}”",
}


@given(
    separator=st.sampled_from([" ", "/", "|"]),
    corpus=CORPORA,
    keys=st.permutations(["numbers", "quotes"]).map(tuple),
    fenced=st.booleans(),
)
def test_what_is_wrapped_is_read_back(separator, corpus, keys, fenced):
    lines = [separator.join(words) for words in corpus]
    # As they are nested by those who write them: quotes inside, numbers before, Markdown outermost.
    for key in ("quotes", "numbers", "markdown"):
        if key in keys or key == "markdown":
            lines = [WRAPS[key](number, line) for number, line in enumerate(lines, start=1)]
    text = "\n".join(["```text", *lines, "```"] if fenced else lines) + "\n"
    how = {} if separator == " " else {"separator": separator, "format": "separated"}
    assert sentences(read_document(source(text), role="system", strip=ALL, **how)) == corpus
