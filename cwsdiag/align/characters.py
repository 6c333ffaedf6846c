"""Which characters of two strings are the same: as many as can be, the earliest in gold among equals (METHODS 1).

The longest common subsequence, by vectors of bits that Python's integers hold: exact, and fast enough for whole files.
"""

from __future__ import annotations

from collections.abc import Iterator

from cwsdiag.align.stretches import differing_stretches, equal_run

Aligned = tuple[list[int], list[int]]

# The table of a pair takes a bit for each two characters: 60 MB for two strings of 22,000.
_LARGEST_TABLE = 500_000_000


def aligned(gold: str, system: str) -> Aligned:
    """Align two strings.

    Args:
        gold: one string, which may be empty.
        system: the other, which may be empty too.

    Returns:
        The places in gold and in the system of the characters that are aligned, both rising and equally long: as many
        as possible, of all such alignments the one whose places in gold are the earliest, from the first on, and then
        those in the system. Strings whose table would be too large are cut first where they differ, see
        ``differing_stretches``, and their pieces aligned in this way; of a piece that still is too large nothing is.
    """
    same = equal_run(gold, system)
    in_gold, in_system = list(range(same)), list(range(same))
    for i, j, left, right in _pieces(gold, system, same):
        ours, theirs = _longest(left, right)
        in_gold += [i + place for place in ours]
        in_system += [j + place for place in theirs]
    return in_gold, in_system


def count_aligned(gold: str, system: str) -> int:
    """Return how many characters ``aligned`` aligns."""
    if len(gold) * len(system) > _LARGEST_TABLE:
        return len(aligned(gold, system)[0])
    before = equal_run(gold, system)
    gold, system = gold[before:], system[before:]
    after = equal_run(gold[::-1], system[::-1])
    rows = _rows(gold[: len(gold) - after], system[: len(system) - after])
    return before + after + rows[0].bit_count()


def _rows(gold: str, system: str) -> list[int]:
    """Return a row of bits for each place of the system, from the whole of it to nothing.

    Bit k of row j is set where the character of gold that has k others after it makes one aligned character more:
    the bits of the lowest n places are as many as can be aligned of gold's last n characters with ``system[j:]``.
    """
    where: dict[str, int] = {}
    for place, char in enumerate(reversed(gold)):
        where[char] = where.get(char, 0) | 1 << place
    full = (1 << len(gold)) - 1
    unset = full
    rows = [0] * (len(system) + 1)
    for j in range(len(system) - 1, -1, -1):
        here = where.get(system[j])
        if here is not None:
            met = unset & here
            unset = ((unset + met) | (unset - met)) & full
        rows[j] = unset ^ full
    return rows


def _longest(gold: str, system: str) -> Aligned:
    """Align two strings whose table is small enough."""
    ours: list[int] = []
    theirs: list[int] = []
    if gold == system:
        return list(range(len(gold))), list(range(len(gold)))
    if len(gold) * len(system) > _LARGEST_TABLE:
        return ours, theirs
    rows = _rows(gold, system)
    i = j = 0
    left = rows[0].bit_count()
    while left:
        place = system.find(gold[i], j)
        if place >= 0:
            # Bits of the characters of gold after this one.
            after = (1 << (len(gold) - i - 1)) - 1
            if place == j or (rows[place + 1] & after).bit_count() == left - 1:
                ours.append(i)
                theirs.append(place)
                j = place + 1
                left -= 1
        i += 1
    return ours, theirs


def _pieces(gold: str, system: str, start: int) -> Iterator[tuple[int, int, str, str]]:
    """Yield what is to be aligned from a place on, with the places where each piece begins."""
    if (len(gold) - start) * (len(system) - start) <= _LARGEST_TABLE:
        yield start, start, gold[start:], system[start:]
        return
    i = j = start
    for one in differing_stretches(gold[start:], system[start:]):
        # The stretch that is equal, then the one that differs.
        for end, other in ((one.gold_start, one.system_start), (one.gold_end, one.system_end)):
            yield i, j, gold[i : start + end], system[j : start + other]
            i, j = start + end, start + other
    yield i, j, gold[i:], system[j:]
