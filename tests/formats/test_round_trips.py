"""What is written in a format and an encoding is read back, however the bytes come."""

import gzip
import json

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cwsdiag.formats import Block, open_document
from tests.formats.helpers import read_document, sentences, source


def rows(word, single, multiple):
    """Return (character, tag) pairs; ``multiple`` has the tags of first, inner and last character."""
    if len(word) == 1:
        return [(word, single)]
    return list(zip(word, multiple[0] + multiple[1] * (len(word) - 2) + multiple[2], strict=True))


def write_lines(separator, tail=""):
    return lambda corpus: "".join(separator.join(word + tail for word in words) + "\n" for words in corpus)


def write_tags(single, multiple, separator="\t", tail=""):
    def write(corpus):
        return "".join(
            "".join(f"{char}{separator}{tag}{tail}\n" for word in words for char, tag in rows(word, single, multiple))
            + "\n"
            for words in corpus
        )

    return write


def write_conll(corpus):
    return "".join(
        "# text\n" + "".join(f"{n}\t{word}\t_\tNN\n" for n, word in enumerate(words, 1)) + "\n" for words in corpus
    )


def write_json(entry, ascii_only):
    return lambda corpus: "".join(json.dumps(entry(words), ensure_ascii=ascii_only) + "\n" for words in corpus)


def with_boundaries(words):
    return {"text": "".join(words), "boundaries": [len("".join(words[: n + 1])) for n in range(len(words))]}


def with_labels(single, multiple, key="tokens"):
    def entry(words):
        every = [row for word in words for row in rows(word, single, multiple)]
        return {"id": 7, key: [char for char, _tag in every], "labels": [tag for _char, tag in every]}

    return entry


WRITERS = {
    "blank": ("words", write_lines(" ")),
    "ideographic": ("words", write_lines("\u3000")),
    "underscore": ("pos", write_lines(" ", "_NN")),
    "slash": ("pos", write_lines("  ", "/n")),
    "BMES": ("tags", write_tags("S", "BME")),
    "BI": ("tags", write_tags("B", "BII")),
    "BMES-POS": ("tags", write_tags("S", "BME", "\t", "-NN")),
    "01": ("tags", write_tags("1", "100")),
    "01 end": ("tags-end", write_tags("1", "001")),
    "CoNLL": ("conll", write_conll),
    "JSON": ("jsonl", write_json(lambda words: {"words": words}, False)),
    "JSON ASCII": ("jsonl", write_json(list, True)),
    "JSON BIES": ("jsonl", write_json(with_labels("S", "BIE", "chars"), False)),
    "JSON BI": ("jsonl", write_json(with_labels("B", "BII"), False)),
    "JSON 01": ("jsonl", write_json(with_labels(1, [[1], [0], [0]]), False)),
    "JSON boundaries": ("jsonl", write_json(with_boundaries, False)),
    "JSON array": ("json", lambda corpus: json.dumps(corpus, ensure_ascii=False, indent=1)),
}
ENCODINGS = ["utf-8", "utf-8-sig", "gb18030", "cp950", "big5hkscs", "utf-16"]
NEWLINES = ["\n", "\r\n", "\r"]
# Digits and letters that are tags, marks that separate, a combining mark, and beyond the Basic Multilingual Plane.
ALPHABET = "中人大在有的一。，！BS01a/_\u0301𠮷"
CORPORA = st.lists(st.lists(st.text(ALPHABET, min_size=1, max_size=5), min_size=1, max_size=5), min_size=1, max_size=5)


@pytest.mark.parametrize("writer", WRITERS)
@settings(max_examples=40)
@given(
    corpus=CORPORA,
    encoding=st.sampled_from(ENCODINGS),
    newline=st.sampled_from(NEWLINES),
    chunk_size=st.integers(1, 7),
    packed=st.booleans(),
)
def test_written_and_read_back(writer, corpus, encoding, newline, chunk_size, packed):
    format, write = WRITERS[writer]
    text = write(corpus).replace("\n", newline)
    assume(text.isascii() or encoding in ("utf-8", "utf-8-sig", "gb18030", "utf-16") or not set(text) & set("\u0301𠮷"))
    data = text.encode(encoding)
    file = source(gzip.compress(data) if packed else data)
    options = {"role": "gold", "format": format, "encoding": encoding}
    document = read_document(file, **options)
    assert sentences(document) == corpus

    stream = open_document(file, chunk_size=chunk_size, **options)
    blocks = list(stream.blocks())
    joined = Block([w for b in blocks for w in b.words], [s for b in blocks for s in b.sizes])
    assert (joined.words, joined.sizes) == (document.words, document.sizes)
    assert stream.read() == document.facts
    assert [(list(b.words), b.sizes) for b in stream.blocks()] == [(list(b.words), b.sizes) for b in blocks]


NEWS = [
    ["昨天", "下午", "，", "我们", "在", "图书馆", "门口", "等", "了", "很", "久", "。"],
    ["这", "家", "工厂", "去年", "生产", "了", "三万", "辆", "自行车", "。"],
    ["他", "说", "：", "明天", "不", "下雨", "，", "孩子们", "就", "去", "公园", "看", "花", "。"],
]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "gb18030"])
@pytest.mark.parametrize("role", ["gold", "training"])
@pytest.mark.parametrize("writer", [name for name in WRITERS if name != "01 end"])
def test_format_and_encoding_are_found_out(writer, role, encoding):
    format, write = WRITERS[writer]
    document = read_document(source(write(NEWS).encode(encoding)), role=role)
    assert document.facts.format == format
    assert sentences(document) == NEWS
