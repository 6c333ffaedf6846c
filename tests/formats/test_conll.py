import pytest

from cwsdiag.errors import FormatError
from tests.formats.helpers import read, sentences, tags

REST = "\t_" * 8
CONLLU = f"""# sent_id = 1
# text = 把它给我看看。
1	把{REST}
2-3	它给{REST}
2	它{REST}
3	给{REST}
3.1	空{REST}
4	我{REST}
5	看看{REST}
6	。{REST}

# sent_id = 2
1	New York{REST}
2	#{REST}
"""


def test_conllu():
    document = read(CONLLU)
    assert document.facts.format == "conll"
    assert sentences(document) == [["把", "它", "给", "我", "看看", "。"], ["NewYork", "#"]]


def test_the_part_of_speech_is_the_fourth_column():
    text = "1\t我\t我\tPRON\tPN\n1-2\t我去\t_\tX\n2\t去\t去\t_\n2.1\t_\t_\tVERB\n\n1\t看\t看\tVERB\n"
    assert tags(read(text)) == tags(read(text, "system")) == ["PRON", None, "VERB"]
    assert read(CONLLU).pos is None
    assert tags(read("1\t我\t_\t_\n\n" * 9 + "1\t我\t_\tX\n")) == [None] * 9 + ["X"]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("我们 去", "'我们 去' is not a line of CoNLL"),
        ("a\t我", r"'a\\t我' is not a line of CoNLL"),
        (f"7\t\u3000{REST}", "the column of the word is empty"),
    ],
)
def test_bad_lines(line, problem):
    with pytest.raises(FormatError, match=f"file.txt, line 11: {problem}"):
        read(CONLLU.replace("\n\n#", f"\n{line}\n\n#"))
