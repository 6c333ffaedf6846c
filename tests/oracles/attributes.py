"""Brute-force values of the seven attributes (METHODS 2), and classes of words (METHODS 2)."""

import math
import unicodedata
from collections.abc import Mapping
from typing import Any, cast

from cwsdiag.attributes.categories import word_class

from .words import (
    Corpus,
    Training,
    check,
    sentences_of,
    spans,
    text_of,
    training_kind,
    vocabulary,
    words_of,
)

# The attributes that need no difficulties, in the order of the registry: the one list of them that tests have.
KEYS = ("wLen", "sLen", "oDen", "wFre", "cFre", "wCon", "cCon", "wCls")
CHAR_KEYS = ("cFre", "cCon")
# Those whose values are categories.
CATEGORIES = ("wCls",)
WORD_KEYS = tuple(key for key in KEYS if key not in CHAR_KEYS)


def defined(key: str, training: Training) -> bool:
    """Whether METHODS 1 defines the attribute with this kind of training data."""
    kind = training_kind(training)
    if key in ("wLen", "sLen", "wCls"):
        return True
    if key == "oDen":
        return kind in ("corpus", "counted", "plain")
    if key in ("wFre", "cFre", "cCon"):
        return kind in ("corpus", "counted")
    if key == "wCon":
        return kind == "corpus"
    raise ValueError(f"no attribute {key}")


# Those that need nothing but gold.
DEFINED_ALWAYS = tuple(key for key in KEYS if defined(key, None))


def tags(word: str) -> list[str]:
    """The tags of the characters of a word: S, BE, BME, BMME ..."""
    if len(word) == 1:
        return ["S"]
    return ["B"] + ["M"] * (len(word) - 2) + ["E"]


def tag_sequence(corpus: Corpus) -> list[str]:
    """The tag of each character in stream order."""
    sequence = []
    for word in words_of(corpus):
        for tag in tags(word):
            sequence.append(tag)
    return sequence


def word_counts(training: Training) -> dict[str, int]:
    """Occurrences of each word in a training corpus or counted list."""
    counts: dict[str, int] = {}
    if training_kind(training) == "counted":
        for word, count in cast(dict[str, int], training).items():
            if word == "" or count < 1:
                raise ValueError("a counted list needs words and counts of at least 1")
            counts[word] = count
        return counts
    for word in words_of(cast(Corpus, training)):
        counts[word] = counts.get(word, 0) + 1
    return counts


def char_counts(training: Training) -> dict[str, int]:
    """Occurrences of each character, words of a counted list taken as often as counted."""
    counts: dict[str, int] = {}
    for word, count in word_counts(training).items():
        for char in word:
            counts[char] = counts.get(char, 0) + count
    return counts


def char_tag_counts(training: Training) -> dict[tuple[str, str], int]:
    """Occurrences of each (character, tag), words of a counted list taken as often as counted."""
    counts: dict[tuple[str, str], int] = {}
    for word, count in word_counts(training).items():
        for char, tag in zip(word, tags(word), strict=True):
            counts[char, tag] = counts.get((char, tag), 0) + count
    return counts


def string_counts(training: Corpus, strings: set[str]) -> dict[str, int]:
    """Occurrences of each string inside the sentences, overlapping ones too."""
    counts = dict.fromkeys(strings, 0)
    lengths = {len(string) for string in strings}
    for sentence in sentences_of(training):
        text = "".join(sentence)
        for length in lengths:
            for start in range(len(text) - length + 1):
                piece = text[start : start + length]
                if piece in counts:
                    counts[piece] += 1
    return counts


def second_most_frequent(counts: Mapping[Any, int]) -> int:
    """The count of the second most frequent type; of the only type where there is one."""
    ordered = sorted(counts.values(), reverse=True)
    if len(ordered) == 1:
        return ordered[0]
    return ordered[1]


def sentence_of_char(gold: Corpus) -> list[int]:
    """The number of the gold sentence of each character."""
    numbers = []
    for number, sentence in enumerate(sentences_of(gold)):
        for _ in "".join(sentence):
            numbers.append(number)
    return numbers


def word_sentences(gold: Corpus, system: Corpus | None) -> list[int]:
    """The gold sentence of the last character of each gold word (system None) or system word."""
    numbers = sentence_of_char(gold)
    return [numbers[end - 1] for _, end in spans(gold if system is None else system)]


def class_of(word: str) -> str:
    """The class of a word; number, latin and punctuation by their own rules, which have tests of their own."""
    if word_class(word) != "other":
        return word_class(word)
    scripts = set()
    for char in word:
        if unicodedata.category(char) in ("Mn", "Mc", "Me") or char == "ー":
            continue
        name = unicodedata.name(char, "?").replace("FULLWIDTH ", "").replace("HALFWIDTH ", "").split()[0]
        scripts.add("han" if name == "CJK" or char in "々〇" else name.lower())
    return scripts.pop() if len(scripts) == 1 and "?" not in scripts else "mixed"


def word_values(key: str, gold: Corpus, system: Corpus | None, training: Training) -> list[Any] | None:
    """The values of the gold words (system None) or of the system words, in stream order."""
    if key not in WORD_KEYS:
        raise ValueError(f"no word attribute {key}")
    segmentation = gold if system is None else system
    check(gold, segmentation)
    if not defined(key, training):
        return None
    words = words_of(segmentation)

    if key == "wCls":
        return [class_of(word) for word in words]

    if key == "wLen":
        return [float(len(word)) for word in words]

    if key == "sLen":
        lengths = [float(len("".join(sentence))) for sentence in sentences_of(gold)]
        return [lengths[number] for number in word_sentences(gold, system)]

    if key == "oDen":
        known = cast(set[str], vocabulary(training))
        densities = []
        for sentence in sentences_of(gold):
            oov = 0
            for word in sentence:
                if word not in known:
                    oov += 1
            densities.append(oov / len("".join(sentence)))
        return [densities[number] for number in word_sentences(gold, system)]

    counts = word_counts(training)
    if key == "wFre":
        second = second_most_frequent(counts)
        return [min(1.0, counts.get(word, 0) / second) for word in words]

    strings = string_counts(cast(Corpus, training), set(words))
    values = []
    for word in words:
        if strings[word] == 0:
            values.append(0.0)
        else:
            values.append(counts.get(word, 0) / strings[word])
    return values


def char_values(key: str, gold: Corpus, segmentation: Corpus | None, training: Training) -> list[float] | None:
    """The values of the characters in stream order, tagged as in the segmentation (None: as in gold)."""
    if key not in CHAR_KEYS:
        raise ValueError(f"no character attribute {key}")
    tagged = gold if segmentation is None else segmentation
    check(gold, tagged)
    if not defined(key, training):
        return None
    counts = char_counts(training)
    text = text_of(gold)

    if key == "cFre":
        second = second_most_frequent(counts)
        return [min(1.0, counts.get(char, 0) / second) for char in text]

    tag_counts = char_tag_counts(training)
    values = []
    for char, tag in zip(text, tag_sequence(tagged), strict=True):
        if counts.get(char, 0) == 0:
            values.append(0.0)
        else:
            values.append(tag_counts.get((char, tag), 0) / counts[char])
    return values


def unit_values(key: str, gold: Corpus, system: Corpus | None, training: Training) -> list[Any] | None:
    """The values of the units that the attribute describes, words or characters."""
    if key in CHAR_KEYS:
        return char_values(key, gold, system, training)
    return word_values(key, gold, system, training)


def mean(key: str, gold: Corpus, training: Training) -> float | None:
    """The mean over gold units (alpha-mu of METHODS 9); None where undefined."""
    values = unit_values(key, gold, None, training)
    if values is None:
        return None
    if key in CATEGORIES:
        return math.nan
    return math.fsum(values) / len(values)
