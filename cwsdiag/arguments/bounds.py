"""The bounds of the numbers that people set, one for the command line, project files and Python alike.

A number far above all use is a slip of the keyboard, and would end in a full memory or disk, or in days of work,
instead of a message. Bounds are wide: ten times what anybody has asked for, and more.
"""

from __future__ import annotations

from dataclasses import dataclass

_LONGEST = 20


@dataclass(frozen=True)
class Whole:
    """The whole numbers that something may be.

    Attributes:
        least, most: both may be given.
    """

    least: int
    most: int

    def __contains__(self, value: int) -> bool:
        """Return whether this number may be given."""
        return self.least <= value <= self.most

    def read(self, text: str) -> int | None:
        """Return the number that a text is, as an address or an option has it; None where it is none within bounds."""
        # Python refuses to read thousands of digits, and none of these bounds has more than twenty.
        if not (text.isdecimal() and len(text) <= _LONGEST):
            return None
        value = int(text)
        return value if value in self else None


# JSON, browsers and spreadsheets hold no larger whole number exactly: a seed or an id above could not be traced.
_EXACT = (1 << 53) - 1
# No text has more sentences or words: offsets into it are 32 bits wide.
_WORDS = (1 << 31) - 1

SEED = Whole(0, _EXACT)
# Of a submission, as the board counts them from 1.
NUMBER = Whole(1, _EXACT)
# Each keeps three numbers of 8 bytes for each system and bucket: a hundred thousand take 100 MB a system with forty
# buckets, and a 95 % bound then moves by less than 0.01 of its standard error.
RESAMPLES = Whole(1, 100_000)
# Of a test set in two halves: each keeps two numbers for each system.
SPLITS = Whole(1, 100_000)
# Segmenters that are trained with one seed each, at every step of a curve.
SEEDS = Whole(1, 1_000)
# Of a committee: each is trained, and says of every gold word whether it is wrong, a byte a word.
MEMBERS = Whole(1, 100_000)
# Passes of a perceptron over its sentences; ten are usual, and after fifty nothing changes.
PASSES = Whole(1, 1_000)
# Processes or threads at once: more than the processors of any one machine.
JOBS = Whole(1, 1_024)
# Sentences that are drawn, and characters of one.
DRAWN = Whole(1, _WORDS)
LENGTH = Whole(1, _WORDS)
# Of gold units, and of resampling units, that a bucket needs.
MINIMUM = Whole(0, _WORDS)
# The index of a bucket; `buckets.MOST_BUCKETS` are allowed.
BUCKET = Whole(0, 99)
# How often a word occurs, in a list of words with counts; sums stay exact.
COUNT = Whole(0, 10**15)
# Rows of a table that are printed.
ROWS = Whole(0, 1_000_000)
# The CRF's L2 penalty is above 0; above this nothing is learnt.
PENALTY = 1e6
# What a separator that is missing or too many costs.
COST = 1e6
# How long and how much the server keeps: a hundred years, and a terabyte.
DAYS = Whole(1, 36_500)
MEGABYTES = Whole(1, 1_000_000)
