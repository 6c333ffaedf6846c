"""Findings: exhibits that somebody keeps, in an order, each with a title and a note; kept as a file of plain text."""

from cwsdiag.findings.file import FILE_NAME, FindingsFile, read_findings, to_text
from cwsdiag.findings.finding import (
    SHOWS,
    Finding,
    Lost,
    Shown,
    Standing,
    changed_files,
    kept,
    shown,
    slides,
    standing,
)

__all__ = [
    "FILE_NAME", "SHOWS", "Finding", "FindingsFile", "Lost", "Shown", "Standing", "changed_files", "kept",
    "read_findings", "shown", "slides", "standing", "to_text",
]  # fmt: skip
