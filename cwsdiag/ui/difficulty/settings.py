"""What is set of a committee, and where: its settings in the address, what else is chosen beside it in the session."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import streamlit as st

from cwsdiag.arguments import Whole, bounds
from cwsdiag.difficulty import LEARNERS, TEMPLATES, CommitteeSettings, Learner, learner_of
from cwsdiag.errors import SettingError
from cwsdiag.languages import _, lazy, n_, translated
from cwsdiag.ui.shell import state, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.views.wording import listed, on_page, template_said, templates_said

_MEMORY = "beside the committee"
_RATIOS = (5, 10, 20, 30, 50, 80, 100)
_MOST_MEMBERS = 1000
USUAL = CommitteeSettings()
CACHE_HELP = lazy(
    "Members are kept in the server's cache folder: a larger K, or a stopped run, learns only what is new."
)
# Learners, as people call them.
_CALLED: dict[str, str] = {"perceptron": lazy("perceptron"), "crf": lazy("crf")}


def _whole(text: str, bound: Whole) -> int:
    number = bound.read(text)
    if number is None:
        raise ValueError(text)
    return number


def _some(text: str, options: tuple[Any, ...], read: Callable[[str], Any] = str) -> tuple[Any, ...]:
    chosen = {read(one) for one in text.split(",")}
    if not chosen <= {*options}:
        raise ValueError(text)
    return tuple(sorted(chosen))


# By the name of a setting: what the address calls it, and how that is read. Templates are written as people read them;
# F2, as the command line has it, is understood.
_SETTINGS: dict[str, tuple[Key, Callable[[str], Any]]] = {
    "members": (Key.MEMBERS, partial(_whole, bound=Whole(1, _MOST_MEMBERS))),
    "seed": (Key.SEED, partial(_whole, bound=bounds.SEED)),
    "templates": (Key.TEMPLATES, lambda text: _some(text, TEMPLATES, lambda one: f"F{one.removeprefix('F')}")),
    "ratios": (Key.RATIOS, lambda text: _some(text, _RATIOS, int)),
    "learner": (Key.LEARNER, lambda text: _some(text, tuple(LEARNERS))[0]),
}


def asked() -> dict[str, Any]:
    """Return the settings that the address names; what makes no sense is dropped from it."""
    named: dict[str, Any] = {}
    for name, (key, read) in _SETTINGS.items():
        text = state.get(key)
        try:
            named |= {} if text is None else {name: read(text)}
        except ValueError:
            state.choose(key, ())
    return named


def forget() -> None:
    """In a callback: ask for no committee."""
    for key, _read in _SETTINGS.values():
        state.put(key, None)


def settings_of(named: dict[str, Any]) -> tuple[CommitteeSettings | None, str]:
    """Return the settings of a committee, the usual ones where the address names none; or why there is none such."""
    learner, problem = learner_named(named.get("learner", USUAL.learner.name))
    return (None if learner is None else CommitteeSettings(**{**named, "learner": learner})), problem


def learner_named(name: str) -> tuple[Learner | None, str]:
    """Return a learner, or why it cannot be used."""
    learner = learner_of(name)
    try:
        learner.require()
    except SettingError as error:
        return None, on_page(error)
    return learner, ""


def learner_said(name: str) -> str:
    """Return the name of a learner as people read it."""
    return translated(_CALLED.get(name, name))


def settings_said(chosen: CommitteeSettings) -> str:
    """Return settings in words."""
    return _(
        "K = {members}, learner {learner}, each with {templates} and {ratios} % of the training sentences, seed {seed}",
        members=n_("{n:,} member", "{n:,} members", chosen.members),
        learner=learner_said(str(chosen.learner)),
        templates=templates_said(chosen.templates, "or"),
        ratios=listed([f"{ratio:g}" for ratio in chosen.ratios], "or"),
        seed=chosen.seed,
    )


def controls(named: dict[str, Any], *, in_use: int | None) -> None:
    """Draw the settings.

    Args:
        named: those that the address names.
        in_use: how many members stand behind the difficulties that are there without asking; None where the usual
            committee would be made for them.
    """
    usual = {name: getattr(USUAL, name) for name in _SETTINGS} | {"learner": USUAL.learner.name}
    now = usual | named
    shown = now["members"] if in_use is None or named else in_use
    _draw("members", st.number_input, value=min(shown, _MOST_MEMBERS), default=None if in_use else USUAL.members,
          label=_("K, members"), min_value=1, max_value=_MOST_MEMBERS, width=130)  # fmt: skip
    # Where nothing is named and difficulties are there, these are others.
    label = (
        _("Settings")
        if in_use is not None and not named
        else _(
            "{learner} · {templates} · {percent} % · seed {seed}",
            learner=learner_said(now["learner"]),
            templates=templates_said(now["templates"]),
            percent=" ".join(f"{ratio:g}" for ratio in now["ratios"]),
            seed=now["seed"],
        )
    )
    with st.popover(label, icon=":material/tune:", help=_("What members draw from, and how they learn.")):
        _draw(
            "learner",
            st.segmented_control,
            value=now["learner"],
            default=usual["learner"],
            label=_("Learner"),
            options=list(LEARNERS),
            format_func=learner_said,
            required=True,
            help=_(
                "An averaged perceptron, ten passes; or a CRF until it has converged, which takes minutes and needs "
                "python-crfsuite on the server."
            ),
        )
        several: dict[str, Any] = {"selection_mode": "multi"}
        _draw("templates", st.pills, value=list(now["templates"]), default=list(USUAL.templates),
              label=_("Feature templates, one of which each member draws"), options=TEMPLATES,
              format_func=template_said, **several)  # fmt: skip
        _draw("ratios", st.pills, value=list(map(int, now["ratios"])), default=list(USUAL.ratios),
              label=_("Per cent of the training sentences that it draws"), options=_RATIOS, **several)  # fmt: skip
        _draw("seed", st.number_input, value=now["seed"], default=USUAL.seed,
              label=_("Seed of the draws"), min_value=0, max_value=bounds.SEED.most, width=150)  # fmt: skip
        widgets.note(CACHE_HELP)


def _draw(name: str, draw: Callable[..., Any], *, value: Any, default: Any, **options: Any) -> None:
    """Draw an input widget that asks for something; the usual, and nothing at all, is not said in the address."""

    def changed(chosen: Any) -> None:
        several = isinstance(chosen, list)
        is_usual = chosen is None or (sorted(chosen) in ([], sorted(default)) if several else chosen == default)
        text = ",".join(str(one).removeprefix("F") for one in sorted(chosen)) if several else str(chosen)
        state.put(_SETTINGS[name][0], None if is_usual else text)

    state.draw_input(f"committee {name}", draw, value=value, changed=changed, **options)


def memory() -> dict[str, Any]:
    """Return what is chosen beside the committee, which outlives a visit to other pages."""
    usual = {"curve template": "F2", "curve learner": "perceptron", "sample": 0}
    chosen: dict[str, Any] = st.session_state.setdefault(_MEMORY, usual)
    return chosen
