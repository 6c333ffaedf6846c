"""Texts that do not come as files: words in lists, sets and dicts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from numbers import Integral, Real

from cwsdiag.arguments import bounds, given, whole
from cwsdiag.errors import SettingError
from cwsdiag.formats.base import WHITE
from cwsdiag.formats.source import Source
from cwsdiag.languages import lazy

# What has no words in an order. A string would be cut into its characters.
_NO_SENTENCE = (str, bytes, Mapping, Set)


def from_memory(name: str, corpus: object) -> tuple[Source, str]:
    """Return words as a file would hold them, and its format.

    Args:
        name: what the text is called.
        corpus: sentences that are lists of words; a set of words; or how often words occur, by word.

    Raises:
        SettingError: it is something else, or a word is none.
    """
    lines = []
    if isinstance(corpus, Mapping):
        kind = "word-counts"
        for word, count in corpus.items():
            # Whether a part of a time makes sense is for the reader of the format to say.
            if not isinstance(count, Real) or isinstance(count, (bool, Integral)):
                label = lazy("{name}: how often {word} occurs", name=name, word=given(_word(word)))
                count = whole(label, count, bounds.COUNT)
            lines.append(f"{_word(word)}\t{count if isinstance(count, int) else float(count)}")
    elif isinstance(corpus, Set):
        lines = sorted(map(_word, corpus))
        kind = "word-list"
    elif isinstance(corpus, Iterable):
        kind = "words"
        for number, sentence in enumerate(corpus, start=1):
            if not isinstance(sentence, Iterable) or isinstance(sentence, _NO_SENTENCE):
                raise SettingError(
                    lazy(
                        "{name}: sentence {number:,} is {value}, no list of words. Give a list of sentences, each a "
                        "list of words.",
                        name=name,
                        number=number,
                        value=given(sentence),
                    )
                )
            lines.append(" ".join(map(_word, sentence)))
    else:
        raise SettingError(
            lazy(
                "{name} is {value}: give a path, a Source, or a list of sentences, each a list of words.",
                name=name,
                value=given(corpus),
            )
        )
    return Source.from_bytes(name, "".join(line + "\n" for line in lines).encode("utf-8", "surrogatepass")), kind


def _word(word: object) -> str:
    if not isinstance(word, str) or not word or WHITE.search(word):
        raise SettingError(
            lazy(
                "{word} is not a word: words are strings of at least one character, without white space.",
                word=given(word),
            )
        )
    return word
