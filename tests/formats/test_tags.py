import pytest

from cwsdiag.errors import FormatError
from tests.formats.helpers import read, sentences


def column_file(*sentence_rows, separator="\t"):
    return "\n".join("\n".join(row.replace("/", separator) for row in rows.split()) + "\n" for rows in sentence_rows)


EXPECTED = [["我们", "去"], ["看", "日出东方", "了"]]


@pytest.mark.parametrize("separator", ["\t", " \t"])
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("我/B 们/E 去/S", "看/S 日/B 出/M 东/M 方/E 了/S"),
        ("我/B 们/I 去/B", "看/B 日/B 出/I 东/I 方/I 了/B"),
        ("我/1 们/0 去/1", "看/1 日/1 出/0 东/0 方/0 了/1"),
        ("我/B-PN 们/E-PN 去/S-VV", "看/S-VV 日/B-NR 出/M-NR 东/M-NR 方/E-NR 了/S-AS"),
    ],
)
def test_tag_sets(first, second, separator):
    document = read(column_file(first, second, separator=separator))
    assert document.facts.format == "tags"
    assert sentences(document) == EXPECTED


def test_01_with_1_on_the_last_character_has_to_be_asked_for():
    text = column_file("我/0 们/1 去/1", "看/1 日/0 出/0 东/0 方/1 了/1")
    assert sentences(read(text, format="tags-end")) == EXPECTED
    with pytest.raises(FormatError, match="cannot follow the beginning of a sentence"):
        read(text)


def test_gold_takes_the_first_tag_column_and_a_system_the_last():
    text = column_file("我/B/S 们/E/S 去/S/S")
    assert sentences(read(text, "gold")) == [["我们", "去"]]
    assert sentences(read(text, "system")) == [["我", "们", "去"]]


def test_a_bad_tag_does_not_make_another_column_the_tag_column():
    rows = "我/B/S 们/E/S " * 10
    with pytest.raises(FormatError, match="line 21: unknown tag 'X'"):
        read(column_file(f"{rows} 去/X/S"), "gold")


def test_a_row_may_hold_a_whole_token():
    rows = "我/B 们/E 用/S Windows/S 看/S 海/S 和/S 山/S 和/S 天/S"
    assert read(column_file(rows)).words == ["我们", "用", "Windows", "看", "海", "和", "山", "和", "天"]


@pytest.mark.parametrize(
    ("rows", "line", "problem"),
    [
        (
            "我/M 们/E 去/S 看/S 海/S",
            1,
            "'我' has the tag M, which cannot follow the beginning of a sentence (tags BMES or BIES)",
        ),
        ("我/B 们/E 去/B 看/B 海/E 天/S", 4, "'看' has the tag B"),
        ("我/B 们/E 去/S 看/B 海/M", 5, "the sentence ends, but the word that begins in line 6 does not"),
        ("我/0 们/1 去/1 看/1 海/0", 1, "'我' has the tag 0, which cannot follow the beginning"),
        ("我/B 们/X 去/B 看/I 海/B 边/B", 2, "unknown tag 'X'. The tags of this file are BI"),
    ],
)
def test_tag_errors_name_line_content_and_remedy(rows, line, problem):
    start = "天/S\n\n" if "S" in rows else "天/1\n\n" if "1" in rows else "天/B\n\n"
    with pytest.raises(FormatError) as error:
        read((start + "\n".join(rows.split()) + "\n").replace("/", "\t"))
    assert str(error.value).startswith(f"file.txt, line {line + 2}: {problem}")
    assert "fix" in str(error.value).lower()


def test_unended_word_with_1_on_the_last_character():
    with pytest.raises(FormatError, match="line 3: the sentence ends, but the word that begins in line 2 does not"):
        read(column_file("我/1 们/0 去/0"), format="tags-end")


@pytest.mark.parametrize(
    ("row", "problem"), [("海", "'海' has no column 2"), ("\u3000\tS", "the column of the word is empty")]
)
def test_bad_rows(row, problem):
    with pytest.raises(FormatError, match=f"line 6: {problem}"):
        read(column_file("我/B 们/E 去/S 看/S 大/S").rstrip("\n") + f"\n{row}\n")


def test_format_that_does_not_fit():
    with pytest.raises(FormatError, match=r"file.txt: no column of tags \(BMES"):
        read("我们 去\n", format="tags")
    with pytest.raises(FormatError, match="its tags are BMES or BIES, not 01. Choose the format 'tags'"):
        read("我 S\n", format="tags-end")
