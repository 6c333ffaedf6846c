"""Brute-force people's scores and agreement of judges, from plain lists of marks (METHODS, People's scores).

A study is a list of sentences, each a mapping from system to its words as a text. What judges say is a mapping from
judge to a list of mappings from such texts to ``best`` or ``second``, one for each sentence, or None where they said
nothing.
"""

import math


def differs(sentence):
    """Whether there is anything to choose."""
    return len(set(sentence.values())) > 1


def finished(study, said):
    """The judges who have said something of every sentence where there is something to choose."""
    return [
        judge
        for judge, marks in said.items()
        if all(marks[place] is not None for place, sentence in enumerate(study) if differs(sentence))
    ]


def people(study, said):
    """The score of each system: (n + m/2) / sentences, averaged over judges who have finished."""
    scores = {}
    for system in study[0]:
        by_judge = []
        for judge in finished(study, said):
            n = m = 0
            for place, sentence in enumerate(study):
                mark = said[judge][place].get(sentence[system]) if differs(sentence) else "best"
                if mark == "best":
                    n += 1
                elif mark == "second":
                    m += 1
            by_judge.append((n + m / 2) / len(study))
        scores[system] = sum(by_judge) / len(by_judge) if by_judge else math.nan
    return scores


def pearson(xs, ys):
    """Pearson's r, from its definition."""
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    above = sum((a - x) * (b - y) for a, b in zip(xs, ys, strict=True))
    return above / math.sqrt(sum((a - x) ** 2 for a in xs) * sum((b - y) ** 2 for b in ys))


def fleiss(study, said):
    """Fleiss' kappa from pairs of judges: how often two agree on a candidate, against how often by chance."""
    judges = finished(study, said)
    marks = []
    for place, sentence in enumerate(study):
        if differs(sentence):
            for words in sorted(set(sentence.values())):
                marks.append([said[judge][place].get(words) for judge in judges])
    agree = pairs = 0
    for given in marks:
        for one in range(len(given)):
            for other in range(len(given)):
                if one != other:
                    pairs += 1
                    agree += given[one] == given[other]
    flat = [mark for given in marks for mark in given]
    chance = sum((flat.count(kind) / len(flat)) ** 2 for kind in ("best", "second", None))
    return (agree / pairs - chance) / (1 - chance)
