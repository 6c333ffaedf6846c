"""The Criteria page: do the datasets of a project agree on what a word is?"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.errors import CwsdiagError
from cwsdiag.formats import NORMALISATIONS
from cwsdiag.languages import _, lazy, translated
from cwsdiag.signature import segmenter_part
from cwsdiag.ui.criteria import learning, parts, words
from cwsdiag.ui.criteria.bench import Bench
from cwsdiag.ui.data import project_data
from cwsdiag.ui.keeping import tray
from cwsdiag.ui.shell import empty, state, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.shell.view import current
from cwsdiag.views.look import Where
from cwsdiag.views.wording import listed, on_page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.ui.data.project_data import Studied

# By key of the normalisation: what a button has room for.
_SHORT: dict[str, str] = {
    "nfkc": lazy("full to half width"),
    "t2s": lazy("traditional to simplified"),
    "underscores": lazy("without _"),
    "numbers": lazy("digits to 0"),
    "latin": lazy("Latin letters to X"),
}
_NO_TRAINING = lazy(
    "No dataset here has segmented training text, and criteria are read off training text. Name it in the project: "
    "train = …, one sentence per line, blanks between words."
)
# By the name of a part in the address: what it is called, what draws it.
PARTS = {
    "consistency": (lazy("Consistency"), words.part),
    "transfer": (lazy("Transfer"), parts.transfer),
    "maps": (lazy("Maps"), parts.maps),
    "sources": (lazy("Sources"), parts.sources),
    "fit": (lazy("My own text"), parts.own_text),
}


def page() -> None:
    """Draw the page."""
    view = current()
    chosen = project_data.studied(view)
    if chosen is None:
        empty.without_project(project_data.NOT_OF_A_PROJECT, view)
        return
    part = state.choose(Key.PART, PARTS) or "consistency"
    head = st.container()
    _controls(chosen, part)
    # What exhibits are made from: the selected dataset, or the first where that is of none of the project.
    where = view.where if view.entry in chosen.entries else Where(chosen.entries[0].called)
    try:
        criteria, made = project_data.criteria_of(chosen), learning.made_transfers(chosen)
        learnt = {one.model: segmenter_part(one.model, chosen.normalise) for one in made}
        criteria = replace(criteria, transfers=(*criteria.transfers, *made), learnt=learnt)
        bench = Bench(**vars(criteria), chosen=chosen, look=tray.looks().look(where), head=head)
    except CwsdiagError as error:  # with the controls in reach: another normalisation may do
        widgets.box("error", on_page(error), title=_("These texts cannot be compared"))
        return
    if not bench.trainable:
        ways = (empty.to_files(lazy("See what the datasets have")), empty.open_sample(view))
        empty.empty_state(_NO_TRAINING, *ways)
        return
    if len(bench.names) == 1:
        empty.buttons(empty.open_sample(view))
    _remarks(bench)
    PARTS[part][1](bench)


def _controls(chosen: Studied, part: str) -> None:
    """Draw what chooses the part of the page, and what is done to all texts alike."""
    with widgets.controls("criteria", in_a_row=True):
        widgets.segments(
            Key.PART, {key: name for key, (name, *_draw) in PARTS.items()}, part, label=_("Part of the page")
        )
        done = _(", ").join(chosen.normalise) or _("as they are")
        label = _("Texts: {normalisations}", normalisations=done)
        with st.popover(label, icon=":material/spellcheck:", help=_("What is done to all texts alike.")):
            state.bind(
                Key.NORMALISE,
                st.pills,
                value=[key for key in NORMALISATIONS if key in chosen.normalise],
                to_text=lambda keys: normalise_text(keys, chosen.spec.normalise),
                label=_("Done to the texts of all datasets alike, before anything is counted"),
                options=list(NORMALISATIONS),
                format_func=lambda key: translated(_SHORT[key]) if key in _SHORT else key,
                selection_mode="multi",
            )
            for normalisation in NORMALISATIONS.values():
                widgets.note(_("{key}: {label}.", key=normalisation.key, label=translated(normalisation.label)))


def normalise_text(keys: Sequence[str], usual: Sequence[str]) -> str | None:
    """Return a choice of normalisations as the address has it; None for what the project says anyway."""
    chosen = [key for key in NORMALISATIONS if key in keys]
    return None if set(chosen) == set(usual) else ",".join(chosen) or project_data.AS_THEY_ARE


def _remarks(bench: Bench) -> None:
    """Say which datasets are missing, here or in the matrix."""
    if bench.chosen.left_out:
        left_out = listed(bench.chosen.left_out)
        widgets.box("warning", _("Left out, as their gold cannot be used: {datasets}.", datasets=left_out))
    lists = [one.name for one in bench.corpora if one.training is not None and not one.training.has_text]
    if lists:
        said = _(
            "{datasets}: the training data is a word list, which has no text to count in, so Ψ under it is undefined.",
            datasets=listed(lists),
        )
        widgets.box("info", said)
    without = [one.name for one in bench.corpora if one.training is None]
    if without:
        said = _("{datasets}: there is no training data, so only its test text has a Ψ.", datasets=listed(without))
        widgets.box("info", said)
