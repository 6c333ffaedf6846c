"""The words of a selection as a table, each with what systems made of it; or the patterns of a system's errors."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd
import streamlit as st

from cwsdiag.exhibits.exhibit import MISSED, Content
from cwsdiag.frames import bucket_name
from cwsdiag.languages import _, n_, translated
from cwsdiag.output import Table
from cwsdiag.ui import state
from cwsdiag.ui.diagnosis.places import choose_form
from cwsdiag.ui.diagnosis.selection import ALL, KeyColumn, condition_text
from cwsdiag.ui.shell import show, tables, widgets
from cwsdiag.ui.shell.tables import choosing_table
from cwsdiag.ui.state import Key
from cwsdiag.views.columns import PATTERNS, WORDS, Column
from cwsdiag.views.patterns import PatternPlaces
from cwsdiag.views.wording import points

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cwsdiag.diagnosis.word_types import WordTypes
    from cwsdiag.exhibits.exhibit import Exhibit
    from cwsdiag.strings import Way
    from cwsdiag.ui.diagnosis.selection import Selection
    from cwsdiag.ui.shell.view import View
    from cwsdiag.views.columns import Columns, Format
    from cwsdiag.views.patterns import Patterns

NEVER_WRONG = "✓"
_WIDTHS: dict[str, int | str] = {"word": 70, "count": 46}
_PATTERN_WIDTHS: dict[str, int | str] = {"gold": 104, "made": 104, "places": 50, "cost": 84, "training": 142}


def patterns_note(of: Patterns, table: pd.DataFrame, view: View, name: str) -> str:
    """Say how many patterns of a system there are, in how many places, and how much of what its F1 lacks they are."""
    f1 = next(one.f1 for one in view.look.scores if one.name == name)
    return _(
        "{patterns} of {name} in {places}: {part:.1f} of {lost} that its F1 lacks.",
        patterns=n_("{n:,} pattern", "{n:,} patterns", len(table)),
        name=name,
        places=n_("{n:,} place", "{n:,} places", int(table["places"].sum())),
        part=100 * of.share(int(table["cost"].sum())),
        lost=points(1 - f1),
    )


def nothing(selection: Selection, *, name: str = "") -> None:
    """Say that no word is left, or no pattern of the system of a name, and lead back to where some are."""
    if not (selection.show != ALL or selection.text or selection.where or selection.missed):
        right = _("{name} gets all of these words right.", name=name)
        widgets.box("info", right if name else _("There is no gold word in this bucket."))
        return
    widgets.box("info", _("No pattern passes the filters.") if name else _("No word passes the filters."))

    def clear() -> None:
        for key in (Key.SHOW, Key.TEXT, Key.WHERE, Key.OF, Key.SHAPE, Key.CAUSE):
            state.put(key, None)

    label = _("Show all words of the bucket")
    st.button(label, icon=":material/filter_alt_off:", key="clear", on_click=clear)


def words_table(view: View, table: pd.DataFrame, selection: Selection) -> tuple[str, KeyColumn]:
    """Draw the words; return the one whose places are to be shown, and the column that they are."""
    words = table["word"].tolist()
    word = state.choose(Key.WORD, words) or words[0]
    part = tables.listed(table, words.index(word))
    words = part["word"].tolist()

    def choose(row: int, column: str = "") -> None:
        state.put(Key.WORD, words[row])
        role = column.removeprefix("made_")
        choose_form(role, part[column][row] if column == f"made_{role}" else "")

    of_columns = {key: view.look.diagnosis.attribute(key).attribute for key in selection.columns}
    widths = _WIDTHS | {f"value_{key}": 92 if one.categorical else 62 for key, one in of_columns.items()}
    widths |= {f"{what}_{role}": width for role in view.roles for what, width in (("wrong", 57), ("made", 126))}
    choosing_table(
        _marked(part, view),
        tables.columns(_word_columns(view, table, selection), **widths),
        key="words",
        chosen=words.index(word),
        lead=choose,
        lead_cell=choose,
        alt=_("Words of the selection, those with the most errors of A first"),
        height="stretch",
    )
    widgets.note(tables.cut_words_text(len(table)))
    return word, KeyColumn(len(words), words.index(word), choose)


def patterns_table(
    of: Patterns, table: pd.DataFrame, words: WordTypes, selection: Selection, ways: Mapping[str, Sequence[Way]] | None
) -> tuple[PatternPlaces, KeyColumn]:
    """Draw the patterns; return the places of the one that is chosen, and the column that they are.

    Args:
        of: all patterns of the system.
        table: those that are shown.
        words: of which at least one stands in each.
        selection: how they are shown.
        ways: how training cuts their characters; None without a training text, or while that is not known yet.
    """
    numbers: list[int] = table["number"].tolist()
    asked = of.numbers.get(state.get(Key.PATTERN) or "", -1)
    # A link may name a literal one: it is listed with its kind, and its own places are drawn.
    if (
        asked < 0
        or int(of.top(asked)) not in numbers
        or not len(of.places(asked, words.units.words[words.chosen(selection.show)]))
    ):
        state.correct(Key.PATTERN, None)
        asked = numbers[0]
    top = int(of.top(asked))
    part = tables.listed(table, numbers.index(top))
    numbers = part["number"].tolist()
    shown = part if ways is None else of.with_training(part)
    columns = {key: column for key, column in PATTERNS.items() if key in shown}
    columns["made"] = columns["made"].called(_("{system} made of them", system=selection.role.upper()))

    def choose(row: int) -> None:
        state.put(Key.PATTERN, of.names[numbers[row]])
        state.put(Key.FORM, None)
        state.put(Key.PLACE, None)

    choosing_table(
        shown,
        tables.columns(columns, **_PATTERN_WIDTHS),
        key="patterns",
        chosen=numbers.index(top),
        lead=choose,
        alt=_("Patterns of errors, the most costly first"),
        height="stretch",
    )
    widgets.note(tables.cut_words_text(len(table)))
    pattern = PatternPlaces(of, asked, words, show=selection.show, ways=ways)
    return pattern, KeyColumn(len(numbers), numbers.index(top), choose)


def words_exhibit(view: View, table: pd.DataFrame, selection: Selection) -> Exhibit:
    """Return what can be kept of the words: a selection that findings can name, or a table to be saved."""
    missed = selection.missed
    # What can be named is of A.
    if selection.text or (missed is not None and (selection.role == "b" or not (missed.shape or missed.cause))):
        columns = _word_columns(view, table, selection)
        content = Content(_("Words"), "", table=lambda: Table(_marked(table, view), columns))
        return show.alone("diagnosis", "words", content, view.look)
    options = {**view.pair, "which": selection.show}
    options |= {key: value for key in ("shape", "cause") if (value := getattr(missed, key, None))}
    if selection.where:
        options["where"] = ",".join(map(condition_text, selection.where))
    if selection.key is not None:
        options["attribute"] = selection.key
        options |= {MISSED: state.get(Key.MISSED) or "a"} if selection.key == "miss" else {}
        options |= {} if selection.bucket is None else {"bucket": str(selection.bucket)}
    return show.exhibit(view.look, "words", **options)


def patterns_exhibit(
    view: View, of: Patterns, table: pd.DataFrame, ways: Mapping[str, Sequence[Way]] | None
) -> Exhibit:
    """Return what is saved of the patterns: all, with how training cuts their characters where that is known."""

    def whole() -> Table:
        every = table if ways is None else of.with_training(table)
        return Table(every, {key: column for key, column in PATTERNS.items() if key in every})

    return show.alone("diagnosis", "patterns", Content(_("Patterns of errors"), "", table=whole), view.look)


def _marked(table: pd.DataFrame, view: View) -> pd.DataFrame:
    """Return the table with what systems made of words, how often, and in how many places something else.

    A mark stands where a system was right each time, nothing where it was never compared.
    """
    marked = {}
    for role in view.roles:
        cells: list[str | None] = []
        columns = (table[f"{what}_{role}"].tolist() for what in ("made", "times", "others", "right"))
        for made, times, others, right in zip(*columns, strict=True):
            if not made:
                cells.append(NEVER_WRONG if right else None)
            elif others:
                rest = n_("{n:,} other", "{n:,} others", others)
                cells.append(_("{made} {times:,}×, {others}", made=made, times=times, others=rest))
            else:
                cells.append(f"{made} {times:,}×")
        marked[f"made_{role}"] = pd.array(cells, dtype="str")
    for one in view.look.diagnosis.attributes:
        if one.attribute.categorical and (column := f"value_{one.attribute.key}") in table:
            marked[column] = pd.array(list(map(bucket_name, table[column])), dtype="str")
    return table.assign(**marked)


def _word_columns(view: View, table: pd.DataFrame, selection: Selection) -> Columns:
    columns = {key: WORDS[key] for key in ("word", "count")}
    for key in selection.columns:
        attribute = view.look.diagnosis.attribute(key).attribute
        whole = attribute.integer and bool((table[f"value_{key}"] % 1 == 0).all())
        usual: Format = "count" if whole else "points" if attribute.integer else "score"
        label, meaning = widgets.plain(translated(attribute.label)), widgets.meaning(attribute)
        meaning = _("{attribute}: {meaning}", attribute=label, meaning=meaning)
        columns[f"value_{key}"] = Column(key, meaning, format="text" if attribute.categorical else usual)
    for side in map(str.upper, view.roles):
        label, meaning = _("{system} wrong", system=side), _("Errors of {system}.", system=side)
        columns[f"wrong_{side.lower()}"] = Column(label, meaning, format="count")
        meaning = _(
            "What {system} made of the word most often where it was wrong, in how many places, and in how many it made "
            "something else; {mark} where it never was wrong. A click shows only the places of that form.",
            system=side,
            mark=NEVER_WRONG,
        )
        columns[f"made_{side.lower()}"] = Column(_("{system} made of it", system=side), meaning)
    return columns
