"""Findings: exhibits that somebody keeps, in an order, each with a title and a note; kept as a file of plain text."""

from cwsdiag.findings.file import FILE_NAME, read_findings, to_text
from cwsdiag.findings.finding import SHOWS, Finding, Standing, kept, standing
from cwsdiag.findings.shown import Shown, shown

__all__ = [
    "FILE_NAME",
    "SHOWS",
    "Finding",
    "Shown",
    "Standing",
    "kept",
    "read_findings",
    "shown",
    "standing",
    "to_text",
]
