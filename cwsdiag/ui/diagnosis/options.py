"""What is chosen seldom on Diagnosis: order, lines of all systems, further conditions, kinds of errors, columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import streamlit as st

from cwsdiag.diagnosis.words import Missed
from cwsdiag.frames import bucket_name
from cwsdiag.languages import _, language, lazy, translated
from cwsdiag.ui.diagnosis.selection import ALL, ANY, chosen_words, condition_text, defined_here, has_causes
from cwsdiag.ui.shell import state, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.shell.view import SWITCH
from cwsdiag.views.buckets import bucket_named, bucket_notes
from cwsdiag.views.wording import CAUSE_LABELS, SHAPE_LABELS, small_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cwsdiag.diagnosis.counting import BucketedAttribute
    from cwsdiag.ui.diagnosis.selection import Selection
    from cwsdiag.ui.shell.view import View

# By what slices and panels are put in order.
ORDERS = {"cost": lazy("points lost"), "f1": lazy("lowest F1")}
_SHAPES = lazy(
    "By the boundaries of the system: split has both ends of the gold word and one inside, merged none inside, crossed "
    "one inside where an end is missing."
)
_CAUSES = lazy(
    "The first that holds: the gold word is not in training; a word of the system over it is not; all words there are "
    "known, so the text is ambiguous; an unknown word stands beside it."
)
_NO_CAUSES = lazy("Causes need training data, and this dataset has none.")


def options(view: View, selection: Selection) -> None:
    """Draw the button that opens what is chosen seldom; what it holds is made when it is opened."""
    popover = st.popover(_("Options"), icon=":material/tune:", type="tertiary", key="options", on_change="rerun")
    if not popover.open:
        return
    with popover:
        order = state.choose(Key.FIRST, ORDERS)
        names = {key: translated(label) for key, label in ORDERS.items()} | {ALL: _("as listed")}
        state.bind(
            Key.FIRST,
            st.selectbox,
            value=order or ALL,
            default=ALL,
            label=_("Order of slices and panels"),
            options=[ALL, *ORDERS],
            format_func=names.__getitem__,
        )
        if view.b is None and len(view.look.systems) > 1:
            state.bind(
                Key.FIELD,
                st.toggle,
                value=state.choose(Key.FIELD, SWITCH) == "on",
                to_text=SWITCH.__getitem__,
                default=False,
                label=_("All systems"),
                help=_("F1 of the others as lines, up to ten; A and B are strong."),
            )
        widgets.missed_by_others(view, "ab" if view.b is not None else "a")
        widgets.attribute_meanings(view.look)
        small = small_text(view.look.diagnosis, *filter(None, (view.a, view.b)))
        widgets.note(_("Hollow: {small}.", small=small), *bucket_notes(view.look.diagnosis))
        if view.withholds_gold:
            return
        known = defined_here(view.look.diagnosis)
        _conditions(known, selection)
        _choose_kind(view, selection)
        labels = {key: translated(one.attribute.label) for key, one in known.items()}
        state.bind(
            Key.COLUMNS,
            st.multiselect,
            value=list(selection.columns),
            to_text=",".join,
            label=_("Values of attributes, beside each word"),
            options=list(known),
            format_func=labels.__getitem__,
            placeholder=_("choose attributes"),
        )


def _sized(bucketed: BucketedAttribute, bucket: int) -> str:
    """Return a bucket with its size, as it is offered."""
    label = "" if bucketed.buckets is None else bucket_name(bucketed.buckets.labels[bucket])
    return f"{label}  ·  {bucketed.gold[bucket]:,}"


def _conditions(known: Mapping[str, BucketedAttribute], selection: Selection) -> None:
    """Draw the conditions: a bucket of each further attribute, of which words must be too."""
    used = {key for key, _bucket in selection.where} | ({selection.key} if selection.bucket is not None else set())
    chosen = {condition_text(one): bucket_named(known[one[0]], one[1]) for one in selection.where}
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
    now, causes = selection.missed or Missed(view.roles["a"]), has_causes(view)
    known = view.look.diagnosis.error_kinds(now.system)
    units = chosen_words(view, selection, of_any_kind=True).units.words

    def choose(role: str) -> None:
        state.put(Key.OF, None if role == ANY else role)
        if role == ANY:
            state.put(Key.SHAPE, None)
            state.put(Key.CAUSE, None)

    state.draw_input(
        f"errors of {language()}",
        st.segmented_control,
        value=ANY if selection.missed is None else selection.role,
        changed=choose,
        label=_("Which words"),
        options=[ANY, *view.roles],
        format_func=lambda role: _("all") if role == ANY else _("wrong in {system}", system=role.upper()),
        required=True,
    )
    for key, field, labels, label, help in (
        (Key.SHAPE, "shape", SHAPE_LABELS, _("Kind"), _SHAPES),
        (Key.CAUSE, "cause", CAUSE_LABELS if causes else {}, _("Cause"), _CAUSES if causes else _NO_CAUSES),
    ):
        names = {ANY: _("any")} | {name: translated(text) for name, text in labels.items()}
        for name in names if labels else ():
            kind = {"shape": now.shape, "cause": now.cause, field: None if name == ANY else name}
            names[name] += f"  ·  {np.count_nonzero(known.chosen(**kind)[units]):,}"
        state.bind(
            key,
            st.selectbox,
            value=getattr(now, field) or ANY,
            default=ANY,
            label=label,
            options=list(names),
            format_func=names.__getitem__,
            help=translated(help),
            disabled=not labels,
        )
