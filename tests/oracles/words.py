"""Brute-force words: spans, matches and scores (METHODS 1)."""

import math
import unicodedata
from collections.abc import Iterable, Sequence
from typing import cast

Corpus = list[list[str]]
Training = Corpus | dict[str, int] | set[str] | frozenset[str] | list[str] | None
Span = tuple[int, int]


def sentences_of(corpus: Corpus) -> Corpus:
    """The sentences that have a word."""
    kept = []
    for sentence in corpus:
        for word in sentence:
            if word == "":
                raise ValueError("an empty word")
        if sentence:
            kept.append(sentence)
    return kept


def words_of(corpus: Corpus) -> list[str]:
    """All words in stream order."""
    words = []
    for sentence in sentences_of(corpus):
        for word in sentence:
            words.append(word)
    return words


def text_of(corpus: Corpus) -> str:
    """The character stream."""
    return "".join(words_of(corpus))


def spans(corpus: Corpus) -> list[Span]:
    """The span [start, end) of each word over the character stream."""
    found = []
    start = 0
    for word in words_of(corpus):
        end = start + len(word)
        found.append((start, end))
        start = end
    return found


def check(gold: Corpus, system: Corpus) -> None:
    """Raise ValueError unless gold has a word and both have the same characters."""
    if not words_of(gold):
        raise ValueError("gold has no word")
    if text_of(gold) != text_of(system):
        raise ValueError("gold and system differ in characters")


def match(gold: Corpus, system: Corpus) -> set[Span]:
    """The spans that are a word in gold and in system."""
    check(gold, system)
    system_spans = set(spans(system))
    matched = set()
    for span in spans(gold):
        if span in system_spans:
            matched.add(span)
    return matched


def training_kind(training: Training) -> str:
    """One of "corpus", "counted", "plain", "none"; training data without a word is "none"."""
    if training is None:
        return "none"
    if isinstance(training, dict):
        return "counted" if training else "none"
    if isinstance(training, set | frozenset):
        return "plain" if training else "none"
    if training and all(isinstance(item, str) for item in training):
        return "plain"
    return "corpus" if any(len(sentence) > 0 for sentence in training) else "none"


def vocabulary(training: Training) -> set[str] | None:
    """The word types of the training data, None without training data."""
    kind = training_kind(training)
    if kind == "none":
        return None
    if kind == "corpus":
        return set(words_of(cast(Corpus, training)))
    return set(cast(Iterable[str], training))


def ratio(numerator: float, denominator: float) -> float:
    """The quotient; NaN where the denominator is 0."""
    if denominator == 0:
        return math.nan
    return numerator / denominator


def is_punctuation(word: str) -> bool:
    """Whether a word has no letter and no number of any script."""
    return not any(unicodedata.category(char)[0] in "LN" for char in word)


def without_punctuation(gold: Corpus, system: Corpus, skipped: Sequence[Span] = ()) -> tuple[int, int, int]:
    """Gold words, system words and matched words that are no punctuation and are compared."""
    counts = []
    for corpus in (gold, system):
        pairs = zip(words_of(corpus), spans(corpus), strict=True)
        counts.append({span for word, span in pairs if outside(span, skipped) and not is_punctuation(word)})
    return len(counts[0]), len(counts[1]), len(counts[0] & counts[1])


def outside(span: Span, skipped: Sequence[Span]) -> bool:
    """Whether a word or character is compared: it does not begin in a stretch that is left out."""
    return not any(start <= span[0] < end for start, end in skipped)


def sentence_counts(
    gold: Corpus, system: Corpus, skipped: Sequence[Span] = (), *, spoken: bool = False
) -> list[tuple[int, int, int]]:
    """(gold, system, matched) words that are compared, by gold sentence: a system word by its last character.

    Of ``spoken`` words those that are no punctuation.
    """
    matched, text = match(gold, system), text_of(gold)
    owner = [number for number, sentence in enumerate(sentences_of(gold)) for _ in "".join(sentence)]

    def count(these: Iterable[Span]) -> list[int]:
        found = [0] * len(sentences_of(gold))
        for start, end in these:
            if outside((start, end), skipped) and not (spoken and is_punctuation(text[start:end])):
                found[owner[end - 1]] += 1
        return found

    return list(zip(count(spans(gold)), count(spans(system)), count(matched), strict=True))


def right_sentences(counts: Sequence[tuple[int, int, int]]) -> list[bool | None]:
    """Whether all gold words of each sentence are matched and the system has no other; None where none is compared."""
    return [gold == system == matched if gold else None for gold, system, matched in counts]


def unseen_sentences(gold: Corpus, training: Training) -> list[bool] | None:
    """Of each gold sentence whether its characters are no sentence of the training text; None without a text."""
    if training_kind(training) != "corpus":
        return None
    known = ["".join(sentence) for sentence in cast(Corpus, training)]
    return ["".join(sentence) not in known for sentence in sentences_of(gold)]


def scores(gold: Corpus, system: Corpus, training: Training = None, skipped: Sequence[Span] = ()) -> dict[str, float]:
    """The pooled counts and scores of one system; NaN for what is undefined. What is skipped counts nowhere."""
    matched = {span for span in match(gold, system) if outside(span, skipped)}
    gold_words = [span for span in spans(gold) if outside(span, skipped)]
    system_words = [span for span in spans(system) if outside(span, skipped)]
    known = vocabulary(training)
    oov = oov_matched = iv = iv_matched = 0
    if known is not None:
        for word, span in zip(words_of(gold), spans(gold), strict=True):
            if not outside(span, skipped):
                continue
            if word in known:
                iv += 1
                if span in matched:
                    iv_matched += 1
            else:
                oov += 1
                if span in matched:
                    oov_matched += 1
    spoken_gold, spoken_system, spoken_matched = without_punctuation(gold, system, skipped)
    counts = sentence_counts(gold, system, skipped)
    right = [one for one in right_sentences(counts) if one is not None]
    unseen = unseen_sentences(gold, training)
    new = [count for count, is_new in zip(counts, unseen or [], strict=False) if is_new]
    return {
        "sentences": len(sentences_of(gold)),
        "words": len(system_words),
        "gold_words": len(gold_words),
        "characters": len(text_of(gold)),
        "matched": len(matched),
        "precision": ratio(len(matched), len(system_words)),
        "recall": ratio(len(matched), len(gold_words)),
        "f1": ratio(2 * len(matched), len(gold_words) + len(system_words)),
        "oov_rate": ratio(oov, oov + iv),
        "oov_recall": ratio(oov_matched, oov),
        "iv_recall": ratio(iv_matched, iv),
        "precision_no_punctuation": ratio(spoken_matched, spoken_system),
        "recall_no_punctuation": ratio(spoken_matched, spoken_gold),
        "f1_no_punctuation": ratio(2 * spoken_matched, spoken_gold + spoken_system),
        "sentence_accuracy": ratio(sum(right), len(right)),
        "f1_unseen_sentences": ratio(2 * sum(one[2] for one in new), sum(one[0] + one[1] for one in new)),
        "unseen_sentences": math.nan if unseen is None else sum(one[0] > 0 for one in new),
        "coverage": ratio(len(gold_words), len(words_of(gold))),
    }
