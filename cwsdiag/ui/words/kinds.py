"""Errors of one kind on the page Words: whose they are, of which shape, for which cause (METHODS 12).

In the address they stand as ``of``, ``shape`` and ``cause``. A shape or a cause without ``of`` is A's; ``of`` alone is
all that a system gets wrong.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import streamlit as st

from cwsdiag.diagnosis.error_kinds import CAUSES, SHAPES
from cwsdiag.diagnosis.words import Missed
from cwsdiag.languages import _, language, translated
from cwsdiag.ui.shell import state
from cwsdiag.ui.shell.state import Key
from cwsdiag.views.wording import CAUSE_LABELS, SHAPE_LABELS, kind_said

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from cwsdiag.diagnosis.words import GoldUnits
    from cwsdiag.ui.shell.view import View

ANY = "any"
# Whose errors they are where nobody chose.
DEFAULT_ROLE = "a"


@dataclass(frozen=True)
class Kind:
    """Errors that words must be.

    Attributes:
        role: of the system whose errors they are, ``a`` or ``b``.
        shape, cause: of ``SHAPES`` and ``CAUSES``; None for any.
    """

    role: str
    shape: str | None = None
    cause: str | None = None

    @property
    def said(self) -> str:
        """The errors in words, by the role of their system: ``A: crossed, OOV``."""
        kind = kind_said(self.shape, self.cause)
        if not kind:
            return _("wrong in {system}", system=self.role.upper())
        return _("{system}: {kind}", system=self.role.upper(), kind=kind)

    def missed(self, view: View) -> Missed:
        """Return the same by the name of the system."""
        return Missed(view.roles[self.role], self.shape, self.cause)


def selected(view: View) -> Kind | None:
    """Return what is selected, None for all words; what does not exist here is dropped."""
    role = state.choose(Key.OF, view.roles)
    shape = state.choose(Key.SHAPE, SHAPES)
    cause = state.choose(Key.CAUSE, CAUSES if _has_causes(view) else ())
    if role is None and shape is None and cause is None:
        return None
    return Kind(role or DEFAULT_ROLE, shape, cause)


def put(kind: Kind | None) -> None:
    """In a callback: select errors of a kind; None for all words."""
    role = None if kind is None else kind.role
    shape, cause = (None, None) if kind is None else (kind.shape, kind.cause)
    # Whose they are goes without saying where it is A's, but for what says nothing else.
    state.put(Key.OF, None if role == DEFAULT_ROLE and (shape or cause) else role)
    state.put(Key.SHAPE, shape)
    state.put(Key.CAUSE, cause)


def chooser(view: View, kind: Kind | None, units: GoldUnits) -> None:
    """Draw what chooses errors of a kind, with how many of the units each choice leaves.

    Args:
        view: what is selected.
        kind: what is chosen.
        units: all that could be shown without it.
    """
    now = kind or Kind(DEFAULT_ROLE)
    known = view.look.diagnosis.error_kinds(view.roles[now.role])

    def left(shape: str | None, cause: str | None) -> int:
        return int(np.count_nonzero(known.chosen(shape, cause)[units.words]))

    with st.popover(_("Kind of error"), icon=":material/call_split:", width="stretch"):
        state.draw_input(
            f"errors of {language()}",
            st.segmented_control,
            value=ANY if kind is None else kind.role,
            changed=lambda role: put(None if role == ANY else Kind(role, now.shape, now.cause)),
            label=_("Which words"),
            options=[ANY, *view.roles],
            format_func=lambda role: _("all") if role == ANY else Kind(role).said,
            required=True,
        )
        _choice(
            _("Kind"),
            SHAPE_LABELS,
            now.shape,
            counts=[left(shape, now.cause) for shape in (None, *SHAPES)],
            changed=lambda shape: put(Kind(now.role, shape, now.cause)),
            help=_(
                "By the boundaries of the system: split has both ends of the gold word and one inside, merged none "
                "inside, crossed one inside where an end is missing."
            ),
        )
        causes = _has_causes(view)
        _choice(
            _("Cause"),
            CAUSE_LABELS,
            now.cause,
            counts=[left(now.shape, cause) for cause in (None, *CAUSES)] if causes else [left(now.shape, None)],
            changed=lambda cause: put(Kind(now.role, now.shape, cause)),
            help=_(
                "The first that holds: the gold word is not in training; a word of the system over it is not; all "
                "words there are known, so the text is ambiguous; an unknown word stands beside it."
            )
            if causes
            else _("Causes need training data, and this dataset has none."),
            disabled=not causes,
        )


def _choice(
    label: str,
    labels: Mapping[str, str],
    value: str | None,
    *,
    counts: Sequence[int],
    changed: Callable[[str | None], None],
    **options: Any,
) -> None:
    """Draw the choice of a shape or a cause, each with the number of units that it leaves."""
    names = [ANY, *labels][: len(counts)]
    number = dict(zip(names, counts, strict=True))
    called = {ANY: _("any"), **{name: translated(label) for name, label in labels.items()}}

    def named(name: str) -> str:
        return f"{called[name]}  ·  {number[name]:,}"

    state.draw_input(
        # In the language of the moment, as what the browser holds of the choice is.
        f"errors {label}",
        st.selectbox,
        value=value or ANY,
        changed=lambda name: changed(None if name == ANY else name),
        label=label,
        options=names,
        format_func=named,
        **options,
    )


def _has_causes(view: View) -> bool:
    return view.look.dataset.training is not None and view.look.dataset.oov is not None
