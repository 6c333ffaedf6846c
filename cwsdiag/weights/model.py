"""``Weights``: for each gold word the share of a committee of segmenters that gets it wrong."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cwsdiag.text import frozen

if TYPE_CHECKING:
    from cwsdiag.text import Bools, Floats, Ints, Longs

# The intervals of difficulty that charts and tables have: [0, 0.1], (0.1, 0.2] … (0.9, 1].
INTERVALS = 10


@dataclass(frozen=True, eq=False)
class Weights:
    """The difficulty d of every gold word [PM, METHODS 8].

    A d says something only beside the others of the same committee: scores that are made from it must name it.

    Attributes:
        values: d, float64 of shape (gold words,), each in [0, 1]. Where votes are known it is votes / members.
        votes: int32 of shape (gold words,): how many members get the word wrong; None where only d is known.
        members: K, at least 1; None where only d is known.
        wrong: bool of shape (members, gold words): which members get which word wrong; None where that is not known.
        committee: name of the committee.
        digest: SHA-256 (hex) of the file it was read from, or of what it holds where it was made in memory.
        name: what the user calls the file; empty in memory.
    """

    values: Floats
    votes: Ints | None
    members: int | None
    wrong: Bools | None
    committee: str
    digest: str
    name: str = ""

    def __len__(self) -> int:
        """Return the number of gold words."""
        return len(self.values)

    def parts(self) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return what each gold word weighs as a hard and as an easy word: d and 1 − d, or a multiple of both.

        Scores are ratios of sums of these, and do not change when all are multiplied by K. So with votes known both are
        int64, votes and K − votes, and sums of them are exact; else both are float64.
        """
        if self.votes is None or self.members is None:
            return self.values, 1.0 - self.values
        hard = self.votes.astype(np.int64)
        return hard, self.members - hard

    def intervals(self) -> Longs:
        """Return for each gold word which of the ten intervals [0, 0.1], (0.1, 0.2] … holds its d, from 0.

        Decided on whole votes where they are known: 3 of 10 is never above 0.3.
        """
        if self.votes is None or self.members is None:
            return np.searchsorted(np.arange(1, INTERVALS) / INTERVALS, self.values)
        # The smallest i with votes / K <= (i + 1) / 10.
        above = -(-self.votes.astype(np.int64) * INTERVALS // self.members)
        return np.maximum(above - 1, 0)


def of_committee(wrong: Bools, *, committee: str) -> Weights:
    """Return the difficulties that a committee gives.

    Args:
        wrong: bool of shape (members, gold words): whether a member gets the span of a word wrong.
        committee: its name; every score that is made from the result is printed with it.

    Raises:
        ValueError: there is no member.
    """
    members = len(wrong)
    if not members:
        raise ValueError("a committee has at least one member")
    wrong = frozen(np.array(wrong, dtype=np.bool_))
    votes = frozen(wrong.sum(axis=0, dtype=np.int32))
    digest = hashlib.sha256(f"{members} {committee}\n".encode())
    digest.update(np.packbits(wrong).tobytes())
    return Weights(frozen(votes / members), votes, members, wrong, committee, digest.hexdigest())
