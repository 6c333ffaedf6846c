"""What is selected on the page Words, and the controls that select it.

In the address buckets of further attributes stand as ``wLen:3,cCon:0``: keys of attributes with the index of a bucket.
Errors of one kind (METHODS 12) stand as ``of``, ``shape`` and ``cause``: a shape or a cause without ``of`` is A's,
``of`` alone is all that a system gets wrong.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING

import numpy as np
import streamlit as st

from cwsdiag.diagnosis.error_kinds import CAUSES, SHAPES
from cwsdiag.diagnosis.word_types import SHOWS
from cwsdiag.diagnosis.words import Missed
from cwsdiag.frames import bucket_said
from cwsdiag.languages import _, language, lazy, n_, translated
from cwsdiag.ui.shell import state, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.views.buckets import bucket_named
from cwsdiag.views.wording import CAUSE_LABELS, SHAPE_LABELS, kind_said

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cwsdiag.diagnosis import Diagnosis
    from cwsdiag.diagnosis.counting import BucketedAttribute
    from cwsdiag.diagnosis.word_types import WordTypes
    from cwsdiag.diagnosis.words import Condition
    from cwsdiag.ui.shell.view import View

ALL, _ANY = "all", "any"
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
# All side by side would need more room than there is: to these, counts on other pages lead.
_ASKED_FOR = {"both_right", "both_wrong_alike", "both_wrong_differently"}
# What is listed; patterns are those of the system whose errors are looked at, the audit is of gold, whole.
WORDS, PATTERNS, AUDIT = "words", "patterns", "audit"
_LISTS = {WORDS: lazy("words"), PATTERNS: lazy("patterns"), AUDIT: lazy("audit of gold")}
_SHAPES = lazy(
    "By the boundaries of the system: split has both ends of the gold word and one inside, merged none inside, crossed "
    "one inside where an end is missing."
)
_CAUSES = lazy(
    "The first that holds: the gold word is not in training; a word of the system over it is not; all words there are "
    "known, so the text is ambiguous; an unknown word stands beside it."
)
_NO_CAUSES = lazy("Causes need training data, and this dataset has none.")


@dataclass(frozen=True, eq=False)
class Selection:
    """Which words are looked at, and how they are shown.

    Attributes:
        attribute, bucket: the main attribute and its bucket; None for all words, and for all buckets.
        where: further conditions.
        role: whose errors are looked at, ``a`` or ``b``.
        missed: errors that words must be; None for all words.
        show: a key of ``FILTERS``.
        listed: words, patterns or the audit of gold.
        text: what words must hold, empty for anything.
        columns: keys of the attributes whose values are shown.
    """

    attribute: BucketedAttribute | None
    bucket: int | None
    where: tuple[Condition, ...]
    role: str
    missed: Missed | None
    show: str
    listed: str
    text: str
    columns: tuple[str, ...]

    @property
    def key(self) -> str | None:
        """The key of the main attribute."""
        return None if self.attribute is None else self.attribute.attribute.key

    @property
    def of_words(self) -> bool:
        """Whether words are counted, not characters."""
        return self.attribute is None or self.attribute.attribute.unit == "word"


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
        name, _colon, index = part.rpartition(":")
        # The main attribute cannot be a condition beside itself.
        if name in defined and index in map(str, range(defined[name].size)) and (bucket is None or name != key):
            conditions.setdefault(name, int(index))
    where = tuple(conditions.items())
    if (usable := ",".join(map(_condition, where))) != asked:
        state.correct(Key.WHERE, usable)
    role, shape = state.choose(Key.OF, view.roles), state.choose(Key.SHAPE, SHAPES)
    cause = state.choose(Key.CAUSE, CAUSES if _has_causes(view) else ())
    return Selection(
        attribute=attribute,
        bucket=None if bucket is None else int(bucket),
        where=where,
        role=role or "a",
        missed=Missed(view.roles[role or "a"], shape, cause) if role or shape or cause else None,
        show=state.choose(Key.SHOW, _filters(view)) or ALL,
        listed=state.choose(Key.LIST, _LISTS) or WORDS,
        text=(state.get(Key.TEXT) or "").strip(),
        columns=tuple(key for key in (state.get(Key.COLUMNS) or "").split(",") if key in defined),
    )


def _condition(condition: Condition) -> str:
    """Return a condition as the address says it."""
    return f"{condition[0]}:{condition[1]}"


def _filters(view: View) -> list[str]:
    """Return the filters that make sense here: without B, "all wrong" says what "wrong" does."""
    roles = set(view.roles)
    return [show for show in SHOWS if set(SHOWS[show]) <= roles and (show != "all_wrong" or "b" in roles)]


def offered(view: View, selection: Selection) -> list[str]:
    """Return the filters that stand side by side: the usual ones, and another that an address asks for."""
    return [show for show in _filters(view) if show == selection.show or show not in _ASKED_FOR]


def chosen_words(view: View, selection: Selection, *, of_any_kind: bool = False) -> WordTypes:
    """Return the words that are looked at; with ``of_any_kind`` also those that are no error of the selected kind."""
    missed = None if of_any_kind else selection.missed
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
                format_func=lambda index: (
                    _("all") if attribute is None or index == ALL else _sized(attribute, int(index))
                ),
                disabled=attribute is None,
            )
            _conditions(known, selection)
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
        with st.container(horizontal=True, gap="small", vertical_alignment="bottom"):
            choose_list(selection)
            names = {show: FILTERS[show] for show in offered(view, selection)}
            widgets.segments(Key.SHOW, names, selection.show, label=_("Show"), default=ALL)
            if selection.listed != WORDS:
                return
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
                        "characters; of categories the most frequent."
                    ),
                )


def choose_list(selection: Selection) -> None:
    """Draw what chooses the list of the page."""
    widgets.segments(Key.LIST, _LISTS, selection.listed, label=_("List"), default=WORDS)


def _sized(bucketed: BucketedAttribute, bucket: int) -> str:
    """Return a bucket with its size, as it is offered."""
    label = "" if bucketed.buckets is None else bucket_said(bucketed.buckets.labels[bucket])
    return f"{label}  ·  {bucketed.gold[bucket]:,}"


def _conditions(known: Mapping[str, BucketedAttribute], selection: Selection) -> None:
    """Draw the conditions: a bucket of each further attribute, of which words must be too."""
    used = {key for key, _bucket in selection.where} | ({selection.key} if selection.bucket is not None else set())
    chosen = {_condition(one): bucket_named(known[one[0]], one[1]) for one in selection.where}
    free = {
        f"{key}:{bucket}": f"{translated(one.attribute.label)} {_sized(one, bucket)}"
        for key, one in known.items()
        if key not in used
        for bucket in range(one.size)
    }
    state.bind(
        Key.WHERE,
        st.multiselect,
        value=list(chosen),
        to_text=",".join,
        label=_("Conditions"),
        options=[*chosen, *free],
        format_func=(chosen | free).__getitem__,
        placeholder=_("add a bucket"),
        help=_("Words that meet all conditions are shown. One character in the bucket is enough for a word."),
    )


def _choose_kind(view: View, selection: Selection) -> None:
    """Draw what chooses errors of a kind, with how many of the units each choice leaves."""
    now, causes = selection.missed or Missed(view.roles["a"]), _has_causes(view)
    known = view.look.diagnosis.error_kinds(now.system)
    units = chosen_words(view, selection, of_any_kind=True).units.words
    label = _("Kind of error")
    if selection.missed is not None:
        label = kind_said(now.shape, now.cause) or _("wrong")
        label = _("{system}: {kind}", system=selection.role.upper(), kind=label)

    def choose(role: str) -> None:
        state.put(Key.OF, None if role == _ANY else role)
        if role == _ANY:
            state.put(Key.SHAPE, None)
            state.put(Key.CAUSE, None)

    with st.popover(widgets.plain(label), icon=":material/call_split:", width="stretch", key="kind of error"):
        state.draw_input(
            f"errors of {language()}",
            st.segmented_control,
            value=_ANY if selection.missed is None else selection.role,
            changed=choose,
            label=_("Which words"),
            options=[_ANY, *view.roles],
            format_func=lambda role: _("all") if role == _ANY else _("wrong in {system}", system=role.upper()),
            required=True,
        )
        for key, field, labels, label, help in (
            (Key.SHAPE, "shape", SHAPE_LABELS, _("Kind"), _SHAPES),
            (Key.CAUSE, "cause", CAUSE_LABELS if causes else {}, _("Cause"), _CAUSES if causes else _NO_CAUSES),
        ):
            names = {_ANY: _("any")} | {name: translated(text) for name, text in labels.items()}
            for name in names if labels else ():
                kind = {"shape": now.shape, "cause": now.cause, field: None if name == _ANY else name}
                names[name] += f"  ·  {np.count_nonzero(known.chosen(**kind)[units]):,}"
            state.bind(
                key,
                st.selectbox,
                value=getattr(now, field) or _ANY,
                default=_ANY,
                label=label,
                options=list(names),
                format_func=names.__getitem__,
                help=translated(help),
                disabled=not labels,
            )


def summary(view: View, words: WordTypes, selection: Selection) -> str:
    """Say how many words there are and how many each system gets wrong."""
    main = () if selection.key is None or selection.bucket is None else ((selection.key, selection.bucket),)
    known, missed, units = _defined(view.look.diagnosis), selection.missed, len(words.units)
    asked = [bucket_named(known[key], bucket) for key, bucket in (*main, *selection.where)]
    if selection.of_words:
        what = n_("{n:,} gold word", "{n:,} gold words", units)
    else:
        what = n_("{n:,} gold character", "{n:,} gold characters", units)
    if asked:
        conditions = reduce(lambda some, more: _("{some} and {more}", some=some, more=more), asked)
        what = _("{words} with {conditions}", words=what, conditions=conditions)
    wrong = {role: int(words.wrong(role).sum()) for role in view.roles}
    if missed is not None:
        if selection.of_words:
            what = _("{words} that {name} gets wrong", words=what, name=missed.system)
            # All of them are wrong in that system.
            del wrong[selection.role]
        else:
            what = _("{characters} of words that {name} gets wrong", characters=what, name=missed.system)
        if kind := kind_said(missed.shape, missed.cause):
            what = _("{words} ({kind})", words=what, kind=kind)
    if not wrong:
        return _("{words}.", words=what)
    counts = [_("{name} gets {wrong:,} wrong", name=view.roles[role], wrong=count) for role, count in wrong.items()]
    return _("{words}: {counts}.", words=what, counts=_(", ").join(counts))
