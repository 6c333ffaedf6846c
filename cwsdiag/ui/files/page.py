"""Files: is this what I meant? A row for each, and where to drop more; at first a picture of what comes of them."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import streamlit as st

from cwsdiag.charts.theme import PANELS
from cwsdiag.errors import CwsdiagError
from cwsdiag.inputs import speed
from cwsdiag.languages import _, lazy, n_, translated
from cwsdiag.languages.visible import escape, visible
from cwsdiag.loading import Loaded
from cwsdiag.project import File, FileSet
from cwsdiag.project.icwb2 import is_icwb2
from cwsdiag.ui import commands, state
from cwsdiag.ui.data import catalogue, workspace
from cwsdiag.ui.data.catalogue import DatasetEntry
from cwsdiag.ui.files import uploads
from cwsdiag.ui.files.rows import rows
from cwsdiag.ui.host import server, who
from cwsdiag.ui.shell import empty, navigation, pins, private_gold, progress, show, view, widgets
from cwsdiag.ui.shell.view import View
from cwsdiag.ui.state import Key
from cwsdiag.views.look import LookKey
from cwsdiag.workspaces import new_key


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
    drawn = [] if entry is None or own else [entry]
    # Uploads without a gold file are no dataset yet, and wait here beside whichever is open.
    if uploaded.everything and (own or uploaded.gold is None):
        drawn = [DatasetEntry(catalogue.UPLOAD, "", "upload", uploaded, own=True), *drawn]
    for one in drawn:
        loaded = catalogue.loaded(one)
        _next_step(one.files, loaded)
        _runs(seen, one)
        if one.withholds_gold:
            private_gold.part(seen, what=_("Gold and what systems made of it"))
        rows(one, loaded)
    _places()
    _keeping(seen)
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
    look = None if entry is None else catalogue.look(entry, LookKey(entry.called))
    if entry is None or look is None or sample is None:
        return
    a, b = look.best_first[:2]
    one = View(seen.catalogue, entry, look, a, b, look.where)
    panels = show.exhibit(one.look, "compare", **one.pair)
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
            help=_promise(),
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
    right.button(
        _("Open this file"),
        key="open path",
        disabled=not name or bool(problem),
        on_click=uploads.open_path,
        args=(root, name),
    )
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


def _runs(seen: View, entry: DatasetEntry) -> None:
    """Draw what the project runs, to who may have it run: each command as it would be, its output, what runs it."""
    systems = [(file, one) for one in seen.catalogue.beside(entry) for file in commands.runnable(one)]
    if not systems:
        return
    waiting = []
    widgets.heading(
        n_("The project runs {n} system", "The project runs {n} systems", len(systems)),
        about=_("Without a shell, in the project's folder, with all rights of this server. The output is kept there."),
    )
    for number, (file, one) in enumerate(systems):
        job, key, run = commands.job_of(file), f"run {number}", [(file, one)]
        is_current = commands.is_current(file)
        left, right = st.columns([0.65, 0.35], vertical_alignment="center")
        left.html(f'<p class="cw-said">{_line(file, one, is_current=is_current)}</p>')
        with right:
            if job is not None and not job.done():
                progress.watch(job, partial(commands.bar, job, file, key=key))
            else:
                waiting += [] if is_current else run
                with widgets.controls(key):
                    st.button(_("Run"), key=key, icon=":material/play_arrow:", on_click=commands.run, args=(run,))
        if job is not None and job.state == "failed":
            widgets.box("error", commands.problem(job, file))
    if len(waiting) > 1:
        with widgets.controls("run all"):
            st.button(
                _("Run the {n} without output", n=len(waiting)),
                key="run all",
                icon=":material/playlist_play:",
                on_click=commands.run,
                args=(waiting,),
            )


def _line(file: File, entry: DatasetEntry, *, is_current: bool) -> str:
    """Return what is run, and what is kept of it, as HTML."""
    assert file.run is not None and file.path is not None
    name = f"{entry.files.called}, {file.name}"
    state = (
        _("output kept: {speed:,.0f} characters/s", speed=speed(file.path))
        if is_current
        else _("no output for this gold file yet")
    )
    command = escape(file.run.command or _("segmenter {name}", name=file.run.segmenter))
    return f"<b>{escape(name)}</b> <code>{command}</code> <small>{escape(state)}</small>"


def _recent() -> None:
    """Offer the projects that were opened before, to who sits at the machine."""
    projects = server.recent_projects() if who.is_owner() and server.settings().project is None else {}
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


# What becomes of files: how long they are kept, who sees them, how they are saved, shared and removed


def _promise() -> str:
    """Say what this server does with uploads."""
    if not workspace.key():
        return _("What you upload stays in your session: it is gone when the page is loaded again.")
    settings = server.settings()
    return _(
        "What you upload is kept on this server until {days} after its last use, up to {size:,} MB, and seen in this "
        "browser alone; in another one by a link.",
        days=n_("{n:,} day", "{n:,} days", settings.workspace_days),
        size=settings.workspace_mb,
    )


def _keeping(view: View) -> None:
    """Draw what can be done with all files of what is open together, and say where they are kept."""
    entry = view.entry
    own = bool(catalogue.all_uploads()) and (entry is None or entry.origin == "upload")
    with widgets.controls("keeping", in_a_row=True):
        if entry is not None and entry.origin == "upload":
            state.draw_input(
                f"name of {entry.id}",
                st.text_input,
                value=entry.files.called,
                changed=lambda name: catalogue.rename_dataset(entry.id, visible(name.strip())),
                label=_("Name of the dataset"),
                max_chars=80,
            )
        if entry is not None and entry.origin != "board":
            _download(view, entry)
        if own:
            if workspace.key():
                _sharing()
            with st.popover(_("Remove all"), icon=":material/delete:", type="tertiary"):
                widgets.note(
                    _(
                        "All your files and findings are removed, from the server too, for all who have the link. This "
                        "cannot be undone."
                    )
                )
                st.button(_("Remove all files"), key="remove workspace", type="primary", on_click=_remove)


def _download(view: View, entry: DatasetEntry) -> None:
    entries = view.catalogue.beside(entry)
    if not any(one.files.gold for one in entries):
        return
    # Now: when the button is clicked, there is no session to ask.
    findings = pins.packed(entries)
    widgets.download(
        _("Download project"),
        data=lambda: uploads.archive(entries, findings=findings),
        name="project.zip",
        key="download project",
        help=_(
            "All datasets with their files, names and settings in one zip. `cwsdiag app project.zip` opens it, and so "
            "does this page, when it is dropped among the files. Raw texts and files that are not used are not in the "
            "zip."
        ),
    )


def _sharing() -> None:
    """Draw the link for another browser, and the way to another workspace."""
    label = _("Link for another browser")
    if st.button(label, key="link", icon=":material/link:", type="tertiary"):
        st.dialog(label)(_link)()
    with st.popover(_("New"), icon=":material/add:", type="tertiary"):
        widgets.note(
            _(
                "Begins an empty workspace in this browser. What is here stays on the server for its time, and only "
                "its link leads back to it: make that first."
            )
        )
        # A link with a fresh key, which the browser has from then on.
        address, label = urlencode({"w": new_key(), **state.address([Key.LANG])}), _("Begin an empty workspace")
        st.html(f'<a href="?{escape(address)}" style="color: inherit">{escape(label)}</a>')


def _link() -> None:
    widgets.note(
        _("Whoever opens this link sees these files and findings, and can change and remove them. Keep it as a key.")
    )
    here = urlsplit(st.context.url or "")
    query = urlencode({"w": workspace.key(), **state.address([Key.DATASET])})
    st.code(here._replace(path=here.path or "/", query=query, fragment="").geturl(), language=None, wrap_lines=True)


def _remove() -> None:
    try:
        catalogue.remove()
    except CwsdiagError as error:
        uploads.refuse(lazy("The files were not removed"), error)
