import hashlib
import subprocess
import sys

import opencc
import pytest

from cwsdiag.errors import FormatError, InputError, SettingError
from cwsdiag.formats import open_document
from cwsdiag.formats.encoding import cut_at
from tests.formats.helpers import read, read_document, source


def test_summary():
    content = "\ufeff我们 去\r\n\r\n看 海"
    document = read(content)
    summary = document.facts
    assert (summary.name, summary.role, summary.format) == ("file.txt", "gold", "words")
    assert (summary.lines, summary.packed) == (3, "")
    assert summary.digest == document.digest == hashlib.sha256(content.encode()).hexdigest()
    assert (summary.reading, document.warnings) == ("words,utf-8", ())


@pytest.mark.parametrize("content", [" \u3000\r\n\n", "\ufeff \ufeff\n"])
@pytest.mark.parametrize("role", ["gold", "training"])
def test_no_word(content, role):
    with pytest.raises(FormatError, match="file.txt: no word in this file"):
        read(content, role)


def test_line_numbers_hold_across_blocks():
    text = "我\tB\n们\tE\n\n" * 1000 + "去\tM\n"
    stream = open_document(source(text), role="gold", chunk_size=100)
    with pytest.raises(FormatError, match="line 3001: '去' has the tag M"):
        list(stream.blocks())


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"format": "xml"}, "format is 'xml': give one of 'words', 'pos'"),
        ({"encoding": "utf-9"}, "no encoding 'utf-9'"),
        ({"strip": ["bullets"]}, "strip is 'bullets': give one of 'markdown', 'numbers', 'quotes'"),
        ({"normalise": ["lower"]}, "normalise is 'lower'"),
    ],
)
def test_settings_that_do_not_exist(options, problem):
    with pytest.raises(SettingError, match=problem):
        read_document(source("我们 去"), role="gold", **options)


def test_hostile_characters_never_reach_a_message():
    with pytest.raises(InputError) as error:
        read("我\tB\n" + "\x1b[31m\u202e\ue000\t" + "X" * 10_000 + "\n" + "们\tB\n" * 9)
    assert str(error.value).isprintable() and len(str(error.value)) < 300


def test_a_line_over_many_pieces_is_looked_through_once():
    # 40 MB: looked through anew for each piece, it would take minutes.
    pieces = ["a" * 1000] * 40_000
    assert list(cut_at([*pieces, "\nb"], "\n")) == ["".join(pieces) + "\n", "b"]


def test_importing_is_light():
    heavy = {"numpy", "opencc", "json", "gzip", "zlib", "unicodedata"}
    code = (
        f"import sys; before = set(sys.modules); import cwsdiag.formats; print({heavy!r} & (set(sys.modules) - before))"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "set()"


@pytest.mark.real_data
@pytest.mark.parametrize("encoding", ["gb18030", "cp950"])
def test_real_text_in_other_encodings(real_data, encoding):
    text = (real_data / "dev.txt").read_text(encoding="utf-8")
    if encoding == "cp950":
        text = opencc.OpenCC("s2tw").convert(text)
    data = text.encode(encoding, "ignore")
    document = read_document(source(data), role="gold")
    assert document.words == data.decode(encoding).split()
