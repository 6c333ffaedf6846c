"""What becomes of files: how long they are kept, who sees them, how they are saved, shared and removed."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode, urlsplit

import streamlit as st

from cwsdiag.errors import CwsdiagError
from cwsdiag.languages import _, lazy, n_
from cwsdiag.languages.visible import escape, visible
from cwsdiag.ui.data import catalogue, workspace
from cwsdiag.ui.files import uploads
from cwsdiag.ui.host import server
from cwsdiag.ui.keeping import tray
from cwsdiag.ui.shell import state, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.workspaces import new_key

if TYPE_CHECKING:
    from cwsdiag.ui.data.catalogue import Entry
    from cwsdiag.ui.shell.view import View


def promise() -> str:
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


def panel(view: View) -> None:
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
            with st.popover(_("Remove all"), icon=":material/delete:", type="tertiary"), st.container(key="leaving"):
                widgets.note(
                    _(
                        "All your files and findings are removed, from the server too, for all who have the link. This "
                        "cannot be undone."
                    )
                )
                st.button(_("Remove all files"), key="remove workspace", type="primary", on_click=_remove)


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


def _remove() -> None:
    try:
        catalogue.remove()
    except CwsdiagError as error:
        uploads.refuse(lazy("The files were not removed"), error)
