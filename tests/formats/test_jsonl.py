import pytest

from cwsdiag.errors import FormatError
from tests.formats.helpers import read, sentences


@pytest.mark.parametrize(
    "line",
    [
        '{"words": ["我们", "去", "𠮷野"]}',
        '["\\u6211\\u4eec", "\\u53bb", "\\ud842\\udfb7野"]',
        '{"text": "我们去𠮷野", "boundaries": [2, 3, 5]}',
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
        ("[" * 100_000, "this is not JSON"),
        ('[{"a": ' + "1" * 5000 + "}]", "this is not JSON"),
        ('{"chars": ["我", "们"], "labels": ["B"]}', "expected as many labels as characters"),
        ('{"chars": ["我", "们", "去"], "labels": ["B", "E", "B"]}', "the labels make no word from '去' on"),
        ('{"chars": ["我", "们"], "labels": [3, 7]}', "the labels make no word from '我' on, character 1, which has 3"),
        ('["我们", ""]', "'' is not a word"),
        ('{"text": "我们", "boundaries": 1}', "expected a string as text"),
        ('{"text": "我们", "boundaries": [0, 1]}', "boundary 0 after 0"),
        ('{"text": "我们", "boundaries": [true]}', "boundary True after 0"),
    ],
)
def test_bad_lines(line, problem):
    with pytest.raises(FormatError, match=f"file.txt, line 11: {problem}") as error:
        read('["我们", "去"]\n' * 10 + line + "\n")
    assert "Fix it" in str(error.value)


def test_tokens_are_characters_in_all_of_a_file_or_nowhere():
    words = '{"tokens": ["我们", "去"], "labels": ["O", "O"]}\n{"tokens": ["你", "去"], "labels": ["O", "O"]}\n'
    assert sentences(read(words)) == [["我们", "去"], ["你", "去"]]
    names = '{"tokens": ["王", "明"], "labels": ["B-PER", "I-PER"]}\n{"tokens": ["你", "去"], "labels": ["O", "O"]}\n'
    for text in (names, f"[{names.strip().replace(chr(10), ',')}]"):
        with pytest.raises(FormatError, match="the labels make no word from '你' on, character 1, which has 'O'"):
            read(text)


def test_text_that_only_begins_like_json_is_no_json():
    text = "[ 注 ] 我们 去\n{ 一 }\n[中央/n 电视台/n]nt\n"
    assert read(text).words == text.split()
