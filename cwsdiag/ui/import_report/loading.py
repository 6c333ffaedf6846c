"""The parts of the page Files above its cards: what to do first, and where to drop files."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.doctor import PLACES
from cwsdiag.ui.data import catalogue, rooted
from cwsdiag.ui.host import server
from cwsdiag.ui.import_report import keeping
from cwsdiag.ui.own import uploads
from cwsdiag.ui.shell import doors, navigation, private_gold, widgets
from cwsdiag.ui.shell.view import current
from cwsdiag.views.wording import counted

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from cwsdiag.ui.data.catalogue import Entry
    from cwsdiag.ui.data.files import FileSet
    from cwsdiag.ui.data.reading import LoadedFiles
    from cwsdiag.ui.shell.view import View

_WHICH = "which file is gold"
_WANTED = (
    "Gold, training data or a word list, what each segmenter made of the gold text, the raw text, difficulties: any "
    "number of files, in any order, in every usual encoding and format."
)


def first_steps(view: View) -> None:
    """Say what to do where nothing is loaded."""
    widgets.lead(
        "Give a gold file and what one or more segmenters made of its text, and see where each of them fails.",
        "Training data is optional: it adds OOV scores and five attributes. " + keeping.promise(),
    )
    doors.buttons("data", doors.open_sample("data", view))


def places(*, expanded: bool, then: Callable[[], None] | None = None) -> None:
    """Draw where files come from: one place to drop them all on, and the server's folder where it has one.

    Args:
        expanded: whether it is unfolded.
        then: called back once files were taken.
    """

    def calling(take: Callable[[], None]) -> Callable[[], None]:
        def called() -> None:
            take()
            if then is not None:
                then()

        return called

    root = server.settings().root
    title = "Upload your own files" if root is None else "Upload your own files, or open some from the server's folder"
    with widgets.controls("places"), st.expander(title, expanded=expanded, icon=":material/upload_file:"):
        st.file_uploader(
            "Drop all files here, in any order",
            key=uploads.uploader_key(),
            accept_multiple_files=True,
            on_change=calling(uploads.take),
            help=_WANTED,
        )
        widgets.note("Content and name tell what each file is; its card says it, and lets you change it.")
        if root is not None:
            _path(root, calling(uploads.open_path))


def _path(root: Path, open_path: Callable[[], None]) -> None:
    """Draw the field for a path under the server's folder, and the button that opens the file there."""
    paths = rooted.offered(root)
    # What was typed must stay among the options, or the field would forget it.
    typed = st.session_state.get(uploads.PATH)
    left, right = st.columns([0.8, 0.2], vertical_alignment="bottom")
    name = left.selectbox(
        "Path under the server's folder",
        paths if typed is None or typed in paths else [*paths, typed],
        index=None,
        key=uploads.PATH,
        placeholder="Choose or type a path" if paths else "No file here yet",
        accept_new_options=True,
        help="Files that the server can read where they are; nothing is copied. Only this folder can be named.",
    )
    problem = rooted.problem(root, name) if name else ""
    right.button("Open this file", key="open path", disabled=not name or bool(problem), on_click=open_path)
    if problem:
        widgets.box("error", problem)
    if len(paths) == rooted.MOST_OFFERED:
        widgets.note(f"The first {len(paths):,} files are listed; type the path of any other.")


def removed() -> None:
    """Say which file was removed last, and draw the way back."""
    file = uploads.removed()
    if file is not None:
        with widgets.controls("removed"), st.container(horizontal=True, vertical_alignment="center"):
            st.html(f'<p class="cw-note">{escape(file.name)} was removed.</p>', width="content")
            st.button("Undo", key="undo removing", type="tertiary", icon=":material/undo:", on_click=uploads.restore)


def next_step(files: FileSet, loaded: LoadedFiles) -> None:
    """Say what is read as what, and draw the next step: to the results of the systems that are shown."""
    with widgets.controls("next step"), st.container(horizontal=True, vertical_alignment="center"):
        compared = () if loaded.dataset is None else loaded.dataset.systems
        count = len({system.name for system in compared} - files.hidden)
        if count:
            # No name of a system: the label of a button is Markdown.
            whose = "this system fails" if count == 1 else f"these {count} systems fail"
            st.button(
                f"See where {whose}",
                key="next step",
                type="primary",
                icon=":material/arrow_forward:",
                on_click=navigation.lead_to,
                args=("overview",),
            )
        st.html(f'<p class="cw-said">{escape(_read_as(files))}</p>', width="content")


def missing(files: FileSet) -> None:
    """Say what is missing before anything can be compared, and ask what only the person knows."""
    if files.gold is None and files.systems and catalogue.may_edit(catalogue.UPLOAD):
        keys = {file.key: file for file in files.systems}

        def chosen() -> None:
            key = st.session_state[_WHICH]
            # Emptied again, it says nothing.
            if key is not None:
                uploads.place(keys[key], "gold")

        widgets.box("info", "Still missing: a gold file. Drop it, or say which of these is gold.")
        st.selectbox(
            "Which file is gold?",
            list(keys),
            index=None,
            format_func=lambda key: keys[key].file_name,
            key=_WHICH,
            placeholder="Choose the gold file",
            on_change=chosen,
        )
        return
    wanted = [name for name, there in (("a gold file", files.gold), ("a prediction", files.systems)) if not there]
    if wanted:
        widgets.box("info", f"Still missing: {' and '.join(wanted)}.")


def changes() -> None:
    """Say what the last act did to other files than the one it was about."""
    if uploads.said():
        widgets.box("info", "\n".join(uploads.said()))


def _read_as(files: FileSet) -> str:
    """Return how many files are read as what."""
    one = {"gold": files.gold, "training": files.training, "weights": files.weights}
    said = [PLACES[place] for place in PLACES if one.get(place) is not None]
    said += [counted(len(files.systems), "predictions")] if files.systems else []
    said += [counted(len(files.raw), "raw texts")] if files.raw else []
    said += [f"{len(files.out):,} left out"] if files.out else []
    return f"{counted(len(files.everything), 'files')}: {', '.join(said)}."


def undoing(files: FileSet) -> None:
    """Say what was done to the characters of all uploads, and draw the way back."""
    done = files.gold.options.normalise if files.gold else ()
    if done and catalogue.may_edit(catalogue.UPLOAD):
        st.button(f"Undo {' and '.join(done)} in all files", on_click=uploads.undo_normalising)


def origin(entry: Entry) -> None:
    """Say where a dataset comes from that is not the person's own, and what of it is hidden."""
    hidden = len(entry.files.hidden)
    if entry.files.systems and hidden == len(entry.files.systems):
        widgets.box("info", "All systems are hidden. Show at least one to see results.")
    elif hidden:
        widgets.note(f"{counted(hidden, 'systems')} hidden: left out of all pages in this session.")
    if entry.origin == "upload":
        return
    if entry.origin == "board":
        widgets.note(
            f"{entry.files.name}, a task of the board; the page Leaderboard opens others of its submissions. "
            "Changed names and hidden systems are seen by you alone."
        )
        if entry.withholds_gold:
            private_gold.part(current(), what="Gold and what systems made of it")
        return
    where = "the sample data" if entry.origin == "sample" else "the project this dashboard was started with"
    widgets.note(
        f"{entry.files.name}, from {where}; the project file says how its files are read. "
        "Changed names and hidden systems are seen by you alone."
    )
