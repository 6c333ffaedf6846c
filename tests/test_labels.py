"""Labels of sentences: from gold's own file, from tables, in projects, on the command line."""

import json

import pytest

import cwsdiag
from cwsdiag.diagnosis import diagnose
from cwsdiag.errors import FormatError
from cwsdiag.formats import Source
from tests.formats.helpers import source

CONLL = """# newdoc id = 1
# sent_id = s1
# text = 甲乙
# genre = news
# miss = 3
1\t甲乙\t_\tNOUN

# sent_id = s2
# text = 甲乙
#genre=  fiction =
# date = 1998
# a note
1\t丙\t_\t_
2\t丁\t_\t_

# newdoc id = 2
# sent_id = s3
# genre = news
# miss = 3
# date = 1998
# the source = x
1\t戊\t_\t_

# genre = lost

1\t己\t_\t_
"""


def values(labels):
    """The label of each sentence, None of one without, by name."""
    return {name: [None if c < 0 else one.names[c] for c in one.codes.tolist()] for name, one in labels.items()}


def load(gold, table=None, **options):
    return cwsdiag.load(gold=gold, labels=None if table is None else source(table, "l.csv"), **options)


def test_comments_of_conll():
    dataset = load(source(CONLL))
    assert values(dataset.labels) == {
        "genre": ["news", "fiction =", "news", None],
        "date": [None, "1998", "1998", None],
    }
    assert (dataset.gold.sent_ids, dataset.labels_digest) == (("s1", "s2", "s3", None), "")


def test_fields_of_json_lines():
    lines = [
        {
            "words": ["甲"],
            "genre": " news ",
            "year": 1998,
            "text": "甲",
            "sent_id": 7,
            "score": 0.5,
            "wLen": 1,
            "id": "a",
        },
        {
            "words": ["乙"],
            "genre": "news",
            "year": 1998.5,
            "text": "甲",
            "real": True,
            "doc": "d",
            "score": 0.5,
            "wLen": 1,
        },
        {"words": ["丙"], "genre": "", "year": 1998, "note": ["news"], "real": True, "doc": "d", "id": "b"},
    ]
    dataset = load(source("\n".join(map(json.dumps, lines))))
    assert values(dataset.labels) == {
        "genre": ["news", "news", None],
        "year": ["1998", "1998.5", "1998"],
        "score": ["0.5", "0.5", None],
    }
    assert dataset.gold.sent_ids == ("7", None, None)


def test_normalisations_that_lose_a_sentence_lose_its_labels():
    text = "".join(
        f"# g = {g}\n1\t{word}\t_\tX\n\n" for g, word in [("x", "甲"), ("y", "_"), ("x", "乙"), ("z", "丙_")]
    )
    assert values(load(source(text), normalise=["underscores"]).labels) == {"g": ["x", "x", "z"]}


GOLD = [["a", "b"], ["c"], ["d"]]


def test_a_row_a_sentence():
    dataset = load(GOLD, 'genre,date\nnews, 1998 \n\n"a, b",\nnews,1998\n')
    assert values(dataset.labels) == {"genre": ["news", "a, b", "news"], "date": ["1998", None, "1998"]}
    assert f"labels:{dataset.labels_digest[:12]}" in diagnose(dataset).signature
    assert values(load(GOLD, '\ufeffgenre\tdate\r\nne,ws\t1\r\n""\t1\r\nb\u202ec\t\r\n').labels) == {
        "genre": ["ne,ws", None, "b\\u202ec"],
        "date": ["1", "1", None],
    }
    table = Source.from_bytes("l.csv", "genre\n新闻\n小说\n新闻\n".encode("gb18030"))
    assert values(cwsdiag.load(gold=GOLD, labels=table).labels) == {"genre": ["新闻", "小说", "新闻"]}


def test_a_row_a_document():
    ids = source("x\nx\ny\n")
    assert values(load(GOLD, "genre\nnews\nfiction\n", documents=ids).labels) == {"genre": ["news", "news", "fiction"]}
    assert values(load(source(CONLL), "genre\nx\ny\n").labels)["genre"] == ["x", "x", "y", "y"]


def test_rows_by_the_id_of_the_sentence():
    found = values(load(source(CONLL), "register,sent_id\nlow,s3\nhigh, s1\n").labels)
    assert found == {
        "genre": ["news", "fiction =", "news", None],
        "date": [None, "1998", "1998", None],
        "register": ["high", None, "low", None],
    }
    # By their number where gold names none.
    assert values(load(GOLD, "sent_id,g\n3,x\n1,y\n").labels) == {"g": ["y", None, "x"]}


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("g\na\nb\n", r"l.csv: 2 rows of labels for the 3 sentences of gold\. Write a row for each"),
        ("sent_id,g\n1,a\n\n4,b\n", r"l.csv, line 4: gold has no sentence '4'\."),
        ("g,h\na,b\nc\nd,e\n", r"l.csv, line 3: 1 fields, but the heading has 2\."),
        ("wLen\na\nb\nc\n", r"the column 'wLen' cannot be a label, as an attribute is called so\."),
        ("g,g\na,b\n", r"the column 'g' cannot be a label, as two columns are called so\."),
        ('"a,b"\n1\n', r"the column 'a,b' cannot be a label, as a name has no blank and none of , ; = :"),
        (",g\n1,a\n", "the column '' cannot"),
        (",".join(f"n{n}" for n in range(21)), "l.csv: no column of labels, or more than 20"),
    ],
)
def test_bad_tables(table, message):
    with pytest.raises(FormatError, match=message):
        load(GOLD, table)
