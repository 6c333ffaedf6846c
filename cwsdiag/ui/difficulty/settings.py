"""The settings of a committee, which the address says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import streamlit as st

from cwsdiag.arguments import Whole, bounds
from cwsdiag.difficulty import LEARNERS, TEMPLATES, CommitteeSettings, Learner, learner_of
from cwsdiag.errors import SettingError
from cwsdiag.languages import _, lazy, translated
from cwsdiag.ui.shell import state
from cwsdiag.ui.shell.state import Key
from cwsdiag.views.wording import on_page, template_name

if TYPE_CHECKING:
    from collections.abc import Sequence

_RATIOS = (5, 10, 20, 30, 50, 80, 100)
_MEMBERS = Whole(1, 1000)
_KEYS = (Key.MEMBERS, Key.SEED, Key.TEMPLATES, Key.RATIOS, Key.LEARNER)
USUAL = CommitteeSettings()
_LEARNERS = {"perceptron": lazy("perceptron"), "crf": lazy("crf")}


def named() -> dict[str, Any]:
    """Return the settings that the address names; what makes no sense is dropped from it."""
    values = {
        Key.MEMBERS: _MEMBERS.read(state.get(Key.MEMBERS) or ""),
        Key.SEED: bounds.SEED.read(state.get(Key.SEED) or ""),
        Key.TEMPLATES: tuple(f"F{name}" for name in _some(Key.TEMPLATES, [name[1:] for name in TEMPLATES])),
        Key.RATIOS: tuple(map(int, _some(Key.RATIOS, list(map(str, _RATIOS))))),
        Key.LEARNER: state.choose(Key.LEARNER, LEARNERS),
    }
    for key, value in values.items():
        if value in (None, ()):
            state.correct(key, None)
    return {str(key): value for key, value in values.items() if value not in (None, ())}


def _some(key: Key, options: Sequence[str]) -> list[str]:
    chosen = (state.get(key) or "").split(",")
    return chosen if set(chosen) <= set(options) else []


def forget() -> None:
    """In a callback: ask for no committee."""
    for key in _KEYS:
        state.put(key, None)


def learner_named(name: str) -> tuple[Learner | None, str]:
    """Return a learner, or why it cannot be used."""
    learner = learner_of(name)
    try:
        learner.require()
    except SettingError as error:
        return None, on_page(error)
    return learner, ""


def controls(in_use: int | None) -> None:
    """Draw the settings.

    Args:
        in_use: how many members stand behind the difficulties that are there without asking; None where the usual
            committee would be made for them.
    """
    chosen = named()
    members = chosen.get("members", USUAL.members if in_use is None or chosen else in_use)
    state.bind(
        Key.MEMBERS,
        st.number_input,
        value=min(members, _MEMBERS.most),
        default=None if in_use else USUAL.members,
        label=_("K, members"),
        min_value=1,
        max_value=_MEMBERS.most,
        width=150,
    )
    with st.expander(_("Settings")):
        state.bind(
            Key.LEARNER,
            st.segmented_control,
            value=chosen.get("learner", USUAL.learner.name),
            default=USUAL.learner.name,
            label=_("Learner"),
            options=list(LEARNERS),
            format_func=lambda name: translated(_LEARNERS[name]),
            required=True,
            help=_(
                "An averaged perceptron, ten passes; or a CRF until it has converged, which takes minutes and needs "
                "python-crfsuite on the server."
            ),
        )
        state.bind(
            Key.TEMPLATES,
            st.pills,
            value=list(chosen.get("templates", USUAL.templates)),
            default=list(USUAL.templates),
            to_text=lambda names: ",".join(name[1:] for name in sorted(names)),
            label=_("Feature templates, one of which each member draws"),
            options=TEMPLATES,
            format_func=template_name,
            selection_mode="multi",
        )
        state.bind(
            Key.RATIOS,
            st.pills,
            value=list(map(int, chosen.get("ratios", USUAL.ratios))),
            default=list(USUAL.ratios),
            to_text=lambda ratios: ",".join(map(str, sorted(ratios))),
            label=_("Per cent of the training sentences that it draws"),
            options=_RATIOS,
            selection_mode="multi",
        )
        state.bind(
            Key.SEED,
            st.number_input,
            value=chosen.get("seed", USUAL.seed),
            default=USUAL.seed,
            label=_("Seed of the draws"),
            min_value=0,
            max_value=bounds.SEED.most,
            width=150,
        )
