"""Columns that tables share, beside those of datasets, which may have any name: so the blank at the end of each key."""

from __future__ import annotations

BEST = "★"
# Saved tables show these keys.
SHORT, SYSTEM, MEAN = "system ", "full name ", "mean "
