"""Talk: the findings that were kept, one a slide, before an audience."""

from __future__ import annotations

from cwsdiag.findings import shown, slides
from cwsdiag.languages import _
from cwsdiag.ui.keeping import tray
from cwsdiag.ui.shell import navigation, state, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.talk.stage import Play, stage

_TRAY = "findings"


def page() -> None:
    """Draw the page."""
    findings = tray.findings()
    kept = slides(shown(findings, tray.looks()))
    if not kept:
        _empty(pinned=bool(findings))
        return
    # In the address slides count from 1.
    places = [str(number) for number in range(1, len(kept) + 1)]
    at = int(state.choose(Key.SLIDE, places, default="1") or 1) - 1
    stage(Play(kept, at, leave=lambda: navigation.lead_to(_TRAY, slide=None), address=_address))


def _address(place: int) -> dict[str, str | None]:
    """Return what the address says of a slide; the first one goes without saying."""
    return {Key.SLIDE: str(place + 1) if place else None}


def _empty(*, pinned: bool) -> None:
    """Say what to do where there is nothing to show.

    Args:
        pinned: whether there are findings, of which none can be made any more.
    """
    widgets.page_head("talk")
    if pinned:
        widgets.lead(_("None of the findings can be shown any more."), _("Findings says why, for each of them."))
    else:
        widgets.lead(
            _("Nothing is pinned yet, so there is no talk."),
            _(
                "Pin a figure, a table, a sentence or a headline on its page: each becomes a slide, in the order of "
                "the findings."
            ),
        )
    widgets.next_page(_TRAY, _("Findings"))
