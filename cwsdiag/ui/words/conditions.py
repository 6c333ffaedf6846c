"""Conditions beside the main attribute of the page Words: buckets of other attributes that words must lie in.

In the address they stand as ``wLen:3,cCon:0``: keys of attributes with the index of a bucket.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.frames import bucket_said
from cwsdiag.languages import _, language, translated
from cwsdiag.ui.shell import state, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.words import kinds

if TYPE_CHECKING:
    from collections.abc import Callable

    from cwsdiag.diagnosis import Diagnosis
    from cwsdiag.diagnosis.counting import BucketedAttribute
    from cwsdiag.diagnosis.words import Condition
    from cwsdiag.ui.words.kinds import Kind

_ATTRIBUTE = "condition attribute"
_BUCKET = "condition bucket"


def parse(text: str, diagnosis: Diagnosis) -> tuple[Condition, ...]:
    """Read conditions as they stand in the address, ``wLen:3,cCon:0``; what does not exist here is dropped."""
    defined = defined_attributes(diagnosis)
    found: dict[str, int] = {}
    for part in text.split(","):
        key, _ignored, bucket = part.partition(":")
        if key in defined and bucket in map(str, range(defined[key].size)):
            found.setdefault(key, int(bucket))
    return tuple(found.items())


def to_text(where: tuple[Condition, ...]) -> str:
    """Return conditions as they stand in the address."""
    return ",".join(f"{key}:{bucket}" for key, bucket in where)


def adder(diagnosis: Diagnosis, where: tuple[Condition, ...], *, taken: str | None) -> None:
    """Draw what adds a condition, for each attribute that has none yet and is not ``taken``."""
    used = {key for key, _bucket in where} | {taken}
    free = {key: one for key, one in defined_attributes(diagnosis).items() if key not in used}
    with st.popover(_("Add a condition"), icon=":material/add:", width="stretch", disabled=not free):
        if not free:
            return
        key = st.selectbox(
            _("Attribute"),
            list(free),
            format_func=lambda key: translated(free[key].attribute.label),
            # The browser holds what the choice is called.
            key=f"{_ATTRIBUTE} {language()}",
        )

        def chosen() -> None:
            bucket = st.session_state[_BUCKET]
            if bucket is not None:
                state.put(Key.WHERE, to_text((*where, (key, bucket))))
            st.session_state[_BUCKET] = None

        st.selectbox(
            _("Bucket"),
            list(range(free[key].size)),
            index=None,
            format_func=lambda bucket: bucket_name(free[key], bucket),
            placeholder=_("choose: it is added at once"),
            key=_BUCKET,
            on_change=chosen,
        )
        widgets.note(_("Words that meet all conditions are shown. One character in the bucket is enough for a word."))


def chips(diagnosis: Diagnosis, where: tuple[Condition, ...], kind: Kind | None) -> None:
    """Draw the conditions, each with a click that removes it; the kind of error last."""
    if not where and kind is None:
        return
    with st.container(key="conditions", horizontal=True, gap="small"):
        for key, bucket in where:
            rest = tuple(condition for condition in where if condition[0] != key)
            _chip(key, named(diagnosis.attribute(key), bucket), state.put, Key.WHERE, to_text(rest))
        if kind is not None:
            _chip("error", kind.said, kinds.put, None)


def _chip(key: str, label: str, remove: Callable[..., None], *args: object) -> None:
    st.button(
        widgets.plain(label),
        key=f"condition {key}",
        icon=":material/close:",
        icon_position="right",
        help=_("Remove this condition."),
        on_click=remove,
        args=args,
    )


def defined_attributes(diagnosis: Diagnosis) -> dict[str, BucketedAttribute]:
    """Return the attributes that have buckets here, by key."""
    return {one.attribute.key: one for one in diagnosis.attributes if not one.undefined}


def named(bucketed: BucketedAttribute, bucket: int) -> str:
    """Return an attribute and its bucket in words."""
    return f"{translated(bucketed.attribute.label)} {_labels(bucketed)[bucket]}"


def bucket_name(bucketed: BucketedAttribute | None, bucket: int) -> str:
    """Return a bucket with its size, as it is offered."""
    return "" if bucketed is None else f"{_labels(bucketed)[bucket]}  ·  {bucketed.gold[bucket]:,}"


def _labels(bucketed: BucketedAttribute) -> tuple[str, ...]:
    return () if bucketed.buckets is None else tuple(map(bucket_said, bucketed.buckets.labels))
