"""What stands around lines without being text: found, said, and stripped only on request."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cwsdiag.formats import WRAPPERS, wrappers
from tests.formats.helpers import read, read_document, sentences, source, survey

ALL = tuple(WRAPPERS)


@pytest.mark.parametrize(
    ("line", "bare"),
    [
        ("1. 我们 去", "我们 去"),
        (" 12） 我们", "我们"),
        ("【5】我们", "我们"),
        ("③ 我们", "我们"),
        ("1 . 我们", "1 . 我们"),
        ("2008 年", "2008 年"),
        ("1. 2. 我们", "2. 我们"),
        ("- 我们 去", "我们 去"),
        ("## 我们", "我们"),
        ("**我们** 去", "我们 去"),
        ("```json", ""),
        ('"我们 去"', "我们 去"),
        ("“ 我们 去 ”", "“ 我们 去 ”"),
        ("“/我们/”", "“/我们/”"),
        ("“我们", "“我们"),
        ("1. **“我们 去”**", "我们 去"),
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


def test_strings_in_json_lines():
    output = "1. 我们/喜欢/分词\n2. 你/好"
    text = "".join(json.dumps({"output": output}) + "\n" for _ in range(2))
    assert read(text).words == ["1.我们", "喜欢", "分词", "2.你", "好"] * 2
    found = survey(source(text), role="system")
    assert (found.wrapped, found.separators, found.separator.chars) == ({"numbers": 4}, {"/": 8}, "/")
    document = read_document(source(text), role="system", strip=["numbers"])
    assert sentences(document) == [["我们", "喜欢", "分词", "你", "好"]] * 2
