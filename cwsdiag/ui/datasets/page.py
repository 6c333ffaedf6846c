"""Datasets: what holds across them, and do they agree on what a word is?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.errors import CwsdiagError
from cwsdiag.formats import NORMALISATIONS
from cwsdiag.languages import _, lazy, translated
from cwsdiag.project.reader import CLASSES
from cwsdiag.ui.data.project_data import AS_THEY_ARE, NOT_OF_A_PROJECT, STUDY_BUCKETS, published_alone, studied
from cwsdiag.ui.datasets import criteria, systems
from cwsdiag.ui.datasets.room import Room
from cwsdiag.ui.shell import empty, state, widgets
from cwsdiag.ui.shell.in_place import in_place
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.shell.view import BUCKET_WAYS, current
from cwsdiag.views.across.systems import headline
from cwsdiag.views.wording import listed, on_page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.ui.data.project_data import Studied

# By the name of a view in the address: what it is called, what draws it. Those of scores need no texts.
SCORES = {
    "scores": (lazy("Scores on all datasets"), systems.scores),
    "components": (lazy("What parts of systems bring"), systems.components),
}
SYSTEMS = {
    **SCORES,
    "models": (lazy("Biases of systems"), systems.biases),
    "datasets": (lazy("Biases of datasets"), systems.datasets),
    "tests": (lazy("Tests over buckets"), systems.tests),
    "diagnosis": (lazy("Where systems fail"), systems.diagnosis),
}
CRITERIA = {
    "consistency": (lazy("Criteria: consistency"), criteria.consistency),
    "transfer": (lazy("Criteria: transfer"), criteria.transfer),
    "maps": (lazy("Criteria: maps"), criteria.maps),
    "sources": (lazy("Criteria: sources"), criteria.sources),
    "fit": (lazy("Criteria: my own text"), criteria.own_text),
}
VIEWS = SYSTEMS | CRITERIA


@in_place
def page() -> None:
    """Draw the page."""
    selection = current()
    chosen = studied(selection) or published_alone(selection)
    if chosen is None:
        empty.without_project(NOT_OF_A_PROJECT, selection)
        return
    views = VIEWS if chosen.entries else SCORES
    part = state.choose(Key.PART, views) or "scores"
    row = widgets.controls("views", in_a_row=True)
    with row:
        state.bind(
            Key.PART,
            st.selectbox,
            value=part,
            default="scores",
            label=_("View"),
            label_visibility="collapsed",
            options=list(views),
            format_func=lambda name: translated(views[name][0]),
            width=260,
        )
        if part in CRITERIA:
            _normalisation(chosen)
        elif part not in SCORES:
            _buckets(chosen)
    room = Room(selection, chosen, row)
    try:
        lacks = _lacks(room, part)
        if lacks:
            ways = (empty.to_files(lazy("See what the datasets have")), empty.open_sample(selection))
            empty.empty_state(lacks, *ways)
            return
        views[part][1](room)
    except CwsdiagError as error:  # with the choices in reach: another normalisation may do
        widgets.box("error", on_page(error), title=_("These texts cannot be compared"))
        return
    if len(chosen.entries) == 1:
        empty.buttons(empty.open_sample(selection))
    _sources(room, part)


def _lacks(room: Room, part: str) -> str:
    """Return what a view lacks; empty where it can be drawn."""
    if part in SYSTEMS:
        return "" if room.study.models or (room.chosen.spec.published and part in SCORES) else headline(room.study)[0]
    if room.criteria.trainable:
        return ""
    return _(
        "No dataset here has segmented training text, and criteria are read off training text. Name it in the project: "
        "train = …, one sentence per line, blanks between words."
    )


def _buckets(chosen: Studied) -> None:
    """Draw how every attribute is cut on each dataset."""
    numbers = {*STUDY_BUCKETS, chosen.buckets, chosen.spec.buckets} - {CLASSES}
    state.bind(
        Key.CUT,
        st.selectbox,
        value=chosen.buckets,
        default=chosen.spec.buckets,
        label=_("Buckets"),
        label_visibility="collapsed",
        options=[*sorted(numbers), CLASSES],
        format_func=lambda cut: (
            translated(BUCKET_WAYS[CLASSES]) if cut == CLASSES else _("{count} buckets of equal count", count=cut)
        ),
        width=230,
    )


def _normalisation(chosen: Studied) -> None:
    """Draw what is done to all texts alike."""
    done = _(", ").join(chosen.normalise) or _("as they are")
    with st.popover(_("Texts: {normalisations}", normalisations=done), icon=":material/spellcheck:"):
        state.bind(
            Key.NORMALISE,
            st.pills,
            value=[key for key in NORMALISATIONS if key in chosen.normalise],
            to_text=lambda keys: normalise_text(keys, chosen.spec.normalise),
            label=_("Done to the texts of all datasets alike, before anything is counted"),
            options=list(NORMALISATIONS),
            format_func=lambda key: translated(NORMALISATIONS[key].label),
            selection_mode="multi",
        )


def normalise_text(keys: Sequence[str], usual: Sequence[str]) -> str | None:
    """Return a choice of normalisations as the address has it; None for what the project says anyway."""
    chosen = [key for key in NORMALISATIONS if key in keys]
    return None if set(chosen) == set(usual) else ",".join(chosen) or AS_THEY_ARE


def _sources(room: Room, part: str) -> None:
    """Say what is looked at where that is not what is chosen above, and what had to be left out."""
    chosen, entry = room.chosen, room.selection.entry
    if not chosen.entries:
        widgets.note(_("This project holds published scores and no texts, so nothing here is measured."))
        return
    # What is of the same project and not among them was left out, which is said below.
    elsewhere = entry is None or entry.origin != chosen.entries[0].origin or not entry.files.name
    if elsewhere and (entry is None or entry.id not in [one.id for one in chosen.entries]):
        widgets.note(
            _("Only datasets of a project are compared here, not uploaded files: these are of the server's project.")
        )
    if chosen.left_out:
        left_out = listed(list(chosen.left_out))
        widgets.note(_("Left out, because they cannot be used: {datasets}. Files says why.", datasets=left_out))
    if part in CRITERIA and (without := [one.name for one in room.criteria.corpora if one.running is None]):
        widgets.note(
            _(
                "{datasets}: there is no training text to count in, so Ψ under it is undefined.",
                datasets=listed(without),
            )
        )
