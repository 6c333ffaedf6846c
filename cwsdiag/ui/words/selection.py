"""What is selected on the page Words, and the controls that select it.

In the address buckets of further attributes stand as ``wLen:3,cCon:0``: keys of attributes with the index of a bucket.
Errors of one kind (METHODS 12) stand as ``of``, ``shape`` and ``cause``: a shape or a cause without ``of`` is A's,
``of`` alone is all that a system gets wrong.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import streamlit as st

from cwsdiag.diagnosis.error_kinds import CAUSES, SHAPES
from cwsdiag.diagnosis.word_types import ORDERS, SHOWS
from cwsdiag.diagnosis.words import Missed
from cwsdiag.frames import bucket_said
from cwsdiag.languages import _, language, lazy, n_, translated
from cwsdiag.ui.shell import state, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.views.wording import CAUSE_LABELS, SHAPE_LABELS, kind_said

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from cwsdiag.diagnosis import Diagnosis
    from cwsdiag.diagnosis.counting import BucketedAttribute
    from cwsdiag.diagnosis.word_types import WordTypes
    from cwsdiag.diagnosis.words import Condition
    from cwsdiag.ui.shell.view import View

ALL, _ANY = "all", "any"


class Filter(NamedTuple):
    """Which of the words are shown.

    Attributes:
        label: on its button.
        meaning: the same, said in full.
        usual: whether it is always offered: all side by side would need more room than there is; to the others counts
            on other pages lead.
        none_of: the roles of systems of whose errors it leaves none.
    """

    label: str
    meaning: str = ""
    usual: bool = True
    none_of: str = ""


# By the names of cwsdiag.diagnosis.word_types.
FILTERS = {
    ALL: Filter(lazy("all")),
    "wrong": Filter(lazy("wrong in A"), lazy("A is wrong")),
    "right": Filter(lazy("right in A"), lazy("A is right"), none_of="a"),
    "only_a": Filter(lazy("only A right"), lazy("A is right and B wrong"), none_of="a"),
    "only_b": Filter(lazy("only B right"), lazy("B is right and A wrong"), none_of="b"),
    "both_right": Filter(lazy("both right"), lazy("A and B are right"), usual=False),
    "both_wrong_alike": Filter(lazy("wrong alike"), lazy("A and B are wrong alike"), usual=False),
    "both_wrong_differently": Filter(
        lazy("wrong differently"), lazy("A and B are wrong in different ways"), usual=False
    ),
    "all_wrong": Filter(lazy("wrong in all"), lazy("every system of the dataset is wrong")),
}
ORDER_LABELS = {
    "errors_a": lazy("errors of A"),
    "errors_b": lazy("errors of B"),
    "disagreement": lazy("disagreement"),
    "count": lazy("count"),
    "word": lazy("word"),
}
_ORDER = "errors_a"
# What is listed; patterns are those of the system whose errors are looked at.
WORDS, PATTERNS = "words", "patterns"
_LISTS = {WORDS: lazy("words"), PATTERNS: lazy("patterns")}


class Kind(NamedTuple):
    """Errors that words must be: of the system of a role, of a shape and for a cause, None for any."""

    role: str = "a"
    shape: str | None = None
    cause: str | None = None

    @property
    def said(self) -> str:
        """The errors in words, by the role of their system: ``A: crossed, OOV``."""
        kind = kind_said(self.shape, self.cause)
        if not kind:
            return _("wrong in {system}", system=self.role.upper())
        return _("{system}: {kind}", system=self.role.upper(), kind=kind)


@dataclass(frozen=True, eq=False)
class Selection:
    """Which words are looked at, and how they are shown.

    Attributes:
        attribute, bucket: the main attribute and its bucket; None for all words, and for all buckets.
        where: further conditions.
        kind: errors that words must be; None for all words.
        show, order: keys of ``FILTERS`` and ``ORDERS``.
        listed: words or patterns.
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
    def role(self) -> str:
        """Whose errors are looked at: the role of A, where nobody chose."""
        return (self.kind or Kind()).role

    @property
    def of_words(self) -> bool:
        """Whether words are counted, not characters."""
        return self.attribute is None or self.attribute.attribute.unit == "word"

    @property
    def filtered(self) -> bool:
        """Whether only a part of the words of the bucket is shown."""
        return self.show != ALL or bool(self.text)


def _defined(diagnosis: Diagnosis) -> dict[str, BucketedAttribute]:
    """Return the attributes that have buckets here, by key."""
    return {one.attribute.key: one for one in diagnosis.attributes if not one.undefined}


def _has_causes(view: View) -> bool:
    return view.look.dataset.training is not None and view.look.dataset.oov is not None


def selected(view: View) -> Selection:
    """Return what is selected; what does not exist here is dropped."""
    defined = _defined(view.look.diagnosis)
    key = state.choose(Key.ATTRIBUTE, defined)
    attribute = None if key is None else defined[key]
    bucket = state.choose(Key.BUCKET, [str(index) for index in range(attribute.size if attribute else 0)])
    asked, conditions = state.get(Key.WHERE) or "", dict[str, int]()
    for part in asked.split(","):
        name, _colon, index = part.partition(":")
        # The main attribute cannot be a condition beside itself.
        if name in defined and index in map(str, range(defined[name].size)) and (bucket is None or name != key):
            conditions.setdefault(name, int(index))
    where = tuple(conditions.items())
    if _where_text(where) != asked:
        state.correct(Key.WHERE, _where_text(where))
    role, shape = state.choose(Key.OF, view.roles), state.choose(Key.SHAPE, SHAPES)
    cause = state.choose(Key.CAUSE, CAUSES if _has_causes(view) else ())
    return Selection(
        attribute=attribute,
        bucket=None if bucket is None else int(bucket),
        where=where,
        kind=Kind(role or "a", shape, cause) if role or shape or cause else None,
        show=state.choose(Key.SHOW, _filters(view)) or ALL,
        order=state.choose(Key.SORT, _orders(view)) or _ORDER,
        listed=state.choose(Key.LIST, _LISTS) or WORDS,
        text=(state.get(Key.TEXT) or "").strip(),
        columns=tuple(key for key in (state.get(Key.COLUMNS) or "").split(",") if key in defined),
    )


def _where_text(where: tuple[Condition, ...]) -> str:
    return ",".join(f"{key}:{bucket}" for key, bucket in where)


def _filters(view: View) -> list[str]:
    """Return the filters that make sense here: without B, "all wrong" says what "wrong" does."""
    roles = set(view.roles)
    return [show for show in SHOWS if set(SHOWS[show]) <= roles and (show != "all_wrong" or "b" in roles)]


def _orders(view: View) -> list[str]:
    return [order for order in ORDERS if "b" in view.roles or order not in {"errors_b", "disagreement"}]


def offered(view: View, selection: Selection) -> list[str]:
    """Return the filters that stand side by side: the usual ones, and another that an address asks for."""
    kind = selection.kind if selection.of_words else None
    return [
        show
        for show in _filters(view)
        if show == selection.show or (FILTERS[show].usual and (kind is None or kind.role not in FILTERS[show].none_of))
    ]


def chosen_words(view: View, selection: Selection, *, of_any_kind: bool = False) -> WordTypes:
    """Return the words that are looked at; with ``of_any_kind`` also those that are no error of the selected kind."""
    kind = None if of_any_kind else selection.kind
    missed = None if kind is None else Missed(view.roles[kind.role], kind.shape, kind.cause)
    return view.open.words(selection.key, selection.bucket, view.roles, where=selection.where, missed=missed)


def controls(view: View, selection: Selection) -> None:
    """Draw what chooses the words of the page, and how they are shown."""
    attribute, known = selection.attribute, _defined(view.look.diagnosis)
    labels = {key: translated(one.attribute.label) for key, one in known.items()}
    with widgets.controls("explore"):
        # Rows, not columns: each column is one more part to send, and what has no room left goes to the next line.
        with st.container(horizontal=True, gap="small", vertical_alignment="bottom"):
            state.bind(
                Key.ATTRIBUTE,
                st.selectbox,
                value=selection.key or ALL,
                default=ALL,
                label=_("Attribute"),
                options=[ALL, *known],
                format_func=lambda key: labels.get(key, _("all words")),
                help=None if attribute is None else widgets.meaning(attribute.attribute),
            )
            state.bind(
                Key.BUCKET,
                st.selectbox,
                value=ALL if selection.bucket is None else str(selection.bucket),
                default=ALL,
                label=_("Bucket"),
                options=[ALL, *(str(index) for index in range(attribute.size if attribute else 0))],
                format_func=lambda index: _("all") if index == ALL else _bucket_name(attribute, int(index)),
                disabled=attribute is None,
            )
            _add_condition(known, selection)
            _choose_kind(view, selection)
            state.bind(
                Key.TEXT,
                st.text_input,
                value=selection.text,
                label=_("Search"),
                placeholder=_("a word, or a part of it"),
                icon=":material/search:",
                help=_("In the words, and in what A and B made of them: `北 京` finds what was cut there."),
            )
        _conditions(known, selection)
        with st.container(horizontal=True, gap="small", vertical_alignment="bottom"):
            widgets.segments(Key.LIST, _LISTS, selection.listed, label=_("List"), default=WORDS)
            names = {show: FILTERS[show].label for show in offered(view, selection)}
            widgets.segments(Key.SHOW, names, selection.show, label=_("Show"), default=ALL)
            if selection.listed != WORDS:
                return
            state.bind(
                Key.SORT,
                st.selectbox,
                value=selection.order,
                default=_ORDER,
                label=_("Sort by"),
                options=_orders(view),
                format_func=lambda order: _("sort: {order}", order=translated(ORDER_LABELS[order])),
                label_visibility="collapsed",
            )
            with st.popover(_("Columns"), icon=":material/view_column:", key="columns"):
                state.bind(
                    Key.COLUMNS,
                    st.multiselect,
                    value=list(selection.columns),
                    to_text=",".join,
                    label=_("Values of attributes, beside each word"),
                    options=list(known),
                    format_func=labels.__getitem__,
                    placeholder=_("choose attributes"),
                    help=_(
                        "The mean over the places shown, where they differ; of a character attribute, over the "
                        "characters."
                    ),
                )


def _bucket_name(bucketed: BucketedAttribute | None, bucket: int) -> str:
    """Return a bucket with its size, as it is offered."""
    if bucketed is None or bucketed.buckets is None:
        return ""
    return f"{bucket_said(bucketed.buckets.labels[bucket])}  ·  {bucketed.gold[bucket]:,}"


def _add_condition(known: Mapping[str, BucketedAttribute], selection: Selection) -> None:
    """Draw what adds a condition, for each attribute that has none yet and is not the main one with its bucket."""
    used = {key for key, _bucket in selection.where} | ({selection.key} if selection.bucket is not None else set())
    free = {key: one for key, one in known.items() if key not in used}
    with st.popover(_("Add a condition"), icon=":material/add:", width="stretch", disabled=not free):
        if not free:
            return
        key = st.selectbox(
            _("Attribute"),
            list(free),
            format_func=lambda key: translated(free[key].attribute.label),
            # The browser holds what the choice is called.
            key=f"condition attribute {language()}",
        )

        def chosen() -> None:
            bucket = st.session_state["condition bucket"]
            if bucket is not None:
                state.put(Key.WHERE, _where_text((*selection.where, (key, bucket))))
            st.session_state["condition bucket"] = None

        st.selectbox(
            _("Bucket"),
            list(range(free[key].size)),
            index=None,
            format_func=lambda bucket: _bucket_name(free[key], bucket),
            placeholder=_("choose: it is added at once"),
            key="condition bucket",
            on_change=chosen,
        )
        widgets.note(_("Words that meet all conditions are shown. One character in the bucket is enough for a word."))


def _conditions(known: Mapping[str, BucketedAttribute], selection: Selection) -> None:
    """Draw the conditions, each with a click that removes it; the kind of error last."""
    chips: list[tuple[str, str, Callable[..., None], tuple[Any, ...]]] = []
    for key, bucket in selection.where:
        rest = tuple(condition for condition in selection.where if condition[0] != key)
        chips.append((key, _named(known[key], bucket), state.put, (Key.WHERE, _where_text(rest))))
    if selection.kind is not None:
        chips.append(("error", selection.kind.said, _put_kind, (None,)))
    if not chips:
        return
    with st.container(key="conditions", horizontal=True, gap="small"):
        for key, label, remove, args in chips:
            st.button(
                widgets.plain(label),
                key=f"condition {key}",
                icon=":material/close:",
                icon_position="right",
                help=_("Remove this condition."),
                on_click=remove,
                args=args,
            )


def _named(bucketed: BucketedAttribute, bucket: int) -> str:
    """Return an attribute and its bucket in words."""
    label = "" if bucketed.buckets is None else bucket_said(bucketed.buckets.labels[bucket])
    return f"{translated(bucketed.attribute.label)} {label}"


def _put_kind(kind: Kind | None) -> None:
    """In a callback: select errors of a kind; None for all words."""
    role, shape, cause = kind or (None, None, None)
    # Whose they are goes without saying where it is A's, but for what says nothing else.
    state.put(Key.OF, None if role == "a" and (shape or cause) else role)
    state.put(Key.SHAPE, shape)
    state.put(Key.CAUSE, cause)


def _choose_kind(view: View, selection: Selection) -> None:
    """Draw what chooses errors of a kind, with how many of the units each choice leaves."""
    now, causes = selection.kind or Kind(), _has_causes(view)
    known = view.look.diagnosis.error_kinds(view.roles[now.role])
    units = chosen_words(view, selection, of_any_kind=True).units.words
    helps = {
        "shape": _(
            "By the boundaries of the system: split has both ends of the gold word and one inside, merged none "
            "inside, crossed one inside where an end is missing."
        ),
        "cause": _(
            "The first that holds: the gold word is not in training; a word of the system over it is not; all "
            "words there are known, so the text is ambiguous; an unknown word stands beside it."
        )
        if causes
        else _("Causes need training data, and this dataset has none."),
    }
    with st.popover(_("Kind of error"), icon=":material/call_split:", width="stretch"):
        state.draw_input(
            f"errors of {language()}",
            st.segmented_control,
            value=_ANY if selection.kind is None else now.role,
            changed=lambda role: _put_kind(None if role == _ANY else now._replace(role=role)),
            label=_("Which words"),
            options=[_ANY, *view.roles],
            format_func=lambda role: _("all") if role == _ANY else Kind(role).said,
            required=True,
        )
        for field, label, labels in (("shape", _("Kind"), SHAPE_LABELS), ("cause", _("Cause"), CAUSE_LABELS)):
            names = {_ANY: _("any")}
            if field == "shape" or causes:
                names |= {name: translated(called) for name, called in labels.items()}
            for name in names:
                kind = Kind(**now._asdict() | {field: None if name == _ANY else name})
                left = np.count_nonzero(known.chosen(kind.shape, kind.cause)[units])
                names[name] += f"  ·  {left:,}"

            def changed(name: str, field: str = field) -> None:
                _put_kind(Kind(**now._asdict() | {field: None if name == _ANY else name}))

            state.draw_input(
                # In the language of the moment, as what the browser holds of the choice is.
                f"errors {label}",
                st.selectbox,
                value=getattr(now, field) or _ANY,
                changed=changed,
                label=label,
                options=list(names),
                format_func=names.__getitem__,
                help=helps[field],
                disabled=len(names) == 1,
            )


def summary(view: View, words: WordTypes, selection: Selection) -> str:
    """Say how many words there are and how many each system gets wrong."""
    main = () if selection.key is None or selection.bucket is None else ((selection.key, selection.bucket),)
    known, kind, units = _defined(view.look.diagnosis), selection.kind, len(words.units)
    asked = [_named(known[key], bucket) for key, bucket in (*main, *selection.where)]
    if selection.of_words:
        what = n_("{n:,} gold word", "{n:,} gold words", units)
    else:
        what = n_("{n:,} gold character", "{n:,} gold characters", units)
    if asked:
        conditions = reduce(lambda some, more: _("{some} and {more}", some=some, more=more), asked)
        what = _("{words} with {conditions}", words=what, conditions=conditions)
    wrong = {role: int(words.wrong(role).sum()) for role in view.roles}
    if kind is not None:
        name = view.roles[kind.role]
        if selection.of_words:
            what = _("{words} that {name} gets wrong", words=what, name=name)
            # All of them are wrong in that system.
            del wrong[kind.role]
        else:
            what = _("{characters} of words that {name} gets wrong", characters=what, name=name)
        if said := kind_said(kind.shape, kind.cause):
            what = _("{words} ({kind})", words=what, kind=said)
    if not wrong:
        return _("{words}.", words=what)
    if len(wrong) == 1:
        ((role, count),) = wrong.items()
        if kind is not None and selection.of_words:
            return _("{words}: {name} gets {wrong:,} of them wrong.", words=what, name=view.roles[role], wrong=count)
        return _("{words}: {name} gets {wrong:,} wrong.", words=what, name=view.roles[role], wrong=count)
    return _(
        "{words}: {a} gets {wrong_a:,} wrong, {b} gets {wrong_b:,} wrong.",
        words=what,
        a=view.roles["a"],
        wrong_a=wrong["a"],
        b=view.roles["b"],
        wrong_b=wrong["b"],
    )
