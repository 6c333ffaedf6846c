"""What is selected on the page Words, and the controls that select it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.diagnosis.word_types import ORDERS, SHOWS
from cwsdiag.languages import _, lazy, n_, translated
from cwsdiag.ui.shell import state, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.words import conditions, kinds
from cwsdiag.ui.words.conditions import bucket_name, defined_attributes, named
from cwsdiag.ui.words.kinds import DEFAULT_ROLE
from cwsdiag.views.buckets import UNITS
from cwsdiag.views.wording import kind_said

if TYPE_CHECKING:
    from cwsdiag.diagnosis.counting import BucketedAttribute
    from cwsdiag.diagnosis.word_types import WordTypes
    from cwsdiag.diagnosis.words import Condition
    from cwsdiag.ui.shell.view import View
    from cwsdiag.ui.words.kinds import Kind

ALL = "all"
# By the names of cwsdiag.diagnosis.word_types. Without B, what needs it is not offered; nor is "all wrong" with a
# single system.
SHOW_LABELS = {
    "all": lazy("all"),
    "wrong": lazy("wrong in A"),
    "right": lazy("right in A"),
    "only_a": lazy("only A right"),
    "only_b": lazy("only B right"),
    "both_right": lazy("both right"),
    "both_wrong_alike": lazy("wrong alike"),
    "both_wrong_differently": lazy("wrong differently"),
    "all_wrong": lazy("wrong in all"),
}
# All side by side would need more room than there is; to the others lead counts on other pages.
_USUAL = frozenset({ALL, "wrong", "right", "only_a", "only_b", "all_wrong"})
# Those that leave nothing of the words that a system gets wrong.
_OF_ERRORS_NONE = {"a": ("right", "only_a"), "b": ("only_b",)}
# The same, said in full.
SHOW_MEANINGS = {
    "wrong": lazy("A is wrong"),
    "right": lazy("A is right"),
    "only_a": lazy("A is right and B wrong"),
    "only_b": lazy("B is right and A wrong"),
    "both_right": lazy("A and B are right"),
    "both_wrong_alike": lazy("A and B are wrong alike"),
    "both_wrong_differently": lazy("A and B are wrong in different ways"),
    "all_wrong": lazy("every system of the dataset is wrong"),
}
ORDER_LABELS = {
    "errors_a": lazy("errors of A"),
    "errors_b": lazy("errors of B"),
    "disagreement": lazy("disagreement"),
    "count": lazy("count"),
    "word": lazy("word"),
}
DEFAULT_ORDER = "errors_a"
# What is listed; patterns are those of the system whose errors are looked at.
WORDS, PATTERNS = "words", "patterns"
LISTS = {WORDS: lazy("words"), PATTERNS: lazy("patterns")}


@dataclass(frozen=True, eq=False)
class Selection:
    """Which words are looked at, and how they are shown.

    Attributes:
        attribute, bucket: the main attribute and its bucket; None for all words, and for all buckets.
        where: further conditions.
        kind: errors that words must be; None for all words.
        show, order: keys of ``SHOWS`` and ``ORDERS``.
        listed: a key of ``LISTS``.
        text: what words must hold, empty for anything.
        columns: keys of the attributes whose values are shown.
    """

    attribute: BucketedAttribute | None
    bucket: int | None
    where: tuple[Condition, ...]
    kind: Kind | None
    show: str
    order: str
    listed: str
    text: str
    columns: tuple[str, ...]

    @property
    def key(self) -> str | None:
        """The key of the main attribute."""
        return None if self.attribute is None else self.attribute.attribute.key

    @property
    def taken(self) -> str | None:
        """The key of the main attribute where it says which bucket: it cannot be a condition beside itself."""
        return None if self.bucket is None else self.key

    @property
    def role(self) -> str:
        """Whose errors are looked at: the role of A, where nobody chose."""
        return DEFAULT_ROLE if self.kind is None else self.kind.role

    @property
    def unit(self) -> str:
        """What is counted: words or characters."""
        return UNITS["word" if self.attribute is None else self.attribute.attribute.unit]

    @property
    def filtered(self) -> bool:
        """Whether only a part of the words of the bucket is shown."""
        return self.show != ALL or bool(self.text)


def selected(view: View) -> Selection:
    """Return what is selected; what does not exist here is dropped."""
    diagnosis = view.look.diagnosis
    defined = defined_attributes(diagnosis)
    key = state.choose(Key.ATTRIBUTE, defined)
    attribute = None if key is None else defined[key]
    buckets = [str(index) for index in range(attribute.size if attribute else 0)]
    bucket = state.choose(Key.BUCKET, buckets)
    given = state.get(Key.WHERE) or ""
    where = conditions.parse(given, diagnosis)
    if bucket is not None:
        where = tuple(condition for condition in where if condition[0] != key)
    if conditions.to_text(where) != given:
        state.correct(Key.WHERE, conditions.to_text(where))
    return Selection(
        attribute=attribute,
        bucket=None if bucket is None else int(bucket),
        where=where,
        kind=kinds.selected(view),
        show=state.choose(Key.SHOW, shows(view)) or ALL,
        order=state.choose(Key.SORT, orders(view)) or DEFAULT_ORDER,
        listed=state.choose(Key.LIST, LISTS) or WORDS,
        text=(state.get(Key.TEXT) or "").strip(),
        columns=tuple(key for key in (state.get(Key.COLUMNS) or "").split(",") if key in defined),
    )


def shows(view: View) -> list[str]:
    """Return the filters that make sense here."""
    roles = set(view.roles)
    return [show for show in SHOWS if set(SHOWS[show]) <= roles and (show != "all_wrong" or "b" in roles)]


def offered(view: View, selection: Selection) -> list[str]:
    """Return the filters that stand side by side: the usual ones, and another that an address asks for.

    Of errors of a system it has none right, so what says that it is right is not offered.
    """
    none = _OF_ERRORS_NONE[selection.role] if selection.kind is not None and selection.unit == UNITS["word"] else ()
    usual = _USUAL.difference(none)
    return [show for show in shows(view) if show in usual or show == selection.show]


def orders(view: View) -> list[str]:
    """Return the orders that make sense here."""
    return [order for order in ORDERS if "b" in view.roles or order not in {"errors_b", "disagreement"}]


def chosen_words(view: View, selection: Selection, *, of_any_kind: bool = False) -> WordTypes:
    """Return the words that are looked at; with ``of_any_kind`` also those that are no error of the selected kind."""
    missed = None if selection.kind is None or of_any_kind else selection.kind.missed(view)
    return view.open.words(selection.key, selection.bucket, view.roles, where=selection.where, missed=missed)


def controls(view: View, selection: Selection) -> None:
    """Draw what chooses the words of the page, and how they are shown."""
    diagnosis = view.look.diagnosis
    with widgets.controls("explore"):
        # Rows, not columns: each column is one more part to send, and what has no room left goes to the next line.
        with st.container(horizontal=True, gap="small", vertical_alignment="bottom"):
            _attribute(view, selection)
            _bucket(selection)
            conditions.adder(diagnosis, selection.where, taken=selection.taken)
            kinds.chooser(view, selection.kind, chosen_words(view, selection, of_any_kind=True).units)
            _search(selection)
        conditions.chips(diagnosis, selection.where, selection.kind)
        with st.container(horizontal=True, gap="small", vertical_alignment="bottom"):
            widgets.segments(Key.LIST, LISTS, selection.listed, label=_("List"), default=WORDS)
            names = {show: translated(SHOW_LABELS[show]) for show in offered(view, selection)}
            widgets.segments(Key.SHOW, names, selection.show, label=_("Show"), default=ALL)
            if selection.listed == WORDS:
                _order(view, selection)
                with st.popover(_("Columns"), icon=":material/view_column:", key="columns"):
                    _columns(view, selection)


def summary(view: View, found: WordTypes, selection: Selection) -> str:
    """Say how many words there are and how many each system gets wrong."""
    main = () if selection.key is None or selection.bucket is None else ((selection.key, selection.bucket),)
    asked = [named(view.look.diagnosis.attribute(key), bucket) for key, bucket in (*main, *selection.where)]
    if selection.unit == "words":
        what = n_("{n:,} gold word", "{n:,} gold words", len(found.units))
    else:
        what = n_("{n:,} gold character", "{n:,} gold characters", len(found.units))
    if asked:
        conditions = reduce(lambda some, more: _("{some} and {more}", some=some, more=more), asked)
        what = _("{words} with {conditions}", words=what, conditions=conditions)
    if selection.kind is not None:
        what = _errors_said(what, view.roles[selection.kind.role], selection)
    wrong = {role: int(found.wrong(role).sum()) for role in view.roles}
    if selection.kind is not None and selection.unit == "words":
        # All of them are wrong in that system.
        other = next((role for role in view.roles if role != selection.kind.role), None)
        if other is None:
            return _("{words}.", words=what)
        return _(
            "{words}: {name} gets {wrong:,} of them wrong.", words=what, name=view.roles[other], wrong=wrong[other]
        )
    if "b" not in wrong:
        return _("{words}: {name} gets {wrong:,} wrong.", words=what, name=view.roles["a"], wrong=wrong["a"])
    return _(
        "{words}: {a} gets {wrong_a:,} wrong, {b} gets {wrong_b:,} wrong.",
        words=what,
        a=view.roles["a"],
        wrong_a=wrong["a"],
        b=view.roles["b"],
        wrong_b=wrong["b"],
    )


def _errors_said(what: str, name: str, selection: Selection) -> str:
    """Return words, or characters, with whose errors they are and of which kind."""
    kind = "" if selection.kind is None else kind_said(selection.kind.shape, selection.kind.cause)
    if selection.unit == "words":
        said = _("{words} that {name} gets wrong", words=what, name=name)
    else:
        said = _("{characters} of words that {name} gets wrong", characters=what, name=name)
    return _("{words} ({kind})", words=said, kind=kind) if kind else said


def clear(filters: bool) -> None:
    """In a callback: take the filters away, or the conditions beside the main attribute and the kind of error."""
    for key in (Key.SHOW, Key.TEXT) if filters else (Key.WHERE, Key.OF, Key.SHAPE, Key.CAUSE):
        state.put(key, None)


def _attribute(view: View, selection: Selection) -> None:
    known = defined_attributes(view.look.diagnosis)
    state.bind(
        Key.ATTRIBUTE,
        st.selectbox,
        value=selection.key or ALL,
        default=ALL,
        label=_("Attribute"),
        options=[ALL, *known],
        format_func=lambda key: _("all words") if key == ALL else translated(known[key].attribute.label),
        help=None if selection.attribute is None else widgets.meaning(selection.attribute.attribute),
    )


def _bucket(selection: Selection) -> None:
    attribute = selection.attribute
    state.bind(
        Key.BUCKET,
        st.selectbox,
        value=ALL if selection.bucket is None else str(selection.bucket),
        default=ALL,
        label=_("Bucket"),
        options=[ALL, *(str(index) for index in range(attribute.size if attribute else 0))],
        format_func=lambda index: _("all") if index == ALL else bucket_name(attribute, int(index)),
        disabled=attribute is None,
    )


def _search(selection: Selection) -> None:
    state.bind(
        Key.TEXT,
        st.text_input,
        value=selection.text,
        label=_("Search"),
        placeholder=_("a word, or a part of it"),
        icon=":material/search:",
        help=_("In the words, and in what A and B made of them: `北 京` finds what was cut there."),
    )


def _columns(view: View, selection: Selection) -> None:
    """Draw the choice of attributes whose values the table shows."""
    defined = defined_attributes(view.look.diagnosis)
    state.bind(
        Key.COLUMNS,
        st.multiselect,
        value=list(selection.columns),
        to_text=",".join,
        label=_("Values of attributes, beside each word"),
        options=list(defined),
        format_func=lambda key: translated(defined[key].attribute.label),
        placeholder=_("choose attributes"),
        help=_("The mean over the places shown, where they differ; of a character attribute, over the characters."),
    )


def _order(view: View, selection: Selection) -> None:
    state.bind(
        Key.SORT,
        st.selectbox,
        value=selection.order,
        default=DEFAULT_ORDER,
        label=_("Sort by"),
        options=orders(view),
        format_func=lambda order: _("sort: {order}", order=translated(ORDER_LABELS[order])),
        label_visibility="collapsed",
    )
