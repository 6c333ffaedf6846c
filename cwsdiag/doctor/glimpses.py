"""A first look at a file: what its beginning says about what it is.

Only the beginning is read, so that a look costs the same whatever the size of the file: at most its first
``SAMPLE`` characters, white space not counted. What stands later in the file is for whoever reads it whole. A file
packed by gzip is unpacked to its end, since nothing else tells how long it is: a second for
200 MB, the most that is read.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from cwsdiag.dataset import ReadOptions
from cwsdiag.doctor.measures import mean_length, normalised, script_of
from cwsdiag.errors import CwsdiagError
from cwsdiag.formats import WRAPPERS, open_document
from cwsdiag.formats.decode import decoded
from cwsdiag.formats.encoding import detect
from cwsdiag.formats.language import longest_mean
from cwsdiag.text import codes_of
from cwsdiag.weights.files import ENDINGS, RETIRED

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy as np
    from numpy.typing import NDArray

    from cwsdiag.formats import Source

Kind = Literal["segmented", "raw", "list", "counts", "weights", "unreadable"]

SAMPLE = 60_000
_CHUNK = 1 << 18
# Two Chinese texts hardly share so many characters in a row but by quoting.
_STRETCH = 8
# Odd and large, so that other stretches have other numbers.
_FACTOR = 0x9E3779B97F4A7C15
_HEADING = 4096
_TABLE_COLUMNS = frozenset({"word", "sentence", "start", "end", "d"})


@dataclass(frozen=True)
class Glimpse:
    """What the beginning of a file says.

    Attributes:
        name: what the user calls the file.
        kind: words of running text, text without blanks between words, a word list without or with counts,
            difficulties of words, or a file that cannot be read.
        sample: its first characters as NFKC makes them, without white space; in simplified characters where
            ``in_one_script`` made it so. Empty for what is no text.
        mean: mean number of characters between two blanks; 0 for what is no text.
        characters: about how many characters the whole file has; 0 for what is no text.
        problem: why it cannot be read; None where it can.
    """

    name: str
    kind: Kind
    sample: str = ""
    mean: float = 0.0
    characters: float = 0.0
    problem: CwsdiagError | None = None

    @cached_property
    def stretches(self) -> NDArray[np.uint64]:
        """A number for each stretch of eight characters that occurs, sorted; a shorter text is one stretch."""
        import numpy as np

        codes = codes_of(self.sample).astype(np.uint64)
        width = min(_STRETCH, len(codes))
        if not width:
            return codes
        numbers = np.zeros(len(codes) - width + 1, np.uint64)
        for place in range(width):
            numbers = numbers * _FACTOR + codes[place : place + len(numbers)]
        return np.unique(numbers)

    def shared_with(self, other: Glimpse) -> float:
        """Return the share of the stretches of the one that has fewer which the other has too; 0 without text."""
        import numpy as np

        fewer = min(len(self.stretches), len(other.stretches))
        return len(np.intersect1d(self.stretches, other.stretches, assume_unique=True)) / fewer if fewer else 0.0


def glimpse(source: Source, options: ReadOptions | None = None) -> Glimpse:
    """Look at the beginning of a file.

    Args:
        source: the file.
        options: how it is to be read; by default that is found out from the content. Normalisations are passed over.
    """
    try:
        if _holds_weights(source):
            return Glimpse(source.name, "weights")
        return _glimpse(source, options or ReadOptions())
    except CwsdiagError as error:
        return unreadable(source.name, error)


def unreadable(name: str, problem: CwsdiagError) -> Glimpse:
    """Return the look of a file that cannot be read."""
    return Glimpse(name, "unreadable", problem=problem.with_traceback(None))


def in_one_script(glimpses: Iterable[Glimpse]) -> list[Glimpse]:
    """Return looks whose samples can be compared: where some are in traditional characters, these are simplified."""
    glimpses = list(glimpses)
    scripts = [script_of(glimpse.sample) for glimpse in glimpses]
    # OpenCC takes a while to load, so it is asked only where it matters.
    if not {"simplified", "traditional"} <= set(scripts):
        return glimpses
    return [
        replace(glimpse, sample=normalised([glimpse.sample], ["t2s"])[0]) if script == "traditional" else glimpse
        for glimpse, script in zip(glimpses, scripts, strict=True)
    ]


def _glimpse(source: Source, options: ReadOptions) -> Glimpse:
    # Only training data may be a word list: what is one is found out in no other role.
    stream = open_document(
        source,
        role="training",
        format=options.format,
        encoding=options.encoding,
        separator=options.separator,
        # What stands around lines says nothing of what a file is, stripped or not when it is read.
        strip=tuple(WRAPPERS),
        chunk_size=_CHUNK,
    )
    words: list[str] = []
    read = blocks = size = 0
    whole = True
    for block in stream.blocks():
        blocks += 1
        words += block.words
        read += sum(map(len, block.words))
        if read >= SAMPLE:
            size = _unpacked_size(source)
            whole = size <= blocks * _CHUNK
            break
    mean = mean_length(words)
    kind: Kind = "segmented" if stream.kind == "segmented" else stream.kind
    if kind == "segmented" and mean > longest_mean(words):
        kind = "raw"
    total = read if whole else read * max(size / (blocks * _CHUNK), 1.0)
    sample = unicodedata.normalize("NFKC", "".join(words)[:SAMPLE])
    return Glimpse(source.name, kind, "".join(sample.split()), mean, total)


def _unpacked_size(source: Source) -> int:
    """Return how many bytes a file has, counted where it is packed: that one size is no measure of the other."""
    return sum(map(len, source.chunks())) if source.gzip else source.size


def _holds_weights(source: Source) -> bool:
    """Tell whether a file holds difficulties: by its ending, a table by its columns too."""
    name = source.name.lower().removesuffix(".gz")
    if not name.endswith((*ENDINGS, RETIRED)):
        return False
    if not name.endswith(".csv"):
        return True
    head = source.head(_HEADING)
    encoding = detect(head, complete=len(head) < _HEADING, name=source.name)
    heading = "".join(decoded([head], encoding, source.name, complete=len(head) < _HEADING)).split("\n")[0]
    return set(heading.strip("\ufeff\r").split(",")) >= _TABLE_COLUMNS
