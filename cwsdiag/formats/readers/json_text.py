"""JSON: a sentence a line (JSON lines), or one value, or several, over any number of lines.

A sentence is a list of words, characters with tags, a text and where its words end, or what a system wrote as one
string; a field ``doc`` can say of which document it is, and other strings and numbers beside the words are labels of
it. An array of strings is a sentence of words, but where they have white space inside as sentences have: in a file that
is one value each of them is a sentence then.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from cwsdiag.errors import brief
from cwsdiag.formats import wrappers
from cwsdiag.formats.base import (
    BLANKS,
    FEFF,
    JSON_DOCUMENT,
    JSON_LINE,
    NO_LABELS,
    WHITE,
    BadLine,
    Block,
    Head,
    Parse,
    Reader,
    Role,
    Separator,
    filled,
    share_of,
)
from cwsdiag.formats.readers.separated import clear_separator, cut
from cwsdiag.formats.readers.tags import BI, BMES, BY_FIRST, words_by_tags
from cwsdiag.languages import lazy

Values = Callable[[str, int], Iterator[tuple[int, Any]]]

# As it is, or by its number.
_FEFF = re.compile(r"\ufeff|\\ufeff", re.IGNORECASE)
_SURROGATE = re.compile("[\ud800-\udfff]")
_LEAST_SHARE = 0.8
# A byte order mark may stand at the start of any line where files were put one after another.
_AROUND = f" \t{FEFF}"
_BLANK = re.compile(rf"[ \t\n{FEFF}]*")
# An array of arrays or objects, up to the first of these.
_NESTED = re.compile(rf"\[[ \t\n{FEFF}]*(?=[\[{{])")
_OUTPUT = re.compile(r'"output"\s*:\s*("(?:[^"\\\n]|\\.)*")')
_MEMBER = re.compile(r'\{\s*"(?:words|tokens|chars|text|output)"\s*:')
_CLOSED = ("}", "]")
_LEAST_GAPS = 2
# What a sentence may be, in braces that are none of a text's places.
_SHAPES = {
    "words": '{"words": [...]}',
    "tokens": '{"tokens": [...]}',
    "chars": '{"chars": [...], "labels": ["B", "E", ...]}',
    "list": '["...", ...]',
    "offsets": '{"text": "...", "boundaries": [end offsets]}',
    "output": '{"output": "... ..."}',
}
_EXPECTED = lazy("expected {words}, {tokens}, {chars}, {list}, {offsets} or {output}", **_SHAPES)
# Whoever says the words in one of these is read by it, whatever stands beside.
_WORDS = ("words", "tokens", "chars")
_LABELLED, _OFFSETS = frozenset({"tokens", "labels"}), frozenset({"text", "boundaries"})


def _sniff_lines(lines: Sequence[str], role: Role) -> float:
    return share_of(map(JSON_LINE.match, filled(lines)), _LEAST_SHARE)


def _sniff_whole(lines: Sequence[str], role: Role) -> float:
    rows = [stripped for line in lines if (stripped := line.strip())]
    if not rows or not JSON_DOCUMENT.match(text := "\n".join(rows[:4])):
        return 0.0
    # An array of sentences, an array or object that goes over lines, or something else than a sentence in one line.
    nested = re.match(r"\[\s*[\[{]", text) is not None
    return 1.0 if nested or not rows[0].endswith(_CLOSED) or (len(rows) == 1 and _holds_sentences(text)) else 0.0


def _holds_sentences(text: str) -> bool:
    """Tell whether a value in one line is an array of sentences or an object that names something else than words."""
    if text.startswith("{"):
        return _MEMBER.match(text) is None and re.search(r":\s*\[\s*[\[{]", text) is not None
    values = _loaded(text)
    return isinstance(values, list) and _are_sentences(values)


def _are_sentences(values: Sequence[Any]) -> bool:
    """Tell whether the strings in an array are sentences: they have three words and more, white space between.

    Words may have white space inside, too: in Vietnamese it stands between syllables, mostly two.
    """
    if not values or not all(isinstance(value, str) for value in values):
        return False
    return sum(len(WHITE.findall(value.strip())) for value in values) >= _LEAST_GAPS * len(values)


def _loaded(text: str) -> Any:
    """Return a value, None where this is no JSON: what is wrong is for whoever parses the file."""
    # Only who reads JSON should wait for this import.
    from json import loads

    try:
        return loads(text)
    except (ValueError, RecursionError):
        return None


def _output_of(fields: Mapping[str, Any]) -> str | None:
    """Return what a system wrote, as one string; None where the words are said in another way."""
    if not fields.keys().isdisjoint(_WORDS) or fields.keys() >= _OFFSETS:
        return None
    output = fields.get("output")
    return output if isinstance(output, str) else None


def _parser(head: Head, *, whole: bool) -> tuple[Parse, Separator | None]:
    """Return what parses a file whose outputs have this separator, or the one that is plain in these lines."""
    rows = "\n".join(line for line in head.lines if not any(f'"{key}"' in line for key in _WORDS))
    outputs = [text for one in _OUTPUT.findall(rows) if isinstance(text := _loaded(one), str)]
    lines = [line for text in outputs for line in wrappers.lines_without(text, head.strip)]
    separator = head.separator or clear_separator(lines)
    values = _values_of_whole if whole else _values_of_lines
    labelled = head.role != "training"
    # One value says it of itself, once it is there.
    of_chars = None if whole else _are_characters(_loaded(line) for line in head.lines if '"labels"' in line)
    parse = partial(_parse, values=values, separator=separator, strip=head.strip, labelled=labelled, of_chars=of_chars)
    return parse, separator if outputs else None


def _parse(
    text: str,
    first_line: int,
    *,
    values: Values,
    separator: Separator | None,
    strip: Sequence[str],
    labelled: bool,
    of_chars: bool | None,
) -> Block:
    words: list[str] = []
    sizes: list[int] = []
    documents: list[tuple[int, str | None]] = []
    outputs = []
    labels = []
    left_out = Counter({"U+FEFF": len(_FEFF.findall(text))})
    if of_chars is None:
        of_chars = '"labels"' in text and _are_characters(value for _line, value in values(text, first_line))
    for number, value in values(text, first_line):
        fields = value if isinstance(value, dict) else {"words": value}
        output = _output_of(fields)
        pieces = _pieces(fields, number, of_chars=of_chars) if output is None else [output]
        for piece in pieces if output != "" else ():
            if not isinstance(piece, str) or not piece:
                problem = lazy("{piece} is not a word: words are non-empty strings. Fix it.", piece=brief(repr(piece)))
                raise BadLine(number, problem)
            if "\0" in piece or _SURROGATE.search(piece):
                problem = lazy(
                    "NUL character or half of a surrogate pair in '{piece}'. Fix it, or write the character itself.",
                    piece=brief(piece),
                )
                raise BadLine(number, problem)
        if left_out["U+FEFF"]:
            pieces = [piece.replace(FEFF, "") for piece in pieces]
        if output is None:
            sentence = [word for piece in pieces if (word := WHITE.sub("", piece))]
            left_out[BLANKS] += sum(map(len, pieces)) - sum(map(len, sentence))
        else:
            outputs.append(output)
            lines = wrappers.lines_without(pieces[0], strip)
            sentence = [word for line in lines for word in cut(line, separator, left_out)]
        if sentence:
            document = fields.get("doc")
            id = "" if document is None else repr(document)
            if not documents or id != documents[-1][1]:
                documents.append((len(sizes), id))
            words += sentence
            sizes.append(len(sentence))
            if labelled:
                labels.append(_labels(fields))
    return Block(words, sizes, documents=documents, left_out=left_out, outputs=outputs, labels=labels)


def _labels(fields: Mapping[str, Any]) -> dict[str, str]:
    """Return what is said of a sentence beside its words."""
    # To Python, true is a number.
    said = {name: str(one).strip() for name, one in fields.items() if type(one) in (str, int, float)}
    return {name: label for name, label in said.items() if label and name not in NO_LABELS}


def _are_characters(values: Iterable[Any]) -> bool:
    """Tell whether the tokens of sentences with as many labels are characters: all of them are one."""
    both = [value for value in values if isinstance(value, dict) and value.keys() >= _LABELLED]
    pairs = [(value["tokens"], value["labels"]) for value in both]
    return bool(pairs) and all(
        isinstance(tokens, list)
        and isinstance(labels, list)
        and len(tokens) == len(labels)
        and all(isinstance(token, str) and len(token) == 1 for token in tokens)
        for tokens, labels in pairs
    )


def _pieces(fields: Mapping[str, Any], line: int, *, of_chars: bool) -> list[str]:
    """Return the words of a sentence as they stand in JSON.

    Args:
        fields: the sentence.
        line: where it stands.
        of_chars: whether tokens with labels are characters.

    Raises:
        BadLine: this is no sentence.
    """
    key = next((key for key in _WORDS if key in fields), "output")
    if key != "output" or not fields.keys() >= _OFFSETS:
        words, labels = fields.get(key), fields.get("labels")
        if not isinstance(words, list) or (key == "chars" and not isinstance(labels, list)):
            raise BadLine(line, lazy("no list of words: {expected}. Fix it.", expected=_EXPECTED))
        if key == "chars" or (key == "tokens" and of_chars and isinstance(labels, list)):
            return _tagged(words, labels, line)
        return words
    text, boundaries = fields["text"], fields["boundaries"]
    if not isinstance(text, str) or not isinstance(boundaries, list):
        raise BadLine(line, lazy("expected a string as text and a list of numbers as boundaries. Fix it."))
    pieces = []
    start = 0
    for end in boundaries:
        # To Python, true is a number.
        if type(end) is not int or not start < end <= len(text):
            raise BadLine(
                line,
                lazy(
                    "boundary {end} after {start} in a text of {size} characters: boundaries are the end offsets of "
                    "the words, in characters, from 1 to its length, each above the one before. Fix it.",
                    end=brief(str(end)),
                    start=start,
                    size=len(text),
                ),
            )
        pieces.append(text[start:end])
        start = end
    return [*pieces, text[start:]] if start < len(text) else pieces


def _tagged(chars: list[Any], labels: Any, line: int) -> list[str]:
    """Return the words that tags make of characters.

    Raises:
        BadLine: there are not as many, or they make none.
    """
    if len(chars) != len(labels) or not all(isinstance(char, str) and char for char in chars):
        raise BadLine(line, lazy("expected as many labels as characters, each a string. Fix it."))
    tags = "".join(str(label)[:1].upper() or "-" for label in labels)
    # Each word of BMES ends with E or S, and those of BI never do.
    scheme = BMES if set(tags) & set("ES") else BY_FIRST if set(tags) <= set("01") else BI
    words, place = words_by_tags(chars, tags, scheme)
    if place < len(tags):
        raise BadLine(
            line,
            lazy(
                "the labels make no word from '{char}' on, character {place}, which has {label}. They say where words "
                "begin and end: B M E S, B I E S, B I, or 1 and 0; other numbers say nothing. Fix it.",
                char=brief(chars[place]),
                place=place + 1,
                label=brief(repr(labels[place])),
            ),
        )
    return words


def _values_of_lines(text: str, first_line: int) -> Iterator[tuple[int, Any]]:
    """Yield the value of each line that is not blank."""
    from json import loads

    for number, line in enumerate(text.split("\n"), first_line):
        line = line.strip(_AROUND)
        if line:
            try:
                yield number, loads(line)
            except (ValueError, RecursionError) as error:
                raise _bad(number, str(error)) from None


def _values_of_whole(text: str, first_line: int) -> Iterator[tuple[int, Any]]:
    """Yield what stands for a sentence, on the line where it begins, or where what holds it does."""
    place, line = 0, first_line
    for start, value in _values(text, first_line):
        line += text.count("\n", place, start)
        place = start
        inside = value if isinstance(value, list) and _are_sentences(value) else None
        if (
            isinstance(value, dict)
            and value.keys().isdisjoint(("boundaries", *_WORDS))
            and not isinstance(value.get("output"), str)
        ):
            # {"sentences": [...]}, whatever it is called, where nothing else in it could be meant.
            lists = [one for one in value.values() if isinstance(one, list) and one]
            lists = [one for one in lists if isinstance(one[0], (list, dict))]
            inside = lists[0] if len(lists) == 1 else None
        are_outputs = inside is not None and _are_sentences(inside)
        for one in [value] if inside is None else inside:
            yield line, {"output": one} if are_outputs else one


def _values(text: str, first_line: int) -> Iterator[tuple[int, Any]]:
    """Yield the values of a file, and those of an array of arrays or objects, each with the place where it begins."""
    from json import JSONDecoder

    decoder, place, nested = JSONDecoder(), 0, False
    while (blank := _BLANK.match(text, place)) and (place := blank.end()) < len(text):
        if nested and text[place] in ",]":
            nested = text[place] == ","
            place += 1
            continue
        if not nested and (opening := _NESTED.match(text, place)):
            nested, place = True, opening.end()
        try:
            value, end = decoder.raw_decode(text, place)
        except (ValueError, RecursionError) as error:
            line = first_line + text.count("\n", 0, getattr(error, "pos", place))
            raise _bad(line, getattr(error, "msg", str(error))) from None
        yield place, value
        place = end
    if nested:
        raise _bad(first_line + text.count("\n"), "Expecting ',' or ']'")


def _bad(line: int, problem: str) -> BadLine:
    return BadLine(line, lazy("this is not JSON ({error}): {expected}. Fix it.", error=problem, expected=_EXPECTED))


JSONL = Reader(
    key="jsonl",
    label=lazy("JSON lines"),
    description=lazy("one sentence per line: {words}, {tokens}, {chars}, {list}, {offsets} or {output}", **_SHAPES),
    unit="line",
    kind="segmented",
    sniff=_sniff_lines,
    parser=partial(_parser, whole=False),
    keeps_feff=True,
    separators=True,
)

JSON = Reader(
    key="json",
    label="JSON",
    description=lazy("one array of sentences, or sentences over several lines; each as a line of JSON lines"),
    unit="file",
    kind="segmented",
    sniff=_sniff_whole,
    parser=partial(_parser, whole=True),
    keeps_feff=True,
    separators=True,
)
