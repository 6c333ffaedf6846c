"""The board of submissions: tasks with private gold, systems handed in for them, and a public table of scores.

``Board`` is the way in; ``docs/board.md`` says what is stored and who may see it.
"""

from cwsdiag.board.limits import Limits
from cwsdiag.board.models import (
    BoardFile,
    Entry,
    Material,
    Participant,
    Receipt,
    Split,
    Submission,
    Task,
    TaskDraft,
)
from cwsdiag.board.records import score_names
from cwsdiag.board.store import Board

__all__ = [
    "Board",
    "BoardFile",
    "Entry",
    "Limits",
    "Material",
    "Participant",
    "Receipt",
    "Split",
    "Submission",
    "Task",
    "TaskDraft",
    "score_names",
]
