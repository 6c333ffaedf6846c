"""Errors of a selection by pattern as a table, in place of its words: what was cut wrong in the same way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cwsdiag.exhibits import Table
from cwsdiag.languages import _, n_
from cwsdiag.ui.shell import show, state, tables, widgets
from cwsdiag.ui.shell.listed import listed
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.words import listing
from cwsdiag.views.columns import PATTERNS
from cwsdiag.views.patterns import PatternPlaces
from cwsdiag.views.wording import points

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pandas as pd

    from cwsdiag.diagnosis.word_types import WordTypes
    from cwsdiag.exhibits import Exhibit
    from cwsdiag.strings import Way
    from cwsdiag.ui.shell.view import View
    from cwsdiag.ui.words.selection import Selection
    from cwsdiag.views.patterns import Patterns

_WIDTHS = {"gold": 104, "made": 104, "places": 50, "cost": 84, "training": 142}


def note(of: Patterns, table: pd.DataFrame, selection: Selection, name: str) -> str:
    """Say how many patterns there are, in how many places, and what F1 lacks by them."""
    shown = _(
        "{patterns} of {name} in {places} take {points} of F1",
        patterns=n_("{n:,} pattern", "{n:,} patterns", len(table)),
        name=name,
        places=n_("{n:,} place", "{n:,} places", int(table["places"].sum())),
        points=points(of.share(int(table["cost"].sum()))),
    )
    said = listing.shown_where(selection, shown) if selection.filtered else _("{words}.", words=shown)
    return listing.with_cut(said, len(table))


def nothing(words: WordTypes, selection: Selection, name: str) -> None:
    """Say that there is no pattern of a system, and lead back to where there are some."""
    if not len(words.units):
        listing.nothing(words, selection)
    elif selection.filtered:
        widgets.box("info", _("No pattern passes the filters."))
        listing.without_filters()
    else:
        widgets.box("info", _("{name} gets all of these words right.", name=name))


def patterns_table(
    of: Patterns, table: pd.DataFrame, words: WordTypes, selection: Selection, ways: Mapping[str, Sequence[Way]] | None
) -> PatternPlaces:
    """Draw the patterns; return the places of the one that is chosen.

    Args:
        of: all patterns of the system.
        table: those that are shown.
        words: of which at least one stands in each.
        selection: how they are shown.
        ways: how training cuts their characters; None without a training text, or while that is not known yet.
    """
    numbers: list[int] = table["number"].tolist()
    asked = of.numbers.get(state.get(Key.PATTERN) or "", -1)
    if asked not in numbers:
        state.correct(Key.PATTERN, None)
        asked = numbers[0]
    part = listed(table, numbers.index(asked))
    numbers = part["number"].tolist()
    shown = part if ways is None else of.with_training(part)

    def choose(row: int) -> None:
        state.put(Key.PATTERN, of.names[numbers[row]])
        state.put(Key.FORM, None)
        state.put(Key.PLACE, None)

    tables.choosing_table(
        shown,
        _columns(shown, selection.role.upper()),
        key="patterns",
        chosen=numbers.index(asked),
        choose=choose,
        row_height=listing.ROW_HEIGHT,
        height="stretch",
        alt=_("Patterns of errors, the most costly first"),
        whole=True,
    )
    return PatternPlaces(of, asked, words, show=selection.show, ways=ways)


def exhibit(view: View, of: Patterns, table: pd.DataFrame, ways: Mapping[str, Sequence[Way]] | None) -> Exhibit:
    """Return what is saved of the patterns: all, with how training cuts their characters where that is known."""

    def whole() -> Table:
        every = table if ways is None else of.with_training(table)
        return Table(every, {key: PATTERNS[key] for key in PATTERNS if key in every})

    return show.rows(view.look, "explore", _("Patterns of errors"), whole)


def _columns(table: pd.DataFrame, side: str) -> dict[str, Any]:
    called = {"made": PATTERNS["made"].called(_("{system} made of them", system=side))}
    shown = [key for key in PATTERNS if key in table]
    return {key: tables.Shown(called.get(key, PATTERNS[key]), width=_WIDTHS[key]) for key in shown}
