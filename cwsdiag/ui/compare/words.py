"""The words that only one of two systems gets right."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.languages import _, n_
from cwsdiag.ui.shell import leads, tables, widgets
from cwsdiag.views.columns import WORDS, Column

if TYPE_CHECKING:
    import pandas as pd

    from cwsdiag.views.look import Look
    from cwsdiag.views.pairs.pair import Pair


def only_right(look: Look, found: Pair) -> None:
    """Draw what only A and what only B gets right, by word type."""
    for column, role, loser in zip(st.columns(2, gap="medium"), "ab", "ba", strict=True):
        words = look.won(found.systems[role], found.systems[loser])
        count = n_("{n:,} gold word", "{n:,} gold words", int(words["count"].sum()))
        name = _("Only {system} ({role}) gets right", system=found.systems[role], role=role.upper())
        with column:
            widgets.heading(name, count)
            if words.empty:
                widgets.note(
                    _(
                        "{other} gets right every gold word that {system} gets right.",
                        other=found.systems[loser],
                        system=found.systems[role],
                    )
                )
                continue
            _words(words, found, role, loser)


def _words(words: pd.DataFrame, found: Pair, role: str, loser: str) -> None:
    often = _("How often {right} gets it right and {wrong} wrong.", right=role.upper(), wrong=loser.upper())
    columns = {
        "word": tables.Shown(WORDS["word"], width=110),
        "count": tables.Shown(Column(_("count"), often, format="count"), width=70),
        "made": tables.Shown(
            Column(
                _("{system} made of it", system=loser.upper()),
                _("What {system} made of the word most often there.", system=loser.upper()),
            )
        ),
    }
    tables.leading_table(
        words,
        columns,
        key=f"only {role}",
        lead=lambda row: leads.to_words(show=f"only_{role}", word=words["word"][row]),
        alt=_("Words that only {system} gets right, most frequent first", system=found.systems[role]),
    )
