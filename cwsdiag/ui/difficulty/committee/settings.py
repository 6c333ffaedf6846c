"""What is set on the Committee page, and where: it outlives a visit to other pages."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import streamlit as st

from cwsdiag.difficulty import LEARNERS, TEMPLATES, CommitteeSettings, learner_of
from cwsdiag.errors import SettingError
from cwsdiag.ui.shell import state, widgets

if TYPE_CHECKING:
    from collections.abc import Callable

_MEMORY = "settings of the committee"
_RATIOS = (5, 10, 20, 30, 50, 80, 100)
CACHE_HELP = "Members are kept in the server's cache folder: a larger K, or a stopped run, learns only what is new."


def _memory() -> dict[str, Any]:
    """Return what was set on this page, which outlives a visit to others."""
    usual = {
        "members": 100,
        "seed": 0,
        "templates": list(TEMPLATES),
        "ratios": [10, 20, 30],
        "learner": "perceptron",
        "curve template": "F2",
        "curve learner": "perceptron",
        "sample": 0,
    }
    memory: dict[str, Any] = st.session_state.setdefault(_MEMORY, usual)
    return memory


def remembered(name: str, draw: Callable[..., Any] | None = None, **options: Any) -> Any:
    """Return what was set, after drawing the input widget that sets it, where one is given."""
    memory = _memory()
    if draw is not None:
        changed = partial(memory.__setitem__, name)
        state.draw_input(f"committee {name}", draw, value=memory[name], changed=changed, **options)
    return memory[name]


def set_to(name: str, value: Any) -> None:
    """Set something without a widget."""
    _memory()[name] = value


def settings() -> tuple[CommitteeSettings | None, str]:
    """Return what was set, or why it makes no sense."""
    members, seed, templates, ratios, name = (
        remembered(name) for name in ("members", "seed", "templates", "ratios", "learner")
    )
    try:
        learner = learner_of(name)
        learner.require()
        return CommitteeSettings(members, seed, tuple(templates), tuple(ratios), learner), ""
    except SettingError as error:
        return None, str(error)


def label() -> str:
    """Return what is set but for K, in short."""
    templates, ratios = (remembered(name) for name in ("templates", "ratios"))
    named = (" ".join(map(str, sorted(values))) or "none" for values in (templates, ratios))
    return "{} · {} · {} % · seed {}".format(remembered("learner"), *named, remembered("seed"))


def form() -> None:
    """Draw the settings but for K."""
    remembered(
        "learner",
        st.segmented_control,
        label="Learner",
        options=list(LEARNERS),
        required=True,
        help="An averaged perceptron, ten passes; or a CRF until it has converged, which takes minutes and needs "
        "python-crfsuite on the server.",
    )
    several: dict[str, Any] = {"selection_mode": "multi"}
    remembered("templates", st.pills, label="Feature templates, one of which each member draws", options=TEMPLATES,
               **several)  # fmt: skip
    remembered("ratios", st.pills, label="Per cent of the training sentences that it draws", options=_RATIOS,
               **several)  # fmt: skip
    remembered("seed", st.number_input, label="Seed of the draws", min_value=0, width=150)
    widgets.note(CACHE_HELP)
