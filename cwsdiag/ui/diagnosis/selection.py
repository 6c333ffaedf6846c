"""What is selected on Diagnosis, the controls that select it, and the keys.

In the address buckets of further attributes stand as ``wLen:3,cCon:0``: keys of attributes with the index of a bucket.
Errors of one kind (METHODS 12) stand as ``of``, ``shape`` and ``cause``: a shape or a cause without ``of`` is A's,
``of`` alone is all that a system gets wrong.

Keys of Diagnosis: j and k move in a column, Enter and Esc go to the one at its right or left, p pins.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import streamlit as st

from cwsdiag.diagnosis import Diagnosis
from cwsdiag.diagnosis.counting import BucketedAttribute
from cwsdiag.diagnosis.error_kinds import CAUSES, SHAPES
from cwsdiag.diagnosis.word_types import SHOWS, WordTypes
from cwsdiag.diagnosis.words import Condition, Missed
from cwsdiag.exhibits.exhibit import Exhibit
from cwsdiag.languages import _, lazy, n_
from cwsdiag.ui import state
from cwsdiag.ui.shell import show
from cwsdiag.ui.shell.in_place import again
from cwsdiag.ui.shell.view import View
from cwsdiag.ui.state import Key
from cwsdiag.views.buckets import bucket_names
from cwsdiag.views.wording import kind_name

_COLUMN = "column of the keys"
# Of the keys that move; p pins.
_STEPS = {"j": 1, "k": -1, "Enter": 1, "Escape": -1}


@dataclass(frozen=True)
class KeyColumn:
    """Rows of which one is chosen.

    Attributes:
        count: how many there are.
        chosen: the number of the one that is; None where none is.
        choose: chooses another, by its number.
        exhibit: what p pins; None for nothing.
    """

    count: int
    chosen: int | None
    choose: Callable[[int], None]
    exhibit: Exhibit | None = None


def active_column() -> int | None:
    """Return the place of the column that keys move in, None before a key was pressed."""
    place: int | None = st.session_state.get(_COLUMN)
    return place


def pressed(key: str, columns: Sequence[KeyColumn | None]) -> None:
    """In a callback: do what a key asks for; a column that is None has no rows."""
    there = {place: column for place, column in enumerate(columns) if column is not None and column.count}
    places, place = list(there), active_column()
    if place not in there:
        place = places[0]
    column, step = there[place], _STEPS.get(key, 0)
    if key in ("Enter", "Escape"):
        place = places[min(max(places.index(place) + step, 0), len(places) - 1)]
    elif step:
        aim = 0 if column.chosen is None else min(max(column.chosen + step, 0), column.count - 1)
        if aim != column.chosen:
            column.choose(aim)
    elif column.exhibit is not None:
        show.pin_by_key(column.exhibit)
        # How many findings there are stands over the page.
        again()
    st.session_state[_COLUMN] = place


ALL, ANY = "all", "any"
# By the names of cwsdiag.diagnosis.word_types.
FILTERS = {
    ALL: lazy("all"),
    "wrong": lazy("wrong in A"),
    "right": lazy("right in A"),
    "only_a": lazy("only A right"),
    "only_b": lazy("only B right"),
    "both_right": lazy("both right"),
    "both_wrong_alike": lazy("wrong alike"),
    "both_wrong_differently": lazy("wrong differently"),
    "all_wrong": lazy("wrong in all"),
}
# What is listed; patterns are those of the system whose errors are looked at.
WORDS, PATTERNS = "words", "patterns"
LISTS = {WORDS: lazy("words"), PATTERNS: lazy("patterns")}
# Where one of these is selected, words are; else those of the costliest bucket are shown.
_OF_WORDS = (
    *(Key.ATTRIBUTE, Key.WHERE, Key.SHAPE, Key.CAUSE, Key.OF, Key.SHOW, Key.TEXT, Key.LIST, Key.WORD, Key.PATTERN),
)


@dataclass(frozen=True, eq=False)
class Selection:
    """Which words are looked at, and how they are shown.

    Attributes:
        key, bucket: the main attribute and its bucket; None for all words, and for all buckets.
        where: further conditions.
        role: whose errors are looked at, ``a`` or ``b``.
        missed: errors that words must be; None for all words.
        show: a key of ``FILTERS``.
        listed: words or patterns.
        text: what words must hold, empty for anything.
        columns: keys of the attributes whose values are shown.
    """

    key: str | None
    bucket: int | None
    where: tuple[Condition, ...]
    role: str
    missed: Missed | None
    show: str
    listed: str
    text: str
    columns: tuple[str, ...]

    @property
    def buckets(self) -> list[Condition]:
        """The buckets that words are in."""
        main = [] if self.key is None or self.bucket is None else [(self.key, self.bucket)]
        return [*main, *self.where]


def defined_here(diagnosis: Diagnosis) -> dict[str, BucketedAttribute]:
    """Return the attributes that have buckets here, by key."""
    return {one.attribute.key: one for one in diagnosis.attributes if not one.undefined}


def has_causes(view: View) -> bool:
    """Tell whether the causes of errors are known: they need training data."""
    return view.look.dataset.training is not None and view.look.dataset.oov is not None


def selected(view: View) -> Selection:
    """Return what is selected; what does not exist here is dropped."""
    defined = defined_here(view.look.diagnosis)
    key = state.choose(Key.ATTRIBUTE, (*defined, ALL))
    if not any(map(state.get, _OF_WORDS)) and (costliest := view.look.costliest(view.a or "")) is not None:
        key = costliest.panel.key
        state.correct(Key.ATTRIBUTE, key)
        state.correct(Key.BUCKET, str(costliest.row["bucket"]))
    key = None if key == ALL else key
    bucket = state.choose(Key.BUCKET, () if key is None else list(map(str, range(defined[key].size))))
    conditions = dict[str, int]()
    for part in (state.get(Key.WHERE) or "").split(","):
        name, _colon, index = part.rpartition(":")
        # The main attribute cannot be a condition beside itself.
        if name in defined and index in map(str, range(defined[name].size)) and (bucket is None or name != key):
            conditions.setdefault(name, int(index))
    where = tuple(conditions.items())
    state.correct(Key.WHERE, ",".join(map(condition_text, where)))
    role, shape = state.choose(Key.OF, view.roles), state.choose(Key.SHAPE, SHAPES)
    cause = state.choose(Key.CAUSE, CAUSES if has_causes(view) else ())
    return Selection(
        key=key,
        bucket=None if bucket is None else int(bucket),
        where=where,
        role=role or "a",
        missed=Missed(view.roles[role or "a"], shape, cause) if role or shape or cause else None,
        show=state.choose(Key.SHOW, filters(view)) or ALL,
        listed=state.choose(Key.LIST, LISTS) or WORDS,
        text=(state.get(Key.TEXT) or "").strip(),
        columns=tuple(key for key in (state.get(Key.COLUMNS) or "").split(",") if key in defined),
    )


def condition_text(condition: Condition) -> str:
    """Return a condition as the address says it."""
    return f"{condition[0]}:{condition[1]}"


def filters(view: View) -> list[str]:
    """Return the filters that make sense here: without B, "all wrong" says what "wrong" does."""
    roles = set(view.roles)
    return [show for show in SHOWS if set(SHOWS[show]) <= roles and (show != "all_wrong" or "b" in roles)]


def chosen_words(view: View, selection: Selection) -> WordTypes:
    """Return the words that are looked at."""
    where, missed = selection.where, selection.missed
    return view.open.words(selection.key, selection.bucket, view.roles, where=where, missed=missed)


def title(view: View, selection: Selection) -> str:
    """Return which words are looked at, where a heading has room."""
    named = bucket_names(view.look.diagnosis, selection.buckets) if selection.buckets else _("all words")
    if selection.missed is None:
        return named
    kind = kind_name(selection.missed.shape, selection.missed.cause) or _("wrong")
    return _("{words} ({system}: {kind})", words=named, system=selection.role.upper(), kind=kind)


def summary(view: View, words: WordTypes, selection: Selection) -> str:
    """Say how many words there are and how many of them each system gets wrong."""
    units = len(words.units)
    count = n_("{n:,} word", "{n:,} words", units)
    if words.units.unit == "char":
        count = n_("{n:,} character", "{n:,} characters", units)
    wrong = _(", ").join(f"{role.upper()} {int(words.wrong(role).sum()):,}" for role in view.roles)
    return _("{count}, wrong: {wrong}", count=count, wrong=wrong)
