import hashlib
import subprocess
import sys

import opencc
import pytest

from cwsdiag.errors import FormatError, InputError, SettingError
from cwsdiag.formats import Source, open_document
from cwsdiag.formats.document import read_document
from tests.formats.helpers import read, source


def test_summary():
    content = "\ufeff我们 去\r\n\r\n看 海"
    document = read(content)
    summary = document.facts
    assert (summary.name, summary.role, summary.format, summary.kind) == ("file.txt", "gold", "words", "segmented")
    assert (summary.size, summary.lines, summary.packed) == (len(content.encode()), 3, "")
    assert summary.digest == document.digest == hashlib.sha256(content.encode()).hexdigest()
    assert (summary.encoding.codec, summary.encoding.bom) == ("utf-8", True)
    assert summary.reading == "words,utf-8"
    assert document.warnings == ()


@pytest.mark.parametrize("content", ["\n", " \u3000\r\n\n", "\ufeff", "\ufeff \ufeff\n"])
@pytest.mark.parametrize("role", ["gold", "system", "training"])
def test_no_word(content, role):
    with pytest.raises(FormatError, match="file.txt: no word in this file"):
        read(content, role)


def test_a_file_that_changes_between_two_passes(tmp_path):
    path = tmp_path / "train.txt"
    path.write_text("我们 去\n", encoding="utf-8")
    stream = open_document(Source.from_path(path), role="training")
    list(stream.blocks())
    path.write_text("我们 来\n", encoding="utf-8")
    with pytest.raises(FormatError, match="the file has changed since it was read. Load it again"):
        list(stream.blocks())


def test_memory_does_not_grow_with_the_file():
    stream = open_document(source("我们 去\n" * 100_000), role="training", chunk_size=10_000)
    assert max(len(block.words) for block in stream.blocks()) < 3_000


def test_a_line_of_five_megabytes_is_read_with_a_warning():
    long = "我们 去 " * 350_000
    document = read(f"看 海\n{long}\n去\n")
    assert len(document.words) == 700_003
    assert document.sizes == [2, 700_000, 1]
    (warning,) = document.warnings
    assert warning.startswith("file.txt: very long lines: line 2 (1,750,000 characters).")
    assert "check the line ends of the file" in warning


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
        ({"normalise": ["lower"]}, "normalise is 'lower'"),
    ],
)
def test_settings_that_do_not_exist(options, problem):
    with pytest.raises(SettingError, match=problem):
        read_document(source("我们 去"), role="gold", **options)


def test_hostile_characters_never_reach_a_message():
    with pytest.raises(InputError) as error:
        read("我\tB\n" + "\x1b[31m\u202e\ue000\tX\n" + "们\tB\n" * 9)
    assert str(error.value).isprintable()
    with pytest.raises(InputError) as error:
        read("我\tB\n们\t" + "X" * 10_000 + "\n" + "们\tB\n" * 9)
    assert len(str(error.value)) < 300


def test_importing_is_light():
    heavy = {"numpy", "opencc", "json", "gzip", "zlib", "unicodedata"}
    code = (
        f"import sys; before = set(sys.modules); import cwsdiag.formats; print({heavy!r} & (set(sys.modules) - before))"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "set()"


@pytest.mark.real_data
def test_the_same_test_set_in_two_formats(real_data):
    lines = read_document(Source.from_path(real_data / "test.txt"), role="gold")
    columns = read_document(Source.from_path(real_data / "test.conllu"), role="gold")
    assert (len(lines.words), len(lines.sizes)) == (12_012, 500)
    assert columns.sizes == lines.sizes
    # The two files really differ so.
    differing = [pair for pair in zip(lines.words, columns.words, strict=True) if len(set(pair)) > 1]
    assert differing == [("平方英里", "平方英哩")] * 2
    assert (lines.facts.format, columns.facts.format) == ("words", "conll")


@pytest.mark.real_data
@pytest.mark.parametrize("encoding", ["gb18030", "cp950"])
def test_real_text_in_other_encodings(real_data, encoding):
    text = (real_data / "dev.txt").read_text(encoding="utf-8")
    if encoding in ("cp950", "big5hkscs"):
        text = opencc.OpenCC("s2tw").convert(text)
    data = text.encode(encoding, "ignore")
    document = read_document(source(data), role="gold")
    assert document.words == data.decode(encoding).split()
