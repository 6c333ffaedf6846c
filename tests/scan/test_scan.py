"""The scan of plain training text: what it counts is what the usual way counts, and a search by hand."""

import dataclasses
import pickle
from functools import partial

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import cwsdiag.training
from cwsdiag.doctor.predictions import oov_rate
from cwsdiag.errors import InputError
from cwsdiag.formats.document import Document
from cwsdiag.formats.source import Source
from cwsdiag.formats.stream import open_document
from cwsdiag.scan import WordTable, scanned
from cwsdiag.scan.passing import LEAST_SIZE
from cwsdiag.training import gather

# White space of every kind, of which some make the scan give up; and what is refused, left out or remarked on.
WHITE = [" ", "\t", "\u3000", "\xa0", "\u1680", "\u2000", "\u200a", "\u202f", "\u205f", "  ", " \t", "\u3000 "]
ODD = ["\v", "\f", "\x85", "\u2028", "\u2029", "\x1c", "\x1f", "\x01", "\x7f", "\ufeff", "\0"]
ENDS = ["\n", "\n", "\n", "\r\n", "\r", "\n\n", " \n"]
# What may stand around lines.
AROUND = ["1.", "（2）", "③", "**粗**", "**", "*", "“引”", "“", "”", "-", "```", "`代码`", "#"]
# Characters of one to four bytes: the first and the last of each, and some that stand near what is special.
CHARS = "aZ!\x80\x84\x86\xa1é߿ࠀ࿿က一中国人民퟿\ue000\ufefe\uff01￿𐀀😀\u2010\u3001\u200b"


def read(data, *, chunk_size=1 << 20, **options):
    return open_document(
        Source.from_bytes("train.txt", data), role="training", format="words", chunk_size=chunk_size, **options
    )


def usual(stream, strings=(), **options):
    """What comes of a text that nobody scans."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cwsdiag.training, "scanned", lambda *_, **__: None)
        return gather(stream, strings=strings, **options)


def by_scan(stream, strings=(), *, threads=1, **options):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cwsdiag.training, "scanned", partial(scanned, threads=threads, least=0))
        return gather(stream, strings=strings, **options)


def fields(stats):
    """All that a user of statistics can see; counts in their order."""
    plain = {field.name: getattr(stats, field.name) for field in dataclasses.fields(stats) if field.name != "_source"}
    tags = plain.pop("char_tag_counts")
    plain["word_counts"] = list(plain["word_counts"].items())
    summary = stats._source.facts
    return {
        **plain,
        "tags": None if tags is None else (tags.shape, tags.tobytes()),
        "summary": summary,
        "mean": stats.mean_length,
    }


def outcome(make, data, *args, chunk_size=1 << 20, **options):
    try:
        stream = read(data, chunk_size=chunk_size, encoding="utf-8")
        stream.surveyed = True
        found = fields(make(stream, *args, **options))
    except InputError as error:
        return str(error)
    facts = stream.read()
    return {**found, "facts": facts, "separators": list(facts.separators.items())}


STRINGS = st.sets(st.text("中国人民", min_size=1, max_size=8), max_size=9)


@st.composite
def texts(draw):
    """Texts with white space and line ends of all kinds; now and then there is something that is not for the scan."""
    word = st.text(CHARS, min_size=1, max_size=5) | st.text("中国人民", min_size=4, max_size=30)
    words = draw(st.lists(word | st.sampled_from(AROUND), min_size=1, max_size=6))
    between = WHITE + (ODD if draw(st.integers(0, 3)) == 0 else [])
    pieces = []
    for _ in range(draw(st.integers(1, 8))):
        for _ in range(draw(st.integers(0, 5))):
            pieces += [draw(st.sampled_from(words)), draw(st.sampled_from(between))]
        pieces.append(draw(st.sampled_from(ENDS)))
    text = "".join(pieces[: draw(st.integers(1, len(pieces)))]) or "a"
    data = text.encode()
    if draw(st.integers(0, 4)) == 0:
        at = draw(st.integers(0, len(data)))
        # Half a character, a surrogate, what is too long or too high, and bytes that never stand in UTF-8.
        broken = [b"\xe4", b"\xe4\xb8", b"\xed\xa0\x80", b"\xe0\x80\x80", b"\xc0\x80", b"\xf4\x90\x80\x80", b"\xff"]
        data = data[:at] + draw(st.sampled_from(broken)) + data[at:]
    return data


@settings(max_examples=30)
@given(texts(), STRINGS, st.sampled_from([1, 2, 3, 5, 17, 1 << 20]), st.sampled_from([1, 2]))
@example("中 国\n国 中\r\n中国\r".encode(), set(), 1, 2)
@example("中 国 国中 \U0010ffff".encode(), set(), 2, 1)
@example("\ufeff中 国\n \ufeff 国 \ufeff\ufeff 中 \ufeff \n国 中\ufeff国\n".encode(), set(), 1 << 16, 1)
@example(("中 国\n" * 2 + "人" * 40_000 + " 国\n").encode(), {"人" * n for n in (1, 2, 99)}, 1 << 16, 2)
def test_a_scan_gives_what_the_usual_way_gives(data, strings, chunk_size, threads):
    """The same object, or the same error, wherever blocks end and however many threads."""
    wanted = ["中国", "a", "中国人民中国", "no", "國", *strings]
    lines = ["".join(line.split()) for line in data.decode("utf-8", "replace").split("\n")]
    lines = ["中国", "国中", "中国人民中国", *filter(None, lines)]
    expected = outcome(usual, data, wanted, sentences=lines, chunk_size=chunk_size)
    assert outcome(by_scan, data, wanted, sentences=lines, chunk_size=chunk_size, threads=threads) == expected


@pytest.fixture(scope="module")
def large():
    """A text of a megabyte, with more words than a table begins with, and its words."""
    rng = np.random.default_rng(3)
    chars = np.array([chr(code) for code in range(0x4E00, 0x4E00 + 3000)] + list("aＡ①"))
    words = ["".join(rng.choice(chars, size)) for size in rng.integers(1, 6, 90_000)]
    lines = [" ".join(words[start : start + 30]) for start in range(0, len(words), 30)]
    return ("\n".join(lines) + "\n").encode(), words


def test_a_text_of_many_pieces_and_words_is_counted_as_ever(large):
    data, words = large
    wanted = words[:50] + [words[0] + words[1], "不在"]
    own = read(data, chunk_size=1 << 14)
    stats, expected = by_scan(own, wanted, threads=None), usual(read(data), wanted)
    assert isinstance(stats.word_counts, WordTable) and not isinstance(expected.word_counts, WordTable)
    assert fields(stats) == fields(expected)
    assert stats.second_word_count == expected.second_word_count
    asked = [*words[100:200], words[3] + words[4], "不在也"]
    assert stats.apart().string_counts(asked).tolist() == expected.string_counts(asked).tolist()
    # What the doctor asks of words.
    gold = Document.of(read(" ".join([*words[:40], "Ａ", "A", "①", "1", "x"]).encode()))
    assert oov_rate(gold, stats) == oov_rate(gold, expected)
    assert oov_rate(gold, stats, ["nfkc"]) == oov_rate(gold, expected, ["nfkc"])


def test_long_words_of_one_hash_are_told_apart():
    """Of a hash 31 bits are kept; these were looked for."""
    times = {"儙县乳及": 3, "净嗎喲勝": 2, "廳廹乶就": 1, "伜帘带勄": 4}
    lines = [" ".join([word] * count) for word, count in times.items()]
    assert dict(scanned(read("\n".join(lines).encode()), least=0).word_counts) == times


def test_large_texts_are_scanned_unasked(large):
    data = large[0] * (1 + LEAST_SIZE // len(large[0]))
    stats = gather(read(data), characters=False)
    assert (stats.characters, stats.char_tag_counts, stats.words) == (0, None, sum(stats.word_counts.values()))


ODDITIES = [
    ("\x01", "control characters"),
    (" \x0b", "taken for white space"),
    ("甲" * 100_001, "very long lines"),
    ("\0", "NUL"),
]


@pytest.mark.parametrize(("odd", "said"), ODDITIES)
def test_what_is_odd_in_the_middle_of_a_text_is_said_as_ever(large, odd, said):
    data, _ = large
    middle = data.index(b"\n", len(data) // 2)
    changed = data[:middle] + odd.encode() + "甲".encode() + data[middle:]
    found = outcome(by_scan, changed, chunk_size=1 << 14, threads=None)
    assert found == outcome(usual, changed)
    assert said in str(found)
    # Only what has no place in a text takes the usual way.
    assert odd in "\0\x1f" or scanned(read(changed), least=0) is not None


def test_small_packed_and_changed_texts_are_not_scanned():
    data = "中 国\n国 人\n".encode()
    for stream in (
        read(data, normalise=["nfkc"]),
        read(data, strip=["numbers"]),
        read(data.decode().encode("gb18030"), encoding="gb18030"),
        open_document(Source.from_bytes("train.txt", data), role="training", format="word-list"),
    ):
        assert scanned(stream, least=0) is None
    assert scanned(read(data), least=0) is not None
    assert scanned(read(data)) is None


def test_a_table_of_words_is_a_mapping_that_can_be_sent_elsewhere():
    stats = by_scan(read("中 国人 中\n𠮷 ａ\xa0a 一二三四五\n".encode()))
    table = stats.word_counts
    plain = {"中": 2, "国人": 1, "𠮷": 1, "ａ": 1, "a": 1, "一二三四五": 1}
    for one in (table, pickle.loads(pickle.dumps(table))):
        assert one == plain and list(one) == list(plain) and len(one) == len(plain)
        assert not any(word in one for word in ("中\n国人", "\ud800", 3, "\0a", "一二三四", ""))
        assert one.counts_of(["国人", "中", "x", "中\n国人", "", "一二三四五", "中"]).tolist() == [1, 2, 0, 0, 0, 1, 2]
        with pytest.raises(KeyError):
            one["二"]
    assert by_scan(read("中 中\n中 中\n".encode())).second_word_count == 4
    assert stats.second_word_count == 1


def test_a_file_that_changes_between_two_passes_is_refused(tmp_path):
    path = tmp_path / "train.txt"
    path.write_text("中 国\n国 人\n", encoding="utf-8")
    stream = open_document(Source.from_path(path), role="training")
    stats = by_scan(stream)
    path.write_text("中 国\n国 民\n", encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cwsdiag.training, "scanned", partial(scanned, least=0))
        with pytest.raises(InputError, match="changed since"):
            stats.string_counts(["中国"])
