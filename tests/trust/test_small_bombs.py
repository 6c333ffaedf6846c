"""Files of very many lines: they are refused without keeping them."""

from __future__ import annotations

import tracemalloc

import pytest

import cwsdiag
from cwsdiag.balanced import read_idioms
from cwsdiag.errors import FormatError
from cwsdiag.formats import Source
from cwsdiag.labels import read_documents, read_labels
from cwsdiag.weights import read_weights

GOLD = cwsdiag.load(gold=[["我们", "喜欢"], ["北京"]]).gold
HEAD = "word,sentence,start,end,d"
LINES = 100_000


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("w.weight", "0 0\n0\n" + "0\n" * LINES, "100,002 lines with numbers for the 2 sentences"),
        ("w.csv", f'{HEAD}\n"' + "x" * 200_000, "not valid CSV .field larger than field limit"),
        (
            "ids.txt",
            "1\n" * LINES,
            "100,000 document ids for the 2 sentences",
        ),
        ("labels.csv", "g\n" + "1\n" * LINES, "100,000 rows of labels for the 2 sentences"),
        ("labels.csv", "sent_id,g\n" + "1,x\n" * LINES, "line 3: the sentence '1' was there before"),
        ("idioms.txt", " ".join(map(chr, range(0x4E00, 0x9000))), "more than 10 different words"),
    ],
)
def test_texts_of_many_lines_are_not_kept(name, text, said, monkeypatch):
    monkeypatch.setattr("cwsdiag.balanced.ranking._MOST_IDIOMS", 10)
    source = Source.from_bytes(name, text.encode())
    readers = {
        "ids.txt": lambda: read_documents(source, 2),
        "labels.csv": lambda: read_labels(source, GOLD, None),
        "idioms.txt": lambda: read_idioms(source),
    }
    tracemalloc.start()
    try:
        with pytest.raises(FormatError, match=f"{name}.*{said}"):
            readers.get(name, lambda: read_weights(source, GOLD))()
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    # Some copies of the text, decoded, and none of it in pieces.
    assert peak < 8 * len(text) + 1_000_000
