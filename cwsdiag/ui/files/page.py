"""Files: is this what I meant? A row for each, and where to drop more; at first a picture of what comes of them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.charts.sizes import PANELS
from cwsdiag.languages import _, n_, translated
from cwsdiag.languages.visible import visible
from cwsdiag.project.icwb2 import is_icwb2
from cwsdiag.ui.data import cached, catalogue, workspace
from cwsdiag.ui.files import keeping, uploads
from cwsdiag.ui.files.rows import rows
from cwsdiag.ui.host import recent, server, who
from cwsdiag.ui.shell import empty, navigation, private_gold, show, state, view, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.views.look import Where

if TYPE_CHECKING:
    from pathlib import Path

    from cwsdiag.loading import Loaded
    from cwsdiag.project import FileSet
    from cwsdiag.ui.shell.view import View


def page() -> None:
    """Draw the page."""
    seen = view.current()
    catalogue.changed()
    for problem in seen.catalogue.problems:
        widgets.box("error", translated(problem), title=_("A project cannot be opened"))
    if kept := workspace.problem():
        widgets.box("warning", kept, title=_("Not all files are kept on the server"))
    what, why = uploads.refused()
    if why:
        widgets.box("error", why, title=what)
    uploaded, entry = catalogue.uploads(), seen.entry
    own = entry is None or entry.id == catalogue.UPLOAD
    if entry is None and not uploaded.everything:
        _start(seen)
        return
    # Uploads without a gold file are no dataset yet, and wait here beside whichever is open.
    if uploaded.everything and (own or uploaded.gold is None):
        loaded = cached.uploaded(uploaded)
        _next_step(uploaded, loaded)
        rows(catalogue.UPLOAD, uploaded, loaded, entry if own else None)
    if entry is not None and not own:
        loaded = cached.loaded(entry)
        _next_step(entry.files, loaded)
        if entry.withholds_gold:
            private_gold.part(seen, what=_("Gold and what systems made of it"))
        rows(entry.id, entry.files, loaded, entry)
    _places()
    keeping.panel(seen)
    _recent()


def _start(seen: View) -> None:
    """Draw where to begin: a place for files, and the sample with a picture of what is seen of it."""
    sample = empty.open_sample(seen)
    widgets.lead(_("Where does a word segmenter fail, and is another one really better?"))
    left, right = st.columns([0.6, 0.4], gap="large", vertical_alignment="bottom")
    with left:
        _places()
    with right:
        empty.buttons(empty.to_scores(seen), sample)
        _recent()
    entry = next((one for one in seen.catalogue.entries.values() if one.origin == "sample"), None)
    look = None if entry is None else cached.look(entry, Where(entry.called))
    if entry is None or look is None or sample is None:
        return
    pair = dict(zip("ab", look.best_first, strict=False))
    look = replace(look, colours=cached.colours_of_names(seen.catalogue.beside(entry), entry), roles=pair)
    panels = show.exhibit(look, "compare", system=pair["a"], other=pair["b"])
    with st.container(key="living"):
        show.chart(panels, key="picture", click=lambda _mark: sample.act(), size=PANELS)


def _places() -> None:
    """Draw where files come from: one place to drop them all on, and the server's folder where it has one."""
    with widgets.controls("places"):
        st.file_uploader(
            _("Drop gold, predictions and training data here, in any order"),
            key=uploads.uploader_key(),
            accept_multiple_files=True,
            on_change=uploads.take,
            help=keeping.promise(),
        )
        if (root := server.settings().root) is not None:
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
    """Draw the way to the results of the systems that are shown, or ask for what they need."""
    compared = () if loaded.dataset is None else loaded.dataset.systems
    count = len({system.name for system in compared} - files.hidden)
    if count:
        with widgets.controls("next step"):
            st.button(
                n_("See where this system fails", "See where these {n} systems fail", count),
                key="next step",
                type="primary",
                icon=":material/arrow_forward:",
                on_click=navigation.lead_to,
                args=("summary",),
            )
    elif files.hidden:
        widgets.box("info", _("All systems are hidden. Show at least one to see results."))
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
            changed=lambda key: uploads.place(catalogue.UPLOAD, {keys[key]: "gold"}) if key else None,
            label=_("Which file is gold?"),
            options=list(keys),
            format_func=lambda key: keys[key].file_name,
            placeholder=_("Choose the gold file"),
        )


def _recent() -> None:
    """Offer the projects that were opened before, to who sits at the machine."""
    projects = recent.known() if who.is_owner() and server.settings().project is None else {}
    if not projects:
        return
    st.caption(_("Opened before"))
    with st.container(horizontal=True, key="recent projects"):
        for id, path in projects.items():
            # Most are called project.toml: their folder tells which is which.
            name = path.name if is_icwb2(path) else path.parent.name
            st.button(
                widgets.plain(name),
                key=f"recent {id}",
                icon=":material/folder_open:",
                on_click=state.put,
                args=(Key.RECENT, id),
                help=f"`{str(path).replace('`', '')}`",
            )
