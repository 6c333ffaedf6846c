"""The words of a selection as a table, and the sentences that one of them stands in as ribbons."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

import streamlit as st

from cwsdiag.ui.shell import ribbon, state, tables, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.words.selection import ALL, ORDER_LABELS, SHOW_MEANINGS, clear
from cwsdiag.views import wording
from cwsdiag.views.columns import WORDS, Column

if TYPE_CHECKING:
    import pandas as pd

    from cwsdiag.diagnosis.word_types import WordTypes
    from cwsdiag.ui.shell.view import View
    from cwsdiag.ui.words.selection import Selection

PLACES_SHOWN = 8
TABLE_HEIGHT = 410
TABLE_HEIGHT_PRESENTING = 480
NEVER_WRONG = "✓"
_SHOWN = "places shown"


def filter_note(words: WordTypes, table: pd.DataFrame, selection: Selection) -> str:
    """Say how many words are shown of how many."""
    unit = "places" if selection.unit == "words" else selection.unit
    if not selection.filtered:
        return f"All {wording.counted(words.size, 'different words')} in {wording.counted(len(words.units), unit)}."
    filters = [f"where {SHOW_MEANINGS[selection.show]}"] if selection.show != ALL else []
    filters += [f"with “{selection.text}” in the word or in what was made of it"] if selection.text else []
    return (
        f"Shown {', '.join(filters)}: {len(table):,} of {wording.counted(words.size, 'different words')}, "
        f"in {int(table['count'].sum()):,} of {wording.counted(len(words.units), unit)}."
    )


def nothing(words: WordTypes, selection: Selection) -> None:
    """Say that no word is left, and lead back to where some are."""
    if len(words.units):
        widgets.box("info", "No word passes the filters.")
    elif selection.where:
        widgets.box("info", "No word meets all conditions at once.")
    else:
        widgets.box("info", "There is no gold word in this bucket.")
        return
    label = "Show all words of the selection" if len(words.units) else "Remove the added conditions"
    st.button(label, icon=":material/filter_alt_off:", key="clear", on_click=clear, args=(len(words.units) > 0,))


def words_table(view: View, table: pd.DataFrame, selection: Selection) -> str:
    """Draw the words; return the one whose places are to be shown."""
    words = table["word"].tolist()
    word = state.choose(Key.WORD, words, default=words[0]) or words[0]

    tables.choosing_table(
        shown(table, view),
        _columns(view, table, selection),
        key="words",
        chosen=words.index(word),
        choose=lambda row: state.put(Key.WORD, words[row]),
        height=min(_height(view), tables.HEADER_HEIGHT + tables.ROW_HEIGHT * len(table)),
        alt=f"Words of the selection, by {ORDER_LABELS[selection.order]}",
    )
    return word


def shown(table: pd.DataFrame, view: View) -> pd.DataFrame:
    """Return the table with a mark where a system was right each time, and nothing where it was never compared."""
    marked = {}
    for role in view.roles:
        made = table[f"made_{role}"]
        made = made.mask((made == "") & (table[f"right_{role}"] > 0), NEVER_WRONG)
        marked[f"made_{role}"] = made.mask(made == "")
    return table.assign(**marked)


def _columns(view: View, table: pd.DataFrame, selection: Selection) -> dict[str, Any]:
    columns = tables.columns(WORDS, ("word", "count"), word=84, count=50)
    for key in selection.columns:
        attribute = view.known.diagnosis.attribute(key).attribute
        whole = attribute.integer and bool((table[f"value_{key}"] % 1 == 0).all())
        value = Column(
            key,
            f"{attribute.label}: {widgets.meaning(attribute)}",
            format="whole" if whole else "points" if attribute.integer else "score",
        )
        columns[f"value_{key}"] = tables.column(value, width=62)
    if selection.order == "disagreement":
        columns["disagreement"] = tables.column(WORDS["disagreement"], width=70)
    for role in view.roles:
        side = role.upper()
        wrong = Column(f"{side} wrong", f"Errors of {side}.", format="count")
        made = f"What {side} made of the word most often where it was wrong; {NEVER_WRONG} where it never was."
        columns[f"wrong_{role}"] = tables.column(wrong, width=60)
        columns[f"made_{role}"] = tables.column(Column(f"{side} made of it", made), width=97)
    return columns


def places(view: View, words: WordTypes, word: str, *, show: str) -> None:
    """Draw the sentences a word stands in, as ribbons, each with a way to its page."""
    found = words.places(word, show=show)
    gold = words.units.gold
    systems = {role: view.known.dataset.system(name) for role, name in view.roles.items()}
    shown_of, number = st.session_state.get(_SHOWN, (word, PLACES_SHOWN))
    limit = number if shown_of == word else PLACES_SHOWN
    heading = f'<h2 class="cw-word">{escape(word)}<small>{wording.counted(len(found), "places")}</small></h2>'
    with st.container(height=_height(view), border=False, key="places", gap=None):
        st.html(heading + ribbon.legend(systems, colours=view.role_colours))
        for index in found[:limit]:
            sentence = int(gold.sentence_ids[index])
            aim = int(gold.word_starts[index]), int(gold.word_ends[index])
            _to_sentence(sentence)
            st.html(ribbon.ribbon(gold, systems, sentence, aim=aim, colours=view.role_colours))
        if len(found) > limit:
            st.button(
                f"Show more of the {len(found):,} places",
                key="more places",
                on_click=_show_more,
                args=(word, limit + 2 * PLACES_SHOWN),
            )


def _height(view: View) -> int:
    return TABLE_HEIGHT_PRESENTING if view.presenting else TABLE_HEIGHT


def _to_sentence(sentence: int) -> None:
    widgets.next_page("sentence", f"sentence {sentence + 1:,}", icon=None, sentence=str(sentence + 1), text=None)


def _show_more(word: str, number: int) -> None:
    st.session_state[_SHOWN] = (word, number)
