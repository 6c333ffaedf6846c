import pytest

from cwsdiag.doctor.examine import content_of
from tests.formats.helpers import source, survey


def facts(content, role="gold", **options):
    return survey(source(content), role=role, **options)


def test_counts():
    found = facts("\ufeff我们 去  １２\t!\r\n\r\n \n看\u3000海 \t天\r他\n")
    assert found.newlines == {"LF": 2, "CRLF": 2, "CR": 1}
    assert found.separators == {"blank": 1, "two or more blanks": 1, "tab": 1, "U+3000": 1, "other": 1}
    assert (found.lines, found.blank_lines, found.longest_line) == (5, 2, 11)
    assert (found.sentences, found.words, found.characters) == (3, 8, 10)
    assert found.stripped == {"U+FEFF": 1}
    assert found.preview == (("我们", "去", "１２", "!"), ("看", "海", "天"), ("他",))
    assert found.format == "words"


@pytest.mark.parametrize(
    ("content", "stripped"),
    [
        ("[中央/n 台/n]nt 的/u\n", {"pairs of brackets": 1}),
        (
            "# a\n1-2\t它给\t_\tX\n1\t它\t_\tX\n2\t给 我\t_\tX\n2.1\t_\t_\tX\n",
            {"comments": 1, "ranges": 1, "empty nodes": 1, "white space characters in words": 1},
        ),
        (
            '\ufeff["我 们", "去\ufeff\\ufeff"]\n{"text": "看 海", "boundaries": [2]}\n',
            {"white space characters in words": 2, "U+FEFF": 3},
        ),
    ],
)
def test_stripped(content, stripped):
    assert facts(content).stripped == stripped


def test_parts_of_speech_are_read_of_texts_and_left_out_of_training():
    content = "[中央/n 台/n]nt 的/u\n"
    assert facts(content).tagged == 3
    assert facts(content, "training").stripped == {"pairs of brackets": 1, "parts of speech": 3}
    assert facts("1\t我\t_\tPRON\n2\t去\t_\t_\n").tagged == 1
    assert content_of(facts(content)) == "1 sentence, 3 words, 4 characters, 3 parts of speech"


def test_word_lists():
    found = facts("我们\nNew York\n" + "的\n" * 60, "training")
    assert (found.sentences, found.words, found.preview[0][:2]) == (0, 62, ("我们", "NewYork"))
    assert found.stripped == {"white space characters in words": 1}
    assert facts("我们 3 r\n去 4 v\n", "training").stripped == {"parts of speech": 2}


def test_the_preview_is_short_and_visible():
    found = facts(" ".join(["我" * 99] + ["\x1b\u202e"] * 99) + "\n去\n来\n看\n")
    assert [len(sentence) for sentence in found.preview] == [25, 1, 1]
    assert all(len(word) <= 40 and word.isprintable() for sentence in found.preview for word in sentence)
