"""A perceptron by plain loops: all valid tag sequences are tried, and weights are averaged by adding them all up."""

from collections import defaultdict
from fractions import Fraction
from itertools import product

from .difficulty_features import features

TAGS = "BMES"
NEXT = {"B": "ME", "M": "ME", "E": "BS", "S": "BS"}
# A weight for each (feature, tag), and for each pair of tags.
Weights = dict[tuple[str, str], Fraction]


def is_valid(tags: tuple[str, ...]) -> bool:
    """Whether tags describe words that end where the sentence ends."""
    if tags[0] not in "BS" or tags[-1] not in "ES":
        return False
    return all(after in NEXT[before] for before, after in zip(tags, tags[1:], strict=False))


def parts(rows: list[list[str]], tags: tuple[str, ...]) -> list[tuple[str, str]]:
    """All that adds to the score of a sequence."""
    found = []
    for place, tag in enumerate(tags):
        for feature in rows[place]:
            found.append((feature, tag))
        if place > 0:
            found.append((tags[place - 1], tag))
    return found


def best_tags(rows: list[list[str]], weights: Weights) -> tuple[str, ...]:
    """The best of all valid sequences; of equals the one whose tags come first, compared from the last backwards."""
    best = None
    for tags in product(TAGS, repeat=len(rows)):
        if not is_valid(tags):
            continue
        score = sum((weights.get(part, Fraction(0)) for part in parts(rows, tags)), Fraction(0))
        order = [TAGS.index(tag) for tag in reversed(tags)]
        if best is None or (-score, order) < best[:2]:
            best = (-score, order, tags)
    assert best is not None
    return best[2]


def tags_of(words: list[str]) -> tuple[str, ...]:
    """The tags of a sentence."""
    return tuple("".join("S" if len(word) == 1 else "B" + "M" * (len(word) - 2) + "E" for word in words))


def learn(sentences: list[list[str]], orders: list[list[int]], template: str) -> Weights:
    """The mean of the weights after each step, going through sentences in these orders."""
    weights: Weights = defaultdict(Fraction)
    total: Weights = defaultdict(Fraction)
    steps = 0
    for order in orders:
        for number in order:
            rows = features("".join(sentences[number]), template)
            right = tags_of(sentences[number])
            answer = best_tags(rows, weights)
            if answer != right:
                for part in parts(rows, right):
                    weights[part] += 1
                for part in parts(rows, answer):
                    weights[part] -= 1
            for part, weight in weights.items():
                total[part] += weight
            steps += 1
    return {part: weight / steps for part, weight in total.items() if weight}
