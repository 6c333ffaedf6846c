"""How hard each gold word is, and the files that say so [PM, METHODS 8].

``read_weights`` and ``write_weights`` know the files; ``cwsdiag.dataset.with_weights`` gives them to a dataset.
"""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path, PurePath
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cwsdiag import files
from cwsdiag.errors import FormatError, SettingError, brief
from cwsdiag.formats.base import filled_lines, line_at
from cwsdiag.formats.source import Source
from cwsdiag.formats.stream import read_text
from cwsdiag.formats.tables import bare, csv_lines, table_rows
from cwsdiag.languages import Lazy, lazy
from cwsdiag.text import Bools, Floats, Ints, Longs, Segmentation, frozen

# The intervals of difficulty that charts and tables have: [0, 0.1], (0.1, 0.2] … (0.9, 1].
INTERVALS = 10


@dataclass(frozen=True, eq=False)
class Weights:
    """The difficulty d of every gold word [PM, METHODS 8].

    A d says something only beside the others of the same committee: scores that are made from it must name it.

    Attributes:
        values: d, float64 of shape (gold words,), each in [0, 1]. Where votes are known it is votes / members.
        votes: int32 of shape (gold words,): how many members get the word wrong; None where only d is known.
        members: K, at least 1; None where only d is known.
        wrong: bool of shape (members, gold words): which members get which word wrong; None where that is not known.
        committee: name of the committee.
        digest: SHA-256 (hex) of the file it was read from, or of what it holds where it was made in memory.
        name: what the user calls the file; empty in memory.
    """

    values: Floats
    votes: Ints | None
    members: int | None
    wrong: Bools | None
    committee: str
    digest: str
    name: str = ""

    def __len__(self) -> int:
        """Return the number of gold words."""
        return len(self.values)

    def parts(self) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return what each gold word weighs as a hard and as an easy word: d and 1 − d, or a multiple of both.

        Scores are ratios of sums of these, and do not change when all are multiplied by K. So with votes known both are
        int64, votes and K − votes, and sums of them are exact; else both are float64.
        """
        if self.votes is None or self.members is None:
            return self.values, 1.0 - self.values
        hard = self.votes.astype(np.int64)
        return hard, self.members - hard

    def intervals(self) -> Longs:
        """Return for each gold word which of the ten intervals [0, 0.1], (0.1, 0.2] … holds its d, from 0.

        Decided on whole votes where they are known: 3 of 10 is never above 0.3.
        """
        if self.votes is None or self.members is None:
            return np.searchsorted(np.arange(1, INTERVALS) / INTERVALS, self.values)
        # The smallest i with votes / K <= (i + 1) / 10.
        above = -(-self.votes.astype(np.int64) * INTERVALS // self.members)
        return np.maximum(above - 1, 0)


def of_committee(wrong: Bools, *, committee: str) -> Weights:
    """Return the difficulties that a committee gives.

    Args:
        wrong: bool of shape (members, gold words): whether a member gets the span of a word wrong.
        committee: its name; every score that is made from the result is printed with it.

    Raises:
        ValueError: there is no member.
    """
    members = len(wrong)
    if not members:
        raise ValueError("a committee has at least one member")
    wrong = frozen(np.array(wrong, dtype=np.bool_))
    votes = frozen(wrong.sum(axis=0, dtype=np.int32))
    digest = hashlib.sha256(f"{members} {committee}\n".encode())
    digest.update(np.packbits(wrong).tobytes())
    return Weights(frozen(votes / members), votes, members, wrong, committee, digest.hexdigest())


ENDINGS = (".weight", ".weight_c", ".csv")
# Of files that cwsdiag 0.2.0 wrote.
RETIRED = ".parquet"
_TO_CSV = "python -c \"import pandas; pandas.read_parquet('old.parquet').to_csv('new.csv', index=False)\""
_NEEDED = ("word", "sentence", "start", "end", "d")
# With it before the digits, no reader of CSV takes 00 or 1e5 for a number.
_HEX = "0x"
# How far d may lie from votes / members: it may have been rounded by a program in between.
_ROUNDING = 1e-3
_LONGEST_NAME = 1000
_MOST_MEMBERS = 1_000_000
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)
_OTHER_GOLD = lazy("Give the weights that were made for this gold file, read with the same normalisation.")


def read_weights(file: str | Path | Source, gold: Segmentation) -> Weights:
    """Read the difficulties of the words of gold.

    Args:
        file: its name ends in one of ``ENDINGS``, with ``.gz`` after it or not: a number a word, a number a character,
            or a table. Encoding, line ends, byte order marks and gzip are taken as in every other file.
        gold: the segmentation they were made for.

    Returns:
        The difficulties. Where the file names no committee, it is called as the file.

    Raises:
        ReadError: the file cannot be read.
        EncodingError: its bytes are not text.
        FormatError: it does not fit gold; the message says where.
        SettingError: its name has another ending.
    """
    source = file if isinstance(file, Source) else Source.from_path(file)
    kind = ending_of(source.name.removesuffix(".gz"))
    name, text, digest = read_text(source)
    if kind == ".csv":
        weights = _of_table(text, name, gold)
    else:
        values = _of_lines(text, name, gold, by_character=kind == ".weight_c")
        weights = Weights(values, None, None, None, "", "")
    return replace(weights, committee=weights.committee or PurePath(name).name, digest=digest, name=name)


def write_weights(weights: Weights, gold: Segmentation, path: str | Path) -> None:
    """Write difficulties in the format that the ending of ``path`` names.

    Only ``.csv`` keeps votes, members and the committee's name; ``.weight`` and ``.weight_c`` hold d alone.

    Raises:
        ReadError: the file cannot be written.
        SettingError: the weights are those of another gold text, or the name has another ending.
    """
    path = Path(path)
    files.save(path, weights_bytes(weights, gold, ending_of(path.name)))


def weights_bytes(weights: Weights, gold: Segmentation, ending: str = ".csv") -> bytes:
    """Return the bytes of a file of difficulties; numbers have as many digits as it takes to be read back the same.

    Raises:
        SettingError: the weights are those of another gold text.
    """
    check_fit(weights, gold)
    if ending != ".csv":
        words, sizes = _numbered(gold, by_character=ending == ".weight_c")
        sentences = np.split(weights.values[words], np.cumsum(sizes)[:-1])
        return "".join(" ".join(map(repr, one.tolist())) + "\n" for one in sentences).encode("ascii")
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
        columns["wrong"] = [_HEX + row.tobytes().hex() for row in np.packbits(weights.wrong.T, axis=1)]
    columns["committee"] = [weights.committee] * len(gold)
    return csv_lines([columns, *zip(*columns.values(), strict=True)]).encode("utf-8", "surrogatepass")


def check_fit(weights: Weights, gold: Segmentation) -> None:
    """Refuse weights that are not as many as gold has words.

    Raises:
        SettingError: they are not.
    """
    if len(weights) != len(gold):
        raise SettingError(
            lazy(
                "{weights:,} weights for the {words:,} words of gold. Give those of this gold text.",
                weights=len(weights),
                words=len(gold),
            )
        )


def ending_of(name: str) -> str:
    """Return which of ``ENDINGS`` the name of a file of difficulties has.

    Raises:
        SettingError: it has another.
    """
    ending = PurePath(name).suffix.lower()
    if ending == RETIRED:
        raise SettingError(
            lazy(
                "{name}: difficulties are not read from Parquet any more, nor written to it. CSV keeps the votes too. "
                "Where cwsdiag 0.2.0 is installed, this makes a CSV file of it: {command}",
                name=name,
                command=_TO_CSV,
            )
        )
    if ending not in ENDINGS:
        raise SettingError(
            lazy(
                "{name}: the ending of a file of difficulties gives its format: {endings}. Rename it.",
                name=name,
                endings=", ".join(ENDINGS),
            )
        )
    return ending


def _of_lines(text: str, name: str, gold: Segmentation, *, by_character: bool) -> Floats:
    """Return d of each gold word, from lines of numbers."""
    words, sizes = _numbered(gold, by_character=by_character)
    # No more is kept of a file than gold could have: one may have as many lines as it has bytes.
    lines = list(islice(filled_lines(text), len(sizes)))
    count = sum(1 for _ in filled_lines(text))
    if count != len(sizes):
        raise FormatError(
            lazy(
                "{name}: {lines:,} lines with numbers for the {sentences:,} sentences of gold. {remedy}",
                name=name,
                lines=count,
                sentences=len(sizes),
                remedy=_OTHER_GOLD,
            )
        )
    cells: list[str] = []
    for sentence, ((place, line), size) in enumerate(zip(lines, sizes.tolist(), strict=True)):
        numbers = line.split()
        if len(numbers) != size:
            raise FormatError(
                lazy(
                    "{name}, line {line}: {numbers} numbers for the {size} {units} of sentence {sentence} of gold, "
                    "{text!r}. {remedy}",
                    name=name,
                    line=line_at(text, place),
                    numbers=len(numbers),
                    size=size,
                    units=lazy("characters") if by_character else lazy("words"),
                    sentence=sentence + 1,
                    text=brief(" ".join(gold.sentence_words(sentence))),
                    remedy=_OTHER_GOLD,
                )
            )
        cells += numbers

    def where(unit: int) -> Lazy:
        word = int(words[unit])
        line = line_at(text, lines[int(gold.sentence_ids[word])][0])
        return lazy("{name}, line {line}: {place}", name=name, line=line, place=_place(gold, word))

    values = _difficulties(cells, where)
    if not by_character:
        return frozen(values)
    of_words = values[gold.word_starts]
    _refuse(
        values != of_words[words],
        lambda unit: lazy(
            "{place} has characters with different numbers, {one:g} and {another:g}: all characters of a word have "
            "the same. {remedy}",
            place=where(unit),
            one=of_words[words[unit]],
            another=values[unit],
            remedy=_OTHER_GOLD,
        ),
    )
    return frozen(of_words)


def _of_table(text: str, name: str, gold: Segmentation) -> Weights:
    """Return the difficulties of a table, whose rows must be the words of gold in their order."""
    columns = _columns(text, name, len(gold))

    def where(row: int) -> Lazy:
        return lazy("{name}, row {row}: {place}", name=name, row=row + 1, place=_place(gold, row))

    # As it stands, or as a file of our own guards it against spreadsheets.
    pairs = zip(columns["word"], gold.surfaces(), strict=True)
    differs = np.array([word not in (cell, bare(cell)) for cell, word in pairs], dtype=np.bool_)
    for key, numbers in (("sentence", gold.sentence_ids + 1), ("start", gold.word_starts), ("end", gold.word_ends)):
        differs |= _numbers(columns[key]) != numbers
    _refuse(
        differs,
        lambda row: lazy(
            "{name}, row {row}: {cells}, but gold has {place}, start {start} end {end}. {remedy}",
            name=name,
            row=row + 1,
            cells=" ".join(f"{key} {brief(columns[key][row])}" for key in _NEEDED[:-1]),
            place=_place(gold, row),
            start=gold.word_starts[row],
            end=gold.word_ends[row],
            remedy=_OTHER_GOLD,
        ),
    )
    values = _difficulties(columns["d"], where)
    votes = members = wrong = None
    if any(columns.get("votes", ())):
        members, votes = _votes(columns, name, values, where)
        values = votes / members
        if any(columns.get("wrong", ())):
            wrong = _members_wrong(columns["wrong"], votes, members, where)
    committees = sorted(set(columns.get("committee", ())))
    if len(committees) > 1:
        raise FormatError(
            lazy(
                "{name}: several committees, such as {committees}. Difficulties of two committees cannot be compared: "
                "give a file for each.",
                name=name,
                committees=", ".join(map(brief, committees[:2])),
            )
        )
    return Weights(frozen(values), votes, members, wrong, brief(bare("".join(committees)), _LONGEST_NAME), "")


def _columns(text: str, name: str, words: int) -> dict[str, list[str]]:
    """Return the columns of a table by their heads, all with as many cells as gold has words."""
    filled = (row for _line, row in table_rows(text, name))
    heading = next(filled, [])
    if missing := [key for key in _NEEDED if key not in heading]:
        raise FormatError(
            lazy(
                "{name}: no column {missing}. A table of difficulties, as `cwsdiag` writes it, has the columns "
                "{needed}.",
                name=name,
                missing=", ".join(missing),
                needed=", ".join(_NEEDED),
            )
        )
    rows = list(islice(filled, words))
    count = len(rows) + sum(1 for _ in filled)
    for number, row in enumerate(rows, start=1):
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
    if count != words:
        raise FormatError(
            lazy(
                "{name}: {rows:,} rows for the {words:,} words of gold. {remedy}",
                name=name,
                rows=count,
                words=words,
                remedy=_OTHER_GOLD,
            )
        )
    return {key: [row[place] for row in rows] for place, key in enumerate(heading)}


def _votes(columns: dict[str, list[str]], name: str, values: Floats, where: Callable[[int], Lazy]) -> tuple[int, Ints]:
    """Return K, and the votes, which must be whole numbers up to K and agree with d."""
    numbers, votes = _numbers(columns.get("members", [""])), _numbers(columns["votes"])
    members = numbers[0]
    if (numbers != members).any() or not 1 <= members <= _MOST_MEMBERS or members % 1:
        raise FormatError(
            lazy("{name}: votes need the column members, with the same whole number above 0 in every row.", name=name)
        )
    with np.errstate(invalid="ignore"):
        whole = (votes >= 0) & (votes <= members) & (votes % 1 == 0)
    _refuse(
        ~(whole & (np.abs(votes / members - values) <= _ROUNDING)),
        lambda row: lazy(
            "{place} has {votes!r} votes of {members} and d {d!r}: d is votes / members. Make the file again.",
            place=where(row),
            votes=brief(columns["votes"][row]),
            members=int(members),
            d=brief(columns["d"][row]),
        ),
    )
    return int(members), frozen(votes.astype(np.int32))


def _members_wrong(cells: Sequence[str], votes: Ints, members: int, where: Callable[[int], Lazy]) -> Bools:
    """Return which members get which word wrong, which must agree with the votes."""
    size = -(-members // 8)
    rows = list(map(_unhexed, cells))
    # What is too short or too long is refused below, whatever bits it has here.
    packed = np.frombuffer(b"".join(row.ljust(size, b"\0")[:size] for row in rows), dtype=np.uint8)
    bits = np.unpackbits(packed.reshape(len(rows), size), axis=1, count=members).astype(np.bool_)
    _refuse(
        np.array([len(row) != size for row in rows]) | (bits.sum(axis=1) != votes),
        lambda row: lazy(
            "{place} has the members {cell!r} wrong: not as many as its votes, or not {digits} hexadecimal digits "
            "after {mark}. Make the file again.",
            place=where(row),
            cell=brief(cells[row]),
            digits=2 * size,
            mark=_HEX,
        ),
    )
    return frozen(np.ascontiguousarray(bits.T))


def _difficulties(cells: Sequence[str], where: Callable[[int], Lazy]) -> Floats:
    """Return cells as numbers from 0 to 1."""
    values = _numbers(cells)
    _refuse(
        ~((values >= 0) & (values <= 1)),
        lambda unit: lazy(
            "{place} has {cell!r}: a difficulty is a number from 0 to 1. Fix it, or make the file again.",
            place=where(unit),
            cell=brief(cells[unit]),
        ),
    )
    return values


def _refuse(odd: Bools, message: Callable[[int], Lazy]) -> None:
    """Refuse a file for the first place at which it is odd."""
    if odd.any():
        raise FormatError(message(int(odd.argmax())))


def _numbers(cells: Sequence[str]) -> Floats:
    """Return cells as float64, NaN where there is no number: Python's own 0_1 and digits of other scripts are none."""
    return np.array([float(cell) if _NUMBER.fullmatch(cell) else math.nan for cell in cells], dtype=np.float64)


def _unhexed(cell: str) -> bytes:
    """Return the bytes that hexadecimal digits stand for, none where they are no such digits."""
    try:
        return bytes.fromhex(cell.removeprefix(_HEX))
    except ValueError:
        return b""


def _place(gold: Segmentation, word: int) -> Lazy:
    """Return a gold word as messages name it: its sentence and its place there, both from 1, and its characters."""
    sentence = int(gold.sentence_ids[word])
    return lazy(
        "sentence {sentence}, word {word} ({characters})",
        sentence=sentence + 1,
        word=word - int(np.searchsorted(gold.sentence_ids, sentence)) + 1,
        characters=brief(gold.surfaces()[word]),
    )


def _numbered(gold: Segmentation, *, by_character: bool) -> tuple[Longs, Longs]:
    """Return the words that numbers, one a word or one a character, are of, and how many numbers a sentence has."""
    words = np.repeat(np.arange(len(gold)), gold.word_lengths if by_character else 1)
    return words, np.bincount(gold.sentence_ids[words], minlength=len(gold.text.sentence_ends))
