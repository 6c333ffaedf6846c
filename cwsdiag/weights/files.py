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
from cwsdiag.weights import parquet, plain, table
from cwsdiag.weights.model import Weights

if TYPE_CHECKING:
    from cwsdiag.text import Segmentation


ENDINGS = (".weight", ".weight_c", ".csv", ".parquet")


def read_weights(file: str | Path | Source, gold: Segmentation) -> Weights:
    """Read the difficulties of the words of gold.

    Args:
        file: its name ends in one of ``ENDINGS``, with ``.gz`` after it or not: a number a word, a number a character,
            or a table. Encoding, line ends, byte order marks and gzip are taken as in every other file.
        gold: the segmentation they were made for.

    Returns:
        The difficulties. Where the file names no committee, it is called as the file.

    Raises:
        ReadError: the file cannot be read, or is Parquet and there is no pyarrow.
        EncodingError: its bytes are not text.
        FormatError: it does not fit gold; the message says where.
        SettingError: its name has another ending.
    """
    source = file if isinstance(file, Source) else Source.from_path(file)
    kind = _kind(source.name.removesuffix(".gz"))
    hasher = hashlib.sha256()
    # The digest is complete once the content has been read, which every branch does before anything else.
    if kind == ".parquet":
        data = b"".join(source.chunks(hasher=hasher))
        columns = parquet.columns_of_parquet(data, source.name, table.KNOWN, len(gold))
        weights = table.weights_of(columns, source.name, gold, digest=hasher.hexdigest())
    elif kind == ".csv":
        columns = table.columns_of_csv(read_text(source, hasher), source.name, len(gold))
        weights = table.weights_of(columns, source.name, gold, digest=hasher.hexdigest())
    else:
        text = read_text(source, hasher)
        values = plain.values_of_plain(text, source.name, gold, by_character=kind == ".weight_c")
        weights = Weights(values, None, None, None, "", hasher.hexdigest(), source.name)
    return weights if weights.committee else replace(weights, committee=PurePath(source.name).name)


def write_weights(weights: Weights, gold: Segmentation, path: str | Path) -> None:
    """Write difficulties in the format that the ending of ``path`` names.

    Only tables keep votes, members and the committee's name; ``.weight`` and ``.weight_c`` hold d alone.

    Raises:
        ReadError: the file cannot be written, or is to be Parquet and there is no pyarrow.
        SettingError: the weights are those of another gold text, or the name has another ending.
    """
    check_fit(weights, gold)
    path = Path(path)
    kind = _kind(path.name)
    if kind == ".parquet":
        data = parquet.parquet_bytes(table.columns_of(weights, gold), str(path))
    elif kind == ".csv":
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


def _kind(name: str) -> str:
    ending = PurePath(name).suffix.lower()
    if ending not in ENDINGS:
        raise SettingError(
            lazy(
                "{name}: the ending of a file of difficulties gives its format: {endings}. Rename it.",
                name=name,
                endings=", ".join(ENDINGS),
            )
        )
    return ending
