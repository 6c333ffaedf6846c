"""What an attacker of the board has: a gold that he does not see, a system, and what its words may be broken into."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cwsdiag
from cwsdiag.baselines import BASE, with_baselines
from cwsdiag.dataset import ReadOptions
from cwsdiag.difficulty.segmenter import read_training_text, train_segmenter

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    Lines = list[list[str]]


@dataclass(frozen=True)
class Unit:
    """What is destroyed at once: a word to be split, or two to be joined; of a sentence the words from ``first``."""

    sentence: int
    first: int
    words: tuple[str, ...]
    doubt: int

    @property
    def made(self) -> tuple[str, ...]:
        """What stands there instead."""
        return ("".join(self.words),) if len(self.words) > 1 else (self.words[0][:1], self.words[0][1:])


def units_of(system: Lines, others: Sequence[Lines]) -> Iterator[Unit]:
    """Yield all words of a system as units, with how many other segmenters cut otherwise there."""
    for sentence, line in enumerate(system):
        spans = [set(spans_of(other[sentence])) for other in others]
        own, place = spans_of(line), 0
        while place < len(line):
            count = 1 if len(line[place]) > 1 else 2
            # A last word of a single character has none to be joined to.
            if place + count <= len(line):
                doubt = sum(any(span not in there for span in own[place : place + count]) for there in spans)
                yield Unit(sentence, place, tuple(line[place : place + count]), doubt)
            place += count


def spans_of(words: Sequence[str]) -> list[tuple[int, int]]:
    """Return where words begin and end in their sentence."""
    found, at = [], 0
    for word in words:
        found.append((at, at + len(word)))
        at += len(word)
    return found


@dataclass(frozen=True)
class Prey:
    """A gold, and what the attacker has.

    Attributes:
        gold, training: as files.
        system: the words of the system that he asks about.
        units: of it, those in doubt first.
        wrong: words of it that gold does not have, by sentence and place.
        vocabulary: of the training data.
        spans: of the words of each sentence of gold, with whether they are OOV.
    """

    gold: Path
    training: Path
    system: Lines
    units: list[Unit]
    wrong: set[tuple[int, int]]
    vocabulary: set[str]
    spans: list[dict[tuple[int, int], bool]]

    @property
    def words(self) -> dict[bool, int]:
        """How many words gold has, by whether they are OOV."""
        known = [oov for spans in self.spans for oov in spans.values()]
        return {oov: known.count(oov) for oov in (True, False)}


def prey(folder: Path, name: str, gold: Sequence[str], training: Sequence[str]) -> Prey:
    """Return a gold with a perceptron as its system, and another perceptron and BASE as second opinions."""
    files = folder / f"{name}-gold.txt", folder / f"{name}-training.txt"
    for file, lines in zip(files, (gold, training), strict=True):
        file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    dataset = with_baselines(cwsdiag.load(gold=files[0], training=files[1]))
    learnt = read_training_text(files[1], options=ReadOptions())
    text = dataset.gold.text
    system, second = (train_segmenter(learnt, [text], template=template)[0] for template in ("F2", "F1"))
    words = [
        [list(one.sentence_words(number)) for number in range(len(text.sentence_ends))]
        for one in (dataset.gold, system, second, dataset.system(BASE))
    ]
    vocabulary = {word for line in training for word in line.split()}
    spans = [dict(zip(spans_of(line), [word not in vocabulary for word in line], strict=True)) for line in words[0]]
    wrong = {
        (sentence, place)
        for sentence, line in enumerate(words[1])
        for place, span in enumerate(spans_of(line))
        if span not in spans[sentence]
    }
    # Of two units that are as much in doubt, first the one whose words nobody has seen.
    units = sorted(units_of(words[1], words[2:]), key=lambda unit: (-unit.doubt, vocabulary.issuperset(unit.words)))
    return Prey(*files, words[1], units, wrong, vocabulary, spans)
