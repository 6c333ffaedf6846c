"""The board of submissions: tasks with private gold, systems handed in for them, and a public table of scores.

``Board`` is the way in; ``docs/board.md`` says what is stored and who may see it.
"""

from cwsdiag.board.limits import Limits
from cwsdiag.board.models import (
    Backup,
    BoardFile,
    BoardKey,
    Done,
    Entry,
    Material,
    Participant,
    Receipt,
    Split,
    Submission,
    Submitter,
    Task,
    TaskDraft,
)
from cwsdiag.board.records import score_names
from cwsdiag.board.store import Board

__all__ = [
    "Backup",
    "Board",
    "BoardFile",
    "BoardKey",
    "Done",
    "Entry",
    "Limits",
    "Material",
    "Participant",
    "Receipt",
    "Split",
    "Submission",
    "Submitter",
    "Task",
    "TaskDraft",
    "score_names",
]
