"""Sentences as ribbons, and places of words as lines: which words of each row are right, wrong or not compared.

This is the one place that decides it: the ribbon of a page and the one that is drawn for talk and paper show the same.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise

from cwsdiag.diagnosis.words import overlapping, spans
from cwsdiag.errors import brief
from cwsdiag.frames import GOLD, Ribbon, RibbonRow, RibbonWord
from cwsdiag.languages import _
from cwsdiag.text import Floats, Segmentation, Text

Says = Callable[[Segmentation, int], str]

Span = tuple[int, int]
# Characters of a name beside a row.
_LABEL = 16


def ribbon_of(
    gold: Segmentation,
    systems: Mapping[str, Segmentation],
    sentence: int,
    *,
    aim: tuple[int, int] | None = None,
    hits: Collection[int] = (),
    colours: Mapping[str, str],
    says: Says | None = None,
    weights: Floats | None = None,
    bars: str = "",
    doubts: Collection[int] = (),
    notes: Iterable[str] = (),
) -> Ribbon:
    """Return a gold sentence with what systems made of it.

    Args:
        gold: the reference.
        systems: segmentations by role: ``a``, ``b`` and more.
        sentence: index of the gold sentence.
        aim: the span, in the whole text, of the gold word or words that the eye is to find.
        hits: positions, in the whole text, of characters that were searched for.
        colours: of the systems by role, from the theme.
        says: gives what is told of a word by its index in a segmentation, lines of plain text.
        weights: the difficulty of each gold word, or what stands in for it, from 0 to 1, where it is to be shown.
        bars: what these are called; empty for difficulty.
        doubts: positions, in the whole text, at which a boundary of gold, or that there is none, is worth a look.
        notes: what is said below.
    """
    start, end = int(gold.text.sentence_starts[sentence]), int(gold.text.sentence_ends[sentence])
    called = _("gold")
    rows = [RibbonRow(called, GOLD, called, tuple(_words(gold, gold, start, end, says, weights)))]
    rows += [
        RibbonRow(role.upper(), role, system.name, tuple(_words(system, gold, start, end, says)), colours[role])
        for role, system in systems.items()
    ]
    own = (
        _("{role} wrote: {words}", role=role.upper(), words=" ".join(system.sentence_words(sentence)))
        for role, system in systems.items()
        if system.altered_sentences[sentence]
    )
    shared = set.intersection(*({word.start for word in row.words if word.opens} for row in rows))
    return Ribbon(
        chars=gold.text.chars[start:end],
        rows=tuple(rows),
        breaks=(0, *sorted(shared - {0}), end - start),
        aim=None if aim is None else (aim[0] - start, aim[1] - start),
        hits=frozenset(place - start for place in hits if start <= place < end),
        notes=(*own, *notes),
        bars=bars,
        doubts=tuple(sorted(place - start for place in doubts)),
    )


def ribbon_of_cuts(
    cuts: Sequence[Segmentation],
    sentence: int,
    colours: Mapping[str, str],
    says: Says,
    weights: Floats | None,
    bars: str,
) -> Ribbon:
    """Return a sentence as segmenters cut it, none of which is gold; see ``ribbon_of``.

    Args:
        cuts: one or more, by whole sentences of one text; words that not all make are told apart.
        sentence: index of the sentence.
        colours: of systems by name; others have none.
        says: gives what is told of a word by its index in a segmentation.
        weights: of the words of the first, from 0 to 1, where they are to be shown.
        bars: what these are called.
    """
    text = cuts[0].text
    start, end = int(text.sentence_starts[sentence]), int(text.sentence_ends[sentence])
    rows = [[*_words(cut, cut, start, end, says, None if place else weights)] for place, cut in enumerate(cuts)]
    common = set.intersection(*({(word.start, word.end) for word in words} for words in rows))
    shared = set.intersection(*({word.start for word in words} for words in rows))
    drawn = [
        RibbonRow(
            brief(cut.name, _LABEL) if len(cuts) > 1 else "",
            f"way {place}",
            cut.name,
            tuple(word if (word.start, word.end) in common else replace(word, state="apart") for word in words),
            colours.get(cut.name, "") if len(cuts) > 1 else "",
        )
        for place, (cut, words) in enumerate(zip(cuts, rows, strict=True))
    ]
    return Ribbon(text.chars[start:end], tuple(drawn), (*sorted(shared), end - start), bars=bars)


def ribbon_of_way(words: Sequence[str], ways: Sequence[Sequence[str]]) -> Ribbon:
    """Return one way to cut a sentence, its words told apart from those that other ways do not have.

    Args:
        words: of this way.
        ways: all of them, this one among them; they have the same characters.
    """
    boundaries = [[0, *accumulate(map(len, one))] for one in ways]
    common = set.intersection(*(set(pairwise(one)) for one in boundaries))
    boxes = tuple(
        RibbonWord(*span, opens=True, closes=True, state="right" if span in common else "apart")
        for span in pairwise([0, *accumulate(map(len, words))])
    )
    breaks = tuple(sorted(set.intersection(*map(set, boundaries))))
    return Ribbon("".join(words), (RibbonRow("", "way", "", boxes),), breaks)


def _words(
    segmentation: Segmentation,
    gold: Segmentation,
    start: int,
    end: int,
    says: Says | None,
    weights: Floats | None = None,
) -> Iterator[RibbonWord]:
    begins = {span[0] for span in spans(gold, start, end)}
    for index, span, state in words_over(segmentation, gold, start, end):
        here, wrong = (max(span[0], start), min(span[1], end)), state == "wrong"
        yield RibbonWord(
            start=here[0] - start,
            end=here[1] - start,
            opens=span[0] >= start,
            closes=span[1] <= end,
            state=state,
            extra=wrong and span[0] >= start and span[0] not in begins,
            missed=tuple(place - start for place in range(here[0] + 1, here[1]) if wrong and place in begins),
            says="" if says is None else says(segmentation, index),
            difficulty=math.nan if weights is None else float(weights[index]),
        )


def words_over(segmentation: Segmentation, gold: Segmentation, start: int, end: int) -> Iterator[tuple[int, Span, str]]:
    """Yield the words that overlap a stretch of the text: their index, their span, and the state of a ``RibbonWord``.

    What has no character of gold has no place in its text, and is left out.
    """
    first, last = overlapping(segmentation, start, end)
    compared = segmentation.covered(segmentation.word_starts[first:last]).tolist()
    made, ours = spans(segmentation, start, end), set(spans(gold, start, end))
    for index, span, scored in zip(range(first, last), made, compared, strict=False):
        if span[0] < span[1]:
            state = "right" if span in ours and segmentation.intact[index] else "wrong"
            yield index, span, "off" if not scored else state if segmentation.written[index] else "lacking"


def around(text: Text, sentence: int, span: Span, most: int) -> tuple[str, str]:
    """Return so many characters of a sentence, at most, before and behind a span of the text."""
    first, last = int(text.sentence_starts[sentence]), int(text.sentence_ends[sentence])
    return text.chars[max(first, span[0] - most) : span[0]], text.chars[span[1] : min(last, span[1] + most)]


# Characters of the sentence that a line may show on each side of its word.
AROUND = 48


@dataclass(frozen=True)
class PlaceLine:
    """One gold word in its sentence, or several in a row; all offsets are within ``text``.

    Attributes:
        word: index of the gold word, of the first of several.
        sentence: index of its sentence.
        number: its place among the words of the sentence, from 0.
        text: the sentence, or those of several words, or so much of it as lies around them.
        span: where the word stands, or the words do.
        cuts: where gold words meet, rising.
        wrong: by role the words of the system that gold has not; one that begins before the text begins at -1, one
            that ends after it ends at ``len(text) + 1``.
        off: the same for words that were not compared.
    """

    word: int
    sentence: int
    number: int
    text: str
    span: Span
    cuts: tuple[int, ...]
    wrong: Mapping[str, tuple[Span, ...]]
    off: Mapping[str, tuple[Span, ...]]


def lines(
    gold: Segmentation,
    systems: Mapping[str, Segmentation],
    words: Iterable[int],
    *,
    size: int = 1,
    around: int = AROUND,
) -> list[PlaceLine]:
    """Return a line for each gold word, or for so many from it on.

    Args:
        gold: the reference.
        systems: segmentations by role.
        words: indices of gold words.
        size: how many words from each on stand in the middle of a line; in another sentence too.
        around: how many characters of the sentence to show on each side of them.
    """
    marks = []
    for word in words:
        last_word = word + size - 1
        sentence, last_sentence = int(gold.sentence_ids[word]), gold.sentence_ids[last_word]
        begin, end = int(gold.text.sentence_starts[sentence]), int(gold.text.sentence_ends[last_sentence])
        start, stop = int(gold.word_starts[word]), int(gold.word_ends[last_word])
        first, last = max(begin, start - around), min(end, stop + around)
        wrong: dict[str, tuple[Span, ...]] = {}
        off: dict[str, tuple[Span, ...]] = {}
        for role, system in systems.items():
            states = [
                ((max(span[0] - first, -1), min(span[1], last + 1) - first), state)
                for _index, span, state in words_over(system, gold, first, last)
            ]
            wrong[role] = tuple(span for span, state in states if state in ("wrong", "lacking"))
            off[role] = tuple(span for span, state in states if state == "off")
        marks.append(
            PlaceLine(
                word=word,
                sentence=sentence,
                number=word - overlapping(gold, begin, end)[0],
                text=gold.text.chars[first:last],
                span=(start - first, stop - first),
                cuts=tuple(span[0] - first for span in spans(gold, first, last) if span[0] > first),
                wrong=wrong,
                off=off,
            )
        )
    return marks
