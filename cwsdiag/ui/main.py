"""The router: every run of the dashboard starts here and goes on in a file of `pages/`."""

import logging

import streamlit as st

from cwsdiag.errors import BoardError, CwsdiagError
from cwsdiag.languages import _
from cwsdiag.ui import state, summary
from cwsdiag.ui.files import page as files
from cwsdiag.ui.shell import frame, navigation, show, widgets
from cwsdiag.ui.shell.view import current as selected
from cwsdiag.ui.work.results import bars_in
from cwsdiag.views.wording import on_page

# Two words. A picture, because a :material: icon is fetched from Google's servers.
TAB_ICON = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect x="1" y="8" width="18" height="16" rx="4" fill="#0072B2"/>
<rect x="22" y="8" width="9" height="16" rx="4" fill="#D55E00"/>
</svg>"""


def start() -> None:
    """Draw what stands at /: the screen that fits what is open."""
    (files if selected().entry is None else summary).page()


st.set_page_config(page_icon=TAB_ICON, layout="wide")
st.html(frame.SHEET)
state.speak_language()
pages = {name: navigation.page(name) for name in navigation.PAGES}
home = st.Page(start, title="cwsdiag", default=True, visibility="hidden")
shown = st.navigation([home, *pages.values()], position="hidden")
current = next((name for name, page in pages.items() if page == shown), "summary")
spec = navigation.PAGES[current]

state.read_address(current, spec.keys)
navigation.follow()
try:
    frame.top(current, home if shown == home else None)
    remark = st.container()
    bars_in(remark)
    with st.container(key="page"):
        shown.run()
    with remark:
        widgets.missed()
    show.toast()
    state.write_address(spec.keys)
except CwsdiagError as error:
    widgets.box("error", on_page(error), title=_("This does not work yet"))
    if isinstance(error, BoardError):
        # What the address asks for stands in the way of every page: here it is let go.
        st.button(
            _("Lab"),
            on_click=navigation.lead_to,
            args=("lab",),
            kwargs={"dataset": None, "submissions": None},
        )
except Exception:  # the last place where a fault can be kept from the page; the log has all of it
    logging.getLogger("cwsdiag").exception("page %s failed", current)
    widgets.box(
        "error",
        _(
            "This is a fault in cwsdiag, not in your files. What you loaded is still here: choose another page, or "
            "load this one again. The server's log says what happened."
        ),
        title=_("Something went wrong on this page"),
    )
