"""How much difficulties move as a committee grows, by plain loops (METHODS 8)."""


def difficulty(wrong: list[list[bool]], size: int, word: int) -> float:
    """The share of the first members that get a word wrong."""
    votes = 0
    for member in range(size):
        if wrong[member][word]:
            votes += 1
    return votes / size


def mean_change(wrong: list[list[bool]], size: int) -> float:
    """The mean over words of how much d moves from ``size`` members to twice as many."""
    total = 0.0
    words = len(wrong[0])
    for word in range(words):
        total += abs(difficulty(wrong, 2 * size, word) - difficulty(wrong, size, word))
    return total / words
