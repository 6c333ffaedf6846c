"""Files: did my files load as I meant? What to do first, where to drop files, and a row for each."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.doctor import PLACES
from cwsdiag.languages import _, lazy, n_, translated
from cwsdiag.languages.visible import escape, visible
from cwsdiag.project import FileSet
from cwsdiag.ui.data import cached, catalogue
from cwsdiag.ui.host import server
from cwsdiag.ui.import_report import cards, keeping
from cwsdiag.ui.own import uploads
from cwsdiag.ui.shell import empty, navigation, private_gold, state, view, widgets
from cwsdiag.views.wording import listed

if TYPE_CHECKING:
    from pathlib import Path

    from cwsdiag.doctor import Place
    from cwsdiag.loading import Loaded
    from cwsdiag.ui.data.catalogue import Entry

_WANTED = lazy(
    "Gold, training data or a word list, what each segmenter made of the gold text, the raw text, difficulties: any "
    "number of files, in any order, in every usual encoding and format."
)
_ROLES: tuple[Place, ...] = ("gold", "training", "weights", "labels")


def page() -> None:
    """Draw the page."""
    seen = view.current()
    for problem in seen.catalogue.problems:
        widgets.box("error", translated(problem), title=_("A project cannot be opened"))
    uploaded, entry = catalogue.uploads(), seen.entry
    own = entry is None or entry.id == catalogue.UPLOAD
    if entry is None and not uploaded.everything:
        widgets.lead(
            _("Give a gold file and what one or more segmenters made of its text, and see where each of them fails."),
            _("Training data is optional: it adds OOV scores and five attributes.") + " " + keeping.promise(),
        )
        empty.buttons(empty.open_sample(seen))
    # Uploads without a gold file are no dataset yet, and wait here beside whichever is open.
    waiting = cached.uploaded(uploaded) if uploaded.everything and (own or uploaded.gold is None) else None
    if waiting is not None:
        _next_step(uploaded, waiting)
        _missing(uploaded)
    elif entry is not None:
        _next_step(entry.files, cached.loaded(entry))
    what, why = uploads.refused()
    if why:
        widgets.box("error", why, title=what)
    places(expanded=own)
    keeping.panel(seen)
    if entry is not None:
        _origin(entry)
    if waiting is not None:
        done = uploaded.gold.options.normalise if uploaded.gold else ()
        if done:
            label = _("Undo {normalisations} in all files", normalisations=listed(done))
            st.button(label, on_click=uploads.change, args=(FileSet.as_they_are,))
        cards.cards(catalogue.UPLOAD, uploaded, waiting)
    if entry is not None and not own:
        cards.cards(entry.id, entry.files, cached.loaded(entry))


def places(*, expanded: bool) -> None:
    """Draw where files come from: one place to drop them all on, and the server's folder where it has one."""
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
            on_change=uploads.take,
            help=translated(_WANTED),
        )
        widgets.note(_("Content and name tell what each file is; its row says it, and lets you change it."))
        if root is not None:
            _path(root)


def _path(root: Path) -> None:
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
        placeholder=_("Choose or type a path"),
        accept_new_options=True,
        format_func=visible,
        help=_(
            "Files that the server can read where they are; nothing is copied. Only this folder can be named. The "
            "first {number:,} are listed.",
            number=uploads.MOST_OFFERED,
        ),
    )
    problem = uploads.path_problem(root, name) if name else ""
    right.button(_("Open this file"), key="open path", disabled=not name or bool(problem), on_click=uploads.open_path)
    if problem:
        widgets.box("error", problem)


def _next_step(files: FileSet, loaded: Loaded) -> None:
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
                args=("summary",),
            )
        roles = [translated(PLACES[place]) for place in _ROLES if files.one(place)]
        roles += [n_("{n:,} prediction", "{n:,} predictions", len(files.systems))] if files.systems else []
        roles += [n_("{n:,} raw text", "{n:,} raw texts", len(files.of("raw")))] if files.of("raw") else []
        roles += [_("{number:,} left out", number=len(files.of("out")))] if files.of("out") else []
        number = n_("{n:,} file", "{n:,} files", len(files.everything))
        sentence = _("{files}: {roles}.", files=number, roles=_(", ").join(roles))
        st.html(f'<p class="cw-said">{escape(sentence)}</p>', width="content")


def _missing(files: FileSet) -> None:
    """Say what is missing before anything can be compared, and ask what only the person knows."""
    if files.gold is None:
        widgets.box("info", _("Still missing: a gold file."))
    if not files.systems:
        widgets.box("info", _("Still missing: a prediction."))
    elif files.gold is None:
        keys = {file.key: file for file in files.systems}
        state.draw_input(
            "which file is gold",
            st.selectbox,
            value=None,
            # Emptied again, it says nothing.
            changed=lambda key: uploads.place({keys[key]: "gold"}) if key else None,
            label=_("Which file is gold?"),
            options=list(keys),
            format_func=lambda key: keys[key].file_name,
            placeholder=_("Choose the gold file"),
        )


def _origin(entry: Entry) -> None:
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
    if entry.origin == "board":
        source: str = _("a task of the board; the page Leaderboard opens others of its submissions")
    elif entry.origin == "sample":
        source = _("from the sample data; the project file says how its files are read")
    else:
        source = _("from the project of this server; the project file says how its files are read")
    if entry.origin != "upload":
        widgets.note(
            _(
                "{name}, {source}. Changed names and hidden systems are seen by you alone.",
                name=entry.files.name,
                source=source,
            )
        )
    if entry.withholds_gold:
        private_gold.part(view.current(), what=_("Gold and what systems made of it"))
