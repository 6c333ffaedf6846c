"""The settings of a committee, which the address says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import streamlit as st

from cwsdiag.arguments import Whole, bounds
from cwsdiag.difficulty import LEARNERS, TEMPLATES, CommitteeSettings, Learner, learner_of
from cwsdiag.errors import SettingError
from cwsdiag.languages import _, lazy, translated
from cwsdiag.ui.shell import state, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.views.wording import on_page, template_said

if TYPE_CHECKING:
    from collections.abc import Sequence

_RATIOS = (5, 10, 20, 30, 50, 80, 100)
_MEMBERS = Whole(1, 1000)
USUAL = CommitteeSettings()
_LEARNERS = {"perceptron": lazy("perceptron"), "crf": lazy("crf")}


def named() -> dict[str, Any]:
    """Return the settings that the address names; what makes no sense is dropped from it."""
    settings = {
        "members": _whole(Key.MEMBERS, _MEMBERS),
        "seed": _whole(Key.SEED, bounds.SEED),
        "templates": tuple(f"F{number}" for number in _some(Key.TEMPLATES, [name[1:] for name in TEMPLATES])),
        "ratios": tuple(map(int, _some(Key.RATIOS, list(map(str, _RATIOS))))),
        "learner": state.choose(Key.LEARNER, LEARNERS),
    }
    return {name: value for name, value in settings.items() if value not in (None, ())}


def _whole(key: Key, bound: Whole) -> int | None:
    value = bound.read(state.get(key) or "")
    if value is None:
        state.choose(key, ())
    return value


def _some(key: Key, options: Sequence[str]) -> list[str]:
    chosen = (state.get(key) or "").split(",")
    if set(chosen) <= set(options):
        return chosen
    state.choose(key, ())
    return []


def forget() -> None:
    """In a callback: ask for no committee."""
    for key in (Key.MEMBERS, Key.SEED, Key.TEMPLATES, Key.RATIOS, Key.LEARNER):
        state.put(key, None)


def learner_named(name: str) -> tuple[Learner | None, str]:
    """Return a learner, or why it cannot be used."""
    learner = learner_of(name)
    try:
        learner.require()
    except SettingError as error:
        return None, on_page(error)
    return learner, ""


def controls(chosen: dict[str, Any], *, in_use: int | None) -> None:
    """Draw the settings.

    Args:
        chosen: those that the address names.
        in_use: how many members stand behind the difficulties that are there without asking; None where the usual
            committee would be made for them.
    """
    members = chosen.get("members", USUAL.members if in_use is None or chosen else in_use)
    state.bind(
        Key.MEMBERS,
        st.number_input,
        value=min(members, _MEMBERS.most),
        default=None if in_use else USUAL.members,
        label=_("K, members"),
        min_value=1,
        max_value=_MEMBERS.most,
        width=130,
    )
    with st.popover(_("Settings"), icon=":material/tune:", help=_("What members draw from, and how they learn.")):
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
            format_func=template_said,
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
        widgets.note(
            _("Members are kept in the server's cache folder: a larger K, or a stopped run, learns only what is new.")
        )
