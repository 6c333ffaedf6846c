"""How much difficulties move as a committee grows, by plain loops (METHODS 8)."""

from .study import pearson


def difficulty(wrong: list[list[bool]], size: int, word: int) -> float:
    """The share of the first members that get a word wrong."""
    votes = 0
    for member in range(size):
        if wrong[member][word]:
            votes += 1
    return votes / size


def half_correlation(wrong: list[list[bool]], order: list[int]) -> float:
    """Pearson's r of d of the first half of the members in an order, and of the half that follows."""
    half = len(wrong) // 2
    halves = [[wrong[member] for member in order[start : start + half]] for start in (0, half)]
    # r is that of the shares; of whole numbers that are equal, the mean is one of them without a rounding.
    first, second = (
        [round(half * difficulty(members, half, word)) for word in range(len(wrong[0]))] for members in halves
    )
    return pearson(first, second)


def member_score(missed: list[bool]) -> float:
    """The share of gold words that a member gets right."""
    right = 0
    for wrong in missed:
        if not wrong:
            right += 1
    return right / len(missed)


def mean_change(wrong: list[list[bool]], size: int) -> float:
    """The mean over words of how much d moves from ``size`` members to twice as many."""
    total = 0.0
    words = len(wrong[0])
    for word in range(words):
        total += abs(difficulty(wrong, 2 * size, word) - difficulty(wrong, size, word))
    return total / words
