"""Findings: exhibits that somebody keeps, in an order, each with a title and a note; kept as a file of plain text."""

from cwsdiag.findings.file import FILE_NAME, FindingsFile, read_findings, to_text
from cwsdiag.findings.finding import (
    MOST_ROWS,
    SHOWS,
    Finding,
    Shown,
    Slide,
    Standing,
    changed_files,
    kept,
    shown,
    slides,
    standing,
)

__all__ = [
    "FILE_NAME", "MOST_ROWS", "SHOWS", "Finding", "FindingsFile", "Shown", "Slide", "Standing", "changed_files", "kept",
    "read_findings", "shown", "slides", "standing", "to_text",
]  # fmt: skip
