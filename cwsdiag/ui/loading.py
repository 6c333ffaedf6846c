"""The parts of the Data page above its cards: what to do first, and where to drop files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.ui import state, uploads, widgets
from cwsdiag.ui.state import Key

if TYPE_CHECKING:
    from cwsdiag.formats import Role
    from cwsdiag.ui.files import FileSet
    from cwsdiag.ui.store import Entry
    from cwsdiag.ui.view import View

_PLACES: tuple[tuple[Role, str, str], ...] = (
    ("gold", "Gold", "The reference segmentation of the test text: one file."),
    ("training", "Training data, optional", "Segmented text, or a word list: one word a line, or word and count."),
    ("system", "Predictions", "What each segmenter made of the same test text: any number of files."),
)


def first_steps(view: View) -> None:
    """Say what to do where nothing is loaded."""
    if view.missing:
        widgets.box("warning", widgets.missing_dataset(view.missing))
    widgets.lead(
        "Give a gold file and what one or more segmenters made of its text, and see where each of them fails.",
        "Training data is optional: it adds OOV scores and five attributes. What you upload stays in your session.",
    )
    samples = [entry for entry in view.catalogue.entries.values() if entry.origin == "sample"]
    if samples:
        st.button(
            "Open the sample data",
            type="primary",
            on_click=state.put,
            args=(Key.DATASET, samples[0].id),
            help="Two small datasets, news and microblog, with the output of three segmenters.",
        )


def uploaders(*, expanded: bool) -> None:
    """Draw the three places to drop files on."""
    with st.expander("Upload your own files", expanded=expanded, icon=":material/upload_file:"):
        for column, (role, label, help) in zip(st.columns(len(_PLACES)), _PLACES, strict=True):
            column.file_uploader(
                label,
                key=uploads.uploader_key(role),
                accept_multiple_files=role == "system",
                on_change=uploads.take,
                args=(role,),
                help=help,
            )


def still_missing(files: FileSet) -> None:
    """Say what is missing before anything can be compared."""
    wanted = [name for name, there in (("a gold file", files.gold), ("a prediction", files.systems)) if not there]
    if wanted:
        widgets.box("info", f"Still missing: {' and '.join(wanted)}.")


def undoing(files: FileSet) -> None:
    """Say what was done to the characters of all uploads, and draw the way back."""
    done = files.gold.options.normalise if files.gold else ()
    if done:
        st.button(f"Undo {' and '.join(done)} in all files", on_click=uploads.undo_normalising)


def origin(entry: Entry) -> None:
    """Say where a dataset comes from that is not the person's own."""
    where = "the sample data" if entry.origin == "sample" else "the project this dashboard was started with"
    widgets.note(f"{entry.files.name}, from {where}; its project file says how its files are read.")
