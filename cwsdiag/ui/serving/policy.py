"""What a browser lets a reply do: the content security policy that goes with each."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256

_INLINE = re.compile(rb"<script>(.*?)</script>", re.DOTALL)
# What is no page is shown, if at all, by itself: nothing in it runs, whoever uploaded it.
OF_THE_REST = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"


def of_page(page: bytes) -> str:
    """Return the policy of a page: it runs the server's scripts and its own, and asks nobody but its server.

    Args:
        page: as it is sent: its own scripts are told by what stands in them, which differs with its address.
    """
    own = " ".join(f"'sha256-{b64encode(sha256(script).digest()).decode()}'" for script in _INLINE.findall(page))
    rules = {
        "default-src": "'none'",
        # Scripts of components come as texts, of which Streamlit makes files of the page's own (blob:). Some of its
        # parts are compiled to machine code.
        "script-src": f"'self' {own} blob: 'wasm-unsafe-eval'",
        # Streamlit and Plotly write rules into the page as they go.
        "style-src": "'self' 'unsafe-inline'",
        # Plotly's own signs, and the picture that is made of a chart.
        "img-src": "'self' data: blob:",
        "font-src": "'self' data:",
        "connect-src": "'self'",
        "manifest-src": "'self'",
        "form-action": "'none'",
        "base-uri": "'none'",
        "frame-ancestors": "'none'",
    }
    return "; ".join(f"{name} {value}" for name, value in rules.items())
