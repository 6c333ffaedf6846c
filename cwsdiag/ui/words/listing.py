"""The words of a selection as a table, each with what systems made of it."""

from __future__ import annotations

from itertools import starmap
from typing import TYPE_CHECKING, Any

import pandas as pd
import streamlit as st

from cwsdiag.exhibits import Table
from cwsdiag.languages import _, n_, translated
from cwsdiag.ui.shell import show, state, tables, widgets
from cwsdiag.ui.shell.listed import cut_said, listed
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.words import places
from cwsdiag.ui.words.selection import ALL, ORDER_LABELS, SHOW_MEANINGS, clear
from cwsdiag.views.columns import WORDS, Column

if TYPE_CHECKING:
    from cwsdiag.diagnosis.word_types import WordTypes
    from cwsdiag.exhibits import Exhibit
    from cwsdiag.ui.shell.view import View
    from cwsdiag.ui.words.selection import Selection

NEVER_WRONG = "✓"
# Lower than elsewhere: the sentence of a place stands below the words.
ROW_HEIGHT = 26


def filter_note(words: WordTypes, table: pd.DataFrame, selection: Selection) -> str:
    """Say how many words are shown of how many."""
    different, count = n_("{n:,} different word", "{n:,} different words", words.size), len(words.units)
    if selection.unit == "words":
        places = n_("{n:,} place", "{n:,} places", count)
    else:
        places = n_("{n:,} character", "{n:,} characters", count)
    if not selection.filtered:
        return with_cut(_("All {words} in {places}.", words=different, places=places), len(table))
    shown = _(
        "{shown:,} of {words}, in {there:,} of {places}",
        shown=len(table),
        words=different,
        there=int(table["count"].sum()),
        places=places,
    )
    return with_cut(shown_where(selection, shown), len(table))


def with_cut(said: str, rows: int) -> str:
    """Return a sentence, and what is said where only the first of so many rows are listed."""
    cut = cut_said(rows)
    return _("{first} {second}", first=said, second=cut) if cut else said


def shown_where(selection: Selection, shown: str) -> str:
    """Say by which filters what is shown is shown; one of them must be chosen."""
    if selection.show == ALL:
        return _(
            "Shown with “{text}” in the word or in what was made of it: {shown}.", text=selection.text, shown=shown
        )
    condition = translated(SHOW_MEANINGS[selection.show])
    if not selection.text:
        return _("Shown where {condition}: {shown}.", condition=condition, shown=shown)
    return _(
        "Shown where {condition}, with “{text}” in the word or in what was made of it: {shown}.",
        condition=condition,
        text=selection.text,
        shown=shown,
    )


def nothing(words: WordTypes, selection: Selection) -> None:
    """Say that no word is left, and lead back to where some are."""
    if len(words.units):
        widgets.box("info", _("No word passes the filters."))
        without_filters()
    elif selection.where or selection.kind is not None:
        widgets.box("info", _("No word meets all conditions at once."))
        _leading_back(_("Remove the added conditions"), filters=False)
    else:
        widgets.box("info", _("There is no gold word in this bucket."))


def without_filters() -> None:
    """Draw the way back from filters that leave nothing."""
    _leading_back(_("Show all words of the selection"), filters=True)


def _leading_back(label: str, *, filters: bool) -> None:
    st.button(label, icon=":material/filter_alt_off:", key="clear", on_click=clear, args=(filters,))


def words_table(view: View, table: pd.DataFrame, selection: Selection) -> str:
    """Draw the words; return the one whose places are to be shown."""
    words = table["word"].tolist()
    word = state.choose(Key.WORD, words, default=words[0]) or words[0]
    part = listed(table, words.index(word))
    words = part["word"].tolist()

    def choose(row: int, column: str = "") -> None:
        state.put(Key.WORD, words[row])
        role = column.removeprefix("made_")
        places.choose_form(role, part[column][row] if column == f"made_{role}" else "")

    tables.choosing_table(
        shown(part, view),
        _columns(view, table, selection),
        key="words",
        chosen=words.index(word),
        choose=choose,
        choose_cell=choose,
        row_height=ROW_HEIGHT,
        height="stretch",
        alt=_("Words of the selection, by {order}", order=translated(ORDER_LABELS[selection.order])),
        whole=True,
    )
    return word


def exhibit(view: View, table: pd.DataFrame, selection: Selection) -> Exhibit:
    """Return what the words are an exhibit of; one that is only saved under conditions that no exhibit knows."""
    if selection.where or selection.kind is not None or selection.text:
        columns = {key: WORDS.get(key) or Column(key) for key in _columns(view, table, selection)}
        return show.rows(view.look, "explore", _("Words"), lambda: Table(shown(table, view), columns))
    options = dict(zip(("system", "other"), view.roles.values(), strict=False)) | {"which": selection.show}
    if selection.key is not None:
        options["attribute"] = selection.key
        options |= {} if selection.bucket is None else {"bucket": str(selection.bucket)}
    return show.exhibit(view.look, "words", **options)


def shown(table: pd.DataFrame, view: View) -> pd.DataFrame:
    """Return the table with a mark where a system was right each time, and nothing where it was never compared."""
    marked = {}
    for role in view.roles:
        never = table[f"right_{role}"] > 0
        counted = zip(*(table[f"{what}_{role}"].tolist() for what in ("made", "times", "others")), strict=True)
        made = pd.Series(list(starmap(_share, counted)), index=table.index, dtype="str")
        made = made.mask((made == "") & never, NEVER_WRONG)
        marked[f"made_{role}"] = made.mask(made == "")
    return table.assign(**marked)


def _share(made: str, times: int, others: int) -> str:
    """Return what was made of a word most often with the number of places, and in how many it was another form."""
    if not made:
        return ""
    if not others:
        return f"{made} {times:,}×"
    return _("{made} {times:,}×, {others}", made=made, times=times, others=n_("{n:,} other", "{n:,} others", others))


def _columns(view: View, table: pd.DataFrame, selection: Selection) -> dict[str, Any]:
    columns = tables.columns(WORDS, ("word", "count"), word=70, count=46)
    for key in selection.columns:
        attribute = view.look.diagnosis.attribute(key).attribute
        whole = attribute.integer and bool((table[f"value_{key}"] % 1 == 0).all())
        value = Column(
            key,
            _("{attribute}: {meaning}", attribute=translated(attribute.label), meaning=widgets.meaning(attribute)),
            format="count" if whole else "points" if attribute.integer else "score",
        )
        columns[f"value_{key}"] = tables.Shown(value, width=62)
    if selection.order == "disagreement":
        columns["disagreement"] = tables.Shown(WORDS["disagreement"], width=70)
    for role in view.roles:
        side = role.upper()
        wrong = Column(_("{system} wrong", system=side), _("Errors of {system}.", system=side), format="count")
        made = _(
            "What {system} made of the word most often where it was wrong, in how many places, and in how many it made "
            "something else; {mark} where it never was wrong. A click shows only the places of that form.",
            system=side,
            mark=NEVER_WRONG,
        )
        columns[f"wrong_{role}"] = tables.Shown(wrong, width=57)
        columns[f"made_{role}"] = tables.Shown(Column(_("{system} made of it", system=side), made), width=126)
    return columns
