"""What is set of a committee, and where: its settings in the address, what else is chosen beside it in the session."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import partial
from typing import Any

import streamlit as st

from cwsdiag.arguments import Whole, bounds
from cwsdiag.difficulty import LEARNERS, TEMPLATES, CommitteeSettings, learner_of
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
_KEYS = {
    "members": Key.MEMBERS,
    "seed": Key.SEED,
    "templates": Key.TEMPLATES,
    "ratios": Key.RATIOS,
    "learner": Key.LEARNER,
}


@dataclass(frozen=True)
class Asked:
    """What the address says of a committee; None for what it does not say."""

    members: int | None = None
    seed: int | None = None
    templates: tuple[str, ...] | None = None
    ratios: tuple[int, ...] | None = None
    learner: str | None = None

    def __bool__(self) -> bool:
        """Return whether it says anything."""
        return any(getattr(self, one.name) is not None for one in fields(self))

    def settings(self) -> CommitteeSettings:
        """Return the settings, the usual ones where nothing is said.

        Raises:
            SettingError: the learner is not installed.
        """
        learner = USUAL.learner if self.learner is None else learner_of(self.learner)
        learner.require()
        said = {name: getattr(self, name) for name in ("members", "seed", "templates", "ratios")}
        known = {name: value for name, value in said.items() if value is not None}
        return CommitteeSettings(**known, learner=learner)


def asked() -> Asked:
    """Return what the address says; what makes no sense is dropped from it."""
    found: dict[str, Any] = {}
    for name, key in _KEYS.items():
        text = state.get(key)
        try:
            found[name] = None if text is None else _READ[name](text)
        except ValueError:
            state.choose(key, ())
    return Asked(**found)


def forget() -> None:
    """In a callback: ask for no committee."""
    for key in _KEYS.values():
        state.put(key, None)


def settings(said: Asked) -> tuple[CommitteeSettings | None, str]:
    """Return the settings that are asked for, or why there is no such committee."""
    try:
        return said.settings(), ""
    except SettingError as error:
        return None, on_page(error)


def learner_said(name: str) -> str:
    """Return the name of a learner as people read it."""
    return translated(_CALLED.get(name, name))


def settings_said(chosen: CommitteeSettings) -> str:
    """Return settings in words."""
    ratios = listed([f"{ratio:g}" for ratio in chosen.ratios], "or")
    return _(
        "K = {members}, learner {learner}, each with {templates} and {ratios} % of the training sentences, seed {seed}",
        members=n_("{n:,} member", "{n:,} members", chosen.members),
        learner=learner_said(str(chosen.learner)),
        templates=templates_said(chosen.templates, "or"),
        ratios=ratios,
        seed=chosen.seed,
    )


def members(said: Asked, *, in_use: int | None) -> None:
    """Draw K.

    Args:
        said: what the address says.
        in_use: how many members stand behind the difficulties that are there without asking; None where the usual
            committee would be made for them.
    """
    shown = said.members or (USUAL.members if in_use is None or said else in_use)
    _draw("members", st.number_input, value=min(shown, _MOST_MEMBERS), default=None if in_use else USUAL.members,
          label=_("K, members"), min_value=1, max_value=_MOST_MEMBERS, width=130)  # fmt: skip


def label(said: Asked, *, given: bool) -> str:
    """Return what is set but for K, in short; where nothing is, the difficulties are others."""
    if given and not said:
        return _("Settings")
    chosen = {one.name: getattr(said, one.name) for one in fields(said)}
    templates, ratios = chosen["templates"] or USUAL.templates, chosen["ratios"] or USUAL.ratios
    percent = " ".join(f"{ratio:g}" for ratio in ratios)
    seed = USUAL.seed if said.seed is None else said.seed
    return _(
        "{learner} · {templates} · {percent} % · seed {seed}",
        learner=learner_said(said.learner or str(USUAL.learner)),
        templates=templates_said(templates),
        percent=percent,
        seed=seed,
    )


def form(said: Asked) -> None:
    """Draw the settings but for K."""
    _draw(
        "learner",
        st.segmented_control,
        value=said.learner or USUAL.learner.name,
        default=USUAL.learner.name,
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
    _draw("templates", st.pills, value=list(said.templates or USUAL.templates), default=list(USUAL.templates),
          label=_("Feature templates, one of which each member draws"), options=TEMPLATES,
          format_func=template_said, **several)  # fmt: skip
    _draw("ratios", st.pills, value=list(said.ratios or map(int, USUAL.ratios)), default=list(USUAL.ratios),
          label=_("Per cent of the training sentences that it draws"), options=_RATIOS, **several)  # fmt: skip
    _draw("seed", st.number_input, value=said.seed or 0, default=USUAL.seed,
          label=_("Seed of the draws"), min_value=0, max_value=bounds.SEED.most, width=150)  # fmt: skip
    widgets.note(translated(CACHE_HELP))


def _draw(name: str, draw: Callable[..., Any], *, value: Any, default: Any, **options: Any) -> None:
    """Draw an input widget that asks for something; the usual, and nothing at all, is not said in the address."""

    def changed(given: Any) -> None:
        several = isinstance(given, list)
        is_usual = given is None or (sorted(given) in ([], sorted(default)) if several else given == default)
        text = ",".join(str(one).removeprefix("F") for one in sorted(given)) if several else str(given)
        state.put(_KEYS[name], None if is_usual else text)

    state.draw_input(f"committee {name}", draw, value=value, changed=changed, **options)


def _whole(text: str, bound: Whole) -> int:
    number = bound.read(text)
    if number is None:
        raise ValueError(text)
    return number


def _some(text: str, options: tuple[Any, ...], read: Callable[[str], Any]) -> tuple[Any, ...]:
    chosen = {read(one) for one in text.split(",")}
    if not chosen <= {*options}:
        raise ValueError(text)
    return tuple(sorted(chosen))


def _learner(text: str) -> str:
    if text not in LEARNERS:
        raise ValueError(text)
    return text


_READ: dict[str, Callable[[str], Any]] = {
    "members": partial(_whole, bound=Whole(1, _MOST_MEMBERS)),
    "seed": partial(_whole, bound=bounds.SEED),
    # Written as people read them; F2, as the command line has it, is understood.
    "templates": lambda text: _some(text, TEMPLATES, lambda one: f"F{one.removeprefix('F')}"),
    "ratios": lambda text: _some(text, _RATIOS, int),
    "learner": _learner,
}


def _memory() -> dict[str, Any]:
    """Return what is chosen beside the committee, which outlives a visit to other pages."""
    usual = {"curve template": "F2", "curve learner": "perceptron", "sample": 0}
    memory: dict[str, Any] = st.session_state.setdefault(_MEMORY, usual)
    return memory


def remembered(name: str, draw: Callable[..., Any] | None = None, **options: Any) -> Any:
    """Return what was chosen, after drawing the input widget that chooses it, where one is given."""
    memory = _memory()
    if draw is not None:
        changed = partial(memory.__setitem__, name)
        state.draw_input(f"committee {name}", draw, value=memory[name], changed=changed, **options)
    return memory[name]


def set_to(name: str, value: Any) -> None:
    """Choose something without a widget."""
    _memory()[name] = value
