"""Which visitor looks at a page: the same after a reload and in another tab, as far as it can be told."""

from __future__ import annotations

from uuid import uuid4

import streamlit as st

from cwsdiag.ui.host import sign_in
from cwsdiag.ui.middleware import COOKIE


def visitor() -> str:
    """Return what stands for who looks at this page: who signed in, else the browser, else the session.

    It tells visitors' runs apart, so that each has a turn and cancels no more than its own; it protects nothing.
    """
    person = sign_in.person()
    if person is not None:
        return f"person {person.id}"
    session: str = st.session_state.setdefault("visitor", uuid4().hex)
    return f"browser {st.context.cookies.get(COOKIE, session)}"
