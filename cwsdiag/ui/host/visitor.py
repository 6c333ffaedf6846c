"""Which visitor looks at a page: the same after a reload and in another tab, as far as it can be told."""

from __future__ import annotations

import hashlib

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.web.server.starlette.starlette_app_utils import decode_xsrf_token_string

from cwsdiag.ui.host import sign_in

# What Streamlit gives every browser, written anew with each page and always of the same token.
_COOKIE = "_streamlit_xsrf"


def visitor() -> str:
    """Return what stands for who looks at this page: who signed in, else the browser, else the session.

    It tells visitors' runs apart, so that each has a turn and cancels no more than its own; it protects nothing.
    """
    person = sign_in.person()
    if person is not None:
        return f"person {person.id}"
    token, _ = decode_xsrf_token_string(st.context.cookies.get(_COOKIE, ""))
    if token:
        return f"browser {hashlib.sha256(token).hexdigest()}"
    context = get_script_run_ctx()
    return f"session {'' if context is None else context.session_id}"
