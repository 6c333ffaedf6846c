"""What the server runs each time that somebody looks at a page: the router, ``main``.

Streamlit calls it the main module, which processes that the server spawns import: they must not draw.
"""

import runpy

if __name__ == "__main__":
    runpy.run_module("cwsdiag.ui.main")
