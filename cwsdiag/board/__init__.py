"""The board of submissions: tasks with private gold, systems handed in for them, and a public table of scores.

``Board`` is the way in; ``docs/board.md`` says what is stored and who may see it.
"""

from cwsdiag.board.models import (
    BoardFile,
    BoardKey,
    Entry,
    Receipt,
    Submission,
    Submitter,
    Task,
    TaskDraft,
    TaskFiles,
)
from cwsdiag.board.store import Board, score_names

__all__ = [
    "Board",
    "BoardFile",
    "BoardKey",
    "Entry",
    "TaskFiles",
    "Receipt",
    "Submission",
    "Submitter",
    "Task",
    "TaskDraft",
    "score_names",
]
