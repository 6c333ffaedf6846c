"""Scores of the Bakeoff page: those of the open dataset, and those of all datasets of its project."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from cwsdiag.baselines import BASE, TOP, clash
from cwsdiag.figures.bakeoff import CorpusScores
from cwsdiag.ui.data import cached
from cwsdiag.ui.data.siblings import siblings
from cwsdiag.ui.shell.widgets import NO_GOLD, NO_SYSTEMS
from cwsdiag.views.standings import standings

if TYPE_CHECKING:
    from cwsdiag.ui.data.catalogue import Entry
    from cwsdiag.ui.shell.view import View


def of_view(view: View) -> pd.DataFrame:
    """Return the standings of the systems of the page."""
    return standings(view.known.bakeoff, lines=(BASE, TOP) if view.baselines else ())


def corpora(view: View) -> list[CorpusScores]:
    """Return all datasets of the project that is open, of uploads their own, with BASE and TOP in each."""
    entries = siblings(view)
    if view.entry is not None and not entries:
        entries = {view.entry.id: view.entry}
    return [_corpus(entry) for entry in entries.values()]


def _corpus(entry: Entry) -> CorpusScores:
    scores = cached.bakeoff(entry)
    if scores is None:
        return CorpusScores(entry.id, entry.files.name, pd.DataFrame(), NO_GOLD)
    # A system of one's own may be called so; then the two lines are not there.
    own = clash(file.name for file in entry.files.systems)
    ranked = standings(scores, lines=() if own else (BASE, TOP))
    return CorpusScores(entry.id, entry.files.name, ranked, "" if len(ranked) else NO_SYSTEMS)
