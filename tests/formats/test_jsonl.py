import json

import pytest

from cwsdiag.errors import FormatError
from tests.formats.helpers import read, sentences


@pytest.mark.parametrize(
    "line",
    [
        '{"words": ["我们", "去", "𠮷野"]}',
        '["我们", "去", "𠮷野"]',
        '["\\u6211\\u4eec", "\\u53bb", "\\ud842\\udfb7野"]',
        '{"text": "我们去𠮷野", "boundaries": [2, 3, 5]}',
        '{"text": "我们去𠮷野", "boundaries": [2, 3]}',
        '{"id": 7, "text": "我们 去 𠮷野", "boundaries": [2, 3, 4, 5, 7]}',
        '{"text": "我们 去\ufeff𠮷野", "boundaries": [2, 5]}',
        '{"text": "我们去𠮷野", "boundaries": [1], "words": ["我 们", "\ufeff去", " ", "𠮷\\n野"]}',
        '\ufeff {"words" : [ "我们", "去", "𠮷野" ] }  ',
    ],
)
def test_lines(line):
    document = read(f"{line}\n\n{line}\n")
    assert document.facts.format == "jsonl"
    assert sentences(document) == [["我们", "去", "𠮷野"]] * 2


def test_empty_sentences_are_none():
    assert read('[]\n{"words": []}\n{"text": "", "boundaries": []}\n["我"]\n').sizes == [1]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ('["我们", ', "this is not JSON"),
        ('["我们", "去"] ["海"]', "this is not JSON .Extra data"),
        ("[" * 100_000, "this is not JSON"),
        ('[{"a": ' + "1" * 5000 + "}]", "this is not JSON"),
        ('{"tokens": ["我们"]}', "no list of words: expected"),
        ('{"words": "我们 去"}', "no list of words"),
        ('"我们 去"', "no list of words"),
        ("7", "no list of words"),
        ('["我们", 7]', "7 is not a word: words are"),
        ('["我们", ""]', "'' is not a word"),
        ('["我们", "\\ud842"]', r"NUL character or half of a surrogate pair in '\\ud842'"),
        ('{"text": 7, "boundaries": [1]}', "expected a string as text"),
        ('{"text": "我们", "boundaries": 1}', "expected a string as text"),
        ('{"text": "我们", "boundaries": [3]}', "boundary 3 after 0 in a text of 2 characters"),
        ('{"text": "我们", "boundaries": [0, 1]}', "boundary 0 after 0"),
        ('{"text": "我们", "boundaries": [-1]}', "boundary -1 after 0"),
        ('{"text": "我们", "boundaries": [1, 1]}', "boundary 1 after 1"),
        ('{"text": "我们", "boundaries": [2, 1]}', "boundary 1 after 2"),
        ('{"text": "我们", "boundaries": [true]}', "boundary True after 0"),
        ('{"text": "我们", "boundaries": [1.0]}', "boundary 1.0 after 0"),
        ('{"text": "我们", "boundaries": ["1"]}', "boundary 1 after 0"),
        ('{"text": "\\ud842我", "boundaries": [1]}', "NUL character or half of a surrogate pair"),
    ],
)
def test_bad_lines(line, problem):
    with pytest.raises(FormatError, match=f"file.txt, line 11: {problem}") as error:
        read('["我们", "去"]\n' * 10 + line + "\n")
    assert "Fix it" in str(error.value)
    assert len(str(error.value).splitlines()) == 1


def test_text_that_only_begins_like_json_is_no_json():
    text = "[ 注 ] 我们 去\n{ 一 }\n[中央/n 电视台/n]nt\n"
    assert read(text).words == text.split()


def test_what_json_writes_is_read():
    words = ["我", '"', "\\", "/", "\u2028", "{}"]
    assert read(json.dumps(words)).words == ["我", '"', "\\", "/", "{}"]
