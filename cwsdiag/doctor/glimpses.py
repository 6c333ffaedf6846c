"""A first look at a file: what its beginning says about what it is.

Only the beginning is read, so that a look costs the same whatever the size of the file: at most its first
``SAMPLE`` characters, white space not counted. What stands later in the file is for whoever reads it whole. A file
packed by gzip is unpacked to its end, since nothing else tells how long it is: a second for
200 MB, the most that is read.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from cwsdiag.dataset import ReadOptions
from cwsdiag.doctor.measures import normalised, script_of
from cwsdiag.doctor.names import Hint, hints
from cwsdiag.errors import CwsdiagError
from cwsdiag.formats import WRAPPERS, Source, open_document
from cwsdiag.formats.base import SENTENCE_ID
from cwsdiag.formats.language import longest_mean
from cwsdiag.weights.files import ENDINGS, RETIRED

Kind = Literal["segmented", "raw", "list", "counts", "weights", "labels", "unreadable"]

SAMPLE = 60_000
_CHUNK = 1 << 18
# Two Chinese texts hardly share so many characters in a row but by quoting.
_STRETCH = 8
_HEADING = 4096
_TABLE_COLUMNS = frozenset({"word", "sentence", "start", "end", "d"})


@dataclass(frozen=True)
class Glimpse:
    """What the beginning of a file says.

    Attributes:
        name: what the user calls the file.
        kind: words of running text, text without blanks between words, a word list without or with counts,
            difficulties of words, a table of labels of sentences, or a file that cannot be read.
        sample: its first characters as NFKC makes them, without white space; in simplified characters where
            ``in_one_script`` made it so. Empty for what is no text.
        mean: mean number of characters between two blanks; 0 for what is no text.
        characters: about how many characters the whole file has; 0 for what is no text.
        problem: why it cannot be read; None where it can.
        key: by which whoever asks for proposals tells files apart.
    """

    name: str
    kind: Kind
    sample: str = ""
    mean: float = 0.0
    characters: float = 0.0
    problem: CwsdiagError | None = None
    key: str = ""

    @cached_property
    def hints(self) -> frozenset[Hint]:
        """What the name of the file says it is."""
        return hints(self.name)

    @cached_property
    def stretches(self) -> frozenset[str]:
        """Each stretch of eight characters that occurs; a shorter text is one stretch."""
        places = range(max(len(self.sample) - _STRETCH + 1, min(len(self.sample), 1)))
        return frozenset(self.sample[place : place + _STRETCH] for place in places)

    def shared_with(self, other: Glimpse) -> float:
        """Return the share of the stretches of the one that has fewer which the other has too; 0 without text."""
        fewer = min(len(self.stretches), len(other.stretches))
        return len(self.stretches & other.stretches) / fewer if fewer else 0.0


def glimpse(source: Source, options: ReadOptions | None = None) -> Glimpse:
    """Look at the beginning of a file.

    Args:
        source: the file.
        options: how it is to be read; by default that is found out from the content. Normalisations are passed over.
    """
    name = source.name.lower().removesuffix(".gz")
    try:
        # Difficulties by the ending, and a table by its columns; labels by the name of a table, or a column.
        if _heading(source) >= _TABLE_COLUMNS if name.endswith(".csv") else name.endswith((*ENDINGS, RETIRED)):
            return Glimpse(source.name, "weights")
        if name.endswith((".csv", ".tsv")) and ("labels" in hints(name) or SENTENCE_ID in _heading(source)):
            return Glimpse(source.name, "labels")
        options = options or ReadOptions()
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
                # Counted where it is packed: that one size is no measure of the other.
                size = sum(map(len, source.chunks())) if source.packed else source.size
                whole = size <= blocks * _CHUNK
                break
        mean = sum(map(len, words)) / len(words)
        kind: Kind = stream.kind
        if kind == "segmented" and mean > longest_mean(words):
            kind = "raw"
        total = read if whole else read * max(size / (blocks * _CHUNK), 1.0)
        sample = unicodedata.normalize("NFKC", "".join(words)[:SAMPLE])
        return Glimpse(source.name, kind, "".join(sample.split()), mean, total)
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


def _heading(source: Source) -> set[str]:
    """Return the columns of a table, as ASCII in whatever encoding."""
    heading = source.head(_HEADING).replace(b"\0", b"").split(b"\n")[0].decode("ascii", "ignore")
    return set(re.split("[,\t]", heading.strip()))
