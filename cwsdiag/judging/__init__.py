"""People's judgement: drawn sentences, what systems make of them, and who finds which best [PM 5.1, METHODS 8].

``Judgements`` is the file that keeps studies and marks; ``outcome`` makes scores, correlations and agreement of them.
``docs/judging.md`` says how a study is made and what is counted.
"""

from cwsdiag.judging.models import MARKS, Candidate, Item, Judgement, JudgingStudy, Mark, StudySystem, shown_order
from cwsdiag.judging.outcome import MeasureCorrelation, Outcome, SystemOutcome, from_csv, outcome, to_csv
from cwsdiag.judging.store import Judgements, Taken

__all__ = [
    "MARKS",
    "Candidate",
    "MeasureCorrelation",
    "Item",
    "Judgement",
    "Judgements",
    "Mark",
    "Outcome",
    "JudgingStudy",
    "StudySystem",
    "SystemOutcome",
    "Taken",
    "from_csv",
    "outcome",
    "shown_order",
    "to_csv",
]
