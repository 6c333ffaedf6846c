"""A remedy is called otherwise on the command line and on pages; the rest of a message is the same."""

import pickle
from typing import get_args

import pytest

import cwsdiag
from cwsdiag.errors import COMMAND_LINE, OPTIONS, AlignmentError, CwsdiagError, Fix, Remedy
from cwsdiag.formats import Source
from cwsdiag.ui.files.rows import FIXES, STRIPS
from cwsdiag.views.wording import on_page
from tests.formats.helpers import read_document, survey

GOLD = "我们 喜欢 分词\n"


def misaligned():
    cwsdiag.load(gold=Source.from_bytes("gold.txt", GOLD.encode()), systems={"one": [["我们", "喜欢", "猫"]]})


def unknown_encoding():
    survey(Source.from_bytes("f.txt", b"\x81\x81\xff\xff" * 9), role="gold")


def damaged():
    read_document(Source.from_bytes("f.txt", GOLD.encode() * 99 + b"\xff\n"), role="gold")


def too_large():
    Source.from_bytes("f.txt", b"x" * 99, limit=50)


def unpacks_to_too_much():
    import gzip

    read_document(Source.from_bytes("f.gz", gzip.compress(GOLD.encode() * 99), limit=500), role="gold")


ENCODING = ("set the encoding by hand: --encoding with utf-8, gb18030, cp950, big5hkscs or utf-16.",
            "set the encoding by hand: utf-8, gb18030, cp950, big5hkscs or utf-16.")  # fmt: skip
LIMIT = ("Give a smaller file, or raise the limit: set the environment variable CWSDIAG_MAX_MB (in Python, the "
         "argument `limit` of Source, in bytes).",
         "Give a smaller file, or ask whoever runs this dashboard to raise the limit.")  # fmt: skip


@pytest.mark.parametrize(
    ("fails", "remedy", "begin", "ends"),
    [
        (
            misaligned,
            "same text",
            "one: its characters differ from those of the gold file gold.txt (1 place; 6 characters in gold, "
            "5 in one).\n"
            "sentence 1, character 5: gold 我们喜欢[分词], system 我们喜欢[猫]\n",
            (
                "Check that both files hold the same test set; where only the width of letters or the script differs, "
                "normalise (nfkc, t2s); or leave the differing stretches out on both sides (mismatch: skip), "
                "or count them against the system (mismatch: count).",
                "Check that both files hold the same test set; where only the width of letters or the script differs, "
                "normalise; or leave the differing stretches out on both sides, or count them "
                "against the system.",
            ),
        ),
        (
            unknown_encoding,
            "encoding",
            "f.txt: the encoding cannot be detected: not UTF-8, and no Chinese in GB18030 or Big5. If it is text, ",
            ENCODING,
        ),
        (
            damaged,
            "encoding",
            "f.txt, line 100, byte 2,079: not UTF-8: ff (invalid start byte).\n"
            "The encoding was chosen because nearly all bytes are valid UTF-8.\n"
            "Fix that place or make the file again, or ",
            ENCODING,
        ),
        (too_large, "limit", "f.txt: 0.0 MB, more than the limit of 0.0 MB. ", LIMIT),
        (unpacks_to_too_much, "limit", "f.gz: unpacks to more than the limit of 0.0 MB. ", LIMIT),
    ],
)
def test_a_remedy_in_the_words_of_where_it_is_shown(fails, remedy, begin, ends):
    with pytest.raises(CwsdiagError) as caught:
        fails()
    error = caught.value
    assert (error.remedy, str(error), on_page(error)) == (remedy, begin + ends[0], begin + ends[1])


def test_every_remedy_and_every_fix_has_words():
    for remedy in get_args(Remedy):
        assert COMMAND_LINE[remedy] in str(CwsdiagError("", remedy=remedy))
        assert on_page(CwsdiagError("so: ", remedy=remedy)).startswith("so: ")
    assert set(OPTIONS) == {*FIXES, *STRIPS, "skip"} == set(get_args(Fix))


def test_errors_keep_their_remedy_on_their_way_between_processes():
    error = AlignmentError("one: other characters.\n", remedy="same text")
    same = pickle.loads(pickle.dumps(error))
    assert (type(same), str(same), same.problem, same.remedy) == (
        AlignmentError,
        str(error),
        error.problem,
        "same text",
    )
