"""Save and Pin in the corner of every element that a run offers: one component a page, and what its buttons do."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import streamlit as st

from cwsdiag.errors import CwsdiagError
from cwsdiag.findings import kept
from cwsdiag.languages import _, translated
from cwsdiag.ui.keeping import offers, saving, tray
from cwsdiag.ui.shell import navigation, state, tongue, widgets
from cwsdiag.views.wording import on_page

if TYPE_CHECKING:
    from cwsdiag.exhibits import Exhibit
    from cwsdiag.ui.keeping.offers import Offer

_WIDGET = "corner buttons"
_ASKED = "what is to be saved"
_SAID = "what is told of findings"
_HERE = Path(__file__).parent
_draw = st.components.v2.component(
    "cwsdiag_corners",
    html='<div class="corners"></div>',
    js=(_HERE / "corners.js").read_text("utf-8"),
)


def mount(page: str) -> None:
    """Draw the buttons of all that this run offered.

    Args:
        page: that was drawn, by the name of its file in pages/.
    """
    found = offers.end()
    asked = offers.asked(st.session_state.pop(_ASKED, None))
    _say()
    if asked is not None:
        saving.dialog(asked)
    if not found:
        return
    with st.container(key="corners"):
        _draw(
            key=_WIDGET,
            data={"offers": [_told(one) for one in found.values()]},
            on_pin_change=lambda: _pin(page),
            on_save_change=_save,
        )


def _told(offer: Offer) -> dict[str, Any]:
    """Return what the component is told of an offer."""
    title = translated(offer.title)
    told: dict[str, Any] = {"key": offer.key, "place": offer.found_by, "show": offer.show}
    if offer.show == "headline":
        told["save"] = {"hint": _("Copy it, with what it rests on"), "label": _("Copy: {what}", what=title)}
    else:
        told["save"] = {"hint": _("Save for paper or a slide"), "label": _("Save: {what}", what=title)}
    if offer.pinned is not None:
        told["pin"] = {"hint": _("Pin: keep it among the findings"), "label": _("Pin: {what}", what=title)}
    return told


def _save() -> None:
    """In a callback: have the dialog opened once the page is drawn."""
    st.session_state[_ASKED] = st.session_state[_WIDGET]["save"]


@tongue.spoken
def _pin(page: str) -> None:
    """In a callback: keep what was asked for, with what it says now."""
    offer = offers.asked(st.session_state[_WIDGET]["pin"])
    if offer is None or offer.pinned is None:
        return
    if tray.is_full():
        tell(_("There are as many findings as can be kept. Remove some first."))
        return
    try:
        finding = kept(offer.pinned, show=offer.show, address=_beside(page, offer.pinned))
    except CwsdiagError as error:
        tell(widgets.plain(on_page(error)))
        return
    tray.add(finding)
    tell(_("Pinned: {title}", title=widgets.plain(finding.title)))


def _beside(page: str, exhibit: Exhibit) -> dict[str, str]:
    """Return what the address says of the page beyond what is the same on all pages, and what the exhibit says."""
    keys = set(navigation.PAGES[page].keys) - set(navigation.EVERYWHERE)
    known = exhibit.address
    return {key: value for key, value in state.address(sorted(keys)).items() if key not in known}


def tell(said: str) -> None:
    """Have a sentence, in Markdown, said once the page is drawn."""
    st.session_state[_SAID] = said


def _say() -> None:
    """Say what was to be told, if anything."""
    if said := st.session_state.pop(_SAID, ""):
        st.toast(said, icon=":material/push_pin:")
