"""How far the members of a committee cut a text in another way, by plain loops."""

from collections.abc import Sequence

from .words import Corpus, spans


def disagreement(cut: Corpus, members: Sequence[Corpus]) -> list[float]:
    """Of each word the share of members that do not have its span as a word."""
    found = []
    for span in spans(cut):
        others = 0
        for member in members:
            has = False
            for own in spans(member):
                has = has or own == span
            others += not has
        found.append(others / len(members))
    return found
