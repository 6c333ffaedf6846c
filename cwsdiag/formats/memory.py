"""Texts that do not come as files: words in lists, sets and dicts, and checks of what ``load`` is given beside them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from numbers import Integral, Real
from os import PathLike
from typing import TYPE_CHECKING, Any, TypeVar

from cwsdiag.arguments import bounds, given, text, whole
from cwsdiag.errors import SettingError
from cwsdiag.formats.base import WHITE
from cwsdiag.formats.readers.separated import asked_for
from cwsdiag.formats.source import Source
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    from collections.abc import Iterator

T = TypeVar("T")

_BYTES = (bytes, bytearray, memoryview)
# What has no words in an order. A string would be cut into its characters.
_NO_SENTENCE = (str, *_BYTES, Mapping, Set)


def from_memory(name: str, corpus: object) -> tuple[Source, str]:
    """Return words as a file would hold them, and its format.

    Args:
        name: what the text is called.
        corpus: sentences that are lists of words; a set of words; or how often words occur, by word.

    Raises:
        SettingError: it is something else, or a word is none.
    """
    if isinstance(corpus, Mapping):
        lines = [f"{_word(word)}\t{_count(name, word, count)}" for word, count in corpus.items()]
        kind = "word-counts"
    elif isinstance(corpus, Set):
        lines = sorted(map(_word, corpus))
        kind = "word-list"
    else:
        lines = [" ".join(map(_word, sentence)) for sentence in _sentences(name, check_corpus(name, corpus))]
        kind = "words"
    return Source.from_bytes(name, "".join(line + "\n" for line in lines).encode("utf-8", "surrogatepass")), kind


def check_corpus(name: str, corpus: T) -> T:
    """Return a corpus that is a path, a source, or words; what the words are is checked as they are read.

    Raises:
        SettingError: it is something else.
    """
    if isinstance(corpus, (str, PathLike, Source, Iterable)) and not isinstance(corpus, _BYTES):
        return corpus
    raise SettingError(
        lazy(
            "{name} is {value}: give a path, a Source, or a list of sentences, each a list of words.",
            name=name,
            value=given(corpus),
        )
    )


def systems_given(systems: object) -> dict[str, Any]:
    """Return predictions by the name of their system; none where None is given.

    Raises:
        SettingError: it is no dict, or a name is no text.
    """
    return _by_name("systems", systems, "{'mine': 'mine.txt'}")


def runs_given(runs: object) -> dict[str, Sequence[Any]]:
    """Return the predictions of the runs of each model, by its name; none where None is given.

    Raises:
        SettingError: it is no dict of lists, or a name is no text.
    """
    named = _by_name("runs", runs, "{'bert': ['1.txt', '2.txt']}")
    for name, files in named.items():
        if not isinstance(files, Sequence) or isinstance(files, (str, *_BYTES)):
            raise SettingError(
                lazy(
                    "the runs of {name} are {value}: give a list with the prediction of each.",
                    name=name,
                    value=given(files),
                )
            )
    return named


def separator_given(name: str, value: object) -> str:
    """Return what stands between words, as it is or by its number.

    Raises:
        SettingError: it is nothing that can.
    """
    separator = text(name, value, "'/'")
    asked_for(separator)
    return separator


def _by_name(what: str, predictions: object, example: str) -> dict[str, Any]:
    if predictions is None:
        return {}
    if not isinstance(predictions, Mapping):
        raise SettingError(
            lazy(
                "{what} is {value}: give a dict by the name of the system, such as {example}.",
                what=what,
                value=given(predictions),
                example=example,
            )
        )
    return {text(lazy("a name in {what}", what=what), name): corpus for name, corpus in predictions.items()}


def _sentences(name: str, corpus: Any) -> Iterator[Iterable[Any]]:
    for number, sentence in enumerate(corpus, start=1):
        if not isinstance(sentence, Iterable) or isinstance(sentence, _NO_SENTENCE):
            raise SettingError(
                lazy(
                    "{name}: sentence {number:,} is {value}, no list of words. Give a list of sentences, each a list "
                    "of words.",
                    name=name,
                    number=number,
                    value=given(sentence),
                )
            )
        yield sentence


def _count(name: str, word: str, count: object) -> int | float:
    """Return how often a word occurs; whether a part of a time makes sense is for the reader of the format to say."""
    if isinstance(count, Real) and not isinstance(count, (bool, Integral)):
        return float(count)
    return whole(lazy("{name}: how often {word} occurs", name=name, word=given(word)), count, bounds.COUNT)


def _word(word: object) -> str:
    if not isinstance(word, str) or not word or WHITE.search(word):
        raise SettingError(
            lazy(
                "{word} is not a word: words are strings of at least one character, without white space.",
                word=given(word),
            )
        )
    return word
