"""What the owner of judgements does to what is there: each act after a backup, and all of it or nothing."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from cwsdiag.board.backups import Acting, give_back
from cwsdiag.board.models import Done
from cwsdiag.errors import JudgingError
from cwsdiag.judging import judges, records
from cwsdiag.judging.schema import back_up, prepare, transaction

if TYPE_CHECKING:
    from pathlib import Path

_ACTING = Acting(JudgingError, back_up, partial(transaction, write=True))
# What a backup gives back, in an order in which each finds what it refers to.
_GIVEN_BACK = ("study", "system", "sentence", "output", "judgement", "mark", "judge")
_JUDGEMENTS = "SELECT id, judge, sentence, made FROM judgement"


def remove(path: Path, study: str, judge: str, now: str) -> Done:
    """Remove a study, or a judge of it, with all that was said; see ``Judgements.remove``."""
    with _ACTING.begun(path, "remove-judge" if judge else "remove", now) as (connection, backup):
        id, _study = records.find_study(connection, study)
        count = judges.remove(connection, id, judge) if judge else records.remove_study(connection, id)
        return Done(count, backup)


def undo(path: Path, backup: Path, now: str) -> Done:
    """Give a file back what a backup has, see ``Judgements.undo``."""
    prepare(backup, create=False)
    with _ACTING.begun(path, "undo", now, keeping=backup) as (connection, made), transaction(backup) as old:
        here, there = ({tuple(row) for row in one.execute(_JUDGEMENTS).fetchall()} for one in (connection, old))
        give_back(connection, old, _GIVEN_BACK)
        return Done(len(here - there), made)
