"""Files of difficulties: their format follows their ending, and what is in them is checked against gold."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from cwsdiag import files
from cwsdiag.errors import SettingError
from cwsdiag.formats.document import read_text
from cwsdiag.formats.source import Source
from cwsdiag.languages import lazy
from cwsdiag.weights import plain, table
from cwsdiag.weights.model import Weights

if TYPE_CHECKING:
    from cwsdiag.text import Segmentation


ENDINGS = (".weight", ".weight_c", ".csv")
# Of files that cwsdiag 0.2.0 wrote.
RETIRED = ".parquet"
_TO_CSV = "python -c \"import pandas; pandas.read_parquet('old.parquet').to_csv('new.csv', index=False)\""


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
    hasher = hashlib.sha256()
    text = read_text(source, hasher)
    if kind == ".csv":
        columns = table.columns_of_csv(text, source.name, len(gold))
        weights = table.weights_of(columns, source.name, gold, digest=hasher.hexdigest())
    else:
        values = plain.values_of_plain(text, source.name, gold, by_character=kind == ".weight_c")
        weights = Weights(values, None, None, None, "", hasher.hexdigest(), source.name)
    return weights if weights.committee else replace(weights, committee=PurePath(source.name).name)


def write_weights(weights: Weights, gold: Segmentation, path: str | Path) -> None:
    """Write difficulties in the format that the ending of ``path`` names.

    Only ``.csv`` keeps votes, members and the committee's name; ``.weight`` and ``.weight_c`` hold d alone.

    Raises:
        ReadError: the file cannot be written.
        SettingError: the weights are those of another gold text, or the name has another ending.
    """
    check_fit(weights, gold)
    path = Path(path)
    kind = ending_of(path.name)
    if kind == ".csv":
        data = table.csv_bytes(table.columns_of(weights, gold))
    else:
        data = plain.plain_text(weights.values, gold, by_character=kind == ".weight_c").encode("ascii")
    files.save(path, data)


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
