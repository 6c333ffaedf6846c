"""What the page Difficulty is given: the settings of a committee, difficulties of words, lists of idioms."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st

from cwsdiag.arguments import Whole, bounds
from cwsdiag.balanced import read_idioms
from cwsdiag.difficulty import LEARNERS, TEMPLATES, CommitteeSettings, Learner, learner_of
from cwsdiag.errors import CwsdiagError, SettingError
from cwsdiag.files import sample_project
from cwsdiag.formats.source import Source
from cwsdiag.languages import _, lazy
from cwsdiag.project import File
from cwsdiag.ui import state
from cwsdiag.ui.data import catalogue
from cwsdiag.ui.files import uploads
from cwsdiag.ui.shell import widgets
from cwsdiag.ui.shell.view import View
from cwsdiag.ui.state import Key
from cwsdiag.ui.work.results import kept
from cwsdiag.views.wording import in_turn, on_page, template_name
from cwsdiag.weights import read_weights

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


def learner_named(name: str) -> tuple[Learner, str]:
    """Return a learner, and why it cannot be used; empty where it can."""
    learner = learner_of(name)
    try:
        learner.require()
    except SettingError as error:
        return learner, on_page(error)
    return learner, ""


def controls(in_use: int | None) -> None:
    """Draw the settings.

    Args:
        in_use: how many members stand behind the difficulties that are there without asking; None where the usual
            committee would be made for them.
    """
    chosen = named()
    usual = USUAL.members if in_use is None or chosen else in_use
    state.bind(
        Key.MEMBERS,
        st.number_input,
        value=min(chosen.get("members", usual), _MEMBERS.most),
        default=None if in_use else USUAL.members,
        label=_("K, members"),
        min_value=1,
        max_value=_MEMBERS.most,
        width=150,
    )
    with st.expander(_("Settings")):
        widgets.select(
            Key.LEARNER,
            _LEARNERS,
            chosen.get("learner", USUAL.learner.name),
            draw=st.segmented_control,
            default=USUAL.learner.name,
            label=_("Learner"),
            required=True,
            help=_(
                "An averaged perceptron, ten passes; or a CRF until it has converged, which takes minutes and needs "
                "python-crfsuite on the server."
            ),
        )
        widgets.select(
            Key.TEMPLATES,
            {name: template_name(name) for name in TEMPLATES},
            list(chosen.get("templates", USUAL.templates)),
            draw=st.pills,
            default=list(USUAL.templates),
            to_text=lambda names: ",".join(name[1:] for name in sorted(names)),
            label=_("Feature templates, one of which each member draws"),
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


_IDIOMS = "idioms of one's own"
# Whether a callback has changed the difficulties of a dataset: then all of the page rests on others.
CHANGED = "difficulties changed"


def uploader(view: View) -> None:
    """Draw where a file of difficulties is given, and what takes it back."""
    entry, gold = view.opened, view.look.dataset.gold

    def take(upload: Any) -> None:
        if upload is None:
            return
        file = File.uploaded("gold", upload.name, upload.getvalue())
        read_weights(file.source(), gold)
        take_back()
        if entry.id == catalogue.UPLOAD:
            uploads.give_difficulties(file)
        else:
            catalogue.own_weights(entry)["file"] = file

    def take_back() -> None:
        catalogue.own_weights(entry).clear()
        # A committee that the address asks for would stand before a file.
        forget()
        st.session_state[CHANGED] = True

    formats = _(
        ".weight: a number for each gold word; .weight_c: one for each character; .csv: a table, as `cwsdiag "
        "difficulty` writes it."
    )
    place = (
        _("It is kept with your files: see Files.") if entry.id == catalogue.UPLOAD else _("It stays in your session.")
    )
    help = in_turn(formats, place)
    _upload(_("File of difficulties"), ["weight", "weight_c", "csv", "gz"], "upload weights", take, help=help)
    if "file" in catalogue.own_weights(entry):
        label = _("Take back what this session gave")
        st.button(label, key="forget weights", icon=":material/undo:", on_click=take_back)


def _upload(label: str, endings: list[str], key: str, take: Callable[[Any], None], *, help: str) -> None:
    """Draw where a file is dropped, and why the last one was refused.

    Args:
        label: what is wanted.
        endings: of its name.
        key: of the widget.
        take: in a callback: takes what was dropped, None where that was taken away, or raises a ``CwsdiagError``.
        help: under the pointer.
    """
    refused = f"{key} refused"

    def dropped() -> None:
        try:
            take(st.session_state[key])
        except CwsdiagError as error:
            st.session_state[refused] = error

    st.file_uploader(label, type=endings, key=key, on_change=dropped, help=help)
    problem: CwsdiagError | None = st.session_state.pop(refused, None)
    if problem is not None:
        widgets.box("error", on_page(problem), title=_("This file does not fit: nothing was changed"))


def idioms(view: View) -> tuple[frozenset[str], str]:
    """Return the idioms to look for, and whose list it is, as a sentence says it."""
    own: tuple[frozenset[str], str] | None = st.session_state.get(_IDIOMS)
    # Over private gold a list of a single word would tell whether gold has it.
    file = None if view.withholds_gold else view.opened.files.one("idioms")
    if own is not None and not view.withholds_gold:
        return own[0], _("your list {name}", name=own[1])
    if file is not None:
        try:
            words = kept("server", "idioms", file.stamp, lambda: read_idioms(file.source()))
        except CwsdiagError as error:
            widgets.box("error", on_page(error), title=_("The list of idioms of this project cannot be used"))
        else:
            return words, _("the list {name} of this project", name=file.file_name)
    shipped = Source.from_path(sample_project().parent / "idioms.txt")
    return read_idioms(shipped), _("the list that comes with cwsdiag")


def idioms_control(view: View) -> None:
    """Draw where a list of idioms of one's own is given."""
    if view.withholds_gold:
        return

    def take(upload: Any) -> None:
        if upload is None:
            st.session_state.pop(_IDIOMS, None)
        else:
            words = read_idioms(Source.from_bytes(upload.name, upload.getvalue()))
            st.session_state[_IDIOMS] = (words, upload.name)

    help = _("Words between blanks or line ends. Only those of four characters count. It stays in your session.")
    with widgets.controls("idioms"), st.popover(_("Idioms"), icon=":material/list:", type="tertiary"):
        _upload(_("Your list of idioms"), ["txt", "gz"], "upload idioms", take, help=help)
