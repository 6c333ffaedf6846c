"""What becomes of files: how long they are kept, who sees them, how they are saved, shared and removed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode, urlsplit

import streamlit as st

from cwsdiag.dataset import Track
from cwsdiag.errors import CwsdiagError
from cwsdiag.languages import _, lazy, n_, translated
from cwsdiag.languages.visible import escape, visible
from cwsdiag.ui.data import catalogue, renaming
from cwsdiag.ui.data.file import model_of
from cwsdiag.ui.data.siblings import of_same_project
from cwsdiag.ui.host import server
from cwsdiag.ui.keeping import tray
from cwsdiag.ui.own import packing, workspace
from cwsdiag.ui.shell import state, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.views.wording import on_page

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cwsdiag.ui.data.catalogue import Entry
    from cwsdiag.ui.data.files import File
    from cwsdiag.ui.shell.view import View
    from cwsdiag.workspaces import Workspace

_NOT_SAID = lazy("not said")
_TRACKS: dict[Track | None, str] = {None: _NOT_SAID, "closed": lazy("closed"), "open": lazy("open")}
_REFUSED = "files that were not removed"


def promise() -> str:
    """Say what this server does with uploads."""
    settings = server.settings()
    if settings.store is None:
        return _("What you upload stays in your session: this server keeps no files.")
    return _(
        "What you upload is kept on this server until {days} after its last use, up to {size:,} MB, and seen by nobody "
        "without its address.",
        days=n_("{n:,} day", "{n:,} days", settings.workspace_days),
        size=settings.workspace_mb,
    )


def panel(view: View) -> None:
    """Draw what can be done with all files of what is open together, and say where they are kept."""
    if problem := packing.problem():
        widgets.box("error", problem, title=_("The archive was not opened"))
    kept, entry = workspace.current(), view.entry
    uploaded = bool(catalogue.uploads().all_files)
    own = entry is None or entry.origin == "upload"
    if own and (uploaded or kept is not None):
        _where(kept)
    with widgets.controls("keeping", in_a_row=True):
        if entry is not None and entry.origin != "board":
            _download(view, entry)
            if entry.files.gold is not None and catalogue.may_edit(entry.id):
                _describing(view, entry)
        if own and kept is not None and kept.may_write:
            _sharing(kept)
        if own and (uploaded or kept is not None):
            _leaving(kept)


def _where(kept: Workspace | None) -> None:
    """Say where uploads are, and who sees them."""
    settings = server.settings()
    if kept is not None and not kept.may_write:
        widgets.box("info", translated(workspace.ONLY_READING))
        return
    if problem := workspace.problem():
        widgets.box("warning", problem, title=_("Not all files are kept on the server"))
    if kept is not None:
        widgets.note(
            _(
                "Kept on this server until {days} after the last use, up to {size:,} MB. The address of this page "
                "leads back to them: whoever has it can see, change and remove them. Share gives one that only shows "
                "them.",
                days=n_("{n:,} day", "{n:,} days", settings.workspace_days),
                size=settings.workspace_mb,
            )
        )
    elif settings.store is None:
        widgets.note(
            _("This server keeps no files: they are gone when the page is loaded again. Download project saves them.")
        )


def _download(view: View, entry: Entry) -> None:
    entries = list(of_same_project(view, entry).values())
    if any(one.withholds_gold for one in entries) or not any(one.files.gold for one in entries):
        return
    # Now: when the button is clicked, there is no session to ask.
    findings = tray.packed(entries)
    widgets.download(
        _("Download project"),
        data=lambda: packing.archive(entries, findings=findings),
        name="project.zip",
        mime="application/zip",
        key="download project",
        help=_(
            "All datasets with their files, names and settings in one zip. `cwsdiag app project.zip` opens it, and so "
            "does this page, when it is dropped among the files. Raw texts and files that are not used are not in the "
            "zip."
        ),
    )


def _describing(view: View, entry: Entry) -> None:
    """Draw what is known of the systems beside their predictions."""
    systems = entry.files.systems
    name = catalogue.name_of(entry.files)
    with st.popover(_("Names and tracks"), icon=":material/edit_note:", type="tertiary"):
        if entry.origin == "upload":
            state.draw_input(
                f"name of {entry.id}",
                st.text_input,
                value=name,
                changed=lambda given: _rename(entry, given),
                label=_("Name of the dataset"),
                max_chars=80,
            )
        else:
            widgets.note(_("Seen by you alone, and part of what Download project saves."))
        if systems:
            widgets.note(
                _(
                    "closed: trained on the training data of this dataset alone; open: on other data too. What a "
                    "system was trained on says whose criterion it follows."
                )
            )
        entries = list(of_same_project(view, entry).values())
        for number, file in enumerate(systems):
            _system(entry, name, number, file)
            _parts(entry, entries, number, file)


def _rename(entry: Entry, given: str) -> None:
    name = visible(given.strip())
    if name and not catalogue.is_taken(entry.id, name):
        catalogue.rename_dataset(entry.id, name)


def _system(entry: Entry, dataset: str, number: int, file: File) -> None:
    def chosen(names: dict[Any, str], act: Callable[[str, File, Any], None]) -> Callable[[str], None]:
        return lambda label: act(entry.id, file, next(value for value, name in names.items() if name == label))

    origins: dict[str | None, str] = {None: _NOT_SAID, dataset: lazy("the training data of this dataset")}
    st.html(f"<b>{escape(file.name)}</b>")
    left, right = st.columns([0.35, 0.65])
    with left:
        state.draw_input(
            f"track {number} of {entry.id}",
            st.selectbox,
            value=_TRACKS[file.track],
            changed=chosen(_TRACKS, renaming.say_track),
            label=_("Track"),
            options=list(_TRACKS.values()),
            format_func=translated,
        )
    with right:
        state.draw_input(
            f"origin {number} of {entry.id}",
            st.selectbox,
            value=origins.get(file.trained_on, origins[None]),
            changed=chosen(origins, renaming.say_origin),
            label=_("Trained on"),
            options=list(origins.values()),
            format_func=translated,
        )


def _parts(entry: Entry, entries: Sequence[Entry], number: int, file: File) -> None:
    """Draw what a system is made of: the same on all datasets of the project."""
    said = renaming.parts_of(entries).get(model_of(file), {})
    state.draw_input(
        f"parts {number} of {entry.id}",
        st.text_area,
        value=renaming.parts_text(said),
        changed=lambda given: renaming.say_parts(entries, file, renaming.read_parts(given)),
        label=_("Made of"),
        height=max(68, 24 * (len(said) + 1)),
        placeholder=_("decoder = crf"),
        help=_("One part a line, the same on all datasets. Systems compares those that differ in one part alone."),
    )


def _sharing(kept: Workspace) -> None:
    with st.popover(_("Share"), icon=":material/link:", type="tertiary"), st.container(key="sharing"):
        widgets.note(
            _("Whoever opens this address sees the files and all pages of them, and can change and remove nothing.")
        )
        st.code(_address(kept.reading_key), language=None, wrap_lines=True)


def _address(key: str) -> str:
    """Return the address of this page for those who have a key."""
    here = urlsplit(st.context.url or "")
    chosen = {str(Key.WORKSPACE): key, **state.address([Key.DATASET])}
    return here._replace(path=here.path or "/", query=urlencode(chosen), fragment="").geturl()


def _leaving(kept: Workspace | None) -> None:
    """Draw the way to get rid of all files: from the server, or only from this session where they are others'."""
    if refused := st.session_state.pop(_REFUSED, None):
        widgets.box("error", on_page(refused))
    if kept is not None and not kept.may_write:
        st.button(_("Close these files"), key="close shared", icon=":material/close:", on_click=catalogue.leave)
        return
    with st.popover(_("Remove all"), icon=":material/delete:", type="tertiary"), st.container(key="leaving"):
        widgets.note(
            _(
                "All files of this address are removed from the server, for all who have it or the one that only shows "
                "them. This cannot be undone."
            )
            if kept is not None
            else _("All files that you uploaded here are removed. This cannot be undone.")
        )
        st.button(_("Remove all files"), key="remove workspace", type="primary", on_click=_remove)


def _remove() -> None:
    try:
        catalogue.remove()
    except CwsdiagError as error:
        st.session_state[_REFUSED] = error
