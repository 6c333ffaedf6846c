"""The doctor: what files were taken for, what looks wrong where they meet, and what to do about it."""

from cwsdiag.doctor.examine import examine, sentences_asked
from cwsdiag.doctor.finding import Finding
from cwsdiag.doctor.glimpses import Glimpse, glimpse
from cwsdiag.doctor.report import content_of, fact_rows, report_lines
from cwsdiag.doctor.roles import PLACES, Place, Proposal, propose

__all__ = [
    "PLACES",
    "Finding",
    "Glimpse",
    "Place",
    "Proposal",
    "content_of",
    "examine",
    "fact_rows",
    "glimpse",
    "propose",
    "report_lines",
    "sentences_asked",
]
