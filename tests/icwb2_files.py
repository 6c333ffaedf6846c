"""A folder like ``icwb2-data``, made of our own text: the names, separators, line ends, marks and encodings of each
corpus, and the two places where test files are not what gold is. The corpora themselves may not be shipped.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import opencc

SAMPLE = Path(__file__).parents[1] / "sample_data"
NAMES = ("as", "cityu", "msr", "pku")
UTF8, OTHER = "utf8", "txt"

Sentences = list[list[str]]


@dataclass(frozen=True)
class Manner:
    """How the files of a corpus are written."""

    source: str
    script: str | None
    separator: str
    codec: str
    utf8: str = "utf-8"
    gold: str = "test_gold"
    testing: str = "test"


MANNERS = {
    "as": Manner("microblog/second", "s2tw", "\u3000", "cp950", gold="testing_gold", testing="testing"),
    "cityu": Manner("microblog/first", "s2hk", " ", "big5hkscs", utf8="utf-8-sig"),
    "msr": Manner("news/first", None, "  ", "cp936"),
    "pku": Manner("news/second", None, "  ", "cp936"),
}
# Sentences that say more: Big5 alone cannot write the one, the other has the half-width letter.
_ADDED = {"cityu": [["佢", "喺", "屋企", "食", "咗", "飯", "。"]], "as": [["維他命", "c", "很", "多", "。"]]}
BROKEN_LINES = 16


@dataclass(frozen=True)
class Made:
    """What is in the files of a corpus, apart from how it is written."""

    gold: Sentences
    training: Sentences
    testing: list[str]

    @property
    def training_words(self):
        return sorted({word for sentence in self.training for word in sentence})

    @property
    def prediction(self):
        """Output of a poor segmenter, which cuts every line of the test file into pairs of characters."""
        pairs = (" ".join(line[at : at + 2] for at in range(0, len(line), 2)) for line in self.testing)
        return "".join(f"{line}\n" for line in pairs)


@cache
def made(name):
    """Make the text of a corpus."""
    manner = MANNERS[name]
    gold, training = (_sentences(manner, file) for file in ("test.txt", "train.txt"))
    gold = [*_ADDED.get(name, []), *gold]
    testing = ["".join(sentence) for sentence in gold]
    if name == "as":
        testing = [line.replace("維他命c", "維他命ｃ") for line in testing]
    if name == "msr":
        testing = _broken_elsewhere(testing)
    return Made(gold, training, testing)


def build(folder, *, suffixes=(UTF8, OTHER), names=NAMES):
    """Write the files of corpora, and return the folder ``icwb2-data`` that they are in."""
    root = folder / "icwb2-data"
    for inner in ("gold", "training", "testing"):
        (root / inner).mkdir(parents=True)
    for name in names:
        corpus, manner = made(name), MANNERS[name]
        for suffix in suffixes:
            texts = {
                f"gold/{name}_{manner.gold}": _lines(corpus.gold, manner.separator),
                f"gold/{name}_training_words": corpus.training_words,
                f"training/{name}_training": _lines(corpus.training, manner.separator),
                f"testing/{name}_{manner.testing}": corpus.testing,
            }
            for path, lines in texts.items():
                text = "".join(f"{line}\r\n" for line in lines)
                data = text.encode(manner.utf8 if suffix == UTF8 else manner.codec)
                (root / f"{path}.{suffix}").write_bytes(data)
    return root


def _sentences(manner, file):
    """Return the sentences of a sample file in the script of the corpus, but those its encoding cannot write."""
    text = (SAMPLE / manner.source / file).read_text(encoding="utf-8")
    if manner.script is not None:
        text = opencc.OpenCC(manner.script).convert(text)
    return [line.split() for line in text.splitlines() if _writable(line, manner.codec)]


def _writable(line, codec):
    try:
        # What is read must be what was written: a few codes of Big5 stand for two characters.
        return line.encode(codec).decode(codec) == line
    except UnicodeEncodeError:
        return False


def _lines(sentences, separator):
    return ["".join(word + separator for word in sentence) for sentence in sentences]


def _broken_elsewhere(lines):
    """Return lines of which every second of the first ones ends three characters late."""
    moved = list(lines)
    for number in range(0, 2 * BROKEN_LINES, 2):
        moved[number] += moved[number + 1][:3]
        moved[number + 1] = moved[number + 1][3:]
    return moved
