"""The parts of the page Files above its cards: what to do first, and where to drop files."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.doctor import PLACES
from cwsdiag.languages import _, lazy, n_, translated
from cwsdiag.languages.visible import escape, visible
from cwsdiag.project import FileSet
from cwsdiag.ui.host import server
from cwsdiag.ui.import_report import keeping
from cwsdiag.ui.own import uploads
from cwsdiag.ui.shell import empty, navigation, private_gold, widgets
from cwsdiag.ui.shell.view import current
from cwsdiag.views.wording import listed

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from cwsdiag.ui.data.cached import LoadedFiles
    from cwsdiag.ui.data.catalogue import Entry
    from cwsdiag.ui.shell.view import View

_WHICH = "which file is gold"
_WANTED = lazy(
    "Gold, training data or a word list, what each segmenter made of the gold text, the raw text, difficulties: any "
    "number of files, in any order, in every usual encoding and format."
)


def first_steps(view: View) -> None:
    """Say what to do where nothing is loaded."""
    widgets.lead(
        _("Give a gold file and what one or more segmenters made of its text, and see where each of them fails."),
        _(
            "{one} {other}",
            one=_("Training data is optional: it adds OOV scores and five attributes."),
            other=keeping.promise(),
        ),
    )
    empty.buttons(empty.open_sample("data", view))


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
    title = (
        _("Upload your own files")
        if root is None
        else _("Upload your own files, or open some from the server's folder")
    )
    with widgets.controls("places"), st.expander(title, expanded=expanded, icon=":material/upload_file:"):
        st.file_uploader(
            _("Drop all files here, in any order"),
            key=uploads.uploader_key(),
            accept_multiple_files=True,
            on_change=calling(uploads.take),
            help=translated(_WANTED),
        )
        widgets.note(_("Content and name tell what each file is; its card says it, and lets you change it."))
        if root is not None:
            _path(root, calling(uploads.open_path))


def _path(root: Path, open_path: Callable[[], None]) -> None:
    """Draw the field for a path under the server's folder, and the button that opens the file there."""
    paths = uploads.offered(root)
    # What was typed must stay among the options, or the field would forget it.
    typed = st.session_state.get(uploads.PATH)
    left, right = st.columns([0.8, 0.2], vertical_alignment="bottom")
    name = left.selectbox(
        _("Path under the server's folder"),
        paths if typed is None or typed in paths else [*paths, typed],
        index=None,
        key=uploads.PATH,
        placeholder=_("Choose or type a path") if paths else _("No file here yet"),
        accept_new_options=True,
        format_func=visible,
        help=_("Files that the server can read where they are; nothing is copied. Only this folder can be named."),
    )
    problem = uploads.path_problem(root, name) if name else ""
    right.button(_("Open this file"), key="open path", disabled=not name or bool(problem), on_click=open_path)
    if problem:
        widgets.box("error", problem)
    if len(paths) == uploads.MOST_OFFERED:
        widgets.note(_("The first {number:,} files are listed; type the path of any other.", number=len(paths)))


def next_step(files: FileSet, loaded: LoadedFiles) -> None:
    """Say what is read as what, and draw the next step: to the results of the systems that are shown."""
    with widgets.controls("next step"), st.container(horizontal=True, vertical_alignment="center"):
        compared = () if loaded.dataset is None else loaded.dataset.systems
        count = len({system.name for system in compared} - files.hidden)
        if count:
            # No name of a system: the label of a button is Markdown.
            st.button(
                n_("See where this system fails", "See where these {n} systems fail", count),
                key="next step",
                type="primary",
                icon=":material/arrow_forward:",
                on_click=navigation.lead_to,
                args=("overview",),
            )
        st.html(f'<p class="cw-said">{escape(_read_as(files))}</p>', width="content")


def missing(files: FileSet) -> None:
    """Say what is missing before anything can be compared, and ask what only the person knows."""
    if files.gold is None and files.systems:
        keys = {file.key: file for file in files.systems}

        def chosen() -> None:
            key = st.session_state[_WHICH]
            # Emptied again, it says nothing.
            if key is not None:
                uploads.place({keys[key]: "gold"})

        widgets.box("info", _("Still missing: a gold file. Drop it, or say which of these is gold."))
        st.selectbox(
            _("Which file is gold?"),
            list(keys),
            index=None,
            format_func=lambda key: keys[key].file_name,
            key=_WHICH,
            placeholder=_("Choose the gold file"),
            on_change=chosen,
        )
        return
    if files.gold is None:
        widgets.box("info", _("Still missing: a gold file and a prediction."))
    elif not files.systems:
        widgets.box("info", _("Still missing: a prediction."))


def changes() -> None:
    """Say what the last act did to other files than the one it was about."""
    if uploads.said():
        widgets.box("info", "\n".join(uploads.said()))


def _read_as(files: FileSet) -> str:
    """Return how many files are read as what."""
    said = [translated(PLACES[place]) for place in ("gold", "training", "weights") if files.one(place)]
    said += [n_("{n:,} prediction", "{n:,} predictions", len(files.systems))] if files.systems else []
    said += [n_("{n:,} raw text", "{n:,} raw texts", len(files.of("raw")))] if files.of("raw") else []
    said += [_("{number:,} left out", number=len(files.of("out")))] if files.of("out") else []
    return _(
        "{files}: {roles}.",
        files=n_("{n:,} file", "{n:,} files", len(files.everything)),
        roles=reduce(lambda before, name: _("{names}, {name}", names=before, name=name), said),
    )


def undoing(files: FileSet) -> None:
    """Say what was done to the characters of all uploads, and draw the way back."""
    done = files.gold.options.normalise if files.gold else ()
    if done:
        label = _("Undo {normalisations} in all files", normalisations=listed(done))
        st.button(label, on_click=uploads.change, args=(FileSet.as_they_are,))


def origin(entry: Entry) -> None:
    """Say where a dataset comes from that is not the person's own, and what of it is hidden."""
    hidden = len(entry.files.hidden)
    if entry.files.systems and hidden == len(entry.files.systems):
        widgets.box("info", _("All systems are hidden. Show at least one to see results."))
    elif hidden:
        widgets.note(
            n_(
                "{n:,} system hidden: left out of all pages in this session.",
                "{n:,} systems hidden: left out of all pages in this session.",
                hidden,
            )
        )
    if entry.origin == "upload":
        return
    if entry.origin == "board":
        widgets.note(
            _(
                "{name}, a task of the board; the page Leaderboard opens others of its submissions. Changed names and "
                "hidden systems are seen by you alone.",
                name=entry.files.name,
            )
        )
        if entry.withholds_gold:
            private_gold.part(current(), what=_("Gold and what systems made of it"))
        return
    if entry.origin == "sample":
        message = _(
            "{name}, from the sample data; the project file says how its files are read. Changed names and hidden "
            "systems are seen by you alone.",
            name=entry.files.name,
        )
    else:
        message = _(
            "{name}, from the project this dashboard was started with; the project file says how its files are read. "
            "Changed names and hidden systems are seen by you alone.",
            name=entry.files.name,
        )
    widgets.note(message)
