"""The Criteria page: do the datasets of a project agree on what a word is?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.errors import CwsdiagError
from cwsdiag.formats import NORMALISATIONS
from cwsdiag.study import distances
from cwsdiag.study.signature import corpora_signature
from cwsdiag.ui.criteria import fit, maps, matrix, sources, transfer
from cwsdiag.ui.criteria.bench import Bench, points
from cwsdiag.ui.data import project_data
from cwsdiag.ui.shell import doors, state, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.shell.view import current
from cwsdiag.views.wording import listed, on_page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.ui.data.project_data import Studied

# By key of the normalisation: what a button has room for.
_SHORT = {
    "nfkc": "full to half width",
    "t2s": "traditional to simplified",
    "numbers": "digits to 0",
    "latin": "Latin letters to X",
}
_NO_TRAINING = (
    "No dataset here has segmented training text, and criteria are read off training text. Name it in the project: "
    "train = …, one sentence per line, blanks between words."
)
# By the name of a part in the address: what it is called, what draws it.
PARTS = {
    "consistency": ("Consistency", matrix.part),
    "transfer": ("Transfer", transfer.part),
    "maps": ("Maps", maps.part),
    "sources": ("Sources", sources.part),
    "fit": ("My own text", fit.part),
}


def page() -> None:
    """Draw the page."""
    widgets.page_head("Criteria")
    view = current()
    chosen = project_data.studied(view)
    if chosen is None:
        doors.without_project("criteria", project_data.NOT_OF_A_PROJECT, view)
        return
    part = state.choose(Key.PART, PARTS, default=next(iter(PARTS))) or next(iter(PARTS))
    head = st.container()
    _controls(chosen, part)
    try:
        bench = Bench(chosen, project_data.corpora_of(chosen), project_data.matrix_of(chosen))
    except CwsdiagError as error:  # with the controls in reach: another normalisation may do
        widgets.box("error", on_page(error), title="These texts cannot be compared")
        return
    if not bench.trainable:
        ways = (doors.to_files("See what the datasets have"), doors.open_sample("criteria", view))
        doors.dead_end("criteria", _NO_TRAINING, *ways)
        return
    with head:
        widgets.lead(*headline(bench))
    if len(bench.names) == 1:
        doors.buttons("criteria", doors.open_sample("criteria", view))
    _remarks(bench)
    settings = PARTS[part][1](bench)
    said = {"normalise": ",".join(chosen.normalise) or project_data.AS_THEY_ARE, **settings}
    widgets.signature_line(corpora_signature(bench.corpora, said))


def _controls(chosen: Studied, part: str) -> None:
    """Draw what chooses the part of the page, and what is done to all texts alike."""
    with widgets.controls("criteria"), st.container(horizontal=True, vertical_alignment="center", key="criteria parts"):
        widgets.segments(Key.PART, {key: name for key, (name, _) in PARTS.items()}, part, label="Part of the page")
        label = ", ".join(chosen.normalise) or "as they are"
        with st.popover(f"Texts: {label}", icon=":material/spellcheck:", help="What is done to all texts alike."):
            state.bind(
                Key.NORMALISE,
                st.pills,
                value=[key for key in NORMALISATIONS if key in chosen.normalise],
                to_text=lambda keys: normalise_text(keys, chosen.spec.normalise),
                label="Done to the texts of all datasets alike, before anything is counted",
                options=list(NORMALISATIONS),
                format_func=lambda key: _SHORT.get(key, key),
                selection_mode="multi",
            )
            for normalisation in NORMALISATIONS.values():
                widgets.note(f"{normalisation.key}: {normalisation.label}.")


def normalise_text(keys: Sequence[str], usual: Sequence[str]) -> str | None:
    """Return a choice of normalisations as the address has it; None for what the project says anyway."""
    chosen = [key for key in NORMALISATIONS if key in keys]
    return None if set(chosen) == set(usual) else ",".join(chosen) or project_data.AS_THEY_ARE


def _remarks(bench: Bench) -> None:
    """Say which datasets are missing, here or in the matrix."""
    if bench.chosen.left_out:
        widgets.box("warning", f"Left out, as their gold cannot be used: {listed(bench.chosen.left_out)}.")
    lists = [one.name for one in bench.corpora if one.training is not None and not one.training.has_text]
    if lists:
        widgets.box("info", f"{listed(lists)}: the training data is a word list, which has no text to count in, so Ψ "
                    "under it is undefined.")  # fmt: skip
    without = [one.name for one in bench.corpora if one.training is None]
    if without:
        widgets.box("info", f"{listed(without)}: there is no training data, so only its test text has a Ψ.")


def headline(bench: Bench) -> tuple[str, str]:
    """Say which datasets are furthest from each other by Ψ, as one may quote it, and which nearest."""
    names, values = bench.names, bench.matrix.values
    if len(names) == 1:
        return (
            f"{names[0]} is the only dataset here, so there is no other criterion to compare with: Ψ of its training "
            f"data and its own test text is {values[0, 0]:.1f}."
        ), ""
    apart = distances(values)
    known = [
        (float(apart[row, column]), row, column)
        for row in range(len(names))
        for column in range(row + 1, len(names))
        if apart[row, column] == apart[row, column]
    ]
    if not known:
        return (
            "Only one dataset here has segmented training text, so no two criteria can be compared both ways; "
            "other test texts are compared with that one."
        ), ""
    (_, *furthest), (_, *nearest) = max(known), min(known)
    if len(known) == 1:
        return f"Two criteria can be compared: {_both_ways(bench, *furthest)}", ""
    return f"Furthest apart: {_both_ways(bench, *furthest)}", f"Nearest: {_both_ways(bench, *nearest)}"


def _both_ways(bench: Bench, first: int, second: int) -> str:
    """Return two datasets, and what the words of each lose under the other's training data."""
    values, names = bench.matrix.values, bench.names
    lost = sorted([values[second, second] - values[first, second], values[first, first] - values[second, first]])
    return (
        f"“{names[first]}” and “{names[second]}”. Under the other's training data their words have "
        f"Ψ {values[second, first]:.1f} and {values[first, second]:.1f}, {span(*lost)} their own."
    )


def span(least: float, most: float) -> str:
    """Return how far below something two values are, of which one may be above: ``0.9 above and 0.6 points below``."""
    low, high = f"{abs(least):.1f}", f"{abs(most):.1f}"
    if least >= 0 or low == "0.0":
        return f"{low} to {points(most)} below"
    return f"{high} to {points(-least)} above" if most < 0 else f"{low} above and {points(most)} below"
