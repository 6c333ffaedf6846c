"""What becomes of files: how long they are kept, who sees them, how they are saved, shared and removed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode, urlsplit

import streamlit as st

from cwsdiag.dataset import Track
from cwsdiag.errors import CwsdiagError
from cwsdiag.languages import _, lazy, n_, translated
from cwsdiag.languages.visible import escape, visible
from cwsdiag.ui.data import catalogue
from cwsdiag.ui.host import server
from cwsdiag.ui.keeping import tray
from cwsdiag.ui.own import packing, workspace
from cwsdiag.ui.shell import state, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.views.wording import on_page
from cwsdiag.workspaces import new_key

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cwsdiag.project import File
    from cwsdiag.ui.data.catalogue import Entry
    from cwsdiag.ui.shell.view import View

_NOT_SAID = lazy("not said")
_TRACKS: dict[Track | None, str] = {None: _NOT_SAID, "closed": lazy("closed"), "open": lazy("open")}
_REFUSED = "files that were not removed"


def promise() -> str:
    """Say what this server does with uploads."""
    if not workspace.key():
        return _("What you upload stays in your session: it is gone when the page is loaded again.")
    return _(
        "What you upload is kept on this server until {days} after its last use, up to {size:,} MB, and seen in this "
        "browser alone.",
        **_limits(),
    )


def _limits() -> dict[str, Any]:
    settings = server.settings()
    return {"days": n_("{n:,} day", "{n:,} days", settings.workspace_days), "size": settings.workspace_mb}


def panel(view: View) -> None:
    """Draw what can be done with all files of what is open together, and say where they are kept."""
    if problem := packing.problem():
        widgets.box("error", problem, title=_("The archive was not opened"))
    if problem := workspace.problem():
        widgets.box("warning", problem, title=_("Not all files are kept on the server"))
    entry = view.entry
    own = bool(catalogue.all_uploads()) and (entry is None or entry.origin == "upload")
    if own:
        _where()
    with widgets.controls("keeping", in_a_row=True):
        if entry is not None and entry.origin != "board":
            _download(view, entry)
            if entry.files.gold is not None:
                _describing(view, entry)
        if own:
            if workspace.key():
                _sharing()
                _beginning()
            _removing()


def _where() -> None:
    """Say where uploads are, and who sees them."""
    widgets.note(
        _(
            "Kept on this server until {days} after the last use, up to {size:,} MB, and seen in this browser alone; "
            "in another one by a link.",
            **_limits(),
        )
        if workspace.key()
        else _(
            "These files stay in your session: they are gone when the page is loaded again. Download project saves "
            "them."
        )
    )


def _download(view: View, entry: Entry) -> None:
    entries = view.catalogue.beside(entry)
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
    name = entry.files.called
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
        entries = view.catalogue.beside(entry)
        for number, file in enumerate(systems):
            _system(entry, name, number, file)
            _parts(entry, entries, number, file)


def _rename(entry: Entry, given: str) -> None:
    name = visible(given.strip())
    if name:
        catalogue.rename_dataset(entry.id, name)


def _system(entry: Entry, dataset: str, number: int, file: File) -> None:
    def chosen(names: dict[Any, str], what: str) -> Callable[[str], None]:
        def change(label: str) -> None:
            catalogue.edit(entry.id, file, **{what: next(value for value, name in names.items() if name == label)})

        return change

    origins: dict[str | None, str] = {None: _NOT_SAID, dataset: lazy("the training data of this dataset")}
    st.html(f"<b>{escape(file.name)}</b>")
    left, right = st.columns([0.35, 0.65])
    with left:
        state.draw_input(
            f"track {number} of {entry.id}",
            st.selectbox,
            value=_TRACKS[file.track],
            changed=chosen(_TRACKS, "track"),
            label=_("Track"),
            options=list(_TRACKS.values()),
            format_func=translated,
        )
    with right:
        state.draw_input(
            f"origin {number} of {entry.id}",
            st.selectbox,
            value=origins.get(file.trained_on, origins[None]),
            changed=chosen(origins, "trained_on"),
            label=_("Trained on"),
            options=list(origins.values()),
            format_func=translated,
        )


def _parts(entry: Entry, entries: Sequence[Entry], number: int, file: File) -> None:
    """Draw what a system is made of: the same on all datasets of the project."""
    said = catalogue.parts_of(entries).get(file.model_name, {})

    def changed(given: str) -> None:
        # Lines that name none, or no value, are passed over.
        pieces = ([visible(piece.strip()) for piece in line.partition("=")] for line in given.split("\n"))
        catalogue.say_parts(entries, file, {part: value for part, _sign, value in pieces if part and value})

    state.draw_input(
        f"parts {number} of {entry.id}",
        st.text_area,
        value="\n".join(f"{part} = {value}" for part, value in said.items()),
        changed=changed,
        label=_("Made of"),
        height=max(68, 24 * (len(said) + 1)),
        placeholder=_("decoder = crf"),
        help=_("One part a line, the same on all datasets. Systems compares those that differ in one part alone."),
    )


def _sharing() -> None:
    label = _("Link for another browser")
    if st.button(label, key="link", icon=":material/link:", type="tertiary"):
        st.dialog(label)(_link)()


def _link() -> None:
    widgets.note(
        _("Whoever opens this link sees these files and findings, and can change and remove them. Keep it as a key.")
    )
    here = urlsplit(st.context.url or "")
    query = urlencode({"w": workspace.key(), **state.address([Key.DATASET])})
    st.code(here._replace(path=here.path or "/", query=query, fragment="").geturl(), language=None, wrap_lines=True)


def _beginning() -> None:
    """Draw the way to another workspace: a link with a fresh key, which the browser has from then on."""
    with st.popover(_("New"), icon=":material/add:", type="tertiary"), st.container(key="beginning"):
        widgets.note(
            _(
                "Begins an empty workspace in this browser. What is here stays on the server for its time, and only "
                "its link leads back to it: make that first."
            )
        )
        address, label = urlencode({"w": new_key(), **state.address([Key.LANGUAGE])}), _("Begin an empty workspace")
        st.html(f'<a href="?{escape(address)}" style="color: inherit">{escape(label)}</a>')


def _removing() -> None:
    """Draw the way to get rid of all files."""
    if refused := st.session_state.pop(_REFUSED, None):
        widgets.box("error", on_page(refused))
    with st.popover(_("Remove all"), icon=":material/delete:", type="tertiary"), st.container(key="leaving"):
        widgets.note(
            _(
                "All your files and findings are removed, from the server too, for all who have the link. This cannot "
                "be undone."
            )
        )
        st.button(_("Remove all files"), key="remove workspace", type="primary", on_click=_remove)


def _remove() -> None:
    try:
        catalogue.remove()
    except CwsdiagError as error:
        st.session_state[_REFUSED] = error
