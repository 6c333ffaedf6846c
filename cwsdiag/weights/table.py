"""Difficulties as a table, a row a gold word, in CSV.

word, sentence     its characters, and its sentence, from 1
start, end         its span in the characters of the text, from 0
d                  its difficulty
votes, members     how many members of the committee get it wrong, and of how many; left out where not known
wrong              which: hexadecimal digits, the first member is the highest bit; left out where not known
committee          its name, the same in every row
"""

from __future__ import annotations

import csv
import re
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from cwsdiag.errors import FormatError, shown
from cwsdiag.formats.base import FEFF
from cwsdiag.formats.spreadsheet import bare, csv_lines
from cwsdiag.languages import lazy
from cwsdiag.text import frozen
from cwsdiag.weights.misfit import decimal, place_of, refuse_values
from cwsdiag.weights.model import Weights

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cwsdiag.text import Bools, Floats, Ints, Segmentation

    # The cells of a file, by what its heading calls them.
    Columns = dict[str, list[str]]

_NEEDED = ("word", "sentence", "start", "end", "d")
_KNOWN = (*_NEEDED, "votes", "members", "wrong", "committee")
# With it before the digits, no reader of CSV takes 00 or 1e5 for a number.
_HEX = "0x"
# How far d may lie from votes / members: it may have been rounded by a program in between.
_ROUNDING = 1e-3
_LONGEST_NAME = 1000
_MOST_MEMBERS = 1_000_000
# Twice the digits of so many members.
_LONGEST_LINE = _MOST_MEMBERS // 2
# In strings of these alone ``float`` finds no more numbers than people do.
_PLAIN = re.compile(r"[0-9eE.+-]*")


def columns_of_csv(text: str, name: str, rows: int) -> Columns:
    """Return the columns of a CSV file that are known, as strings.

    Args:
        text: of the file, with LF line ends.
        name: of it, for messages.
        rows: how many there are to be. Of more the next one is read, so that it is seen that there are.

    Raises:
        FormatError: a row has more or fewer fields than the heading, or a line is longer than any of such a table.
    """
    reader = csv.reader(_lines(text, name))
    try:
        heading = next(filter(None, reader), [])
        places = {key: place for place, key in enumerate(heading) if key in _KNOWN}
        columns: Columns = {key: [] for key in places}
        for number, row in enumerate(islice(filter(None, reader), rows + 1), start=1):
            if len(row) != len(heading):
                raise FormatError(
                    lazy(
                        "{name}, row {row}: {fields} fields, but the heading has {wanted}. Fix it.",
                        name=name,
                        row=number,
                        fields=len(row),
                        wanted=len(heading),
                    )
                )
            for key, place in places.items():
                columns[key].append(row[place])
    except csv.Error as error:
        raise FormatError(
            lazy("{name}: this is not valid CSV ({error}). Make the file again.", name=name, error=str(error))
        ) from None
    return columns


def _lines(text: str, name: str) -> Iterator[str]:
    """Yield lines with their ends, one at a time: a file may have as many as it has bytes."""
    start = 0
    while start < len(text):
        end = text.find("\n", start) + 1 or len(text)
        if end - start > _LONGEST_LINE:
            raise FormatError(
                lazy(
                    "{name}: this is not valid CSV ({error}). Make the file again.",
                    name=name,
                    error=lazy("a line of {n:,} characters", n=end - start),
                )
            )
        yield text[start:end].replace(FEFF, "")
        start = end


def weights_of(columns: Columns, name: str, gold: Segmentation, *, digest: str) -> Weights:
    """Put the columns of a table together, after comparing them with gold.

    Args:
        columns: by name, all of the same length; others than the known are passed over.
        name: of the file, for messages.
        gold: what the rows belong to.
        digest: of the file.

    Raises:
        FormatError: a column is missing, rows are not the words of gold, or numbers do not fit each other.
    """
    missing = [key for key in _NEEDED if key not in columns]
    if missing:
        raise FormatError(
            lazy(
                "{name}: no column {missing}. A table of difficulties, as `cwsdiag` writes it, has the columns "
                "{needed}.",
                name=name,
                missing=", ".join(missing),
                needed=", ".join(_NEEDED),
            )
        )
    _check_words(columns, name, gold)
    values = _numbers(columns["d"])
    refuse_values(
        values,
        lambda row: lazy(
            "{name}, row {row}: {place} has {found}",
            name=name,
            row=row + 1,
            place=place_of(gold, row),
            found=_cell(columns, "d", row),
        ),
    )
    votes = members = wrong = None
    if _known(columns, "votes"):
        members = _members(columns, name)
        votes = _votes(columns, name, gold, values, members)
        values = votes / members
        if _known(columns, "wrong"):
            wrong = _members_wrong(columns["wrong"], name, gold, votes, members)
    return Weights(frozen(values), votes, members, wrong, _committee(columns, name), digest, name)


def columns_of(weights: Weights, gold: Segmentation) -> dict[str, list[Any]]:
    """Return difficulties as columns; what is not known has none."""
    columns: dict[str, list[Any]] = {
        "word": list(gold.surfaces()),
        "sentence": (gold.sentence_ids + 1).tolist(),
        "start": gold.word_starts.tolist(),
        "end": gold.word_ends.tolist(),
        "d": weights.values.tolist(),
    }
    if weights.votes is not None:
        columns |= {"votes": weights.votes.tolist(), "members": [weights.members] * len(gold)}
    if weights.wrong is not None:
        packed = np.packbits(weights.wrong.T, axis=1)
        columns["wrong"] = [_HEX + row.tobytes().hex() for row in packed]
    columns["committee"] = [weights.committee] * len(gold)
    return columns


def csv_bytes(columns: dict[str, list[Any]]) -> bytes:
    """Return columns as CSV in UTF-8; numbers have all their digits."""
    return csv_lines([columns, *zip(*columns.values(), strict=True)]).encode("utf-8", "surrogatepass")


def _known(columns: Columns, key: str) -> bool:
    """Tell whether there is such a column with something in it."""
    return any(columns.get(key, ()))


def _numbers(column: list[str]) -> Floats:
    """Return a column as float64, NaN where there is no number."""
    if _PLAIN.fullmatch("".join(column)):
        with suppress(ValueError):
            return np.array(column, dtype=np.float64)
    return np.array([decimal(value) for value in column], dtype=np.float64)


def _cell(columns: Columns, key: str, row: int) -> str:
    """Return what stands in a cell, as messages show it."""
    return repr(shown(columns[key][row]))


def _check_words(columns: Columns, name: str, gold: Segmentation) -> None:
    """Refuse rows that are not the words of gold in their order; the first that differs is named."""
    rows = min(len(columns["word"]), len(gold))
    words = gold.surfaces()
    cells = columns["word"][:rows]
    # As it stands, or as a file of our own guards it against spreadsheets.
    differs = np.fromiter((word not in (cell, bare(cell)) for cell, word in zip(cells, words, strict=False)), np.bool_)
    for key, wanted in (("sentence", gold.sentence_ids + 1), ("start", gold.word_starts), ("end", gold.word_ends)):
        differs |= _numbers(columns[key])[:rows] != wanted[:rows]
    other = lazy("Give the weights that were made for this gold file, read with the same normalisation.")
    if differs.any():
        row = int(differs.argmax())
        found = " ".join(f"{key} {shown(columns[key][row])}" for key in _NEEDED[:-1])
        raise FormatError(
            lazy(
                "{name}, row {row}: {found}, but gold has {place}, start {start} end {end}. {remedy}",
                name=name,
                row=row + 1,
                found=found,
                place=place_of(gold, row),
                start=gold.word_starts[row],
                end=gold.word_ends[row],
                remedy=other,
            )
        )
    if len(columns["word"]) > len(gold):
        raise FormatError(
            lazy(
                "{name}: more rows than the {words:,} words of gold. {remedy}", name=name, words=len(gold), remedy=other
            )
        )
    if len(columns["word"]) < len(gold):
        raise FormatError(
            lazy(
                "{name}: {rows:,} rows for the {words:,} words of gold. {remedy}",
                name=name,
                rows=len(columns["word"]),
                words=len(gold),
                remedy=other,
            )
        )


def _members(columns: Columns, name: str) -> int:
    """Return K."""
    numbers = _numbers(columns.get("members", []))
    if (
        not len(numbers)
        or (numbers != numbers[0]).any()
        or not _whole(numbers[:1], _MOST_MEMBERS).all()
        or not numbers[0]
    ):
        raise FormatError(
            lazy("{name}: votes need the column members, with the same whole number above 0 in every row.", name=name)
        )
    return int(numbers[0])


def _whole(numbers: Floats, most: int) -> Bools:
    """Tell which numbers are whole, and from 0 to ``most``; NaN is not."""
    whole: Bools = (numbers >= 0) & (numbers <= most) & (numbers == np.floor(numbers))
    return whole


def _votes(columns: Columns, name: str, gold: Segmentation, values: Floats, members: int) -> Ints:
    """Return the votes, which must be whole numbers up to K and agree with d."""
    votes = _numbers(columns["votes"])
    odd = ~(_whole(votes, members) & (np.abs(votes / members - values) <= _ROUNDING))
    if odd.any():
        row = int(odd.argmax())
        raise FormatError(
            lazy(
                "{name}, row {row}: {place} has {votes} votes of {members} and d {d}: d is votes / members. Make the "
                "file again.",
                name=name,
                row=row + 1,
                place=place_of(gold, row),
                votes=_cell(columns, "votes", row),
                members=members,
                d=_cell(columns, "d", row),
            )
        )
    return frozen(votes.astype(np.int32))


def _members_wrong(column: list[str], name: str, gold: Segmentation, votes: Ints, members: int) -> Bools:
    """Return which members get which word wrong, which must agree with the votes."""
    size = -(-members // 8)
    rows = [_unhexed(value) for value in column]
    odd = np.fromiter((len(row) != size for row in rows), np.bool_, len(rows))
    # What is broken stands as nobody's error until it is refused below.
    packed = np.frombuffer(
        b"".join(bytes(size) if broken else row for row, broken in zip(rows, odd.tolist(), strict=True)), dtype=np.uint8
    )
    bits = np.unpackbits(packed.reshape(len(rows), size), axis=1, count=members).astype(np.bool_)
    odd |= bits.sum(axis=1) != votes
    if odd.any():
        row = int(odd.argmax())
        raise FormatError(
            lazy(
                "{name}, row {row}: {place} has the members {found!r} wrong: not as many as its votes, or not {digits} "
                "hexadecimal digits after {mark}. Make the file again.",
                name=name,
                row=row + 1,
                place=place_of(gold, row),
                found=shown(column[row]),
                digits=2 * size,
                mark=_HEX,
            )
        )
    return frozen(np.ascontiguousarray(bits.T))


def _unhexed(value: str) -> bytes:
    """Return the bytes that hexadecimal digits stand for, none where they are no such digits."""
    try:
        return bytes.fromhex(value.removeprefix(_HEX))
    except ValueError:
        return b""


def _committee(columns: Columns, name: str) -> str:
    """Return the committee's name, empty where none is said."""
    names = set(columns.get("committee", []))
    if len(names) > 1:
        raise FormatError(
            lazy(
                "{name}: several committees, such as {committees}. Difficulties of two committees cannot be compared: "
                "give a file for each.",
                name=name,
                committees=", ".join(shown(one) for one in sorted(names)[:2]),
            )
        )
    return shown(bare("".join(names)), _LONGEST_NAME)
