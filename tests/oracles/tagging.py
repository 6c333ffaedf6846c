"""Brute-force joint scores of words and their parts of speech (METHODS 1)."""

from .words import ratio

# Words of a text in order, as (start, end, tag); None is no tag.
Tagged = list[tuple[int, int, str | None]]


def tagged(corpus: list[list[tuple[str, str | None]]]) -> Tagged:
    """The words of sentences of (word, tag) over the stream of their characters."""
    found = []
    start = 0
    for sentence in corpus:
        for word, tag in sentence:
            found.append((start, start + len(word), tag))
            start += len(word)
    return found


def scores(gold: Tagged, system: Tagged) -> dict[str, object]:
    """Joint scores, tag accuracy, and how often which two tags stand on one span."""
    spans = right = 0
    confusion: dict[tuple[str | None, str | None], int] = {}
    for start, end, tag in gold:
        for other_start, other_end, other in system:
            if (start, end) == (other_start, other_end):
                spans += 1
                confusion[tag, other] = confusion.get((tag, other), 0) + 1
                if tag is not None and tag == other:
                    right += 1
    return {
        "joint_precision": ratio(right, len(system)),
        "joint_recall": ratio(right, len(gold)),
        "joint_f1": ratio(2 * right, len(gold) + len(system)),
        "tag_accuracy": ratio(right, spans),
        "tag_confusion": confusion,
    }
