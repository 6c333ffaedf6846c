"""What is said where a page goes on in a session that knows nothing of the one before.

The server was started again, another of its processes answers, or the page was without a connection for so long that
its session is gone. What the address says is there again, and with it what a workspace keeps; the rest is gone. All
that is said until the next act.
"""

from __future__ import annotations

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from cwsdiag.languages import _
from cwsdiag.ui.data import catalogue
from cwsdiag.ui.host import server
from cwsdiag.ui.own import workspace
from cwsdiag.ui.serving import sessions
from cwsdiag.ui.shell import state, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.shell.view import current

_FIRST = "address of the first run after another session"


def remark(page: str) -> None:
    """Say that this session took the place of another, and what of that is there; nothing after the first act.

    Args:
        page: that is shown.
    """
    context = get_script_run_ctx()
    before = sessions.named({name.lower(): value for name, value in st.context.headers.items()})
    if context is None or before in (None, context.session_id):
        return
    here = (page, st.query_params.to_dict())
    is_first = _FIRST not in st.session_state
    if st.session_state.setdefault(_FIRST, here) == here and (is_first or not state.acted()):
        widgets.box("info", " ".join(_told()), title=_("Your visit began anew"))
    else:
        # Nor is it said to who comes back.
        st.session_state[_FIRST] = None


def _told() -> list[str]:
    """Return in sentences what is there again, and what is gone."""
    told = [
        _(
            "The server does not know any more what you had open: it was started again, another of its processes "
            "answers, or the connection was gone for long. This page is drawn anew from its address."
        )
    ]
    entry = current().entry
    if entry is not None:
        told.append(_("The dataset is {name}.", name=catalogue.called(entry)))
    if workspace.current() is not None:
        told.append(_("Your uploaded files are here again, as they were kept."))
    elif server.settings().store is None or (state.missed().get(Key.DATASET) or "").startswith(catalogue.UPLOAD):
        told.append(_("Files that you uploaded were not kept and are gone: upload them again."))
    told.append(_("Systems of a project that you renamed or hid are as the project has them."))
    return told
