"""Brute-force patterns of errors, from METHODS 12: sets of boundaries and dictionaries of places."""

from collections.abc import Collection, Sequence

from .words import Corpus, Span, outside, spans, text_of

# The gold words and the system words of a place.
Found = tuple[tuple[str, ...], tuple[str, ...]]


def places(gold: Corpus, system: Corpus, skipped: Sequence[Span] = ()) -> list[Span]:
    """The spans between neighbouring boundaries that both have, where both differ and were compared, in text order."""
    theirs = {end for _, end in spans(system)}
    found = []
    start = 0
    for _, end in spans(gold):
        if end in theirs:
            place = (start, end)
            if outside(place, skipped) and words_in(gold, place) != words_in(system, place):
                found.append(place)
            start = end
    return found


def words_in(corpus: Corpus, place: Span) -> tuple[str, ...]:
    """The words that lie in a place, whole."""
    text = text_of(corpus)
    return tuple(text[start:end] for start, end in spans(corpus) if place[0] <= start and end <= place[1])


def patterns(
    gold: Corpus, system: Corpus, chosen: Collection[int] | None = None, skipped: Sequence[Span] = ()
) -> dict[Found, list[int]]:
    """Where each pattern is, by its first gold word; only places with one of the ``chosen`` gold words, if given."""
    everything = spans(gold)
    found: dict[Found, list[int]] = {}
    for place in places(gold, system, skipped):
        inside = [number for number, span in enumerate(everything) if place[0] <= span[0] and span[1] <= place[1]]
        if chosen is not None and not set(inside) & set(chosen):
            continue
        found.setdefault((words_in(gold, place), words_in(system, place)), []).append(inside[0])
    return found


def by_cost(found: dict[Found, list[int]]) -> list[tuple[Found, int]]:
    """The patterns with the number of their places: most missed and wrong words first, on ties as in the text."""
    order = sorted(found, key=lambda one: (-len(found[one]) * (len(one[0]) + len(one[1])), found[one][0]))
    return [(one, len(found[one])) for one in order]
