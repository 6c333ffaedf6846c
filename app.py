"""The dashboard's entry, which ``cwsdiag app`` runs.

The script is `cwsdiag/ui/script.py`: one with a folder `pages/` beside it would show a page without its
router on the first visit of a fresh server. Its path is absolute because a relative one is looked for beside
this file, which in an installed package is not where the router lies.
"""

from importlib.util import find_spec

import starlette.middleware
import streamlit as st

_script = find_spec("cwsdiag.ui.script")
if _script is None or _script.origin is None:
    raise ImportError("The package cwsdiag is not installed in this environment: pip install -e . mends that.")

# Imported only now: without the package, what is said above says more than that a module was not found.
from cwsdiag.ui.middleware import Middleware, lifespan  # noqa: E402

app = st.App(_script.origin, middleware=[starlette.middleware.Middleware(Middleware)], lifespan=lifespan)
