"""The gold itself: places that are worth a look, ranked by how likely each is an error and never judged (METHODS 13).

Nearly everywhere else gold cuts the same characters otherwise, or training does, or all systems agree on another cut.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from cwsdiag.baselines import voters
from cwsdiag.dataset import Dataset
from cwsdiag.diagnosis.words import pieces
from cwsdiag.errors import FormatError, brief
from cwsdiag.formats.tables import bare
from cwsdiag.inference import wilson
from cwsdiag.strings import Trie
from cwsdiag.text import Bools, Segmentation, frozen, running

if TYPE_CHECKING:
    from cwsdiag.training import TrainingStats

Kind = Literal["strings", "agreed", "training"]
Words = tuple[str, ...]
# Some words, and how often the same characters are cut into them.
Cut = tuple[Words, int]
# The span of a place in the text, and other words for it.
Proposal = tuple[int, int, Words]
# Gold has a string in so many places, and cuts at most so many in a hundred of them otherwise than the rest.
LEAST_PLACES, LARGEST_MINORITY = 5, 20
LEAST_SYSTEMS = 3
# Training has it in so many places, and cuts so many in a hundred of them alike.
LEAST_TRAINING, LEAST_RULE = 20, 95
# From here on a rank is high: of one that is lower a text without an error has some.
HIGH_RANK = 0.6
RIGHT, WRONG, UNCLEAR = MARKS = ("right", "wrong", "unclear")
# Of a table of marks: what tells where a place is, and what became of it.
_COLUMNS = ("start", "end", "gold", "proposal", "mark")


@dataclass(frozen=True)
class Suspect:
    """A place of gold that is worth a look.

    Attributes:
        kind: why: gold cuts these characters otherwise elsewhere (``strings``), all systems agree on another cut
            (``agreed``), training has another (``training``).
        sentence: its number, from 0.
        start, end: its span in the text.
        gold: its words.
        proposal: other words of the same characters.
        rank: how likely it is an error, beside other places: from 0 to 1, no probability.
        ways: how gold cuts these characters, here and elsewhere, the most frequent first.
        training: how training does, for ``training``; else empty.
        systems: how many agree, for ``agreed``; else 0.
    """

    kind: Kind
    sentence: int
    start: int
    end: int
    gold: Words
    proposal: Words
    rank: float
    ways: tuple[Cut, ...]
    training: tuple[Cut, ...] = ()
    systems: int = 0

    @property
    def key(self) -> Proposal:
        """What marks are known by."""
        return self.start, self.end, self.proposal


@dataclass(frozen=True)
class Audit:
    """What an audit of gold finds, each kind by rank, the highest first, and the first in the text on ties.

    Attributes:
        strings: places that gold itself cuts otherwise elsewhere.
        agreed: places that all systems cut in one other way; None with fewer than three systems.
        training: places that training cuts otherwise; None without a segmented training text.
    """

    strings: tuple[Suspect, ...]
    agreed: tuple[Suspect, ...] | None
    training: tuple[Suspect, ...] | None

    @cached_property
    def places(self) -> list[list[Suspect]]:
        """All of them, those with the same proposal for the same place together; by the highest rank of each."""
        together: dict[Proposal, list[Suspect]] = {}
        for one in (*self.strings, *(self.agreed or ()), *(self.training or ())):
            together.setdefault(one.key, []).append(one)
        for alike in together.values():
            alike.sort(key=lambda one: -one.rank)
        return sorted(together.values(), key=lambda alike: (-alike[0].rank, alike[0].start, alike[0].end))


def audit(dataset: Dataset) -> Audit:
    """Look for places of gold that are worth a look.

    Args:
        dataset: gold; systems and training data as far as there are any. BASE, TOP and VOTE have no say,
            and several runs of one model one: that of the first.
    """
    gold, training = dataset.gold, dataset.training
    segmented = training if training is not None and training.has_text else None
    systems = voters(dataset)
    spans = _agreed_spans(gold, systems) if len(systems) >= LEAST_SYSTEMS else []
    words = [word for word in gold.distinct.words if len(word) > 1]
    frequent = []
    if segmented is not None:
        # Words that training may have as one nearly everywhere.
        counts = segmented.counts_of(list(segmented.word_counts)).tolist()
        enough = LEAST_RULE * LEAST_TRAINING
        pairs = zip(segmented.word_counts, counts, strict=True)
        frequent = [word for word, count in pairs if 100 * count >= enough and len(word) > 1]
    ways: _Ways = {}
    _gather(gold, [*words, *frequent, *(gold.text.chars[start:end] for start, end in spans)], ways)
    return Audit(
        _ranked(_strings(gold, ways)),
        _ranked(_agreed(gold, ways, spans, systems)) if len(systems) >= LEAST_SYSTEMS else None,
        None if segmented is None else _ranked(_training(gold, ways, words, frequent, segmented)),
    )


def _ranked(suspects: Iterable[Suspect]) -> tuple[Suspect, ...]:
    return tuple(sorted(suspects, key=lambda one: (-one.rank, one.start)))


@dataclass
class _Cut:
    """Where a string is cut in one way: the places, and the words before and behind each; None where there is none."""

    starts: list[int]
    before: list[str | None]
    behind: list[str | None]


# Of each string how it is cut, by its words.
_Ways = dict[str, dict[Words, _Cut]]


def _gather(text: Segmentation, strings: Iterable[str], ways: _Ways) -> None:
    """Add to ``ways`` where a text has strings as words of exactly their characters, within a sentence."""
    trie, meets = Trie(strings), boundaries(text)
    names = np.array([*text.distinct.words, None], dtype=object)
    ids, sentences = np.append(text.distinct.ids, -1), np.append(text.sentence_ids, -1)
    for starts, numbers in trie.occurrences(text.text.codes, text.text.sentence_ends):
        length = len(trie.strings[numbers[0]])
        whole = meets[starts] & meets[starts + length]
        if not whole.any():
            continue
        starts, numbers = starts[whole], numbers[whole]
        inside = np.packbits(meets[starts[:, None] + np.arange(1, length)], axis=1)
        # Those of one way one after the other, in the order of the text.
        rows = np.column_stack([numbers, inside])
        order = np.lexsort((starts, *rows.T[::-1]))
        starts, rows = starts[order], rows[order]
        begins = np.flatnonzero((rows[1:] != rows[:-1]).any(axis=1)) + 1
        firsts = np.searchsorted(text.word_ends, starts.astype(np.int32), side="right")
        lasts = np.searchsorted(text.word_ends, (starts + length).astype(np.int32))
        # Before the first word and behind the last of the text stands what is appended.
        before = names[np.where(sentences[firsts - 1] == sentences[firsts], ids[firsts - 1], -1)].tolist()
        behind = names[np.where(sentences[lasts + 1] == sentences[lasts], ids[lasts + 1], -1)].tolist()
        places = starts.tolist()
        for begin, end in pairwise([0, *begins.tolist(), len(places)]):
            first, last = int(firsts[begin]), int(lasts[begin])
            string = text.text.chars[places[begin] : places[begin] + length]
            cut = (string,) if first == last else tuple(text.words_at(first, last + 1))
            way = ways.setdefault(string, {}).setdefault(cut, _Cut([], [], []))
            way.starts += places[begin:end]
            way.before += before[begin:end]
            way.behind += behind[begin:end]


def _cuts(ways: Mapping[Words, _Cut]) -> tuple[Cut, ...]:
    """Return the ways to cut a string with how often each, the most frequent first."""
    return tuple(sorted(((cut, len(way.starts)) for cut, way in ways.items()), key=lambda one: -one[1]))


def _otherwise(ways: Mapping[Words, _Cut], usual: Words, rule: _Cut) -> Iterator[tuple[int, Words, float]]:
    """Yield the places of a string that are not cut as usual, with their words and their agreement with a rule.

    Of three things, the string, the word before and the one behind, that is the share which some place of the rule has
    too: it has the string.
    """
    before, behind = set(rule.before), set(rule.behind)
    for cut, way in ways.items():
        if cut != usual:
            for start, *beside in zip(way.starts, way.before, way.behind, strict=True):
                yield start, cut, (1 + (beside[0] in before) + (beside[1] in behind)) / 3


def _strings(gold: Segmentation, ways: _Ways) -> Iterator[Suspect]:
    """Yield the places of words that gold cuts otherwise nearly everywhere, or has as one nearly everywhere."""
    for string, own in ways.items():
        cuts = _cuts(own)
        usual, most = cuts[0]
        total = sum(count for _cut, count in cuts)
        if (string,) not in own or total < LEAST_PLACES or 100 * (total - most) > LARGEST_MINORITY * total:
            continue
        for start, cut, agreement in _otherwise(own, usual, own[usual]):
            yield _suspect("strings", gold, start, cut, usual, _surely(most, total) * agreement, cuts)


def _agreed_spans(gold: Segmentation, systems: Sequence[Segmentation]) -> list[tuple[int, int]]:
    """Return the spans between neighbouring boundaries of all in which all systems agree, but not with gold."""
    meets, ours = np.stack([boundaries(one) for one in systems]), boundaries(gold)
    every = meets.all(axis=0)
    shared = np.flatnonzero(every & ours)
    starts, ends = shared[:-1], shared[1:]
    apart, other = (np.logical_or.reduceat(every != of, starts) for of in (meets.any(axis=0), ours))
    asked = ~apart & other & (gold.text.sentences_at(starts) == gold.text.sentences_at(ends - 1))
    for one in systems:
        altered = running(~one.intact)
        first, last = (np.searchsorted(one.word_ends, of, side="right") for of in (starts, ends))
        asked &= one.covered(starts) & (altered[first] == altered[last])
    return list(zip(starts[asked].tolist(), ends[asked].tolist(), strict=True))


def _agreed(
    gold: Segmentation, ways: _Ways, spans: Iterable[tuple[int, int]], systems: Sequence[Segmentation]
) -> Iterator[Suspect]:
    for start, end in spans:
        here, proposal = (tuple(pieces(one, start, end)) for one in (gold, systems[0]))
        cuts = _cuts(ways["".join(here)])
        rank = _surely(len(systems), len(systems)) * _share_with(proposal, cuts)
        yield _suspect("agreed", gold, start, here, proposal, rank, cuts, systems=len(systems))


def _training(
    gold: Segmentation, ways: _Ways, words: Sequence[str], frequent: Sequence[str], training: TrainingStats
) -> Iterator[Suspect]:
    """Yield the places of words that training cuts, and of those that training has as one, nearly everywhere."""
    as_word, as_string = training.counts_of(words), training.string_counts(words)
    # It cannot cut a string more often than it has it: few are left to be looked up in the text.
    rare = (as_string >= LEAST_TRAINING) & (100 * as_word <= (100 - LEAST_RULE) * as_string)
    asked = [word for word, is_rare in zip(words, rare.tolist(), strict=True) if is_rare]
    asked += [word for word in frequent if ways.get(word, {}).keys() - {(word,)}]
    known: _Ways = {}
    for piece in training.pieces() if asked else ():
        _gather(piece, asked, known)
    for string, places in known.items():
        rule, cuts = _cuts(places), _cuts(ways[string])
        usual, most = rule[0]
        total = sum(count for _cut, count in rule)
        if total < LEAST_TRAINING or 100 * most < LEAST_RULE * total:
            continue
        sure = _surely(most, total) * _share_with(usual, cuts)
        for start, cut, agreement in _otherwise(ways[string], usual, places[usual]):
            yield _suspect("training", gold, start, cut, usual, sure * agreement, cuts, training=rule)


def _surely(hits: int, trials: int) -> float:
    return float(wilson(hits, trials)[0])


def _share_with(proposal: Words, cuts: tuple[Cut, ...]) -> float:
    """Return the share of a string's places in gold that are cut as proposed, once one more of them is."""
    return (dict(cuts).get(proposal, 0) + 1) / sum(count for _cut, count in cuts)


def _suspect(kind: Kind, gold: Segmentation, start: int, cut: Words, *evidence: Any, **more: Any) -> Suspect:
    sentence = int(gold.text.sentences_at(np.array([start]))[0])
    return Suspect(kind, sentence, start, start + sum(map(len, cut)), cut, *evidence, **more)


def boundaries(segmentation: Segmentation) -> Bools:
    """Return for the beginning of a text and for the end of each of its characters whether words meet there."""
    meets = np.zeros(len(segmentation.text.chars) + 1, dtype=np.bool_)
    meets[0] = True
    meets[segmentation.word_ends] = True
    return meets


def read_marks(text: str, name: str, gold: Segmentation) -> dict[Proposal, str]:
    """Read a table of marks: CSV with a row a place; those without a mark are passed over.

    Args:
        text: of the file, with the columns ``start``, ``end``, ``gold``, ``proposal`` and ``mark``, and maybe others.
        name: of the file.
        gold: what the places are of.

    Returns:
        One of ``MARKS`` for each proposal.

    Raises:
        FormatError: a column is missing, a mark is unknown, a place is not in gold or has other words there, a proposal
            has other characters, or places that are marked wrong overlap.
    """
    # As spreadsheets of some countries save it.
    delimiter = max(",;\t", key=text.partition("\n")[0].count)
    rows = csv.DictReader(io.StringIO(text, newline=""), restval="", delimiter=delimiter)
    marks: dict[Proposal, str] = {}
    lines: dict[Proposal, int] = {}

    def complaint(problem: str, line: int | None = None) -> FormatError:
        return FormatError(f"{name}, line {line or rows.line_num}: {problem}")

    try:
        if missing := [column for column in _COLUMNS if column not in (rows.fieldnames or ())]:
            raise complaint(f"no column {', '.join(missing)}. Give what --csv prints.", 1)
        for row in rows:
            mark = row["mark"].strip()
            if not mark:
                continue
            if mark not in MARKS:
                raise complaint(f"mark {brief(mark)!r}: one of {', '.join(MARKS)}.")
            start, end, here, words = (bare(row[column]) for column in _COLUMNS[:-1])
            try:
                first, last = int(start), int(end)
            except ValueError:
                first = last = 0
            chars = gold.text.chars[max(first, 0) : last]
            if here.replace(" ", "") != chars or not chars or " ".join(pieces(gold, first, last)) != here:
                raise complaint(
                    f"gold does not have {brief(here)!r} at {brief(start)} to {brief(end)}. Give marks of this gold "
                    "file, read with the same normalisation."
                )
            proposal = tuple(filter(None, words.split(" ")))
            if "".join(proposal) != chars:
                raise complaint(f"proposal {brief(words)!r}: gold has other characters there.")
            if mark == WRONG and words == here:
                raise complaint(f"wrong, and the proposal {brief(words)!r} is what gold has. Write other words.")
            key = (first, last, proposal)
            if marks.setdefault(key, mark) != mark:
                raise complaint(f"marked otherwise in line {lines[key]}.")
            lines.setdefault(key, rows.line_num)
    except csv.Error as error:
        raise complaint(str(error)) from None
    for one, other in pairwise(sorted(key for key, mark in marks.items() if mark == WRONG)):
        if other[0] < one[1]:
            first, last = sorted((lines[one], lines[other]))
            raise complaint(f"wrong, as is line {first}, which overlaps it. Leave one so.", last)
    return marks


def corrected(gold: Segmentation, marks: Mapping[Proposal, str]) -> Segmentation:
    """Return gold with the proposals that are marked wrong in place of its words there, without parts of speech.

    Args:
        gold: the segmentation.
        marks: as ``read_marks`` returns them.
    """
    meets = boundaries(gold)
    for (start, end, proposal), mark in marks.items():
        if mark == WRONG:
            meets[start + 1 : end] = False
            meets[start + np.cumsum(list(map(len, proposal)))] = True
    return replace(gold, word_ends=frozen(np.flatnonzero(meets[1:]).astype(np.int32) + np.int32(1)), pos=None)
