"""The table of an exhibit: the one that all ways out write."""

from __future__ import annotations

from cwsdiag.output.table import Table as Table
