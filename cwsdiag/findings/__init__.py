"""Findings: exhibits that somebody keeps, in an order, each with a title and a note; kept as a file of plain text."""

from cwsdiag.findings.finding import (
    FILE_NAME,
    SHOWS,
    Finding,
    Lost,
    Shown,
    Standing,
    changed_files,
    findings_path,
    kept,
    read_file,
    read_findings,
    shown,
    slides,
    standing,
    to_text,
    write_file,
)

__all__ = [
    "FILE_NAME", "SHOWS", "Finding", "Lost", "Shown", "Standing", "changed_files", "findings_path", "kept", "read_file",
    "read_findings", "shown", "slides", "standing", "to_text", "write_file",
]  # fmt: skip
