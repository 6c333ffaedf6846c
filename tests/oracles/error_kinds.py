"""Brute-force kinds of errors and the 2 × 2 of two systems, from METHODS 12: plain loops over words."""

from collections.abc import Sequence

from .words import Corpus, Span, Training, outside, sentences_of, spans, vocabulary, words_of


def over(system: Corpus, span: Span) -> list[tuple[Span, str]]:
    """The words of a system that have a character of the span, whole."""
    found = []
    for (start, end), word in zip(spans(system), words_of(system), strict=True):
        if set(range(start, end)) & set(range(*span)):
            found.append(((start, end), word))
    return found


def missed(system: Corpus, span: Span, skipped: Sequence[Span]) -> bool:
    """Whether a gold word is compared and the system lacks it."""
    return outside(span, skipped) and span not in spans(system)


def shape(system: Corpus, span: Span) -> str:
    """The shape of a missed word, by the boundaries of the system."""
    boundaries = {0}
    for _, end in spans(system):
        boundaries.add(end)
    inside = [place for place in boundaries if span[0] < place < span[1]]
    if span[0] in boundaries and span[1] in boundaries and inside:
        return "split"
    if not inside:
        return "merged"
    return "crossed"


def stretches(gold: Corpus, system: Corpus, skipped: Sequence[Span]) -> list[list[Span]]:
    """The maximal runs of missed words of one sentence, each as the spans of its gold words."""
    everything = spans(gold)
    found = []
    number = 0
    for sentence in sentences_of(gold):
        run: list[Span] = []
        for _ in sentence:
            if missed(system, everything[number], skipped):
                run.append(everything[number])
            else:
                found.append(run)
                run = []
            number += 1
        found.append(run)
    return [run for run in found if run]


def kinds(
    gold: Corpus, system: Corpus, training: Training, skipped: Sequence[Span] = ()
) -> list[tuple[str, str | None] | None]:
    """(shape, cause) of each gold word; None where it is matched or not compared, a cause of None without training."""
    known = vocabulary(training)
    surface = dict(zip(spans(gold), words_of(gold), strict=True))
    found: dict[Span, tuple[str, str | None]] = {}
    for run in stretches(gold, system, skipped):
        ours = [surface[span] for span in run]
        theirs = [word for span in run for _, word in over(system, span)]
        for span in run:
            its_shape = shape(system, span)
            if known is None:
                cause = None
            elif surface[span] not in known:
                cause = "oov"
            elif any(word not in known for _, word in over(system, span)):
                cause = "new_word"
            elif all(word in known for word in ours + theirs):
                cause = "overlap" if its_shape == "crossed" else "combination"
            else:
                cause = "neighbour"
            found[span] = (its_shape, cause)
    return [found.get(span) for span in spans(gold)]


def agreements(gold: Corpus, a: Corpus, b: Corpus, skipped: tuple[Sequence[Span], Sequence[Span]] = ((), ())) -> list:
    """What two systems make of each gold word; None where one of the two is not compared there."""
    found: list[str | None] = []
    for span in spans(gold):
        if not outside(span, skipped[0]) or not outside(span, skipped[1]):
            found.append(None)
            continue
        right_a, right_b = span in spans(a), span in spans(b)
        if right_a and right_b:
            found.append("both_right")
        elif right_a or right_b:
            found.append("only_a" if right_a else "only_b")
        else:
            found.append("both_wrong_alike" if over(a, span) == over(b, span) else "both_wrong_differently")
    return found
