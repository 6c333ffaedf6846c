"""What becomes of files: how long they are kept, who sees them, how they are saved, shared and removed."""

from __future__ import annotations

from functools import partial
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
from cwsdiag.ui.own import uploads, workspace
from cwsdiag.ui.shell import state, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.views.wording import on_page
from cwsdiag.workspaces import new_key

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

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
    if problem := uploads.archive_problem():
        widgets.box("error", problem, title=_("The archive was not opened"))
    if problem := workspace.problem():
        widgets.box("warning", problem, title=_("Not all files are kept on the server"))
    entry = view.entry
    own = bool(catalogue.all_uploads()) and (entry is None or entry.origin == "upload")
    if own and workspace.key():
        widgets.note(
            _(
                "Kept on this server until {days} after the last use, up to {size:,} MB, and seen in this browser "
                "alone; in another one by a link.",
                **_limits(),
            )
        )
    elif own:
        widgets.note(
            _(
                "These files stay in your session: they are gone when the page is loaded again. Download project saves "
                "them."
            )
        )
    with widgets.controls("keeping", in_a_row=True):
        if entry is not None and entry.origin != "board":
            _download(view, entry)
            if entry.files.gold is not None:
                with st.popover(_("Names and tracks"), icon=":material/edit_note:", type="tertiary"):
                    _describing(view, entry)
        if own:
            if workspace.key():
                _sharing()
            _removing()


def _download(view: View, entry: Entry) -> None:
    entries = view.catalogue.beside(entry)
    if any(one.withholds_gold for one in entries) or not any(one.files.gold for one in entries):
        return
    # Now: when the button is clicked, there is no session to ask.
    findings = tray.packed(entries)
    widgets.download(
        _("Download project"),
        data=lambda: uploads.archive(entries, findings=findings),
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
    """Draw what is known of the systems beside their predictions, and what they are made of on all datasets."""
    name = entry.files.called
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
    if entry.files.systems:
        widgets.note(
            _(
                "closed: trained on the training data of this dataset alone; open: on other data too. What a "
                "system was trained on says whose criterion it follows."
            )
        )
    entries = view.catalogue.beside(entry)
    origins: dict[str | None, str] = {None: _NOT_SAID, name: lazy("the training data of this dataset")}
    for number, file in enumerate(entry.files.systems):
        st.html(f"<b>{escape(file.name)}</b>")
        left, right = st.columns([0.35, 0.65])
        with left:
            _choice(f"track {number}", _("Track"), _TRACKS, file.track, entry, file, "track")
        with right:
            origin = file.trained_on if file.trained_on in origins else None
            _choice(f"origin {number}", _("Trained on"), origins, origin, entry, file, "trained_on")
        parts = catalogue.parts_of(entries).get(file.model_name, {})
        state.draw_input(
            f"parts {number} of {entry.id}",
            st.text_area,
            value="\n".join(f"{part} = {value}" for part, value in parts.items()),
            changed=partial(_say_parts, entries, file),
            label=_("Made of"),
            height=max(68, 24 * (len(parts) + 1)),
            placeholder=_("decoder = crf"),
            help=_("One part a line, the same on all datasets. Systems compares those that differ in one part alone."),
        )


def _say_parts(entries: Sequence[Entry], file: File, text: str) -> None:
    # Lines that name none, or no value, are passed over.
    pieces = ([visible(piece.strip()) for piece in line.partition("=")] for line in text.split("\n"))
    catalogue.say_parts(entries, file, {part: value for part, _sign, value in pieces if part and value})


def _choice(
    key: str,
    label: str,
    names: Mapping[Any, str],
    value: str | None,
    entry: Entry,
    file: File,
    what: str,
) -> None:
    """Draw a choice of what is known of a system."""
    state.draw_input(
        f"{key} of {entry.id}",
        st.selectbox,
        value=names[value],
        changed=lambda label: catalogue.edit(
            entry.id, file, **{what: next(one for one, name in names.items() if name == label)}
        ),
        label=label,
        options=list(names.values()),
        format_func=translated,
    )


def _rename(entry: Entry, given: str) -> None:
    name = visible(given.strip())
    if name:
        catalogue.rename_dataset(entry.id, name)


def _sharing() -> None:
    """Draw the link for another browser, and the way to another workspace."""
    label = _("Link for another browser")
    if st.button(label, key="link", icon=":material/link:", type="tertiary"):
        st.dialog(label)(_link)()
    with st.popover(_("New"), icon=":material/add:", type="tertiary"), st.container(key="beginning"):
        widgets.note(
            _(
                "Begins an empty workspace in this browser. What is here stays on the server for its time, and only "
                "its link leads back to it: make that first."
            )
        )
        # A link with a fresh key, which the browser has from then on.
        address, label = urlencode({"w": new_key(), **state.address([Key.LANGUAGE])}), _("Begin an empty workspace")
        st.html(f'<a href="?{escape(address)}" style="color: inherit">{escape(label)}</a>')


def _link() -> None:
    widgets.note(
        _("Whoever opens this link sees these files and findings, and can change and remove them. Keep it as a key.")
    )
    here = urlsplit(st.context.url or "")
    query = urlencode({"w": workspace.key(), **state.address([Key.DATASET])})
    st.code(here._replace(path=here.path or "/", query=query, fragment="").geturl(), language=None, wrap_lines=True)


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
