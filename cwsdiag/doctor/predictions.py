"""What gold, predictions and raw texts say about each other, and what a boundary must not cut in any.

And what the doctor measures of each, and what names of files say.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Literal, cast

import numpy as np

from cwsdiag.align import Mismatch
from cwsdiag.errors import OPTIONS, Fix, brief
from cwsdiag.formats import NORMALISATIONS, Block
from cwsdiag.formats.base import language_of, listed
from cwsdiag.formats.document import Document
from cwsdiag.formats.encoding import SIMPLIFIED, TRADITIONAL
from cwsdiag.formats.wrappers import said
from cwsdiag.languages import lazy, n_lazy
from cwsdiag.training import TrainingStats

# Of the sentences that gold and prediction share, so many stand elsewhere.
_LEAST_SHIFTED = 0.1
# Segmenters other than dictionary methods leave their training words more often than annotators do. Dictionary methods
# cut what they do not know into characters, so words of one character are left out.
_SWAPPED_RATIO = 1.5
_LEAST_OOV_OF_GOLD = 0.02
# So many ways to differ are said with their first place, so many names in a row.
_SHOWN = 3
_LISTED = 4
# In these scripts a consonant that follows stands below: Khmer coeng, Burmese virama; and a joiner joins.
_JOINERS = frozenset("\u17d2\u1039\u200d")
# Thai and Lao am: letters by their category, but written over the one before; and skin tones of emoji.
_EXTENDERS = frozenset("\u0e33\u0eb3\u200d\uff9e\uff9f") | frozenset(map(chr, range(0x1F3FB, 0x1F400)))


def about_system(
    gold: Document,
    system: Document,
    name: str,
    training: TrainingStats | None,
    wrapped: Mapping[str, int],
    mismatch: Mismatch,
) -> Iterator[FileFinding]:
    """Say what is wrong with the prediction of a system for this gold file.

    Args:
        gold: the gold file.
        system: the prediction.
        name: of the system.
        training: statistics of the training data; None without.
        wrapped: on how many of its lines something stands around that may be no text, see ``Facts.wrapped``.
        mismatch: what is done where its characters are not those of gold; what is done already is not advised.

    Yields:
        ``same-file``; ``unsegmented``; where the characters are not those of gold, ``wrapped`` for each kind of what
        stands around lines, and the reason, one of ``width``, ``script``, ``underscores``, ``lines-shifted`` and
        ``characters``; where they are, ``swapped``, which is a question.
    """

    def warning(code: str, problem: str, fix: Fix | None = None) -> FileFinding:
        message = lazy("{file} ({system}): {problem}", file=system.name, system=name, problem=problem)
        return FileFinding("warning", code, system.name, message, fix, name)

    # Not by the digest: one file of tags can hold gold and prediction in two columns.
    same_text = system.chars == gold.chars
    message: str
    if (
        same_text
        and np.array_equal(system.text.sentence_ends, gold.text.sentence_ends)
        and np.array_equal(system.word_ends, gold.word_ends)
    ):
        message = lazy("this prediction has exactly the words of gold. Give the output of the segmenter.")
        yield warning("same-file", message)
        return
    mean, usual = system.mean_length, gold.mean_length
    if mean > UNSEGMENTED_RATIO * usual:
        message = lazy(
            "a word has {mean:.1f} characters on average, a gold word {usual:.1f}, so this text is probably not "
            "segmented. Give the output of the segmenter.",
            mean=mean,
            usual=usual,
        )
        yield warning("unsegmented", message)
    if same_text:
        yield from _about_swapping(gold, system, name, training)
        return
    for key, lines in wrapped.items():
        message = lazy("{found}. Where that is not part of the text, have it left out.", found=said(key, lines))
        yield warning("wrapped", message, cast("Fix", key))
    # OpenCC takes a while to load, so it is asked only where it can matter.
    attempts: list[list[Fix]] = [["nfkc"]]
    if different_scripts(gold.chars, system.chars):
        attempts += [["t2s"], ["nfkc", "t2s"]]
    if "_" in gold.chars or "_" in system.chars:
        attempts.append(["underscores"])
    for fixes in attempts:
        if "".join(normalised(gold.words, fixes)) == "".join(normalised(system.words, fixes)):
            # So that nobody compares the OOV rate with one of files that are not normalised.
            moved = lazy("That moves the OOV rate, too: that of the pku files from 5.8 % to 3.5 %.")
            if training is not None:
                moved = lazy(
                    "That moves the OOV rate, too: here from {before:.1%} to {after:.1%}.",
                    before=oov_rate(gold, training),
                    after=oov_rate(gold, training, fixes),
                )
            for fix in fixes:
                code, what, remedy = DIFFERENCES[fix]
                message = lazy(
                    "this prediction and gold differ in {what}. {remedy} {moved}",
                    what=what,
                    remedy=remedy,
                    moved=moved,
                )
                yield warning(code, message, fix)
            return
    shift = _shift(gold.sentences, system.sentences)
    if shift is not None:
        code, message = "lines-shifted", shift
        more: str = lazy("Make the prediction again.")
    else:
        code, more = "characters", lazy("Give the output for this gold file.")
        theirs, ours = len(system.chars), len(gold.chars)
        message = lazy("other characters than gold ({theirs:,} against {ours:,}).", theirs=theirs, ours=ours)
    if mismatch == "error":
        more += " " + lazy("Or leave out what differs or count it against the system.")
    whole = lazy("{problem} {more}", problem=message, more=more)
    yield warning(code, whole, "skip" if mismatch == "error" else None)


def _shift(ours: Sequence[str], theirs: Sequence[str]) -> str | None:
    """Say whether sentences of a prediction stand at other places than in gold, and by how many they are shifted."""
    once = Counter(ours)
    place = {sentence: index for index, sentence in enumerate(ours) if once[sentence] == 1}
    shifts = [(index, place[sentence] - index) for index, sentence in enumerate(theirs) if sentence in place]
    steps = Counter(step for _index, step in shifts if step)
    if steps.total() < max(2, _LEAST_SHIFTED * len(shifts)):
        return None
    step, times = steps.most_common(1)[0]
    if times < steps.total() / 2:
        return lazy("its sentences are those of gold in another order.")
    first = next(index for index, own in shifts if own == step)
    return lazy(
        "the lines are shifted: its sentence {sentence} is sentence {place} of gold.",
        sentence=first + 1,
        place=first + 1 + step,
    )


def _about_swapping(
    gold: Document, system: Document, name: str, training: TrainingStats | None
) -> Iterator[FileFinding]:
    """Ask whether gold and prediction are swapped: nothing tells for sure."""
    ours, theirs = (oov_rate(document, training, shortest=2) if training else 0.0 for document in (gold, system))
    if "system" in hints(gold.name) and "gold" not in hints(gold.name):
        reason = lazy("{name!r} sounds like a prediction.", name=PurePath(gold.name).name)
    elif "gold" in hints(system.name) and "system" not in hints(system.name):
        reason = lazy("{name!r} sounds like a gold file.", name=PurePath(system.name).name)
    elif theirs >= _LEAST_OOV_OF_GOLD and ours >= _SWAPPED_RATIO * theirs:
        reason = lazy(
            "The training data lacks {ours:.1%} of gold's words of two characters and more, but only {theirs:.1%} "
            "of the prediction's.",
            ours=ours,
            theirs=theirs,
        )
    else:
        return
    message = lazy(
        "Are {gold} (gold) and {prediction} (prediction of {system}) swapped? {reason} If they are, load each "
        "as the other.",
        gold=gold.name,
        prediction=system.name,
        system=name,
        reason=reason,
    )
    yield FileFinding("note", "swapped", system.name, message, system=name)


def about_raw(raw: Document, gold: Document, systems: Mapping[str, Document]) -> Iterator[FileFinding]:
    """Compare the characters of a raw text with those of gold and of each prediction.

    Yields:
        ``raw-differs``, which names the first place where characters are others, as the raw text has it.
    """
    # A system may be called "gold" too. Whoever has the same characters differs at the same places: that is said once.
    groups: dict[str, list[str]] = {gold.chars: [lazy("gold")]}
    for name, text in systems.items():
        groups.setdefault(text.chars, []).append(name)
    fitting = groups.pop(raw.chars, [])
    if not groups:
        return
    # Hardly anybody has a raw text, and of these most have one that fits.
    from cwsdiag.align.sentences import differing_stretches, place_of

    files = len(systems) + 1
    message = lazy(
        "{name}: {differing:,} of {files:,} files have other characters than this raw text, which fits {names}.",
        name=raw.name,
        differing=files - len(fitting),
        files=files,
        names=listed(fitting, _LISTED) or lazy("none"),
    )
    for chars, names in list(groups.items())[:_SHOWN]:
        places = differing_stretches(raw.chars, chars)
        first = place_of(places[0], raw.text, chars, names=(lazy("raw text"), lazy("there")))
        message += "\n" + n_lazy(
            "{names}: {n:,} place, the first in {place}",
            "{names}: {n:,} places, the first in {place}",
            len(places),
            names=listed(names, _LISTED),
            place=first,
        )
    width = unicodedata.normalize("NFKC", raw.chars)
    only_width = all(unicodedata.normalize("NFKC", chars) == width for chars in groups)
    if only_width:
        message += "\n" + lazy("All of that is full width against half width: normalise all files.")
    fix: Fix | None = "nfkc" if only_width else None
    yield FileFinding("warning", "raw-differs", raw.name, message, fix)


def about_boundaries(document: Document, system: str | None = None) -> Iterator[FileFinding]:
    """Say where boundaries of gold or a prediction cut what people read as one character.

    Yields:
        ``cut-character``.
    """
    cut = list(cut_characters(document))
    if not cut:
        return
    sentence, before, after = cut[0]
    message = n_lazy(
        "{name}: {n:,} word boundary cuts what people read as one character: in sentence {sentence} between {before} "
        "and {after}. Check how the text was segmented.",
        "{name}: {n:,} word boundaries cut what people read as one character, the first in sentence {sentence} between "
        "{before} and {after}. Check how the text was segmented.",
        len(cut),
        name=document.name if system is None else f"{document.name} ({system})",
        sentence=sentence,
        before=brief(before),
        after=brief(after),
    )
    yield FileFinding("warning", "cut-character", document.name, message, system=system)


def cut_characters(document: Document) -> Iterator[tuple[int, str, str]]:
    """Yield the boundaries inside sentences that cut what people read as one character.

    Cut are: a letter and a mark on it (Unicode categories Mn, Mc, Me, and the Thai and Lao am), characters joined by
    U+200D, a consonant and the one below it (Khmer coeng, Burmese virama), and an emoji and its skin tone. This is
    nearer to what readers see than Unicode's grapheme clusters, which leave some Burmese vowels apart, join no coeng,
    and join a mark to a quotation mark before it, where it is meant to stand alone.

    Yields:
        The sentence, from 1, and the words on both sides.
    """
    text, ends = document.text, document.word_ends
    extending = [char for char in set(text.chars) if char in _EXTENDERS or unicodedata.category(char)[0] == "M"]
    inner = ends[:-1]
    # Hardly any Chinese text has one of these.
    near = np.isin(text.codes[inner - 1], [*map(ord, _JOINERS)]) | np.isin(text.codes[inner], [*map(ord, extending)])
    for place in np.flatnonzero(near & ~np.isin(inner, text.sentence_ends)).tolist():
        first, cut, last = int(ends[place - 1]) if place else 0, int(ends[place]), int(ends[place + 1])
        before, after = text.chars[cut - 1], text.chars[cut]
        if before in _JOINERS or (after in extending and unicodedata.category(before)[0] in "LMNS"):
            yield int(text.char_sentences[cut]) + 1, text.chars[first:cut], text.chars[cut:last]


# How two texts may differ that are the same after a normalisation: the code of the finding, and the sentences for it.
DIFFERENCES: dict[Fix, tuple[str, str, str]] = {
    "nfkc": ("width", lazy("full-width and half-width characters"), lazy("Normalise all files.")),
    "t2s": ("script", lazy("simplified and traditional characters"), lazy("Convert all files.")),
    "underscores": (
        "underscores",
        lazy("_ alone, which joins the syllables of a word in Vietnamese"),
        lazy("Delete it in all files."),
    ),
}


@dataclass(frozen=True)
class FileFinding:
    """Something about the files that the user should know.

    Attributes:
        severity: a warning where results are probably wrong; a note where something is to be known or checked.
        code: what it is, the same in every release.
        file: name of the file it is about.
        message: what it is, where, and what to do; it names no option of the command line.
        fix: what would mend it: all files normalised by NFKC or from traditional to simplified, what differs left out
            or counted,
            or what stands around lines of this file stripped; None where only the user can mend it.
        system: name of the system it is about; None where it is about gold and training data.
    """

    severity: Literal["warning", "note"]
    code: str
    file: str
    message: str
    fix: Fix | None = None
    system: str | None = None

    @property
    def message_cli(self) -> str:
        """The message with the option of the command line that mends it at its end, where what to do stands."""
        return f"{self.message.removesuffix('.')} ({OPTIONS[self.fix]})." if self.fix else self.message


# So many times as long are the words of unsegmented text as those that the same text has elsewhere.
UNSEGMENTED_RATIO = 3.0
_SCRIPT_RATIO = 5
_LEAST_SCRIPT = 3

Hint = Literal["gold", "test", "system", "training", "dev", "raw", "labels", "idioms"]

# Words in names of files, and what such a file is as a rule. Chinese words need no blank around them. What was held out
# is no output.
_WORDS: dict[Hint, tuple[str, str]] = {
    "gold": ("gold|ref|reference|truth|key|answers?", "金标准|答案|标准"),
    "test": ("test|eval", "测试"),
    "system": ("preds?|predicted|predictions?|output|(?<!h[eo]ld[-_. ])out|hyp|system|sys|results?", "预测|结果|输出"),
    "training": ("train|training|trn", "训练"),
    "dev": ("dev|devel|valid|validation", "开发集|验证"),
    "labels": ("labels?|metadata", "标签"),
    "idioms": ("idioms?|chengyu", "成语"),
    "raw": ("raw|input|unseg|unsegmented|plain", "原文|未分词"),
}
_HINTS = {hint: f"(?<![a-z])(?:{latin})(?![a-z])|{chinese}" for hint, (latin, chinese) in _WORDS.items()}


def normalised(words: Sequence[str], fixes: Sequence[Fix]) -> list[str]:
    """Return each word by itself as it would be after these normalisations, one after the other."""
    block = Block(list(words), [])
    for fix in fixes:
        block = NORMALISATIONS[fix].apply(block)
    return list(block.words)


def oov_rate(document: Document, training: TrainingStats, fixes: Sequence[Fix] = (), *, shortest: int = 1) -> float:
    """Return the share of the words of a document that the training data does not have; 0 without words.

    Args:
        document: its words.
        training: statistics of the training data.
        fixes: how both are normalised before.
        shortest: fewest characters of a word that counts.
    """
    words = document.distinct.words
    if fixes:
        known = set(normalised(list(training.word_counts), fixes))
        lacking = np.array([word not in known for word in normalised(words, fixes)], dtype=np.bool_)
    else:
        lacking = training.counts_of(words) == 0
    ids = document.distinct.ids[np.diff(document.word_ends, prepend=0) >= shortest]
    return int(np.count_nonzero(lacking[ids])) / max(len(ids), 1)


def script_of(chars: str) -> str:
    """Return ``"simplified"`` or ``"traditional"``; nothing where neither or both occur, or of no Chinese."""
    times = Counter(chars)
    simplified = sum(times[char] for char in SIMPLIFIED)
    traditional = sum(times[char] for char in TRADITIONAL)
    if max(simplified, traditional) < _LEAST_SCRIPT or language_of(chars) is not None:
        return ""
    if simplified >= _SCRIPT_RATIO * traditional:
        return "simplified"
    return "traditional" if traditional >= _SCRIPT_RATIO * simplified else ""


def different_scripts(one: str, other: str) -> bool:
    """Tell whether one of two texts is in simplified characters and the other in traditional ones."""
    return {script_of(one), script_of(other)} == {"simplified", "traditional"}


def hints(name: str) -> frozenset[Hint]:
    """Return what the name of a file says it is: nothing, one thing, or several; its folders say nothing."""
    own = PurePath(name).name.lower()
    return frozenset(hint for hint, pattern in _HINTS.items() if re.search(pattern, own))
