"""Small files that hold very much: they are refused before it is unpacked, with little memory."""

from __future__ import annotations

import io
import tracemalloc
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow
import pyarrow.parquet as parquet
import pytest

import cwsdiag
from cwsdiag.balanced import read_idioms
from cwsdiag.documents import read_documents
from cwsdiag.errors import LIMIT_VARIABLE, CwsdiagError, FormatError, InputError
from cwsdiag.formats import Source
from cwsdiag.weights import read_weights

if TYPE_CHECKING:
    from collections.abc import Callable

GOLD = cwsdiag.load(gold=[["我们", "喜欢"], ["北京"]]).gold
TABLE: dict[str, Any] = {
    "word": ["我们", "喜欢", "北京"],
    "sentence": [1, 1, 2],
    "start": [0, 2, 4],
    "end": [2, 4, 6],
    "d": [0.5, 0.25, 0.0],
}
ROWS = 2_000_000


def written(columns: dict[str, Any], **settings: Any) -> bytes:
    out = io.BytesIO()
    parquet.write_table(pyarrow.table(columns), out, **settings)
    return out.getvalue()


def _rows() -> bytes:
    words = pyarrow.DictionaryArray.from_arrays(np.zeros(ROWS, dtype=np.int32), ["我们"])
    return written(dict.fromkeys(TABLE, np.zeros(ROWS, dtype=np.int8)) | {"word": words})


def _no_utf8() -> bytes:
    return written(TABLE | {"word": pyarrow.array([b"\xff"] * 3, pyarrow.binary()).view(pyarrow.string())})


BOMBS: dict[str, tuple[Callable[[], bytes], str]] = {
    "rows": (_rows, "2,000,000 rows for the 3 words of gold"),
    "one long text": (
        lambda: written(TABLE | {"committee": ["x" * 500_000] * 3}, compression="zstd"),
        "unpacks to more than the limit of 1.0 MB",
    ),
    "long texts": (
        lambda: written(TABLE | {"committee": ["x" * 500_000] * 3}, compression="zstd", use_dictionary=False),
        "unpacks to more than the limit of 1.0 MB",
    ),
    "texts of beginnings": (
        lambda: written(
            TABLE | {"committee": ["x"] * 3},
            use_dictionary=False,
            column_encoding={"committee": "DELTA_BYTE_ARRAY"},
        ),
        "column committee is written in a way that is not read here",
    ),
    "columns": (
        lambda: written(TABLE | {f"c{number}": [0] * 3 for number in range(1_000)}),
        "1,005 columns",
    ),
    "lists": (lambda: written(TABLE | {"votes": [[1] * 100_000] * 3}), "column votes holds neither texts nor numbers"),
    "dates": (lambda: written(TABLE | {"d": pyarrow.array([2**62] * 3, pyarrow.timestamp("ns"))}), "column d holds"),
    "no UTF-8": (_no_utf8, "this Parquet file cannot be read .*UTF8"),
    "cut off": (lambda: written(TABLE)[:-20], "this Parquet file cannot be read"),
}


@pytest.mark.parametrize("bomb", BOMBS)
def test_parquet_that_holds_too_much_is_not_unpacked(bomb: str, monkeypatch: pytest.MonkeyPatch) -> None:
    make, said = BOMBS[bomb]
    data = make()
    before = pyarrow.total_allocated_bytes()
    monkeypatch.setenv(LIMIT_VARIABLE, "1")
    with pytest.raises(InputError, match=f"w.parquet: {said}") as refused:
        read_weights(Source.from_bytes("w.parquet", data), GOLD)
    assert "\n" not in str(refused.value)
    del refused
    assert pyarrow.total_allocated_bytes() - before < 2_500_000


def test_columns_that_nobody_asked_for_are_not_read() -> None:
    data = written(TABLE | {"notes": [{"a": [1]}] * 3, "also": ["x"] * 3})
    assert read_weights(Source.from_bytes("w.parquet", data), GOLD).values.tolist() == TABLE["d"]


HEAD = ",".join(TABLE)
LINES = 100_000
ROW = "我们,1,0,2,0\n喜欢,1,2,4,0\n北京,2,4,6,0\n"


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("w.weight", "0 0\n0\n" + "0\n" * LINES, "line 3: more lines with numbers than the 2 sentences"),
        ("w.weight", "0 " * LINES, "100000 numbers for the 2 words"),
        ("w.weight_c", "\n" * LINES, "0 lines with numbers for the 2 sentences"),
        (
            "w.csv",
            f"{HEAD}\n" + "我们,1,0,2,0\n喜欢,1,2,4,0\n北京,2,4,6,0\n" * (LINES // 10),
            "more rows than the 3 words",
        ),
        ("w.csv", f"{HEAD}\n" + "\n" * LINES, "0 rows for the 3 words"),
        ("w.csv", "," * 8 * LINES, "not valid CSV .a line of 800,000 characters"),
        ("w.csv", f'{HEAD}\n"' + "x" * 200_000, "not valid CSV .field larger than field limit"),
        (
            "ids.txt",
            "1\n" * LINES,
            "more document ids than the 2 sentences.*on line 3",
        ),
        ("idioms.txt", " ".join(map(chr, range(0x4E00, 0x9000))), "more than 10 different words"),
    ],
)
def test_texts_of_many_lines_are_not_kept(name: str, text: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cwsdiag.balanced.intervals._MOST_IDIOMS", 10)
    source = Source.from_bytes(name, text.encode())
    readers = {"ids.txt": lambda: read_documents(source, 2), "idioms.txt": lambda: read_idioms(source)}
    tracemalloc.start()
    try:
        with pytest.raises(FormatError, match=f"{name}.*{said}"):
            readers.get(name, lambda: read_weights(source, GOLD))()
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    # Some copies of the text, decoded, and none of it in pieces.
    assert peak < 8 * len(text) + 1_000_000


def test_every_error_is_one_of_ours() -> None:
    for size in range(0, len(written(TABLE)), 37):
        with pytest.raises(CwsdiagError):
            read_weights(Source.from_bytes("w.parquet", written(TABLE)[:size] or b"PAR1"), GOLD)
